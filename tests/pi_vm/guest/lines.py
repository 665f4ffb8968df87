"""The fingers and the eyes: the far side of every line of the Pi."""

from __future__ import annotations

import os
import time
from pathlib import Path

import lgpio

LINES = Path(os.environ["LINES_OF_PI"])
PULLED_UP = 1 << 5
REST_S = 0.06


class Line:
    """A line between the Pi and a switch to ground, or a lamp."""

    def __init__(self, number: int) -> None:
        self.number = number
        folder = LINES / f"sim_gpio{number}"
        self._pull = os.open(folder / "pull", os.O_WRONLY)
        self._value = folder / "value"

    def __del__(self) -> None:
        os.close(self._pull)

    def down(self) -> None:
        """Close the switch."""
        os.pwrite(self._pull, b"pull-down", 0)

    def up(self) -> None:
        """Open it."""
        os.pwrite(self._pull, b"pull-up", 0)

    def press(self, seconds: float = 0.06) -> None:
        """Press it; no finger comes back in less than a rest."""
        self.down()
        time.sleep(seconds)
        self.up()
        time.sleep(REST_S)

    def chatter(self, down: bool, edges: int = 8, seconds: float = 0.005) -> None:
        """Close it (or open it) as a cheap switch does."""
        for number in range(edges):
            (self.down if (number % 2 == 0) == down else self.up)()
            time.sleep(seconds / edges)
        (self.down if down else self.up)()

    @property
    def lit(self) -> bool:
        return self._value.read_text().strip() == "1"

    def info(self) -> tuple[int, str]:
        """What the kernel says of it: flags, and who holds it."""
        chip = lgpio.gpiochip_open(0)
        try:
            _, _, flags, _, user = lgpio.gpio_get_line_info(chip, self.number)
        finally:
            lgpio.gpiochip_close(chip)
        return flags, user


def all_up() -> None:
    """No finger is on anything."""
    for pull in LINES.glob("sim_gpio*/pull"):
        pull.write_text("pull-up")
