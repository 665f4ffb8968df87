"""The cards of Bandai's game: what a card says, and a plain deck to try the rules with.

A card is data. Where the fact that a rule needs is not on it (`None`), the table tells it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import cycle, islice

from companion.engines.core import Json, Text
from companion.engines.game import Deck


@dataclass(frozen=True, eq=False)
class Card:
    """One card of a set, and itself alone: two cards are never equal.

    `calls` are the Battle Elements that it forces on the opponent, any one of them; `values` its
    own strength in each element; `cost` its Hand Cost.
    """

    id: str
    name: str
    cost: int | None = None
    damage: int | None = None
    calls: tuple[str, ...] = ()
    values: Mapping[str, int] = field(default_factory=dict)
    text: str = ""
    art: str = ""

    @cached_property
    def label(self) -> Text:
        return Text("{card}", {"card": self.name})

    def json(self) -> Json:
        """All that is printed on it, for whoever may see the card."""
        return {
            "id": self.id,
            "name": self.name,
            "cost": self.cost,
            "damage": self.damage,
            "opponent_elements": list(self.calls),
            "values": dict(self.values),
            "text": self.text,
            "art": self.art,
        }


ELEMENTS = ("spark", "stone", "tide", "gale")
PLAIN = {
    card.id: card
    for card in (
        Card("match", "Match", 0, 1, ("stone",), {"spark": 5, "stone": 2, "tide": 3, "gale": 4}),
        Card("pebble", "Pebble", 0, 1, ("tide",), {"spark": 4, "stone": 5, "tide": 2, "gale": 3}),
        Card("drop", "Drop", 0, 1, ("gale",), {"spark": 3, "stone": 4, "tide": 5, "gale": 2}),
        Card(
            "breeze",
            "Breeze",
            1,
            2,
            ("spark", "stone"),
            {"spark": 4, "stone": 6, "tide": 5, "gale": 7},
        ),
        Card(
            "wave",
            "Wave",
            2,
            3,
            ("gale", "spark"),
            {"spark": 7, "stone": 8, "tide": 9, "gale": 6},
        ),
    )
}
"""Five plain cards, four of each: enough to try every rule."""
BLANK = Card("card", "Card")
"""A real card of which nothing is entered: the table tells what the rules need to know."""


def plain(size: int, kind: str) -> Deck:
    """A deck of plain cards for who has no pack at hand."""
    dealt = list(islice(cycle(PLAIN), size))
    return Deck(PLAIN, {card: dealt.count(card) for card in PLAIN if card in dealt}, kind, "Plain")


def blank(size: int, kind: str) -> Deck:
    """A real deck of which no card is entered."""
    return Deck({BLANK.id: BLANK}, {BLANK.id: size}, kind, "Cards as they are")
