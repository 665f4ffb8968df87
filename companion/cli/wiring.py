"""`tableside doctor --wiring`: press, lay and look as you are asked, and the map is saved."""

from __future__ import annotations

import contextlib
import os
import queue
import select
import sys
import time
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from typing import TextIO

from gpiozero.pins import Factory
from gpiozero.pins.mock import MockFactory

from companion import config as configs
from companion import home as homes
from companion.cli.checkup import quiet
from companion.config import BUSES, Config
from companion.devices import header
from companion.devices.electronics import Electronics, open_electronics
from companion.devices.machine import Machine
from companion.devices.panel import open_factory
from companion.devices.sim import TAP_S
from companion.devices.wiring import Feeler, Found, save
from companion.errors import ConfigError, HubError
from companion.table.board import Signs
from companion.table.inbox import Inbox, Placed

POLL_S = 0.05
HELLO_S = 4.0
TAG = "04A1B2{:02X}"
HOW = """The guided wiring check: do what it asks for, and it tells what it found.
Enter: go on, this stays as it is set. q and Enter: end here.
"""
HOW_SIM = """The guided wiring check, at a table without parts: press Enter and a hand does what
is asked for. s and Enter: go on without. q and Enter: end here.
"""


class Enough(Exception):
    """Whoever was asked wants to end here."""


class Terminal:
    """Lines typed by a person, while something else is listened to."""

    def __init__(self, source: int | None = None, screen: TextIO | None = None) -> None:
        self.source = sys.stdin.fileno() if source is None else source
        self.screen = screen or sys.stdout
        self._typed = b""

    def say(self, words: str = "") -> None:
        print(words, file=self.screen, flush=True)

    def line(self, wait: float) -> str | None:
        """A line, if one was typed by then; `Enough` once it is q, or nobody is there to type."""
        if b"\n" not in self._typed and select.select([self.source], [], [], wait)[0]:
            typed = os.read(self.source, 1024)
            if not typed:
                raise Enough
            self._typed += typed
        line, newline, rest = self._typed.partition(b"\n")
        if not newline:
            return None
        self._typed = rest
        word = line.decode(errors="replace").strip().lower()
        if word == "q":
            raise Enough
        return word


class Guide:
    """One walk through all parts. `sim`: a hand does what is asked for at Enter."""

    def __init__(
        self, config: Config, terminal: Terminal, *, sim: bool, buses: Collection[str] = ()
    ) -> None:
        self.found, self.terminal, self.sim = Found(config, buses), terminal, sim
        self.left = 0
        """So many parts were passed over, or do not do what they should."""

    @property
    def config(self) -> Config:
        return self.found.config

    def switches(self, factory: Factory) -> None:
        """Every button and key in turn."""
        buses = self.found.buses
        feeler = Feeler(factory, buses, self.config.debounce_ms / 1000)
        try:
            for bus in sorted(set(buses) & set(BUSES)):
                pins = ", ".join(map(str, sorted(BUSES[bus])))
                self.terminal.say(f"{bus} is on and has GPIO {pins}: nothing is heard there.")
            for gpio in feeler.closed():
                self.terminal.say(
                    f"{header.place(gpio)} is closed already and left out: a switch turned by "
                    "90 degrees, a lamp, or a short to ground."
                )
            for gpio in feeler.refused():
                self.terminal.say(f"{header.place(gpio)} is another program's, and left out.")
            for part in self.found.switches():
                self._switch(part, feeler, factory)
        finally:
            feeler.close()

    def readers(self, electronics: Electronics, inbox: Inbox) -> None:
        """A tag on every reader in turn."""
        self._await_readers(electronics)
        for number, name in enumerate(self.config.readers):
            self.terminal.say(f"\nLay a tag on reader {name}.")
            for health in electronics.health():
                if health.part in (f"reader/{name}", "hub") and health.state != "fine":
                    self.terminal.say(f"    {health.part}: {health.words}")
            while (seen := self._sight(inbox)) is None:
                if not self._helped(partial(electronics.hands.place, name, TAG.format(number))):
                    break
            else:
                self._reader(name, seen)
                continue
            self.left += 1

    def lamps(self, electronics: Electronics) -> None:
        """Every lamp, alone."""
        for seat, place in self.config.seats.items():
            if self.config.lights == "pins" and place.lamp is None:
                continue
            electronics.outputs.show(Signs({seat: "on"}))
            self.terminal.say(f"\n{seat}'s lamp shines now, and no other. Enter: yes. n: no.")
            while (word := self.terminal.line(1.0)) is None:
                pass
            if word.startswith("n"):
                self.left += 1
                where = header.place(place.lamp) if place.lamp is not None else "at the hub"
                self.terminal.say(f"    {where}: is the LED's long leg at its resistor?")
        electronics.outputs.show(Signs())

    def _switch(self, part: str, feeler: Feeler, factory: Factory) -> None:
        gpio = self.config.part_pins().get(part)
        where = "no pin is set" if gpio is None else header.place(gpio)
        self.terminal.say(f"\nPress {named(part)} ({where}).")
        while True:
            with contextlib.suppress(queue.Empty):
                moved = feeler.moved.get(timeout=POLL_S)
                if (owner := self.found.owner(moved)) is None:
                    self.terminal.say(
                        "\n".join(f"    {n}" for n in self.found.pressed(part, moved))
                    )
                    return
                self.terminal.say(f"    {header.place(moved)} is {named(owner)}.")
            if not self._helped(partial(_tap, factory, gpio)):
                self.left += 1
                return

    def _reader(self, name: str, seen: str) -> None:
        at = self.config.readers[seen].at
        self.found.readers[name] = at
        if seen == name:
            self.terminal.say(f"    {name}: it reads.")
        else:
            self.terminal.say(f"    The one set as {seen} saw it: noted, {name} is at {at}.")

    def _sight(self, inbox: Inbox) -> str | None:
        """Which reader has seen a tag that was not found before."""
        with contextlib.suppress(queue.Empty):
            item, _ = inbox.take(POLL_S)
            if isinstance(item, Placed):
                if self.config.readers[item.reader].at not in self.found.readers.values():
                    return item.reader
                self.terminal.say(f"    {item.reader} was found already.")
        return None

    def _await_readers(self, electronics: Electronics) -> None:
        wanted = {f"reader/{name}" for name in self.config.readers}
        end = time.monotonic() + HELLO_S
        while time.monotonic() < end and wanted - {h.part for h in electronics.health()}:
            time.sleep(POLL_S)

    def _helped(self, hand: Callable[[], None]) -> bool:
        """Whether to wait on; a line that was typed means no, or calls the hand."""
        word = self.terminal.line(0)
        if word is None:
            return True
        if not self.sim or word.startswith("s"):
            return False
        hand()
        return True


def named(part: str) -> str:
    """A switch as one says it.

    >>> named("button/jason"), named("key/3")
    ("jason's button", 'key 3')
    """
    kind, _, name = part.partition("/")
    return f"{name}'s button" if kind == "button" else f"key {name}"


def _tap(factory: Factory, gpio: int | None) -> None:
    """A simulated finger."""
    if gpio is not None and isinstance(factory, MockFactory):
        pin = factory.pin(gpio)
        pin.drive_low()
        time.sleep(TAP_S)
        pin.drive_high()


def check(home: Path, *, sim: bool, terminal: Terminal | None = None) -> int:
    """Walk through everything that is wired and save the map; 0 if nothing was left."""
    terminal = terminal or Terminal()
    machine = Machine()
    with homes.alone(home), quiet("tableside.devices"):
        buses = set() if sim else machine.buses()
        config = configs.read(home, buses)
        guide = Guide(config, terminal, sim=sim, buses=buses)
        terminal.say(HOW_SIM if sim else HOW)
        with _until_enough(guide):
            _walk(guide)
        saved = _save(guide, home)
    return 0 if saved and not guide.left else 1


def _walk(guide: Guide) -> None:
    config, terminal = guide.config, guide.terminal
    try:
        factory = open_factory("mock" if guide.sim else config.factory)
    except HubError as fault:
        terminal.say(f"Buttons and keys are left out. {fault}")
        guide.left += 1
    else:
        try:
            guide.switches(factory)
        finally:
            factory.close()
    inbox = Inbox()
    electronics = open_electronics(guide.found.result(), inbox, sim=guide.sim)
    try:
        guide.readers(electronics, inbox)
        if electronics.factory is not None:
            guide.lamps(electronics)
    finally:
        electronics.close()


@contextlib.contextmanager
def _until_enough(guide: Guide) -> Iterator[None]:
    try:
        yield
    except Enough:
        guide.left += 1
        guide.terminal.say("\nEnded here.")


def _save(guide: Guide, home: Path) -> bool:
    """Write the map into the home folder, the one before it beside it."""
    terminal, config = guide.terminal, guide.found.result()
    for part in guide.found.lost():
        terminal.say(f"{part} has no pin now: its pin was found to be another's.")
    if config == guide.config:
        terminal.say("\nThe map is as it was.")
        return True
    try:
        configs.parse(configs.write(config))
    except ConfigError as fault:
        terminal.say(f"\nNot saved: {fault}.")
        return False
    terminal.say(f"\nSaved: {save(home, config)}")
    return True
