"""What is printed on the cards of a match: read off its decks once, for no battle changes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.engines.core import Option, Options, Piece, Seat, Text, rule
from companion.engines.game import Decks
from companion.engines.heroes.answers import Add, HandAnswers, Made, Play, key_of
from companion.engines.heroes.cards import ABILITY, ANY_CARD, Combat

PLAYED = ("attack", "maneuver", "any")
"""The types that are played in a Ranger turn."""
REACTING = ("reaction", "any", ABILITY)


class Waiting(NamedTuple):
    """Reactions that wait for a moment: those that so much energy pays, and those that want more.

    What is too dear wants more, and so may whatever costs as much as the player likes.
    """

    affordable: frozenset[Piece]
    wanting: frozenset[Piece]


@rule("R23")
def fits(card: Combat, when: str, owner: Seat, acting: Seat | None) -> bool:
    """Whether a reaction or an ability waits for this. Where no Ranger acts, it is anybody's."""
    if when not in card.when or card.type not in REACTING:
        return False
    return card.whose == "any" or not acting or (card.whose == "self") == (owner == acting)


class Printed:
    """The cards of all decks by their pieces, and the answers that name them."""

    def __init__(self, seats: Sequence[Seat], decks: Decks) -> None:
        self.decks = decks
        self.pieces = {place: deck.pieces(place) for place, deck in decks.items()}
        self.cards: dict[Piece, Any] = {}
        for place, deck in decks.items():
            copies = [deck.cards[card] for card, count in deck.counts.items() for _ in range(count)]
            self.cards.update(zip(self.pieces[place], copies, strict=True))
            self.cards.update({f"{place}.{card}": printed for card, printed in deck.cards.items()})
        self.blank = {place for place, deck in decks.items() if ANY_CARD.id in deck.cards}
        """Where nothing is entered of the cards."""
        self._read_hands([seat for seat in seats if seat in decks])
        self._make_answers(seats)

    def _read_hands(self, seats: Sequence[Seat]) -> None:
        decks, cards = self.decks, self.cards
        self._owners = {piece: seat for seat in seats for piece in self.pieces[seat]}
        self.listed = {
            piece: number
            for seat in seats
            if decks[seat].real
            for number, card in enumerate(decks[seat].counts, 1)
            for piece in self.pieces[seat]
            if cards[piece].id == card
        }
        """The number of a real card in the list of its deck."""
        self.abilities: dict[Seat, tuple[Piece, ...]] = {
            seat: tuple(f"{seat}.{c.id}" for c in decks[seat].cards.values() if c.type == ABILITY)
            for seat in seats
        }
        printed = [card for seat in seats for card in decks[seat].cards.values()]
        self.moments = {when for card in printed for when in card.when}
        """All that any reaction or ability waits for."""
        self.uses_at = {when for card in printed if card.type == ABILITY for when in card.when}
        """All that any ability waits for."""
        self.starred = frozenset(
            seat for seat in seats if any(card.star for card in decks[seat].cards.values())
        )
        """Whose decks have stars."""
        self.blanks = frozenset(piece for piece in self._owners if cards[piece].blank)
        """The Rangers' cards of which nothing is entered."""
        self.playable = Made(self._playable)
        """The attacks and maneuvers that so much energy pays."""
        self.waiting = Made(self._waiting)
        """By the moment, the Ranger who acts, and the energy there is."""

    def _make_answers(self, seats: Sequence[Seat]) -> None:
        self.hands = Made[str, HandAnswers](
            lambda verb: HandAnswers(verb, self.cards, self._owners)
        )
        """`play`, `react`, `discard`: answers by their verb."""
        self.uses = Made(self._use)
        self.aims = Made(self._aim)
        """By the panel key, if there is one, and the enemy card."""
        self.energy = Made(_energy)
        """By the Ranger, its stored energy and its action tokens."""
        places = {seat: number for number, seat in enumerate(seats, 1)}
        self.rangers = Made[tuple[Seat, ...], Options[Seat]](
            lambda which: Options(
                Option(seat, seat, Text("{seat}", {"seat": seat}), places[seat]) for seat in which
            )
        )
        """One of these Rangers."""

    def _playable(self, energy: int) -> frozenset[Piece]:
        return frozenset(
            piece
            for piece in self._owners
            if self.cards[piece].type in PLAYED and self.cards[piece].least <= energy
        )

    def _waiting(self, asked: tuple[str, Seat | None, int]) -> Waiting:
        when, acting, energy = asked
        able = [
            piece
            for piece, owner in self._owners.items()
            if fits(self.cards[piece], when, owner, acting)
        ]
        affordable = frozenset(piece for piece in able if self.cards[piece].least <= energy)
        open_ = {piece for piece in able if not isinstance(self.cards[piece].cost, int)}
        return Waiting(affordable, frozenset(able) - affordable | open_)

    def _use(self, play: Play) -> Option[Play]:
        """`use jason.steady-hand`: what a Ranger can do by itself."""
        who = {"seat": play.seat, "card": self.cards[play.piece].name}
        return Option(f"use {play.piece}", play, Text("{seat}: {card}", who))

    def _aim(self, at: tuple[int | None, Piece]) -> Option[Piece]:
        """`at foot.rush.1`: an enemy card."""
        key, piece = at
        label = Text("{card}", {"card": self.cards[piece].name})
        return Option(f"at {piece}", piece, label, key, piece=piece)

    def told(self, place: str, unseen: Sequence[Piece]) -> Options[Piece]:
        """Each kind of card that is still unseen, to be tapped where the cards carry no tags."""
        deck = self.decks[place]
        first = {self.cards[piece].id: piece for piece in reversed(unseen)}
        return Options(
            Option(card, first[card], Text("{card}", {"card": deck.cards[card].name}), key_of(n))
            for n, card in enumerate(deck.counts, 1)
            if card in first
        )


def _energy(of: tuple[Seat, int, int]) -> tuple[Option[Add], ...]:
    """`store jason`, `flip jason`: energy may be added at any time."""
    seat, stored, actions = of
    store = Text("{seat} adds stored energy", {"seat": seat})
    flip = Text("{seat} turns an action token: energy", {"seat": seat})
    able = (("store", store, stored), ("flip", flip, actions))
    return tuple(Option(f"{what} {seat}", Add(seat, what), text) for what, text, n in able if n)
