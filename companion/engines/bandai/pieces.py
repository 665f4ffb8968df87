"""What lies on the table: two players with deck, hand and discard pile, and the clash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.engines.bandai.cards import Card
from companion.engines.bandai.questions import key
from companion.engines.core import Option, Piece, Position, Seat
from companion.engines.game import Deck, Decks, Value
from companion.engines.piles import Hand, Pile

Paid = list[Piece | None]
"""Cards paid; None is one that is only counted."""
TOP = 10
"""How far the scale of values reaches where no card is entered."""


@dataclass
class Player:
    """One player: the deck, the hand, the discard pile, and what was chosen in secret.

    `untold` cards of the discard pile were only counted: nobody told which they are.
    """

    seat: Seat
    deck: Deck = field(repr=False, compare=False)
    pile: Pile = field(init=False)
    hand: Hand = field(init=False)
    discard: list[Piece] = field(default_factory=list)
    untold: int = 0
    chosen: Piece | None = None

    def __post_init__(self) -> None:
        pieces = self.deck.pieces(self.seat)
        self.pile = Pile.shuffled(self.seat, pieces, real=self.deck.real)
        self.hand = Hand(self.pile.stock)
        self.cards: Mapping[Piece, Card] = {piece: self.deck.card(piece) for piece in pieces}
        """What each piece is."""
        self.kinds = tuple([self.deck.cards[card] for card in self.deck.counts])
        """The different cards of the deck, in its own order."""
        self.real = self.deck.real
        """Whether the hand is held at the table, and only counted here."""
        self.known = any(card.values for card in self.deck.cards.values())
        """Whether the cards of this deck are entered."""

    def kinds_of(self, pieces: Iterable[Piece]) -> tuple[Card, ...]:
        """The different cards among these pieces, in the deck's own order."""
        found = {self.cards[piece] for piece in pieces}
        return tuple([card for card in self.kinds if card in found])

    def one_of(self, card: Card, pieces: Iterable[Piece]) -> Piece:
        """The first of these pieces that is such a card."""
        return next(piece for piece in pieces if self.cards[piece] is card)

    def options(self, verb: str, pieces: Sequence[Piece]) -> Iterator[Option[Piece]]:
        """Real cards as answers: each kind once, or with tags each card by itself."""
        if self.deck.kind == "tagged":
            for piece in pieces:
                name = piece.removeprefix(f"{self.seat}.")
                yield Option(f"{verb} {name}", piece, self.cards[piece].label, piece=piece)
            return
        for n, card in enumerate(self.kinds_of(pieces), 1):
            yield Option(f"{verb} {card.id}", self.one_of(card, pieces), card.label, key(n))

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
        cards = [*pile.top, 0, *pile.bottom, 0, *pile.stock.unseen, 0, *hand.held, 0, *self.discard]
        return cards, pile.middle, hand.unseen, self.untold, self.chosen


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


@dataclass
class Duel(Position):
    """The whole table of a duel."""

    options: Mapping[str, Value] = field(default_factory=dict)
    decks: Decks = field(default_factory=dict, repr=False, compare=False)
    players: dict[Seat, Player] = field(init=False)
    turn: int = 0
    step: str = "shuffle"
    clash: Clash | None = None

    def __post_init__(self) -> None:
        self.players = {seat: Player(seat, self.decks[seat]) for seat in self.seats}
        self.dealt = [seat for seat in self.seats if not self.players[seat].real]
        self.in_hand = [seat for seat in self.seats if self.players[seat].real]
        """Who plays with cards that the Pi deals, and who holds real ones."""
        values = [card.values for player in self.players.values() for card in player.kinds]
        self.elements = tuple(dict.fromkeys(element for card in values for element in card))
        self.top = max((value for card in values for value in card.values()), default=TOP)

    def snapshot(self) -> object:
        """All that a script could change, as plain values: it is asked for at sealed payments."""
        players = [player.snapshot() for player in self.players.values()]
        clash = self.clash and self.clash.snapshot()
        return len(self.said), self.turn, self.step, players, clash
