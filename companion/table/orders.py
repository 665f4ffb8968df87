"""What all commands share: whom they concern, and what must be so before they are carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias

from companion.engines.core import Seat, Text
from companion.engines.match import Entry
from companion.table.board import OWNER
from companion.table.gestures import Hands
from companion.table.inbox import Command, Reply
from companion.table.play import Play
from companion.table.sitting import Sitting

FORBIDDEN = Reply("forbidden", Text("That is not yours to do."))
Args: TypeAlias = Mapping[str, Any]


class Lay(Protocol):
    """How answers come to the record and the match."""

    def __call__(self, answers: list[Entry], ticket: str = "", *, new_act: bool = True) -> None: ...


class Refused(Exception):
    """A command that cannot be carried out; the words say what to do next."""

    def __init__(self, words: Text) -> None:
        super().__init__(str(words))
        self.words = words


class Orders:
    """Commands of one kind; each `on_…` carries one out."""

    def __init__(self, sitting: Sitting, hands: Hands, lay: Lay) -> None:
        self.sitting, self.hands, self.lay = sitting, hands, lay

    def carry_out(self, command: Command) -> Reply:
        """Do what a screen asks for."""
        raise NotImplementedError

    # -- what changes with a match

    def _take_up(self, play: Play, robots: set[Seat]) -> None:
        sitting = self.sitting
        sitting.play, sitting.stage, sitting.robots = play, "play", set(robots)
        sitting.paused, sitting.proposal, sitting.quiet = False, None, False
        sitting.rebuild, sitting.lanes.checking = None, False
        sitting.toasts.clear()
        sitting.tags.stop()
        sitting.wiring = None
        self.hands.forget()
        sitting.ask_anew(*sitting.house.seats)

    def _back_to_lobby(self) -> None:
        sitting = self.sitting
        sitting.play, sitting.stage, sitting.proposal, sitting.paused = None, "lobby", None, False
        sitting.page = ""
        sitting.robots.clear()
        sitting.toasts.clear()
        self.hands.forget()
        sitting.ask_anew()
        sitting.recall()

    def _gone_back(self) -> None:
        self.hands.forget()
        self.sitting.quiet = False
        self.sitting.toasts.clear()
        self.sitting.trouble = None
        self.sitting.ask_anew(*self.sitting.house.seats)

    # -- what must be so

    def _of_owner(self, viewer: str) -> None:
        if viewer != OWNER:
            raise Refused(Text("The owner's page does that."))

    def _in_lobby(self) -> None:
        if self.sitting.stage != "lobby":
            raise Refused(Text("Not while a match is on the table."))

    def _playing(self) -> Play:
        if self.sitting.play is None or self.sitting.stage != "play":
            raise Refused(Text("No match is being played."))
        return self.sitting.play

    def _over(self) -> Play:
        if self.sitting.play is None or self.sitting.stage != "over":
            raise Refused(Text("The match is not over."))
        return self.sitting.play

    def _seat(self, seat: Any) -> Seat:
        if seat not in self.sitting.house.seats:
            raise Refused(Text("There is no such seat at this table."))
        return str(seat)

    def _here(self, viewer: str) -> bool:
        return viewer == OWNER or viewer in self.sitting.house.seats
