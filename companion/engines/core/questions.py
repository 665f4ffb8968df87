"""The ways to ask a seat: choose, look, offer, and all at once.

A question is never changed once it is asked. (Frozen dataclasses would say so, and take six times
as long to make: asking is what rules do most.)
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from companion.engines.core.text import TABLE, Json, Piece, Seat, Text
from companion.errors import BrokenRule, IllegalAction

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Script: TypeAlias = Coroutine["Ask[Any]", Any, T]


@dataclass(slots=True, unsafe_hash=True)
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
        by_notation = {option.notation: option for option in self._all}
        self.notations = tuple(by_notation)
        if not by_notation:
            raise BrokenRule("a question without an answer")
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
    """A question that the rules put to the table; `await` it for the answer."""

    __slots__ = ()
    learns = False
    """Whoever is asked learns something by the question itself: it cannot be taken back."""

    def __await__(self) -> Generator[Ask[Any], Any, T]:
        answer: T = yield self
        return answer

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


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of statement: notation and words with the same gaps, and what may fill each."""

    notation: str
    words: Text
    gaps: Mapping[str, range | Sequence[tuple[str, Text]]]

    def json(self) -> Json:
        return {
            "notation": self.notation,
            "words": self.words.json(),
            "gaps": {name: _gap(may) for name, may in self.gaps.items()},
        }


def fill_ins(values: Iterable[str]) -> list[tuple[str, Text]]:
    """Seats, places or names that may fill a gap, each said as it is."""
    return [(value, Text("{words}", {"words": value})) for value in values]


def _gap(may: range | Sequence[tuple[str, Text]]) -> Json:
    if isinstance(may, range):
        return {"least": may[0], "most": may[-1]}
    return [{"value": value, "label": label.json()} for value, label in may]


@dataclass(frozen=True, slots=True)
class Statement(Generic[T_co]):
    """A public fact that the table may say between turns, because the Pi missed it.

    `read` turns its notation into what the rules do with it, or raises a `RuleError`.
    `examples` lists legal ones, for tests; `forms` what the owner may fill in.
    """

    read: Callable[[str], T_co]
    examples: Callable[[], tuple[str, ...]]
    forms: Callable[[], tuple[Form, ...]] = tuple


OnOffer: TypeAlias = Options[T] | Callable[[Seat], Iterable[Option[Any]]]
"""What a seat may answer, or how to find that once the seat looks."""


@dataclass(slots=True, unsafe_hash=True)
class Offer(Ask[tuple[Seat, T]]):
    """A question to several seats: the first answer closes it, a later one is stale.

    What a seat may answer are its options, or a function that finds them once the seat looks.
    `press` and `hold` give each seat's button its meaning, `implied` what its next act tells.
    With a `statement` the table may speak instead (see `Statement`); its seat is then `table`.
    `waits_for` are those whose turn it is to answer, where the others merely may.
    """

    options: Mapping[Seat, OnOffer[T]]
    prompt: Text
    press: Mapping[Seat, str] = field(default_factory=dict)
    hold: Mapping[Seat, str] = field(default_factory=dict)
    implied: Mapping[Seat, str] = field(default_factory=dict)
    public: Text | None = None
    statement: Statement[T] | None = None
    waits_for: tuple[Seat, ...] | None = None
    _found: dict[Seat, Options[T]] = field(default_factory=dict, init=False, compare=False)

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

    def offered(self, seat: Seat) -> Options[T] | None:
        """What `seat` may answer."""
        options = self.options.get(seat)
        if options is None or isinstance(options, Options):
            return options
        if seat not in self._found:
            self._found[seat] = Options(options(seat))
        return self._found[seat]

    def notations(self, by: Seat) -> tuple[str, ...]:
        options = self.offered(by)
        if options is not None:
            return options.notations
        return self.statement.examples() if self.statement and by == TABLE else ()

    def accept(self, by: Seat, notation: str) -> tuple[Seat, T]:
        if by == TABLE and self.statement:
            return by, self.statement.read(notation)
        options = self.offered(by)
        option = options.find(notation) if options else None
        if option is None:
            raise _illegal(by, notation)
        return by, option.value

    def notice(self) -> Text | None:
        return self.public

    def shown(self, seat: Seat) -> Json:
        options = self.offered(seat)
        if options is None:
            return None
        return {
            "kind": "choose",
            "prompt": self.prompt.json(),
            "options": [option.json() for option in options],
            "press": self.press.get(seat),
            "hold": self.hold.get(seat),
            "implied": self.implied.get(seat),
        }

    def question(self) -> str:
        each = (f"{seat} [{' | '.join(self.notations(seat))}]" for seat in self.options)
        return f"Offer {self.prompt}: {'; '.join(each)}"


Part: TypeAlias = Ask[T] | Script[T]
"""What is asked of one seat, while others are asked beside it."""


@dataclass(slots=True, unsafe_hash=True)
class Together(Ask[dict[Seat, T]]):
    """Simultaneous choice: a part a seat; nothing is known to another until all are in.

    A part is a question, or a script of several: that may only ask, and change nothing.
    `waits_for` are those that everybody sees the table waiting for, where not all have a part.
    """

    parts: Mapping[Seat, Part[T]]
    prompt: Text = Text("All choose.")
    waits_for: tuple[Seat, ...] | None = None

    learns = False

    def answerers(self) -> tuple[Seat, ...]:
        return tuple(self.parts)

    def awaited(self) -> tuple[Seat, ...]:
        return tuple(self.parts) if self.waits_for is None else self.waits_for

    def notice(self) -> Text | None:
        return self.prompt


# -- as rules say them: `await choose(...)`

choose = Choose
look = Look
together = Together
