"""The match on the table and its rows on disk, kept in step.

Every gesture is checked, written, and only then applied. Going back is a row too: nothing is ever
taken out of the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from companion.engines.core import FACES, TABLE, Ask, Choose, Json, Look, Offer, Seat, Text
from companion.engines.game import Game
from companion.engines.match import Entry, Match
from companion.errors import IllegalAction, TablesideError
from companion.table.record import Header, begin, fingerprint, header_of, public_text
from companion.table.store import Kept, Row, Store

AHEAD = 3
"""How many questions of the same seat one gesture may pass over."""


class FailedRule(TablesideError):
    """A rule raised at this answer: it is marked, and the match stands without it."""


@dataclass(frozen=True)
class Step:
    """A question that a seat can reach by one gesture, and what is answered on the way."""

    ask: Ask[Any]
    by: Seat
    before: tuple[Entry, ...] = ()


class Play:
    """One match being played."""

    def __init__(self, store: Store, number: int, match: Match) -> None:
        self.store, self.number, self.match = store, number, match
        self.rows: list[Row] = []
        self.heard: list[int] = []
        """heard[n]: how many answers lay before what was said n-th."""
        self.trouble: Text | None = None
        self._ahead: dict[Seat, tuple[Step, ...]] = {}
        self._tried: Match | None = None
        self._listen()

    @classmethod
    def begin(
        cls,
        store: Store,
        game: Game,
        seats: Sequence[Seat],
        told: Mapping[str, str],
        robots: Iterable[Seat] = (),
    ) -> Play:
        """A new match, on disk before it is on the table."""
        match = Match(game, seats, game.options(told))
        return cls(store, store.begin(header_of(match), robots), match)

    @classmethod
    def imported(cls, store: Store, match: Match, robots: Iterable[Seat]) -> Play:
        """A match that was played elsewhere, put on disk; robots sit where they sat."""
        told = header_of(match).options
        play = cls.begin(store, match.game, match.seats, told, robots)
        for act, entry in enumerate(match.log, start=1):
            play.answer([entry], act)
        if play.match.result:
            store.close_match(play.number, "over", play.public_text())
        return play

    @classmethod
    def reopen(cls, store: Store, kept: Kept, games: Mapping[str, Game]) -> Play:
        """The match as it was. Where the record no longer replays, its last good answer."""
        play = cls(store, kept.number, begin(kept.header, games))
        fault = play.load(kept.rows)
        if fault:
            left = len(kept.rows) - len(play.rows)
            store.back(play.number, (), len(play.rows), f"no longer replays: {fault}")
            play._rebuild(play.rows)
            play.trouble = Text(
                "The record no longer replays after answer {n}: it is open there."
                " The other {left} are kept on disk.",
                {"n": len(play.rows), "left": left},
            )
        return play

    @classmethod
    def peek(cls, store: Store, kept: Kept, games: Mapping[str, Game]) -> Play:
        """The match as it was, to read what was said; nothing is written and nothing goes on."""
        play = cls(store, kept.number, begin(kept.header, games))
        play.load(kept.rows)
        return play

    def load(self, rows: Iterable[Row]) -> str:
        """Apply rows from the record up to the first that no longer fits; why, or nothing."""
        return next(filter(None, map(self._again, rows)), "")

    @property
    def header(self) -> Header:
        return header_of(self.match)

    def public_text(self) -> str:
        """What was told and revealed, a line each."""
        return public_text(self.match)

    @property
    def act(self) -> int:
        """The number of the newest gesture."""
        return self.rows[-1].act if self.rows else 0

    def heard_as(self, statement: str) -> Text:
        """What all will hear once the table has said this; a `RuleError` if it may not."""
        self.match.check(TABLE, statement)
        probe, before = self._probe(), len(self.match.position.said)
        try:
            probe.apply(TABLE, statement)
        except Exception:  # noqa: BLE001  (a rule that raises is met when it is really played)
            return Text("{words}", {"words": statement})
        return next(iter(probe.position.said[before:]), Text("{words}", {"words": statement}))

    @property
    def thrown(self) -> list[str]:
        """The dice that were thrown last, of which one may have been misread."""
        last = next((row for row in reversed(self.rows) if row.by.startswith("dice/")), None)
        faces = last.notation.split(" ") if last else []
        return faces if FACES.issuperset(faces) else []

    @property
    def sayable(self) -> Json:
        """What the table might say now, and an example; None where it may not speak."""
        for ask in self.match.open():
            if isinstance(ask, Offer) and ask.statement:
                forms = [form.json() for form in ask.statement.forms()]
                return {"forms": forms, "example": ask.statement.examples()[0]}
        return None

    # -- answering

    def answer(self, entries: Sequence[Entry], act: int, ticket: str = "") -> None:
        """Take the answers of one gesture, all or none.

        A `RuleError` or `Unsaved` leaves everything as it was; so does `FailedRule`, once the
        answers are marked.
        """
        match, rows = self.match, list[Row]()
        if len(entries) > 1:
            match = self._probe()
        for by, notation in entries[:-1]:
            match.check(by, notation)
            rows.append(Row(by, notation, fingerprint(match.ask_of(by)), act))
            try:
                match.apply(by, notation)
            except Exception as fault:
                raise FailedRule(f"{type(fault).__name__} at {by}: {notation}") from fault
        by, notation = entries[-1]
        match.check(by, notation)
        rows.append(Row(by, notation, fingerprint(match.ask_of(by)), act))
        self.store.append(self.number, rows, len(self.rows), ticket)
        try:
            match.apply(by, notation)
        except Exception as fault:
            self._rebuild(self.rows)
            self.store.fail(self.number, len(rows))
            raise FailedRule(f"{type(fault).__name__} at {by}: {notation}") from fault
        self.match = match
        self.rows += rows
        self._listen()

    # -- going back

    def free(self, seat: Seat) -> int | None:
        """To how many answers `seat` may go back without asking anybody; None if it may not."""
        if not self.rows or not self.act:
            return None
        newest = takewhile(lambda row: row.act == self.rows[-1].act, reversed(self.rows))
        start = len(self.rows) - sum(1 for _ in newest)
        if start < self.match.barrier or _seat_of(self.rows[start].by) != seat:
            return None
        return start

    def undo(self, seat: Seat) -> None:
        """Take back the newest gesture of `seat`; `IllegalAction` once somebody has learnt."""
        keep = self.free(seat)
        if keep is None:
            raise IllegalAction("there is nothing that could be taken back freely")
        self.back(keep, f"{seat} takes back")

    def withdraw(self, seat: Seat) -> None:
        """Take a sealed answer back while the others still choose."""
        match = self.match.withdraw(seat)
        mine = max(n for n, row in enumerate(self.rows) if row.by == seat)
        later = self.rows[mine + 1 :]
        self.store.back(self.number, later, mine, f"{seat} withdraws")
        del self.rows[mine]
        self.match = match
        self._listen()

    def back(self, keep: int, words: str) -> None:
        """Go back to `keep` answers."""
        self.store.back(self.number, (), keep, words)
        self._rebuild(self.rows[:keep])

    def amended(self, place: int, notation: str) -> tuple[list[Row], list[Text]]:
        """The rows if the answer at `place` had been `notation`, and the sayings that fall away.

        Replay stops at the first answer whose question is another one now.
        """
        probe = Play(self.store, self.number, self._start())
        probe.load(
            Row(row.by, notation, row.question, row.act) if n == place else row
            for n, row in enumerate(self.rows)
        )
        if len(probe.rows) <= place:
            seat = self.rows[place].by.rpartition("/")[2]
            raise IllegalAction("{seat} could not have answered that there", seat=seat)
        old, new = self.match.position.said, probe.match.position.said
        lost = [saying for n, saying in enumerate(old) if saying not in new[n : n + 1]]
        return probe.rows, lost

    def amend(self, place: int, rows: Sequence[Row], words: str) -> None:
        """Put the amended rows in place of those from `place` on."""
        self.store.back(self.number, rows[place:], place, words)
        self._rebuild(rows)

    # -- reading ahead

    def steps(self, seat: Seat) -> tuple[Step, ...]:
        """The open question of `seat` and those it can reach because each before is implied."""
        found = self._ahead.get(seat)
        if found is None:
            found = self._ahead[seat] = tuple(self._look_ahead(seat))
        return found

    def _look_ahead(self, seat: Seat) -> Iterable[Step]:
        step = asked(self.match, seat)
        if step is None:
            return
        yield step
        before: tuple[Entry, ...] = ()
        for _ in range(AHEAD):
            implied = implied_by(step.ask, seat)
            if implied is None:
                return
            before = (*before, (seat, implied))
            try:
                probe = self._tried = self._probe(before)
            except Exception:  # noqa: BLE001  (a rule that raises is met when it is really played)
                return
            following = asked(probe, seat)
            if (
                following is None
                or probe.position.revealed > self.match.position.revealed
                or following.ask.learns
                or probe.result
            ):
                return
            step = Step(following.ask, following.by, before)
            yield step

    # -- inside

    def _start(self) -> Match:
        return Match(self.match.game, self.match.seats, self.match.options)

    def _probe(self, ahead: Sequence[Entry] = ()) -> Match:
        """The same match once more, to try something on; `ahead` is answered in it already.

        The last one is caught up if it has come to what is asked for: that is the usual case, also
        after an undo, and replaying a whole evening for each question is not.
        """
        probe, log = self._tried, [*self.match.log, *ahead]
        self._tried = None
        if probe is None or probe.log != log[: len(probe.log)]:
            probe = self._start()
        for by, notation in log[len(probe.log) :]:
            probe.apply(by, notation)
        return probe

    def _again(self, row: Row) -> str:
        """Apply a row that was applied once; what is wrong with that, in words, or nothing."""
        ask = self.match.ask_of(row.by)
        if fingerprint(ask) != row.question:
            return f"{row.by} is asked something else there"
        try:
            self.match.apply(row.by, row.notation)
        except Exception as fault:  # noqa: BLE001  (whatever rules do, the table opens)
            return f"{type(fault).__name__} at {row.by}: {row.notation}"
        self.rows.append(row)
        self._listen()
        return ""

    def _rebuild(self, rows: Sequence[Row]) -> None:
        rows = list(rows)
        self.match, self.rows, self.heard = self._start(), [], []
        self._listen()
        for row in rows:
            self.match.apply(row.by, row.notation)
            self.rows.append(row)
            self._listen()

    def _listen(self) -> None:
        new = len(self.match.position.said) - len(self.heard)
        self.heard += [len(self.match.log)] * new
        self._ahead = {}


def asked(match: Match, seat: Seat) -> Step | None:
    """What `seat` is asked now: its own question, its dice, or a stand it sets on the pad."""
    for by in (seat, f"dice/{seat}", f"deck/{seat}", "dice/all", "deck/table"):
        ask = match.ask_of(by)
        if ask is not None and ask.shown(seat) is not None:
            return Step(ask, by)
    return None


def implied_by(ask: Ask[Any], seat: Seat) -> str | None:
    """The answer of `seat` that its next act tells."""
    if isinstance(ask, Look):
        return "seen"
    if isinstance(ask, Choose):
        return ask.implied
    if isinstance(ask, Offer):
        return ask.implied.get(seat)
    return None


def _seat_of(by: Seat) -> Seat:
    return by.rpartition("/")[2]
