"""What hands do, turned into answers.

Nothing here knows a game: a press, a key or a tag means what the open question says it means. One
gesture may pass over questions of the same seat whose answer it implies, never over another seat's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.engines.core import Ask, Choose, Draw, Look, Offer, Option, Roll, RollEach, Seat
from companion.engines.match import Entry
from companion.errors import RuleError
from companion.table.play import Step

HOLD_S = 0.6
CLAIM_S = 2.0
TOGETHER_S = 3.0
"""Presses so close to the first one mean the same throw: they tie."""


class Table(Protocol):
    """What the hands need to know of the table."""

    def steps(self, seat: Seat) -> tuple[Step, ...]:
        """The open question of `seat`, and those its gesture can reach."""

    def question(self, seat: Seat) -> str:
        """The opaque id of the open question of `seat`; empty if there is none."""

    def throws(self, ask: Ask[Any]) -> str:
        """Who throws: `pi` at once, `press` for the Pi once somebody presses, or `hand`."""

    def claimed(self, seat: Seat) -> bool:
        """Whether a phone waits for this seat's button to be held."""

    def asked(self) -> list[Seat]:
        """The seats that hands can answer for now, whoever pressed last first."""


@dataclass
class _Press:
    question: str
    claim: bool
    held: float = 0.0
    spent: bool = False


@dataclass
class _Laid:
    """Keys toggled or dice entered so far, for one question only."""

    question: str
    parts: set[int] = field(default_factory=set)
    faces: list[int] = field(default_factory=list)
    laying: bool = False


Answers = list[Entry] | None
"""The answers of one gesture; an empty list if it was understood and nothing is to be answered yet;
None if it means nothing now."""


class Hands:
    """Buttons, keys and tags of one table."""

    def __init__(self, table: Table, confirm: Callable[[Seat], None]) -> None:
        self.table, self.confirm = table, confirm
        self._presses: dict[Seat, _Press] = {}
        self._laid: dict[Seat, _Laid] = {}
        self._throw: _Throw | None = None
        self.shaken: Ask[Any] | None = None
        """The throw for which somebody has pressed, so that the Pi throws."""
        self.wants_three = False
        """Whether somebody has said something for the count of three."""
        self._for_three: dict[Seat, str] = {}
        """At which question a seat has said what counts on three anyway."""

    # -- a seat's button

    def down(self, seat: Seat) -> Answers:
        press = _Press(self.table.question(seat), self.table.claimed(seat))
        self._presses[seat] = press
        step = self._open(seat)
        if step is None and not press.claim:
            press.spent = True
            return None
        if step is None or press.claim or _hold(step.ask, seat) or _laid_out(step.ask, seat):
            return []
        press.spent = True
        return self.press(seat)

    def held(self, seat: Seat, seconds: float) -> Answers:
        press = self._presses.get(seat)
        if press is None:
            return []
        press.held = seconds
        if press.claim:
            if seconds >= CLAIM_S:
                press.spent = True
                self.confirm(seat)
            return []
        if press.spent or seconds >= CLAIM_S:
            return []
        return self._hold_of(seat, press)

    def up(self, seat: Seat) -> Answers:
        press = self._presses.pop(seat, None)
        if press is None or press.spent:
            return []
        if press.held >= HOLD_S:
            return self._hold_of(seat, press)
        if press.question != self.table.question(seat):
            return []
        return self.press(seat)

    def press(self, seat: Seat) -> Answers:
        """The answer that the button of `seat` means, pressed."""
        step = self._open(seat)
        if step is None:
            return None
        ask, laid = step.ask, self._laid_by(seat)
        if isinstance(ask, RollEach):
            return self._thrown(seat, ask)
        if isinstance(ask, Choose) and ask.lapse:
            return self._said_for_three(seat)
        if laid.faces:
            laid.faces.pop()
            return []
        if laid.laying:
            option = _made_of(ask, seat, laid.parts)
            return [(seat, option.notation)] if option else None
        meant = _press(ask, seat)
        return [(step.by, meant)] if meant else None

    def _hold_of(self, seat: Seat, press: _Press) -> Answers:
        press.spent = True
        step = self._open(seat)
        if step is None or press.question != self.table.question(seat):
            return None
        if _laid_out(step.ask, seat):
            laid = self._laid_by(seat)
            laid.laying, laid.parts = True, set()
            return []
        meant = _hold(step.ask, seat)
        return [(seat, meant)] if meant else None

    # -- the shared keys

    def key(self, number: int) -> Answers:
        """A key belongs to the seat that is asked; of several, to whoever pressed last."""
        for seat in self.table.asked():
            meant = self._key_of(seat, number)
            if meant is not None:
                return meant
        return None

    def _key_of(self, seat: Seat, number: int) -> Answers:
        for step in self.table.steps(seat):
            ask = step.ask
            if isinstance(ask, Roll):
                return self._face(seat, step, ask.dice, number)
            if isinstance(ask, RollEach):
                return self._face(seat, step, len(ask.seats), number)
            options = options_of(ask, seat)
            if isinstance(ask, Draw) and ask.real and ask.told:
                told = next((o for o in ask.told() if o.key == number), None)
                return [*step.before, (step.by, told.notation)] if told else None
            laid = self._laid_by(seat)
            if (
                not step.before
                and laid.laying
                and any(o.parts and number in o.parts for o in options)
            ):
                laid.parts ^= {number}
                return []
            for option in options:
                if option.key == number:
                    return [*step.before, (seat, option.notation)]
        return None

    def _face(self, seat: Seat, step: Step, dice: int, number: int) -> Answers:
        everybody = step.by == "dice/all"
        laid = self._laid_by(
            "all" if everybody else seat,
            step.ask.question() if everybody else self.table.question(seat),
        )
        laid.faces.append(number)
        if len(laid.faces) < dice:
            return []
        faces = " ".join(map(str, laid.faces))
        laid.faces = []
        if everybody:
            self._throw = None
        return [*step.before, (step.by, faces)]

    # -- everybody throws at once

    def _thrown(self, seat: Seat, ask: RollEach) -> Answers:
        if self.table.throws(ask) == "press":
            self.shaken = ask
            return []
        question = ask.question()
        if self._throw is None or self._throw.question != question:
            self._throw = _Throw(question, ask.seats)
        self._throw.seats.add(seat)
        return []

    @property
    def highest(self) -> list[Seat]:
        """Who has pressed for the highest die, while others still may."""
        return (
            [seat for seat in self._throw.order if seat in self._throw.seats] if self._throw else []
        )

    def throw_open(self) -> bool:
        """Whether somebody has pressed for the highest die, and others may still."""
        return self._throw is not None

    def close_throw(self) -> Answers:
        """The seats that pressed in time rolled highest, all of them."""
        highest, self._throw = self.highest, None
        self._laid.pop("all", None)
        return [("dice/all", " ".join(("highest", *highest)))] if highest else None

    # -- one, two, three

    def _said_for_three(self, seat: Seat) -> Answers:
        """What counts on three anyway needs no answer; its own seat sees that it was said."""
        self.wants_three = True
        self._for_three[seat] = self.table.question(seat)
        return []

    def said_for_three(self, seat: Seat) -> bool:
        """Whether `seat` has said so at its open question."""
        return bool(question := self.table.question(seat)) and (
            self._for_three.get(seat) == question
        )

    # -- tags and screens

    def placed(self, piece: str) -> Answers:
        """A tagged piece was set on the pad."""
        for seat in self.table.asked():
            for step in self.table.steps(seat):
                if isinstance(step.ask, Draw) and step.ask.real and piece in step.ask.pieces:
                    return [*step.before, (step.by, piece)]
                for option in options_of(step.ask, seat):
                    if option.piece == piece:
                        return [*step.before, (seat, option.notation)]
        return None

    def set_down(self, space: str, piece: str) -> Answers:
        """A tagged piece was set down on a space that a reader watches."""
        for seat in self.table.asked():
            for step in self.table.steps(seat):
                ask = step.ask
                if isinstance(ask, Draw) and ask.at == space and piece in ask.pieces:
                    return [*step.before, (step.by, piece)]
                for option in options_of(ask, seat):
                    if (option.piece, option.at) == (piece, space):
                        return [*step.before, (seat, option.notation)]
        return None

    def told(self, seat: Seat, answer: str) -> Answers:
        """A screen of `seat` answers, perhaps already the question after the open one."""
        for step in self.table.steps(seat):
            if isinstance(step.ask, RollEach):
                return self._thrown(seat, step.ask)
            if isinstance(step.ask, Choose) and step.ask.lapse == answer:
                return self._said_for_three(seat)
            notation = answer
            if isinstance(step.ask, Draw):
                option = step.ask.told().find(answer) if step.ask.told else None
                if option is None:
                    continue
                notation = option.value
            try:
                step.ask.accept(step.by, notation)
            except RuleError:
                continue
            return [*step.before, (step.by, notation)]
        return None

    def laid(self, seat: Seat) -> dict[str, object]:
        """Whether parts are being laid, which, and the dice entered so far."""
        laid = self._laid_by(seat)
        return {"laying": laid.laying, "laid": sorted(laid.parts), "entered": list(laid.faces)}

    def take_back(self, seat: Seat) -> bool:
        """Forget what was laid, entered or said for the open question; whether there was any."""
        if self._throw and seat in self._throw.seats:
            self._throw.seats.remove(seat)
            self._throw = self._throw if self._throw.seats else None
            return True
        if self.said_for_three(seat):
            del self._for_three[seat]
            return True
        laid = self._laid.pop(seat, None)
        return bool(
            laid and laid.question == self.table.question(seat) and (laid.faces or laid.laying)
        )

    def forget(self) -> None:
        """Nothing is laid, entered, said or thrown any more."""
        self._laid.clear()
        self._for_three.clear()
        self._throw, self.wants_three = None, False
        for press in self._presses.values():
            press.spent = True

    def _open(self, seat: Seat) -> Step | None:
        steps = self.table.steps(seat)
        return steps[0] if steps else None

    def _laid_by(self, owner: Seat, question: str | None = None) -> _Laid:
        question = self.table.question(owner) if question is None else question
        laid = self._laid.get(owner)
        if laid is None or laid.question != question:
            laid = self._laid[owner] = _Laid(question)
        return laid


@dataclass
class _Throw:
    question: str
    order: Sequence[Seat]
    seats: set[Seat] = field(default_factory=set)


def options_of(ask: Ask[Any], seat: Seat) -> Iterable[Option[Any]]:
    if isinstance(ask, Choose):
        return ask.options
    if isinstance(ask, Offer):
        return ask.offered(seat) or ()
    return ()


def _laid_out(ask: Ask[Any], seat: Seat) -> bool:
    """Whether the answer is laid out by keys, like chips."""
    return any(option.parts for option in options_of(ask, seat))


def _made_of(ask: Ask[Any], seat: Seat, parts: set[int]) -> Option[Any] | None:
    return next(
        (o for o in options_of(ask, seat) if o.parts is not None and set(o.parts) == parts), None
    )


def _press(ask: Ask[Any], seat: Seat) -> str | None:
    if isinstance(ask, Look):
        return "seen"
    if isinstance(ask, Choose):
        return ask.press
    return ask.press.get(seat) if isinstance(ask, Offer) else None


def _hold(ask: Ask[Any], seat: Seat) -> str | None:
    if isinstance(ask, Choose):
        return ask.hold
    return ask.hold.get(seat) if isinstance(ask, Offer) else None
