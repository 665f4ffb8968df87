"""What lies on the table: each player's ranch, the arena, and the house rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.engines.core import Option, Piece, Seat, Text, rule
from companion.engines.game import Deck
from companion.engines.monster_rancher.cards import (
    ANYTHING,
    FACTS,
    UNTOLD,
    Attachment,
    Card,
    Monster,
    Requires,
    Special,
    Training,
)
from companion.engines.piles import Hand, Pile, Stock

SPACES = 5
HAND = 5
MONSTERS = 5
FAME = 3
FOREVER = -1


@dataclass(frozen=True)
class House:
    """The house rules; the README says which stand for pages that are lost."""

    deck_size: str = "60"
    attack_resolution: str = "one_card_no_roll"
    attack_min_damage: int = 0
    need_icons: str = "kept"
    heal_turns: str = "2"
    survivor_damage: str = "cleared"
    no_active_monster: str = "loses_usable_battle"
    battle_cards: str = "at_least_3"
    tiebreak_cards_act: bool = True
    rank_after_removal: str = "recompute"
    time_out: str = "at_once"
    send_choice: str = "secret"
    help_timing: str = "before_pull"
    fame_unreachable: str = "most_fame"
    youngest: int = 1


@dataclass
class Attached:
    """A card attached to a monster or a player; `told`: what it does that only the table knows."""

    piece: Piece
    card: Training | Attachment = field(compare=False, repr=False)
    told: dict[str, int] = field(default_factory=dict)

    @cached_property
    def drop(self) -> Option[Attached]:
        """To discard it, as an answer."""
        return Option(f"drop {self.piece}", self, Text("Discard {card}", {"card": self.card.name}))


class Bearer:
    """Who bears attached cards: a monster, or a player."""

    attached: list[Attached]
    hung: list[Attached]
    """Those of them that are Attachments."""
    does: dict[str, int]
    """What they do all together: counted as they are attached, told, and discarded."""

    def attach(self, card: Attached) -> None:
        self.attached.append(card)
        if card.card.kind == "attachment":
            self.hung.append(card)
        for what, n in card.card.does.items():
            self.does[what] = self.does.get(what, 0) + n

    def tell(self, card: Attached, what: str, n: int) -> None:
        """The table tells what an attached card does beside."""
        card.told[what] = card.told.get(what, 0) + n
        self.does[what] = self.does.get(what, 0) + n

    def detach(self, card: Attached) -> None:
        self.attached = [other for other in self.attached if other is not card]
        self.hung = [other for other in self.hung if other is not card]
        for what, n in (*card.card.does.items(), *card.told.items()):
            self.does[what] -= n


@dataclass
class InPlay(Bearer):
    """A monster in play, with its cards.

    `injured`: so many End Phases until it is healed, 0 when healthy. `new`, `fought`, `trained`,
    `fitted` (by whom with an attachment), `spent` (its power) and `passing` (traits) hold for the
    week.
    """

    piece: Piece
    card: Monster = field(compare=False, repr=False)
    told: dict[str, int] = field(default_factory=dict)
    told_power: Special | None = None
    attached: list[Attached] = field(default_factory=list)
    hung: list[Attached] = field(default_factory=list, init=False, compare=False, repr=False)
    does: dict[str, int] = field(default_factory=dict, init=False, compare=False, repr=False)
    damage: int = 0
    injured: int = 0
    new: bool = False
    fought: bool = False
    trained: bool = False
    fitted: list[Seat] = field(default_factory=list)
    spent: bool = False
    passing: dict[str, int] = field(default_factory=dict)

    @cached_property
    def seat(self) -> Seat:
        """Whose it is: a card in play is named by its player."""
        return self.piece.rsplit(".", 2)[0]

    @cached_property
    def on(self) -> Option[InPlay]:
        """The monster as an answer."""
        return Option(f"on {self.piece}", self, Text("{card}", {"card": self.card.name}))

    @property
    def special(self) -> Special | None:
        """Its special power, as it is printed or told."""
        return self.told_power if self.card.special is UNTOLD else self.card.special

    @rule("R12", "R14", "R17")
    def rating(self, trait: str) -> int:
        """A trait: what is printed (no monster begins with loyalty) and what is attached.

        That may be less than nothing, before what its player's attachments add.
        """
        own = self.card.traits.get(trait, 0) + self.told.get(trait, 0)
        return own + self.passing.get(trait, 0) + self.does.get(trait, 0)

    def rest(self) -> None:
        """Its week is over."""
        self.new = self.fought = self.trained = self.spent = False
        self.fitted.clear()
        self.passing.clear()


@dataclass
class Pulled:
    """A card pulled for the Speed Rank. `gone`: it no longer lies there."""

    seat: Seat
    piece: Piece
    number: int
    card: Card = field(compare=False, repr=False)
    gone: bool = False


@dataclass
class Ranch(Bearer):
    """All that is one player's."""

    seat: Seat
    deck: Deck = field(compare=False, repr=False)
    pile: Pile
    hand: Hand
    cards: dict[Piece, Card] = field(compare=False, repr=False)
    """What each piece of the deck is, and each fact."""
    real: bool = False
    """Whether its cards lie on the table, where the Pi cannot know a hidden one."""
    discard: list[Piece] = field(default_factory=list)
    unnamed: int = 0
    """How many cards lie in the discard pile that nobody has named."""
    removed: list[Piece] = field(default_factory=list)
    monsters: list[InPlay] = field(default_factory=list)
    attached: list[Attached] = field(default_factory=list)
    hung: list[Attached] = field(default_factory=list, init=False, compare=False, repr=False)
    does: dict[str, int] = field(default_factory=dict, init=False, compare=False, repr=False)
    fitted: list[Seat] = field(default_factory=list)
    active: InPlay | None = None
    fame: int = 0
    rank: list[Pulled] = field(default_factory=list)
    breakers: list[Pulled] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    """What the tie-breakers showed: that counts on, even when such a card has been used."""

    @classmethod
    def of(cls, seat: Seat, deck: Deck, size: int) -> Ranch:
        """A ranch before the game: the whole deck in the pile."""
        pile = Pile.shuffled(seat, deck.pieces(seat), real=deck.real)
        pile.middle = pile.middle or size
        cards = {piece: deck.card(piece) for piece in pile.stock.unseen}
        return cls(seat, deck, pile, Hand(pile.stock), cards | FACTS, deck.real)

    @cached_property
    def copies(self) -> dict[str, list[tuple[Any, int]]]:
        """The cards of a listed deck by their kind, and how many there are of each."""
        found: dict[str, list[tuple[Any, int]]] = {}
        for name, n in self.deck.counts.items():
            card = self.deck.cards[name]
            found.setdefault(card.kind, []).append((card, n))
        return found

    @property
    def gifted(self) -> bool:
        """Whether a monster of the deck has a special power, as far as is known."""
        monsters = self.copies.get("monster", ())
        return not self.listed or any(monster.special for monster, _ in monsters)

    @property
    def listed(self) -> bool:
        """Whether the cards of the deck are known by name."""
        return bool(self.deck.counts)

    def card(self, piece: Piece) -> Card:
        """The card that a piece is, or the fact that was told of it."""
        return self.cards[piece]

    def different(self, pieces: Iterable[Piece]) -> list[Card]:
        """The different cards among these pieces, in their order."""
        return [*{self.cards[piece]: None for piece in pieces}]

    def held(self, card: Card) -> Piece:
        """The first piece in the hand that is such a card."""
        held = self.hand.held
        return held[[self.cards[piece] for piece in held].index(card)]

    def healthy(self) -> list[InPlay]:
        return [monster for monster in self.monsters if not monster.injured]

    def rating(self, monster: InPlay, trait: str) -> int:
        """A monster's trait, with what its player's own attachments add; 0 at the least."""
        return max(0, monster.rating(trait) + self.does.get(trait, 0))

    def icons(self, monster: InPlay, icon: str) -> int:
        """How many of an icon are attached to a monster, or to its player."""
        return sum([card.card.icons.count(icon) for card in self.attached + monster.attached])

    @rule("R62")
    def meets(self, monster: InPlay, requires: Requires) -> bool:
        """Whether a monster is and has what a card asks for."""
        return requires is ANYTHING or (
            requires.breed in ("", monster.card.breed)
            and requires.side in ("", monster.card.side)
            and all(self.rating(monster, trait) >= n for trait, n in requires.traits.items())
        )

    def fit(self, monsters: list[InPlay], requires: Requires) -> list[InPlay]:
        """Those of some monsters that are and have what a card asks for."""
        if requires is ANYTHING:
            return monsters
        return [monster for monster in monsters if self.meets(monster, requires)]

    @rule("R13")
    def fallen(self, monster: InPlay) -> bool:
        """Whether a monster has as much damage as it has Life."""
        return monster.damage >= max(1, self.rating(monster, "life"))

    def lasting(self, verb: str, monster: InPlay | None = None) -> int:
        """How much a lasting verb does for the player, and for one of its monsters.

        A training card raises traits, and does nothing else.
        """
        mine = self.does.get(verb, 0)
        return mine + monster.does.get(verb, 0) if monster else mine

    def limit(self) -> int:
        """How many cards the hand may hold."""
        return max(0, HAND + self.lasting("hand", self.active))

    @rule("R68")
    def put_away(self, piece: Piece) -> None:
        """Lay a card on the own discard pile, which begins with the first such card."""
        if piece in self.cards and piece not in FACTS:
            self.discard.append(piece)
        else:
            self.unnamed += 1

    def spend(self, piece: Piece | None) -> None:
        """Take a card out of the hand: a known one, or one of those that nobody has seen."""
        if piece is not None and piece in self.hand.held:
            self.hand.held.remove(piece)
            return
        if piece is None or piece in FACTS:
            self.pile.stock.unseen += self.hand.held
            self.hand.unseen += len(self.hand.held)
            self.hand.held.clear()
        self.hand.unseen -= 1

    def snapshot(self) -> object:
        """Where every card is, as plain values."""
        pile, hand = self.pile, self.hand
        cards = [*pile.stock.unseen, 0, *hand.held, 0, *self.discard, 0, *self.removed]
        counts = (pile.middle, hand.unseen, self.unnamed, self.fame, tuple(self.fitted))
        in_play = (self.monsters, self.attached, self.active, self.rank, self.breakers, self.breaks)
        return cards, counts, repr(in_play)


@dataclass
class Arena:
    """Five spaces in line, and beside them each player's column of cards: the clock.

    A place in a column is the stock that its face-down card is one of, or None for a counter.
    """

    card: Piece
    spaces: dict[Seat, int]
    columns: dict[Seat, list[Stock | None]]
    round: int = 0
    shot: Seat = ""
    moves: dict[Seat, str] = field(default_factory=dict)
    """The move that each has shown last."""

    def distance(self) -> int:
        here, there = self.spaces.values()
        return abs(here - there)


@dataclass
class TrainingPull:
    """A training pull under way, for all to see, and what is taken off or added."""

    seat: Seat
    card: Card = field(compare=False, repr=False)
    monster: Piece = ""
    target: int = 0
    number: int | None = None
    loyalty: int = 0
    meddling: int = 0
    lasting: int = 0
    laid: list[tuple[Seat, Card | None, int]] = field(
        default_factory=list, compare=False, repr=False
    )
    """Who laid which card for it or against it; None: a real card that nobody has named."""
    result: int | None = None


@dataclass(frozen=True)
class Power:
    """The use of a special power, as an answer."""

    seat: Seat
    monster: Piece
