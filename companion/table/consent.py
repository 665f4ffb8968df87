"""Going back past what somebody has learnt, mending a misread die, speaking: with consent.

Something is proposed in words; once everybody who sits here now agrees (robots do) it is carried
out, and the record keeps why.
"""

# ruff: noqa: ARG002  (every command takes who asks and with what, needed or not)

from __future__ import annotations

from collections.abc import Callable

from companion.engines.core import TABLE, Seat, Text
from companion.table.board import OWNER
from companion.table.gestures import HOLD_S, Hands
from companion.table.inbox import Command, Down, Held, Reply, Up
from companion.table.orders import FORBIDDEN, Args, Lay, Orders, Refused
from companion.table.sitting import Proposal, Sitting

ABSENT_S = 60.0
"""So long after a proposal the owner may overrule a seat that does not answer."""
LOST = 3
"""So many sayings that would fall away are read out; of the rest the number."""


class Consent(Orders):
    """Proposals, and who agrees."""

    def __init__(self, sitting: Sitting, hands: Hands, lay: Lay) -> None:
        super().__init__(sitting, hands, lay)
        self._consenting: set[Seat] = set()
        self._reason = ""

    def on_propose(self, viewer: str, args: Args) -> Reply | None:
        """Ask the table: to={n}, amend={die or tag, answer}, speak={statement}, or end."""
        self._playing()
        if not self.sitting.playing(viewer) and viewer != OWNER:
            return FORBIDDEN
        if self.sitting.proposal:
            raise Refused(Text("One thing at a time: something is proposed already."))
        if "to" in args:
            words, carry_out = self._going_back(int(args["to"]))
        elif "amend" in args:
            words, carry_out = self._amending(viewer, dict(args["amend"]))
        elif "speak" in args:
            words, carry_out = self._speaking(str(args["speak"]))
            words = args.get("words", words)
        elif args.get("end"):
            words, carry_out = Text("End this match without a winner."), self._abandon
        else:
            raise ValueError(args)
        needed = self.sitting.people()
        agreed = {viewer} if viewer in needed else set()
        self.sitting.proposal = Proposal(
            viewer, words, carry_out, needed, self.sitting.clock(), agreed
        )
        self._count()
        return None

    def on_rewind(self, viewer: str, args: Args) -> Reply | None:
        return self.on_propose(viewer, {"to": args["n"]}) if viewer == OWNER else FORBIDDEN

    def on_amend(self, viewer: str, args: Args) -> Reply | None:
        return self.on_propose(viewer, {"amend": args}) if viewer == OWNER else FORBIDDEN

    def on_speak(self, viewer: str, args: Args) -> Reply | None:
        return (
            self.on_propose(viewer, {"speak": args["statement"]}) if viewer == OWNER else FORBIDDEN
        )

    def on_abandon(self, viewer: str, args: Args) -> Reply | None:
        if viewer != OWNER:
            return FORBIDDEN
        self._playing()
        self._abandon()
        return None

    def on_consent(self, viewer: str, args: Args) -> Reply | None:
        """Agree or refuse. The owner overrules an absent seat, named by `seat`, after a while."""
        proposal = self.sitting.proposal
        if proposal is None:
            return Reply("stale", Text("Nothing is proposed any more."))
        if viewer == OWNER and args.get("seat"):
            if self.sitting.clock() - proposal.since < ABSENT_S:
                raise Refused(Text("Give the others a minute to answer first."))
            proposal.agreed.add(self._seat(args["seat"]))
            self._count(f" (the owner answers for {args['seat']})")
            return None
        if viewer != proposal.by and viewer not in proposal.needed:
            return FORBIDDEN
        if not args["yes"]:
            self.sitting.proposal = None
            self.sitting.say(Text("It stays as it is."), viewer)
            return None
        proposal.agreed.add(viewer)
        self._count()
        return None

    def consent_by_hand(self, seat: Seat, item: Down | Held | Up) -> Reply:
        """While something is proposed a press agrees, and a hold refuses."""
        if isinstance(item, Down):
            self._consenting.add(seat)
        elif seat in self._consenting and (isinstance(item, Up) or item.seconds >= HOLD_S):
            self._consenting.discard(seat)
            return self.carry_out(Command(seat, "consent", {"yes": isinstance(item, Up)}))
        return Reply("ok")

    def _count(self, overruled: str = "") -> None:
        """Carry the proposal out once all who sit here agree."""
        proposal = self.sitting.proposal
        if proposal is None:
            return
        proposal.needed &= self.sitting.people()
        if not proposal.needed <= proposal.agreed:
            return
        self.sitting.proposal = None
        self._reason = f"{proposal.by} proposed: {proposal.words}{overruled}"
        proposal.carry_out()

    def _going_back(self, n: int) -> tuple[Text, Callable[[], None]]:
        play = self._playing()
        if not 0 <= n < len(play.heard):
            raise Refused(Text("There is no such moment to go back to."))
        keep = max(0, play.heard[n] - 1)
        words = Text("Go back to before: {what}", {"what": play.match.position.said[n]})

        def carry_out() -> None:
            play.back(keep, self._reason)
            self._gone_back()

        return words, carry_out

    def _amending(self, viewer: str, args: Args) -> tuple[Text, Callable[[], None]]:
        """A misread die (`die`: the how-manieth last), or the own last tag, was another."""
        play, new = self._playing(), str(args["answer"])
        if "die" in args:
            dice = [n for n, row in enumerate(play.rows) if row.by.startswith("dice/")]
            place = dice[-int(args["die"])] if 0 < int(args["die"]) <= len(dice) else None
        else:
            mine = [n for n, row in enumerate(play.rows) if row.by == f"deck/{viewer}"]
            place = mine[-1] if mine else None
            new = self.sitting.piece(new) or new
        if place is None:
            raise Refused(Text("There is no such die or stand to mend."))
        old = play.rows[place]
        if old.notation == new:
            raise Refused(Text("That is what was told. Nothing has changed."))
        rows, lost = play.amended(place, new)
        if "die" in args:
            seat, told = old.by.rpartition("/")[2], {"new": new, "old": old.notation}
            was: Text = (
                Text("{seat} threw {new}, not {old}.", {"seat": seat, **told})
                if seat in play.match.seats
                else Text("The dice showed {new}, not {old}.", told)
            )
        else:
            was = Text("{seat} set another stand on the pad.", {"seat": viewer})
        words = was
        for saying in lost[:3]:
            words = Text("{before} Falls away: {what}", {"before": words, "what": saying})
        if len(lost) > 3:
            words = Text("{before} And {n} more.", {"before": words, "n": len(lost) - 3})

        def carry_out() -> None:
            play.amend(place, rows, self._reason)
            self._gone_back()

        return words, carry_out

    def _speaking(self, statement: str) -> tuple[Text, Callable[[], None]]:
        play = self._playing()
        if play.sayable is None:
            raise Refused(Text("The table may speak between turns. Finish this turn first."))
        return play.heard_as(statement), lambda: self.lay([(TABLE, statement)])

    def _abandon(self) -> None:
        play = self._playing()
        self.sitting.store.close_match(play.number, "abandoned", play.public_text())
        self._back_to_lobby()
