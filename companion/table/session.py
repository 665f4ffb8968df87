"""The one loop that owns the match: a hand or a screen says something, everybody sees the outcome.

An item comes out of the inbox, becomes an answer, is checked, written, applied; then the views are
made once and published. Robots, dice of the Pi and formalities follow by themselves.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Protocol

from companion.engines.core import AUDIENCE, TABLE, Ask, Choose, Deal, Draw, Seat, Text
from companion.engines.game import Game
from companion.engines.match import Entry, Match
from companion.errors import RuleError
from companion.table.board import Board, Signs, Sound
from companion.table.chance import Chance, SystemChance, outcome
from companion.table.commands import Commands
from companion.table.felt import OK, STALE, Felt
from companion.table.frames import Frames
from companion.table.gestures import TOGETHER_S, Hands
from companion.table.house import House
from companion.table.inbox import (
    Answer,
    Command,
    Inbox,
    Item,
    Reply,
)
from companion.table.play import FailedRule, asked
from companion.table.robots import answer_of, anything, robot_of
from companion.table.sitting import Sitting
from companion.table.store import Store, Unsaved
from companion.table.three import Three

ILLEGAL = Reply("illegal", Text("That is no answer to this question. Nothing has changed."))
FORBIDDEN = Reply("forbidden", Text("That is not yours to answer."))
LATE = Reply("stale", Text("Three was said before that: it does not count any more."))
WAIT = Reply("illegal", Text("The table waits. Nothing has changed."))
UNSAVED = Text("This could not be saved, so it does not count. Make room on the disk; try again.")
FAILED = Text(
    "The rules of this game are at fault here: that answer does not count. Go on, or back."
)

REPLIES = 1000
"""So many first replies are remembered for phones that ask again."""
RETRY_S = 5.0
COPY_ROWS = 50
"""So many answers between two copies of the record."""


class Outputs(Protocol):
    """Lamps, clip and buzzer. Both only enqueue."""

    def show(self, signs: Signs) -> None: ...
    def sound(self, sound: Sound) -> None: ...


class Silent:
    """A table without lamps and buzzer."""

    def show(self, signs: Signs) -> None:
        """Light nothing."""

    def sound(self, sound: Sound) -> None:
        """Sound nothing."""


class Session:
    """One table's evening. `run` it in a thread, or `step` through it in a test."""

    def __init__(
        self,
        home: Path,
        house: House,
        board: Board,
        inbox: Inbox,
        outputs: Outputs | None = None,
        *,
        games: Mapping[str, Game],
        clock: Callable[[], float] = time.monotonic,
        chance: Chance | None = None,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.house, self.board, self.inbox = house, board, inbox
        self.outputs: Outputs = outputs or Silent()
        self.clock, self.chance = clock, chance or SystemChance()
        self.store = Store(home)
        self.sitting = Sitting(house, self.store, games, clock)
        self.hands = Hands(self.sitting, self._confirm)
        self.frames = Frames(self.sitting, self.hands)
        self.commands = Commands(self.sitting, self.hands, self._lay)
        self.felt = Felt(
            self.sitting,
            self.hands,
            self.commands,
            self._lay,
            sound=self.outputs.sound,
            wall=wall,
        )
        self.three = Three(self.sitting, self.hands, clock)
        self._replies: OrderedDict[tuple[str, str], Reply] = OrderedDict()
        self._throw_until: float | None = None
        self._robot_at: float | None = None
        self._on_last_three: dict[Seat, tuple[str, str]] = {}
        """At which question what has counted on three, for fingers that come with it."""
        self._retry_at: float | None = None
        self._stuck: int | None = None
        self._copied = 0
        self._signs = Signs()
        self.publish()

    @property
    def terminal_code(self) -> str:
        """The code that gives a phone its seat at a table without buttons."""
        return self.sitting.seats.terminal_code

    # -- the loop

    def start(self) -> threading.Thread:
        """Run in a thread of its own, until the inbox is closed."""
        thread = threading.Thread(target=self.run, name="session", daemon=True)
        thread.start()
        return thread

    def run(self) -> None:
        """Take items until the inbox is closed."""
        while True:
            try:
                item, reply = self.inbox.take(self._wait())
            except queue.Empty:
                self.tick()
                continue
            if item is None:
                break
            self._answer(item, reply)
        self.store.close()

    def step(self, item: Item) -> Reply:
        """Take one item, and publish what came of it."""
        reply = self._take(item)
        self._go_on()
        self.publish()
        return reply

    def tick(self) -> None:
        """Do what is due by now: close a throw, let a robot answer, end a claim."""
        now = self.clock()
        if self._throw_until is not None and now >= self._throw_until:
            self._close_throw()
        while self.three.due is not None and now >= self.three.due:
            if self.three.beat():
                self._try(self._on_three(), new_act=True)
        if self._robot_at is not None and now >= self._robot_at:
            self._robot_at = None
            self._robot_answers()
        if self._retry_at is not None and now >= self._retry_at:
            self._retry_at = None
        self.sitting.seats.lapse()
        self._go_on()
        self.publish()

    def publish(self) -> None:
        """Show everybody what is theirs to see; only what has changed."""
        changed = self.frames.make()
        self.board.publish(self.frames.newest, self.sitting.seats.credentials())
        if AUDIENCE not in changed:
            return
        signs = self.frames.signs()
        if signs != self._signs:
            self._signs = signs
            self.outputs.show(signs)
        if self.frames.heard:
            self.outputs.sound(self.frames.heard)

    def _answer(self, item: Item, reply: Future[Reply] | None) -> None:
        try:
            said = self.step(item)
        except BaseException as fault:
            if reply is not None:
                reply.set_exception(fault)
            raise
        if reply is not None:
            reply.set_result(said)

    def _wait(self) -> float | None:
        claims = [claim.until for claim in self.sitting.seats.claims()]
        due = [
            t
            for t in (self._throw_until, self._robot_at, self._retry_at, self.three.due, *claims)
            if t is not None
        ]
        return max(0.0, min(due) - self.clock()) if due else None

    # -- one item

    def _take(self, item: Item) -> Reply:
        try:
            if isinstance(item, Answer | Command):
                return self._once(item)
            return self.felt.take(item)
        except Unsaved:
            return self._unsaved()
        except FailedRule:
            self.sitting.trouble = FAILED
            self.sitting.ask_anew()
            return Reply("illegal", FAILED)

    def _once(self, item: Answer | Command) -> Reply:
        """The first reply again, if the same was asked before."""
        ticket = (item.viewer, item.id)
        if item.id and ticket in self._replies:
            return self._replies[ticket]
        if isinstance(item, Command):
            reply = self.commands.carry_out(item)
        elif item.id and self.store.has_ticket(" ".join(ticket)):
            reply = OK
        else:
            reply = self._told(item)
        if item.id and reply.status != "unsaved":
            self._replies[ticket] = reply
            if len(self._replies) > REPLIES:
                self._replies.popitem(last=False)
        return reply

    def _told(self, item: Answer) -> Reply:
        sitting, seat = self.sitting, item.viewer
        if not sitting.playing(seat):
            return FORBIDDEN
        if item.question != sitting.question(seat):
            return FORBIDDEN if sitting.whose(item.question) else self._too_late(item)
        if sitting.paused or sitting.proposal:
            return WAIT
        sitting.pressed(seat)
        answers = self.hands.told(seat, item.answer)
        if answers is None:
            return ILLEGAL
        self._lay(answers, f"{seat} {item.id}" if item.id else "")
        return OK

    def _too_late(self, item: Answer) -> Reply:
        """The question has closed; if that was on three, as it would be answered, all is well."""
        question, counted = self._on_last_three.get(item.viewer, ("", ""))
        if item.question != question:
            return STALE
        return OK if item.answer == counted else LATE

    def _confirm(self, seat: Seat) -> None:
        if self.sitting.seats.confirm(seat) and self.sitting.stage == "lobby":
            self.commands.sit(seat)

    # -- answers

    def _lay(self, answers: list[Entry], ticket: str = "", *, new_act: bool = True) -> None:
        """Write and apply the answers of one gesture."""
        if self.hands.throw_open() and self._throw_until is None:
            self._throw_until = self.clock() + TOGETHER_S
        play = self.sitting.play
        if not answers or play is None:
            return
        before, said = self.frames.shared, len(play.match.position.said)
        lapsed = [by for by, _ in answers if getattr(play.match.ask_of(by), "lapse", None)]
        play.answer(answers, play.act + 1 if new_act else play.act, ticket)
        self.sitting.lanes.checking &= answers[0][0] == TABLE
        by_chance = any(by.startswith(("dice/", "deck/")) for by, _ in answers)
        self.sitting.verdicts += by_chance and len(play.match.position.said) > said
        # Whoever keeps a card back has said so for three as well: else the count would tell.
        self.hands.wants_three |= any(asked(play.match, seat) is None for seat in lapsed)
        self._stuck = None
        self.sitting.ask_anew(*(by.rpartition("/")[2] for by, _ in answers))
        shared = play.match.view(AUDIENCE)
        self.sitting.quiet = all(before.get(name) == shown for name, shown in shared.items())
        self.sitting.trouble = None
        self.sitting.toasts.drop(*(by.rpartition("/")[2] for by, _ in answers))
        if not self.sitting.quiet:
            self.sitting.moment += 1
            self.sitting.unknown = ""

    def _close_throw(self) -> None:
        self._throw_until = None
        answers = self.hands.close_throw()
        if answers and self.sitting.stage == "play":
            self._try(answers, new_act=True)

    def _go_on(self) -> None:
        """Answer what needs nobody: formalities, dice of the Pi, what the Pi deals."""
        sitting = self.sitting
        if not self.hands.throw_open():
            self._throw_until = None
        if sitting.stage != "lobby":
            sitting.ask_anew()
        while not self._waits():
            answer = self._by_itself()
            if answer is None or not self._try([answer], new_act=False):
                break
        self._end()
        self.three.go_on(waits=self._waits())
        self._robot_at = self._robot_at if self._robot() else None
        if self._robot_at is None and self._robot():
            # In a hidden step a robot goes on at once: how long it takes tells how much it does.
            self._robot_at = self.clock() + (0 if self.sitting.quiet else self.house.pace_s)

    def _waits(self) -> bool:
        play = self.sitting.play
        return (
            play is None
            or self.sitting.stage != "play"
            or self.sitting.paused
            or self.sitting.proposal is not None
            or self._retry_at is not None
            or self._stuck == len(play.rows)
        )

    def _by_itself(self) -> Entry | None:
        play = self.sitting.play
        for ask in play.match.open() if play else ():
            if isinstance(ask, Choose) and ask.formality and not self.house.ask_formalities:
                return ask.by, ask.formality
            if self._thrown_by_pi(ask):
                return ask.answerers()[0], outcome(ask, self.chance)
            if isinstance(ask, Draw) and ask.at in self.sitting.lanes.lying:
                stand = self.sitting.tags.piece(self.sitting.lanes.lying[ask.at])
                if stand is not None and stand in ask.pieces:
                    return ask.answerers()[0], stand
        return None

    def _thrown_by_pi(self, ask: Ask[object]) -> bool:
        if isinstance(ask, Draw | Deal):
            return not ask.real
        return ask is self.hands.shaken or self.sitting.throws(ask) == "pi"

    def _try(self, answers: list[Entry], *, new_act: bool) -> bool:
        """Lay answers that nobody waits to be told about."""
        try:
            self._lay(answers, new_act=new_act)
        except Unsaved:
            self._unsaved()
        except (FailedRule, RuleError):
            play = self.sitting.play
            self._stuck = len(play.rows) if play else None
            self.sitting.trouble = FAILED
            self.sitting.ask_anew()
        else:
            return True
        return False

    def _unsaved(self) -> Reply:
        self.sitting.trouble = UNSAVED
        self._retry_at = self.clock() + RETRY_S
        return Reply("unsaved", UNSAVED)

    def _end(self) -> None:
        """Note that the match is over, or no longer."""
        sitting, play = self.sitting, self.sitting.play
        if play is None:
            return
        if len(play.rows) - self._copied >= COPY_ROWS or len(play.rows) < self._copied:
            self._copied = len(play.rows)
            self.store.make_copy()
        stage = "over" if play.match.result else "play"
        if sitting.stage in (stage, "lobby"):
            return
        try:
            self.store.close_match(
                play.number, "over" if stage == "over" else "open", play.public_text()
            )
        except Unsaved:
            self._unsaved()
            return
        sitting.stage = "over" if stage == "over" else "play"
        self.hands.forget()
        self.store.make_copy()

    # -- robots

    def _robot(self) -> Seat | None:
        """The robot that the table waits for; where people may answer too, they come first."""
        play, robots = self.sitting.play, self.sitting.robots
        if self._waits() or play is None:
            return None
        for seat in play.match.seats:
            step = asked(play.match, seat) if seat in robots else None
            if step is None or step.by != seat or getattr(step.ask, "lapse", None):
                continue
            awaited = step.ask.awaited()
            if seat in awaited and robots.issuperset(awaited):
                return seat
        return None

    def _robot_answers(self) -> None:
        seat, play = self._robot(), self.sitting.play
        if seat is None or play is None:
            return
        self._try([self._answer_of_robot(play.match, seat)], new_act=True)

    def _answer_of_robot(self, match: Match, seat: Seat) -> Entry:
        frame = self.frames.newest[seat].body
        try:
            told = answer_of(robot_of(match.game), frame, self.chance)
            match.check(seat, told)
        except Exception:  # noqa: BLE001  (a robot at a loss still plays on)
            told = answer_of(anything, frame, self.chance)
        return seat, told

    def _on_three(self) -> list[Entry]:
        """What counts for everybody who has not answered before three."""
        play, robots = self.sitting.play, self.sitting.robots
        self._on_last_three = {
            seat: (self.sitting.question(seat), lapse)
            for seat, lapse in self.three.open().items()
            if seat not in robots
        }
        return [
            self._answer_of_robot(play.match, seat) if play and seat in robots else (seat, lapse)
            for seat, lapse in self.three.open().items()
        ]
