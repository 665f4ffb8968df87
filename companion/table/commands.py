"""What screens may ask for beside answering: sit down, start, go back, agree, enrol.

Every command says what it did, or why not and what to do next.
"""

# ruff: noqa: ARG002  (every command takes who asks and with what, needed or not)

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from companion.engines.core import TABLE, Offer, Seat, Text
from companion.engines.match import Entry
from companion.errors import TablesideError
from companion.table.board import OWNER
from companion.table.frames import lobby
from companion.table.gestures import HOLD_S, Hands
from companion.table.inbox import Command, Down, Held, Reply, Up
from companion.table.play import Play
from companion.table.record import Header, header_of, parse_text, replay, to_text
from companion.table.sitting import Proposal, Sitting
from companion.table.store import Unsaved

ABSENT_S = 60.0
"""So long after a proposal the owner may overrule a seat that does not answer."""
NAME = 24
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


class Commands:
    """All commands of all screens, by name."""

    def __init__(self, sitting: Sitting, hands: Hands, lay: Lay) -> None:
        self.sitting, self.hands, self.lay = sitting, hands, lay
        self._consenting: set[Seat] = set()
        self._reason = ""

    def carry_out(self, command: Command) -> Reply:
        """Do what a screen asks for."""
        name = command.name.replace(".", "_").replace("-", "_")
        action: Callable[[str, Args], Reply | None] | None = getattr(self, f"on_{name}", None)
        if action is None:
            return Reply("illegal", Text("There is no such command."))
        try:
            return action(command.viewer, command.args) or Reply("ok")
        except Refused as refused:
            self.sitting.say(refused.words, command.viewer)
            return Reply("illegal", refused.words)
        except Unsaved:
            raise
        except TablesideError as fault:
            words = Text("{fault}.", {"fault": str(fault)})
            return Reply("illegal", words)
        except (KeyError, TypeError, ValueError):
            return Reply("illegal", Text("Something in that command is missing or wrong."))

    # -- the first screen

    def toggle(self, seat: Seat) -> Reply:
        """The button of `seat` in the lobby: sit down, or stand up again."""
        if seat in self.sitting.sat:
            self.sitting.sat.remove(seat)
        else:
            self.sit(seat)
        return Reply("ok")

    def sit(self, seat: Seat) -> None:
        sitting = self.sitting
        sitting.robots.discard(seat)
        sitting.toasts.clear()
        if seat not in sitting.sat:
            sitting.sat.append(seat)

    def key(self, number: int) -> Reply:
        """A shared key on the first or the last screen."""
        offered = lobby(self.sitting)["games"]
        found = next((game for game in offered if game["key"] == number and game["enabled"]), None)
        if found is None:
            self.sitting.refuse()
            return Reply("illegal")
        name = found["name"]
        seat = self.sitting.last_pressed(self.sitting.sat) or OWNER
        if name in ("resume", "rematch", "new"):
            return self.carry_out(Command(seat, name))
        return self.carry_out(Command(seat, "start", {"game": name}))

    def on_sit(self, viewer: str, args: Args) -> None:
        self._in_lobby()
        seat = self._seat(args["seat"])
        if args.get("robot"):
            self.sitting.robots.add(seat)
            self.sitting.sat = [other for other in self.sitting.sat if other != seat]
        else:
            self.sit(seat)

    def on_stand(self, viewer: str, args: Args) -> None:
        self._in_lobby()
        seat = self._seat(args["seat"])
        self.sitting.robots.discard(seat)
        self.sitting.sat = [other for other in self.sitting.sat if other != seat]

    def on_preset(self, viewer: str, args: Args) -> None:
        self._in_lobby()
        self.sitting.preset = str(args["preset"] or "")

    def on_name(self, viewer: str, args: Args) -> Reply | None:
        seat = self._seat(args["seat"])
        if viewer not in (seat, OWNER):
            return FORBIDDEN
        name = " ".join("".join(c for c in str(args["name"]) if c.isprintable()).split())[:NAME]
        names = {**self.sitting.names, seat: name}
        if not name:
            del names[seat]
        lines = "\n".join(f"{whose}={name}" for whose, name in names.items())
        self.sitting.store.keep_note("names", lines)
        self.sitting.names = names
        return None

    def on_start(self, viewer: str, args: Args) -> None:
        """Begin: `tonight`, `short`, `alone` or a game's id, with whoever has sat down."""
        sitting = self.sitting
        if sitting.stage == "play":
            raise Refused(Text("A match is being played. End it first."))
        named, alone = str(args["game"]), bool(args.get("alone"))
        house = sitting.house
        asked_for = {"tonight": house.tonight, "alone": house.tonight, "short": house.short}
        game = sitting.games.get(asked_for.get(named, named))
        if game is None:
            raise Refused(Text("This program does not have that game."))
        alone = alone or named == "alone"
        seats = self._seats_for(viewer, game.seats, alone=alone)
        known = {switch.name for switch in game.switches}
        told = {name: value for name, value in house.options.items() if name in known}
        told |= game.presets.get(str(args.get("preset") or sitting.preset), {})
        told |= {str(name): str(value) for name, value in dict(args.get("options") or {}).items()}
        if told.get("stands") == "tagged":
            if not sitting.tags.complete:
                raise Refused(Text("Not every stand has its tag yet. Enrol them, or play dealt."))
            told |= {k: v for k, v in sitting.tags.options().items() if k in known}
        robots = {seat for seat in seats if seat in sitting.robots or seat not in sitting.sat}
        play = Play.begin(sitting.store, game, seats, told, robots)
        self._take_up(play, robots)

    def on_resume(self, viewer: str, args: Args) -> None:
        """Go on where the last evening stopped."""
        self._in_lobby()
        sitting = self.sitting
        if sitting.kept is None:
            raise Refused(Text("There is no match to go on with. Start one."))
        play = Play.reopen(sitting.store, sitting.kept, sitting.games)
        sitting.sat = [s for s in sitting.kept.header.seats if s not in sitting.kept.robots]
        self._take_up(play, set(sitting.kept.robots))
        sitting.trouble = play.trouble

    def on_rematch(self, viewer: str, args: Args) -> None:
        """Once more, with the same people and the same rules."""
        old = self._over()
        header = header_of(old.match)
        play = Play.begin(
            self.sitting.store, old.match.game, header.seats, header.options, self.sitting.robots
        )
        self._take_up(play, self.sitting.robots)

    def on_new(self, viewer: str, args: Args) -> None:
        """Back to the first screen."""
        self._over()
        self._back_to_lobby()

    def _take_up(self, play: Play, robots: set[Seat]) -> None:
        sitting = self.sitting
        sitting.play, sitting.stage, sitting.robots = play, "play", set(robots)
        sitting.paused, sitting.proposal, sitting.quiet = False, None, False
        sitting.toasts.clear()
        self.hands.forget()
        sitting.ask_anew(*sitting.house.seats)

    def _back_to_lobby(self) -> None:
        sitting = self.sitting
        sitting.play, sitting.stage, sitting.proposal, sitting.paused = None, "lobby", None, False
        sitting.robots.clear()
        sitting.toasts.clear()
        self.hands.forget()
        sitting.ask_anew()
        sitting.recall()

    def _seats_for(self, viewer: str, span: range, *, alone: bool) -> list[Seat]:
        """Who plays, clockwise as the buttons lie."""
        sitting, panel = self.sitting, self.sitting.house.seats
        if alone:
            first = viewer if viewer in panel else sitting.last_pressed(sitting.sat)
            person = first or (sitting.sat[0] if sitting.sat else panel[0])
            sitting.sat = [person]
            others = [seat for seat in panel if seat != person][: span[-1] - 1]
            return [seat for seat in panel if seat == person or seat in others]
        seats = [seat for seat in panel if seat in sitting.sat or seat in sitting.robots]
        if len(seats) < span[0]:
            raise Refused(
                Text(
                    "{low} seats are needed; {n} taken. Press your button to sit down,"
                    " or key 3 to play against robots.",
                    {"low": span[0], "n": len(seats)},
                )
            )
        if len(seats) > span[-1]:
            raise Refused(
                Text(
                    "There is room for {high}. {n} sit here: press your button to stand up.",
                    {"high": span[-1], "n": len(seats)},
                )
            )
        return seats

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
        play.withdraw(viewer)
        self.hands.forget()
        self.sitting.ask_anew(viewer)
        return None

    def on_pause(self, viewer: str, args: Args) -> Reply | None:
        self._playing()
        if not self._here(viewer):
            return FORBIDDEN
        self.sitting.paused = not self.sitting.paused
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

    # -- with everybody's consent

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
            new = self.sitting.tags.piece(new) or new
        if place is None:
            raise Refused(Text("There is no such die or stand to mend."))
        rows, lost = play.amended(place, new)
        old = play.rows[place]
        if "die" in args:
            was: Text = Text(
                "{seat} threw {new}, not {old}.",
                {"seat": old.by.rpartition("/")[2], "new": new, "old": old.notation},
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
        if not any(isinstance(a, Offer) and a.statement for a in play.match.open()):
            raise Refused(Text("The table may speak between turns. Finish this turn first."))
        play.match.check(TABLE, statement)
        words = Text("It is so: {what}", {"what": statement})
        return words, lambda: self.lay([(TABLE, statement)])

    def _abandon(self) -> None:
        play = self._playing()
        self.sitting.store.close_match(play.number, "abandoned", play.public_text())
        self._back_to_lobby()

    def _gone_back(self) -> None:
        self.hands.forget()
        self.sitting.quiet = False
        self.sitting.toasts.clear()
        self.sitting.trouble = None
        self.sitting.ask_anew(*self.sitting.house.seats)

    # -- phones

    def on_claim(self, viewer: str, args: Args) -> Reply:
        """A phone asks for a seat: its button confirms, or the code from the terminal."""
        sitting, seat = self.sitting, self._seat(args["seat"])
        if "code" in args:
            fits = sitting.seats.code_fits(str(args["code"]))
            if not fits:
                wait = Text("Too many wrong codes. Wait a minute.")
                return Reply("forbidden", wait if fits is None else Text("That is not the code."))
        claimed = sitting.seats.claim(seat)
        if claimed is None:
            raise Refused(Text("Another phone waits for this seat. Try again in half a minute."))
        claim, token = claimed
        if "code" in args:
            sitting.seats.confirm(seat)
        return Reply(
            "ok",
            Text("Hold the button of {seat} for two seconds.", {"seat": seat}),
            {"claim": claim.id, "viewer": claim.viewer, "signs": claim.signs, "token": token},
        )

    def on_release(self, viewer: str, args: Args) -> None:
        seat = viewer
        if viewer == OWNER:
            seat = self._seat(args["seat"])
        self.sitting.seats.release(seat)

    # -- tags and records, for the owner

    def on_tags_enrol(self, viewer: str, args: Args) -> Reply | None:
        self._of_owner(viewer)
        self._in_lobby()
        self.sitting.tags.enrol(int(args["level"]))
        return Reply("ok", Text("Now set it on the pad."))

    def on_tags_move(self, viewer: str, args: Args) -> Reply | None:
        self._of_owner(viewer)
        self.sitting.tags.move(str(args["piece"]))
        return Reply("ok", Text("Set the stand with its new tag on the pad."))

    def on_tags_forget(self, viewer: str, args: Args) -> None:
        self._of_owner(viewer)
        self._in_lobby()
        self.sitting.tags.forget(str(args["piece"]))

    def on_tags_undo(self, viewer: str, args: Args) -> None:
        self._of_owner(viewer)
        self._in_lobby()
        self.sitting.tags.undo()

    def on_record(self, viewer: str, args: Args) -> Reply:
        """The record of a match that is over, as text; `public` for what was said alone."""
        self._of_owner(viewer)
        kept = self.sitting.store.match(int(args["number"]))
        if kept is None or kept.state == "open":
            raise Refused(Text("A record can be read once its match is over."))
        log = ((row.by, row.notation) for row in kept.rows)
        text = kept.public if args.get("public") else to_text(kept.header, log)
        return Reply("ok", None, {"text": text})

    def on_import(self, viewer: str, args: Args) -> None:
        """Lay a record from a text on the table: it can be resumed."""
        self._of_owner(viewer)
        self._in_lobby()
        header, entries = parse_text(str(args["text"]))
        self._import(header, entries)
        self.sitting.recall()

    def _import(self, header: Header, entries: list[Entry]) -> None:
        match = replay(header, entries, self.sitting.games)
        play = Play.begin(self.sitting.store, match.game, match.seats, header.options)
        for n, entry in enumerate(entries, start=1):
            play.answer([entry], n)
        if play.match.result:
            self.sitting.store.close_match(play.number, "over", play.public_text())

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
