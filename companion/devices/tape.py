"""A tape of raw input: what came off the pins and the wire, and when.

A bug report of the electronics. Tags are on it, so it is secret while the match lasts. One line a
thing: seconds, source, what. `hub` gives bytes in hex, a reader of its own the tag it saw, a button
or a key `down` or `up`.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

from companion.errors import HubError

TITLE = "tableside tape 1"


class Seen(NamedTuple):
    """One thing on the tape."""

    at: float
    source: str
    what: str


class Tape:
    """Where raw input is recorded; without a path nowhere."""

    def __init__(self, path: Path | None = None) -> None:
        self._lock = threading.Lock()
        self._file: TextIO | None = None
        if path is not None:
            self._file = os.fdopen(
                os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii"
            )
            self._file.write(TITLE + "\n")

    def write(self, at: float, source: str, what: str) -> None:
        """Record one thing. Never raises: a full disk stops the tape, not the table."""
        with self._lock:
            if self._file is None:
                return
            try:
                self._file.write(f"{at:.6f} {source} {what}\n")
                self._file.flush()
            except OSError:
                self._end()

    def close(self) -> None:
        with self._lock:
            self._end()

    def _end(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(OSError):
                file.close()


def play(lines: Iterable[str]) -> Iterator[Seen]:
    """What is on a tape, in order."""
    for number, line in enumerate(lines, 1):
        if number == 1:
            if line.rstrip() != TITLE:
                raise HubError("this is no tape: its first line must be {title}", title=TITLE)
            continue
        try:
            at, source, what = line.split()
            yield Seen(float(at), source, what)
        except ValueError:
            words = "line {n} of the tape is damaged: cut it there"
            raise HubError(words, n=number) from None
