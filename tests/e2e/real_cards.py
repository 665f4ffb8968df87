"""Real cards on a real table: a deck in tagged sleeves, in the hands of whoever plays it."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

from companion.table.packs.library import Shelf
from companion.table.tags import Box
from tests.e2e.conftest import SimTable

_TAGS = count(1)


class RealDeck:
    """One deck as it lies there: a pile (the top card last), a hand, and an open discard pile.

    A card is named as in its list: `kite-scout.2`.
    """

    def __init__(self, table: SimTable, game: str, deck: str, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.game, self.name = game, f"{game}/{deck}"
        self.list = Shelf(game).find(deck, "tagged")
        box = Box.of(game, self.list)
        self.tags = {
            piece.partition(".")[2]: f"04EE{next(_TAGS):04X}"
            for piece in self.list.pieces(box.name)
        }
        self.pile = list(self.tags)
        chance.shuffle(self.pile)
        self.hand: list[str] = []
        self.discard: list[str] = []

    def enrol(self) -> None:
        """Set card by card on the pad, in the order of the list."""
        assert self.table.do("owner", "tags.deck", deck=self.name).status == "ok"
        for n, tag in enumerate(self.tags.values(), 1):
            self.table.hands.place("pad", tag)
            self.table.until(lambda n=n: self.enrolled() == n, f"card {n}")
            self.table.hands.lift("pad", tag)

    def enrolled(self) -> int:
        boxes = self.table.frame("owner")["owner"]["tags"]["boxes"]
        return next((box["tagged"] for box in boxes if box["box"].startswith(self.name)), 0)

    def card(self, name: str) -> Any:
        """What is printed on a card."""
        return self.list.cards[name.partition(".")[0]]

    def draw(self, hand: int) -> None:
        """Draw until so many cards are in the hand."""
        while len(self.hand) < hand:
            self.hand.append(self.pile.pop())

    def scan(self, name: str) -> None:
        """Set a card on the pad, and take it away again."""
        self.table.hands.place("pad", self.tags[name])

    def lift(self, name: str) -> None:
        self.table.hands.lift("pad", self.tags[name])


def scan(deck: RealDeck, name: str, seat: str) -> None:
    """Set a card on the pad and wait until it has answered the question of `seat`."""
    table, before = deck.table, (deck.table.ask(seat) or {}).get("question")
    deck.scan(name)
    table.until(lambda: (table.ask(seat) or {}).get("question") != before, f"{seat}: {name}")
    deck.lift(name)


def press(table: SimTable, seat: str) -> None:
    """Press the own button and wait until it has answered."""
    before = (table.ask(seat) or {}).get("question")
    table.hands.press(seat)
    table.until(lambda: (table.ask(seat) or {}).get("question") != before, f"{seat} presses")


def key(table: SimTable, number: int, seat: str) -> None:
    """Press a shared key and wait until it has answered the question of `seat`."""
    before = (table.ask(seat) or {}).get("question")
    table.hands.key(number)
    table.until(lambda: (table.ask(seat) or {}).get("question") != before, f"{seat}: key {number}")


def set_up(table: SimTable, game: int, *decks: tuple[str, int]) -> None:
    """Sit down and take a tagged deck each, the n-th of the shelf; everything by keys."""
    for number in (5, game):
        page = table.frame()["lobby"]["page"]
        table.hands.key(number)
        table.until(lambda page=page: table.frame()["lobby"]["page"] != page, f"key {number}")
    for seat, deck in decks:
        table.hands.press(seat)
        table.until(lambda seat=seat: _choice(table, seat), f"{seat} sits down")
        for number in (*[3] * deck, 4):
            before = _choice(table, seat)
            table.hands.key(number)
            table.until(lambda s=seat, b=before: _choice(table, s) != b, f"{seat}: key {number}")


def begin(table: SimTable, number: int) -> None:
    table.hands.key(number)
    table.until(lambda: table.frame()["stage"] == "play", "the start")


def _choice(table: SimTable, seat: str) -> Any:
    setup = table.frame()["lobby"]["setup"]
    return next((found for found in setup["seats"] if found["seat"] == seat), None)
