"""What lies on the table in a battle, and what can be read off it without asking anybody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engines.core import Json, Piece, Position, Seat, rule
from companion.engines.game import Decks, Value
from companion.engines.heroes.answers import Play
from companion.engines.heroes.cards import ABILITY, Cause, Combat, Effect, Enemy
from companion.engines.heroes.printed import Printed
from companion.engines.piles import Hand, Pile

HAND = 5
ROW = 4
TRACK = 6
ACTIONS = 2
ZORDS = 6
"""Five Zords answer the call, and after them the Megazord."""
HITS = {1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 2}
"""The combat die by the faces of an ordinary one: two misses, three hits, one double hit."""

FEET = ("foot", "foot2")
BIGS = ("monster", "nemesis", "boss")
NEEDED = {"monster": 4, "nemesis": 4, "boss": 6}
"""So many cards must be defeated for the figure to be."""


class BattleOver(Exception):
    """Raised by the rule that ends the battle, however deep in a turn."""


@dataclass(slots=True)
class Ranger:
    """One Ranger: its deck, hand and discard pile, its own energy and its action tokens."""

    seat: Seat
    deck: Pile
    hand: Hand
    discard: list[Piece] = field(default_factory=list)
    stored: int = 1
    actions: int = 2
    used: list[Piece] = field(default_factory=list)
    """Abilities used that come but once a battle."""


@dataclass(slots=True)
class Foe:
    """One enemy card of the combat sequence, with the hit tokens on it."""

    piece: Piece
    card: Enemy
    health: int
    keywords: tuple[str, ...]
    hits: int = 0
    resolved: bool = False
    defeated: bool = False
    figure: bool = True
    """Whether its figure is still here: it leaves once, though the card may stand again."""
    row: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Bonus:
    """What an attack has beyond its card, every time that it is performed."""

    dice: int = 0
    hits: int = 0
    free_aim: bool = False
    rerolls: tuple[str, ...] = ()

    def __add__(self, other: Bonus) -> Bonus:
        if other is NO_BONUS:
            return self
        return Bonus(
            self.dice + other.dice,
            self.hits + other.hits,
            self.free_aim or other.free_aim,
            self.rerolls + other.rerolls,
        )


NO_BONUS = Bonus()


@dataclass(slots=True)
class Act:
    """What is being done just now, so that all see it and a reaction knows what it changes.

    An attack is at the `step` "aim", "roll" or "done"; its hits go `to` one card, to each, or are
    divided.
    """

    kind: str
    name: str = ""
    by: Seat | None = None
    piece: Piece | None = None
    targets: tuple[Piece, ...] = ()
    faces: tuple[int, ...] | None = None
    hits: int = 0
    damage: int | None = None
    on: Seat | None = None
    shields: int = 0
    """Of the card that is turned up against damage: that is its `piece`."""
    ignore_guard: bool = False
    to: str = ""
    step: str = "aim"
    bonus: Bonus = NO_BONUS


@dataclass(slots=True)
class Table(Position):
    """Everything that a battle is played with."""

    printed: Printed = field(kw_only=True, repr=False, compare=False)
    house: Mapping[str, Value] = field(default_factory=dict)
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
    passives: dict[str, list[tuple[Foe, Effect]]] = field(default_factory=dict)
    """The PASSIVE effects of the row, by their verb."""
    turns: list[str] = field(default_factory=list)
    at: int = 0
    fighting: list[Seat] = field(default_factory=list)
    in_charge: dict[Seat, list[Seat]] = field(default_factory=dict)
    """Whose cards each seat may play: its own, and with open hands everybody's."""
    lead: Seat = ""
    pool: int = 0
    command: int = 0
    track: int = 0
    zords: int = 0
    panicked: bool = False
    skipped: int = 0
    """So many turns the Rangers will miss."""
    in_play: list[Play] = field(default_factory=list)
    kept: dict[Piece, str] = field(default_factory=dict)
    """Where cards in play go, if not where they always go."""
    act: Act | None = None
    shields: list[Json] = field(default_factory=list)
    """The cards turned up against the damage, one by one."""
    bonus: Bonus = NO_BONUS
    """What is promised to the next attack."""
    resolving: bool = False
    """An enemy card does what it says: that comes to its end, whoever falls."""
    moment: list[Piece] = field(default_factory=list)
    """Other abilities used in this moment: each once, however long it is open."""
    fallen: list[Foe] = field(default_factory=list)
    """Enemy cards that were defeated, and what waits for that has yet to come."""
    using: list[Piece] = field(default_factory=list)
    """Abilities that are being carried out: none of them can call for itself."""

    cards: Mapping[Piece, Any] = field(init=False, repr=False, compare=False)
    decks: Decks = field(init=False, repr=False, compare=False)
    held: dict[Seat, list[Piece]] = field(default_factory=dict, init=False, repr=False)
    """The known cards of every hand."""
    open_hands: bool = field(init=False)
    """Whether the team plays with open hands."""
    virtual: bool = field(init=False)
    """Whether the Pi deals all the Rangers' cards, and so knows all the hands."""
    per_action: int = field(init=False)
    """The energy that an action token is worth."""

    def __post_init__(self) -> None:
        self.cards, self.decks = self.printed.cards, self.printed.decks
        self.open_hands = self.house["hands_visible"] == "team"
        self.virtual = not any(self.decks[seat].real for seat in self.seats)
        self.per_action = 3 if self.house["two_rangers"] else 2

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

    # -- who takes part

    def take_part(self, seats: Iterable[Seat]) -> None:
        """These Rangers are in the battle now."""
        self.fighting = list(seats)
        self.in_charge = {
            seat: [seat, *[s for s in self.fighting if s != seat]] if self.open_hands else [seat]
            for seat in self.fighting
        }

    # -- the rows

    def lay_out(self, rows: list[list[Foe]], order: list[Foe]) -> None:
        """The enemy cards lie there, in rows and in the order in which they resolve."""
        self.rows, self.order, self.passives = rows, order, {}
        for number, row in enumerate(rows):
            for column, foe in enumerate(row):
                foe.row, foe.column = number, column
        for foe in order:
            for effect in foe.card.passive:
                self.passives.setdefault(effect.do, []).append((foe, effect))

    def standing(self) -> list[Foe]:
        """The enemy cards that are not defeated, row by row."""
        return [foe for row in self.rows for foe in row if not foe.defeated]

    def foe(self, piece: Piece) -> Foe:
        for foe in self.order:
            if foe.piece == piece:
                return foe
        raise KeyError(piece)

    def beside(self, foe: Foe) -> list[Foe]:
        """The standing cards next to it in its row, and in its column of the other row."""
        row, column = foe.row, foe.column
        near = self.rows[row][max(0, column - 1) : column + 2]
        across = [other[column] for other in self.rows if column < len(other)]
        return [f for f in (*near, *across) if f is not foe and not f.defeated]

    @rule("R45")
    def in_reach(self) -> list[Foe]:
        """The standing cards, but for those that a GUARD keeps; guards never guard each other."""
        standing = self.standing()
        guards = [foe for foe in standing if "GUARD" in foe.keywords]
        if not guards:
            return standing
        if self.house["guard_scope"] == "only_guards_targetable":
            return guards
        kept = {foe.piece for guard in guards for foe in self.beside(guard)}
        return [foe for foe in standing if "GUARD" in foe.keywords or foe.piece not in kept]

    def guarded(self) -> set[Piece]:
        """The standing cards that a GUARD keeps."""
        return {foe.piece for foe in self.standing()} - {foe.piece for foe in self.in_reach()}

    @rule("R47")
    def passive(self, verb: str, on: Foe | None = None) -> int:
        """By how much the PASSIVE cards that stand raise something, for `on` if it is a card's."""
        total = 0
        for foe, effect in self.passives.get(verb, ()):
            if foe.defeated:
                continue
            if on is None or self.is_meant(on, foe, effect.to):
                total += effect.n
        return total

    def is_meant(self, on: Foe, by: Foe, to: str) -> bool:
        """Whether `on` is one of those cards, as seen from `by`."""
        if to == "self":
            return on is by
        if to == "adjacent":
            return any(foe is on for foe in self.beside(by))
        place = on.piece.partition(".")[0]
        if to == "own":
            return by.piece.startswith(f"{place}.")
        return to != "foot" or place in FEET

    def health(self, foe: Foe) -> int:
        return foe.health + self.passive("more_health", foe)

    # -- energy

    @rule("R28")
    def extra_energy(self) -> int:
        """What the Rangers could still add to the pool."""
        rangers, worth = self.rangers, self.per_action
        return sum([rangers[seat].stored + rangers[seat].actions * worth for seat in self.fighting])

    def energy(self) -> int:
        """What the pool has for the printed cost of a card."""
        return self.pool - self.passive("more_cost") if self.passives else self.pool

    def cost(self, card: Combat) -> int:
        """The least that this card costs now. What a Ranger itself can do is no card."""
        dearer = self.passives and card.type != ABILITY
        return card.least + (self.passive("more_cost") if dearer else 0)

    @rule("R19", "R20")
    def playable(self) -> frozenset[Piece]:
        """The attacks and maneuvers that the pool can pay."""
        return self.printed.playable[self.energy()]

    # -- hands

    def hands(self) -> Mapping[Seat, list[Piece]]:
        """The cards that may be in each hand, as far as its owner's screen can know."""
        if self.virtual:
            return self.held
        return {seat: self.hand_of(seat) for seat in self.fighting}

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

    def numbered(self, seat: Seat) -> Iterable[tuple[int, Piece]]:
        """The cards that may be in this hand, by number: of the hand, or of a real deck's list."""
        if self.virtual or not self.decks[seat].real:
            return enumerate(self.held[seat], 1)
        return [(self.printed.listed[piece], piece) for piece in self.hand_of(seat)]

    def any_could_be(self, among: frozenset[Piece]) -> bool:
        """Whether a hand could hold one of these, as far as the others at the table know."""
        for seat in self.fighting:
            if not among.isdisjoint(self.held[seat]):
                return True
        if self.virtual and self.open_hands:
            return False
        hands = [self.rangers[seat].hand for seat in self.fighting]
        return not all(
            among.isdisjoint(hand.stock.unseen)
            for hand in hands
            if hand.unseen or (hand.held and not self.open_hands)
        )
