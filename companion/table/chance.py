"""Dice and face-down pieces, when the Pi is asked to throw or to turn one up.

Chance is an answer like any other: it stands in the log. What the table throws by hand is entered
by hand and never comes through here.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from companion.engines.core import Ask, Deal, Draw, Roll, RollEach
from companion.errors import BrokenRule

T = TypeVar("T")


class Chance(Protocol):
    """Whatever picks one of several things, each with the same weight."""

    def pick(self, things: Sequence[T]) -> T: ...


class SystemChance:
    """Fresh randomness of the operating system: what a live table uses."""

    def __init__(self) -> None:
        self._random: random.Random = random.SystemRandom()

    def pick(self, things: Sequence[T]) -> T:
        return self._random.choice(things)


class SeededChance(SystemChance):
    """The same throws for the same seed: for tests and `play --seed`, never for a live table."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)


def outcome(ask: Ask[Any], chance: Chance) -> str:
    """What chance answers to `ask`: faces, or of the pieces, each weighed once.

    >>> outcome(Draw(("putty-3",), "jason"), SystemChance())
    'putty-3'
    """
    if isinstance(ask, Roll):
        return " ".join(chance.pick("123456") for _ in range(ask.dice))
    if isinstance(ask, RollEach):
        return " ".join(chance.pick("123456") for _ in ask.seats)
    if isinstance(ask, Draw):
        return chance.pick(ask.pieces)
    if isinstance(ask, Deal):
        left = list(ask.pieces)
        return " ".join(left.pop(chance.pick(range(len(left)))) for _ in range(ask.count))
    raise BrokenRule(f"chance is not asked: {ask.question()}")
