"""Packs for Monster Rancher: monsters, training, events, battles and attachments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from companion.engines.core import Seat
from companion.engines.game import Deck, Decks, Value, each
from companion.engines.monster_rancher import cards
from companion.engines.monster_rancher.starter import blank, plain
from companion.errors import Sentence
from companion.table.packs.base import (
    DeckList,
    Fault,
    Format,
    Head,
    Id,
    Name,
    Pack,
    Strict,
    Words,
    entry_of,
)
from companion.table.packs.base import named as named_deck

Pull = Annotated[int, Field(ge=1, le=6, description="the pull number")]
Move = Annotated[Literal["C", "R", "H", "S"], Field(description="the move icon")]
Rating = Annotated[int, Field(ge=0, le=20)]
Change = Annotated[int, Field(ge=-9, le=9)]
Some = Annotated[int, Field(ge=1, le=9)]
Trait: TypeAlias = Literal["life", "power", "intelligence", "speed", "defense", "loyalty"]
Once: TypeAlias = Literal[
    "draw",
    "discard",
    "damage",
    "mend",
    "injure",
    "heal",
    "strip",
    "step",
    "trait",
    "fame",
    "table",
]
Lasting: TypeAlias = Literal["trait", "icon", "hand", "pull", "shield", "table"]


class Needs(Strict):
    """`requires`: what a monster must be or have."""

    traits: dict[Trait, Some] = Field(default_factory=dict)
    breed: Annotated[str, Field(max_length=40)] = ""
    side: Literal["", "goodie", "baddie"] = ""


class Act(Strict):
    """One verb that is done at once, by an event or a special power."""

    do: Once
    n: Change = 1
    whom: Literal["me", "foe", "both"] = "me"
    trait: Trait | Literal[""] = ""


class Hold(Strict):
    """One verb that holds while an attachment stays."""

    do: Lasting
    n: Change = 1
    trait: Trait | Literal[""] = ""
    icon: Id | Literal[""] = ""


class ListedAttack(Strict):
    """An attack on a monster card. `need`: icons that must be attached, and how many."""

    name: Name
    range: Annotated[int, Field(ge=1, le=3, description="how far away the foe must be")]
    kind: Literal["physical", "psychic"]
    damage: Annotated[int, Field(ge=0, le=20)] = 0
    need: dict[Id, Some] = Field(default_factory=dict)


class Power(Strict):
    """A special power. `resting`: also for a monster that is not the active one."""

    name: Name
    effects: Annotated[list[Act], Field(min_length=1)]
    when: Literal["any", "battle", "play"] = "any"
    resting: bool = False
    requires: Needs = Needs()


class Common(Strict):
    """What every card has."""

    id: Id
    name: Name
    pull: Pull
    move: Move
    text: Words = ""


class MonsterCard(Common):
    """`[[monster]]`. A trait or the attacks left out: the table tells them when it matters."""

    side: Literal["goodie", "baddie"] = "goodie"
    breed: Annotated[str, Field(max_length=40)] = ""
    life: Annotated[int, Field(ge=1, le=20)] | None = None
    power: Rating | None = None
    intelligence: Rating | None = None
    speed: Rating | None = None
    defense: Rating | None = None
    attacks: list[ListedAttack] | None = None
    special: Power | None = None


class TrainingCard(Common):
    """`[[training]]`. `target` or `traits` left out: the table tells them when it matters."""

    target: Pull | None = None
    traits: dict[Trait, Change] | None = None
    icons: list[Id] = Field(default_factory=list)
    requires: Needs = Needs()


class EventCard(Common):
    """`[[event]]`. Without effects the table decides."""

    effects: list[Act] = Field(default_factory=lambda: [Act(do="table")], min_length=1)


class BattleCard(Common):
    """`[[battle]]`. `arrangement`: whose active monsters fight."""

    arrangement: Literal["active_vs_active", "goodies", "baddies", "table"] = "active_vs_active"


class AttachmentCard(Common):
    """`[[attachment]]`. Only one of a `slot` is attached at a time."""

    on: Literal["monster", "player", "foe_monster", "foe"] = "monster"
    slot: Annotated[str, Field(max_length=40)] = ""
    requires: Needs = Needs()
    effects: list[Hold] = Field(default_factory=lambda: [Hold(do="table")], min_length=1)


def rules(pack: Pack) -> Iterator[Fault]:
    """Verbs without what they need, and decks that may not be played."""
    for kind, table in pack.tables.items():
        for card in table:
            special = getattr(card, "special", None)
            rows = {"effects": getattr(card, "effects", ())}
            if special:
                rows["special.effects"] = special.effects
            for field, effects in rows.items():
                for number, effect in enumerate(effects):
                    where = entry_of(kind, card.id, card.name)
                    yield from _verb_faults(where, f"{field}.{number}", effect)
    for deck in pack.decks:
        if pack.cards().keys() >= deck.cards.keys():
            built = build(pack, deck, "virtual")
            size = 30 if sum(deck.cards.values()) == 30 else 60
            for words in cards.faults(built, size):
                yield Fault(named_deck(deck), "cards", words)


def _verb_faults(where: str, field: str, effect: Act | Hold) -> Iterator[Fault]:
    """A verb lacks its trait or icon, or has one that it has no use for, or does nothing."""
    for part in ("trait", "icon"):
        told = getattr(effect, part, "")
        if effect.do == part and not told:
            yield Fault(where, f"{field}.{part}", Sentence("is missing"))
        if effect.do != part and told:
            words = Sentence("means nothing with {verb}", verb=effect.do)
            yield Fault(where, f"{field}.{part}", words)
    if effect.n == 0 or (effect.n < 0 and effect.do not in ("trait", "step", "hand", "pull")):
        words = Sentence("must be 1 or more with {verb}, not {n}", verb=effect.do, n=effect.n)
        yield Fault(where, f"{field}.n", words)


# -- the engine's own cards


def build(pack: Pack, deck: DeckList, kind: str) -> Deck:
    """The deck as the engine takes it."""
    listed = {
        card.id: MAKE[table](card)
        for table, entries in pack.tables.items()
        for card in entries
        if card.id in deck.cards
    }
    return Deck(listed, dict(deck.cards), kind, deck.name, pack.key, f"{pack.id}/{deck.id}")


def _needs(needs: Needs) -> cards.Requires:
    if needs == Needs():
        return cards.ANYTHING
    return cards.Requires(
        {str(name): n for name, n in needs.traits.items()}, needs.breed, needs.side
    )


def _effects(effects: list[Any]) -> tuple[cards.Effect, ...]:
    return tuple(
        cards.TABLE_DECIDES if effect.do == "table" else cards.Effect(**effect.model_dump())
        for effect in effects
    )


def _common(card: Common) -> dict[str, Any]:
    return {name: getattr(card, name) for name in ("id", "name", "pull", "move", "text")}


def _monster(card: MonsterCard) -> cards.Monster:
    traits = {name: getattr(card, name) for name in cards.TRAITS[:5]}
    attacks = None
    if card.attacks is not None:
        attacks = tuple(cards.Attack(**attack.model_dump()) for attack in card.attacks)
    special = None
    if power := card.special:
        special = cards.Special(
            power.name, _effects(power.effects), power.when, power.resting, _needs(power.requires)
        )
    return cards.Monster(
        **_common(card),
        **traits,
        side=card.side,
        breed=card.breed,
        attacks=attacks,
        special=special,
    )


def _training(card: TrainingCard) -> cards.Training:
    return cards.Training(
        **_common(card),
        target=card.target,
        traits=None if card.traits is None else {str(name): n for name, n in card.traits.items()},
        icons=tuple(card.icons),
        requires=_needs(card.requires),
    )


def _event(card: EventCard) -> cards.Event:
    return cards.Event(**_common(card), effects=_effects(card.effects))


def _battle(card: BattleCard) -> cards.Battle:
    return cards.Battle(**_common(card), arrangement=card.arrangement)


def _attachment(card: AttachmentCard) -> cards.Attachment:
    return cards.Attachment(
        **_common(card),
        on=card.on,
        slot=card.slot,
        requires=_needs(card.requires),
        effects=_effects(card.effects),
    )


MAKE: Mapping[str, Any] = {
    "monster": _monster,
    "training": _training,
    "event": _event,
    "battle": _battle,
    "attachment": _attachment,
}

# -- which deck a seat plays

BUILT_IN: Mapping[str, Any] = {"blank": blank, "plain": plain}


def decks(shelf: Any, seats: tuple[Seat, ...], options: Mapping[str, Value]) -> Decks:
    """The decks that were asked for; else, of the agreed size, those of the packs in turn.

    Whoever plays untagged real cards and names no deck need not enter any.
    """
    kinds, size = each(options["deck_kinds"], seats), int(str(options["deck_size"]))
    fitting = cycle(_of_size(shelf, size) or ["plain"])
    found = {}
    for seat, asked in each(options["decks"], seats).items():
        name = asked or next(fitting)
        if not asked and kinds[seat] == "told":
            name = "blank"
        if name in BUILT_IN:
            found[seat] = BUILT_IN[name](size, kinds[seat])
        else:
            found[seat] = shelf.find(name, kinds[seat])
    return found


def _of_size(shelf: Any, size: int) -> list[str]:
    """The decks of the first pack that has any of that size."""
    for pack in shelf.packs().values():
        names = [f"{pack.id}/{d.id}" for d in pack.decks if sum(d.cards.values()) == size]
        if names:
            return names
    return []


BLANK = """\
format = 1
game = "monster_rancher"
id = "{id}"
name = "My pack"
author = ""
licence = "for my own table"

# Every card: pull (1 to 6) and move ("C", "R", "H" or "S"). What a monster or a training card
# does not say, the table tells when it matters; an event without effects is decided by the table.
[[monster]]
id = "first-monster"
name = "First Monster"
pull = 1
move = "C"
side = "goodie"
breed = "hound"
life = 5
power = 1
intelligence = 0
speed = 2
defense = 1
attacks = [{ name = "Bite", range = 1, kind = "physical", damage = 1 }]

[[training]]
id = "first-training"
name = "First Training"
pull = 3
move = "H"
target = 3
traits = { power = 1 }

[[event]]
id = "first-event"
name = "First Event"
pull = 4
move = "R"
effects = [{ do = "draw", n = 1, whom = "both" }]

[[battle]]
id = "first-battle"
name = "First Battle"
pull = 5
move = "S"

[[attachment]]
id = "first-attachment"
name = "First Attachment"
pull = 2
move = "C"
slot = "collar"
effects = [{ do = "trait", trait = "defense", n = 1 }]

# A deck has 60 cards (or 30), at least 3 Battle cards, at most 3 copies of a card, and a monster
# of pull 4 or less. Uncomment it when there are cards enough:
# [[deck]]
# id = "mine"
# name = "My deck"
# [deck.cards]
# first-monster = 3
"""
FORMAT = Format(
    "monster_rancher",
    Head,
    {
        "monster": MonsterCard,
        "training": TrainingCard,
        "event": EventCard,
        "battle": BattleCard,
        "attachment": AttachmentCard,
    },
    rules,
    build,
    BLANK,
)
