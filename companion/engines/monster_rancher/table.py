"""The whole table, and what every rule needs of it: seats, monsters, asking, cards in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from companion.engines.core import (
    TABLE,
    Choose,
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
from companion.engines.monster_rancher import questions
from companion.engines.monster_rancher.cards import FACTS, Card, Special
from companion.engines.monster_rancher.pieces import (
    Arena,
    House,
    InPlay,
    Power,
    Pulled,
    Ranch,
    TrainingPull,
)
from companion.engines.piles import Pile

T = TypeVar("T")
TOO_MANY = Text("Too many cards: discard one.")


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

    def snapshot(self) -> object:
        """All that a script could change, as plain values: it is asked for at sealed answers."""
        ranches = [ranch.snapshot() for ranch in self.ranches.values()]
        now = (self.pull, self.acting, self.arena, self.fist)
        return len(self.said), self.week, self.phase, self.order, ranches, repr(now)

    # -- seats and monsters

    def foe(self, seat: Seat) -> Seat:
        first, second = self.seats
        return second if seat == first else first

    @property
    def youngest(self) -> Seat:
        return self.seats[self.house.youngest - 1]

    def monster(self, piece: Piece) -> InPlay | None:
        """The monster in play that is this piece; None when it has left."""
        found = (m for r in self.ranches.values() for m in r.monsters if m.piece == piece)
        return next(found, None)

    def owner(self, monster: InPlay) -> Ranch:
        """Whose monster it is."""
        return self.ranches[monster.seat]

    def fallen(self, monster: InPlay) -> bool:
        """Whether a monster has as much damage as it has Life."""
        return bool(monster.damage) and self.owner(monster).fallen(monster)

    @rule("R54")
    def felled(self) -> bool:
        """Whether a fighter is knocked out: the fight is over then, whatever was about to come."""
        if self.arena is None:
            return False
        return any(r.active is not None and self.fallen(r.active) for r in self.ranches.values())

    # -- asking

    async def ask(
        self,
        seat: Seat,
        prompt: Text,
        options: Options[T],
        *,
        press: str | None = None,
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
                seat, prompt, options, press=press, implied=implied, formality=formality
            )
        offered: dict[Seat, Options[T | Power]] = {
            other: Options(theirs) for other, theirs in powers.items()
        }
        offered[seat] = Options([*options, *powers[seat]]) if seat in powers else options
        _, answer = await Offer(
            offered,
            prompt,
            press={seat: press} if press else {},
            implied={seat: implied} if implied else {},
            statement=statement,
            waits_for=(seat,),
        )
        return answer

    @rule("R25", "R62")
    def powers(self) -> dict[Seat, list[Option[Power]]]:
        """The special powers that may be used now: mostly the active monsters' alone."""
        found: dict[Seat, list[Option[Power]]] = {}
        if self.phase in ("setup", "draw", "speed"):
            return found
        for ranch in self.gifted:
            for monster in ranch.monsters:
                special = monster.special
                if special and self.usable(ranch, monster, special):
                    use = questions.power(ranch.seat, monster.piece, special)
                    found.setdefault(ranch.seat, []).append(use)
        return found

    @cached_property
    def gifted(self) -> list[Ranch]:
        """The players in whose decks a monster has a special power, as far as is known."""
        return [ranch for ranch in self.ranches.values() if ranch.gifted]

    def usable(self, ranch: Ranch, monster: InPlay, special: Special) -> bool:
        """Whether a monster's power may be used now, and has not been this week."""
        return (
            not monster.spent
            and not monster.injured
            and (special.resting or monster is ranch.active)
            and special.when in ("any", self.phase)
            and ranch.meets(monster, special.requires)
        )

    def number(self, seat: Seat, prompt: Text, low: int, high: int) -> Choose[int]:
        """A number that only the table knows."""
        return choose(seat, prompt, questions.numbers(low, high))

    # -- cards

    @rule("R7", "R33", "R34")
    def restock(self, ranch: Ranch) -> bool:
        """Shuffle the own discard pile into a new deck when it is out; whether there is a card.

        That is done at once when the last card is taken: what is discarded later is no part of
        it, nor are cards in play, in hand, lying aside or removed.
        """
        if ranch.pile.middle or len(ranch.pile):
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

    async def draw_cards(self, seat: Seat, n: int) -> None:
        """Draw so many cards off the top into the hand, as far as there are any."""
        ranch = self.ranches[seat]
        while n > 0 and self.restock(ranch):
            count = min(n, len(ranch.pile))
            await ranch.pile.draw(ranch.hand, count)
            self.restock(ranch)
            n -= count

    @rule("R23", "R51")
    async def fill_hand(self, seat: Seat) -> None:
        """Draw up to the hand's limit; what is above it has been discarded at once."""
        ranch = self.ranches[seat]
        await self.draw_cards(seat, ranch.limit() - len(ranch.hand))

    @rule("R23", "R59")
    async def discard_down(self, seat: Seat) -> None:
        """Whoever holds too many cards discards at once."""
        ranch = self.ranches[seat]
        for _ in range(len(ranch.hand) - ranch.limit()):
            await self.discard_one(seat, TOO_MANY)

    async def discard_one(self, seat: Seat, prompt: Text) -> None:
        """Discard a card of the own choice from the hand; a real one need not be named."""
        ranch = self.ranches[seat]
        if ranch.real:
            self.discard(seat, None)
            return
        options = Options(self.in_hand(seat, questions.discard))
        only = options[0].notation if len(ranch.hand) == 1 else None
        card = await choose(seat, prompt, options, formality=only)
        self.discard(seat, ranch.held(card))

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

    def in_hand(self, seat: Seat, answer: Callable[[Card], Option[T]]) -> list[Option[T]]:
        """An answer for each different card in a hand that the Pi knows."""
        ranch = self.ranches[seat]
        return [answer(card) for card in ranch.different(ranch.hand.held)]

    def unknown(self, ranch: Ranch, hand: bool) -> list[Piece]:
        """What a card may be that nobody has seen; none, if the whole hand is known."""
        return [] if hand and not ranch.hand.unseen else ranch.pile.stock.unseen

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
        pieces = [p for p in (*self.unknown(ranch, hand), *known) if among(ranch.card(p))]
        told = [
            fact
            for fact in facts
            if not ranch.listed or any(_fits(ranch.card(p), FACTS[fact]) for p in pieces)
        ]

        def options() -> Options[Piece]:
            found = {fact: questions.fact(fact) for fact in told}
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


def _fits(card: Card, fact: Card) -> bool:
    """Whether a card may be the one of which the fact was told."""
    return (
        (fact.kind in ("card", card.kind))
        and fact.pull in (None, card.pull)
        and fact.move in (None, card.move)
    )
