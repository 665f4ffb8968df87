"""What the verbs on the cards do: one function each, looked up by its name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from companion.engines.core import Option, Options, Piece, Seat, Text, choose, roll, rule
from companion.engines.heroes.cards import Cause, Effect
from companion.engines.heroes.damage import RangerSide
from companion.engines.heroes.pieces import FEET, HITS

Verb: TypeAlias = Callable[[RangerSide, Effect, Cause], Awaitable[None]]


def amount(battle: RangerSide, effect: Effect, cause: Cause) -> int:
    """`n`, or so much for every standing foot soldier card or every energy paid as X."""
    if effect.per == "foot":
        feet = sum(foe.piece.partition(".")[0] in FEET for foe in battle.standing())
        return effect.n * feet
    return effect.n * (cause.x if effect.per == "x" else 1)


async def rolled(dice: int, seat: Seat) -> int:
    """The hits on so many dice."""
    if not dice:
        return 0
    faces = await roll(dice, seat, Text("Throw {n}.", {"n": dice}))
    return sum(HITS[face] for face in faces)


# -- on the Rangers' cards


async def attack(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    await battle.attack(effect, cause)


@rule("R46", "R38")
async def hit(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """Hits that are no attack: no GUARD keeps them off."""
    n = amount(battle, effect, cause) + await rolled(effect.dice, cause.seat)
    able = battle.standing()
    last = cause.attacked[-1] if cause.attacked else ""
    if effect.to == "adjacent" and last:
        able = battle.beside(battle.foe(last))
    if effect.to == "target" and last:
        able = [foe for foe in able if foe.piece == last]
    if not able:
        return
    if effect.to == "divided":
        await battle.place_hits(await battle.divide(n, able))
    elif effect.to in ("each", "adjacent", "target"):
        await battle.place_hits({foe.piece: n for foe in able})
    else:
        prompt = Text("{card}: {n} hits on which card?", {"card": cause.name, "n": n})
        foe = await battle.pick_foe(prompt, lambda: able)
        await battle.place_hits({foe.piece: n})


@rule("R27")
async def gain_energy(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """From the supply to the shared pool, never to a Ranger."""
    n = amount(battle, effect, cause)
    battle.pool += n
    battle.tell("{n} energy for the pool.", n=n)


@rule("R30")
async def add_dice(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    battle.bonus_dice += amount(battle, effect, cause)


async def add_hits(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """More hits for the attack whose dice lie there, else for the next one."""
    n = amount(battle, effect, cause)
    if battle.act and battle.act.kind == "attack" and battle.act.targets:
        battle.act.hits += n
    else:
        battle.bonus_hits += n


async def ignore_guard(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    del effect, cause
    battle.free_aim = True


@rule("R26")
async def reroll(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """All the misses of this roll once more, and only they."""
    act = battle.act
    if act is None or act.faces is None:
        return
    again = [n for n, face in enumerate(act.faces) if not HITS[face]]
    if effect.how == "any" or battle.house["reroll"] == "any_dice_once":
        again = await dice_to_reroll(battle, act.faces)
    if not again:
        return
    faces = list(act.faces)
    thrown = await roll(len(again), act.by or cause.seat, Text("Throw {n}.", {"n": len(again)}))
    for n, face in zip(again, thrown, strict=True):
        act.hits += HITS[face] - HITS[faces[n]]
        faces[n] = face
    act.faces = tuple(faces)


async def dice_to_reroll(battle: RangerSide, faces: tuple[int, ...]) -> list[int]:
    """Any dice, picked by how low they may be: misses, or single hits too, or all."""
    levels = sorted({HITS[face] for face in faces})
    names = ("The misses", "Misses and single hits", "All dice")
    options = [Option(f"reroll {n}", n, Text(names[n]), key=n + 1) for n in levels]
    prompt = Text("Which dice are thrown again?")
    _, most = await battle.team(prompt, lambda _: options)
    return [n for n, face in enumerate(faces) if HITS[face] <= most]


@rule("R39")
async def reduce_damage(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    act = battle.act
    if act is None or act.damage is None:
        return
    less = act.damage if effect.how == "all" else amount(battle, effect, cause)
    act.damage = max(0, act.damage - less)


@rule("R22")
async def play_again(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    await battle.another_card(cause.seat, effect.to or "self")


async def draw(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    n = amount(battle, effect, cause)
    seats = [cause.seat]
    if effect.to == "each":
        seats = list(battle.fighting)
    if effect.to == "any":
        seats = [await battle.pick_ranger(Text("Who draws?"), battle.fighting)]
    for seat in seats:
        if seat in battle.fighting:
            await battle.draw_cards(seat, n)


async def search(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """Cards of one's choice out of the deck; real ones are simply taken."""
    ranger = battle.rangers[cause.seat]
    ranger.deck.shuffle()
    for _ in range(min(effect.n, len(ranger.deck))):
        ranger.deck.middle -= 1
        if ranger.deck.stock.real:
            ranger.hand.unseen += 1
            continue
        piece = await own_card(battle, cause.seat, "take", ranger.deck.stock.unseen)
        ranger.deck.stock.unseen.remove(piece)
        ranger.hand.held.append(piece)
    battle.tell("{seat} searches the deck.", seat=cause.seat)
    await battle.check_deck(cause.seat)


async def own_card(battle: RangerSide, seat: Seat, verb: str, pieces: list[Piece]) -> Piece:
    """One of these cards, as the player likes; copies of a card are as good as each other."""
    first = {battle.cards[piece].id: piece for piece in reversed(pieces)}
    options = [
        Option(
            f"{verb} {piece}",
            piece,
            Text("{card}", {"card": battle.cards[piece].name}),
            key=n if n <= 6 else None,
            piece=piece,
        )
        for n, piece in enumerate(reversed(first.values()), 1)
    ]
    prompt = Text("Which card?")
    public = Text("{seat} picks a card.", {"seat": seat})
    return await choose(seat, prompt, Options(options), public=public)


async def recover(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    ranger = battle.rangers[cause.seat]
    for _ in range(min(effect.n, len(ranger.discard))):
        piece = await own_card(battle, cause.seat, "take", ranger.discard)
        ranger.discard.remove(piece)
        ranger.hand.held.append(piece)


async def top_of_deck(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    ranger = battle.rangers[cause.seat]
    for _ in range(min(effect.n, len(ranger.discard))):
        piece = await own_card(battle, cause.seat, "take", ranger.discard)
        ranger.discard.remove(piece)
        ranger.deck.put_on_top(piece)


async def shuffle_back(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    ranger = battle.rangers[cause.seat]
    back = []
    for _ in range(min(effect.n, len(ranger.discard))):
        piece = await own_card(battle, cause.seat, "take", ranger.discard)
        ranger.discard.remove(piece)
        back.append(piece)
    ranger.deck.shuffle(back)


async def pay_card(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    for _ in range(effect.n):
        await battle.lose_from_hand(cause.seat, "choose")


# -- on the enemy cards


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
        down = [f for f in battle.foes() if f.defeated and f.piece.startswith(f"{place}.")]
        if not down:
            return
        foe = await battle.pick_foe(Text("Which card is turned up again?"), partial(list, down))
        foe.defeated = False
        battle.tell("{card} stands again.", card=foe.card.name)


# -- the table decides


async def table(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """The screen asks for the outcome until the players say that this was all."""
    del effect
    while battle.fighting and (cause.foe or battle.standing()):
        prompt = Text("{card}: what happens?", {"card": cause.name})
        press = dict.fromkeys(battle.fighting, "done")
        _, what = await battle.team(prompt, lambda _: _outcomes(battle, cause), press=press)
        if what is None:
            return
        n = await battle.how_many(Text("How many?"), 1, 12)
        await _OUTCOMES[what[0]](battle, what[1], n, cause)


def _outcomes(battle: RangerSide, cause: Cause) -> list[Option[Any]]:
    """What a card of this side might do."""
    found: list[Option[Any]] = [Option("done", None, Text("That was all"))]

    def add(kind: str, whom: str, label: Text, key: int | None = None) -> None:
        found.append(battle.option(f"{kind} {whom}".strip(), (kind, whom), label, key))

    seats = [(seat, {"seat": seat}) for seat in battle.fighting]
    for n, foe in enumerate([] if cause.foe else battle.standing(), 1):
        label = Text("Hits on {card}", {"card": foe.card.name})
        add("hits", foe.piece, label, n if n <= 6 else None)
    for n, (seat, who) in enumerate(seats if cause.foe else (), 1):
        add("damage", seat, Text("Damage to {seat}", who), n)
    for seat, who in seats if cause.foe else ():
        add("discard", seat, Text("{seat} discards", who))
        add("mill", seat, Text("{seat} loses cards of the deck", who))
    if cause.foe:
        add("drain", "", Text("Energy drain"))
        return found
    for seat, who in seats:
        add("draw", seat, Text("{seat} draws", who))
    add("energy", "", Text("Energy for the pool"))
    if battle.act and battle.act.damage is not None:
        add("reduce", "", Text("Less damage"))
    if battle.act and battle.act.kind == "attack":
        add("more", "", Text("More hits for this attack"))
    return found


async def _hits(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
    del cause
    await battle.place_hits({whom: n})


async def _damage(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
    await battle.take_damage(whom, n, cause.name)


async def _drain(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
    del whom, cause
    await battle.drain(n)


async def _discard(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
    del cause
    for _ in range(n):
        await battle.lose_from_hand(whom, "choose")


async def _mill(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
    del cause
    for _ in range(n):
        if whom in battle.fighting:
            await battle.lose_from_deck(whom, "top")


async def _draw(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
    del cause
    await battle.draw_cards(whom, n)


async def _energy(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
    del whom
    await gain_energy(battle, Effect("gain_energy", n), cause)


async def _reduce(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
    del whom
    await reduce_damage(battle, Effect("reduce_damage", n), cause)


async def _more(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
    del whom
    await add_hits(battle, Effect("add_hits", n), cause)


_OUTCOMES: Mapping[str, Callable[[RangerSide, str, int, Cause], Awaitable[None]]] = {
    "hits": _hits,
    "damage": _damage,
    "drain": _drain,
    "discard": _discard,
    "mill": _mill,
    "draw": _draw,
    "energy": _energy,
    "reduce": _reduce,
    "more": _more,
}

DO: Mapping[str, Verb] = {
    verb.__name__: verb
    for verb in (
        attack,
        hit,
        gain_energy,
        add_dice,
        add_hits,
        ignore_guard,
        reroll,
        reduce_damage,
        play_again,
        draw,
        search,
        recover,
        top_of_deck,
        shuffle_back,
        pay_card,
        damage,
        drain,
        discard_hand,
        discard_deck,
        deploy,
        revive,
        table,
    )
}
"""Every verb of `cards.VERBS` but the three that merely stand there while a card is in play."""
