"""Tagged decks for the tests: enrolled on the pad, in the order of their lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.table.packs.library import Shelf

if TYPE_CHECKING:
    from tests.table.conftest import Table


def tag(number: int) -> str:
    return f"04C0{number:04X}"


def enrol(t: Table, deck: str, box: int = 1, first: int = 0) -> int:
    """Scan a whole deck, card by card; the tags from `first` on. The first tag that is left."""
    assert t.do("owner", "tags.deck", deck=deck, box=box).status == "ok"
    shown, n = t.frame("owner")["owner"]["tags"]["next"], first
    while shown:
        t.place(tag(n))
        n, shown = n + 1, t.frame("owner")["owner"]["tags"]["next"]
    return n


def tag_of(t: Table, piece: str) -> str | None:
    """The tag of a card in its box: `bandai/night-shift/roofs/1.kite-scout.2`."""
    return t.session.sitting.tags.tag(piece)


def printed(deck: str) -> Any:
    """The deck of that name, `game/pack/deck`, with what is printed on its cards."""
    game, _, name = deck.partition("/")
    return Shelf(game).find(name, "tagged")


def first(deck: str) -> str:
    """The first card of that deck's list that costs nothing, as a piece of its box."""
    found = printed(deck)
    return f"{deck}/1.{next(card for card in found.counts if not found.cards[card].cost)}.1"
