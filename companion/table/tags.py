"""Which tag is on which stand, and on which card of which deck.

A tag holds no secret and a stand's name tells no level; which tag is on which stand, and what
stands on its label, never leaves the Pi. Enrolled levels replace the assumed ones. Which tag is on
which card is told to the owner alone, whose simulated hands hold the cards.

A deck of real cards is enrolled in the order of its list, one scan a card. Its cards belong to a
box, `game/pack/deck/1`: whoever plays that deck has the first box, a second seat the second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.engines.core import Piece, Text
from companion.engines.game import Deck, Decks
from companion.errors import TagError
from companion.table.store import Store


@dataclass(frozen=True)
class Kind:
    """Stands of one kind: how many there are, the span of their levels, the option they fill."""

    name: str
    count: int
    low: int
    high: int

    @property
    def option(self) -> str:
        return f"{self.name}_levels"


KINDS = (Kind("putty", 12, 2, 7), Kind("alien", 4, 8, 14))
"""The stands of King Sphinx: the level alone tells which kind it is."""


class Tagged(NamedTuple):
    """A tag, the piece it is on, and the level on a stand's label (0 on a card)."""

    tag: str
    piece: Piece
    level: int


@dataclass(frozen=True)
class Box:
    """A deck of real cards: `game/pack/deck/1`, and the list that its cards are counted by."""

    name: str
    deck: Deck

    @classmethod
    def of(cls, game: str, deck: Deck, number: int = 1) -> Box:
        return cls(f"{game}/{deck.source}/{number}", deck)

    def card(self, piece: Piece) -> tuple[str, int, int]:
        """A card's name, the how-manieth copy it is, and of how many."""
        _, card, copy = piece.rsplit(".", 2)
        return self.deck.cards[card].name, int(copy), self.deck.counts[card]


class Tags:
    """What is enrolled. Every fault is a `TagError` in words that tell no secret."""

    def __init__(self, store: Store, kinds: tuple[Kind, ...] = KINDS) -> None:
        self.store, self.kinds = store, kinds
        self._all = [Tagged(*row) for row in store.tags()]
        self._level: int | None = None
        self._moving: Piece | None = None
        self._box: Box | None = None

    def piece(self, tag: str) -> Piece | None:
        """The stand or the card of a box with that tag."""
        return next((t.piece for t in self._all if t.tag == tag), None)

    def piece_in(self, tag: str, game: str, decks: Decks) -> Piece | None:
        """What a tag means in a match: a stand, or a card of one of its tagged decks."""
        piece = self.piece(tag)
        box, _, card = (piece or "").partition(".")
        if not card:
            return piece
        return next((f"{at}.{card}" for at, name in boxes(game, decks) if name == box), None)

    def tag(self, piece: Piece) -> str | None:
        return next((t.tag for t in self._all if t.piece == piece), None)

    @property
    def waiting(self) -> bool:
        """Whether the next tag on the pad is enrolled and not played."""
        return self._level is not None or self._moving is not None or self._box is not None

    def enrol(self, level: int) -> None:
        """The level under a stand was read and touched: the stand comes to the pad next."""
        kind = self._kind(level)
        if self._next(kind) is None:
            raise TagError(
                "all {n} {kind} stands are enrolled: undo or forget one first",
                n=kind.count,
                kind=kind.name,
            )
        self._level, self._moving, self._box = level, None, None

    def enrol_deck(self, box: Box) -> None:
        """From now on each tag on the pad is the next card of this deck's list without one."""
        if not box.deck.source:
            raise TagError("only a deck of a pack has a list of its cards")
        self._level, self._moving, self._box = None, None, box
        if self._next_card() is None:
            self._box = None
            raise TagError("every card of this deck has its tag already")

    def stop(self) -> None:
        """No more is enrolled now; what has a tag keeps it."""
        self._level = self._moving = self._box = None

    def move(self, piece: Piece) -> None:
        """Give this stand or card another tag: it comes to the pad next."""
        if self.tag(piece) is None:
            raise TagError("no such stand is enrolled")
        self._level, self._moving, self._box = None, piece, None

    def placed(self, tag: str) -> Text:
        """The awaited piece came to the pad; what was done, in words."""
        if self.piece(tag) is not None:
            if self._box is not None:
                raise TagError("that tag is on another card already: one tag, one card")
            raise TagError("that tag is on another stand already: one tag, one stand")
        if self._moving is not None:
            piece, self._moving = self._moving, None
            self._keep([t._replace(tag=tag) if t.piece == piece else t for t in self._all])
            return Text("The stand has its new tag.")
        if self._box is not None:
            return self._card_placed(self._box, tag)
        if self._level is None:
            raise TagError("touch the level first, then set the stand on the pad")
        kind = self._kind(self._level)
        made = self._next(kind)
        if made is None:
            raise TagError("all {n} {kind} stands are enrolled", n=kind.count, kind=kind.name)
        self._keep([*self._all, Tagged(tag, made, self._level)])
        self._level = None
        count = self._count(kind)
        return Text(
            "Stand {n} of {all} ({kind}) is enrolled.",
            {"n": count, "all": kind.count, "kind": kind.name},
        )

    def _card_placed(self, box: Box, tag: str) -> Text:
        piece = self._next_card()
        if piece is None:
            raise TagError("every card of this deck has its tag already")
        self._keep([*self._all, Tagged(tag, piece, 0)])
        following = self._next_card()
        if following is None:
            self._box = None
            return Text("Every card of {deck} has its tag.", {"deck": box.deck.name})
        return _next_words(*box.card(following))

    def undo(self) -> None:
        """Forget the level just touched, or the card scanned last, or else the newest of all."""
        if self._box is not None:
            mine = [n for n, t in enumerate(self._all) if t.piece.startswith(f"{self._box.name}.")]
            if mine:
                self._keep([t for n, t in enumerate(self._all) if n != mine[-1]])
            else:
                self._box = None
        elif self.waiting:
            self._level = self._moving = None
        elif self._all:
            self._keep(self._all[:-1])
        else:
            raise TagError("nothing is enrolled")

    def forget(self, piece: Piece) -> None:
        """Take the tag off this piece; a box's name takes off all its cards', `all` every one."""
        kept = [t for t in self._all if t.piece != piece and t.piece.partition(".")[0] != piece]
        kept = [] if piece == "all" else kept
        if len(kept) == len(self._all):
            raise TagError("no such stand is enrolled")
        self._keep(kept)

    @property
    def complete(self) -> bool:
        """Whether every stand of every kind is enrolled."""
        return all(self._next(kind) is None for kind in self.kinds)

    def options(self) -> dict[str, str]:
        """The enrolled levels in the order of the stands, as house rules."""
        level = {t.piece: str(t.level) for t in self._all if t.level}
        return {
            kind.option: ",".join(level[f"{kind.name}-{n}"] for n in range(1, kind.count + 1))
            for kind in self.kinds
        }

    def shown(self) -> dict[str, Any]:
        """What the owner's page may show: how many of each kind, never which or what level."""
        return {
            "kinds": [
                {
                    "kind": kind.name,
                    "tagged": self._count(kind),
                    "of": kind.count,
                    "levels": [kind.low, kind.high],
                }
                for kind in self.kinds
            ],
            "boxes": [
                {"box": box, "tagged": tagged} for box, tagged in sorted(self.tagged().items())
            ],
            "next": self.next(),
            "waiting": self.waiting,
            "complete": self.complete,
        }

    def tagged(self) -> Mapping[str, int]:
        """How many cards of each box have a tag."""
        return Counter(t.piece.partition(".")[0] for t in self._all if "." in t.piece)

    def of_box(self, box: Box) -> list[tuple[str, str]]:
        """The tags of one box, with the name of the card that each is on."""
        mine = (t for t in self._all if t.piece.startswith(f"{box.name}."))
        return [(t.tag, box.card(t.piece)[0]) for t in mine]

    def next(self) -> Mapping[str, object] | None:
        """The card that is scanned next while a deck is enrolled, by its place in the list."""
        piece = self._next_card()
        if self._box is None or piece is None:
            return None
        total = sum(self._box.deck.counts.values())
        return {
            "box": self._box.name,
            "deck": self._box.deck.name,
            "words": _next_words(*self._box.card(piece)).json(),
            "tagged": self.tagged().get(self._box.name, 0),
            "of": total,
        }

    def _kind(self, level: int) -> Kind:
        for kind in self.kinds:
            if kind.low <= level <= kind.high:
                return kind
        spans = ", ".join(f"{kind.low}-{kind.high}" for kind in self.kinds)
        raise TagError("no stand has such a level: it is one of {spans}", spans=spans)

    def _count(self, kind: Kind) -> int:
        return sum(kind.low <= t.level <= kind.high for t in self._all)

    def _next_card(self) -> Piece | None:
        if self._box is None:
            return None
        taken = {t.piece for t in self._all}
        return next((p for p in self._box.deck.pieces(self._box.name) if p not in taken), None)

    def _next(self, kind: Kind) -> Piece | None:
        taken = {t.piece for t in self._all}
        names = (f"{kind.name}-{n}" for n in range(1, kind.count + 1))
        return next((name for name in names if name not in taken), None)

    def _keep(self, tags: list[Tagged]) -> None:
        self.store.keep_tags(tags)
        self._all = tags


def boxes(game: str, decks: Decks) -> Iterator[tuple[str, str]]:
    """The places of a match with tagged decks, and the box that lies there."""
    counts: Counter[str] = Counter()
    for place, deck in decks.items():
        if deck.kind == "tagged" and deck.source:
            counts[deck.source] += 1
            yield place, Box.of(game, deck, counts[deck.source]).name


def _next_words(card: str, copy: int, of: int) -> Text:
    if of == 1:
        return Text("Next: {card}", {"card": card})
    return Text("Next: {card}, {n} of {of}", {"card": card, "n": copy, "of": of})
