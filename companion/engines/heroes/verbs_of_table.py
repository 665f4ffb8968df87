"""The table decides: for what no verb says, the screen asks the players for the outcome."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from companion.engines.core import Option, Options, Text
from companion.engines.heroes.answers import key_of
from companion.engines.heroes.cards import Cause, Effect
from companion.engines.heroes.damage import RangerSide
from companion.engines.heroes.verbs_of_rangers import add_hits, gain_energy, reduce_damage


async def table(battle: RangerSide, effect: Effect, cause: Cause) -> None:
    """The screen asks for the outcome until the players say that this was all."""
    del effect
    while battle.fighting and (cause.foe or battle.standing()):
        prompt = Text("{card}: what happens?", {"card": cause.name})
        press = dict.fromkeys(battle.fighting, "done")
        answers = battle.to_all(Options(_outcomes(battle, cause)))
        _, what = await battle.team(prompt, answers, press=press)
        if what is None:
            return
        n = await battle.how_many(Text("How many?"), 1, 12)
        await _OUTCOMES[what[0]](battle, what[1], n, cause)


def _outcomes(battle: RangerSide, cause: Cause) -> list[Option[Any]]:
    """What a card of this side might do."""
    found: list[Option[Any]] = [Option("done", None, Text("That was all"))]

    def add(kind: str, whom: str, label: Text, key: int | None = None) -> None:
        found.append(Option(f"{kind} {whom}".strip(), (kind, whom), label, key))

    seats = [(seat, {"seat": seat}) for seat in battle.fighting]
    for n, foe in enumerate([] if cause.foe else battle.standing(), 1):
        label = Text("Hits on {card}", {"card": foe.card.name})
        add("hits", foe.piece, label, key_of(n))
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
