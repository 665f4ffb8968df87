"""Marbles: a game of the tests' own, so that the table is seen to know no game.

Everybody seals a colour; the highest die begins. On a turn one rests or tries the marble in front:
the left neighbour may peek under it and exchange it, chips may be laid, one die is thrown, and what
is reached must be the marble's level. Two marbles win.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engines.core import (
    GameOver,
    Offer,
    Option,
    Options,
    Position,
    Seat,
    Statement,
    Text,
    choose,
    draw,
    look,
    roll,
    roll_each,
    rule,
    together,
)
from companion.engines.game import Game, Switch, Value, boolean, one_of
from companion.errors import UnknownAction

MARBLES = tuple(f"putty-{n}" for n in range(1, 7))
LEVELS = dict(zip(MARBLES, (2, 3, 4, 5, 6, 7), strict=True))
COLOURS = Options(Option(c, c, Text(c), key=n) for n, c in enumerate(("red", "blue"), 1))
TRY = Options([Option("try", "try", Text("Try")), Option("rest", "rest", Text("Rest"))])
PEEK = Options([Option("peek", True, Text("Peek")), Option("leave", False, Text("Leave"))])
CHIPS = Options(
    Option("chips " + (" ".join(map(str, c)) or "none"), c, Text("chips"), parts=c)
    for c in ((), (1,), (2,), (1, 2))
)
ON = Options([Option("on", None, Text("Go on"))])


@dataclass
class Marbles(Position):
    real: bool = False
    broken: bool = False
    turn: Seat = ""
    points: dict[Seat, int] = field(default_factory=dict)
    unseen: list[str] = field(default_factory=lambda: list(MARBLES))
    front: str | None = None
    swap: Seat | None = None
    clip: int = 3

    @rule("M1", heading="Begin")
    async def play(self) -> None:
        await together({s: self.colour(s) for s in self.seats}, Text("All pick a colour."))
        thrown = await roll_each(self.seats)
        self.turn = thrown.highest[0]
        self.tell("{seat} begins.", seat=self.turn)
        while True:
            await self.one_turn(self.turn)
            await choose(self.turn, Text("Done."), ON, formality="on")
            self.turn = self.left_of(self.turn)

    async def colour(self, seat: Seat) -> str:
        return await choose(seat, Text("Which colour?"), COLOURS)

    @rule("M2", heading="Turn")
    async def one_turn(self, seat: Seat) -> None:
        by, act = await Offer(
            {seat: TRY},
            Text("Your turn."),
            press={seat: "try"},
            hold={seat: "rest"},
            implied={seat: "try"},
            statement=Statement(self.statement, lambda: ("clip 2",)),
        )
        if by == "table":
            self.clip = int(act)
            self.tell("The clip stands at {n}.", n=self.clip)
            return
        if act == "rest":
            self.tell("{seat} rests.", seat=seat)
            return
        if self.points.get(seat, 0):
            await self.peeking(self.left_of(seat))
        chips = await choose(seat, Text("Chips?"), CHIPS, press="chips none", implied="chips none")
        (face,) = await roll(1, seat)
        if self.broken and face == 6:
            raise ZeroDivisionError
        power = face + sum(chips)
        self.tell("{seat} reaches {n}.", seat=seat, n=power)
        piece = await self.settled(seat)
        if power < LEVELS[piece]:
            await look(seat, Text("It is {n}", {"n": LEVELS[piece]}))
            self.tell("{seat} loses.", seat=seat)
            self.unseen.append(piece)
            self.front = None
            return
        self.reveal("{seat} wins against {n}.", seat=seat, n=LEVELS[piece])
        self.front = None
        self.points[seat] = self.points.get(seat, 0) + 1
        if self.points[seat] == 2:
            raise GameOver([seat], Text("{seat} has two marbles.", {"seat": seat}))

    @rule("M3", heading="Peek")
    async def peeking(self, by: Seat) -> None:
        self.swap = by
        public = Text("{seat} may peek.", {"seat": by})
        if await choose(by, Text("Peek?"), PEEK, press="leave", public=public):
            self.front = await self.settled(by)
            level = Text("It is {n}", {"n": LEVELS[self.front]})
            await look(by, level, public=public)
            if await choose(by, Text("Change it?"), PEEK, public=public, press="leave"):
                self.unseen.append(self.front)
                self.front = None
        self.swap = None
        self.tell("{seat} has finished.", seat=by)

    async def settled(self, to: Seat) -> str:
        if self.front:
            return self.front
        piece = await draw(tuple(self.unseen), to, real=self.real)
        self.unseen.remove(piece)
        return piece

    def statement(self, notation: str) -> str:
        kind, _, n = notation.partition(" ")
        if kind != "clip" or n not in ("1", "2", "3"):
            raise UnknownAction(f"{notation!r} is nothing the table may say")
        return n

    def view(self, viewer: Seat) -> dict[str, Any]:  # noqa: ARG002  (nobody sees more than all)
        return {
            "turn": self.turn,
            "points": {s: self.points.get(s, 0) for s in self.seats},
            "swap": self.swap,
            "clip": self.clip,
            "track": [3, 2, 1],
        }


def start(seats: tuple[Seat, ...], options: Mapping[str, Value]) -> Marbles:
    return Marbles(seats, real=options["stands"] == "tagged", broken=options["broken"] is True)


TOY = Game(
    "marbles",
    "Marbles",
    1,
    range(2, 4),
    start,
    (
        Switch("stands", "dealt", one_of("dealt", "tagged"), "dealt, tagged", "M1", "who holds"),
        Switch("broken", False, boolean, "true, false", "M1", "a six breaks the rules"),
        Switch("dice", "pi", one_of("pi", "real"), "pi, real", "M1", "who throws"),
    ),
    {"children": {"stands": "dealt"}},
)
