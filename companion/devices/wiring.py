"""The guided wiring check: which pin a finger moves, which reader sees a tag, and the map of that.

`Feeler` listens at every free pin; `Found` keeps what was found and makes a configuration of it.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from gpiozero.pins import Factory

from companion.config import BUSES, FILE, Config, Place, write
from companion.devices import header
from companion.devices.panel import Panel
from companion.devices.parts import Parts
from companion.devices.tape import Tape
from companion.table.inbox import Down, Hand

V = TypeVar("V")


class Feeler:
    """Every pin that no bus has, as an input: nothing is driven, whatever is wired to it.

    `moved` gets the GPIO of each press.
    """

    def __init__(
        self,
        factory: Factory,
        buses: Collection[str],
        settle: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.moved: queue.SimpleQueue[int] = queue.SimpleQueue()
        self.parts = Parts(self._passed_over, clock)
        self._panel = Panel(
            {f"button/{gpio}": gpio for gpio in free(buses)},
            factory,
            put=self._put,
            parts=self.parts,
            clock=clock,
            tape=Tape(None),
            settle=settle,
        )
        self._panel.start()

    def closed(self) -> list[int]:
        """Which were closed when we came, and still are: nobody can press them."""
        return [self._gpio(h.part) for h in self.parts.all() if h.state == "stuck"]

    def refused(self) -> list[int]:
        """Which could not be opened."""
        return [self._gpio(h.part) for h in self.parts.all() if h.state == "trouble"]

    def close(self) -> None:
        self._panel.close()

    def _put(self, hand: Hand) -> None:
        if isinstance(hand, Down):
            self.moved.put(int(hand.seat))

    def _gpio(self, part: str) -> int:
        return int(part.removeprefix("button/"))

    def _passed_over(self, hand: Hand) -> None:
        """How a pin is, is asked for and not told."""


def free(buses: Collection[str]) -> list[int]:
    """Every GPIO of the header that no bus in use has, and that is not the add-on boards' own.

    >>> free({"I2C"})[:3]
    [4, 5, 6]
    """
    taken = set(BUSES["HAT"]).union(*(BUSES[bus] for bus in buses if bus in BUSES))
    return sorted(set(header.HEADER) - taken)


@dataclass
class Found:
    """What a check has found so far, beside what was set before it. `buses`: those that are on."""

    config: Config
    buses: Collection[str] = ()
    pins: dict[str, int] = field(default_factory=dict)
    readers: dict[str, str] = field(default_factory=dict)

    def switches(self) -> list[str]:
        """What is asked for, in turn."""
        buttons = [f"button/{seat}" for seat in self.config.seats]
        return buttons + [f"key/{number}" for number, _ in enumerate(self.config.keys, 1)]

    def owner(self, gpio: int) -> str | None:
        """Which part was found there."""
        return next((part for part, pin in self.pins.items() if pin == gpio), None)

    def pressed(self, part: str, gpio: int) -> list[str]:
        """A part was found at a pin: what there is to say about that."""
        before = self.config.part_pins().get(part)
        self.pins[part] = gpio
        said = f"{header.place(gpio)}: "
        said += "as it is set." if before == gpio else "noted."
        notes = [said]
        for bus in header.buses(gpio):
            if bus in self.buses:
                notes.append(f"! {bus} is on and wants that pin too: switch it off, or move this.")
            elif bus in BUSES:
                words = f"! That pin belongs to {bus}: it works until {bus} is switched on."
                notes.append(f"{words} A free pin is better.")
        return notes

    def result(self) -> Config:
        """The configuration with the map as it was found."""
        config = self.config
        pins = kept(_switches(config), self.pins)
        taken = set(self.pins.values())
        seats = {
            seat: Place(pins.get(f"button/{seat}"), None if place.lamp in taken else place.lamp)
            for seat, place in config.seats.items()
        }
        keys = tuple(pins.get(f"key/{number}") for number, _ in enumerate(config.keys, 1))
        before = {name: reader.at for name, reader in config.readers.items()}
        ats = kept(before, self.readers)
        spare = [at for at in before.values() if at not in ats.values()]
        readers = {
            name: replace(reader, at=ats[name] if name in ats else spare.pop(0))
            for name, reader in config.readers.items()
        }
        return replace(
            config,
            seats=MappingProxyType(seats),
            keys=keys,
            buzzer=None if config.buzzer in taken else config.buzzer,
            readers=MappingProxyType(readers),
        )

    def lost(self) -> list[str]:
        """Parts whose pin turned out to be another's: they have none now."""
        after = self.result().part_pins()
        return [part for part in self.config.part_pins() if part not in after]


def rewire(home: Path, config: Config, heard: Mapping[str, str]) -> None:
    """Keep in the home folder that these parts were found wired where others were set."""
    found = Found(config)
    pins = config.part_pins()
    for part, as_set in heard.items():
        if part.startswith("reader/"):
            at = config.readers[as_set.removeprefix("reader/")].at
            found.readers[part.removeprefix("reader/")] = at
        else:
            found.pins[part] = pins[as_set]
    save(home, found.result())


def save(home: Path, config: Config) -> Path:
    """Write the configuration into the home folder; the file before it is kept beside it."""
    path = home / FILE
    if path.exists():
        path.replace(path.with_suffix(".before"))
    path.write_text(write(config), encoding="utf-8")
    return path


def kept(before: Mapping[str, V], found: Mapping[str, V]) -> dict[str, V]:
    """What was found, and of the rest what nobody else was found to have.

    >>> kept({"jason": 5, "billy": 6, "zach": 19}, {"jason": 6})
    {'zach': 19, 'jason': 6}
    """
    taken = set(found.values())
    rest = {key: value for key, value in before.items() if key not in found and value not in taken}
    return {**rest, **found}


def _switches(config: Config) -> dict[str, int]:
    return {
        part: gpio
        for part, gpio in config.part_pins().items()
        if part.startswith(("button/", "key/"))
    }
