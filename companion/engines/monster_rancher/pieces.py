"""What lies on the table: each player's ranch, the arena, and the house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

from companion.engines.core import (
    TABLE,
    Offer,
    Option,
    Options,
    Piece,
    Position,
    Seat,
    Statement,
    Text,
    choose,
    draw,
    rule,
)
from companion.engines.match import Deck
from companion.engines.monster_rancher.cards import (
    ANYTHING,
    FACTS,
    Attachment,
    Card,
    Monster,
    Requires,
    Special,
    Training,
)
from companion.engines.piles import Hand, Pile, Stock

T = TypeVar("T")
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
    """A card attached to a monster or a player; `told`: traits that only the table knows."""

    piece: Piece
    card: Training | Attachment = field(compare=False, repr=False)
    told: dict[str, int] = field(default_factory=dict)

    def trait(self, name: str) -> int:
        """How much it adds to a trait."""
        return (self.card.traits or self.told).get(name, 0)

    def lasting(self, verb: str) -> int:
        """How much it does of a lasting verb."""
        return sum([effect.n for effect in self.card.lasting if effect.do == verb])


@dataclass
class InPlay:
    """A monster in play, with its cards.

    `injured`: so many End Phases until it is healed, 0 when healthy. `new`, `fought`, `trained`,
    `fitted` (with an attachment), `spent` (its power) and `passing` (traits) hold for the week.
    """

    piece: Piece
    card: Monster = field(compare=False, repr=False)
    told: dict[str, int] = field(default_factory=dict)
    attached: list[Attached] = field(default_factory=list)
    damage: int = 0
    injured: int = 0
    new: bool = False
    fought: bool = False
    trained: bool = False
    fitted: bool = False
    spent: bool = False
    passing: dict[str, int] = field(default_factory=dict)

    @rule("R12", "R14", "R17")
    def rating(self, trait: str) -> int:
        """A trait: what is printed (no monster begins with loyalty) and what is attached."""
        printed = getattr(self.card, trait, 0)
        base = self.told.get(trait, 0) if printed is None else printed
        attached = sum([card.trait(trait) for card in self.attached])
        total: int = base + attached + self.passing.get(trait, 0)
        return max(0, total)

    def icons(self, icon: str) -> int:
        """How many of an icon are attached."""
        return sum(card.card.icons.count(icon) for card in self.attached)

    def meets(self, requires: Requires) -> bool:
        """Whether it is and has what a card asks for."""
        return requires is ANYTHING or (
            requires.breed in ("", self.card.breed)
            and requires.side in ("", self.card.side)
            and all(self.rating(trait) >= n for trait, n in requires.traits.items())
        )

    def rest(self) -> None:
        """Its week is over."""
        self.new = self.fought = self.trained = self.fitted = self.spent = False
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
class Ranch:
    """All that is one player's."""

    seat: Seat
    deck: Deck = field(compare=False, repr=False)
    pile: Pile
    hand: Hand
    cards: dict[Piece, Card] = field(compare=False, repr=False)
    """What each piece of the deck is, and each fact."""
    discard: list[Piece] = field(default_factory=list)
    unnamed: int = 0
    """How many cards lie in the discard pile that nobody has named."""
    removed: list[Piece] = field(default_factory=list)
    monsters: list[InPlay] = field(default_factory=list)
    attached: list[Attached] = field(default_factory=list)
    fitted: bool = False
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
        return cls(seat, deck, pile, Hand(pile.stock), cards | FACTS)

    @property
    def real(self) -> bool:
        """Whether its cards lie on the table, where the Pi cannot know a hidden one."""
        return self.pile.stock.real

    @property
    def listed(self) -> bool:
        """Whether the cards of the deck are known by name."""
        return bool(self.deck.counts)

    def card(self, piece: Piece) -> Card:
        """The card that a piece is, or the fact that was told of it."""
        return self.cards[piece]

    def healthy(self) -> list[InPlay]:
        return [monster for monster in self.monsters if not monster.injured]

    def rating(self, monster: InPlay, trait: str) -> int:
        """A monster's trait, with what its player's own attachments add."""
        more = sum([card.trait(trait) for card in self.attached])
        return max(0, monster.rating(trait) + more)

    def lasting(self, verb: str, monster: InPlay | None = None) -> int:
        """How much a lasting verb does for the player, and for one of its monsters."""
        cards = self.attached + (monster.attached if monster else [])
        return sum([card.lasting(verb) for card in cards])

    def limit(self) -> int:
        """How many cards the hand may hold."""
        return max(0, HAND + self.lasting("hand", self.active))

    @rule("R68")
    def put_away(self, piece: Piece) -> None:
        """Lay a card on the own discard pile, which begins with the first such card."""
        if piece in FACTS or piece.rpartition(".")[2].startswith("told"):
            self.unnamed += 1
        else:
            self.discard.append(piece)

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


@dataclass
class Table(Position):
    """The whole table, and what every rule needs of it."""

    house: House = field(default_factory=House)
    ranches: dict[Seat, Ranch] = field(default_factory=dict)
    week: int = 0
    phase: str = "setup"
    order: tuple[Seat, ...] = ()
    """The seats by Speed Rank, the faster first: this week's, or before that last week's."""
    pull: TrainingPull | None = None
    acting: Pulled | None = None
    """The Event or Battle card that acts now."""
    arena: Arena | None = None
    fist: int | None = None
    """How many counters are hidden; 0 when only the fist itself knows."""

    # -- seats and monsters

    def foe(self, seat: Seat) -> Seat:
        return self.left_of(seat)

    @property
    def youngest(self) -> Seat:
        return self.seats[self.house.youngest - 1]

    def monster(self, piece: Piece) -> InPlay:
        """The monster in play that is this piece."""
        return next(m for r in self.ranches.values() for m in r.monsters if m.piece == piece)

    def owner(self, monster: InPlay) -> Ranch:
        """Whose monster it is."""
        return next(r for r in self.ranches.values() if any(m is monster for m in r.monsters))

    # -- asking

    async def ask(
        self,
        seat: Seat,
        prompt: Text,
        options: Options[T],
        *,
        press: str | None = None,
        hold: str | None = None,
        implied: str | None = None,
        formality: str | None = None,
        statement: Statement[T] | None = None,
    ) -> T | Power:
        """Ask `seat` openly; meanwhile either player may use a special power instead.

        With a `statement` the table may speak, too.
        """
        powers = self.powers()
        if not powers and (statement is None or formality):
            return await choose(
                seat,
                prompt,
                options,
                press=press,
                hold=hold,
                implied=implied,
                formality=formality,
            )
        offered: dict[Seat, Options[T | Power]] = {
            other: Options(theirs) for other, theirs in powers.items()
        }
        offered[seat] = Options([*options, *powers.get(seat, ())])
        answered: tuple[Seat, T | Power] = await Offer(
            offered,
            prompt,
            press={seat: press} if press else {},
            hold={seat: hold} if hold else {},
            implied={seat: implied} if implied else {},
            statement=statement,
            waits_for=(seat,),
        )
        return answered[1]

    @rule("R25", "R62")
    def powers(self) -> dict[Seat, list[Option[Power]]]:
        """The special powers that may be used now: mostly the active monsters' alone."""
        if self.phase not in ("play", "battle", "end"):
            return {}
        found: dict[Seat, list[Option[Power]]] = {}
        for seat, ranch in self.ranches.items():
            for monster in ranch.monsters:
                special = monster.card.special
                if special and self.usable(ranch, monster, special):
                    found.setdefault(seat, []).append(_power(seat, monster.piece, special))
        return found

    def usable(self, ranch: Ranch, monster: InPlay, special: Special) -> bool:
        """Whether a monster's power may be used now, and has not been this week."""
        return (
            not monster.spent
            and not monster.injured
            and (special.resting or monster is ranch.active)
            and special.when in ("any", self.phase)
            and monster.meets(special.requires)
        )

    async def number(self, seat: Seat, prompt: Text, low: int, high: int) -> int:
        """A number that only the table knows."""
        return await choose(seat, prompt, _numbers(low, high))

    # -- cards

    @rule("R7", "R33", "R34")
    def restock(self, ranch: Ranch) -> bool:
        """Shuffle the own discard pile into a new deck when it is out; whether there is a card.

        Cards in play, in hand, lying aside or removed are no part of it.
        """
        if ranch.pile:
            return True
        if not ranch.discard and not ranch.unnamed:
            return False
        self.tell("{seat} shuffles the discard pile into a new deck.", seat=ranch.seat)
        if ranch.real:
            ranch.pile.shuffle(ranch.discard)
            ranch.pile.middle += ranch.unnamed
            ranch.unnamed = 0
        else:
            ranch.pile = Pile.shuffled(ranch.seat, ranch.discard)
        ranch.discard.clear()
        return True

    async def draw_card(self, seat: Seat) -> bool:
        """Draw the top card into the hand; whether there was one."""
        ranch = self.ranches[seat]
        if not self.restock(ranch):
            return False
        await ranch.pile.draw(ranch.hand)
        return True

    @rule("R23", "R51")
    async def fill_hand(self, seat: Seat) -> None:
        """Draw up to the hand's limit, or discard down to it."""
        ranch = self.ranches[seat]
        while len(ranch.hand) < ranch.limit() and await self.draw_card(seat):
            pass
        await self.discard_down(seat)

    @rule("R23", "R59")
    async def discard_down(self, seat: Seat) -> None:
        """Whoever holds too many cards discards at once."""
        ranch = self.ranches[seat]
        while len(ranch.hand) > ranch.limit():
            await self.discard_one(seat, Text("Too many cards: discard one."))

    async def discard_one(self, seat: Seat, prompt: Text) -> None:
        """Discard a card of the own choice from the hand; a real one need not be named."""
        ranch = self.ranches[seat]
        if ranch.real:
            self.discard(seat, None)
            return
        options = Options(self.in_hand(seat, "discard", DISCARD))
        only = options[0].notation if len(ranch.hand) == 1 else None
        self.discard(seat, await choose(seat, prompt, options, formality=only))

    def discard(self, seat: Seat, piece: Piece | None) -> None:
        """Lay a card from the hand face up on the own discard pile."""
        ranch = self.ranches[seat]
        ranch.spend(piece)
        if piece is None:
            ranch.unnamed += 1
            self.tell("{seat} discards a card.", seat=seat)
        else:
            ranch.put_away(piece)
            self.reveal("{seat} discards {card}.", seat=seat, card=ranch.card(piece).name)

    def in_hand(
        self, seat: Seat, verb: str, label: str, among: Callable[[Card], bool] | None = None
    ) -> list[Option[Piece]]:
        """An option for each different card in a hand that the Pi knows."""
        ranch = self.ranches[seat]
        found: dict[str, Option[Piece]] = {}
        for piece in ranch.hand.held:
            card = ranch.card(piece)
            if card.id not in found and (among is None or among(card)):
                found[card.id] = _card_option(verb, label, piece, card)
        return list(found.values())

    async def name_card(
        self,
        seat: Seat,
        prompt: Text,
        facts: Iterable[str],
        *,
        among: Callable[[Card], bool] = lambda _: True,
        listed: Callable[[Card], bool] = lambda _: True,
        hand: bool = False,
    ) -> Piece:
        """Find out which of a real deck's cards has been turned up: scanned, or told.

        A card may be named (those that are `listed` stand on the screen), or only the fact that
        matters. One that is known to be elsewhere is refused.
        """
        ranch = self.ranches[seat]
        stock = ranch.pile.stock
        known = ranch.hand.held if hand else []
        pieces = [p for p in (*stock.unseen, *known) if among(ranch.card(p))]
        told = [
            fact
            for fact in facts
            if not ranch.listed or any(_fits(ranch.card(p), FACTS[fact]) for p in pieces)
        ]

        def options() -> Options[Piece]:
            found = {fact: _fact_option(fact) for fact in told}
            for piece in pieces:
                card = ranch.card(piece)
                if listed(card):
                    found.setdefault(card.id, Option(card.id, piece, Text(card.name)))
            return Options(found.values())

        piece = await draw(
            (*pieces, *told), TABLE, real=True, prompt=prompt, told=options, public=prompt, by=seat
        )
        if piece in stock.unseen:
            stock.unseen.remove(piece)
        return piece

    async def turn_up(
        self,
        seat: Seat,
        stock: Stock,
        facts: Sequence[str],
        listed: Callable[[Card], bool],
    ) -> Piece:
        """A face-down card of the deck is turned up for all."""
        if not stock.real:
            return await stock.settle(TABLE)
        return await self.name_card(
            seat, Text("{seat}: turn up a card.", {"seat": seat}), facts, listed=listed
        )


DISCARD = "Discard {card}"


def _fits(card: Card, fact: Card) -> bool:
    """Whether a card may be the one of which the fact was told."""
    return (
        (fact.kind in ("card", card.kind))
        and fact.pull in (None, card.pull)
        and fact.move in (None, card.move)
    )


@lru_cache(maxsize=8192)
def _card_option(verb: str, label: str, piece: Piece, card: Card) -> Option[Piece]:
    return Option(f"{verb} {card.id}", piece, Text(label, {"card": card.name}))


@lru_cache
def _fact_option(fact: str) -> Option[Piece]:
    card = FACTS[fact]
    key = card.pull if card.kind in ("card", "monster") else None
    if card.move:
        key = "CRHS".index(card.move) + 1
    return Option(fact, fact, Text(card.name), key=key)


@lru_cache
def _numbers(low: int, high: int) -> Options[int]:
    return Options(
        Option(str(n), n, Text("{n}", {"n": n}), key=n if 1 <= n <= 6 else None)
        for n in range(low, high + 1)
    )


def _power(seat: Seat, piece: Piece, special: Special) -> Option[Power]:
    return Option(
        f"power {piece}", Power(seat, piece), Text("Use {power}", {"power": special.name})
    )
