"""The parts of the table and how each is: told to the session once a change, and logged once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from companion.errors import HubError, Sentence
from companion.table.inbox import Hand, Health, State

log = logging.getLogger("tableside.devices")
FINE = Sentence("")
"""What is said of a part that is fine: nothing."""


class Parts:
    """Every part by name. A part with a twin is played on the screen until the real one is fine."""

    def __init__(self, put: Callable[[Hand], None], clock: Callable[[], float]) -> None:
        self.put, self.clock = put, clock
        self._real: dict[str, Health] = {}
        self._twins: set[str] = set()
        self._lock = threading.Lock()

    def tell(self, part: str, state: State, words: Sentence = FINE, *, quiet: bool = False) -> None:
        """How a part is now. `quiet`: another part's log line has said it already."""
        with self._lock:
            before = self._real.get(part)
            if before is not None and (before.state, before.words) == (state, words):
                return
            health = self._real[part] = Health(part, state, words, self.clock())
            if state == "fine":
                self._twins.discard(part)
            twinned = part in self._twins
        known = before is not None and before.state == state == "missing"  # for another reason now
        if not quiet and not known and not (before is None and state == "fine"):
            log.log(
                logging.INFO if state == "fine" else logging.WARNING,
                "%s: %s%s",
                part,
                state,
                f": {words}" if words else "",
            )
        if not twinned:
            self.put(health)

    def twin(self, part: str, on: bool) -> None:
        """Let the screen stand in for a part that is absent or broken, or let it be again."""
        with self._lock:
            real = self._real.get(part)
            if real is None:
                raise HubError("there is no part {part}: see the list of parts", part=part)
            if on and real.state == "fine":
                raise HubError("{part} is there and works: use the real one", part=part)
            (self._twins.add if on else self._twins.discard)(part)
            health = self._shown(real)
        self.put(health)

    def twinned(self, part: str) -> bool:
        return part in self._twins

    def all(self) -> tuple[Health, ...]:
        """Every part as it is now."""
        with self._lock:
            return tuple(self._shown(health) for health in self._real.values())

    def _shown(self, health: Health) -> Health:
        if health.part not in self._twins:
            return health
        return Health(health.part, "twin", Sentence("Played on the screen."), self.clock())
