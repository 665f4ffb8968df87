"""Lamps, buzzer and clip: what the table shows to all. Whoever calls only enqueues."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Protocol, get_args

from gpiozero import DigitalOutputDevice, Servo
from gpiozero.pins import Factory

from companion.config import Config
from companion.devices.panel import pin_trouble
from companion.devices.parts import Parts
from companion.errors import Sentence
from companion.table.board import Signs, Sound

BLINK_S = 0.4
PATTERNS: Mapping[Sound, tuple[int, ...]] = MappingProxyType(
    {
        "knock": (30,),
        "snap": (15, 40, 15),
        "clip": (60, 60, 60, 60, 120),
        "won": (80, 60, 80, 60, 300),
        "lost": (500,),
        "count": (60,),
        "three": (250,),
        "accepted": (25,),
        "refused": (120, 80, 120),
    }
)
"""Sound and silence in turn, in milliseconds. A sound tells that, never what."""


class Lines(Protocol):
    """What a hub does for lamps, clip and buzzer."""

    def light(self, what: str, how: str) -> None: ...

    def buzz(self, pattern: str) -> None: ...


class Lights(threading.Thread):
    """Everything that shines or sounds, on pins of this Pi or at the hub."""

    def __init__(
        self,
        config: Config,
        factory: Factory | None,
        hub: Lines | None,
        *,
        parts: Parts,
        clock: Callable[[], float],
    ) -> None:
        super().__init__(name="lights", daemon=True)
        self.config, self.hub, self.parts, self.clock = config, hub, parts, clock
        self.signs = Signs()
        self.recent: deque[Sound] = deque(maxlen=8)
        self._orders: queue.SimpleQueue[Signs | Sound | None] = queue.SimpleQueue()
        self._pins: dict[str, Any] = {}
        self._beeps: list[tuple[float, bool]] = []
        self._blinked = 0.0
        self._phase = False
        self._told: Signs | None = None
        if factory is not None:
            self._open(factory)

    def show(self, signs: Signs) -> None:
        """Let lamps and clip be so."""
        self._orders.put(signs)

    def sound(self, sound: Sound) -> None:
        """Let it sound once."""
        self._orders.put(sound)

    def run(self) -> None:
        while True:
            try:
                order = self._orders.get(timeout=self._wait())
            except queue.Empty:
                pass
            else:
                if order is None:
                    return
                if isinstance(order, Signs):
                    self.signs = order
                    self._clip()
                else:
                    self._begin(order)
            now = self.clock()
            self._beep(now)
            self._lamps(now)

    def close(self) -> None:
        """End the thread; everything goes dark."""
        self._orders.put(None)
        if self.is_alive():
            self.join(5)
        for pin in self._pins.values():
            pin.close()

    def _open(self, factory: Factory) -> None:
        config = self.config
        if config.lights == "pins":
            lamps = {f"lamp/{seat}": place.lamp for seat, place in config.seats.items()}
            for part, pin in (*lamps.items(), ("buzzer", config.buzzer)):
                if pin is None:
                    words = Sentence("No pin is set for it: the screen shows it.")
                    self.parts.tell(part, "missing", words)
                else:
                    self._pin(part, pin, lambda p: DigitalOutputDevice(p, pin_factory=factory))
        if config.clip.on == "servo":
            self._pin("clip", config.clip.pins[0], lambda p: Servo(p, pin_factory=factory))
        elif config.clip.on == "bar":
            for number, led in enumerate(config.clip.pins):
                self._pin("clip", led, lambda p: DigitalOutputDevice(p, pin_factory=factory))
                if "clip" not in self._pins:
                    break
                self._pins[f"clip/{number}"] = self._pins.pop("clip")

    def _pin(self, part: str, pin: int, make: Callable[[int], Any]) -> None:
        if words := self.config.taken().get(part):
            self.parts.tell(part, "trouble", words)
            return
        try:
            self._pins[part] = make(pin)
        except Exception as error:  # noqa: BLE001 - whatever a pin library raises
            self.parts.tell(part, "trouble", pin_trouble(pin, error))
        else:
            self.parts.tell(part, "fine")

    def _wait(self) -> float | None:
        dues = [at for at, _ in self._beeps[:1]]
        if "blink" in self.signs.lamps.values() and self.config.lights == "pins":
            dues.append(self._blinked + BLINK_S)
        return max(0.001, min(dues) - self.clock()) if dues else None

    def _lamps(self, now: float) -> None:
        if self.config.lights == "hub":
            if self._told is not self.signs and self.hub is not None:
                self._told = self.signs
                for number, seat in enumerate(self.config.seats, 1):
                    self.hub.light(f"lamp {number}", self.signs.lamps.get(seat, "off"))
            return
        if now - self._blinked >= BLINK_S:
            self._blinked, self._phase = now, not self._phase
        for seat in self.config.seats:
            lamp = self.signs.lamps.get(seat, "off")
            self._set(f"lamp/{seat}", lamp == "on" or (lamp == "blink" and self._phase))

    def _begin(self, sound: Sound) -> None:
        pattern = PATTERNS.get(sound, ())
        self.recent.append(sound)
        if self.config.lights == "hub":
            if self.hub is not None:
                self.hub.buzz(",".join(map(str, pattern)))
            return
        at, self._beeps = self.clock(), []
        for number, ms in enumerate(pattern):
            self._beeps.append((at, number % 2 == 0))
            at += ms / 1000
        self._beeps.append((at, False))

    def _beep(self, now: float) -> None:
        while self._beeps and self._beeps[0][0] <= now:
            self._set("buzzer", self._beeps.pop(0)[1])

    def _clip(self) -> None:
        clip, marks = self.signs.clip, self.signs.marks
        if self.config.clip.on == "hub" and self.hub is not None:
            self.hub.light("clip", "off" if clip is None else f"{clip} {marks}")
        bar = len(self.config.clip.pins) if self.config.clip.on == "bar" else 0
        for number in range(bar):
            lit = clip is not None and number == clip * bar // max(1, marks)
            self._set(f"clip/{number}", lit)
        if (servo := self._pins.get("clip")) is not None:
            servo.value = None if clip is None else 1 - 2 * clip / max(1, marks - 1)

    def _set(self, part: str, on: bool) -> None:
        pin = self._pins.get(part)
        if pin is None or bool(pin.value) == on:
            return
        try:
            pin.value = on
        except Exception as error:  # noqa: BLE001 - whatever a pin library raises
            self._pins.pop(part)
            words = "It cannot be switched ({error}): restart tableside."
            self.parts.tell(part, "trouble", Sentence(words, error=error))


SOUNDS: tuple[Sound, ...] = get_args(Sound)
