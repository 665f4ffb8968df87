"""The write side: what hands and screens may say to the session, and what it answers.

Device threads and web handlers only enqueue; the session thread alone takes items out.
"""

from __future__ import annotations

import queue
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from companion.engines.core import Seat, Text
from companion.errors import Sentence

State: TypeAlias = Literal["fine", "missing", "silent", "stuck", "trouble", "twin"]
Status: TypeAlias = Literal["ok", "stale", "illegal", "forbidden", "unsaved"]


@dataclass(frozen=True, slots=True)
class Down:
    """A seat's button went down (debounced). `at`: seconds, monotonic clock."""

    seat: Seat
    at: float


@dataclass(frozen=True, slots=True)
class Held:
    """A seat's button has been down for `seconds`: once at 0.6 s and once more at 2 s."""

    seat: Seat
    seconds: float
    at: float


@dataclass(frozen=True, slots=True)
class Up:
    """A seat's button was let go."""

    seat: Seat
    at: float


@dataclass(frozen=True, slots=True)
class Key:
    """One of the shared keys, 1 to 6, was pressed."""

    number: int
    at: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A tag came to rest on a reader. `tag`: canonical id, upper-case hex of 4, 7 or 10 bytes."""

    reader: str
    tag: str
    at: float


@dataclass(frozen=True, slots=True)
class Lifted:
    """A tag left a reader."""

    reader: str
    tag: str
    at: float


@dataclass(frozen=True, slots=True)
class Crowded:
    """Two tags or more lie on one reader: it cannot tell which is meant."""

    reader: str
    at: float


@dataclass(frozen=True, slots=True)
class Health:
    """How a part is: `button/jason`, `key/3`, `lamp/jason`, `reader/pad`, `hub`, `clip`, `buzzer`.

    `words` say what to do about it, in one sentence; empty when all is fine.
    """

    part: str
    state: State
    words: Sentence
    at: float


Hand: TypeAlias = Down | Held | Up | Key | Placed | Lifted | Crowded | Health


@dataclass(frozen=True, slots=True)
class Answer:
    """A screen answers the question it shows. A repeated `id` gets the first reply again."""

    viewer: Seat
    question: str
    answer: str
    id: str


@dataclass(frozen=True, slots=True)
class Command:
    """Anything else a screen may ask for: `name` and its arguments (see commands.py).

    A repeated `id` gets the first reply again; without one it is carried out each time.
    """

    viewer: str
    name: str
    args: Mapping[str, Any] = field(default_factory=dict)
    id: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the session answers. An `ok` is on disk."""

    status: Status
    words: Text | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


Item: TypeAlias = Hand | Answer | Command


class Inbox:
    """A queue into the session thread."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[tuple[Item | None, Future[Reply] | None]] = (
            queue.SimpleQueue()
        )

    def put(self, item: Item) -> None:
        """Say something without waiting for the answer. Never blocks, never raises."""
        self._queue.put((item, None))

    def ask(self, item: Item) -> Future[Reply]:
        """Say something and get the answer later."""
        reply: Future[Reply] = Future()
        self._queue.put((item, reply))
        return reply

    def close(self) -> None:
        """Let the session thread come to its end."""
        self._queue.put((None, None))

    def take(self, timeout: float | None) -> tuple[Item | None, Future[Reply] | None]:
        """The next item, for the session alone; `queue.Empty` after `timeout` seconds."""
        return self._queue.get(timeout=timeout)
