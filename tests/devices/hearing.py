"""Waiting at the devices: on events, with a limit, never on time alone."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from companion.config import Config
from companion.devices.hub import Patience
from companion.table.inbox import Hand, Health, Inbox

T = TypeVar("T")
LIMIT_S = 60.0
QUICK = Patience(first=0.01, cap=0.05, hello=0.5, again=0.05, quiet=0.15, answer=0.05, probes=2)


class Ears:
    """What an inbox gets to hear."""

    def __init__(self) -> None:
        self.inbox = Inbox()
        self.health: list[Health] = []

    def next(self, limit: float = LIMIT_S) -> Any:
        """The next thing a hand did."""
        end = time.monotonic() + limit
        while (left := end - time.monotonic()) > 0:
            try:
                item, _ = self.inbox.take(left)
            except queue.Empty:
                break
            if not isinstance(item, Health):
                return item
            self.health.append(item)
        raise AssertionError("nothing was heard")

    def hands(self, count: int) -> list[Any]:
        return [self.next() for _ in range(count)]

    def part(self, part: str, state: str) -> Health:
        """Wait until a part is so."""
        end = time.monotonic() + LIMIT_S
        seen = 0
        while True:
            for health in self.health[seen:]:
                seen += 1
                if (health.part, health.state) == (part, state):
                    del self.health[:seen]
                    return health
            left = end - time.monotonic()
            try:
                item, _ = self.inbox.take(max(0.0, left))
            except queue.Empty:
                raise AssertionError(f"{part} never was {state}") from None
            if isinstance(item, Health):
                self.health.append(item)


def until(what: Callable[[], T], limit: float = LIMIT_S) -> T:
    """Wait until something shows."""
    end = time.monotonic() + limit
    pause = 0.001
    while not (found := what()):
        assert time.monotonic() < end, "it never came"
        time.sleep(pause)
    return found


def changed(config: Config, **changes: Any) -> Config:
    return replace(config, **changes)


def names(hands: list[Hand]) -> list[str]:
    return [type(hand).__name__ for hand in hands]
