"""The 40-pin header of a Raspberry Pi: which GPIO is at which pin, and what else wants it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.config import BUSES

GPIO_PINS = (
    (2, 3), (3, 5), (4, 7), (14, 8), (15, 10), (17, 11), (18, 12), (27, 13), (22, 15), (23, 16),
    (24, 18), (10, 19), (9, 21), (25, 22), (11, 23), (8, 24), (7, 26), (0, 27), (1, 28), (5, 29),
    (6, 31), (12, 32), (13, 33), (19, 35), (16, 36), (26, 37), (20, 38), (21, 40),
)  # fmt: skip
HEADER: Mapping[int, int] = MappingProxyType(dict(GPIO_PINS))
"""BCM number -> pin of the header. Pin 1 is at the end with the SD card, at the square pad."""
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
VOLTS_3 = (1, 17)
VOLTS_5 = (2, 4)
LOW_AT_START = frozenset(range(9, 28))
"""GPIOs that the chip pulls low at power-on: a lamp is dark and a buzzer silent there."""
GUESTS: Mapping[str, frozenset[int]] = MappingProxyType(
    {"I2S": frozenset({18, 19, 20, 21}), "1-Wire": frozenset({4})}
)
"""GPIOs that a sound card or a thermometer takes, if somebody has put one on."""


def place(gpio: int) -> str:
    """A GPIO as one finds it.

    >>> place(5)
    'GPIO 5, header pin 29'
    """
    return f"GPIO {gpio}, header pin {HEADER[gpio]}" if gpio in HEADER else f"GPIO {gpio}"


def buses(gpio: int) -> list[str]:
    """What may want this GPIO for itself.

    >>> buses(2), buses(5)
    (['I2C'], [])
    """
    return sorted(bus for bus, pins in {**BUSES, **GUESTS}.items() if gpio in pins)
