"""The core: rules are coroutines that await the table.

Rules ask   `await choose(...)`, `look(...)`, `roll(...)`, `draw(...)`, `Offer(...)`, `together()`
Rules say   `self.tell(...)`, `self.reveal(...)`: always to everybody
A match is  a script and the log of its answers; nothing else is ever saved (see match.py)

Who answers is a *seat*, or chance in the name of a seat: `dice/jason`, `deck/jason`.
An answer is written in *notation*: one line of text, the same in the log and in a test.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import CodeType
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from companion.errors import BrokenRule, IllegalAction, UnknownAction

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
F = TypeVar("F", bound=Callable[..., Any])

Seat: TypeAlias = str
Piece: TypeAlias = str
Script: TypeAlias = Coroutine["Ask[Any]", Any, T]
Json: TypeAlias = Any

KEY = re.compile(r"[a-z][a-z0-9_.-]*")
RESERVED = frozenset({"dice", "deck", "all", "any", "table", "audience", "owner"})
AUDIENCE: Seat = "audience"
TABLE: Seat = "table"
FACES = frozenset("123456")


class Text(NamedTuple):
    """An English template with its arguments, so that a screen can translate it and draw a seat.

    >>> str(Text("{seat} wins with {power}.", {"seat": "billy", "power": 7}))
    'billy wins with 7.'
    """

    template: str
    args: Mapping[str, Arg] = {}

    def __str__(self) -> str:
        return self.template.format(**{name: str(arg) for name, arg in self.args.items()})

    def json(self) -> Json:
        if not self.args:
            return {"text": self.template}
        args = {name: a.json() if isinstance(a, Text) else a for name, a in self.args.items()}
        return {"text": self.template, "args": args}


Arg: TypeAlias = int | str | Text


@dataclass(frozen=True, slots=True)
class Option(Generic[T_co]):
    """One answer that a seat may choose.

    `notation` stands in the log, `label` on the screen. `key` is the panel key (1 to 6) that means
    it; `parts` are the keys that together mean it (chips 2 and 3); `piece` may be scanned instead,
    or be set down on the space `at`, where a reader watches that.
    """

    notation: str
    value: T_co
    label: Text
    key: int | None = None
    parts: tuple[int, ...] | None = None
    piece: Piece | None = None
    at: str | None = None

    def json(self) -> Json:
        shown: dict[str, Json] = {"answer": self.notation, "label": self.label.json()}
        if self.key is not None:
            shown["key"] = self.key
        if self.parts is not None:
            shown["parts"] = list(self.parts)
        return shown


class Options(Sequence[Option[T_co]]):
    """What may be chosen, by notation. Make it once and share it: it never changes."""

    __slots__ = ("_all", "find", "notations")

    def __init__(self, options: Iterable[Option[T_co]]) -> None:
        self._all = tuple(options)
        self.notations = tuple(option.notation for option in self._all)
        by_notation = dict(zip(self.notations, self._all, strict=True))
        if len(by_notation) != len(self._all):
            raise BrokenRule(f"two options share a notation: {self.notations}")
        self.find: Callable[[str], Option[T_co] | None] = by_notation.get
        """The option of that notation, or None."""

    def __getitem__(self, index: Any) -> Any:
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Option[T_co]]:
        return iter(self._all)


class Ask(Generic[T]):
    """A question that the rules put to the table; `await` it for the answer.

    It is never changed once it is asked. (Frozen dataclasses would say so, and take six times as
    long to make: asking is what rules do most.)
    """

    __slots__ = ()
    learns = False
    """Whoever is asked learns something by the question itself: it cannot be taken back."""

    def __await__(self) -> Generator[Ask[Any], T, T]:
        return (yield self)

    def answerers(self) -> tuple[Seat, ...]:
        """Who may answer, as named in the log."""
        raise NotImplementedError

    def awaited(self) -> tuple[Seat, ...]:
        """The seats that everybody sees the table waiting for."""
        raise NotImplementedError

    def notations(self, by: Seat) -> tuple[str, ...]:
        """Every legal answer of `by`."""
        raise NotImplementedError

    def accept(self, by: Seat, notation: str) -> T:
        """The answer that `notation` means; `UnknownAction` or `IllegalAction` if it is none."""
        raise NotImplementedError

    def notice(self) -> Text | None:
        """What everybody may read about this question."""
        return None

    def shown(self, seat: Seat) -> Json:
        """The question as its own seat's screen gets it, or None."""
        raise NotImplementedError

    def question(self) -> str:
        """The question in canonical text: equal for equal questions, whatever the log before."""
        return f"{type(self).__name__} {' '.join(self.answerers())}"


def _illegal(by: Seat, notation: str) -> IllegalAction:
    return IllegalAction(f"{by} may not answer {notation!r} now")


@dataclass(slots=True, unsafe_hash=True)
class Choose(Ask[T]):
    """One seat picks one option.

    `press`, `hold`: the notation that the seat's button means, pressed and held.
    `implied`: what the seat's next act tells, so that nobody need be asked.
    `formality`: what the sitting may answer by itself, because it makes no difference to the game.
    `public`: what everybody reads meanwhile; it must not tell more than they may know.
    `learns`: the options themselves show the seat something hidden.
    `lapse`: what counts for whoever has not answered when the table has counted to three.
    """

    by: Seat
    prompt: Text
    options: Options[T]
    press: str | None = None
    hold: str | None = None
    implied: str | None = None
    formality: str | None = None
    public: Text | None = None
    learns: bool = False
    lapse: str | None = None

    def answerers(self) -> tuple[Seat, ...]:
        return (self.by,)

    def awaited(self) -> tuple[Seat, ...]:
        return () if self.by == TABLE else (self.by,)

    def notations(self, by: Seat) -> tuple[str, ...]:
        return self.options.notations if by == self.by else ()

    def accept(self, by: Seat, notation: str) -> T:
        option = self.options.find(notation)
        if option is None:
            raise _illegal(by, notation)
        return option.value

    def notice(self) -> Text | None:
        return self.public

    def shown(self, seat: Seat) -> Json:
        if seat != self.by:
            return None
        shown = {
            "kind": "choose",
            "prompt": self.prompt.json(),
            "options": [option.json() for option in self.options],
            "press": self.press,
            "hold": self.hold,
            "implied": self.implied,
        }
        return {**shown, "lapse": self.lapse} if self.lapse else shown

    def question(self) -> str:
        return f"Choose {self.by}: {self.prompt} [{' | '.join(self.options.notations)}]"


@dataclass(slots=True, unsafe_hash=True)
class Look(Ask[None]):
    """A secret that one seat sees while the question is open; gone once it answers `seen`."""

    by: Seat
    secret: Text
    public: Text | None = None

    learns = True

    def answerers(self) -> tuple[Seat, ...]:
        return (self.by,)

    def awaited(self) -> tuple[Seat, ...]:
        return (self.by,)

    def notations(self, by: Seat) -> tuple[str, ...]:
        return ("seen",) if by == self.by else ()

    def accept(self, by: Seat, notation: str) -> None:
        if notation != "seen":
            raise IllegalAction(f"{by} may only answer 'seen' now")

    def notice(self) -> Text | None:
        return self.public

    def shown(self, seat: Seat) -> Json:
        if seat != self.by:
            return None
        return {"kind": "look", "secret": self.secret.json(), "press": "seen", "implied": "seen"}

    def question(self) -> str:
        return f"Look {self.by}: {self.secret}"


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
    the Pi never draws it. `by` is the seat that turns up for all a card that lies before it; `at`
    the space on which the piece is set, where a reader may watch that space.
    """

    pieces: Sequence[Piece]
    to: Seat
    real: bool = False
    prompt: Text = Text("Set it on the pad.")
    told: Callable[[], Options[Piece]] | None = None
    public: Text | None = None
    by: Seat | None = None
    at: str | None = None

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
        if not self.real or self.to not in (seat, TABLE) or seat == AUDIENCE:
            return None
        told = self.told() if self.told else ()
        return {
            "kind": "draw",
            "prompt": self.prompt.json(),
            "options": [option.json() for option in told],
        }

    def question(self) -> str:
        return f"Draw {self.to}: {' '.join(self.pieces)}"


@dataclass(frozen=True, slots=True)
class Statement(Generic[T]):
    """A public fact that the table may say between turns, because the Pi missed it.

    `read` turns its notation into what the rules do with it, or raises a `RuleError`.
    `examples` lists legal ones, for the owner's page and for tests.
    """

    read: Callable[[str], T]
    examples: Callable[[], tuple[str, ...]]


@dataclass(slots=True, unsafe_hash=True)
class Offer(Ask[tuple[Seat, T]]):
    """A question to several seats: the first answer closes it, a later one is stale.

    `press` and `hold` give each seat's button its meaning, `implied` what its next act tells.
    With a `statement` the table may speak instead (see `Statement`); its seat is then `table`.
    `waits_for` are those whose turn it is to answer, where the others merely may.
    """

    options: Mapping[Seat, Options[T]]
    prompt: Text
    press: Mapping[Seat, str] = field(default_factory=dict)
    hold: Mapping[Seat, str] = field(default_factory=dict)
    implied: Mapping[Seat, str] = field(default_factory=dict)
    public: Text | None = None
    statement: Statement[T] | None = None
    waits_for: tuple[Seat, ...] | None = None

    learns = False

    def or_said(self, statement: Statement[T]) -> Offer[T]:
        """The same question, where the table may speak instead."""
        return Offer(
            self.options,
            self.prompt,
            self.press,
            self.hold,
            self.implied,
            self.public,
            statement,
            self.waits_for,
        )

    def answerers(self) -> tuple[Seat, ...]:
        return (*self.options, TABLE) if self.statement else tuple(self.options)

    def awaited(self) -> tuple[Seat, ...]:
        return tuple(self.options) if self.waits_for is None else self.waits_for

    def notations(self, by: Seat) -> tuple[str, ...]:
        if by in self.options:
            return self.options[by].notations
        return self.statement.examples() if self.statement and by == TABLE else ()

    def accept(self, by: Seat, notation: str) -> tuple[Seat, T]:
        if by == TABLE and self.statement:
            return by, self.statement.read(notation)
        option = self.options[by].find(notation)
        if option is None:
            raise _illegal(by, notation)
        return by, option.value

    def notice(self) -> Text | None:
        return self.public

    def shown(self, seat: Seat) -> Json:
        if seat not in self.options:
            return None
        return {
            "kind": "choose",
            "prompt": self.prompt.json(),
            "options": [option.json() for option in self.options[seat]],
            "press": self.press.get(seat),
            "hold": self.hold.get(seat),
            "implied": self.implied.get(seat),
        }

    def question(self) -> str:
        each = (f"{seat} [{' | '.join(o.notations)}]" for seat, o in self.options.items())
        return f"Offer {self.prompt}: {'; '.join(each)}"


@dataclass(slots=True, unsafe_hash=True)
class Together(Ask[dict[Seat, T]]):
    """Simultaneous choice: a script a seat, sealed until all are in. A branch only asks."""

    parts: Mapping[Seat, Script[T]]
    prompt: Text = Text("All choose.")

    learns = False

    def answerers(self) -> tuple[Seat, ...]:
        return tuple(self.parts)

    def awaited(self) -> tuple[Seat, ...]:
        return tuple(self.parts)

    def notice(self) -> Text | None:
        return self.prompt


async def choose(
    by: Seat,
    prompt: Text,
    options: Options[T],
    *,
    press: str | None = None,
    hold: str | None = None,
    implied: str | None = None,
    formality: str | None = None,
    public: Text | None = None,
    learns: bool = False,
    lapse: str | None = None,
) -> T:
    """Let `by` pick one of `options`. See `Choose` for the rest."""
    answer: T = await Choose(
        by, prompt, options, press, hold, implied, formality, public, learns, lapse
    )
    return answer


async def look(by: Seat, secret: Text, *, public: Text | None = None) -> None:
    """Show `secret` to `by` alone until it has seen."""
    await Look(by, secret, public)


async def roll(dice: int, by: Seat, prompt: Text = Text("Roll.")) -> tuple[int, ...]:
    """The faces of `dice` dice, 1 to 6 each, that `by` throws."""
    return await Roll(dice, by, prompt)


async def roll_each(
    seats: Sequence[Seat],
    prompt: Text = Text("Everybody rolls one die."),
    *,
    counted: bool = False,
) -> Thrown:
    """One die from each of `seats`, and who rolled highest."""
    return await RollEach(tuple(seats), prompt, counted)


async def draw(
    pieces: Sequence[Piece],
    to: Seat,
    *,
    real: bool = False,
    prompt: Text = Text("Set it on the pad."),
    told: Callable[[], Options[Piece]] | None = None,
    public: Text | None = None,
    by: Seat | None = None,
    at: str | None = None,
) -> Piece:
    """Settle which of the hidden `pieces` it is. Each weighs the same."""
    return await Draw(pieces, to, real, prompt, told, public, by, at)


async def together(
    parts: Mapping[Seat, Script[T]], prompt: Text = Text("All choose.")
) -> dict[Seat, T]:
    """Run a script a seat side by side; nothing is known to another until all are in."""
    return await Together(parts, prompt)


class GameOver(Exception):
    """Raised by the rule that ends the game, however deep in a turn."""

    def __init__(self, winners: Iterable[Seat], how: Text) -> None:
        self.winners, self.how = frozenset(winners), how
        super().__init__(str(how))


class Rule(NamedTuple):
    """The clauses that a function carries out, and the step's name on the screen."""

    clauses: tuple[str, ...]
    heading: str


RULES: dict[CodeType, Rule] = {}


def rule(*clauses: str, heading: str = "") -> Callable[[F], F]:
    """Cite the rulebook; the function itself is left as it is. Innermost decorator of all."""

    def cite(function: F) -> F:
        RULES[function.__code__] = Rule(clauses, heading)
        return function

    return cite


@dataclass
class Position:
    """What lies on the table. Engines subclass it; their `view` decides who sees what."""

    seats: tuple[Seat, ...]
    said: list[Text] = field(default_factory=list)
    revealed: int = 0

    def tell(self, template: str, **args: Arg) -> None:
        """Say aloud what nobody learns anything hidden by."""
        self.said.append(Text(template, args))

    def reveal(self, template: str, **args: Arg) -> None:
        """Turn a hidden thing up for all: nobody can take that back."""
        self.said.append(Text(template, args))
        self.revealed += 1

    def left_of(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    async def play(self) -> None:
        """The rules, from the set-up to `GameOver`."""
        raise NotImplementedError

    def places(self) -> dict[str, Piece]:
        """Where the tagged pieces lie that the Pi follows as they move; in no view."""
        return {}

    def view(self, viewer: Seat) -> dict[str, Json]:
        """What `viewer` may see of the table: a white list. A stranger is the audience."""
        raise NotImplementedError

    def snapshot(self) -> str:
        """All that lies on the table, as text: for telling whether anything has changed."""
        kept = (getattr(self, f.name) for f in fields(self) if f.compare and f.name != "said")
        return f"{len(self.said)} {list(kept)!r}"
