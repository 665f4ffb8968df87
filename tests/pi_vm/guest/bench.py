"""In the Pi: from the edge at a line to the session's queue, many times over."""

from __future__ import annotations

import json
import time
from statistics import median, quantiles

from companion.config import Clip, Config
from companion.devices.electronics import open_electronics
from companion.table.inbox import Down, Up
from tests.devices.hearing import Ears
from tests.pi_vm.guest.lines import Line

PRESSES = 300
CONFIG = Config(hub="none:", clip=Clip("none"))
BUTTON = CONFIG.seats["jason"].button


def measure() -> list[float]:
    """How long each press took, in milliseconds."""
    ears, line, late = Ears(), Line(BUTTON or 0), []
    table = open_electronics(CONFIG, ears.inbox, sim=False)
    for _ in range(PRESSES):
        edge = time.monotonic()
        line.down()
        assert isinstance(ears.next(), Down)
        late.append((time.monotonic() - edge) * 1000)
        line.up()
        assert isinstance(ears.next(), Up)
        time.sleep(0.02)
    table.close()
    return late


if __name__ == "__main__":
    late = measure()
    figures = {
        "debounce_ms": CONFIG.debounce_ms,
        "median_ms": round(median(late), 2),
        "p95_ms": round(quantiles(late, n=20)[-1], 2),
    }
    print(f"@@ {json.dumps({'figures': figures})}", flush=True)  # noqa: T201
