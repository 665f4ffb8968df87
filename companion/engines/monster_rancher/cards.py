"""The five kinds of card, what their verbs mean, and what makes a deck.

A card is data. Where the fact that a rule needs is not on it (`None`), the table tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, TypeAlias

from companion.engines.core import rule
from companion.engines.game import Deck
from companion.errors import Sentence

TRAITS = ("life", "power", "intelligence", "speed", "defense", "loyalty")
MOVES = {"C": "Charge", "R": "Retreat", "H": "Hold", "S": "Shove Back"}
START_TOTAL = 4
COPIES = 3
BATTLES = 3


@dataclass(frozen=True, slots=True)
class Effect:
    """One verb of a card: what is done, how much, and on whom (`me`, `foe` or `both`).

    At once: `draw`, `discard` cards; `damage`, `mend`, `injure`, `heal`, `strip`, `step` a monster;
    `trait` until the week ends; `fame`; `table`: the table decides and tells what came of it.
    While attached: `trait`, `icon`, `hand` (limit), `pull` (in training), `shield`, `table`.
    """

    do: str
    n: int = 1
    whom: str = "me"
    trait: str = ""
    icon: str = ""


AT_ONCE = frozenset(
    ("draw", "discard", "damage", "mend", "injure", "heal", "strip", "step", "trait", "fame")
) | {"table"}
LASTING = frozenset(("trait", "icon", "hand", "pull", "shield", "table"))
TABLE_DECIDES = Effect("table")


@dataclass(frozen=True, slots=True)
class Requires:
    """What a monster must be or have: ratings of at least so much, a breed, a side."""

    traits: Mapping[str, int] = field(default_factory=dict)
    breed: str = ""
    side: str = ""


ANYTHING = Requires()


@dataclass(frozen=True, slots=True)
class Attack:
    """A listed attack: how far the foe must be, what it adds, which icons it needs."""

    name: str
    range: int
    kind: str
    damage: int = 0
    need: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Special:
    """A special power, once a turn. `when`: `any`, `battle`, `play` (the Card Play Phase).

    `resting`: a monster that is not the active one may use it too.
    """

    name: str
    effects: tuple[Effect, ...]
    when: str = "any"
    resting: bool = False
    requires: Requires = ANYTHING


UNTOLD = Special("", (TABLE_DECIDES,), "told")
"""A power of which nothing is known: the table tells its time, and then what it does."""


@dataclass(frozen=True, eq=False)
class Card:
    """What every card has in common: a pull number and a move icon. Without a kind: a mere fact."""

    id: str
    name: str
    pull: int | None = None
    move: str | None = None
    text: str = ""

    kind: ClassVar[str] = "card"


@dataclass(frozen=True, eq=False)
class Monster(Card):
    """A monster; `attacks` None: the table tells what an attack does."""

    side: str = "goodie"
    breed: str = ""
    life: int | None = None
    power: int | None = None
    intelligence: int | None = None
    speed: int | None = None
    defense: int | None = None
    attacks: tuple[Attack, ...] | None = None
    special: Special | None = None

    kind: ClassVar[str] = "monster"

    @cached_property
    def traits(self) -> Mapping[str, int]:
        """The traits that are printed; nobody begins with loyalty."""
        printed = {trait: getattr(self, trait, None) for trait in TRAITS}
        return {trait: n for trait, n in printed.items() if n is not None}


@dataclass(frozen=True, eq=False)
class Training(Card):
    """A training card: pull `target` or less. `traits` None: the table tells what it raises."""

    target: int | None = None
    traits: Mapping[str, int] | None = None
    icons: tuple[str, ...] = ()
    requires: Requires = ANYTHING

    kind: ClassVar[str] = "training"

    @property
    def does(self) -> Mapping[str, int]:
        """How much it adds to each trait."""
        return self.traits or {}

    @property
    def vague(self) -> bool:
        """Whether the table tells what it raises."""
        return self.traits is None


@dataclass(frozen=True, eq=False)
class Event(Card):
    effects: tuple[Effect, ...] = (TABLE_DECIDES,)

    kind: ClassVar[str] = "event"


@dataclass(frozen=True, eq=False)
class Battle(Card):
    """A Battle card. `arrangement`: `active_vs_active`, `goodies`, `baddies`, `table`."""

    arrangement: str = "active_vs_active"

    kind: ClassVar[str] = "battle"


@dataclass(frozen=True, eq=False)
class Attachment(Card):
    """An attachment. `on`: `monster`, `player`, `foe_monster`, `foe`; one of a `slot` on each."""

    on: str = "monster"
    slot: str = ""
    requires: Requires = ANYTHING
    effects: tuple[Effect, ...] = (TABLE_DECIDES,)

    kind: ClassVar[str] = "attachment"

    @cached_property
    def does(self) -> Mapping[str, int]:
        """How much it adds to each trait, and how much it does of each lasting verb."""
        does: dict[str, int] = {}
        for effect in self.effects:
            what = effect.trait if effect.do == "trait" else effect.do
            does[what] = does.get(what, 0) + effect.n
        return does

    @cached_property
    def vague(self) -> bool:
        """Whether the table tells what else it changes."""
        return "table" in self.does

    @cached_property
    def traits(self) -> Mapping[str, int]:
        """What it adds to the traits."""
        return {trait: n for trait, n in self.does.items() if trait in TRAITS}

    @cached_property
    def icons(self) -> tuple[str, ...]:
        return tuple(e.icon for e in self.effects if e.do == "icon" for _ in range(e.n))


Playable: TypeAlias = Monster | Training | Attachment

# -- facts: what the table tells of a real card that it does not name

NUMBERS = {f"pull-{n}": Card(f"pull-{n}", f"a {n}", pull=n) for n in range(1, 7)}
ICONS = {
    f"move-{icon.lower()}": Card(f"move-{icon.lower()}", word, move=icon)
    for icon, word in MOVES.items()
}
EVENTS = {f"event-{n}": Event(f"event-{n}", f"an event of {n}", n) for n in range(1, 7)}
BATTLE_CARDS = {
    f"battle-{n}": Battle(f"battle-{n}", f"a battle of {n}", n, arrangement="table")
    for n in range(1, 7)
}
BEGINNERS = {
    f"monster-{n}": Monster(f"monster-{n}", f"a monster of {n}", n, special=UNTOLD)
    for n in range(1, START_TOTAL + 1)
}
PLAYS: dict[str, Card] = {
    "a-monster": Monster("a-monster", "a monster", special=UNTOLD),
    "a-training": Training("a-training", "a training card"),
    "an-attachment": Attachment("an-attachment", "an attachment"),
    "a-player-attachment": Attachment(
        "a-player-attachment", "an attachment for oneself", on="player"
    ),
    "a-foes-monster-attachment": Attachment(
        "a-foes-monster-attachment", "an attachment for the other's monster", on="foe_monster"
    ),
    "a-foes-attachment": Attachment(
        "a-foes-attachment", "an attachment for the other player", on="foe"
    ),
}
FACTS: dict[str, Card] = {**NUMBERS, **ICONS, **EVENTS, **BATTLE_CARDS, **BEGINNERS, **PLAYS}


@rule("R3", "R5", "R6")
def faults(deck: Deck, size: int = 60, battle_cards: str = "at_least_3") -> Iterator[Sentence]:
    """What is wrong with a deck: its size, its Battle cards, a fourth copy, nobody to start with.

    A deck of real cards that nobody has listed is the player's own affair.
    """
    if not deck.counts:
        if not deck.real:
            yield Sentence("has no cards: only real cards need no list")
        return
    total = sum(deck.counts.values())
    if total != size:
        yield Sentence("has {n} cards, not {size}", n=total, size=size)
    battles = sum(n for card, n in deck.counts.items() if deck.cards[card].kind == "battle")
    if battles < BATTLES or (battles > BATTLES and battle_cards == "exactly_3"):
        words = "has {n} Battle cards, not at least {size}"
        if battle_cards == "exactly_3":
            words = "has {n} Battle cards, not exactly {size}"
        yield Sentence(words, n=battles, size=BATTLES)
    copies: dict[str, int] = {}
    for card, count in deck.counts.items():
        name = deck.cards[card].name
        copies[name] = copies.get(name, 0) + count
    for name, count in copies.items():
        if count > COPIES:
            yield Sentence(
                "has {n} copies of {card}: at most {most}", n=count, card=name, most=COPIES
            )
    if not any(
        card.kind == "monster" and (card.pull or 1) <= START_TOTAL
        for card in (deck.cards[card] for card in deck.counts)
    ):
        yield Sentence("has no monster of pull {n} or less to start with", n=START_TOTAL)
