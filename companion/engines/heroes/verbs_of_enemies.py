"""What the verbs on the cards of enemies do: one function each."""

from __future__ import annotations

from companion.engines.core import Seat, Text, rule
from companion.engines.heroes.cards import Cause, Effect
from companion.engines.heroes.damage import RangerSide
from companion.engines.heroes.pieces import FEET
from companion.engines.heroes.verbs_of_rangers import amount, rolled


@rule("R36", "R37", "R38", "R47")
async def damage(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """Damage to Rangers, more by what PASSIVE cards add."""
    foe = battle.foe(cause.foe)
    n = amount(battle, effect, cause) + await rolled(effect.dice, battle.lead)
    n += battle.passive("more_damage", foe)
    shares = await suffered(battle, effect, cause, n)
    most, meant = max(shares.values(), default=0), list(shares)
    while seat := await battle.next_of(meant, most * effect.times, damage=True):
        for _ in range(effect.times):
            if seat in battle.fighting:
                await battle.take_damage(seat, shares[seat], cause.name)


async def suffered(battle: RangerSide, effect: Effect, cause: Cause, n: int) -> dict[Seat, int]:
    """How much falls to whom: so much to each that is meant, or in all where it is divided."""
    if effect.to != "divided":
        return dict.fromkeys(await battle.meant(effect, cause.name), n)
    shares: dict[Seat, int] = {}
    while n:
        prompt = Text("{card}: {n} to divide. Which Ranger?", {"card": cause.name, "n": n})
        seat = await battle.pick_ranger(prompt, battle.fighting)
        alone = len(battle.fighting) == 1
        part = n if alone else await battle.how_many(Text("How much of it?"), 1, n)
        shares[seat] = shares.get(seat, 0) + part
        n -= part
    return shares


@rule("R48")
async def drain(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    await battle.drain(amount(battle, effect, cause))


@rule("R36", "R38")
async def discard_hand(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    lost = await suffered(battle, effect, cause, amount(battle, effect, cause))
    meant = list(lost)
    while seat := await battle.next_of(meant, 0):
        for _ in range(lost[seat]):
            await battle.lose_from_hand(seat, effect.how)


@rule("R36", "R38")
async def discard_deck(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    lost = await suffered(battle, effect, cause, amount(battle, effect, cause))
    meant = list(lost)
    while seat := await battle.next_of(meant, max(lost.values(), default=0)):
        for _ in range(lost[seat]):
            if seat in battle.fighting:
                await battle.lose_from_deck(seat, effect.how)


@rule("R15")
async def skip_turn(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    del cause
    battle.skipped += effect.n


@rule("R63")
async def deploy(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """Figures for the board game around the battle; no card joins this sequence."""
    place = cause.foe.partition(".")[0]
    place = place if place in FEET else FEET[0]
    battle.figures[place] = battle.figures.get(place, 0) + effect.n
    battle.tell("{n} foot soldiers are deployed here.", n=effect.n)


@rule("R54")
async def revive(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """Defeated cards of the same deck are turned up again; their figures have left already."""
    place = cause.foe.partition(".")[0]
    for _ in range(effect.n):
        down = [
            foe
            for row in battle.rows
            for foe in row
            if foe.defeated and foe.piece.startswith(f"{place}.")
        ]
        if not down:
            return
        foe = await battle.pick_foe(Text("Which card is turned up again?"), down)
        foe.defeated = False
        battle.tell("{card} stands again.", card=foe.card.name)
