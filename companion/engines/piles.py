"""Face-down pieces, as a table knows them: which there are, not where.

A `Stock` holds the pieces of one owner that nobody has settled yet. Piles, hands and single places
are counts over it, with the few pieces whose place is known beside them. So a log never holds the
future, and what the Pi does not know it cannot leak. Engines use the same verbs for cards that the
Pi deals (`real=False`) and for cards that lie on the table (`real=True`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from companion.engines.core import TABLE, Options, Piece, Seat, Text, deal, draw
from companion.errors import BrokenRule


@dataclass
class Stock:
    """The unsettled pieces of one owner, wherever they lie face down.

    `real`: they are on the table; a piece settles when it is scanned or told, never by the Pi.
    `team`: whatever turns up for all may be told by any seat, not by the owner alone.
    """

    owner: Seat
    unseen: list[Piece]
    real: bool = False
    team: bool = False

    async def settle(
        self,
        to: Seat,
        *,
        among: Callable[[Piece], bool] | None = None,
        prompt: Text = Text("Set it on the pad."),
        told: Callable[[], Options[Piece]] | None = None,
        public: Text | None = None,
        by: Seat | None = None,
        at: str | None = None,
    ) -> Piece:
        """Find out which piece it is, and take it out of the unsettled ones.

        Where all see it, `by` turns it up: the owner, if nobody else is named.
        """
        pieces = tuple(self.unseen if among is None else filter(among, self.unseen))
        if not pieces:
            raise BrokenRule("no piece is left that it could be")
        if self.real:
            turner = by or (None if self.owner == TABLE else self.owner)
            piece = await draw(
                pieces,
                to,
                real=True,
                prompt=prompt,
                told=told,
                public=public,
                by=turner,
                at=at,
                team=self.team,
            )
        else:
            piece = await draw(pieces, to, public=public)
        self.unseen.remove(piece)
        return piece

    async def deal(self, count: int, to: Seat | None = None) -> Sequence[Piece]:
        """Let the Pi deal several at once: to their owner, or to `table` when all see them."""
        if count > len(self.unseen):
            raise BrokenRule("fewer pieces are left than are dealt")
        dealt = await deal(tuple(self.unseen), to or self.owner, count)
        for piece in dealt:
            self.unseen.remove(piece)
        return dealt


@dataclass
class Hand:
    """A hand: the cards that the Pi knows (`held`), and how many more it does not (`unseen`)."""

    stock: Stock = field(repr=False)
    held: list[Piece] = field(default_factory=list)
    unseen: int = 0

    def __len__(self) -> int:
        return len(self.held) + self.unseen


@dataclass
class Pile:
    """A face-down pile: settled cards on top, unsettled ones, settled cards at the bottom.

    `top[-1]` is the uppermost card, `bottom[0]` the lowest but for those after it: the last of
    `bottom` lies undermost.
    """

    stock: Stock
    middle: int = 0
    top: list[Piece] = field(default_factory=list)
    bottom: list[Piece] = field(default_factory=list)

    @classmethod
    def shuffled(
        cls, owner: Seat, pieces: Iterable[Piece], *, real: bool = False, team: bool = False
    ) -> Pile:
        """A new pile of all `pieces` in an order nobody knows."""
        stock = Stock(owner, list(pieces), real, team)
        return cls(stock, middle=len(stock.unseen))

    def __len__(self) -> int:
        return len(self.top) + self.middle + len(self.bottom)

    async def reveal(
        self,
        to: Seat,
        *,
        prompt: Text = Text("Turn up the top card."),
        told: Callable[[], Options[Piece]] | None = None,
    ) -> Piece:
        """Take the uppermost card and know which it is. `to` is `table` when all see it."""
        place = self.take()
        if place is not None:
            return place
        return await self.stock.settle(to, prompt=prompt, told=told)

    async def draw(self, hand: Hand, count: int = 1) -> None:
        """The uppermost cards go to `hand`, seen by its owner alone.

        Real ones are seen by nobody else, and the Pi does not ask.
        """
        await self.deal(count)
        places = [self.take() for _ in range(count)]
        known = [piece for piece in places if piece is not None]
        hand.held += known
        hand.unseen += count - len(known)

    async def deal(self, count: int, to: Seat | None = None) -> None:
        """Let the Pi deal the uppermost cards at once; taken, they are known.

        To their owner, or to `table` when all see them. Real ones are dealt by hands.
        """
        hidden = min(count - len(self.top), self.middle)
        if hidden < 1 or self.stock.real:
            return
        if hidden == 1:
            self.top.insert(0, await self.stock.settle(to or self.stock.owner))
        else:
            self.top[:0] = reversed(await self.stock.deal(hidden, to))
        self.middle -= hidden

    def take(self) -> Piece | None:
        """Take the uppermost card without looking.

        The piece if its place is known, else None: one of the stock's unsettled ones.
        `BrokenRule` if the pile is empty.
        """
        if self.top:
            return self.top.pop()
        if self.middle:
            self.middle -= 1
            return None
        if self.bottom:
            return self.bottom.pop(0)
        raise BrokenRule("the pile is empty")

    def put_under(self, piece: Piece) -> None:
        """Put a known card face down at the bottom."""
        self.bottom.append(piece)

    def put_on_top(self, piece: Piece) -> None:
        """Put a known card face down on top."""
        self.top.append(piece)

    def shuffle(self, *more: Iterable[Piece]) -> None:
        """Shuffle the pile together with `more`: nobody knows any place in it afterwards."""
        mixed = [*self.top, *self.bottom, *(piece for pieces in more for piece in pieces)]
        self.stock.unseen.extend(mixed)
        self.middle += len(mixed)
        self.top.clear()
        self.bottom.clear()
