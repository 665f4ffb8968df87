"""What may be answered in a battle: options made once and kept, and the answers they mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from companion.engines.core import Option, Options, Piece, Seat, Text
from companion.engines.heroes.cards import Combat

K = TypeVar("K")
V = TypeVar("V")
KEYS = 6


class Play(NamedTuple):
    """An answer: this Ranger plays this card, or uses this ability."""

    seat: Seat
    piece: Piece


class Add(NamedTuple):
    """An answer: this Ranger adds energy to the pool, stored or from an action token."""

    seat: Seat
    what: str


class Made(dict[K, V], Generic[K, V]):
    """Things that never change, each made when it is first wanted, and kept."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        made = self[key] = self._make(key)
        return made


class HandAnswers:
    """`play jason.roof-runner.1`: cards of a hand, for their owner's panel and for a friend's."""

    def __init__(
        self, verb: str, cards: Mapping[Piece, Combat], owners: Mapping[Piece, Seat]
    ) -> None:
        self._verb, self._cards, self._owners = verb, cards, owners
        self.own = Made(self._own)
        """By the number on the owner's panel and the piece."""
        self.friends = Made(self._friends)

    def _own(self, numbered: tuple[int, Piece]) -> Option[Play]:
        number, piece = numbered
        label = Text("{card}", {"card": self._cards[piece].name})
        return self._option(piece, label, key_of(number))

    def _friends(self, piece: Piece) -> Option[Play]:
        who, name = self._owners[piece], self._cards[piece].name
        return self._option(piece, Text("{seat}: {card}", {"seat": who, "card": name}), None)

    def _option(self, piece: Piece, label: Text, key: int | None) -> Option[Play]:
        play = Play(self._owners[piece], piece)
        return Option(f"{self._verb} {piece}", play, label, key, piece=piece)


def key_of(number: int) -> int | None:
    """The panel key that means the number-th answer, if there is one."""
    return number if 1 <= number <= KEYS else None


@lru_cache(maxsize=256)
def numbers(low: int, high: int) -> Options[int]:
    """The numbers from `low` to `high`; the panel keys mean 1 to 6."""
    return Options(
        Option(str(n), n, Text("{n}", {"n": n}), key_of(n)) for n in range(low, high + 1)
    )


@lru_cache(maxsize=128)
def spending(most: int) -> Options[int]:
    """`spend 2`: energy for a cost of X."""
    return Options(
        Option(f"spend {n}", n, Text("{n} energy", {"n": n}), key_of(n)) for n in range(most + 1)
    )


@lru_cache(maxsize=16)
def drawing(room: int) -> Options[int]:
    """`draw 2`: so many cards, or `enough`."""
    draws = [
        Option(f"draw {n}", n, Text("Draw {n}", {"n": n}), key_of(n)) for n in range(1, room + 1)
    ]
    return Options([*draws, Option("enough", 0, Text("Enough"))])


GO_ON: Option[None] = Option("on", None, Text("Go on"))
PASS: Option[None] = Option("pass", None, Text("Pass"))
START: Options[None] = Options([Option("start", None, Text("Start the battle"), key=1)])
OTHER_ROW: Option[str] = Option("row", "row", Text("The other row"))
