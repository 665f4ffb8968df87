"""Evenings played by themselves: any answerer, any of its legal answers, each as likely."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.engines.catalogue import GAMES
from companion.engines.core import AUDIENCE, Ask, Deal, Draw, Piece, Roll, RollEach
from companion.engines.game import Game
from companion.engines.match import Entry, Match
from companion.table.chance import SeededChance, outcome

SEATS = ("jason", "billy", "kimberly", "zach", "trini")
LONGEST = 20_000


@dataclass(frozen=True)
class Evening:
    """A game with house rules."""

    game: str
    options: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.game, *(f"{name}={value}" for name, value in self.options.items())])

    @property
    def rules(self) -> Game:
        return GAMES[self.game]

    def start(self, seed: int = 0) -> Match:
        """Before the first answer, with another number of seats for another seed."""
        seats = SEATS[: self.rules.seats[seed % len(self.rules.seats)]]
        return Match(self.rules, seats, self.rules.options(self.options))

    def play(self, seed: int) -> Iterator[Match]:
        """The match after each of its answers, to its end."""
        match, chance = self.start(seed), SeededChance(seed)
        while match.result is None:
            match.apply(*answered(match, chance))
            yield match

    def played(self, seed: int) -> Match:
        """The match at its end."""
        *_, match = self.play(seed)
        return match


EVENINGS = [
    Evening("king_sphinx"),
    Evening("king_sphinx", {"memory_aid": "on", "reclaim_six": "all"}),
    Evening("king_sphinx", {"coach": "on"}),
    Evening("king_sphinx", {"stands": "tagged"}),
    Evening("king_sphinx", {"stands": "tagged", "layout": "scanned"}),
    *(Evening(name) for name in GAMES if name != "king_sphinx"),
]


def answered(match: Match, chance: SeededChance) -> Entry:
    """Anybody's answer to what is open."""
    by = chance.pick(match.answerers())
    return by, answer(match.ask_of(by), by, chance)


def answer(ask: Ask[Any] | None, by: str, chance: SeededChance) -> str:
    assert ask is not None
    if isinstance(ask, Roll | RollEach | Draw | Deal):
        return outcome(ask, chance)
    return chance.pick(ask.notations(by))


def laid(ask: Draw | Deal, choose: Callable[[list[Piece]], Piece]) -> str:
    """What a test answers to a draw or a deal: `choose` picks one of the pieces that are left."""
    left, dealt = list(ask.pieces), []
    for _ in range(ask.count if isinstance(ask, Deal) else 1):
        dealt.append(choose(left))
        left.remove(dealt[-1])
    return " ".join(dealt)


def viewers(match: Match) -> tuple[str, ...]:
    return (*match.seats, AUDIENCE)


def seen(match: Match, viewer: str) -> str:
    """Every byte of a viewer's view."""
    return json.dumps(match.view(viewer))


def some(count: int, among: int, seed: int) -> list[int]:
    """A few numbers below `among`, in order."""
    return sorted(random.Random(seed).sample(range(among), min(count, among)))
