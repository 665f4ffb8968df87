"""Everything about the evening that is not the match itself: who sits where, what was last said.

Only the session's thread touches it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from companion.engines.core import (
    AUDIENCE,
    Ask,
    Deal,
    Draw,
    Json,
    Look,
    Piece,
    Roll,
    RollEach,
    Seat,
    Text,
)
from companion.engines.game import Game
from companion.errors import RecordError
from companion.table.board import OWNER
from companion.table.decks import Decks
from companion.table.gestures import options_of
from companion.table.house import House
from companion.table.inbox import Health
from companion.table.lanes import Difference, Lanes, Rebuild
from companion.table.play import Play, Step, asked
from companion.table.seats import Seats
from companion.table.sentences import text_of
from companion.table.store import Kept, Store
from companion.table.tags import Tags
from companion.table.toasts import Toasts, Topic
from companion.table.wiring import Wiring

Throws: TypeAlias = Literal["pi", "press", "hand"]
Stage: TypeAlias = Literal["lobby", "play", "over"]

NOT_NOW = Text("Not now. Nothing has changed; the screen says what is asked.")
"""The words for every press, key or scan that means nothing now, whatever the reason."""


@dataclass
class Proposal:
    """Something that needs the consent of everybody who sits here now, robots apart."""

    by: str
    words: Text
    carry_out: Callable[[], None]
    needed: frozenset[Seat]
    since: float
    agreed: set[Seat] = field(default_factory=set)


@dataclass
class _Question:
    ask: Ask[Any]
    id: str


class Sitting:
    """The table, its people and its match."""

    def __init__(
        self, house: House, store: Store, games: Mapping[str, Game], clock: Callable[[], float]
    ) -> None:
        self.house, self.store, self.games, self.clock = house, store, games, clock
        self.seats = Seats(store, clock)
        self.tags = Tags(store)
        self.decks = Decks(store)
        self.page = ""
        """What the first screen shows: nothing special, the `shelf`, or a game that is set up."""
        self.enrollable: Json = None
        """The deck lists whose cards may get tags, once the owner has asked for them."""
        self.lanes = Lanes(house.spaces)
        self.rebuild: Rebuild | None = None
        self.stage: Stage = "lobby"
        self.play: Play | None = None
        self.sat: list[Seat] = []
        self.robots: set[Seat] = set()
        self.names: dict[Seat, str] = dict(
            line.split("=", 1) for line in store.note("names").splitlines()
        )
        self.presets: dict[str, str] = {}
        """The house rules that each game is begun with, where the table has picked some."""
        self.dice = store.note("dice") or house.dice
        self.paused = False
        self.proposal: Proposal | None = None
        self.moment = 0
        """How often something has happened that everybody could see."""
        self.toasts = Toasts(self.topic)
        self.unknown = ""
        """The last four digits of an unknown tag, for the owner's page."""
        self.trouble: Text | None = store.mended
        self.health: dict[str, Health] = {}
        self.heard: dict[str, int] = {}
        """When each part was last heard, in seconds since 1970; nothing that happens unseen."""
        self.scanned: Text | None = None
        """What the last scan did that everybody may know of, for the owner's page."""
        self.wiring: Wiring | None = None
        """The guided wiring check, while the owner walks through it."""
        self.count: int | None = None
        """One, two, three, while the table counts."""
        self.verdicts = 0
        """How often dice or a card have decided something that was then said aloud."""
        self.quiet = False
        """Whether the newest answer left the shared screen as it was: something is hidden."""
        self._pressed: list[Seat] = []
        self._questions: dict[Seat, _Question] = {}
        self._from: object = None
        self.kept: Kept | None = None
        self.last: list[Text] = []
        self.recall()

    # -- the evening before

    def recall(self) -> None:
        """Read which match was left open, and its last words; nothing of it is applied."""
        self.kept, self.last = None, []
        try:
            self.kept = self.store.open_match()
            if self.kept is not None:
                peeked = Play.peek(self.store, self.kept, self.games)
                who = ", ".join(map(self.name, self.kept.header.seats))
                title = Text("{game}: {who}", {"game": peeked.match.game.title, "who": who})
                self.last = [
                    Text("Last time: {what}", {"what": said})
                    for said in [title, *peeked.match.position.said[-2:]]
                ]
        except RecordError as fault:
            self.kept = None
            why = {"fault": text_of(fault.words)}
            self.trouble = Text("The last match cannot be opened: {fault}", why)

    # -- who is who

    def name(self, seat: Seat) -> str:
        return self.names.get(seat, seat.capitalize())

    def playing(self, seat: Seat) -> bool:
        """Whether this seat belongs to the match and a person sits there."""
        return self.play is not None and seat in self.play.match.seats and seat not in self.robots

    def people(self) -> frozenset[Seat]:
        """The seats of the match with a person."""
        seats = self.play.match.seats if self.play else ()
        return frozenset(seat for seat in seats if seat not in self.robots)

    def pressed(self, seat: Seat) -> None:
        """Remember who pressed last: a shared key is theirs."""
        self._pressed = [seat, *(s for s in self._pressed if s != seat)]

    def last_pressed(self, among: list[Seat]) -> Seat | None:
        return next((seat for seat in self._pressed if seat in among), None)

    def piece(self, tag: str) -> Piece | None:
        """What a tag means now: a stand, or a card of a deck that is being played."""
        match = self.play.match if self.play else None
        if match is None:
            return self.tags.piece(tag)
        return self.tags.piece_in(tag, match.game.id, match.decks)

    # -- the open questions

    def steps(self, seat: Seat) -> tuple[Step, ...]:
        if self.play is None or self.stage != "play" or seat not in self.play.match.seats:
            return ()
        return self.play.steps(seat)

    def question(self, seat: Seat) -> str:
        found = self._questions.get(seat)
        return found.id if found else ""

    def whose(self, question: str) -> Seat | None:
        """The seat whose open question has this id."""
        return next((seat for seat, q in self._questions.items() if q.id == question), None)

    def claimed(self, seat: Seat) -> bool:
        return self.seats.pending(seat) is not None

    def has_button(self, seat: Seat) -> bool:
        """Whether this seat has a button, be it a real or a simulated one."""
        health = self.health.get(f"button/{seat}")
        return health is not None and health.state != "missing"

    def asked(self) -> list[Seat]:
        """The seats that hands can answer for now, whoever pressed last first."""
        if self.play is None or self.stage != "play":
            return []
        able = [
            seat
            for seat in self.play.match.seats
            if (step := asked(self.play.match, seat))
            and (seat not in self.robots or isinstance(step.ask, Draw))
        ]
        awaited = self.play.match.awaited()
        last = {seat: n for n, seat in enumerate(self._pressed)}
        return sorted(able, key=lambda seat: (seat not in awaited, last.get(seat, len(last))))

    def ask_anew(self, *answered: Seat) -> None:
        """Give each open question its id; those of `answered` are other questions now."""
        match = self.play.match if self.play else None
        for seat in answered:
            self._questions.pop(seat, None)
        if "all" in answered or "table" in answered:
            self._questions.clear()
        rebuilt, self._from = self._from is not match, match
        for seat in match.seats if match else ():
            step = asked(match, seat) if match else None
            old = self._questions.get(seat)
            if step is None:
                self._questions.pop(seat, None)
            elif old and (
                old.ask is step.ask or (rebuilt and old.ask.question() == step.ask.question())
            ):
                old.ask = step.ask
            else:
                self._questions[seat] = _Question(step.ask, secrets.token_urlsafe(9))
        if match is None:
            self._questions.clear()

    def throws(self, ask: Ask[Any]) -> Throws:
        """Who throws: the Pi at once, the Pi when somebody presses, or hands."""
        options = self.play.match.options if self.play else {}
        dice = options.get("dice", self.dice)
        if isinstance(ask, Roll):
            return "pi" if dice == "pi" or ask.seat in self.robots else "hand"
        if not isinstance(ask, RollEach):
            return "hand"
        with_robots = not self.robots.isdisjoint(ask.seats)
        if "short_dice" in options and self.people():
            return "press" if with_robots or options["short_dice"] == "pi" else "hand"
        return "pi" if dice == "pi" or with_robots else "hand"

    def hidden(self) -> bool:
        """Whether something is going on that the shared screen may not tell."""
        if self.play is None or self.stage != "play":
            return False
        match = self.play.match
        return self.quiet or match.sealing or any(map(_hides, match.open()))

    def free(self, seat: Seat) -> int | None:
        """To how many answers `seat` may go back by itself.

        Not while another seat may be doing something hidden: that the offer ends would tell it.
        """
        if self.play is None or self.stage != "play" or self.paused:
            return None
        for ask in self.play.match.open():
            if ask.shown(seat) is None and (_hides(ask) or getattr(ask, "public", None)):
                return None
        return self.play.free(seat)

    def differences(self) -> list[Difference]:
        """Where lane readers see another board than the match knows; nothing during a look."""
        if self.play is None or self.stage != "play" or self.hidden():
            return []

        def watched(reader: str) -> bool:
            health = self.health.get(f"reader/{reader}")
            return health is not None and health.state == "fine"

        known = self.play.match.position.places()
        return self.lanes.differences(known, self.tags.piece, watched) if known else []

    def rebuilding(self) -> Json:
        """Whether the board is being put up again, and how many stands are still to come."""
        if self.play is None or self.stage != "play" or not self.play.match.position.places():
            return None
        return {
            "on": self.rebuild is not None,
            "left": len(self.rebuild.left) if self.rebuild else 0,
        }

    # -- what is said to whoever acted

    def topic(self, viewer: str) -> Topic:
        """What this viewer's screen is about: the own question, or what goes on at the table."""
        proposal, asks_all = self.proposal, viewer in (AUDIENCE, OWNER)
        if self.paused:
            return ("paused",)
        if proposal and (asks_all or viewer in proposal.needed - proposal.agreed):
            return ("proposal", str(proposal.words), proposal.by)
        question = self.question(viewer)
        return ("asked", question) if question else (self.stage, self.page, self.moment)

    def say(self, text: Text, *viewers: str) -> None:
        """Tell those who acted; the shared screen too, unless something is hidden."""
        for viewer in viewers:
            self.toasts[viewer] = text
        if not self.hidden():
            self.toasts[AUDIENCE] = self.toasts[OWNER] = text

    def refuse(self, *viewers: str) -> None:
        """Nothing happened. The same words for every reason."""
        self.say(NOT_NOW, *viewers)


def _hides(ask: Ask[Any]) -> bool:
    if isinstance(ask, Look | Draw | Deal) or ask.learns or getattr(ask, "lapse", None):
        return True
    return any(option.piece for seat in ask.answerers() for option in options_of(ask, seat))
