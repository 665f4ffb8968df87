"""The table decides: for what no verb says, the screen asks the players for the outcome."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sized
from typing import Any

from companion.engines.core import Option, Options, Seat, Text, rule
from companion.engines.heroes import verbs_of_enemies as enemies
from companion.engines.heroes import verbs_of_rangers as rangers
from companion.engines.heroes.answers import Add, Play, key_of
from companion.engines.heroes.asking import Answers
from companion.engines.heroes.cards import Cause, Effect
from companion.engines.heroes.damage import RangerSide

DONE: Option[None] = Option("done", None, Text("That was all"))


@rule("R22", "R23")
async def table(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """The screen asks for the outcome until the players say that this was all."""
    del effect
    while battle.fighting and (cause.foe or cause.seat in battle.fighting):
        prompt = Text("{card}: what happens?", {"card": cause.name})
        press = battle.for_all(DONE)
        _, what = await battle.team(prompt, _answers(battle, cause), press=press)
        if what is None:
            return
        if isinstance(what, Play | Add):
            await battle.respond(what)
        else:
            await _happen(battle, what, cause)


async def _happen(battle: RangerSide, what: tuple[str, str], cause: Cause) -> None:
    """So many of it; for those that are about cards of one Ranger, of which."""
    kind, whom = what
    if kind in _OF_A_RANGER and not whom:
        able = _able(battle, kind)
        whom = await battle.pick_ranger(Text("Which Ranger?"), able)
    n = 1
    if kind not in _ONCE:
        n = await battle.how_many(Text("How many?"), 1, 12)
    await OUTCOMES[kind](battle, whom, n, cause)


def _answers(battle: RangerSide, cause: Cause) -> Answers:
    """What happens; or a card of which nothing is entered joins in, and is told of then."""
    found, blanks = _outcomes(battle, cause), battle.printed.blanks
    if not blanks or not battle.any_could_be(blanks):
        return battle.to_all(Options(found))
    if battle.energy() < 0:
        blanks = frozenset()
    return battle.each_its_own(
        lambda viewer: [
            *found,
            *battle.hand_answers("react", viewer, battle.in_charge[viewer], blanks),
            *battle.energy_answers(viewer),
        ],
    )


def _outcomes(battle: RangerSide, cause: Cause) -> list[Option[Any]]:
    """What a card of this side might do."""
    return [DONE, *(_of_an_enemy(battle) if cause.foe else _of_a_ranger(battle))]


def _one(kind: str, label: Text, whom: str = "", key: int | None = None) -> Option[Any]:
    return Option(f"{kind} {whom}".strip(), (kind, whom), label, key)


def _of_an_enemy(battle: RangerSide) -> list[Option[Any]]:
    seats = [(seat, {"seat": seat}) for seat in battle.fighting]
    found = [
        _one("damage", Text("Damage to {seat}", who), seat, n)
        for n, (seat, who) in enumerate(seats, 1)
    ]
    for seat, who in seats:
        found.append(_one("discard", Text("{seat} discards", who), seat))
        found.append(_one("mill", Text("{seat} loses cards of the deck", who), seat))
    found.append(_one("drain", Text("Energy drain")))
    found.append(_one("roll", _ROLL))
    found.append(_one("skip", Text("The Rangers miss their next turn")))
    found += _of_one(battle, "draw", "pay")
    found += [
        _one("mend", Text("Hits are taken off {card}", {"card": foe.card.name}), foe.piece)
        for foe in battle.standing()
        if foe.hits
    ]
    found.append(_one("deploy", Text("Foot soldiers are deployed")))
    if any(foe.defeated for foe in battle.order):
        found.append(_one("revive", Text("Defeated cards stand again")))
    return found


def _of_a_ranger(battle: RangerSide) -> list[Option[Any]]:
    found = [
        _one("hits", Text("Hits on {card}", {"card": foe.card.name}), foe.piece, key_of(n))
        for n, foe in enumerate(battle.standing(), 1)
    ]
    found += [_one("draw", Text("{seat} draws", {"seat": seat}), seat) for seat in battle.fighting]
    found.append(_one("energy", Text("Energy for the pool")))
    if battle.pool:
        found.append(_one("spend", Text("Energy out of the pool")))
    if battle.act and battle.act.damage is not None:
        found.append(_one("reduce", Text("Less damage")))
        found.append(_one("shields", Text("More shields")))
    found.append(_one("attack", Text("An attack with dice")))
    found.append(_one("roll", _ROLL))
    changes = _THIS_ATTACK if battle.open_attack() else _NEXT_ATTACK
    found += [_one(kind, label) for kind, label in changes.items()]
    found.append(_one("again", Text("Another card is played")))
    if rangers.kept_now(battle):
        found += [_one("keep", label, to) for to, label in _KEPT.items()]
    found += _of_one(battle, "heal", "recover", "top", "search", "pay", "mill")
    if battle.act is None or battle.act.damage is None:
        found += _of_one(battle, "suffer")
    return found


def _of_one(battle: RangerSide, *kinds: str) -> list[Option[Any]]:
    """What is about the cards of one Ranger, who is picked then."""
    return [_one(kind, _OF_A_RANGER[kind]) for kind in kinds if _able(battle, kind)]


def _able(battle: RangerSide, kind: str) -> list[Seat]:
    """The Rangers who have cards for that."""
    having: dict[Seat, Sized] = {
        seat: ranger.hand
        if kind == "pay"
        else ranger.discard
        if kind in ("heal", "recover", "top")
        else ranger.deck
        for seat, ranger in battle.rangers.items()
    }
    return [seat for seat in battle.fighting if len(having[seat])]


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


async def _attack(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
    del whom
    await battle.attack(Effect("attack", dice=n), cause)


async def _roll(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
    del whom
    hits = await rangers.rolled(n, cause.seat or battle.lead)
    battle.tell("The dice show {n} hits.", n=hits)


async def _spend(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
    del whom, cause
    battle.pool -= min(n, battle.pool)


async def _keep(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
    await rangers.keep(battle, Effect("keep", n, whom), cause)


async def _mend(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
    del cause
    foe = battle.foe(whom)
    foe.hits -= min(n, foe.hits)


def _as(
    verb: Callable[[RangerSide, Effect, Cause], Awaitable[None]],
) -> Callable[[RangerSide, str, int, Cause], Awaitable[None]]:
    """What a verb does, for a Ranger that was picked or for the one who plays the card."""

    async def outcome(battle: RangerSide, whom: str, n: int, cause: Cause) -> None:
        effect = Effect(verb.__name__, n, "any" if verb is rangers.play_again else "", how="any")
        await verb(battle, effect, Cause(whom or cause.seat, cause.foe, cause.name))

    return outcome


OUTCOMES: Mapping[str, Callable[[RangerSide, str, int, Cause], Awaitable[None]]] = {
    "hits": _hits,
    "damage": _damage,
    "drain": _drain,
    "discard": _discard,
    "mill": _mill,
    "draw": _draw,
    "energy": _as(rangers.gain_energy),
    "spend": _spend,
    "attack": _attack,
    "roll": _roll,
    "suffer": _damage,
    "shields": _as(rangers.add_shields),
    "keep": _keep,
    "dice": _as(rangers.add_dice),
    "aim": _as(rangers.ignore_guard),
    "top": _as(rangers.top_of_deck),
    "skip": _as(enemies.skip_turn),
    "mend": _mend,
    "reduce": _as(rangers.reduce_damage),
    "more": _as(rangers.add_hits),
    "rethrow": _as(rangers.reroll),
    "again": _as(rangers.play_again),
    "heal": _as(rangers.shuffle_back),
    "recover": _as(rangers.recover),
    "search": _as(rangers.search),
    "pay": _as(rangers.pay_card),
    "deploy": _as(enemies.deploy),
    "revive": _as(enemies.revive),
}
_ROLL = Text("Dice are rolled for something else")
_ONCE = ("rethrow", "again", "aim", "keep", "skip")
_OF_A_RANGER = {
    "draw": Text("Cards are drawn"),
    "heal": Text("Discarded cards go back into the deck"),
    "recover": Text("Discarded cards come back into the hand"),
    "top": Text("Discarded cards go on top of the deck"),
    "search": Text("Cards of one's choice out of the deck"),
    "pay": Text("Cards of the hand are discarded"),
    "mill": Text("Cards of the deck are discarded"),
    "suffer": Text("A Ranger takes damage"),
}
_THIS_ATTACK = {
    "more": Text("More hits for this attack"),
    "dice": Text("More dice for this attack"),
    "aim": Text("This attack may pick a guarded card"),
    "rethrow": Text("Dice are thrown again"),
}
_NEXT_ATTACK = {
    "more": Text("More hits for the next attack"),
    "dice": Text("More dice for the next attack"),
    "aim": Text("The next attack may pick a guarded card"),
    "rethrow": Text("Dice of the next attack are thrown again"),
}
_KEPT = {
    "hand": Text("That card goes to the hand"),
    "top": Text("That card goes on top of the deck"),
    "bottom": Text("That card goes under the deck"),
}
