"""What screens may ask for beside answering: sit down, start, go back, agree, enrol.

Every command says what it did, or why not and what to do next.
"""

# ruff: noqa: ARG002  (every command takes who asks and with what, needed or not)

from __future__ import annotations

from collections.abc import Callable

from companion.engines.core import Text
from companion.errors import OptionError, RecordError, TablesideError, TagError
from companion.table.board import OWNER
from companion.table.care import Care
from companion.table.first_screen import FirstScreen
from companion.table.inbox import Command, Reply
from companion.table.orders import FORBIDDEN, Args, Refused
from companion.table.rebuilding import Rebuilding
from companion.table.sentences import text_of
from companion.table.store import Unsaved


class Commands(FirstScreen, Rebuilding, Care):
    """All commands of all screens, by name."""

    def carry_out(self, command: Command) -> Reply:
        """Do what a screen asks for."""
        self.sitting.toasts.drop(command.viewer)
        name = command.name.replace(".", "_").replace("-", "_")
        action: Callable[[str, Args], Reply | None] | None = getattr(self, f"on_{name}", None)
        if action is None:
            return Reply("illegal", Text("There is no such command."))
        try:
            return action(command.viewer, command.args) or Reply("ok")
        except Refused as refused:
            return self._not_done(command.viewer, refused.words)
        except Unsaved:
            raise
        except TablesideError as fault:
            words = Text("{fault}.", {"fault": text_of(fault.words)})
            if isinstance(fault, OptionError | RecordError | TagError):
                return self._not_done(command.viewer, words)
            return Reply("illegal", words)
        except (KeyError, TypeError, ValueError):
            return Reply("illegal", Text("Something in that command is missing or wrong."))

    def _not_done(self, viewer: str, words: Text) -> Reply:
        """Why not, where it was asked: what the owner reads and pastes is nobody else's."""
        if viewer == OWNER:
            self.sitting.toasts.keep(OWNER, words)
        else:
            self.sitting.say(words, viewer)
        return Reply("illegal", words)

    # -- while playing

    def on_undo(self, viewer: str, args: Args) -> Reply | None:
        """Take the own last gesture back, if nobody has learnt anything by it."""
        play = self._playing()
        if not self.sitting.playing(viewer):
            return FORBIDDEN
        if self.hands.take_back(viewer):
            return None
        if self.sitting.free(viewer) is None:
            raise Refused(
                Text("That cannot be taken back alone. Ask the table to go back instead.")
            )
        play.undo(viewer)
        self._gone_back()
        return None

    def on_withdraw(self, viewer: str, args: Args) -> Reply | None:
        """Take a sealed answer back while the others still choose."""
        play = self._playing()
        if not self.sitting.playing(viewer):
            return FORBIDDEN
        if self.hands.take_back(viewer):
            return None
        play.withdraw(viewer)
        self.sitting.ask_anew(viewer)
        return None

    def on_pause(self, viewer: str, args: Args) -> Reply | None:
        """Cover everything, or go `on`; without a word of which, the other than now."""
        self._playing()
        if not self._here(viewer):
            return FORBIDDEN
        self.sitting.paused = not args.get("on", self.sitting.paused)
        return None

    def on_robot(self, viewer: str, args: Args) -> Reply | None:
        """Hand a seat to a robot, or take it back."""
        play, seat = self._playing(), self._seat(args.get("seat", viewer))
        if viewer not in (seat, OWNER):
            return FORBIDDEN
        if seat not in play.match.seats:
            raise Refused(Text("That seat does not play."))
        robots = self.sitting.robots | {seat} if args["on"] else self.sitting.robots - {seat}
        self.sitting.store.set_robots(play.number, sorted(robots))
        self.sitting.robots = robots
        self._count()
        return None

    def on_leave(self, viewer: str, args: Args) -> Reply | None:
        """Go home: a robot plays on, and the phone lets the seat go."""
        if self.sitting.stage == "play" and self.sitting.playing(viewer):
            self.on_robot(viewer, {"on": True})
        elif self.sitting.stage == "lobby":
            self.on_stand(viewer, {"seat": viewer})
        self.sitting.seats.release(viewer)
        return None
