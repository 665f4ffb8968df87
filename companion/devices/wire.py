"""The line protocol between the hub and the table: one file for both Pythons.

A line is `SEQ PAYLOAD*CRC` and a newline. SEQ is 0 for what may be lost; what must not be lost is
counted from 1. CRC is the CRC-32, in eight small hex digits, over all bytes before the `*`, as they
were sent. The README beside this file lists the payloads.

It runs unchanged under MicroPython: no import but binascii.
"""

import binascii

VERSION = 1
"""Of this protocol; firmware with another one must be flashed anew."""
FIRMWARE = "1.0"
"""Of the hub's program that goes with this file."""
LIMIT = 240
"""No line is longer, the newline not counted."""
PROMISE = 64
"""So many events the hub keeps for a table that does not listen."""
AGAIN_MS = 400
"""After so long without an acknowledgement the hub says it again."""

NOTHING = "-"


def encode(seq: int, payload: str) -> bytes:
    """A whole line.

    >>> encode(7, "placed pad 04A1B2C3").decode().strip()
    '7 placed pad 04A1B2C3*c28c89e9'
    """
    body = f"{seq} {payload}".encode()
    if len(body) + 9 > LIMIT:
        raise ValueError("a line is too long")
    return body + f"*{binascii.crc32(body) & 0xFFFFFFFF:08x}\n".encode()


def decode(line: bytes) -> tuple[int, list[str]] | None:
    """The number and the words of a line without its newline; None if it is damaged.

    >>> decode(b"7 placed pad 04A1B2C3*c28c89e9")
    (7, ['placed', 'pad', '04A1B2C3'])
    >>> decode(b"7 placed pad 04A1B2C4*c28c89e9")
    """
    if line[-1:] == b"\r":
        line = line[:-1]
    body = line[:-9]
    if not 3 <= len(body) <= LIMIT - 9 or min(body) < 32 or max(body) > 126:
        return None
    if line[-9:] != f"*{binascii.crc32(body) & 0xFFFFFFFF:08x}".encode():
        return None
    words = body.decode().split(" ")
    if not words[0].isdigit() or len(words[0]) > 9:
        return None
    return int(words[0]), words[1:]


class Decoder:
    """Bytes as they come, in lines: torn, noisy and overlong ones are dropped and counted."""

    def __init__(self) -> None:
        self.rest = b""
        self.skip = False
        self.bad = 0

    def feed(self, data: bytes) -> list[tuple[int, list[str]]]:
        """The good lines that `data` completes."""
        pieces = (self.rest + data).split(b"\n")
        self.rest = pieces.pop()
        good = []
        for piece in pieces:
            line = None if self.skip or len(piece) > LIMIT + 1 else decode(piece)
            self.skip = False
            if line is not None:
                good.append(line)
            elif piece.strip():
                self.bad += 1
        if len(self.rest) > LIMIT:
            self.rest = b""
            self.skip = True
        return good


class Outbox:
    """What the hub must not lose: kept until it is acknowledged, no more than promised.

    If it overflows the oldest goes, and the gap in the numbers says so.
    """

    def __init__(self, promise: int = PROMISE) -> None:
        self.promise = promise
        self.seq = 0
        self.kept: list[tuple[int, bytes]] = []
        self.said = 0
        self.said_ms = 0

    def put(self, payload: str) -> None:
        """Keep one more."""
        self.seq += 1
        self.kept.append((self.seq, encode(self.seq, payload)))
        if len(self.kept) > self.promise:
            self.kept.pop(0)

    def oldest(self) -> int:
        """The number of the oldest that is kept; of the next one if there is none."""
        return self.kept[0][0] if self.kept else self.seq + 1

    def acknowledged(self, seq: int) -> None:
        """All up to `seq` have arrived."""
        while self.kept and self.kept[0][0] <= seq:
            self.kept.pop(0)

    def again(self) -> None:
        """Say everything kept again: somebody new listens."""
        self.said = 0

    def due(self, now_ms: int) -> bytes:
        """The bytes to say now: what is new, and all that nobody has acknowledged for a while.

        A row that starts anew begins with `from N`: what came before N is lost or was heard.
        """
        if self.said and not 0 <= now_ms - self.said_ms < AGAIN_MS:
            self.said = 0
        fresh = [line for seq, line in self.kept if seq > self.said]
        if not fresh:
            return b""
        start = b"" if self.said else encode(0, f"from {self.oldest()}")
        self.said = self.seq
        self.said_ms = now_ms
        return start + b"".join(fresh)
