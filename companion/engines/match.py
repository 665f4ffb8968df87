"""A match: a game's script driven by the log of `(by, notation)` answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import CoroutineType
from typing import Any, NamedTuple, NoReturn, TypeAlias

from companion.engines.core import (
    AUDIENCE,
    KEY,
    RESERVED,
    RULES,
    TABLE,
    Ask,
    GameOver,
    Json,
    Offer,
    Part,
    Rule,
    Seat,
    Text,
    Together,
)
from companion.engines.game import Decks, Game, Value
from companion.errors import (
    BrokenRule,
    IllegalAction,
    OptionError,
    RecordMismatch,
    RuleError,
    StaleAction,
    UnknownAction,
)

Entry: TypeAlias = tuple[Seat, str]
SAID = 12
"""How many of the last sayings a view carries."""


class Result(NamedTuple):
    """How a match ended. Several winners won jointly; none is a draw, or lost by all."""

    winners: frozenset[Seat]
    how: Text


class _Script:
    """One running coroutine: the game's own, or a seat's part of a `together`."""

    __slots__ = ("coroutine", "parent", "results", "seat", "snapshot", "together", "waiting")

    def __init__(self, part: Part[Any], parent: _Script | None = None, seat: Seat = "") -> None:
        self.coroutine = part.__await__() if isinstance(part, Ask) else part
        self.parent, self.seat = parent, seat
        self.together: Together[Any] | None = None
        self.waiting = 0
        self.results: dict[Seat, Any] = {}
        self.snapshot: object = None
        """What lay on the table when its parts began; None if they are mere questions."""


class Match:
    """One sitting of one game.

    `options` are as `Game.options` makes them. A `log` is replayed; an entry that is not legal
    where it stands raises `RecordMismatch`.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        options: Mapping[str, Value] | None = None,
        log: Iterable[Entry] = (),
    ) -> None:
        self.game, self.seats = game, _checked(game, seats)
        self.options = dict(game.options({}) if options is None else options)
        self.log: list[Entry] = []
        self.barrier = 0
        """So many entries can no longer be undone freely: somebody has learnt something."""
        self.result: Result | None = None
        self.decks: Decks = game.decks(self.seats, self.options) if game.decks else {}
        told = (self.decks,) if game.decks else ()
        self.position = game.start(self.seats, self.options, *told)
        self._open: dict[Seat, tuple[Ask[Any], _Script]] = {}
        self._main = _Script(self.position.play())
        self._together_from: int | None = None
        self._run(self._main, None)
        for by, notation in log:
            self._replay(by, notation)

    # -- asking

    def open(self) -> list[Ask[Any]]:
        """The open questions, each once."""
        return list({id(ask): ask for ask, _ in self._open.values()}.values())

    def ask_of(self, by: Seat) -> Ask[Any] | None:
        """The question that `by` may answer now."""
        found = self._open.get(by)
        return found[0] if found else None

    def answerers(self) -> tuple[Seat, ...]:
        """Who is asked: seats, dice and decks; never the table that merely may speak."""
        if TABLE in self._open and isinstance(self._open[TABLE][0], Offer):
            return tuple([by for by in self._open if by != TABLE])
        return tuple(self._open)

    def legal_actions(self, by: Seat) -> tuple[str, ...]:
        """Every legal answer of `by`, in notation."""
        found = self._open.get(by)
        return found[0].notations(by) if found else ()

    def check(self, by: Seat, notation: str) -> None:
        """Raise a named error unless `apply` would take this answer. Changes nothing."""
        ask, _ = self._open.get(by) or self._unasked(by)
        ask.accept(by, notation)

    # -- answering

    def apply(self, by: Seat, notation: str) -> None:
        """Answer an open question. An illegal answer raises and changes nothing."""
        ask, script = self._open.get(by) or self._unasked(by)
        value = ask.accept(by, notation)
        revealed = self.position.revealed
        self.log.append((by, notation))
        if script.parent is None:  # nobody else is asked anything
            self._open.clear()
        else:
            for answerer in ask.answerers():
                del self._open[answerer]
        self._run(script, value)
        if "/" in by or self.position.revealed > revealed:  # chance, or turned up for all
            self.barrier = len(self.log)
            return
        for asked, _ in self._open.values():
            if asked.learns:
                self.barrier = len(self.log)

    def undo(self) -> Match:
        """The match without its last answer; refused once anybody has learnt something by it."""
        if len(self.log) <= self.barrier:
            raise IllegalAction(
                "somebody has learnt something since: going back needs the table's consent"
            )
        return self.rewind(len(self.log) - 1)

    def withdraw(self, by: Seat) -> Match:
        """The match without the last sealed answer of `by`, while the others still choose."""
        start = self._together_from
        mine = [n for n, entry in enumerate(self.log) if entry[0] == by]
        if start is None or not mine or mine[-1] < start:
            words = "{seat} has put nothing down that could be taken back"
            raise IllegalAction(words, seat=by)
        return Match(
            self.game, self.seats, self.options, self.log[: mine[-1]] + self.log[mine[-1] + 1 :]
        )

    def rewind(self, length: int) -> Match:
        """The match as it was after `length` answers."""
        return Match(self.game, self.seats, self.options, self.log[:length])

    # -- reading

    def where(self) -> list[Rule]:
        """The rules being read now, outermost first, those inside branches too."""
        scripts = [self._main] + [s for _, s in self._open.values() if s is not self._main]
        found: list[Rule] = []
        for script in dict.fromkeys(scripts):
            coroutine: object = script.coroutine
            while isinstance(coroutine, CoroutineType):
                cited = RULES.get(coroutine.cr_code)
                if cited and cited not in found:
                    found.append(cited)
                coroutine = coroutine.cr_await
        return found

    def awaited(self) -> list[Seat]:
        """The seats that everybody sees the table waiting for, in seat order.

        While answers are sealed the list stays whole: nobody can tell who has answered.
        """
        if self._main.together:
            waiting = set(self._main.together.awaited())
        else:
            waiting = {seat for ask in self.open() for seat in ask.awaited()}
        return [seat for seat in self.seats if seat in waiting]

    @property
    def sealing(self) -> bool:
        """Whether seats answer side by side, and nothing is known to another until all are in."""
        return self._main.together is not None

    def view(self, viewer: Seat) -> dict[str, Json]:
        """Everything that `viewer` may see: a seat, or the audience."""
        notices = (
            [self._main.together.notice()]
            if self._main.together
            else [a.notice() for a in self.open()]
        )
        notice = next((n for n in notices if n), None)
        result = self.result
        return {
            **self.own(viewer),
            "said": [text.json() for text in self.position.said[-SAID:]],
            "awaited": self.awaited(),
            "notice": notice.json() if notice else None,
            "where": self._heading(),
            "result": {
                "winners": [s for s in self.seats if s in result.winners],
                "how": result.how.json(),
            }
            if result
            else None,
        }

    def own(self, viewer: Seat) -> dict[str, Json]:
        """What `viewer` may see otherwise than all do."""
        seat = viewer if viewer in self.seats else AUDIENCE
        return {
            "table": self.position.view(seat),
            "ask": self._shown(seat),
            "sealed": self._sealed(seat),
        }

    # -- inside

    def _unasked(self, by: Seat) -> NoReturn:
        if not _known_answerer(by, self.seats):
            raise UnknownAction("nobody at this table is called {key}", key=repr(by))
        raise StaleAction("{seat} is not asked anything now", seat=by)

    def _replay(self, by: Seat, notation: str) -> None:
        try:
            self.apply(by, notation)
        except BrokenRule:
            raise
        except RuleError:
            where = " > ".join(r.heading or " ".join(r.clauses) for r in self.where())
            legal = tuple(
                f"{who}: {answer}" for who in self._open for answer in self.legal_actions(who)[:12]
            )
            raise RecordMismatch(len(self.log) + 1, f"{by}: {notation}", where, legal) from None

    def _run(self, script: _Script, value: Any) -> None:
        while True:
            try:
                ask = script.coroutine.send(value)
            except StopIteration as end:
                if script.parent is None:
                    self._end(Result(frozenset(), Text("The game is over.")))
                    return
                joined = self._join(script, end.value)
                if joined is None:
                    return
                script, value = joined
                continue
            except GameOver as end:
                if script.parent is not None:
                    raise BrokenRule("a branch of together() may not end the game") from end
                self._end(Result(end.winners, end.how))
                return
            if not isinstance(ask, Together):
                self._put(ask, script)
                return
            if not ask.parts:
                value = {}
                continue
            self._split(ask, script)
            return

    def _end(self, result: Result) -> None:
        self.result = result
        self._open.clear()

    def _put(self, ask: Ask[Any], script: _Script) -> None:
        asked = ask.answerers()
        if not asked:
            raise BrokenRule("a question to nobody")
        if script.parent is None:  # nobody else is asked anything
            self._open = dict.fromkeys(asked, (ask, script))
            return
        if script.parent.snapshot is not None:
            self._only_asks(script.parent)
        for by in asked:
            if by in self._open:
                raise BrokenRule(f"{by} is asked two things at once")
            self._open[by] = (ask, script)

    def _split(self, ask: Together[Any], script: _Script) -> None:
        if script.parent is not None:
            for part in ask.parts.values():
                _Script(part).coroutine.close()
            raise BrokenRule("together() inside together()")
        script.together, script.waiting, script.results = ask, len(ask.parts), {}
        only_questions = all(isinstance(part, Ask) for part in ask.parts.values())
        script.snapshot = None if only_questions else self.position.snapshot()
        self._together_from = len(self.log)
        branches = [_Script(part, script, seat) for seat, part in ask.parts.items()]
        try:
            for branch in branches:
                self._run(branch, None)
        finally:
            for branch in branches if script.together is ask and not self._open else ():
                branch.coroutine.close()

    def _join(self, branch: _Script, result: Any) -> tuple[_Script, dict[Seat, Any]] | None:
        parent = branch.parent
        assert parent is not None  # noqa: S101  (only branches join)
        if parent.snapshot is not None:
            self._only_asks(parent)
        parent.results[branch.seat] = result
        parent.waiting -= 1
        if parent.waiting:
            return None
        assert parent.together is not None  # noqa: S101
        results = {seat: parent.results[seat] for seat in parent.together.parts}
        parent.together, self._together_from = None, None
        self.barrier = len(self.log)
        return parent, results

    def _only_asks(self, parent: _Script) -> None:
        if self.position.snapshot() != parent.snapshot:
            raise BrokenRule("a branch of together() has changed the position")

    def _shown(self, seat: Seat) -> Json:
        shown = (ask.shown(seat) for ask, _ in self._open.values())
        return next((question for question in shown if question), None)

    def _sealed(self, seat: Seat) -> bool:
        """Whether `seat` has an answer lying sealed, that it may still take back."""
        start = self._together_from
        return start is not None and any(by == seat for by, _ in self.log[start:])

    def _heading(self) -> Json:
        headed = [cited for cited in self.where() if cited.heading]
        return [{"heading": h.heading, "clauses": list(h.clauses)} for h in headed]


def _checked(game: Game, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    for seat in seats:
        if not KEY.fullmatch(seat) or seat in RESERVED:
            raise OptionError(
                "{key} is no seat key: a to z first, then a-z 0-9 _ . -, and not {reserved}",
                key=repr(seat),
                reserved=", ".join(sorted(RESERVED)),
            )
    if len(set(seats)) != len(seats):
        raise OptionError("a seat is named twice")
    if len(seats) not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        words = "{game} takes {low} to {high} seats" if low != high else "{game} takes {low} seats"
        raise OptionError(words, game=game.id, low=low, high=high)
    return tuple(seats)


def _known_answerer(by: Seat, seats: tuple[Seat, ...]) -> bool:
    kind, _, seat = by.rpartition("/")
    return by == TABLE or (kind in ("", "dice", "deck") and seat in (*seats, TABLE, "all"))
