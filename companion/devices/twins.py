"""Hands on the screen, for parts that are absent or broken."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from companion.config import Config
from companion.devices.outputs import Lights
from companion.devices.panel import Panel
from companion.devices.parts import Parts
from companion.devices.readers import Laid, canonical
from companion.errors import HubError

TAP_S = 0.06


class Twins:
    """The same verbs as the simulated hands, for parts whose twin is switched on, and no others."""

    def __init__(
        self,
        config: Config,
        *,
        panel: Panel,
        laid: Laid,
        lights: Lights,
        parts: Parts,
        clock: Callable[[], float],
    ) -> None:
        self.config, self.panel, self.laid, self.lights = config, panel, laid, lights
        self.parts, self.clock = parts, clock
        self._down: set[str] = set()

    def down(self, seat: str) -> None:
        self._switch(f"button/{seat}", True)

    def up(self, seat: str) -> None:
        self._switch(f"button/{seat}", False)

    def press(self, seat: str) -> None:
        self.hold(seat, TAP_S)

    def hold(self, seat: str, seconds: float = 0.8) -> None:
        self._tap(f"button/{seat}", float(seconds))

    def key(self, number: int) -> None:
        self._tap(f"key/{number}", TAP_S)

    def throw(self, faces: Sequence[int]) -> list[int]:
        """Enter real dice by the keys."""
        for face in faces:
            self.key(face)
        return list(faces)

    def place(self, reader: str, tag: str) -> None:
        self._must_be_twin(f"reader/{reader}")
        self.laid.placed(reader, canonical(tag), self.clock())

    def lift(self, reader: str, tag: str = "") -> None:
        self._must_be_twin(f"reader/{reader}")
        if tag and self.laid.on().get(reader) != canonical(tag):
            return
        now = self.clock()
        self.laid.empty(reader, now - self.laid.grace_s)
        self.laid.tick(now)

    def state(self) -> dict[str, Any]:
        """What the twins show, for the page."""
        signs = self.lights.signs
        on = self.laid.on()
        return {
            "buttons": {seat: f"button/{seat}" in self._down for seat in self.config.seats},
            "keys": [f"key/{n}" in self._down for n in range(1, len(self.config.keys) + 1)],
            "readers": {
                name: [on[name]] if name in on else []
                for name in self.config.readers
                if self.parts.twinned(f"reader/{name}")
            },
            "lamps": {seat: signs.lamps.get(seat, "off") != "off" for seat in self.config.seats},
            "clip": "off" if signs.clip is None else f"{signs.clip} {signs.marks}",
            "sounds": list(self.lights.recent),
            "twins": [h.part for h in self.parts.all() if h.state == "twin"],
        }

    def _tap(self, part: str, seconds: float) -> None:
        self._switch(part, True)
        finger = threading.Timer(seconds, self._switch, (part, False))
        finger.daemon = True
        finger.start()

    def _switch(self, part: str, down: bool) -> None:
        if down:
            self._must_be_twin(part)
            self._down.add(part)
        else:
            self._down.discard(part)
        self.panel.edge(part, down, self.clock())

    def _must_be_twin(self, part: str) -> None:
        if not self.parts.twinned(part):
            words = "{part} has no twin on the screen: the owner may switch it on"
            raise HubError(words, part=part)
