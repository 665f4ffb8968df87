import importlib.util
import os
import pty
import select
import threading
import time
import tty
from collections.abc import Iterator

import pytest

from companion.devices.parts import Parts
from companion.devices.pn532 import PN532
from companion.devices.port import Pace
from companion.devices.readers import Laid
from companion.devices.tape import Tape
from companion.table.inbox import Lifted, Placed
from tests.devices.hearing import Ears
from tests.tools import missing

TAG = bytes.fromhex("04A1B2C3D4E5F6")
ACK = bytes.fromhex("0000FF00FF00")
FIRMWARE, SAM, LIST = 0x02, 0x14, 0x4A


class Chip:
    """A PN532 on the far end of a cable, as far as reading ids goes."""

    def __init__(self) -> None:
        self.far, self.near = pty.openpty()
        tty.setraw(self.near)
        self.path = os.ttyname(self.near)
        self.tags: list[bytes] = []
        self.deaf = False
        self.waiting = False
        self.rest = b""
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        while not self.stop.is_set():
            if select.select([self.far], [], [], 0.01)[0]:
                self.rest += os.read(self.far, 1024)
            if self.deaf:
                self.rest = b""
            while (command := self.command()) is not None:
                os.write(self.far, ACK)
                self.obey(command)
            if self.waiting and self.tags:
                self.found()

    def command(self) -> bytes | None:
        """The next whole frame from the host: 00 FF length, its complement, D4, command, sum."""
        while (start := self.rest.find(b"\x00\xff")) >= 0 and len(self.rest) >= start + 4:
            length = self.rest[start + 2]
            if (length + self.rest[start + 3]) & 0xFF or length == 0:
                self.rest = self.rest[start + 4 :]
                continue
            if len(self.rest) < start + 5 + length:
                return None
            body = self.rest[start + 4 : start + 4 + length]
            self.rest = self.rest[start + 5 + length :]
            if body[0] == 0xD4:
                return body[1:]
        return None

    def obey(self, command: bytes) -> None:
        self.waiting = command[0] == LIST and not self.tags
        if command[0] == FIRMWARE:
            self.say(bytes([FIRMWARE + 1, 0x32, 1, 6, 7]))
        elif command[0] == SAM:
            self.say(bytes([SAM + 1]))
        elif command[0] == LIST and self.tags:
            self.found()

    def found(self) -> None:
        self.waiting = False
        tag = self.tags[0]
        self.say(bytes([LIST + 1, len(self.tags), 1, 0, 4, 8, len(tag)]) + tag)

    def say(self, body: bytes) -> None:
        body = b"\xd5" + body
        head = bytes([0, 0, 0xFF, len(body), -len(body) & 0xFF])
        os.write(self.far, head + body + bytes([-sum(body) & 0xFF, 0]))

    def close(self) -> None:
        self.stop.set()
        self.thread.join()
        os.close(self.far)
        os.close(self.near)


@pytest.fixture
def chip() -> Iterator[Chip]:
    chip = Chip()
    yield chip
    chip.close()


@pytest.fixture
def reader(ears: Ears, chip: Chip) -> Iterator[PN532]:
    if importlib.util.find_spec("adafruit_pn532") is None:
        missing("the PN532 driver is not here", "pip install adafruit-circuitpython-pn532")
    reader = PN532(
        "pad",
        lambda: chip.path,
        laid=Laid(ears.inbox.put, 0.05),
        parts=Parts(ears.inbox.put, time.monotonic),
        clock=time.monotonic,
        tape=Tape(),
        pace=Pace(first=0.01, cap=0.05),
    )
    reader.start()
    ears.part("reader/pad", "fine")
    yield reader
    reader.close()


@pytest.mark.usefixtures("reader")
def test_tags_are_placed_and_lifted_through_the_cable(ears: Ears, chip: Chip):
    chip.tags = [TAG]
    placed = ears.next()
    chip.tags = []
    lifted = ears.next()

    assert (type(placed), placed.tag) == (Placed, TAG.hex().upper())
    assert (type(lifted), lifted.tag) == (Lifted, TAG.hex().upper())


@pytest.mark.usefixtures("reader")
def test_a_chip_that_falls_silent_is_told_from_an_empty_pad(ears: Ears, chip: Chip):
    chip.deaf = True
    assert "does not answer" in ears.part("reader/pad", "silent").words

    chip.deaf = False
    ears.part("reader/pad", "fine")


@pytest.mark.usefixtures("reader")
def test_a_phone_is_refused_in_words(ears: Ears, chip: Chip):
    chip.tags = [bytes.fromhex("08A1B2C3")]

    assert "changes its number" in ears.part("reader/pad", "trouble").words
