"""How often a second the hub's program reads all its readers, reckoned from what goes over the bus.

A Pico is not here to be timed. The bytes, the selections and the tags' time on air are counted
while the program runs; the rest is the bus's clock, the time a field needs to be steady, and a
careful guess of what MicroPython takes around each selection on a Pico at 125 MHz.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.firmware.board import Board

PINS = (5, 7, 8, 9, 10, 11, 12, 13)
STEADY_US = 5_000
WAIT_US = 500
"""The loop looks at its clock more often than that."""
SELECTION_US = 40
TURNS = 30
"""So many of each reader are counted."""


class Pace(NamedTuple):
    """What one reader's turn costs on average, in microseconds, and rounds a second."""

    bus_us: float
    python_us: float
    air_us: float
    hertz: float


def measure(tag: str = "04A1B2C3D4E5") -> dict[str, float]:
    """Eight readers, on each a tag whose name begins so; or none."""
    with tempfile.TemporaryDirectory() as folder:
        readers = {f"lane{number}": pin for number, pin in enumerate(PINS)}
        board = Board(Path(folder), f"READERS = {readers}", dict.fromkeys(PINS, 0x92))
        try:
            for pin in PINS if tag else ():
                board.order(f"lay {pin} {tag}{pin:02X}")
            for _ in PINS:
                board.until("placed" if tag else "empty")
            first = _asked(board)
            while (last := _asked(board))[1] - first[1] < TURNS * len(PINS):
                pass
        finally:
            board.close()
    return reckon(first, last)._asdict()


def _asked(board: Board) -> list[int]:
    board.order("ask counted")
    return [int(number) for number in board.seen("counted").split()[1:]]


def reckon(first: list[int], last: list[int]) -> Pace:
    """From two counts: the clock, and turns, bytes, selections and microseconds on air so far."""
    turns, sent, selections, air = (
        late - soon for soon, late in zip(first[1:], last[1:], strict=True)
    )
    bus_us = sent * 8 * 1e6 / last[0] / turns
    python_us = selections * SELECTION_US / turns
    turn_us = STEADY_US + WAIT_US + bus_us + python_us + air / turns
    return Pace(
        round(bus_us), round(python_us), round(air / turns), round(1e6 / turn_us / len(PINS), 1)
    )
