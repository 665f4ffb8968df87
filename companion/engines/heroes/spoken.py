"""What the table may state in a Ranger turn: what a Zord or a ruling did."""

from __future__ import annotations

from typing import NamedTuple

from companion.engines.core import Form, Statement, Text, fill_ins, rule
from companion.engines.heroes.cards import Cause
from companion.engines.heroes.damage import RangerSide
from companion.engines.heroes.verbs_of_table import OUTCOMES as OF_A_CARD
from companion.errors import IllegalAction, UnknownAction

OUTCOMES = {kind: OF_A_CARD[kind] for kind in ("damage", "discard", "mill", "draw")}
"""What may happen to a Ranger."""
WORDS = {
    "hits": Text("Hits on {whom}: {n}."),
    "pool": Text("Energy in the pool: {n}."),
    "stored": Text("Energy of {whom}: {n}."),
    "command": Text("Energy in the Command Center: {n}."),
    "damage": Text("Damage for {whom}: {n}."),
    "discard": Text("Cards that {whom} discards: {n}."),
    "mill": Text("Cards off the deck of {whom}: {n}."),
    "draw": Text("Cards that {whom} draws: {n}."),
}
"""What each kind of fact is about."""
MOST = 99


class Fact(NamedTuple):
    """A public fact that the table states: hits on a card, energy in the pool or elsewhere."""

    kind: str
    whom: str
    n: int


class Spoken(RangerSide):
    """Facts that the table states."""

    def facts(self) -> Statement[Fact]:
        """What the table may say, between any two answers."""
        return Statement(self.statement, self.examples, self.forms)

    def statement(self, notation: str) -> Fact:
        """What a Zord or a ruling did: `hits foot.jab.1 2`, `pool 3`, `damage billy 1`."""
        words = notation.split(" ")
        kind, whom, n = words[0], words[1] if len(words) == 3 else "", words[-1]
        if kind not in WORDS or not n.isdecimal() or len(n) > 2:
            raise UnknownAction("{told} is nothing the table may say", told=repr(notation))
        known = {
            "hits": [foe.piece for foe in self.standing()],
            "stored": list(self.seats) if int(n) <= 1 else [],
        }.get(kind, self.fighting if kind in OUTCOMES else [""])
        if whom not in known or not n.isascii():
            raise IllegalAction("the table may not say {told} now", told=repr(notation))
        return Fact(kind, whom, int(n))

    def examples(self) -> tuple[str, ...]:
        return (
            *[f"hits {foe.piece} 1" for foe in self.standing()[:1]],
            "pool 3",
            f"stored {self.lead} 1",
            "command 2",
            *[f"{kind} {self.lead} 1" for kind in OUTCOMES],
        )

    def forms(self) -> tuple[Form, ...]:
        """What the owner may fill in."""
        cards = [(foe.piece, Text("{words}", {"words": foe.card.name})) for foe in self.standing()]
        whom = dict.fromkeys(OUTCOMES, fill_ins(self.fighting))
        whom |= {"hits": cards, "stored": fill_ins(self.seats)}
        return tuple(
            Form(f"{kind} {{whom}} {{n}}", words, {"whom": whom[kind], "n": _numbers(kind)})
            if kind in whom
            else Form(f"{kind} {{n}}", words, {"n": _numbers(kind)})
            for kind, words in WORDS.items()
            if whom.get(kind, True)
        )

    @rule("R47", "R64", "R65")
    async def state(self, fact: Fact) -> None:
        """A Zord, a PASSIVE card, a figure elsewhere or a ruling of the table changes something."""
        foe = next((foe for foe in self.standing() if foe.piece == fact.whom), None)
        whom = foe.card.name if foe else fact.whom
        words = Text(WORDS[fact.kind].template, {"whom": whom, "n": fact.n})
        self.tell("The table says: {words}", words=words)
        if fact.kind in OUTCOMES:
            await OUTCOMES[fact.kind](self, fact.whom, fact.n, Cause())
        elif fact.kind == "hits":
            await self.place_hits({fact.whom: fact.n})
        elif fact.kind == "pool":
            self.pool = fact.n
        elif fact.kind == "stored":
            self.rangers[fact.whom].stored = fact.n
        else:
            self.command = fact.n


def _numbers(kind: str) -> range:
    """How many there may be: a Ranger has one energy, or none."""
    return range(2 if kind == "stored" else MOST + 1)
