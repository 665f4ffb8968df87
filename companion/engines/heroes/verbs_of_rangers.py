"""What the verbs on the cards of Rangers do: one function each."""

from __future__ import annotations

from companion.engines.core import Option, Options, Piece, Seat, Text, choose, roll, rule
from companion.engines.heroes.answers import key_of
from companion.engines.heroes.cards import Cause, Effect
from companion.engines.heroes.damage import RangerSide
from companion.engines.heroes.pieces import FEET, HITS, Act, Bonus, Foe


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
    able = meant(battle, effect.to, cause)
    if not able:
        return
    n = amount(battle, effect, cause) + await rolled(effect.dice, cause.seat)
    if effect.to == "divided":
        await battle.place_hits(await battle.divide(n, able))
    elif effect.to in ("each", "adjacent", "target"):
        await battle.place_hits({foe.piece: n for foe in able})
    else:
        prompt = Text("{card}: {n} hits on which card?", {"card": cause.name, "n": n})
        foe = await battle.pick_foe(prompt, able)
        await battle.place_hits({foe.piece: n})


def meant(battle: RangerSide, to: str, cause: Cause) -> list[Foe]:
    """The standing cards that hits may go to: all, or those just attacked, or those beside them.

    A reaction has attacked nothing itself: it means the attack that is open or was just made, or
    the enemy card whose turn it is.
    """
    standing, act = battle.standing(), battle.act
    if to not in ("target", "adjacent"):
        return standing
    open_: tuple[Piece, ...] = act.targets if act else ()
    if act and act.piece and act.kind == "enemy":
        open_ = (act.piece,)
    pieces = set(cause.attacked or open_)
    if to == "adjacent":
        pieces = {foe.piece for at in pieces for foe in battle.beside(battle.foe(at))}
    return [foe for foe in standing if foe.piece in pieces]


@rule("R27")
async def gain_energy(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """From the supply to the shared pool, never to a Ranger."""
    n = amount(battle, effect, cause)
    battle.pool += n
    battle.tell("{n} energy for the pool.", n=n)


def changed(battle: RangerSide, effect: Effect) -> Act | None:
    """The open attack that is changed, or None if the next one is meant."""
    return None if effect.to == "next" else battle.open_attack()


@rule("R30")
async def add_dice(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """More dice for the attack that is open, thrown at once where its dice lie; or the next."""
    n, attack = amount(battle, effect, cause), changed(battle, effect)
    (attack or battle).bonus += Bonus(dice=n)
    if attack and attack.step == "roll":
        await battle.throw(attack, n)


@rule("R30")
async def add_hits(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """More hits for the attack that is open, else for the next one."""
    n, attack = amount(battle, effect, cause), changed(battle, effect)
    (attack or battle).bonus += Bonus(hits=n)
    if attack and attack.step == "roll":
        attack.hits += n


@rule("R45")
async def ignore_guard(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """For the attack that has yet to pick a target: the one that is open, else the next."""
    del cause
    attack = changed(battle, effect)
    if attack and attack.step == "roll" and attack.to != "divided":
        attack = None
    (attack or battle).bonus += Bonus(free_aim=True)


@rule("R26", "R30")
async def reroll(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """Dice of the attack that is open, or of the next, once more each time it is performed."""
    del cause
    attack = changed(battle, effect)
    (attack or battle).bonus += Bonus(rerolls=(effect.how,))
    if attack and attack.step == "roll":
        await battle.throw_again(attack, effect.how)


@rule("R39")
async def reduce_damage(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    act = battle.act
    if act is None or act.damage is None:
        return
    less = act.damage if effect.how == "all" else amount(battle, effect, cause)
    act.damage = max(0, act.damage - less)


@rule("R40")
async def add_shields(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """For the card that is turned up against damage."""
    act = battle.act
    if act and act.on and act.piece:
        act.shields += amount(battle, effect, cause)


@rule("R24")
async def keep(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """The card that is turned up, or the attack or maneuver that is carried out."""
    del cause
    if piece := kept_now(battle):
        battle.kept[piece] = effect.to or "hand"


def kept_now(battle: RangerSide) -> Piece | None:
    act = battle.act
    if act and act.on and act.piece:
        return act.piece
    played = [play.piece for play in battle.in_play if battle.cards[play.piece].type != "reaction"]
    return played[-1] if played else None


@rule("R22")
async def play_again(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    await battle.another_card(cause.seat, effect.to or "self")


@rule("R36")
async def draw(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    n = amount(battle, effect, cause)
    seats = [cause.seat]
    if effect.to == "each":
        seats = list(battle.fighting)
    if effect.to == "any":
        seats = [await battle.pick_ranger(Text("Who draws?"), battle.fighting)]
    while seat := await battle.next_of(seats, n):
        await battle.draw_cards(seat, n)


async def search(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """Cards of one's choice out of the deck; real ones are simply taken."""
    ranger = battle.rangers[cause.seat]
    if not len(ranger.deck):
        return
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
