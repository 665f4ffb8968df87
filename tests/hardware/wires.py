"""What a wiring of hardware/ says, as WireViz reads it: from one pin, by a wire, to another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

from tests.tools import ROOT

FOLDER = ROOT / "hardware" / "wiring"
PICO_PINS = (
    "GP0 GP1 ground GP2 GP3 GP4 GP5 ground GP6 GP7 GP8 GP9 ground GP10 GP11 GP12 GP13 ground "
    "GP14 GP15 GP16 GP17 ground GP18 GP19 GP20 GP21 ground GP22 RUN GP26 GP27 ground GP28 "
    "ADC_VREF 3V3 3V3_EN ground VSYS VBUS"
)
"""The Pico's forty, from its USB plug on, by the board's data sheet: 1 to 20 down, 21 to 40 up."""


class Pin(NamedTuple):
    """A pin of a connector: its number there and what it is called."""

    part: str
    number: int
    label: str


class Wire(NamedTuple):
    start: Pin
    cable: str
    end: Pin


def read(name: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((FOLDER / f"{name}.yml").read_text())
    return data


def wires(name: str) -> list[Wire]:
    """Every wire of a drawing."""
    data = read(name)
    return [wire for path in data["connections"] for wire in _wires(data, path)]


def _wires(data: dict[str, Any], path: list[dict[str, list[Any]]]) -> Iterator[Wire]:
    (start, starts), (cable, lines), (end, ends) = (next(iter(step.items())) for step in path)
    pins = zip(_pins(data, start, starts), _spread(lines), _pins(data, end, ends), strict=True)
    for one, line, other in pins:
        yield Wire(one, f"{cable} {line}", other)


def _pins(data: dict[str, Any], part: str, named: list[Any]) -> list[Pin]:
    connector = data["connectors"][part]
    labels = connector["pinlabels"]
    numbers = connector.get("pins", list(range(1, len(labels) + 1)))
    assert len(numbers) == len(set(numbers)) == len(labels), part
    found = []
    for name in _spread(named):
        place = numbers.index(name) if name in numbers else labels.index(name)
        found.append(Pin(part, numbers[place], labels[place]))
    return found


def _spread(named: list[Any]) -> list[Any]:
    """`1-4` is 1, 2, 3, 4."""
    spread: list[Any] = []
    for name in named:
        if isinstance(name, str) and (span := re.fullmatch(r"(\d+)-(\d+)", name)):
            spread += range(int(span[1]), int(span[2]) + 1)
        else:
            spread.append(name)
    return spread
