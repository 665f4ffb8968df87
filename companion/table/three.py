"""One, two, three: the table counts aloud, and on three everybody's answer counts.

Questions that lapse (`Choose.lapse`) may be answered before; whoever says nothing has answered on
three. Whatever is said first begins the count for all, and nothing tells who has said what, not
even the own screen: that tells only that something was said. Before a throw that all make at once
(`RollEach.counted`) the table counts too; it waits for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engines.core import Choose, RollEach, Seat
from companion.table.gestures import Hands
from companion.table.sitting import Sitting

THREE = 3


class Three:
    """The count of three. `due`: when the next beat comes."""

    def __init__(self, sitting: Sitting, hands: Hands, clock: Callable[[], float]) -> None:
        self.sitting, self.hands, self.clock = sitting, hands, clock
        self.due: float | None = None
        self._counted_in: int | None = None
        self._stopped = False
        """Whether a pause has stopped the count: it begins anew once the table goes on."""

    def open(self) -> Mapping[Seat, str]:
        """What counts for each seat on three; nothing, unless every open question lapses."""
        play = self.sitting.play
        asks = play.match.open() if play and self.sitting.stage == "play" else []
        lapsing = {ask.by: ask.lapse for ask in asks if isinstance(ask, Choose) and ask.lapse}
        return lapsing if len(lapsing) == len(asks) else {}

    def go_on(self, *, waits: bool) -> None:
        """Begin once somebody has pressed or only robots are left; stop if nothing lapses now."""
        counting, lapsing = self.sitting.count in (1, 2), {} if waits else self.open()
        throw = None if waits else self._throw()
        wanted = self.hands.wants_three or self.sitting.robots.issuperset(lapsing)
        self.hands.wants_three = False
        if waits:
            self._stopped |= counting
        else:
            wanted, self._stopped = wanted or self._stopped, False
        if throw is not self._counted_in:
            self._counted_in = throw
            self._say(None if throw is None else 1)
        elif counting and not lapsing and throw is None:
            self._say(None)
        elif lapsing and wanted and not counting:
            self._say(1)

    def beat(self) -> bool:
        """Count on; whether it is three."""
        count = self.sitting.count or THREE
        self._say(count + 1 if count < THREE else None)
        return self.sitting.count == THREE and self._counted_in is None

    def _throw(self) -> int | None:
        """After how many answers the open throw of all is asked for; None if there is none."""
        play = self.sitting.play
        if play is None or self.sitting.stage != "play":
            return None
        thrown = any(isinstance(ask, RollEach) and ask.counted for ask in play.match.open())
        return len(play.rows) if thrown else None

    def _say(self, count: int | None) -> None:
        self.sitting.count = count
        self.due = None if count is None else self.clock() + self.sitting.house.beat_s
