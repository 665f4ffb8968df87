"""Tags, chips, the hub's program under MicroPython, a noisy cable, the companion's hub."""

from __future__ import annotations

import os
import queue
import random
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator

import pytest

from companion.devices.hub import Dialogue, Hub, Patience
from companion.devices.parts import Parts
from companion.devices.readers import Laid
from companion.devices.sim_hub import Cable
from companion.devices.tape import Tape
from companion.table.inbox import Hand, Lifted, Placed
from tests.devices.hearing import until
from tests.firmware.board import LIMIT_S, Board
from tests.firmware.conftest import Make

READERS = {f"lane{number}": pin for number, pin in enumerate((5, 7, 8, 9, 10, 11, 12, 13))}
WINDOW = 40
"""So many events may be under way: fewer than the hub promises to keep."""
DAMAGE = 0.01
ONCE = Patience(hello=LIMIT_S, again=LIMIT_S, quiet=LIMIT_S)
"""The hub is asked once who it is: each time it tells anew what lies there."""


class Noise:
    """A cable that damages a piece of what it carries now and then, each way in its own thread."""

    def __init__(self, board: Board, cable: Cable, seed: int) -> None:
        self.chance = random.Random(seed)
        self.damaged = {"up": 0, "down": 0}
        self.loud = False
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._carry, args=("up", self._from(board.far), cable.say)),
            threading.Thread(
                target=self._carry,
                args=("down", lambda: cable.hear(0.05), lambda data: os.write(board.far, data)),
            ),
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join()

    def _from(self, number: int) -> Callable[[], bytes]:
        def read() -> bytes:
            return os.read(number, 64) if select.select([number], [], [], 0.05)[0] else b""

        return read

    def _carry(
        self, way: str, read: Callable[[], bytes], write: Callable[[bytes], int | None]
    ) -> None:
        while not self._stopped.is_set():
            if data := read():
                if self.loud and self.chance.random() < DAMAGE:
                    self.damaged[way] += 1
                    data = self._spoilt(data)
                write(data)

    def _spoilt(self, data: bytes) -> bytes:
        at = self.chance.randrange(len(data))
        # any bytes but a return, which with the next could be somebody's Ctrl-C
        noise = self.chance.randbytes(self.chance.randrange(1, 9)).replace(b"\r", b"\n")
        kinds = (
            data[:at] + bytes([data[at] ^ 1 << self.chance.randrange(7)]) + data[at + 1 :],
            data[:at] + noise + data[at:],
            data[:at] + data[at + 1 :],
            data[:at],
            data + data,
        )
        return self.chance.choice(kinds)


class Told(Laid):
    """What the hub told, before anything is made of it."""

    def __init__(self, put: Callable[[Hand], None]) -> None:
        super().__init__(put, 0.3)
        self.events: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()

    def placed(self, reader: str, tag: str, now: float) -> None:
        self.events.put((reader, tag))
        super().placed(reader, tag, now)

    def empty(self, reader: str, now: float) -> None:
        self.events.put((reader, "-"))
        super().empty(reader, now)

    def crowded(self, reader: str, now: float) -> None:
        self.events.put((reader, "crowded"))
        super().crowded(reader, now)


def steps(chance: random.Random, reader: str) -> Callable[[], str]:
    """What lies on a reader next: one of its tags, or now and then none."""
    number = f"{READERS[reader]:02X}"
    tags = [f"{n:02X}{number}" + chance.randbytes(size - 2).hex().upper() for n, size in
            enumerate((4, 4, 7, 7, 7, 10), 1)]  # fmt: skip
    last = "-"

    def step() -> str:
        nonlocal last
        choice = [tag for tag in tags if tag != last]
        last = "-" if last != "-" and chance.random() < 0.2 else chance.choice(choice)
        return last

    return step


class Ends:
    """Both ends of the cable: a board, and the companion that listens to it."""

    def __init__(self, board: Board, seed: int) -> None:
        self.board = board
        self.hands: list[Hand] = []
        self.told = Told(self.hands.append)
        self.cable = Cable()
        self.cable.plug()
        self.parts = Parts(lambda _: None, time.monotonic)
        self.dialogue = Dialogue({name: name for name in READERS}, self.told, self.parts, ONCE)
        self.hub = Hub(
            self.cable.find, self.dialogue, self.parts, clock=time.monotonic, tape=Tape()
        )
        self.noise = Noise(board, self.cable, seed)
        self.hub.start()
        until(lambda: self.dialogue.hello, LIMIT_S)
        self.noise.loud = True

    def close(self) -> None:
        self.hub.close()
        self.noise.close()
        self.cable.unplug()

    def next(self) -> tuple[str, str]:
        return self.told.events.get(timeout=LIMIT_S)


def scan(ends: Ends, scans: int, seed: int) -> None:
    """Let tags come and go; every event must come once, in order, and as it was."""
    chance = random.Random(seed)
    due = {name: deque(["-"]) for name in READERS}  # so they lie when it starts
    next_step = {name: steps(chance, name) for name in READERS}
    placed = 0
    while placed < scans:
        while sum(map(len, due.values())) < WINDOW:
            name = chance.choice(list(READERS))
            step = next_step[name]()
            due[name].append(step)
            ends.board.order(f"plan {READERS[name]} {step}")
        name, what = ends.next()
        assert what == due[name].popleft(), name
        placed += what != "-"
    assert ends.dialogue.lost == 0
    assert min(ends.noise.damaged.values()) > 0
    assert {health.state for health in ends.parts.all()} == {"fine"}


@pytest.fixture
def ends(make: Make) -> Iterator[Ends]:
    board = make(f"READERS = {READERS}", dict.fromkeys(READERS.values(), 0x92))
    ends = Ends(board, 1)
    yield ends
    ends.close()


@pytest.mark.timeout(600)
def test_two_thousand_scans_through_a_noisy_cable(ends: Ends) -> None:
    scan(ends, 2_000, 1)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_hundred_thousand_scans_through_a_noisy_cable(ends: Ends) -> None:
    scan(ends, 100_000, 2)


def test_a_board_that_starts_anew_goes_on_and_invents_nothing(ends: Ends) -> None:
    for reader, pin in READERS.items():
        ends.board.order(f"lay {pin} 04A1B2{pin:02X}")
        while ends.next() != (reader, f"04A1B2{pin:02X}"):
            pass
    before = ends.dialogue.hello

    ends.board.stop()
    gone, *kept = READERS
    ends.board.start(*[f"lay {READERS[name]} 04A1B2{READERS[name]:02X}" for name in kept])
    heard = {ends.next() for _ in READERS}

    assert ends.dialogue.hello is not before
    assert heard == {
        (reader, f"04A1B2{pin:02X}" if reader != gone else "-") for reader, pin in READERS.items()
    }
    until(lambda: Lifted in map(type, ends.hands), LIMIT_S)
    assert [hand.reader for hand in ends.hands if isinstance(hand, Lifted)] == [gone]
    assert sum(isinstance(hand, Placed) for hand in ends.hands) == len(READERS)
    assert list(ends.told.on()) == kept
