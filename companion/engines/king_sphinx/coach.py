"""The coach: what a seat may know of the labels, and how likely each choice of chips is to do.

A house rule, off by default, for remembering is the game (R9). Chances are counted, not tried out.
A label that a seat has seen stays known to it until its stand may have been moved unseen; every
other label is one of those that have not been turned up, each as likely as the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import gcd

from companion.engines.core import Json, Seat
from companion.engines.king_sphinx.pieces import ALIENS, SeenSwap


@cache
def ways(dice: int, least: int) -> int:
    """In how many of the 6^`dice` throws the dice show `least` or more together.

    >>> ways(1, 5), ways(2, 2), ways(2, 12), ways(2, 13)
    (2, 36, 1, 0)
    """
    if dice == 0:
        return 1 if least <= 0 else 0
    return sum(ways(dice - 1, least - face) for face in range(1, 7))


def share(dice: int, laid: int, levels: Sequence[int]) -> tuple[int, int]:
    """How likely dice and laid chips reach a level, where each of `levels` is as likely.

    >>> share(1, 2, (5,)), share(1, 0, (2, 7))
    ((2, 3), (5, 12))
    """
    good, of = sum(ways(dice, level - laid) for level in levels), len(levels) * 6**dice
    divisor = gcd(good, of)
    return good // divisor, of // divisor


def sums(chips: Sequence[int]) -> list[int]:
    """What any number of these chips can make together (R21)."""
    chosen = (combinations(chips, count) for count in range(len(chips) + 1))
    return sorted({sum(some) for picks in chosen for some in picks})


@dataclass
class Coach:
    """What each seat may know. `labels`, `turned_up`: levels by kind; `known`: by stand."""

    labels: dict[str, tuple[int, ...]]
    turned_up: dict[str, list[int]] = field(default_factory=lambda: {"putty": [], "alien": []})
    known: dict[Seat, dict[str, int]] = field(default_factory=dict)

    # -- what is learnt and forgotten

    def looked(self, seat: Seat, thing: str, level: int) -> None:
        """A look of its own (R9, R35, R39)."""
        self.known.setdefault(seat, {})[thing] = level

    def shown_to_all(self, thing: str, level: int) -> None:
        """A beaten one's level is shown, and the stand goes (R41, R48)."""
        self.turned_up[kind(thing)].append(level)
        self.gone(thing)

    def gone(self, thing: str) -> None:
        for mine in self.known.values():
            mine.pop(thing, None)

    def swap_over(
        self, seats: Iterable[Seat], seen: SeenSwap, *, watched: bool, by_hand: bool
    ) -> None:
        """A putty swap step is over. The fighter looked away (R36), so any putty may be anywhere.

        The others know what lies where only if the Pi saw what hands did.
        """
        for seat in seats:
            mine = self.known.get(seat, {})
            follows = watched or (seat == seen.by and not by_hand)
            if seat == seen.fighter or not follows:
                for thing in [thing for thing in mine if kind(thing) == "putty"]:
                    del mine[thing]
            elif seen.places:
                one, other = seen.places
                moved = {one: mine.pop(other, None), other: mine.pop(one, None)}
                mine.update((place, level) for place, level in moved.items() if level is not None)

    def moved_unseen(self) -> None:
        """Stands have been moved where nobody saw it: what was known of them is not any more."""
        self.known.clear()

    # -- what it comes to

    def levels(self, seat: Seat, thing: str) -> tuple[int, ...]:
        """What may be under it, as far as this seat may know."""
        mine, of_kind = self.known.get(seat, {}), kind(thing)
        if thing in mine:
            return (mine[thing],)
        left = list(self.labels[of_kind])
        elsewhere = [level for other, level in mine.items() if kind(other) == of_kind]
        for level in self.turned_up[of_kind] + elsewhere:
            if level in left:
                left.remove(level)
        return tuple(left)

    def advise(self, levels: Sequence[int], dice: int, up: Sequence[int]) -> Json:
        """For each sum that faceup chips can make: so many of so many throws will do."""
        return {str(laid): list(share(dice, laid, levels)) for laid in sums(up)}


def kind(thing: str) -> str:
    return "alien" if thing in ALIENS else "putty"
