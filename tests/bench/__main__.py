"""`make bench`: every figure we watch; the last line is JSON alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from statistics import median
from typing import Any

from companion.engines.catalogue import GAMES
from tests.bench import latency, onlookers, pins, render, rival, start, weight
from tests.firmware import pace
from tests.tools import ROOT

PLAYOUT_S = 5


def main() -> None:
    """Measure one thing after the other, and say each as it comes."""
    figures: dict[str, Any] = {
        "machine": f"{os.cpu_count()} cores, Python {sys.version.split()[0]}"
    }
    for name, measure in (
        ("cold_start", start.measure),
        ("press_to_phone", latency.measure),
        ("pin_to_queue", pins.measure),
        ("change_to_onlookers", onlookers.measure),
        ("beside_boardgame_io", rival.measure),
        ("largest_screen", render.measure),
        ("bytes_per_change", weight.measure),
        ("eight_readers", pace.measure),
        ("playouts", playouts),
    ):
        figures[name] = measure()
        print(f"{name}: {figures[name]}", file=sys.stderr, flush=True)  # noqa: T201
    print(json.dumps(figures))  # noqa: T201


def playouts() -> dict[str, Any]:
    """Answers of seats a second, uniform random play, checked and logged."""
    return {game: playout(game) for game in GAMES}


def playout(game: str) -> int:
    """The median of three runs."""
    rates = []
    for seed in ("1", "2", "3"):
        words = [sys.executable, "-m", "tests.bench.playouts", game, str(PLAYOUT_S / 3), seed]
        ran = subprocess.run(words, check=True, capture_output=True, text=True, cwd=ROOT)
        told = json.loads(ran.stdout.splitlines()[-1])
        rates.append(told["actions"] / told["seconds"])
    return round(median(rates))


main()
