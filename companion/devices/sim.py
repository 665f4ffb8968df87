"""A table without parts: hands that drive mock pins, and a hub that speaks through a pty.

The rest of the companion cannot tell: it reads the pins through gpiozero and the port through
pyserial. The hands can also do what real parts do: bounce, read twice, tear a line, lose the cable.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import os
import pty
import random
import secrets
import select
import threading
import time
import tty
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gpiozero.pins.mock import MockFactory

from companion.config import Config
from companion.devices import wire
from companion.devices.port import Trouble
from companion.devices.readers import canonical
from companion.errors import HubError, Sentence
from companion.table.board import Sound

TAP_S = 0.06
REST_S = 0.05


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


class Hands:
    """Hands at the simulated table. Every verb returns at once; fingers take their time."""

    def __init__(self, config: Config, factory: MockFactory, hub: SimHub) -> None:
        self.config, self.factory, self.hub = config, factory, hub
        self.sounds: Callable[[], Sequence[Sound]] = tuple
        self._plan: list[tuple[float, int, int, bool]] = []
        self._count = itertools.count()
        self._free: dict[int, float] = {}
        self._wake = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._move, name="fingers", daemon=True)
        self._thread.start()

    def down(self, seat: str) -> None:
        """Put a finger on a seat's button and leave it there."""
        self._finger(self._button(seat), [(0.0, True)])

    def up(self, seat: str) -> None:
        """Take the finger off."""
        self._finger(self._button(seat), [(0.0, False)])

    def press(self, seat: str) -> None:
        """Press a seat's button."""
        self._finger(self._button(seat), [(0.0, True), (TAP_S, False)])

    def hold(self, seat: str, seconds: float = 0.8) -> None:
        """Press a seat's button and keep it down."""
        self._finger(self._button(seat), [(0.0, True), (float(seconds), False)])

    def key(self, number: int) -> None:
        """Press one of the six keys."""
        self._finger(self._key(number), [(0.0, True), (TAP_S, False)])

    def throw(self, dice: int = 1, faces: Sequence[int] = ()) -> list[int]:
        """Throw real dice and enter them by the keys; these faces, or what chance gives."""
        faces = list(faces) or [random.randint(1, 6) for _ in range(dice)]
        free = 0.0
        for pin in [self._key(face) for face in faces]:
            free = self._finger(pin, [(0.0, True), (TAP_S, False)], after=free)
        return faces

    def place(self, reader: str, tag: str) -> None:
        """Lay a tag on a reader, beside whatever lies there."""
        tag = canonical(tag)
        for other, tags in self.hub.lying().items():
            if tag in tags and other != reader:
                self.lift(other, tag)
        lying = self.hub.lying().get(reader, [])
        if tag not in lying:
            self.hub.lay(reader, [*lying, tag])

    def show(self, reader: str, tag: str) -> None:
        """Lay a tag on a reader, instead of whatever lies there."""
        self.lift(reader)
        self.place(reader, tag)

    def lift(self, reader: str, tag: str = "") -> None:
        """Take a tag, or all there are, off a reader."""
        gone = canonical(tag) if tag else ""
        self.hub.lay(reader, [t for t in self.hub.lying().get(reader, []) if gone and t != gone])

    def glitch(self, seat: str, ms: float = 2) -> None:
        """Something on the line that is no press."""
        self._finger(self._button(seat), [(0.0, True), (ms / 1000, False)])

    def bounce(self, seat: str, edges: int = 8, ms: float = 5) -> None:
        """One press of a switch that chatters."""
        step = ms / 1000 / max(1, edges)
        chatter = [(n * step, n % 2 == 0) for n in range(edges)]
        self._finger(self._button(seat), [*chatter, (ms / 1000, True), (TAP_S, False)])

    def double_read(self, reader: str, tag: str) -> None:
        """Lay a tag that the reader loses for a moment and reads again."""
        self.place(reader, tag)
        self.hub.tell(f"empty {reader}")
        self.hub.tell(f"placed {reader} {canonical(tag)}")

    def crowd(self, reader: str, tags: Sequence[str]) -> None:
        """Lay several tags on one reader."""
        self.hub.lay(reader, [canonical(tag) for tag in tags])

    def tear(self) -> None:
        """Lose the end of the next line on the wire."""
        self.hub.spoil(lambda data: data[: len(data) // 2])

    def noise(self) -> None:
        """Put noise before the next line on the wire."""
        self.hub.spoil(lambda data: os.urandom(24) + data)

    def deafen(self, seconds: float = 5.0) -> None:
        """Let the hub be deaf for a while although its cable is in."""
        self.hub.deafen(float(seconds))

    def unplug(self) -> None:
        self.hub.unplug()

    def replug(self) -> None:
        self.hub.replug()

    def state(self) -> dict[str, Any]:
        """What one would see on the table, for the page."""
        with self._wake:
            down = {pin for pin, closed in self._levels().items() if closed}
        seats = self.config.seats.items()
        lamps = {
            seat: self.factory.pin(place.lamp).state if place.lamp is not None else False
            for seat, place in seats
        }
        if self.config.lights == "hub":
            lamps = {
                seat: self.hub.lights.get(f"lamp {number}", "off") != "off"
                for number, seat in enumerate(self.config.seats, 1)
            }
        return {
            "buttons": {seat: place.button in down for seat, place in seats},
            "keys": [pin in down for pin in self.config.keys],
            "readers": self.hub.lying(),
            "lamps": {seat: bool(on) for seat, on in lamps.items()},
            "clip": self.hub.lights.get("clip", "off"),
            "sounds": list(self.sounds()),
            "plugged": bool(self.hub.cable.path),
            "deaf": time.monotonic() < self.hub.deaf_until,
        }

    def close(self) -> None:
        with self._wake:
            self._closed = True
            self._wake.notify()
        self._thread.join(5)
        self.hub.close()

    def _button(self, seat: str) -> int:
        place = self.config.seats.get(seat)
        if place is None or place.button is None:
            words = "there is no button for {key}: {there}"
            raise HubError(words, key=repr(seat), there=", ".join(self.config.seats))
        return place.button

    def _key(self, number: int) -> int:
        pin = self.config.keys[number - 1] if 1 <= number <= len(self.config.keys) else None
        if pin is None:
            words = "there is no key {key}: 1 to {last}"
            raise HubError(words, key=number, last=len(self.config.keys))
        return pin

    def _levels(self) -> Mapping[int, bool]:
        pins = [p.button for p in self.config.seats.values()] + list(self.config.keys)
        return {pin: not self.factory.pin(pin).state for pin in pins if pin is not None}

    def _finger(self, pin: int, moves: Sequence[tuple[float, bool]], after: float = 0.0) -> float:
        """Move one finger, and when it is free; on one button a press waits for the one before."""
        with self._wake:
            start = max(time.monotonic(), self._free.get(pin, 0.0), after)
            for wait, down in moves:
                heapq.heappush(self._plan, (start + wait, next(self._count), pin, down))
            last, down = moves[-1]
            self._free[pin] = start + last + (0 if down else REST_S)
            self._wake.notify()
            return self._free[pin]

    def _later(self, pin: int, late: float) -> None:
        """A finger that came late stays as long as it would have: a tap never gets too short."""
        self._plan = [(at + late * (p == pin), n, p, down) for at, n, p, down in self._plan]
        heapq.heapify(self._plan)
        self._free[pin] = self._free.get(pin, 0.0) + late

    def _move(self) -> None:
        while True:
            with self._wake:
                if self._closed:
                    return
                now = time.monotonic()
                if not self._plan or self._plan[0][0] > now:
                    self._wake.wait(self._plan[0][0] - now if self._plan else None)
                    continue
                at, _, number, down = heapq.heappop(self._plan)
                self._later(number, now - at)
            pin = self.factory.pin(number)
            if down:
                pin.drive_low()
            else:
                pin.drive_high()
