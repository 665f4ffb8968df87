"""A table for testing battles: decks of plain cards, and draws that come as the test says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engines.core import Deal, Draw, Roll
from companion.engines.game import Deck
from companion.engines.heroes import GAME
from companion.engines.heroes.cards import Combat, Effect, Enemy
from companion.engines.heroes.rules import Heroes
from companion.engines.heroes.starter import deck, starter_decks
from companion.engines.match import Match
from tests.engines.evenings import laid

NAMES = ("jason", "billy", "kimberly", "zach", "trini")


def cards(*printed: Combat | Enemy, kind: str = "virtual", **counts: int) -> Deck:
    """A deck; a card that is not counted is there twice."""
    by_id = {card.id: (card, counts.get(card.id.replace("-", "_"), 2)) for card in printed}
    return deck(by_id, "A Deck", kind)


def hero(*printed: Combat, kind: str = "virtual", **counts: int) -> Deck:
    """A Ranger's deck of these cards, filled up with plain ones to be enough for a battle."""
    return cards(*printed, FILL, kind=kind, fill=12, **counts)


FILL = Combat("fill", "Fill", dice=1, shields=1)
DUCK = Combat(
    "duck", "Duck", "reaction", 3, effects=(Effect("reduce_damage", how="all"),), when=("damage",)
)
QUIET = Enemy("quiet", "Quiet", health=3)
FAST = Enemy("fast", "Fast", health=3, keywords=("FAST",))
GUARD = Enemy("guard", "Guard", health=3, keywords=("GUARD",))


def bite(n: int, to: str = "", **more: Any) -> Enemy:
    """An enemy card that deals damage."""
    return Enemy("bite", "Bite", effects=(Effect("damage", n, to, **more),))


class Battle:
    """A match whose hidden cards come as `draws` says, by place; then any.

    `say` takes answers as `who: answer`; what chance deals in between happens by itself.
    """

    def __init__(
        self,
        seats: int = 1,
        decks: Mapping[str, Deck] | None = None,
        draws: Mapping[str, str] | None = None,
        **options: str,
    ) -> None:
        names = NAMES[:seats]
        found = {**starter_decks(names), **(decks or {})}
        game = replace(GAME, decks=lambda _seats, _options: found)
        self.draws = {place: ids.split() for place, ids in (draws or {}).items()}
        self.match = Match(game, names, game.options(options))
        self.deal()

    @property
    def now(self) -> Heroes:
        position = self.match.position
        assert isinstance(position, Heroes)
        return position

    def deal(self) -> None:
        """Answer what a shuffled pile decides."""
        while isinstance(ask := next(iter(self.match.open()), None), Draw | Deal) and not ask.real:
            self.match.apply(ask.answerers()[0], laid(ask, self.wanted))

    def wanted(self, able: list[str]) -> str:
        queue = self.draws.get(able[0].partition(".")[0], [])
        if not queue:
            return next((piece for piece in able if ".fill." in piece), able[0])
        card = queue.pop(0)
        return next(piece for piece in able if piece.split(".")[1] == card)

    def say(self, *lines: str) -> Battle:
        for line in lines:
            by, _, answer = line.partition(": ")
            self.match.apply(by, answer)
            self.deal()
        return self

    def legal(self, seat: str = "jason") -> list[str]:
        return list(self.match.legal_actions(seat))

    def said(self) -> list[str]:
        return [str(text) for text in self.now.said]

    def view(self, viewer: str = "audience") -> dict[str, Any]:
        return dict(self.match.view(viewer)["table"])

    def roll(self, faces: str) -> Battle:
        """Enter the dice that are asked for."""
        ask = self.match.open()[0]
        assert isinstance(ask, Roll)
        return self.say(f"{ask.answerers()[0]}: {faces}")

    def row(self, n: int = -1) -> list[str]:
        return [foe.card.id for foe in self.now.rows[n]]

    def hand(self, seat: str = "jason") -> list[str]:
        return [piece.split(".")[1] for piece in self.now.rangers[seat].hand.held]
