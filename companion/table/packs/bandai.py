"""Packs for Bandai's game: cards with a Hand Cost, a damage, elements they call, and values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from companion.engines.bandai.cards import Card, blank, plain
from companion.engines.game import Deck
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
    copies_faults,
    entry_of,
    size_fault,
)

Printed = Annotated[int, Field(ge=0, le=30)]


class Set(Head):
    """The head of a pack: also its elements, and what makes a deck."""

    elements: Annotated[list[Id], Field(min_length=1, description="its Battle Elements")]
    deck_size: Annotated[int, Field(ge=1, le=99)] = 20
    max_copies: Annotated[int | None, Field(ge=1)] = None


class BandaiCard(Strict):
    """`[[card]]`: one card as printed."""

    id: Id
    name: Name
    hand_cost: Annotated[Printed, Field(description="cards of the hand that it costs to play")]
    damage: Printed
    opponent_elements: Annotated[
        list[Id], Field(min_length=1, description="what the opponent fights with: any one of them")
    ]
    values: Annotated[dict[Id, Printed], Field(description="its strength in every element")]
    text: Words = ""
    art: Annotated[str, Field(max_length=40, description="a picture of the program's own")] = ""


def rules(pack: Pack) -> Iterator[Fault]:
    """Elements that do not fit, values that are missing, decks of the wrong size."""
    head: Set = pack.head
    for element in _twice(head.elements):
        yield Fault("", "elements", Sentence("{name} is named twice", name=element))
    for card in pack.tables["card"]:
        yield from _card_faults(card, head.elements)
    names = {card.id: card.name for card in pack.tables["card"]}
    for deck in pack.decks:
        yield from size_fault(deck, head.deck_size)
        if head.max_copies:
            yield from copies_faults(deck, names, head.max_copies)


def _card_faults(card: BandaiCard, elements: list[str]) -> Iterator[Fault]:
    where = entry_of("card", card.id, card.name)
    for element in elements:
        if element not in card.values:
            yield Fault(where, f"values.{element}", Sentence("is missing"))
    for element in card.values:
        if element not in elements:
            words = Sentence("the pack has no such element")
            yield Fault(where, f"values.{element}", words)
    for element in card.opponent_elements:
        if element not in elements:
            words = Sentence("the pack has no element {name}", name=element)
            yield Fault(where, "opponent_elements", words)
    for element in _twice(card.opponent_elements):
        words = Sentence("{name} is named twice", name=element)
        yield Fault(where, "opponent_elements", words)


def _twice(words: list[str]) -> list[str]:
    return sorted({word for word in words if words.count(word) > 1})


def build(pack: Pack, deck: DeckList, kind: str) -> Deck:
    """The deck as the engine takes it."""
    cards = {card.id: engine_card(card) for card in pack.tables["card"] if card.id in deck.cards}
    return Deck(cards, dict(deck.cards), kind, deck.name, pack.key, f"{pack.id}/{deck.id}")


def engine_card(card: BandaiCard) -> Card:
    return Card(
        card.id,
        card.name,
        card.hand_cost,
        card.damage,
        tuple(card.opponent_elements),
        card.values,
        card.text,
        card.art,
    )


BUILT_IN: dict[str, Any] = {"blank": blank, "plain": plain}
BLANK = """\
format = 1
game = "bandai"
id = "{id}"
name = "My pack"
author = ""
licence = "for my own table"
elements = ["spark", "stone"]
deck_size = 20

# One [[card]] for each card. hand_cost: cards of the hand to pay. opponent_elements: what the
# opponent fights with. values: one number for every element.
[[card]]
id = "first-card"
name = "First Card"
hand_cost = 0
damage = 1
opponent_elements = ["spark"]
values = { spark = 3, stone = 4 }

[[deck]]
id = "mine"
name = "My deck"
[deck.cards]
first-card = 20
"""
FORMAT = Format("bandai", Set, {"card": BandaiCard}, rules, build, BLANK)
