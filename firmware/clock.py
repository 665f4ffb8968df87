"""Time since the start as a plain number; MicroPython's own starts anew every twelve days."""

import time


class Clock:
    """Must be asked at least once in six days."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()
        self._ms = 0

    def ms(self) -> int:
        """Milliseconds since the start."""
        now = time.ticks_ms()
        self._ms += time.ticks_diff(now, self._last)
        self._last = now
        return self._ms
