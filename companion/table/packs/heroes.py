"""Packs for Heroes battles: combat cards of Rangers, enemy cards, and decks of both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Field

from companion.engines.core import Seat
from companion.engines.game import Deck, Decks, Value, each
from companion.engines.heroes.cards import (
    ABILITY,
    ANY_CARD,
    VERBS,
    WHEN,
    Combat,
    Effect,
    Enemy,
    any_enemy,
)
from companion.errors import OptionError, Sentence
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
    named,
)

if TYPE_CHECKING:
    from companion.table.packs.library import Shelf

Few = Annotated[int, Field(ge=1, le=20)]
Some = Annotated[int, Field(ge=0, le=20)]
BIGS = ("monster", "nemesis", "boss")
SIZES = {"ranger": (10, 10), "foot": (10, 10), **dict.fromkeys(BIGS, (8, 18))}
"""How many cards a deck has, least and most."""


class EffectLine(Strict):
    """One thing that a card does: `do` is a verb, the rest what that verb takes."""

    do: Literal[*VERBS]  # type: ignore[valid-type]
    n: Few = 1
    to: str = ""
    times: Few = 1
    count: Few = 1
    per: str = ""
    dice: Some = 0
    hits: Some = 0
    how: str = ""
    ignore_guard: bool = False


Lines: TypeAlias = list[EffectLine]


class CombatCard(Strict):
    """`[[card]]`: a combat card of a Ranger, or an ability that the Ranger itself has."""

    id: Id
    name: Name
    type: Literal["attack", "maneuver", "reaction", "ability"]
    ranger: Annotated[str, Field(max_length=60)] = ""
    cost: Annotated[int, Field(ge=0, le=9)] | Literal["X"] = 0
    shields: Annotated[int, Field(ge=0, le=9)] = 0
    dice: Annotated[Some, Field(description="dice of its attack")] = 0
    hits: Annotated[Some, Field(description="fixed hits of its attack")] = 0
    effects: Lines = Field(default_factory=list)
    star: Lines = Field(default_factory=list, description="when turned up for defence")
    when: list[Literal[*WHEN]] = Field(  # type: ignore[valid-type]
        default_factory=list, description="when a reaction or an ability may be used"
    )
    whose: Literal["any", "self", "other"] = "any"
    goes: Literal["discard", "hand", "top", "bottom"] = "discard"
    once_per_battle: bool = True
    text: Words = ""


class EnemyCard(Strict):
    """`[[enemy]]`: an enemy card."""

    id: Id
    name: Name
    enemy: Annotated[str, Field(max_length=60)] = ""
    kind: Literal["foot", "monster", "nemesis", "boss"]
    health: Annotated[int, Field(ge=1, le=20)]
    keywords: list[Literal["FAST", "GUARD", "PASSIVE"]] = Field(default_factory=list)
    effects: Lines = Field(default_factory=list)
    passive: Lines = Field(default_factory=list, description="as long as it stands")
    defeated: Lines = Field(default_factory=list, description="when it is defeated")
    text: Words = ""


class HeroesDeck(DeckList):
    """`[[deck]]`: whose deck it is, how many of which cards, and the Ranger's own ability."""

    of: Literal["ranger", "foot", "monster", "nemesis", "boss"] = "ranger"
    ability: Id | None = None


# -- what is wrong between the entries


def rules(pack: Pack) -> Iterator[Fault]:
    """Verbs that do not belong there, cards that cannot be played, decks of the wrong size."""
    for card in pack.tables["card"]:
        yield from combat_faults(card)
    for enemy in pack.tables["enemy"]:
        yield from enemy_faults(enemy)
    for deck in pack.decks:
        yield from deck_faults(pack, deck)


def combat_faults(card: CombatCard) -> Iterator[Fault]:
    where = entry_of("card", card.id, card.name)
    yield from verb_faults(where, "effects", card.effects, "ranger")
    yield from verb_faults(where, "star", card.star, "ranger")
    waits = card.type in ("reaction", "ability")
    if waits and not card.when:
        words = Sentence("is missing: a reaction or an ability says when")
        yield Fault(where, "when", words)
    if not waits and card.when:
        yield Fault(where, "when", Sentence("belongs to reactions and abilities only"))
    if not (card.dice or card.hits or card.effects):
        words = Sentence("it does nothing; where no verb says it, do = 'table'")
        yield Fault(where, "effects", words)


def enemy_faults(enemy: EnemyCard) -> Iterator[Fault]:
    where = entry_of("enemy", enemy.id, enemy.name)
    yield from verb_faults(where, "effects", enemy.effects, "enemy")
    yield from verb_faults(where, "passive", enemy.passive, "passive")
    yield from verb_faults(where, "defeated", enemy.defeated, "enemy")
    if enemy.passive and "PASSIVE" not in enemy.keywords:
        words = Sentence("PASSIVE is missing: the card has a passive effect")
        yield Fault(where, "keywords", words)


def verb_faults(
    where: str, field: str, effects: Iterable[EffectLine], side: str
) -> Iterator[Fault]:
    """Verbs of the other side, and what a verb does not take."""
    for number, effect in enumerate(effects):
        verb, at = VERBS[effect.do], f"{field}.{number}"
        if verb.side not in (side, "any"):
            able = ", ".join(name for name, known in VERBS.items() if known.side == side)
            words = "{verb} does not belong there; these do: {verbs}"
            yield Fault(where, at, Sentence(words, verb=effect.do, verbs=able))
            continue
        for name in sorted(effect.model_fields_set - {"do"}):
            value = getattr(effect, name)
            if name not in verb.takes:
                said = Sentence("{verb} takes no {name}", verb=effect.do, name=name)
                yield Fault(where, f"{at}.{name}", said)
            elif isinstance(value, str) and value not in verb.takes[name]:
                one = Sentence("must be one of {values}", values=", ".join(verb.takes[name]))
                said = Sentence("{fault}, not {told}", fault=one, told=repr(value))
                yield Fault(where, f"{at}.{name}", said)
        if effect.do == "attack" and not (effect.dice or effect.hits):
            yield Fault(where, at, Sentence("an attack needs dice or hits"))


def deck_faults(pack: Pack, deck: HeroesDeck) -> Iterator[Fault]:
    low, high = SIZES[deck.of]
    count = sum(deck.cards.values())
    if not low <= count <= high:
        words = "{n} cards, and such a deck has {low} to {high}"
        if low == high:
            words = "{n} cards, and such a deck has {low}"
        yield Fault(named(deck), "cards", Sentence(words, n=count, low=low, high=high))
    combat = {card.id: card for card in pack.tables["card"]}
    enemies = {enemy.id: enemy for enemy in pack.tables["enemy"]}
    for card in deck.cards:
        if deck.of == "ranger":
            wrong = card in enemies or (card in combat and combat[card].type == ABILITY)
        else:
            wrong = card in combat or (card in enemies and enemies[card].kind != deck.of)
        if wrong:
            words = "is no card for a deck of a {of}"
            yield Fault(named(deck), f"cards.{card}", Sentence(words, of=deck.of))
    whose = {combat[card].ranger for card in deck.cards if card in combat}
    if len(whose) > 1:
        words = "of several Rangers: {names}"
        yield Fault(named(deck), "cards", Sentence(words, names=", ".join(sorted(whose))))
    if deck.ability is not None and (
        deck.of != "ranger" or deck.ability not in combat or combat[deck.ability].type != ABILITY
    ):
        yield Fault(named(deck), "ability", Sentence("no ability of a Ranger has this id"))


# -- what the engine takes


def build(pack: Pack, deck: HeroesDeck, kind: str) -> Deck:
    """The deck as the engine takes it; an ability is a card of it that nobody draws."""
    used = {*deck.cards, deck.ability}
    cards: dict[str, Combat | Enemy] = {
        card.id: combat_card(card) for card in pack.tables["card"] if card.id in used
    }
    cards |= {card.id: enemy_card(card) for card in pack.tables["enemy"] if card.id in used}
    return Deck(cards, dict(deck.cards), kind, deck.name, pack.key, f"{pack.id}/{deck.id}")


def effects_of(lines: Iterable[EffectLine]) -> tuple[Effect, ...]:
    return tuple(Effect(**line.model_dump()) for line in lines)


def combat_card(card: CombatCard) -> Combat:
    told: dict[str, Any] = card.model_dump(exclude={"effects", "star", "when"})
    return Combat(
        **told,
        effects=effects_of(card.effects),
        star=effects_of(card.star),
        when=tuple(card.when),
    )


def enemy_card(card: EnemyCard) -> Enemy:
    told: dict[str, Any] = card.model_dump(exclude={"effects", "passive", "defeated", "keywords"})
    return Enemy(
        **told,
        effects=effects_of(card.effects),
        passive=effects_of(card.passive),
        defeated=effects_of(card.defeated),
        keywords=tuple(card.keywords),
    )


def decks(shelf: Shelf, seats: tuple[Seat, ...], options: Mapping[str, Value]) -> Decks:
    """A deck for each Ranger, and one for each kind of enemy."""
    kinds = each(options["deck_kinds"], seats)
    shipped = cycle(_of(shelf, "ranger") or [""])
    found = {}
    for seat, name in shelf.names(seats, options).items():
        usual = next(shipped)
        if name == "blank" or (not name and kinds[seat] == "told"):
            found[seat] = Deck({"any": ANY_CARD}, {"any": 10}, "told", "A Ranger")
        else:
            found[seat] = _checked(shelf, name or usual, kinds[seat], "ranger")
    return found | enemy_decks(shelf, options)


def enemy_decks(shelf: Shelf, options: Mapping[str, Value]) -> dict[str, Deck]:
    """Those that `enemies` names, by what they are; else the first of each kind on the shelf."""
    kind, told = str(options["enemy_kind"]), str(options["enemies"])
    if told == "blank" or (not told and kind == "told"):
        return {
            place: Deck({"any": any_enemy(place)}, {"any": 10 if place == "foot" else 8}, "told")
            for place in ("foot", *BIGS)
        }
    asked_for = {name: _what(shelf, name) for name in told.split(",") if name}
    found = {}
    for place in ("foot", *BIGS):
        asked = [name for name, what in asked_for.items() if what == place]
        able = [*asked, *_of(shelf, place)]
        if able:
            found[place] = _checked(shelf, able[0], kind, place)
        if place == "foot" and (others := [name for name in able if name != able[0]]):
            found["foot2"] = _checked(shelf, others[0], kind, place)
    return found


def _of(shelf: Shelf, what: str) -> list[str]:
    """Every deck of that kind on the shelf."""
    return [
        f"{pack.id}/{deck.id}"
        for pack in shelf.packs().values()
        for deck in pack.decks
        if deck.of == what
    ]


def _what(shelf: Shelf, name: str) -> str:
    pack_id, _, deck_id = name.partition("/")
    pack = shelf.packs().get(pack_id)
    deck = pack.deck(deck_id) if pack else None
    return str(deck.of) if deck else "foot"


def _checked(shelf: Shelf, name: str, kind: str, what: str) -> Deck:
    found: Deck = shelf.find(name, kind)
    if _what(shelf, name) != what:
        raise OptionError("decks: {deck} is no deck of a {of}", deck=name, of=what)
    return found


BLANK = """\
format = 1
game = "heroes"
id = "{id}"
name = "My pack"
author = ""
licence = "for my own table"

# One [[card]] for each combat card. type: attack, maneuver, reaction, or ability for what the
# Ranger can do by itself. cost: a number or "X". effects: one { do = "…" } for each line of its
# text; the verbs stand in the README of the game. Where none fits: { do = "table" }, and the screen
# asks the players what happens.
[[card]]
id = "first-strike"
name = "First Strike"
type = "attack"
cost = 0
dice = 2
shields = 2

[[card]]
id = "second-thought"
name = "Second Thought"
type = "reaction"
cost = 0
shields = 2
when = ["roll"]
effects = [{ do = "reroll" }]

[[enemy]]
id = "first-foe"
name = "First Foe"
kind = "foot"
health = 2
effects = [{ do = "damage", n = 1 }]

[[deck]]
id = "mine"
name = "My Ranger"
of = "ranger"
[deck.cards]
first-strike = 6
second-thought = 4

[[deck]]
id = "foes"
name = "My foes"
of = "foot"
[deck.cards]
first-foe = 10
"""
FORMAT = Format(
    "heroes",
    Head,
    {"card": CombatCard, "enemy": EnemyCard},
    rules,
    build,
    BLANK,
    HeroesDeck,
    for_seat=lambda deck: deck.of == "ranger",
)
