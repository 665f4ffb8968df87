"""The far end of a hub's cable: a hub of the table without parts, that speaks through a pty.

It can also do what real ones do: tear a line, go deaf, lose the cable.
"""

from __future__ import annotations

import contextlib
import os
import pty
import secrets
import select
import threading
import time
import tty
from collections.abc import Callable, Sequence

from companion.devices import wire
from companion.devices.port import Trouble
from companion.errors import HubError, Sentence


class Cable:
    """A serial cable with the far end in our hand."""

    def __init__(self) -> None:
        self._near: int | None = None
        self._far: int | None = None
        self._lock = threading.Lock()
        self.path = ""

    def plug(self) -> None:
        """Plug it in: a port appears, under a new name each time."""
        with self._lock:
            if self._far is not None:
                return
            self._far, self._near = pty.openpty()
            tty.setraw(self._near)
            os.set_blocking(self._far, False)
            self.path = os.ttyname(self._near)

    def unplug(self) -> None:
        """Pull it out."""
        with self._lock:
            if self._far is None or self._near is None:
                return
            os.close(self._far)
            os.close(self._near)
            self._far = self._near = None
            self.path = ""

    def find(self) -> str:
        """The port, for whoever looks for it."""
        if not self.path:
            words = Sentence("The simulated hub is unplugged: plug it in on the page.")
            raise Trouble("missing", words)
        return self.path

    def say(self, data: bytes) -> None:
        """Bytes towards the Pi; what nobody reads is lost, as on USB."""
        with self._lock:
            if self._far is not None and data:
                with contextlib.suppress(OSError):
                    os.write(self._far, data)

    def hear(self, seconds: float) -> bytes:
        """Bytes from the Pi, waiting for them so long.

        It listens at an end of its own: the number of one that is pulled out meanwhile may be
        another cable's a moment later.
        """
        with self._lock:
            far = None if self._far is None else os.dup(self._far)
        if far is None:
            time.sleep(seconds)
            return b""
        try:
            if select.select([far], [], [], seconds)[0]:
                return os.read(far, 4096)
        except OSError:
            pass
        finally:
            os.close(far)
        return b""


class SimHub(threading.Thread):
    """A Pico with readers, lamps, buzzer and clip, as far as the wire shows."""

    number = "5aa5000000000001"
    firmware = "sim"

    def __init__(
        self, readers: Sequence[str], version: int = wire.VERSION, cable: Cable | None = None
    ) -> None:
        super().__init__(name="simulated hub", daemon=True)
        self.readers, self.version = tuple(readers), version
        self.chips = dict.fromkeys(self.readers, 0x92)
        self.cable = cable or Cable()
        self.deaf_until = 0.0
        self.lights: dict[str, str] = {}
        self.buzzed: list[str] = []
        self._lying: dict[str, list[str]] = {name: [] for name in self.readers}
        self._spoil: list[Callable[[bytes], bytes]] = []
        self._stopped = threading.Event()
        self._lock = threading.RLock()
        self._restart()
        self.cable.plug()

    def lying(self) -> dict[str, list[str]]:
        """Which tags lie on which reader."""
        with self._lock:
            return {name: list(tags) for name, tags in self._lying.items()}

    def lay(self, reader: str, tags: Sequence[str]) -> None:
        """These tags and no others lie on `reader` now."""
        with self._lock:
            if reader not in self._lying:
                there = ", ".join(self.readers)
                raise HubError("there is no reader {name}: {there}", name=reader, there=there)
            self._lying[reader] = list(tags)
            if self.cable.path:
                self._report(reader)

    def tell(self, payload: str) -> None:
        """Keep one event for the table, whatever lies where."""
        with self._lock:
            self._outbox.put(payload)

    def spoil(self, how: Callable[[bytes], bytes]) -> None:
        """Let the next bytes be damaged so."""
        with self._lock:
            self._spoil.append(how)

    def deafen(self, seconds: float) -> None:
        """Hear and say nothing for a while, with the cable in."""
        self.deaf_until = time.monotonic() + seconds

    def unplug(self) -> None:
        """Pull the cable: the hub is without power."""
        self.cable.unplug()

    def replug(self) -> None:
        """Plug it in: the hub starts anew and finds what lies there now."""
        with self._lock:
            self._restart()
        self.cable.plug()

    def run(self) -> None:
        while not self._stopped.is_set():
            data = self.cable.hear(0.005)
            with self._lock:
                if time.monotonic() < self.deaf_until or not self.cable.path:
                    continue
                for _, words in self._decoder.feed(data):
                    self._obey(words)
                self._send(self._outbox.due(int(time.monotonic() * 1000)))

    def close(self) -> None:
        self._stopped.set()
        if self.is_alive():
            self.join(5)
        self.cable.unplug()

    def _restart(self) -> None:
        self._boot = secrets.token_hex(4)
        self._outbox = wire.Outbox()
        self._decoder = wire.Decoder()
        self.lights = {}

    def _report(self, reader: str) -> None:
        tags = self._lying[reader]
        if not tags:
            self._outbox.put(f"empty {reader}")
        elif len(tags) == 1:
            self._outbox.put(f"placed {reader} {tags[0]}")
        else:
            self._outbox.put(f"crowded {reader}")

    def _obey(self, words: list[str]) -> None:
        match words:
            case ["who"]:
                chips = ",".join(f"{name}:{chip:02x}" for name, chip in self.chips.items())
                self._send(
                    wire.encode(
                        0,
                        f"hello {self.version} {self.number} {self._boot} {self.firmware} "
                        f"{chips or wire.NOTHING} lamps,buzz,clip",
                    )
                )
                for reader in self.readers:
                    self._report(reader)
                self._outbox.again()
            case ["ack", seq]:
                self._outbox.acknowledged(int(seq))
            case ["probe", word]:
                self._send(wire.encode(0, f"pong {word}"))
            case ["lamp", number, how]:
                self.lights[f"lamp {number}"] = how
            case ["clip", *how]:
                self.lights["clip"] = " ".join(how)
            case ["buzz", pattern]:
                self.buzzed.append(pattern)

    def _send(self, data: bytes) -> None:
        if data:
            while self._spoil:
                data = self._spoil.pop(0)(data)
            self.cable.say(data)
