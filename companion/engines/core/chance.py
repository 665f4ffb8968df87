"""The ways to ask chance: dice, and which face-down piece it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.engines.core.questions import Ask, Options
from companion.engines.core.text import AUDIENCE, TABLE, Json, Piece, Seat, Text
from companion.errors import IllegalAction, UnknownAction

FACES = frozenset("123456")


@dataclass(slots=True, unsafe_hash=True)
class Roll(Ask[tuple[int, ...]]):
    """Chance: `dice` six-sided dice, thrown on the table and entered, or thrown by the Pi."""

    dice: int
    seat: Seat
    prompt: Text = Text("Roll.")

    learns = False

    def answerers(self) -> tuple[Seat, ...]:
        return (f"dice/{self.seat}",)

    def awaited(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def notations(self, by: Seat) -> tuple[str, ...]:
        """All `6 ** dice` of them: for tests; chance throws without listing them."""
        faces = [""]
        for _ in range(self.dice if by == f"dice/{self.seat}" else 0):
            faces = [f"{so_far} {face}".strip() for so_far in faces for face in "123456"]
        return tuple(faces) if faces != [""] else ()

    def accept(self, by: Seat, notation: str) -> tuple[int, ...]:
        return _faces(by, notation, self.dice)

    def notice(self) -> Text | None:
        return Text("{seat} rolls", {"seat": self.seat})

    def shown(self, seat: Seat) -> Json:
        if seat != self.seat:
            return None
        return {"kind": "roll", "prompt": self.prompt.json(), "dice": self.dice}

    def question(self) -> str:
        return f"Roll {self.seat}: {self.dice}"


def _faces(by: Seat, notation: str, dice: int) -> tuple[int, ...]:
    faces = notation.split(" ")
    if not FACES.issuperset(faces):
        raise UnknownAction(f"{by}: {notation!r} is no row of dice; each shows 1 to 6")
    if len(faces) != dice:
        raise IllegalAction(f"{by} rolls {dice} dice, not {len(faces)}")
    return tuple(map(int, faces))


class Thrown(NamedTuple):
    """A die from each of several seats: the faces if they are known, and who rolled highest."""

    faces: Mapping[Seat, int]
    highest: tuple[Seat, ...]


@dataclass(slots=True, unsafe_hash=True)
class RollEach(Ask[Thrown]):
    """Chance: one die a seat, at once.

    Answered by all faces in the order of `seats`, or, where real dice lie on the table, only by
    who rolled highest: `highest jason billy`. `counted`: the table counts to three for it.
    """

    seats: tuple[Seat, ...]
    prompt: Text = Text("Everybody rolls one die.")
    counted: bool = False

    learns = False

    def answerers(self) -> tuple[Seat, ...]:
        return ("dice/all",)

    def awaited(self) -> tuple[Seat, ...]:
        return self.seats

    def notations(self, by: Seat) -> tuple[str, ...]:
        return Roll(len(self.seats), "all").notations(by)

    def accept(self, by: Seat, notation: str) -> Thrown:
        told = notation.split(" ")
        if told[0] != "highest":
            faces = dict(zip(self.seats, _faces(by, notation, len(self.seats)), strict=True))
            best = max(faces.values())
            return Thrown(faces, tuple(seat for seat in self.seats if faces[seat] == best))
        seats = tuple(seat for seat in self.seats if seat in told[1:])
        if not seats or " ".join(("highest", *seats)) != notation:
            raise IllegalAction(f"highest takes some of {' '.join(self.seats)}, in that order")
        return Thrown({}, seats)

    def notice(self) -> Text | None:
        return self.prompt

    def shown(self, seat: Seat) -> Json:
        if seat not in self.seats:
            return None
        return {"kind": "roll_each", "prompt": self.prompt.json(), "seats": list(self.seats)}

    def question(self) -> str:
        return f"RollEach {' '.join(self.seats)}"


@dataclass(slots=True, unsafe_hash=True)
class Draw(Ask[Piece]):
    """Chance: which of these hidden pieces it is, settled only now that it must be known.

    `to` is the seat that will know it, or `table` where it turns up for all. With `real` the piece
    lies on the table: it is scanned, or told by one of `told` (an option for each kind of piece);
    the Pi never draws it. `by` is the seat that turns up for all a card that lies before it. It
    alone is asked, for what is left of its deck is nobody else's to read, unless all are one
    `team`. `at` is the space on which the piece is set, where a reader may watch that space.
    """

    pieces: Sequence[Piece]
    to: Seat
    real: bool = False
    prompt: Text = Text("Set it on the pad.")
    told: Callable[[], Options[Piece]] | None = None
    public: Text | None = None
    by: Seat | None = None
    at: str | None = None
    team: bool = False

    learns = False

    def answerers(self) -> tuple[Seat, ...]:
        return (f"deck/{self.to}",)

    def awaited(self) -> tuple[Seat, ...]:
        if self.to != TABLE:
            return (self.to,)
        return (self.by,) if self.by and self.real else ()

    def notations(self, by: Seat) -> tuple[str, ...]:
        return tuple(self.pieces) if by == f"deck/{self.to}" else ()

    def accept(self, by: Seat, notation: str) -> Piece:
        if notation not in self.pieces:
            raise IllegalAction(f"{by}: it cannot be {notation!r} now")
        return notation

    def notice(self) -> Text | None:
        return self.public

    def shown(self, seat: Seat) -> Json:
        asked = self.to if self.to != TABLE else None if self.team else self.by
        if not self.real or seat == AUDIENCE or asked not in (seat, None):
            return None
        told = self.told() if self.told else ()
        return {
            "kind": "draw",
            "prompt": self.prompt.json(),
            "options": [option.json() for option in told],
        }

    def question(self) -> str:
        return f"Draw {self.to}: {' '.join(self.pieces)}"


@dataclass(slots=True, unsafe_hash=True)
class Deal(Ask[tuple[Piece, ...]]):
    """Chance: which `count` of these hidden pieces, in the order in which they are dealt.

    A hand at once, where the Pi deals it; `to` is as in a `Draw`. Answered by all of them in
    order: `jason.jab.2 jason.duck.1`.
    """

    pieces: Sequence[Piece]
    to: Seat
    count: int

    real = False
    learns = False

    def answerers(self) -> tuple[Seat, ...]:
        return (f"deck/{self.to}",)

    def awaited(self) -> tuple[Seat, ...]:
        return () if self.to == TABLE else (self.to,)

    def notations(self, by: Seat) -> tuple[str, ...]:
        """A few of very many, each piece once in each place; chance deals without listing them."""
        around = (*self.pieces, *self.pieces) if by == f"deck/{self.to}" else ()
        return tuple(" ".join(around[n : n + self.count]) for n in range(len(around) // 2))

    def accept(self, by: Seat, notation: str) -> tuple[Piece, ...]:
        dealt = tuple(notation.split(" "))
        different = {*dealt}.intersection(self.pieces)
        if not self.count == len(dealt) == len(different):
            raise IllegalAction(f"{by}: it cannot be {notation!r} now")
        return dealt

    def shown(self, seat: Seat) -> Json:  # noqa: ARG002  (no hand deals these)
        return None

    def question(self) -> str:
        return f"Deal {self.to}: {self.count} of {' '.join(self.pieces)}"


# -- as rules say them: `await roll(...)`


def roll(dice: int, by: Seat, prompt: Text = Text("Roll.")) -> Roll:
    """The faces of `dice` dice, 1 to 6 each, that `by` throws."""
    return Roll(dice, by, prompt)


def roll_each(
    seats: Sequence[Seat],
    prompt: Text = Text("Everybody rolls one die."),
    *,
    counted: bool = False,
) -> RollEach:
    """One die from each of `seats`, and who rolled highest."""
    return RollEach(tuple(seats), prompt, counted)


draw = Draw
deal = Deal
