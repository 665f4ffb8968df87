"""After a mishap or a restart: the board is put up again, and differences settled line by line."""

from __future__ import annotations

from companion.engines.core import Text
from companion.table.consent import Consent
from companion.table.inbox import Reply
from companion.table.lanes import Rebuild
from companion.table.orders import FORBIDDEN, Args, Refused


class Rebuilding(Consent):
    """The board was knocked over, or was changed while nobody watched."""

    def on_rebuild(self, viewer: str, args: Args) -> Reply | None:
        """From now on the table says of each stand on the pad where it belongs; or no longer."""
        if not self._here(viewer):
            return FORBIDDEN
        play, sitting = self._playing(), self.sitting
        if not args.get("on", True):
            sitting.rebuild = None
            return None
        if sitting.hidden():
            raise Refused(Text("Finish the look first, then put the board up again."))
        known = play.match.position.places()
        if not known:
            raise Refused(
                Text("Nobody has followed these stands: put them up as you remember them.")
            )
        sitting.rebuild = Rebuild(set(known.values()))
        sitting.say(Text("Set any stand on the pad: its space is said."), viewer)
        return None

    def on_settle(self, viewer: str, args: Args) -> Reply | None:
        """Of one difference: the `table` is right, or the `file` is and the stand is put back."""
        if not self._here(viewer):
            return FORBIDDEN
        place, right = str(args["place"]), str(args["right"])
        found = next((d for d in self.sitting.differences() if d.place == place), None)
        if found is None:
            return Reply("stale", Text("Nothing differs there any more."))
        if right == "file":
            self.sitting.lanes.dismissed.add(place)
            return None
        if right != "table" or found.piece is None:
            raise Refused(Text("Put the stand that belongs there back on {p}.", {"p": place}))
        return self.on_propose(
            viewer, {"speak": f"lies {found.piece} {place}", "words": found.words}
        )
