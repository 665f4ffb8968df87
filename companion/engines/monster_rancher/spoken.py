"""What the table may state in the Card Play Phase: fame, damage and injury that the Pi missed."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from companion.engines.core import Form, GameOver, Statement, Text, fill_ins
from companion.engines.monster_rancher.pieces import FAME
from companion.engines.monster_rancher.verbs import Verbs
from companion.errors import IllegalAction, UnknownAction

MOST = {"fame": FAME, "damage": 20, "injured": 1}
"""What may be stated, and the highest number of each; `injured … 0` is well again."""


class Fact(NamedTuple):
    """A public fact: `fame` of a seat, `damage` on a monster, or whether it is `injured`."""

    kind: str
    whom: str
    n: int


class Spoken(Verbs):
    """The table speaks."""

    @cached_property
    def statement(self) -> Statement[Fact]:
        return Statement(self.read, self.examples, self.forms)

    def read(self, notation: str) -> Fact:
        """`fame jason 2`, `damage jason.pup.1 3`, `injured jason.pup.1 1`."""
        kind, _, rest = notation.partition(" ")
        whom, _, n = rest.rpartition(" ")
        if kind not in MOST or not (n.isascii() and n.isdecimal()):
            raise UnknownAction("{told} is nothing the table may say", told=repr(notation))
        monsters = [m.piece for ranch in self.ranches.values() for m in ranch.monsters]
        known = self.seats if kind == "fame" else monsters
        if whom not in known or int(n) > MOST[kind]:
            raise IllegalAction("the table may not say {told} now", told=repr(notation))
        return Fact(kind, whom, int(n))

    def examples(self) -> tuple[str, ...]:
        monsters = [m.piece for ranch in self.ranches.values() for m in ranch.monsters]
        spoken = [f"fame {self.seats[0]} 1"]
        if monsters:
            spoken += [f"damage {monsters[0]} 1", f"injured {monsters[0]} 1"]
        return tuple(spoken)

    def forms(self) -> tuple[Form, ...]:
        """What the owner may fill in."""
        how = [("1", Text("injured")), ("0", Text("well again"))]
        monsters = [
            (m.piece, Text("{monster} of {seat}", {"monster": m.card.name, "seat": seat}))
            for seat, ranch in self.ranches.items()
            for m in ranch.monsters
        ]
        damage = range(MOST["damage"] + 1)
        found = (
            Form(
                "fame {seat} {n}",
                Text("Fame of {seat}: {n}."),
                {"seat": fill_ins(self.seats), "n": range(MOST["fame"] + 1)},
            ),
            Form(
                "damage {monster} {n}",
                Text("Damage on {monster}: {n}."),
                {"monster": monsters, "n": damage},
            ),
            Form(
                "injured {monster} {how}",
                Text("{monster} is {how}."),
                {"monster": monsters, "how": how},
            ),
        )
        return found if monsters else found[:1]

    async def state(self, fact: Fact) -> None:
        """It is so from now on."""
        if fact.kind == "fame":
            self.ranches[fact.whom].fame = fact.n
            self.tell("The table says: {seat} has {n} fame.", seat=fact.whom, n=fact.n)
            if fact.n == FAME:
                words = Text("{seat} has three fame counters.", {"seat": fact.whom})
                raise GameOver([fact.whom], words)
            return
        monster = self.monster(fact.whom)
        assert monster is not None  # noqa: S101  (it was there when the fact was read)
        seat, name = self.owner(monster).seat, monster.card.name
        if fact.kind == "damage":
            monster.damage = fact.n
            self.tell(
                "The table says: {monster} of {s} has {n} damage.", monster=name, s=seat, n=fact.n
            )
        if (fact.kind, fact.n) == ("injured", 0):
            await self.heal(seat, monster)
        elif fact.kind == "injured" or self.fallen(monster):
            self.injure(monster)
