"""What the verbs on the cards of enemies do: one function each."""

from __future__ import annotations

from companion.engines.core import Seat, Text, rule
from companion.engines.heroes.cards import Cause, Effect
from companion.engines.heroes.damage import RangerSide
from companion.engines.heroes.verbs_of_rangers import amount, rolled


@rule("R37", "R38", "R47")
async def damage(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """Damage to Rangers, more by what PASSIVE cards add."""
    foe = battle.foe(cause.foe)
    n = amount(battle, effect, cause) + await rolled(effect.dice, battle.lead)
    n += battle.passive("more_damage", foe)
    if effect.to == "divided":
        await divided_damage(battle, n, cause)
        return
    meant = await battle.meant(effect, cause.name)
    while seat := await battle.next_of(meant, n * effect.times):
        for _ in range(effect.times):
            if seat in battle.fighting:
                await battle.take_damage(seat, n, cause.name)


async def divided_damage(battle: RangerSide, n: int, cause: Cause) -> None:
    """So much in all, shared out among the Rangers before any of it is taken."""
    shares: dict[Seat, int] = {}
    while n:
        prompt = Text("{n} damage to divide: which Ranger?", {"n": n})
        seat = await battle.pick_ranger(prompt, battle.fighting)
        alone = len(battle.fighting) == 1
        part = n if alone else await battle.how_many(Text("How much damage?"), 1, n)
        shares[seat] = shares.get(seat, 0) + part
        n -= part
    while shares := {seat: n for seat, n in shares.items() if seat in battle.fighting}:
        seat = await battle.first_of(list(shares), max(shares.values()))
        await battle.take_damage(seat, shares.pop(seat), cause.name)


@rule("R48")
async def drain(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    await battle.drain(amount(battle, effect, cause))


async def discard_hand(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    meant = await battle.meant(effect, cause.name)
    while seat := await battle.next_of(meant, 0):
        for _ in range(amount(battle, effect, cause)):
            await battle.lose_from_hand(seat, effect.how)


async def discard_deck(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    meant = await battle.meant(effect, cause.name)
    while seat := await battle.next_of(meant, 0):
        for _ in range(amount(battle, effect, cause)):
            if seat in battle.fighting:
                await battle.lose_from_deck(seat, effect.how)


async def deploy(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """Figures for the board game around the battle; no card joins this sequence."""
    del cause
    battle.deployed += effect.n
    battle.tell("{n} foot soldiers are deployed here.", n=effect.n)


async def revive(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """Defeated cards of the same deck are turned up again where they lie."""
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
