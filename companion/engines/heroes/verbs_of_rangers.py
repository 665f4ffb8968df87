"""What the verbs on the cards of Rangers do: one function each."""

from __future__ import annotations

from companion.engines.core import Option, Options, Piece, Seat, Text, choose, roll, rule
from companion.engines.heroes.answers import key_of
from companion.engines.heroes.cards import Cause, Effect
from companion.engines.heroes.damage import RangerSide
from companion.engines.heroes.pieces import FEET, HITS


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
    return sum([HITS[face] for face in faces])


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
        foe = await battle.pick_foe(prompt, able)
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
    _, most = await battle.team(prompt, battle.to_all(Options(options)))
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
            key=key_of(n),
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
