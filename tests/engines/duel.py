"""A table for testing duels: small decks of known cards, and draws that come as the test says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engines.bandai import GAME
from companion.engines.bandai.cards import BLANK, Card
from companion.engines.bandai.rules import Bandai
from companion.engines.core import Draw
from companion.engines.game import Deck
from companion.engines.match import Match

SEATS = ("jason", "billy")
CARDS = {
    card.id: card
    for card in (
        Card("low", "Low", 0, 1, ("spark",), {"spark": 2, "tide": 3}),
        Card("high", "High", 0, 2, ("tide",), {"spark": 5, "tide": 3}),
        Card("wide", "Wide", 0, 1, ("spark", "tide"), {"spark": 4, "tide": 1}),
        Card("dear", "Dear", 1, 3, ("spark",), {"spark": 9, "tide": 8}),
        Card("peak", "Peak", 2, 4, ("tide",), {"spark": 9, "tide": 9}),
        Card("calm", "Calm", 0, 0, ("spark",), {"spark": 8, "tide": 8}),
    )
}


class Duel:
    """A match whose cards come as `jason` and `billy` list them, top first; then any.

    `say` takes answers as `who: answer`; draws in between happen by themselves.
    """

    def __init__(
        self,
        jason: str = "",
        billy: str = "",
        *,
        kinds: str = "virtual,virtual",
        size: int = 20,
        **options: str,
    ) -> None:
        self.draws = {"jason": jason.split(), "billy": billy.split()}
        decks = {
            seat: self.deck(seat, kind, size)
            for seat, kind in zip(SEATS, kinds.split(","), strict=True)
        }
        game = replace(GAME, decks=lambda _seats, _options: decks)
        told = {**options, "deck_size": str(size)}
        self.match = Match(game, SEATS, game.options(told))
        self.deal()

    def deck(self, seat: str, kind: str, size: int) -> Deck:
        if kind == "blank":
            return Deck({BLANK.id: BLANK}, {BLANK.id: size}, "told", "Blank")
        first = self.draws[seat]
        counts = {card: first.count(card) for card in CARDS if card in first}
        counts["low"] = counts.get("low", 0) + size - sum(counts.values())
        return Deck(CARDS, counts, kind, f"Deck of {seat}")

    def deal(self) -> None:
        """Let chance draw until a seat is asked."""
        while found := [by for by in self.match.answerers() if "/" in by]:
            by = found[0]
            ask = self.match.ask_of(by)
            assert isinstance(ask, Draw)
            if ask.real:
                return
            coming = self.draws[ask.pieces[0].partition(".")[0]]
            wanted = coming.pop(0) if coming else "low"
            self.match.apply(by, next(p for p in ask.pieces if p.split(".")[1] == wanted))

    def say(self, *answers: str) -> Duel:
        for answer in answers:
            by, _, notation = answer.partition(": ")
            self.match.apply(by, notation)
            self.deal()
        return self

    def both(self, jason: str, billy: str) -> Duel:
        """Both choose these cards, or `nothing`, and put down what they chose."""
        chosen = {"jason": jason, "billy": billy}
        for seat, card in chosen.items():
            self.say(f"{seat}: nothing" if card == "nothing" else f"{seat}: choose {card}")
        for seat, card in chosen.items():
            self.say(f"{seat}: none" if card == "nothing" else f"{seat}: down")
        return self

    def both_sealed(self) -> Duel:
        """Two turns with nothing on the table, where card and payment are sealed together."""
        return self.say(*("jason: nothing", "billy: nothing") * 2)

    def rounds(self, count: int) -> Duel:
        """So many turns in which nobody puts anything down."""
        for _ in range(count):
            self.both("nothing", "nothing")
        return self

    @property
    def now(self) -> Bandai:
        assert isinstance(self.match.position, Bandai)
        return self.match.position

    def counts(self, seat: str) -> tuple[int, int, int]:
        """Cards in deck, hand and discard pile."""
        player = self.now.players[seat]
        return len(player.pile), len(player.hand), len(player.discard) + player.untold

    def held(self, seat: str) -> list[str]:
        return [piece.split(".")[1] for piece in self.now.players[seat].hand.held]

    def legal(self, seat: str) -> list[str]:
        return list(self.match.legal_actions(seat))

    def said(self) -> list[str]:
        return [str(text) for text in self.now.said]

    def view(self, viewer: str) -> Mapping[str, Any]:
        return self.match.view(viewer)
