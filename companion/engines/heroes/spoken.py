"""What the table may state in a Ranger turn: what a Zord or a ruling did."""

from __future__ import annotations

from typing import NamedTuple

from companion.engines.core import Statement, rule
from companion.engines.heroes.cards import Cause
from companion.engines.heroes.damage import RangerSide
from companion.engines.heroes.verbs_of_table import OUTCOMES as OF_A_CARD
from companion.errors import IllegalAction, UnknownAction

OUTCOMES = {kind: OF_A_CARD[kind] for kind in ("damage", "discard", "mill", "draw")}
"""What may happen to a Ranger."""
KINDS = ("hits", "pool", "stored", "command", *OUTCOMES)


class Fact(NamedTuple):
    """A public fact that the table states: hits on a card, energy in the pool or elsewhere."""

    kind: str
    whom: str
    n: int


class Spoken(RangerSide):
    """Facts that the table states."""

    def facts(self) -> Statement[Fact]:
        """What the table may say, between any two answers."""
        return Statement(self.statement, self.examples)

    def statement(self, notation: str) -> Fact:
        """What a Zord or a ruling did: `hits foot.jab.1 2`, `pool 3`, `damage billy 1`."""
        words = notation.split(" ")
        kind, whom, n = words[0], words[1] if len(words) == 3 else "", words[-1]
        if kind not in KINDS or not n.isdecimal() or len(n) > 2:
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

    @rule("R47", "R64", "R65")
    async def state(self, fact: Fact) -> None:
        """A Zord, a PASSIVE card, a figure elsewhere or a ruling of the table changes something."""
        self.tell("The table says: {kind} {n}.", kind=fact.kind, n=fact.n)
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
