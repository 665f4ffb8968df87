"""What lies on the table in a battle, and what can be read off it without asking anybody."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from companion.engines.core import (
    TABLE,
    Json,
    Offer,
    Option,
    Options,
    Piece,
    Position,
    Seat,
    Text,
    rule,
)
from companion.engines.heroes.cards import ABILITY, ANY_CARD, Cause, Combat, Effect, Enemy
from companion.engines.match import Deck, Decks, Value
from companion.engines.piles import Hand, Pile, Stock

HAND = 5
ROW = 4
TRACK = 6
HITS = {1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 2}
"""The combat die by the faces of an ordinary one: two misses, three hits, one double hit."""

FEET = ("foot", "foot2")
BIGS = ("monster", "nemesis", "boss")
NEEDED = {"monster": 4, "nemesis": 4, "boss": 6}
"""So many cards must be defeated for the figure to be."""


class BattleOver(Exception):
    """Raised by the rule that ends the battle, however deep in a turn."""


@dataclass
class Ranger:
    """One Ranger: its deck, hand and discard pile, its own energy and its action tokens."""

    seat: Seat
    deck: Pile
    hand: Hand
    discard: list[Piece] = field(default_factory=list)
    stored: int = 1
    actions: int = 2
    abilities: tuple[Piece, ...] = ()
    waiting: Mapping[str, frozenset[Piece]] = field(default_factory=dict, repr=False)
    """The reactions of this deck, by what they wait for."""
    used: list[Piece] = field(default_factory=list)
    """Abilities used in this battle."""


@dataclass
class Foe:
    """One enemy card of the combat sequence, with the hit tokens on it."""

    piece: Piece
    card: Enemy
    health: int
    keywords: tuple[str, ...]
    hits: int = 0
    resolved: bool = False
    defeated: bool = False


@dataclass
class Act:
    """What is being done just now, so that all see it and a reaction knows what it changes."""

    kind: str
    name: str = ""
    by: Seat | None = None
    piece: Piece | None = None
    targets: tuple[Piece, ...] = ()
    faces: tuple[int, ...] | None = None
    hits: int = 0
    damage: int | None = None
    on: Seat | None = None
    ignore_guard: bool = False


class Play(NamedTuple):
    """An answer: this Ranger plays this card, or uses this ability."""

    seat: Seat
    piece: Piece


class Add(NamedTuple):
    """An answer: this Ranger adds energy to the pool, stored or from an action token."""

    seat: Seat
    what: str


Answers: TypeAlias = Callable[[Seat], Iterable[Option[Any]]]


class EachSeat(Mapping[Seat, Options[Any]]):
    """What each seat may answer, worked out when that seat's answers are looked at."""

    def __init__(self, seats: Iterable[Seat], answers: Answers) -> None:
        self._seats, self._answers = tuple(seats), answers
        self._known: dict[Seat, Options[Any]] = {}

    def __getitem__(self, seat: Seat) -> Options[Any]:
        if seat not in self._known:
            if seat not in self._seats:
                raise KeyError(seat)
            self._known[seat] = Options(self._answers(seat))
        return self._known[seat]

    def __contains__(self, seat: object) -> bool:
        return seat in self._seats

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._seats)

    def __len__(self) -> int:
        return len(self._seats)


@dataclass
class Table(Position):
    """Everything that a battle is played with."""

    house: Mapping[str, Value] = field(default_factory=dict)
    decks: Decks = field(default_factory=dict, repr=False, compare=False)
    cards: dict[Piece, Any] = field(default_factory=dict, repr=False, compare=False)
    rangers: dict[Seat, Ranger] = field(default_factory=dict)
    enemies: dict[str, Pile] = field(default_factory=dict)
    beaten: dict[str, list[Piece]] = field(default_factory=dict)
    """Defeated monster, nemesis and boss cards, face up beside their decks."""
    gone: list[str] = field(default_factory=list)
    """Monsters, nemeses and bosses that are defeated for good."""
    battle: int = 0
    figures: dict[str, int] = field(default_factory=dict)
    """Foot soldier figures in the place where the battle is."""
    big: str = ""
    rows: list[list[Foe]] = field(default_factory=list)
    order: list[Foe] = field(default_factory=list)
    passives: list[Foe] = field(default_factory=list)
    """Those of the row that have a passive effect."""
    turns: list[str] = field(default_factory=list)
    at: int = 0
    fighting: list[Seat] = field(default_factory=list)
    lead: Seat = ""
    pool: int = 0
    command: int = 0
    track: int = 0
    zords: int = 0
    deployed: int = 0
    panicked: bool = False
    in_play: list[Play] = field(default_factory=list)
    act: Act | None = None
    shields: list[Json] = field(default_factory=list)
    """The cards turned up against the damage, one by one."""
    bonus_dice: int = 0
    bonus_hits: int = 0
    free_aim: bool = False
    made: dict[Any, Option[Any]] = field(default_factory=dict, repr=False, compare=False)

    # -- hooks: what the two sides of a battle need of the rules that join them

    async def respond(self, answer: Any) -> None:
        """Somebody plays a reaction, uses an ability or adds energy."""
        raise NotImplementedError

    async def carry_out(self, effects: Iterable[Effect], cause: Cause) -> None:
        """Do what a card says, line by line."""
        raise NotImplementedError

    async def another_card(self, seat: Seat, who: str) -> None:
        """Another card may be played at once."""
        raise NotImplementedError

    # -- questions to the table

    @property
    def open_hands(self) -> bool:
        """Whether the team plays with open hands."""
        return self.house["hands_visible"] == "team"

    def foes(self) -> list[Foe]:
        """All enemy cards of this battle, row by row."""
        return [foe for row in self.rows for foe in row]

    def standing(self) -> list[Foe]:
        """The enemy cards that are not defeated."""
        return [foe for row in self.rows for foe in row if not foe.defeated]

    def foe(self, piece: Piece) -> Foe:
        return next(foe for foe in self.foes() if foe.piece == piece)

    def beside(self, foe: Foe) -> list[Foe]:
        """The standing cards next to it in its row, and in its column of the other row."""
        row = next(n for n, foes in enumerate(self.rows) if any(f is foe for f in foes))
        column = next(n for n, f in enumerate(self.rows[row]) if f is foe)
        near = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
        return [
            self.rows[r][c]
            for r, c in near
            if 0 <= r < len(self.rows) and 0 <= c < len(self.rows[r])
            if not self.rows[r][c].defeated
        ]

    @rule("R45")
    def guarded(self, foe: Foe) -> bool:
        """Whether a GUARD card keeps attacks off it; guards never guard each other."""
        if "GUARD" in foe.keywords or foe.defeated:
            return False
        everywhere = self.house["guard_scope"] == "only_guards_targetable"
        near = self.standing() if everywhere else self.beside(foe)
        return any("GUARD" in other.keywords for other in near)

    @rule("R47")
    def passive(self, verb: str, on: Foe | None = None) -> int:
        """By how much the PASSIVE cards that stand raise something, for `on` if it is a card's."""
        total = 0
        for foe in self.passives:
            for effect in foe.card.passive:
                if foe.defeated or effect.do != verb:
                    continue
                everybody = on is None or effect.to in ("", "all")
                if (
                    everybody
                    or (effect.to == "self" and foe is on)
                    or (effect.to == "adjacent" and any(f is on for f in self.beside(foe)))
                ):
                    total += effect.n
        return total

    def health(self, foe: Foe) -> int:
        return foe.health + self.passive("more_health", foe)

    def hand_of(self, seat: Seat) -> list[Piece]:
        """The cards that may be in this hand: known ones, and with real cards all unseen ones.

        Of a deck without tags or without entered cards one copy stands for all.
        """
        hand = self.rangers[seat].hand
        if not hand.unseen:
            return hand.held
        pieces = [*hand.held, *hand.stock.unseen]
        if self.decks[seat].kind == "tagged":
            return pieces
        return list({self.cards[piece].id: piece for piece in reversed(pieces)}.values())[::-1]

    def key_of(self, seat: Seat, piece: Piece) -> int | None:
        """The panel key of a card: its place in the hand, or with real cards in the deck's list."""
        if self.decks[seat].real:
            number = list(self.decks[seat].counts).index(self.cards[piece].id) + 1
        else:
            number = self.rangers[seat].hand.held.index(piece) + 1
        return _key(number)

    def possible(self, seat: Seat) -> list[Piece]:
        """The cards that this hand could hold as far as the others at the table know."""
        hand = self.rangers[seat].hand
        if not len(hand) or (self.open_hands and not hand.unseen):
            return hand.held
        return [*hand.held, *hand.stock.unseen]

    def abilities(self, seat: Seat, when: str) -> list[Piece]:
        """What the Ranger itself can do now, beside its cards."""
        ranger = self.rangers[seat]
        return [
            piece
            for piece in ranger.abilities
            if piece not in ranger.used and when in self.cards[piece].when
        ]

    @rule("R23")
    def fits(self, seat: Seat, card: Combat, when: str) -> bool:
        """Whether this is the moment that a reaction or an ability of `seat` waits for."""
        if when not in card.when or card.type not in ("reaction", "any", ABILITY):
            return False
        subject = self.act and (self.act.by or self.act.on)
        return card.whose == "any" or (card.whose == "self") == (subject == seat)

    def reactions(self, viewer: Seat, when: str) -> list[Option[Any]]:
        """What `viewer` may answer to what is happening."""
        found: list[Option[Any]] = []
        for seat in self.in_charge_of(viewer):
            found += [
                self.card_option("react", seat, piece, viewer)
                for piece in self.waiting(seat, when, self.hand_of(seat))
                if self.cost(self.cards[piece]) <= self.pool
            ]
            found += self.ability_options(seat, when)
        if any(cost > self.pool for cost in self._costs(when)):
            found += self.energy_options(viewer)
        return found

    def may_react(self, when: str) -> bool:
        """Whether anybody could have a reaction to this, as far as everybody knows."""
        if any(
            self.fits(seat, self.cards[piece], when)
            for seat in self.fighting
            for piece in self.abilities(seat, when)
        ):
            return True
        costs = self._costs(when)
        if not costs:
            return False
        energy = self.pool + sum(self.extra_energy(seat) for seat in self.fighting)
        return min(costs) <= energy

    def _costs(self, when: str) -> list[int]:
        return [
            self.cost(self.cards[piece])
            for seat in self.fighting
            for piece in self.waiting(seat, when, self.possible(seat))
        ]

    def waiting(self, seat: Seat, when: str, pieces: list[Piece]) -> list[Piece]:
        """Those of these cards that wait for what is happening."""
        able = self.rangers[seat].waiting.get(when)
        if not able:
            return []
        return [p for p in pieces if p in able and self.fits(seat, self.cards[p], when)]

    @rule("R23")
    async def window(self, when: str) -> None:
        """Nobody is polled: whoever wants to react says so, and the next act closes it."""
        while self.may_react(when):
            _, answer = await self.team(
                Text("{act}. Reactions?", {"act": self.doing()}),
                lambda viewer: [GO_ON, *self.reactions(viewer, when)],
                press=dict.fromkeys(self.fighting, "on"),
                implied="on",
            )
            if answer is None:
                return
            await self.respond(answer)

    def doing(self) -> Text:
        """What is happening, for a question about it."""
        act = self.act
        if act is None:
            return Text("The battle begins")
        if act.damage is not None:
            return Text("{n} damage for {seat}", {"n": act.damage, "seat": act.on or ""})
        if act.faces is not None or act.hits:
            return Text("{n} hits", {"n": act.hits})
        return Text("{card}", {"card": act.name})

    # -- energy

    @rule("R28")
    def extra_energy(self, seat: Seat) -> int:
        """What this Ranger could still add to the pool."""
        ranger = self.rangers[seat]
        return ranger.stored + ranger.actions * self.per_action

    @property
    def per_action(self) -> int:
        return 3 if self.house["two_rangers"] else 2

    def cost(self, card: Combat) -> int:
        """The least that this card costs now."""
        printed = card.cost if isinstance(card.cost, int) else 0
        return printed + self.passive("more_cost")

    # -- options

    def energy_options(self, viewer: Seat) -> list[Option[Any]]:
        """Energy may be added at any time: `store jason`, `flip jason`."""
        found = []
        for seat in self.in_charge_of(viewer):
            who = {"seat": seat}
            if self.rangers[seat].stored:
                label = Text("{seat} adds stored energy", who)
                found.append(self.option(f"store {seat}", Add(seat, "store"), label, None))
            if self.rangers[seat].actions:
                label = Text("{seat} turns an action token: energy", who)
                found.append(self.option(f"flip {seat}", Add(seat, "flip"), label, None))
        return found

    def ability_options(self, seat: Seat, when: str) -> list[Option[Any]]:
        """`use jason.steady-hand`: what a Ranger can do by itself."""
        return [
            self.option(
                f"use {piece}",
                Play(seat, piece),
                Text("{seat}: {card}", {"seat": seat, "card": self.cards[piece].name}),
                None,
            )
            for piece in self.abilities(seat, when)
            if self.fits(seat, self.cards[piece], when)
        ]

    def option(
        self, notation: str, value: Any, label: Text, key: int | None, piece: Piece | None = None
    ) -> Option[Any]:
        """An answer, made once and kept."""
        known = self.made.get((notation, key))
        if known is None:
            known = self.made[notation, key] = Option(notation, value, label, key, piece=piece)
        return known

    def card_option(self, verb: str, seat: Seat, piece: Piece, viewer: Seat) -> Option[Any]:
        """`play jason.roof-runner.1`: a card of a hand. Its owner's panel key means it."""
        own = seat == viewer
        key = self.key_of(seat, piece) if own else None
        known = self.made.get((verb, piece, own, key))
        if known is None:
            name = self.cards[piece].name
            other = Text("{seat}: {card}", {"seat": seat, "card": name})
            label = Text("{card}", {"card": name}) if own else other
            known = Option(f"{verb} {piece}", Play(seat, piece), label, key, piece=piece)
            self.made[verb, piece, own, key] = known
        return known

    def seat_option(self, seat: Seat) -> Option[Any]:
        label = Text("{seat}", {"seat": seat})
        return self.option(seat, seat, label, self.seats.index(seat) + 1)

    def foe_option(self, foe: Foe, key: int | None) -> Option[Any]:
        label = Text("{card}", {"card": foe.card.name})
        return self.option(f"at {foe.piece}", foe.piece, label, key, foe.piece)

    def in_charge_of(self, viewer: Seat) -> list[Seat]:
        """Whose cards this seat may play: its own, and with open hands everybody's."""
        if not self.open_hands:
            return [viewer]
        return [viewer, *(seat for seat in self.fighting if seat != viewer)]

    async def team(
        self,
        prompt: Text,
        answers: Answers,
        *,
        seats: Iterable[Seat] | None = None,
        press: Mapping[Seat, str] | None = None,
        hold: Mapping[Seat, str] | None = None,
        implied: str | None = None,
    ) -> tuple[Seat, Any]:
        """Whoever of the team answers first, answers for all."""
        told: tuple[Seat, Any] = await Offer(
            EachSeat(self.fighting if seats is None else seats, answers),
            prompt,
            press or {},
            hold or {},
            dict.fromkeys(self.fighting, implied) if implied else {},
            public=prompt,
        )
        return told

    async def how_many(self, prompt: Text, low: int, high: int, press: int | None = None) -> int:
        """A number that the team tells."""
        if low == high:
            return low
        options = [number_option(n) for n in range(low, high + 1)]
        pressed = {} if press is None else dict.fromkeys(self.fighting, str(press))
        _, n = await self.team(prompt, lambda _: options, press=pressed)
        return int(n)

    async def pick_ranger(self, prompt: Text, seats: list[Seat]) -> Seat:
        """One of these Rangers, as the team likes; pressing one's own button means oneself."""
        if len(seats) == 1:
            return seats[0]
        options = [self.seat_option(seat) for seat in seats]
        press = {seat: seat for seat in seats if seat in self.fighting}
        _, seat = await self.team(prompt, lambda _: options, press=press)
        return str(seat)

    # -- face-down cards

    async def turn_up(self, pile: Pile, deck: Deck, prompt: Text) -> Piece:
        """The top card of a deck, for all to see."""
        piece = pile.take()
        return piece if piece is not None else await self.settle(pile.stock, deck, prompt)

    async def settle(self, stock: Stock, deck: Deck, prompt: Text) -> Piece:
        """Find out which card it is. Of a deck without entered cards there is nothing to find."""
        if all(self.cards[piece].id == ANY_CARD.id for piece in stock.unseen):
            return stock.unseen.pop(0)
        whose = next((seat for seat in self.seats if self.decks[seat] is deck), self.lead)
        return await stock.settle(
            TABLE, prompt=prompt, told=lambda: self.told(stock, deck), by=whose or None
        )

    def told(self, stock: Stock, deck: Deck) -> Options[Piece]:
        """Each kind of card that is still unseen, to be tapped where the cards carry no tags."""
        first = {self.cards[piece].id: piece for piece in reversed(stock.unseen)}
        return Options(
            Option(card, first[card], Text("{card}", {"card": deck.cards[card].name}), _key(n))
            for n, card in enumerate(deck.counts, 1)
            if card in first
        )


def _key(number: int) -> int | None:
    return number if number <= 6 else None


def number_option(n: int) -> Option[int]:
    """A number as an answer; the panel keys mean 1 to 6."""
    return _NUMBERS[n]


_NUMBERS = tuple(
    Option(str(n), n, Text("{n}", {"n": n}), key=n if 1 <= n <= 6 else None) for n in range(41)
)
GO_ON: Option[None] = Option("on", None, Text("Go on"))
