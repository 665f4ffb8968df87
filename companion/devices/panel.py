"""The panel: a button a seat and six shared keys, read through gpiozero by a named pin factory.

`Contact` decides what the edges of one switch mean; it is the same on every factory and is told the
time. `Panel` collects edges: a callback only enqueues, one thread decides.
"""

from __future__ import annotations

import atexit
import os
import queue
import shutil
import tempfile
import threading
from collections.abc import Callable, Mapping
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from gpiozero import InputDevice
from gpiozero.exc import PinInvalidPin
from gpiozero.pins import Factory

from companion.devices.parts import Parts
from companion.devices.tape import Tape
from companion.errors import HubError, Sentence
from companion.table.inbox import Down, Hand, Held, Key, Up

HOLDS = (0.6, 2.0)
STUCK_S = 30.0
WATCH_S = 0.25
SUSPECT_S = 0.03


class Motion(NamedTuple):
    """What a finger did: `stuck` and `free` are no motions but how the switch is."""

    kind: Literal["down", "held", "up", "stuck", "free"]
    at: float
    seconds: float = 0.0


class Contact:
    """One switch as it bounces. Time is told, never asked.

    A level counts once it has held for `settle` seconds, from its first edge on. A switch that was
    closed at the start is stuck until it opens: nobody pressed it.
    """

    def __init__(self, settle: float, closed: bool = False) -> None:
        self.settle = settle
        self.down = self.raw = self.stuck = closed
        self._last = 0.0
        self._first: float | None = None
        self._since: float | None = None
        self._holds: tuple[float, ...] = ()

    def edge(self, down: bool, at: float) -> list[Motion]:
        """The switch closed or opened, at `at`."""
        motions = self.tick(at)
        if down != self.raw:
            self.raw = down
            self._last = at
            if self._first is None:
                self._first = at
        return motions

    def tick(self, now: float) -> list[Motion]:
        """What is certain by now."""
        motions = []
        if self._first is not None and now >= self._last + self.settle:
            first, self._first = self._first, None
            if self.raw != self.down:
                motions += self._held(first)
                motions += self._settled(first)
        motions += self._held(self._first if self._first is not None else now)
        return motions

    def due(self) -> float | None:
        """When to tick next, if no edge comes before."""
        if self._first is not None:
            return self._last + self.settle
        return self._since + self._holds[0] if self._since is not None and self._holds else None

    def _settled(self, at: float) -> list[Motion]:
        self.down = self.raw
        if self.down:
            self._since, self._holds = at, (*HOLDS, STUCK_S)
            return [Motion("down", at)]
        up = [Motion("up", at)] if self._since is not None else []
        free = [Motion("free", at)] if self.stuck else []
        self._since, self._holds, self.stuck = None, (), False
        return up + free

    def _held(self, until: float) -> list[Motion]:
        motions = []
        while self._since is not None and self._holds and self._since + self._holds[0] <= until:
            seconds, *rest = self._holds
            self._holds = tuple(rest)
            at = self._since + seconds
            if seconds == STUCK_S:
                self.stuck = True
                motions.append(Motion("stuck", at))
            else:
                motions.append(Motion("held", at, seconds))
        return motions


def meaning(part: str, motion: Motion) -> Hand | None:
    """What a motion of `button/jason` or `key/3` tells the session."""
    kind, _, name = part.partition("/")
    if kind == "key":
        return Key(int(name), motion.at) if motion.kind == "down" else None
    match motion.kind:
        case "down":
            return Down(name, motion.at)
        case "held":
            return Held(name, motion.seconds, motion.at)
        case "up":
            return Up(name, motion.at)
    return None


class Panel(threading.Thread):
    """All buttons and keys. `pins`: part -> BCM number; a part without a pin may have a twin.

    `refused`: parts that may not be opened, and why.
    """

    def __init__(
        self,
        pins: Mapping[str, int | None],
        factory: Factory | None,
        *,
        put: Callable[[Hand], None],
        parts: Parts,
        clock: Callable[[], float],
        tape: Tape,
        settle: float,
        refused: Mapping[str, Sentence] = MappingProxyType({}),
    ) -> None:
        super().__init__(name="panel", daemon=True)
        self.put, self.parts, self.clock, self.tape = put, parts, clock, tape
        self._edges: queue.SimpleQueue[tuple[str, bool, float] | None] = queue.SimpleQueue()
        self._contacts = {part: Contact(settle) for part in pins}
        self._switches: dict[str, _Switch] = {}
        self._suspects: dict[str, tuple[bool, float]] = {}
        self._watched = 0.0
        self._deaf = False
        if factory is not None:
            for part, pin in pins.items():
                if part in refused:
                    parts.tell(part, "trouble", refused[part])
                else:
                    self._open(part, pin, factory, settle)
        self._listeners = [t for t in threading.enumerate() if type(t).__module__ == "lgpio"]

    def edge(self, part: str, down: bool, at: float) -> None:
        """A switch closed or opened. Only enqueues; for pins and twins alike."""
        self._edges.put((part, down, at))

    def run(self) -> None:
        while True:
            try:
                edge = self._edges.get(timeout=max(0.002, self._next() - self.clock()))
            except queue.Empty:
                edge = ("", False, 0.0)
            if edge is None:
                return
            part, down, at = edge
            if part:
                self.tape.write(at, part, "down" if down else "up")
                self._tell(part, self._contacts[part].edge(down, at))
            if self._edges.empty():
                self._tick(self.clock())

    def close(self) -> None:
        """End the thread and let the pins go."""
        self._edges.put(None)
        if self.is_alive():
            self.join(5)
        for switch in self._switches.values():
            switch.close()

    def _open(self, part: str, pin: int | None, factory: Factory, settle: float) -> None:
        if pin is None:
            words = Sentence("No pin is set for it: wire it and set its pin.")
            self.parts.tell(part, "missing", words)
            return
        try:
            switch = _Switch(part, pin, factory, self.edge, self.clock)
        except Exception as error:  # noqa: BLE001 - whatever a pin library raises, the rest plays
            self.parts.tell(part, "trouble", pin_trouble(pin, error))
            return
        self._switches[part] = switch
        closed = switch.closed()
        self._contacts[part] = Contact(settle, closed)
        if closed:
            self._stuck(part)
        else:
            self.parts.tell(part, "fine")

    def _next(self) -> float:
        pace = 0.01 if self._deaf else SUSPECT_S if self._suspects else WATCH_S
        dues = [due for contact in self._contacts.values() if (due := contact.due()) is not None]
        return min([self._watched + pace, *dues])

    def _tick(self, now: float) -> None:
        for part, contact in self._contacts.items():
            due = contact.due()
            if due is not None and due <= now and self._agrees(part):
                self._tell(part, contact.tick(now))
        self._watch(now)

    def _agrees(self, part: str) -> bool:
        """Whether the pin still is as its last edge said; if not, the next edge is on its way."""
        switch = self._switches.get(part)
        contact = self._contacts[part]
        return switch is None or self.parts.twinned(part) or switch.closed() == contact.raw

    def _tell(self, part: str, motions: list[Motion]) -> None:
        for motion in motions:
            if motion.kind == "stuck":
                self._stuck(part)
            elif motion.kind == "free":
                self.parts.tell(part, "fine")
            elif hand := meaning(part, motion):
                self.put(hand)

    def _stuck(self, part: str) -> None:
        self.parts.tell(
            part,
            "stuck",
            Sentence(
                "It is held down: let go. If nobody holds it, turn the switch by 90 degrees "
                "or look for a short to ground."
            ),
        )

    def _watch(self, now: float) -> None:
        """Compare what the listener told with what the pins say: it may have died unheard."""
        pace = 0.01 if self._deaf else SUSPECT_S if self._suspects else WATCH_S
        if now - self._watched < pace:
            return
        self._watched = now
        if self._listeners and not all(thread.is_alive() for thread in self._listeners):
            self._deafened()
        for part, switch in self._switches.items():
            if self.parts.twinned(part):
                continue
            closed = switch.closed()
            if closed == self._contacts[part].raw:
                self._suspects.pop(part, None)
            elif self._deaf:
                self._tell(part, self._contacts[part].edge(closed, now))
            elif self._suspects.get(part, (not closed, 0))[0] != closed:
                self._suspects[part] = closed, now
            elif now - self._suspects[part][1] >= SUSPECT_S / 2:
                self._suspects.pop(part)
                self._deafened()
                self._tell(part, self._contacts[part].edge(closed, now))

    def _deafened(self) -> None:
        self._deaf = True
        self.parts.tell(
            "gpio",
            "trouble",
            Sentence(
                "The listener of the pins has stopped: they are read in turn; restart tableside."
            ),
        )


def _nobody(*_: object) -> None:
    """Hears the edges of a switch that is closed."""


class _Switch:
    """A switch between a pin and ground."""

    def __init__(
        self,
        part: str,
        pin: int,
        factory: Factory,
        edge: Callable[[str, bool, float], None],
        clock: Callable[[], float],
    ) -> None:
        self._device = InputDevice(pin, pull_up=True, pin_factory=factory)

        def changed(ticks: float, level: Any) -> None:
            try:
                now = clock()
                edge(part, not level, ticks if now - 1 < ticks < now else now)
            except Exception:  # noqa: BLE001, S110 - raising here ends all events of lgpio
                pass

        self._changed = changed  # gpiozero keeps a weak reference only
        self._device.pin.edges = "both"
        self._device.pin.when_changed = changed

    def closed(self) -> bool:
        return bool(self._device.is_active)

    def close(self) -> None:
        # gpiozero leaves lgpio's own callback behind, and one that finds nobody ends the listener
        self._device.pin.when_changed = _nobody
        self._device.close()


FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory", "lgpio"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory", "RPi.GPIO"),
    "rpi-lgpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory", "rpi-lgpio"),
    "mock": ("gpiozero.pins.mock", "MockFactory", "gpiozero"),
}
MENDS = {
    "lgpio": "`sudo apt install python3-lgpio` / `pip install 'tableside[pi]'`",
    "rpigpio": "`pip install 'tableside[rpigpio]'`",
    "rpi-lgpio": "`pip uninstall RPi.GPIO; pip install rpi-lgpio`",
}


def open_factory(name: str) -> Factory:
    """The pin factory of that name and no other; `HubError` names what is missing and its mend."""
    module, factory, package = FACTORIES[name]
    if not _installed(package):
        words = Sentence(
            "The pin library {package} is not installed: run {mend}."
            if _has_pins()
            else "The pin library {package} is not installed, and this computer has no GPIO:"
            " on a Raspberry Pi run {mend}.",
            package=package,
            mend=MENDS[name],
        )
        raise HubError(words)
    if name in ("lgpio", "rpi-lgpio"):
        os.environ.setdefault("LG_WD", _runtime_folder())
    try:
        opened: Factory = getattr(import_module(module), factory)()
    except Exception as error:
        raise HubError(_factory_trouble(package, error)) from error
    return opened


def _installed(package: str) -> bool:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        # the system's own package may come without metadata
        return package == "lgpio" and find_spec("lgpio") is not None
    return True


def _has_pins() -> bool:
    return any(Path("/dev").glob("gpiochip*")) or Path("/dev/gpiomem").exists()


def _runtime_folder() -> str:
    """A folder for the FIFO that lgpio makes at its import: one that may be written."""
    for folder in (os.environ.get("RUNTIME_DIRECTORY"), os.environ.get("XDG_RUNTIME_DIR")):
        if folder and os.access(folder, os.W_OK):
            return folder
    folder = tempfile.mkdtemp(prefix="tableside-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _factory_trouble(package: str, error: Exception) -> Sentence:
    chips = list(Path("/dev").glob("gpiochip*"))
    if not _has_pins():
        return Sentence("This computer has no GPIO: use the screen, or run on a Raspberry Pi.")
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        words = "No permission for the GPIO: run `sudo usermod -aG gpio $USER`, then log in again."
        return Sentence(words)
    words = "{package} cannot open the GPIO ({error}): run `tableside doctor`."
    return Sentence(words, package=package, error=error)


def pin_trouble(pin: int, error: Exception) -> Sentence:
    """Why a pin cannot be used, and the mend."""
    if isinstance(error, PinInvalidPin):
        return Sentence("This Pi has no GPIO {pin}: set another pin.", pin=pin)
    if "busy" in str(error).lower():
        return Sentence(
            "Another program holds GPIO {pin}: `gpioinfo` names it; stop it or set another pin.",
            pin=pin,
        )
    words = "GPIO {pin} cannot be opened ({error}): run `tableside doctor`."
    return Sentence(words, pin=pin, error=error)
