"""What lies on the table: two players with deck, hand and discard pile, and the clash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from companion.engines.bandai.cards import Card
from companion.engines.core import Option, Options, Piece, Seat, Text
from companion.engines.match import Deck
from companion.engines.piles import Hand, Pile

KEYS = 6
"""So many shared keys has the panel."""
HIGHEST = 30
"""The highest value or damage that a screen offers where a card is not entered."""


@dataclass
class Player:
    """One player: the deck, the hand, the discard pile, and what was chosen in secret.

    `untold` cards of the discard pile were only counted: nobody told which they are.
    """

    seat: Seat
    deck: Deck = field(repr=False)
    pile: Pile = field(init=False)
    hand: Hand = field(init=False)
    discard: list[Piece] = field(default_factory=list)
    untold: int = 0
    chosen: Piece | None = None

    def __post_init__(self) -> None:
        pieces = self.deck.pieces(self.seat)
        self.pile = Pile.shuffled(self.seat, pieces, real=self.deck.real)
        self.hand = Hand(self.pile.stock)
        self._cards = {piece: self.deck.card(piece) for piece in pieces}

    @property
    def real(self) -> bool:
        """Whether the hand is held at the table, and only counted here."""
        return self.deck.real

    def card(self, piece: Piece) -> Card:
        card: Card = self._cards[piece]
        return card

    def kinds(self, pieces: Iterable[Piece]) -> dict[str, Piece]:
        """One piece of each kind of card, in the deck's own order."""
        found: dict[str, Piece] = {}
        for piece in pieces:
            found.setdefault(self._cards[piece].id, piece)
        return {card: found[card] for card in self.deck.counts if card in found}

    def options(self, verb: str, pieces: Iterable[Piece]) -> Iterator[Option[Piece]]:
        """These cards as answers: each kind once, or with tags each card by itself."""
        if self.deck.kind == "tagged":
            for piece in pieces:
                name = piece.removeprefix(f"{self.seat}.")
                yield Option(f"{verb} {name}", piece, self.card(piece).label, piece=piece)
            return
        for n, (card, piece) in enumerate(self.kinds(pieces).items(), 1):
            key = n if n <= KEYS else None
            yield Option(f"{verb} {card}", piece, self.card(piece).label, key)

    def lose(self, piece: Piece | None) -> None:
        """A card of the hand goes to the discard pile; None is one that is only counted."""
        if piece is None:
            self.hand.unseen -= 1
            self.untold += 1
            return
        self.take(piece)
        self.discard.append(piece)

    def take(self, piece: Piece) -> None:
        """A card leaves the hand, and everybody sees which it is."""
        if self.real:
            self.hand.unseen -= 1
            self.pile.stock.unseen.remove(piece)
        else:
            self.hand.held.remove(piece)

    def give_back(self, piece: Piece) -> None:
        """A card that everybody has seen returns to the hand."""
        if self.real:
            self.hand.unseen += 1
            self.pile.stock.unseen.append(piece)
        else:
            self.hand.held.append(piece)

    def snapshot(self) -> tuple[object, ...]:
        """Where every card of this player is, as plain values."""
        pile, hand = self.pile, self.hand
        lists = (pile.top, pile.bottom, pile.stock.unseen, hand.held, self.discard)
        counts = (pile.middle, hand.unseen, self.untold)
        return (*map(tuple, lists), counts, self.chosen)


@dataclass
class Clash:
    """One count of three and what came of it; it stays on view until the next one.

    `paid` cards each seat has paid openly, `paid_with` those of them that are known, `played` what
    lies on the table (None: nothing), `elements` what each seat fights with and `values` what that
    is worth.
    """

    turn: int
    paid: dict[Seat, int] = field(default_factory=dict)
    paid_with: dict[Seat, tuple[Piece, ...]] = field(default_factory=dict)
    played: dict[Seat, Piece | None] = field(default_factory=dict)
    elements: dict[Seat, str] = field(default_factory=dict)
    values: dict[Seat, int] = field(default_factory=dict)
    winner: Seat | None = None
    damage: int | None = None

    def snapshot(self) -> tuple[object, ...]:
        """All of it as plain values."""
        known = (self.paid, self.paid_with, self.played, self.elements, self.values)
        return (*(tuple(by_seat.items()) for by_seat in known), self.winner, self.damage)


def numbers(most: int = HIGHEST) -> Options[int]:
    """A number read off a real card."""
    return Options(
        Option(str(n), n, Text("{n}", {"n": n}), n if 1 <= n <= KEYS else None)
        for n in range(most + 1)
    )
