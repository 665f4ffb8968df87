"""Tags on readers: what a tag is called, and when it was placed or lifted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from companion.errors import TagError
from companion.table.inbox import Crowded, Hand, Lifted, Placed

LENGTHS = (4, 7, 10)
EM_MARK = b"EM410"
"""Before the five bytes of a 125 kHz tag, so that it can never be taken for a 13.56 MHz one."""


class Reader(Protocol):
    """Something that tells which tag lies on it: the hub's readers, a PN532, an RDM6300."""

    def start(self) -> None: ...

    def close(self) -> None: ...


def canonical(tag: str | bytes) -> str:
    """The one name of a tag: the upper-case hex of its 4, 7 or 10 bytes.

    >>> canonical("04:a1:b2:c3")
    '04A1B2C3'
    >>> canonical(bytes.fromhex("04a1b2c3d4e5f6"))
    '04A1B2C3D4E5F6'
    """
    if isinstance(tag, str):
        tag = _bytes(tag)
    if len(tag) not in LENGTHS:
        raise TagError("a tag has 4, 7 or 10 bytes, not {n}: read it again", n=len(tag))
    if len(set(tag)) == 1 and tag[0] in (0x00, 0xFF):
        raise TagError("a tag of nothing but one byte is a loose wire: check the reader")
    if len(tag) == 4 and tag[0] == 0x88:
        raise TagError("only the first half of a longer tag was read: read it again")
    if len(tag) == 4 and tag[0] == 0x08:
        raise TagError("a phone or a card that changes its number each time: use a plain tag")
    return bytes(tag).hex().upper()


def _bytes(text: str) -> bytes:
    plain = text.strip()
    for mark in ":- ":
        pairs = plain.split(mark)
        if len(pairs) > 1 and all(len(pair) == 2 for pair in pairs):
            plain = "".join(pairs)
            break
    if plain.isdigit() and len(plain) // 2 not in LENGTHS:
        words = "{told} is a printed number, not a tag: lay the tag on a reader"
        raise TagError(words, told=repr(text))
    try:
        return bytes.fromhex(plain if plain.isalnum() else "?")
    except ValueError:
        words = "{told} is no tag: a tag is pairs of hex digits"
        raise TagError(words, told=repr(text)) from None


def canonical_em(tag: bytes) -> str:
    """The name of a 125 kHz tag of five bytes, as of no other kind."""
    if len(tag) != 5:
        raise TagError("a 125 kHz tag has 5 bytes, not {n}: read it again", n=len(tag))
    return canonical(EM_MARK + tag)


class Laid:
    """What lies on all the readers; tells only what has changed.

    A tag that is away for less than the grace time was never lifted. A tag is at one place: laid on
    another reader it has left the first. `sighted`: when each reader last told of a tag.
    """

    def __init__(self, put: Callable[[Hand], None], grace_s: float) -> None:
        self.put, self.grace_s = put, grace_s
        self.sighted: dict[str, float] = {}
        self._on: dict[str, str] = {}
        self._leaving: dict[str, float] = {}
        self._crowded: set[str] = set()
        self._lock = threading.Lock()

    def placed(self, reader: str, tag: str, now: float) -> None:
        """One tag, in its canonical name, lies on `reader`."""
        with self._lock:
            self._settle(now)
            self.sighted[reader] = now
            self._crowded.discard(reader)
            self._leaving.pop(reader, None)
            if self._on.get(reader) == tag:
                return
            for other in [r for r, t in self._on.items() if t == tag or r == reader]:
                self._lift(other, now)
            self._on[reader] = tag
            self.put(Placed(reader, tag, now))

    def empty(self, reader: str, now: float) -> None:
        """Nothing lies on `reader`."""
        with self._lock:
            self._settle(now)
            self._crowded.discard(reader)
            if reader in self._on:
                self._leaving.setdefault(reader, now)

    def crowded(self, reader: str, now: float) -> None:
        """Two tags or more lie on `reader`."""
        with self._lock:
            self._settle(now)
            self._leaving.pop(reader, None)
            if reader not in self._crowded:
                self._crowded.add(reader)
                self.put(Crowded(reader, now))

    def tick(self, now: float) -> None:
        """Let the grace time run out."""
        with self._lock:
            self._settle(now)

    def on(self) -> dict[str, str]:
        """What lies where."""
        with self._lock:
            return dict(self._on)

    def _settle(self, now: float) -> None:
        for reader, since in list(self._leaving.items()):
            if now >= since + self.grace_s:
                self._lift(reader, since)

    def _lift(self, reader: str, at: float) -> None:
        self._leaving.pop(reader, None)
        self.put(Lifted(reader, self._on.pop(reader), at))
