"""What hands do at buttons, keys and readers, understood by what is asked now."""

from __future__ import annotations

from collections.abc import Callable

from companion.engines.core import Piece, Seat, Text
from companion.engines.match import Entry
from companion.errors import TablesideError
from companion.table.board import OWNER, Sound
from companion.table.commands import Commands
from companion.table.gestures import Hands
from companion.table.inbox import Crowded, Down, Health, Held, Item, Key, Lifted, Placed, Reply, Up
from companion.table.orders import Lay
from companion.table.sentences import text_of
from companion.table.sitting import NOT_NOW, Sitting

OK = Reply("ok")
STALE = Reply("stale", Text("That question is closed. The screen shows what is asked now."))


class Felt:
    """Everything that is felt and not said by a screen. `sound`: played at once."""

    def __init__(
        self,
        sitting: Sitting,
        hands: Hands,
        commands: Commands,
        lay: Lay,
        *,
        sound: Callable[[Sound], None],
        wall: Callable[[], float],
    ) -> None:
        self.sitting, self.hands, self.commands, self.lay = sitting, hands, commands, lay
        self.sound, self.wall = sound, wall

    def take(self, item: Item) -> Reply:
        """What a hand does, and when which part was heard: of a hidden step nothing is kept."""
        sitting, hidden = self.sitting, self.sitting.hidden()
        reply = self._checked(item) if sitting.wiring else self._felt(item)
        if part_of(item) and not hidden and not sitting.hidden():
            sitting.heard[part_of(item)] = int(self.wall())
            if isinstance(item, Placed):
                words = Text("It was taken.") if reply.status == "ok" else NOT_NOW
                sitting.scanned = sitting.toasts.get(OWNER) or words
        return reply

    def _checked(self, item: Item) -> Reply:
        """During the wiring check a part that is used is noted, and does nothing."""
        if not isinstance(item, Down | Held | Up | Key | Placed):
            return self._felt(item)
        if self.sitting.wiring and isinstance(item, Down | Key | Placed):
            self.sitting.say(self.sitting.wiring.heard(part_of(item)), OWNER)
        return OK

    def _felt(self, item: Item) -> Reply:
        sitting = self.sitting
        if isinstance(item, Health):
            sitting.health[item.part] = item
            return OK
        if isinstance(item, Lifted):
            sitting.lanes.lifted(item.reader, item.tag)
            return OK
        if isinstance(item, Crowded):
            return self._crowded()
        if isinstance(item, Placed):
            return self._placed(item)
        if isinstance(item, Key):
            return self._key(item.number)
        if isinstance(item, Down | Held | Up):
            return self._button(item)
        raise TypeError(type(item).__name__)

    def _button(self, item: Down | Held | Up) -> Reply:
        sitting, seat = self.sitting, item.seat
        if seat not in self.sitting.house.seats:
            return STALE
        if isinstance(item, Down):
            sitting.pressed(seat)
        if sitting.stage == "play" and sitting.proposal and not sitting.claimed(seat):
            return self.commands.consent_by_hand(seat, item)
        if sitting.stage == "play" and seat in sitting.robots and not sitting.claimed(seat):
            return self._refused(seat) if isinstance(item, Down) else OK
        if isinstance(item, Down):
            answers = self.hands.down(seat)
        elif isinstance(item, Held):
            answers = self.hands.held(seat, item.seconds)
        else:
            answers = self.hands.up(seat)
        if answers is None and sitting.stage == "lobby":
            return self.commands.toggle(seat)
        if answers == [] and not isinstance(item, Down):
            self.lay([])  # a finger that is lifted has said what it had to say
            return OK
        return self._act(answers, seat)

    def _key(self, number: int) -> Reply:
        sitting = self.sitting
        if sitting.stage != "play":
            return self.commands.key(number)
        return self._act(self.hands.key(number), *sitting.asked()[:1])

    def _placed(self, item: Placed) -> Reply:
        sitting = self.sitting
        if sitting.tags.waiting:
            try:
                sitting.say(sitting.tags.placed(item.tag), OWNER)
            except TablesideError as fault:
                sitting.say(Text("{fault}.", {"fault": text_of(fault.words)}), OWNER)
            return OK
        space, piece = sitting.lanes.placed(item.reader, item.tag), sitting.piece(item.tag)
        if space is not None:
            return self._set_down(space, piece)
        if self.sitting.house.readers.get(item.reader, "pad") != "pad":
            return self._refused(*sitting.asked())
        if sitting.rebuild and sitting.play:
            words = sitting.rebuild.placed(piece, sitting.play.match.position.places())
            sitting.rebuild = sitting.rebuild if sitting.rebuild.left else None
            sitting.say(words, *sitting.people())
            return OK
        if piece is None and not sitting.hidden():
            sitting.unknown = item.tag[-4:]
        return self._act(self.hands.placed(piece) if piece else None, *sitting.asked())

    def _set_down(self, space: str, piece: Piece | None) -> Reply:
        """A stand on its space: the awaited one, the same as before, or one that is noticed."""
        sitting, play = self.sitting, self.sitting.play
        if play is None or sitting.stage != "play" or sitting.paused or sitting.proposal:
            return OK
        answers = self.hands.set_down(space, piece) if piece else None
        if answers:
            return self._act(answers, *sitting.asked())
        known = play.match.position.places()
        if known and known.get(space) != piece and not sitting.hidden():
            words = "Another stand than before stands at {place}. Nothing has changed."
            sitting.say(Text(words, {"place": space}), *sitting.people())
        return OK

    def _crowded(self) -> Reply:
        words = Text("Two tags lie on the pad. Leave the one that is meant.")
        self.sitting.say(words, *self.sitting.asked())
        return OK

    def _act(self, answers: list[Entry] | None, *actors: Seat) -> Reply:
        if answers is not None and (self.sitting.paused or self.sitting.proposal):
            answers = None
        if answers is None:
            return self._refused(*actors)
        self.sitting.toasts.drop(*actors)
        self.lay(answers)
        return OK

    def _refused(self, *actors: Seat) -> Reply:
        hidden = self.sitting.hidden()
        self.sitting.refuse(*actors)
        if not hidden:
            self.sound("refused")
        return Reply("illegal", NOT_NOW)


def part_of(item: Item) -> str:
    """The part of the electronics that tells of this; empty if none does."""
    if isinstance(item, Down | Up):
        return f"button/{item.seat}"
    if isinstance(item, Key):
        return f"key/{item.number}"
    return f"reader/{item.reader}" if isinstance(item, Placed | Lifted | Crowded) else ""
