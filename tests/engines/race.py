"""A table for testing the race: set up and started in a line, told what happens in a few more.

The default labels: putty-1 and putty-2 have level 2, the next two 3, and so on up to 7; the aliens
have 8, 10, 12, 14. Aliens are taken in order: jason has goldar with 8, billy squatt with 10.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engines.core import AUDIENCE
from companion.engines.king_sphinx import GAME
from companion.engines.king_sphinx.pieces import ALIENS
from companion.engines.king_sphinx.rules import KingSphinx
from companion.engines.match import Match

SEATS = ("jason", "billy", "kimberly", "zach")


class Race:
    """A match of so many seats with jason on turn; `say` takes answers as `who: answer`."""

    def __init__(self, seats: int = 2, *, started: bool = True, **options: str) -> None:
        self.match = Match(GAME, SEATS[:seats], GAME.options(options))
        if started:
            self.set_up()

    def set_up(self) -> None:
        seats, real = self.match.seats, self.match.options["stands"] == "tagged"
        scanned = real and self.match.options["layout"] == "scanned"
        self.say(*(f"{seat}: character {seat}" for seat in seats))
        self.say(*(f"{seat}: lane {n}" for n, seat in enumerate(seats, 1)))
        if scanned:
            self.say(*(f"deck/table: putty-{n}" for n in range(1, 3 * len(seats) + 1)))
        for n, (seat, alien) in enumerate(zip(seats, ALIENS, strict=False), 1):
            self.say(f"{seat}: alien {alien}")
            if scanned:
                self.say(f"deck/table: alien-{n}")
            elif not real:
                self.say(f"deck/{seat}: alien-{n}")
            self.say(f"{seat}: seen")
        self.say(f"dice/all: 6{' 1' * (len(seats) - 1)}")

    def say(self, *lines: str) -> Race:
        for line in lines:
            by, _, notation = line.partition(": ")
            self.match.apply(by, notation)
        return self

    def table(self, *facts: str) -> Race:
        """What the table says, to be somewhere at once."""
        return self.say(*(f"table: {fact}" for fact in facts))

    def ranger(self, *seats: str) -> Race:
        return self.table(*(f"morphed {seat}" for seat in seats))

    def dinozord(self, *seats: str) -> Race:
        self.ranger(*seats)
        return self.table(*(f"beaten {seat}/{n}" for seat in seats for n in (1, 2, 3)))

    def final(self, *seats: str) -> Race:
        self.dinozord(*seats)
        return self.table(*(f"beaten {seat}/alien" for seat in seats))

    # -- reading

    @property
    def now(self) -> KingSphinx:
        assert isinstance(self.match.position, KingSphinx)
        return self.match.position

    def legal(self, by: str) -> tuple[str, ...]:
        return self.match.legal_actions(by)

    def view(self, viewer: str = AUDIENCE) -> dict[str, Any]:
        return self.match.view(viewer)

    def shown(self, viewer: str = AUDIENCE) -> dict[str, Any]:
        """The table in a viewer's view."""
        shown: dict[str, Any] = self.view(viewer)["table"]
        return shown

    def lane(self, seat: str) -> dict[str, Any]:
        return next(lane for lane in self.shown()["lanes"] if lane["seat"] == seat)

    def up(self, seat: str) -> list[int]:
        """The chips of `seat` that lie faceup."""
        return [int(n) for n, side in self.lane(seat)["chips"].items() if side == "up"]

    def asked(self) -> tuple[str, ...]:
        return self.match.answerers()

    def secret(self, seat: str) -> str:
        """What `seat` alone may read now."""
        text = self.view(seat)["ask"]["secret"]
        thing = text["args"]["thing"]
        named = thing["text"].format(**thing.get("args", {}))
        return str(text["text"]).format(thing=named, level=text["args"]["level"])

    @property
    def said(self) -> str:
        """The last thing said aloud."""
        return str(self.now.said[-1])

    def headings(self) -> Sequence[str]:
        return [rule.heading for rule in self.match.where() if rule.heading]
