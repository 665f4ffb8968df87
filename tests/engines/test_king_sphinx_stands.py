"""One evening, three ways for the stands to lie: dealt by the Pi, scanned as they move, or free.

What stands under a pawn is settled before the test begins, and told truly whenever it is asked.
"""

from __future__ import annotations

import random

import pytest

from companion.engines.core import Draw, Seat
from companion.engines.king_sphinx import GAME
from companion.engines.king_sphinx.pieces import ALIEN_STANDS, ALIENS, PUTTY_STANDS, RANKS, named
from companion.engines.king_sphinx.rules import KingSphinx
from companion.engines.match import Match
from tests.engines.race import SEATS

LIE = (
    {"stands": "dealt"},
    {"stands": "tagged", "layout": "scanned"},
    {"stands": "tagged", "layout": "free"},
)


class Evenings:
    """The same answers three times. `under`: which stand is where, of which no rule knows."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        self.pick, seats = chance.choice, SEATS[: chance.choice((2, 3, 4))]
        putties = chance.sample(PUTTY_STANDS, len(PUTTY_STANDS))
        aliens = chance.sample(ALIEN_STANDS, len(ALIEN_STANDS))
        places = [f"{seat}/{rank}" for seat in seats for rank in RANKS]
        self.under = dict(zip(places, putties, strict=False))
        self.under |= dict(zip(ALIENS, aliens, strict=True))
        house = {
            "swap_targets": self.pick(("any", "not_fighters_lane")),
            "coach": self.pick(("on", "off")),
        }
        self.all = [Match(GAME, seats, GAME.options(lie | house)) for lie in LIE]

    def play(self) -> None:
        first, looked = self.all[0], ""
        while not first.result and len(first.log) < 4_000:
            by = self.pick(first.answerers())
            legal = first.legal_actions(by)
            answer = "battle" if "battle" in legal and self.pick((0, 1)) else self.pick(legal)
            looked = answer.removeprefix("look ") if answer.startswith("look ") else looked
            if answer == "swap":
                self.swap(looked)
            for match in self.all:
                match.apply(by, answer)
                self.set_on_the_pad(match)
            dealt, *others = map(self.seen, self.all)
            assert others == [dealt, dealt]

    def swap(self, other: str) -> None:
        table, under = self.table(self.all[0]), self.under
        assert table.swapping is not None
        blocker = table.blocker(table.swapping.fighter)
        under[blocker], under[other] = under[other], under[blocker]

    def set_on_the_pad(self, match: Match) -> None:
        """Whatever is asked for a stand is told the one that stands there."""
        while deck := next((by for by in match.answerers() if by.startswith("deck/")), None):
            ask = match.ask_of(deck)
            assert isinstance(ask, Draw)
            asked = ask.prompt.args["thing"]
            match.apply(deck, next(s for thing, s in self.under.items() if named(thing) == asked))

    def table(self, match: Match) -> KingSphinx:
        assert isinstance(match.position, KingSphinx)
        return match.position

    def seen(self, match: Match) -> object:
        """All that lies open on the table, and all that was said."""
        table = self.table(match)
        now = (table.turn, table.phase, table.clip, table.megazord, table.fight, match.awaited())
        return now, table.players, table.said, match.result, self.secrets(match)

    def secrets(self, match: Match) -> dict[Seat, object]:
        """What each seat is asked or told alone, apart from where its stand may be set down."""
        asked = {seat: match.view(seat)["ask"] for seat in match.seats if match.ask_of(seat)}
        return {seat: ask for seat, ask in asked.items() if self.table(match).phase != "setup"}


@pytest.mark.parametrize("seed", range(5))
def test_however_the_stands_lie_the_evening_goes_the_same_way(seed: int) -> None:
    """R6 R8 R34 R35 R39 R43 R46: what is true is never refused"""
    evenings = Evenings(seed)

    evenings.play()

    assert evenings.all[0].result is not None
