"""A table without parts: hands that drive mock pins, and lay tags on the hub of `sim_hub.py`.

The rest of the companion cannot tell: it reads the pins through gpiozero and the port through
pyserial. The hands can also do what real parts do: bounce, read twice, tear a line, lose the cable.
"""

from __future__ import annotations

import heapq
import itertools
import os
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gpiozero.pins.mock import MockFactory

from companion.config import Config
from companion.devices.readers import canonical
from companion.devices.sim_hub import SimHub
from companion.errors import HubError
from companion.table.board import Sound

TAP_S = 0.06
REST_S = 0.05


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
