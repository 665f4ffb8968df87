"""Phones, tags and records: what is looked after beside the play."""

# ruff: noqa: ARG002  (every command takes who asks and with what, needed or not)

from __future__ import annotations

from companion.engines.core import AUDIENCE, Text
from companion.errors import RecordMismatch
from companion.table import told
from companion.table.board import OWNER
from companion.table.decks import box_of, enrollable
from companion.table.inbox import Reply
from companion.table.lobby import named
from companion.table.orders import Args, Orders, Refused
from companion.table.play import Play
from companion.table.record import parse_text, replay, to_text
from companion.table.store import Kept
from companion.table.wiring import Wiring

CHANGED = (
    "Line {n} of this record, “{line}”, cannot have been said there: it was changed, or other rules"
    " were played. Copy the whole file once more, as it was downloaded or exported here."
)


class Care(Orders):
    """Claims of seats; the owner's tags and records."""

    # -- phones

    def on_claim(self, viewer: str, args: Args) -> Reply:
        """A phone asks for a seat: its button confirms, or the code from the terminal.

        It may ask `instead` of a claim with which it waits.
        """
        sitting, seat = self.sitting, self._seat(args["seat"])
        if "code" in args:
            fits = sitting.seats.code_fits(str(args["code"]))
            if not fits:
                wait = Text("Too many wrong codes. Wait a minute.")
                return Reply("forbidden", wait if fits is None else Text("That is not the code."))
        claimed = sitting.seats.claim(seat, str(args.get("instead", "")))
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

    def on_unclaim(self, viewer: str, args: Args) -> None:
        """A phone waits for a seat no more: its own `claim` is known to nobody else."""
        self.sitting.seats.give_up(str(args["claim"]))

    def on_release(self, viewer: str, args: Args) -> None:
        seat = viewer
        if viewer == OWNER:
            seat = self._seat(args["seat"])
        self.sitting.seats.release(seat)

    # -- the guided wiring check, for the owner

    def on_wiring(self, viewer: str, args: Args) -> Reply | None:
        """Ask for every button, key and reader in turn; meanwhile none of them does anything."""
        self._of_owner(viewer)
        self._in_lobby()
        health, house = self.sitting.health, self.sitting.house
        parts = [f"button/{seat}" for seat in house.seats]
        parts += sorted(part for part in health if part.startswith("key/"))
        parts += [f"reader/{name}" for name in house.readers]
        there = [part for part in parts if part in health and health[part].state != "missing"]
        if not there:
            raise Refused(Text("No button, key or reader is there: see the inputs."))
        self.sitting.tags.stop()
        self.sitting.wiring = Wiring(there)
        return None

    def on_wiring_skip(self, viewer: str, args: Args) -> None:
        self._of_owner(viewer)
        if self.sitting.wiring:
            self.sitting.wiring.skip()

    def on_wiring_end(self, viewer: str, args: Args) -> Reply | None:
        """Buttons act again. With `save` the map is kept as it was found."""
        self._of_owner(viewer)
        wiring, self.sitting.wiring = self.sitting.wiring, None
        rewire = self.sitting.house.rewire
        if not args.get("save") or wiring is None or rewire is None or not wiring.changed():
            return None
        rewire(wiring.changed())
        return Reply("ok", Text("Saved. It holds when the table is started again."))

    # -- tags and records, for the owner

    def on_tags_enrol(self, viewer: str, args: Args) -> Reply | None:
        self._of_owner(viewer)
        self._in_lobby()
        self.sitting.tags.enrol(int(args["level"]))
        return Reply("ok", Text("Now set it on the pad."))

    def on_tags_decks(self, viewer: str, args: Args) -> None:
        """Show the owner which decks there are, to give their cards tags."""
        self._of_owner(viewer)
        self.sitting.enrollable = enrollable(self.sitting.games)

    def on_tags_cards(self, viewer: str, args: Args) -> Reply:
        """Which tag is on which card: printed on no screen but that of simulated hands."""
        self._of_owner(viewer)
        sitting, boxes = self.sitting, []
        for name in sorted(sitting.tags.tagged()):
            game, deck, number = name.partition("/")[0], *name.partition("/")[2].rsplit("/", 1)
            box = box_of(sitting.games.get(game), deck, int(number))
            cards = sitting.tags.of_box(box)
            boxes.append({"deck": box.deck.name, "number": int(number), "cards": cards})
        return Reply("ok", None, {"boxes": boxes})

    def on_tags_deck(self, viewer: str, args: Args) -> Reply | None:
        """Give the cards of a deck their tags, one scan a card in the order of its list."""
        self._of_owner(viewer)
        self._in_lobby()
        name, _, deck = str(args["deck"]).partition("/")
        box = box_of(self.sitting.games.get(name), deck, int(args.get("box", 1)))
        self.sitting.tags.enrol_deck(box)
        return Reply("ok", Text("Now set card by card on the pad, in the order of the list."))

    def on_tags_stop(self, viewer: str, args: Args) -> None:
        self._of_owner(viewer)
        self.sitting.tags.stop()

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
        kept = self._readable(int(args["number"]))
        log = ((row.by, row.notation) for row in kept.rows)
        text = kept.public if args.get("public") else to_text(kept.header, log)
        return Reply("ok", None, {"text": text})

    def on_replay(self, viewer: str, args: Args) -> Reply:
        """A match that is over, after `step` of its answers, as `seat` or the audience saw it."""
        self._of_owner(viewer)
        sitting, seat = self.sitting, str(args.get("seat") or AUDIENCE)
        kept = self._readable(int(args["number"]))
        step = max(0, min(int(args["step"]), len(kept.rows)))
        log = [(row.by, row.notation) for row in kept.rows]
        match = replay(kept.header, log[: max(0, step - 1)], sitting.games)
        done = told.step(match, log[step - 1]) if step else []
        view = match.view(seat if seat in match.seats else AUDIENCE)
        game = named(match.game)
        by = log[step - 1][0].rpartition("/")[2] if step else ""
        found = {"view": view, "game": game, "seats": match.seats, "of": len(log), "step": step}
        found |= {"by": by, "done": [words.json() for words in done]}
        return Reply("ok", None, found)

    def _readable(self, number: int) -> Kept:
        """A match that is over. One that may be gone on with is marked as read."""
        kept = self.sitting.store.match(number)
        if kept is None or kept.state == "open":
            raise Refused(Text("A record can be read once its match is over."))
        if kept.state != "over":
            self.sitting.store.mark_read(number)
        return kept

    def on_import(self, viewer: str, args: Args) -> None:
        """Lay a record from a text on the table: it can be resumed.

        A form of a page ends its lines with CR LF, and what is pasted may have empty ones around.
        """
        self._of_owner(viewer)
        self._in_lobby()
        header, entries = parse_text(str(args["text"]).replace("\r\n", "\n").strip())
        try:
            match = replay(header, entries, self.sitting.games)
        except RecordMismatch as fault:
            raise Refused(Text(CHANGED, {"n": fault.at + 1, "line": fault.found})) from None
        Play.imported(self.sitting.store, match, header.robots)
        self.sitting.recall()
