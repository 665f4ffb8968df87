import os
import pty
import threading
import time
import tty
from collections.abc import Iterator

import pytest

from companion.devices.parts import Parts
from companion.devices.port import Pace
from companion.devices.rdm6300 import RDM6300, Decoder
from companion.devices.readers import Laid, canonical_em
from companion.devices.tape import Tape
from companion.table.inbox import Lifted, Placed
from tests.devices.hearing import Ears

ONE, TWO = bytes.fromhex("4B00A1B2C3"), bytes.fromhex("4B00A1B2C4")


def frame(tag: bytes) -> bytes:
    check = 0
    for byte in tag:
        check ^= byte
    return b"\x02" + tag.hex().upper().encode() + b"%02X\x03" % check


def test_a_frame_gives_its_five_bytes():
    assert frame(ONE) == b"\x024B00A1B2C39B\x03"
    assert list(Decoder().feed(frame(ONE))) == [ONE]


def test_frames_come_in_any_pieces():
    decoder = Decoder()
    stream = frame(ONE) + frame(TWO)

    assert [tag for byte in stream for tag in decoder.feed(bytes([byte]))] == [ONE, TWO]


def test_noise_and_torn_frames_are_passed_over():
    decoder = Decoder()
    stream = b"\x02\x02xx\x03" + frame(ONE)[:9] + frame(TWO) + b"\x02" + b"Z" * 13 + frame(ONE)

    assert list(decoder.feed(stream)) == [TWO, ONE]
    assert decoder.bad > 0


@pytest.mark.parametrize("at", range(14))
def test_a_damaged_frame_is_no_tag(at: int):
    damaged = bytearray(frame(ONE))
    damaged[at] ^= 0x01

    assert list(Decoder().feed(bytes(damaged))) == []


def test_noise_takes_no_room():
    decoder = Decoder()

    assert list(decoder.feed(b"x" * 10_000)) == []
    assert decoder.rest == b""


class Coil:
    """An RDM6300 on the far end of a cable: it repeats its tag as long as one lies there."""

    def __init__(self) -> None:
        self.far, self.near = pty.openpty()
        tty.setraw(self.near)
        self.path = os.ttyname(self.near)
        self.tag: bytes | None = None
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        while not self.stop.wait(0.03):
            if self.tag is not None:
                os.write(self.far, frame(self.tag))

    def close(self) -> None:
        self.stop.set()
        self.thread.join()
        os.close(self.far)
        os.close(self.near)


@pytest.fixture
def coil() -> Iterator[Coil]:
    coil = Coil()
    yield coil
    coil.close()


def test_tags_are_placed_and_lifted_through_the_cable(ears: Ears, coil: Coil):
    reader = RDM6300(
        "pad",
        lambda: coil.path,
        laid=Laid(ears.inbox.put, 0.05),
        parts=Parts(ears.inbox.put, time.monotonic),
        clock=time.monotonic,
        tape=Tape(),
        pace=Pace(first=0.01),
    )
    reader.start()
    ears.part("reader/pad", "fine")

    coil.tag = ONE
    placed = ears.next()
    coil.tag = TWO
    exchanged = ears.hands(2)
    coil.tag = None
    lifted = ears.next()

    assert (type(placed), placed.tag) == (Placed, canonical_em(ONE))
    assert [type(hand) for hand in exchanged] == [Lifted, Placed]
    assert (type(lifted), lifted.tag) == (Lifted, canonical_em(TWO))
    reader.close()
