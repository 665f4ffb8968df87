"""The read side: the newest view of every viewer, encoded once, and the signs for the table.

The session thread publishes; any thread reads. A published map is never changed, only replaced.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

from companion.engines.core import AUDIENCE, Seat

Lamp: TypeAlias = Literal["off", "on", "blink"]
Sound: TypeAlias = Literal[
    "knock", "snap", "clip", "won", "lost", "count", "three", "accepted", "refused"
]
OWNER = "owner"


@dataclass(frozen=True, slots=True)
class Frame:
    """One viewer's whole view. `version` counts the changes of this viewer's bytes alone."""

    version: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Signs:
    """What lamps and the clip indicator show. Made from the audience's view: they tell no secret.

    `clip`: the mark counted from the top, 0 first, of `marks`; None where the game has no clip.
    """

    lamps: Mapping[Seat, Lamp] = field(default_factory=dict)
    clip: int | None = None
    marks: int = 9


Frames: TypeAlias = Mapping[str, Frame]
EMPTY = Frame(0, b"{}")


class Board:
    """What everybody may see, each their own. Viewers: seats, `audience`, `owner`.

    `start` names this start of the program: the frames' versions begin anew with it.
    """

    def __init__(self) -> None:
        self.start = secrets.token_hex(4)
        self._frames: Frames = MappingProxyType({})
        self._credentials: Mapping[str, Seat] = MappingProxyType({})
        self._listeners: dict[object, Callable[[Frames], None]] = {}
        self._lock = threading.Lock()

    def frame(self, viewer: str) -> Frame:
        """The newest frame of `viewer`; a stranger gets the audience's."""
        frames = self._frames
        return frames.get(viewer) or frames.get(AUDIENCE, EMPTY)

    def viewer(self, credential: str) -> str | None:
        """Whose credential it is (by its SHA-256 in hex): a seat, or None."""
        return self._credentials.get(credential)

    def listen(self, listener: Callable[[Frames], None]) -> Callable[[], None]:
        """Call `listener` in the session thread at every publication; returns how to stop it.

        A listener only hands over to its own loop: it never works and never raises.
        """
        key = object()
        with self._lock:
            self._listeners[key] = listener

        def stop() -> None:
            with self._lock:
                self._listeners.pop(key, None)

        return stop

    def publish(self, frames: Mapping[str, Frame], credentials: Mapping[str, Seat]) -> None:
        """Replace everything at once. For the session alone."""
        self._credentials = MappingProxyType(dict(credentials))
        self._frames = MappingProxyType(dict(frames))
        with self._lock:
            listeners = list(self._listeners.values())
        for listener in listeners:
            listener(self._frames)
