"""A tape played again: the same code makes the same events of it.

`events` reads it through at once; `Player` plays it in its own time, on mock pins and a pty.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence

from gpiozero.pins.mock import MockFactory

from companion.config import Config
from companion.devices.hub import Dialogue, Patience
from companion.devices.panel import Contact, meaning
from companion.devices.parts import Parts
from companion.devices.readers import Laid
from companion.devices.sim_hub import Cable
from companion.devices.tape import Seen, play
from companion.table.inbox import Hand, Health


def events(lines: Iterable[str], config: Config) -> list[Hand]:
    """The events on a tape, in order, without waiting. How parts are is not among them."""
    hands: list[Hand] = []
    now = 0.0
    put = hands.append
    laid = Laid(put, config.grace_ms / 1000)
    parts = Parts(put, lambda: now)
    names = {r.at: r.name for r in config.readers.values() if r.kind == "pico"}
    hub = Dialogue(names, laid, parts, Patience())
    contacts: dict[str, Contact] = {}

    def tick(until: float) -> None:
        """Let pass what happened between two things on the tape, in its order."""
        while dues := [(d, part) for part, c in contacts.items() if (d := c.due()) is not None]:
            due, part = min(dues)
            if due > until:
                break
            hands.extend(h for m in contacts[part].tick(due) if (h := meaning(part, m)))
        laid.tick(until)

    for now, source, what in play(lines):
        tick(now)
        if source == "hub":
            hub.heard(bytes.fromhex(what), now)
        elif source.startswith("reader/"):
            sighted(laid, source.removeprefix("reader/"), what, now)
        else:
            contact = contacts.setdefault(source, Contact(config.debounce_ms / 1000))
            hands.extend(h for m in contact.edge(what == "down", now) if (h := meaning(source, m)))
    tick(now + 60)
    return [hand for hand in hands if not isinstance(hand, Health)]


def sighted(laid: Laid, reader: str, what: str, now: float) -> None:
    """What a reader with a port of its own saw: a tag, nothing, or too many."""
    if what == "-":
        laid.empty(reader, now)
    elif what == "+":
        laid.crowded(reader, now)
    else:
        laid.placed(reader, what, now)


class Player(threading.Thread):
    """Plays a tape as if hands did it now. It begins when somebody listens to the cable."""

    def __init__(
        self,
        tape: Sequence[Seen],
        factory: MockFactory,
        pins: Mapping[str, int],
        laid: Laid,
        clock: Callable[[], float],
    ) -> None:
        super().__init__(name="tape", daemon=True)
        self.tape, self.factory, self.pins, self.laid, self.clock = tape, factory, pins, laid, clock
        self.cable = Cable()
        self.cable.plug()
        self._stopped = threading.Event()

    def run(self) -> None:
        while not self.cable.hear(0.02):
            if self._stopped.is_set():
                return
        began = self.clock()
        start = self.tape[0].at if self.tape else 0.0
        for seen in self.tape:
            while (wait := began + seen.at - start - self.clock()) > 0:
                self.cable.hear(min(wait, 0.05))
                if self._stopped.is_set():
                    return
            began -= (
                wait  # late, on a busy machine: then all that follows is, and nothing is shorter
            )
            self._play(seen)
        while not self._stopped.is_set():
            self.cable.hear(0.05)

    def close(self) -> None:
        self._stopped.set()
        if self.is_alive():
            self.join(5)
        self.cable.unplug()

    def _play(self, seen: Seen) -> None:
        if seen.source == "hub":
            self.cable.say(bytes.fromhex(seen.what))
        elif seen.source.startswith("reader/"):
            sighted(self.laid, seen.source.removeprefix("reader/"), seen.what, self.clock())
        elif seen.source in self.pins:
            pin = self.factory.pin(self.pins[seen.source])
            if seen.what == "down":
                pin.drive_low()
            else:
                pin.drive_high()
