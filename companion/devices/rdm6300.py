"""An RDM6300: one coil for 125 kHz tags, which it repeats while a tag lies there."""

from __future__ import annotations

from collections.abc import Iterator

import serial

from companion.devices.readers import canonical_em
from companion.devices.solo import Solo

LENGTH = 14
START, END = 0x02, 0x03
GONE_S = 0.25


class Decoder:
    """Frames of 14 bytes: 02, ten hex digits, two hex digits that are the XOR of them, 03."""

    def __init__(self) -> None:
        self.rest = b""
        self.bad = 0

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The five bytes of every whole frame; noise is passed over."""
        self.rest += data
        while (start := self.rest.find(START)) >= 0 and len(self.rest) - start >= LENGTH:
            self.rest = self.rest[start:]
            tag = _tag(self.rest[:LENGTH])
            if tag is None:
                self.bad += 1
            else:
                yield tag
            self.rest = self.rest[LENGTH if tag else 1 :]
        self.rest = self.rest[start:] if start >= 0 else b""


def _tag(frame: bytes) -> bytes | None:
    try:
        *tag, check = bytes.fromhex(frame[1:13].decode("ascii"))
    except ValueError:
        return None
    for byte in tag:
        check ^= byte
    return bytes(tag) if frame[13] == END and len(tag) == 5 and not check else None


class RDM6300(Solo):
    """One RDM6300. It never says that it is there, only that a tag is."""

    baud = 9600

    def serve(self, port: serial.Serial) -> None:
        decoder = Decoder()
        seen: float | None = None
        self.well()
        while not self.stopped.is_set():
            data = port.read(LENGTH)
            now = self.clock()
            for tag in decoder.feed(data):
                seen = now
                self.sight(canonical_em, tag)
            if seen is not None and now - seen > GONE_S:
                seen = None
                self.sight_nothing()
            self.laid.tick(now)
