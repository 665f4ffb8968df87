"""From the edge at a real line to the session's queue, in the virtual Pi."""

from __future__ import annotations

from typing import Any

from tests.pi_vm.image import Unbuildable
from tests.pi_vm.machine import told


def measure() -> dict[str, Any]:
    """Milliseconds at the Pi's own pace, one instruction a nanosecond; or why there is no Pi."""
    try:
        ran = list(told("python3 /src/tests/pi_vm/guest/bench.py"))
    except Unbuildable as why:
        return {"none": f"no virtual Pi: {why}"}
    figures: dict[str, Any] = next(one["figures"] for one in ran if "figures" in one)
    return figures
