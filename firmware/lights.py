"""Lamps, buzzer and clip, as the table orders them."""

from machine import PWM, Pin
from wiring import Wiring

BLINK_MS = 400
ABSENT_MS = 10_000
"""A table that has been silent for so long is gone, and all goes dark."""
LONGEST_MS = 5_000
SERVO_NS = (2_000_000, 1_000_000)
"""The pulses for the top and the last mark."""


class Lights:
    """Knows what is ordered, and switches what is due."""

    def __init__(self, wiring: Wiring) -> None:
        self.lamps = [Pin(pin, Pin.OUT, value=0) for pin in wiring.lamps]
        self.bar = [Pin(pin, Pin.OUT, value=0) for pin in wiring.clip]
        self.buzzer = _buzzer(wiring)
        self.servo = None if wiring.servo is None else PWM(Pin(wiring.servo), freq=50, duty_ns=0)
        self.orders = ["off"] * len(self.lamps)
        self.clip: tuple[int, int] | None = None
        self.beeps: list[int] = []
        self.loud = False
        self.beep_at = self.heard_at = 0

    def features(self) -> list[str]:
        """What there is, in the words of a hello."""
        has = (("lamps", self.lamps), ("buzz", self.buzzer), ("clip", self.bar or self.servo))
        return [name for name, part in has if part]

    def obey(self, words: list[str], now: int) -> None:
        """Take one order; what makes no sense changes nothing."""
        what, how = words[0], words[1:]
        if what == "lamp" and len(how) == 2 and how[0].isdigit():
            if 0 < int(how[0]) <= len(self.lamps) and how[1] in ("on", "off", "blink"):
                self.orders[int(how[0]) - 1] = how[1]
        elif what == "clip" and how == ["off"]:
            self.clip = None
        elif what == "clip" and len(how) == 2 and how[0].isdigit() and how[1].isdigit():
            if int(how[0]) < int(how[1]):
                self.clip = int(how[0]), int(how[1])
        elif what == "buzz" and len(how) == 1:
            beeps = how[0].split(",")
            if all(ms.isdigit() and 0 < int(ms) <= LONGEST_MS for ms in beeps):
                self.beeps = [int(ms) for ms in beeps]
                self.loud = False
                self.beep_at = now

    def step(self, now: int) -> None:
        """Switch what is due."""
        there = now - self.heard_at < ABSENT_MS
        phase = now // BLINK_MS % 2 == 0
        for number, lamp in enumerate(self.lamps):
            order = self.orders[number]
            lamp(there and (order == "on" or (order == "blink" and phase)))
        self._show(self.clip if there else None)
        while self.buzzer and now >= self.beep_at and (self.beeps or self.loud):
            self.loud = bool(self.beeps) and not self.loud
            if self.beeps:
                self.beep_at += self.beeps.pop(0)
            self.buzzer(self.loud)

    def _show(self, clip: tuple[int, int] | None) -> None:
        for number, led in enumerate(self.bar):
            led(clip is not None and number == clip[0] * len(self.bar) // clip[1])
        if self.servo is not None:
            if clip is None:
                self.servo.duty_ns(0)
            else:
                top, last = SERVO_NS
                self.servo.duty_ns(top + (last - top) * clip[0] // max(1, clip[1] - 1))


class Tone:
    """A buzzer that does not sound by itself."""

    def __init__(self, pin: Pin, hertz: int) -> None:
        self._pwm = PWM(pin, freq=hertz, duty_u16=0)

    def __call__(self, loud: bool) -> None:
        self._pwm.duty_u16(0x8000 if loud else 0)


def _buzzer(wiring: Wiring) -> Pin | Tone | None:
    if wiring.buzzer is None:
        return None
    pin = Pin(wiring.buzzer, Pin.OUT, value=0)
    return Tone(pin, wiring.buzzer_hz) if wiring.buzzer_hz else pin
