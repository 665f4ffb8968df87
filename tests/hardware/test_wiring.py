"""Every wire that is drawn is the wire that the program expects, at the pin where it is."""

from __future__ import annotations

import html
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion import config as configs
from companion.config import BUSES, Config
from companion.devices import header
from hardware import draw
from tests.hardware.wires import FOLDER, PICO_PINS, Pin, Wire, read, wires
from tests.tools import ROOT, need

HUBS = {
    "hub_starter": ROOT / "firmware" / "settings.py",
    "hub_four_seats": ROOT / "hardware" / "four_seats" / "settings.py",
    "hub_lanes": ROOT / "hardware" / "lanes" / "settings.py",
}
NAMES = sorted(path.stem for path in FOLDER.glob("*.yml"))
SHARED = ("SCK", "MOSI", "MISO", "RST", "ground", "3V3")


def settings(path: Path) -> dict[str, Any]:
    return {name: value for name, value in runpy.run_path(str(path)).items() if name.isupper()}


def from_board(name: str, board: str) -> list[Wire]:
    return [wire for wire in wires(name) if wire.start.part == board]


# -- the header itself


def test_the_header_has_every_gpio_once_and_power_where_it_is() -> None:
    all_pins = [*header.HEADER.values(), *header.GROUNDS, *header.VOLTS_3, *header.VOLTS_5]

    assert sorted(all_pins) == list(range(1, 41))
    assert sorted(header.HEADER) == list(range(28))
    # corners and neighbours that anybody can look up
    assert [header.HEADER[gpio] for gpio in (2, 14, 21, 26, 0, 1)] == [3, 8, 40, 37, 27, 28]


# -- the panel


def test_the_panel_has_every_pin_of_the_configuration_and_no_other() -> None:
    drawn = {}
    for wire in from_board("panel", "Pi"):
        gpio = re.fullmatch(r"GPIO (\d+)", wire.start.label)
        if gpio:
            part = "buzzer" if wire.end.label == "signal" else f"{wire.end.part}/{wire.end.label}"
            drawn[part] = int(gpio[1]), wire.start.number

    pins = Config().part_pins()
    assert drawn == {part: (gpio, header.HEADER[gpio]) for part, gpio in pins.items()}


@pytest.mark.parametrize("name", ["panel", "pn532"])
def test_every_pin_at_the_pi_is_what_it_is_called(name: str) -> None:
    for wire in from_board(name, "Pi"):
        number, label = wire.start.number, wire.start.label
        if label == "ground":
            assert number in header.GROUNDS
        elif label == "3V3":
            assert number in header.VOLTS_3
        else:
            assert label == f"GPIO {next(g for g, p in header.HEADER.items() if p == number)}"


def test_the_panel_leaves_every_bus_alone() -> None:
    taken = set(Config().part_pins().values())

    assert all(taken.isdisjoint(pins) for pins in BUSES.values())


def test_lamps_and_buzzer_are_dark_and_silent_at_power_on() -> None:
    config = Config()
    shown = {place.lamp for place in config.seats.values()} | {config.buzzer}

    assert shown <= header.LOW_AT_START


def test_the_other_reader_is_at_the_uart_and_crossed() -> None:
    drawn = {wire.end.label: wire.start.label for wire in from_board("pn532", "Pi")}

    # the Pi sends at GPIO 14 and hears at GPIO 15
    assert drawn == {"3V3": "3V3", "ground": "ground", "RXD": "GPIO 14", "TXD": "GPIO 15"}
    assert BUSES["UART"] == {14, 15}


# -- the hubs


@pytest.mark.parametrize("name", HUBS)
def test_every_pin_at_the_pico_is_what_it_is_called(name: str) -> None:
    by_number = dict(enumerate(PICO_PINS.split(), 1))
    assert max(by_number) == 40
    for wire in from_board(name, "Pico"):
        assert by_number[wire.start.number] == wire.start.label, wire


@pytest.mark.parametrize("name", HUBS)
def test_every_reader_is_where_the_picos_settings_say(name: str) -> None:
    said = settings(HUBS[name])
    bus = {line: f"GP{said[line]}" for line in ("SCK", "MOSI", "MISO", "RST")}
    drawn: dict[str, str] = {}
    selects: dict[str, str] = {}
    for wire in from_board(name, "Pico"):
        if wire.end.part == "SDA":
            selects[wire.end.label] = wire.start.label
        elif wire.end.label == "SDA":
            selects[wire.end.part] = wire.start.label
        elif wire.end.part != "supply":
            drawn[wire.end.label] = wire.start.label

    assert selects == {reader: f"GP{pin}" for reader, pin in said["READERS"].items()}
    assert {line: drawn[line] for line in bus} == bus
    assert drawn["ground"] == "ground"


@pytest.mark.parametrize("name", HUBS)
def test_no_reader_ever_gets_5_volts(name: str) -> None:
    volts = [wire.start for wire in wires(name) if wire.end.label == "3V3"]

    assert volts in ([Pin("Pico", 36, "3V3")], [Pin("supply", 3, "out")])
    assert all(w.end == Pin("supply", 1, "in") for w in wires(name) if w.start.label == "VBUS")


@pytest.mark.parametrize("name", HUBS)
def test_a_reader_gets_all_that_it_needs(name: str) -> None:
    got = {wire.end.label for wire in wires(name)}

    assert set(SHARED) <= got
    assert "IRQ" not in got


@pytest.mark.parametrize("name", HUBS)
def test_the_hub_finds_no_fault_with_the_settings(name: str) -> None:
    look = (
        "import importlib.util, sys, wiring\n"
        "spec = importlib.util.spec_from_file_location('settings', sys.argv[1])\n"
        "settings = importlib.util.module_from_spec(spec); spec.loader.exec_module(settings)\n"
        "wired = wiring.Wiring(settings)\n"
        "assert wired.readers == settings.READERS, wired.readers\n"
        "assert not wired.faults, wired.faults\n"
    )
    there = f"{ROOT / 'firmware'}:{ROOT / 'companion' / 'devices'}"
    ran = subprocess.run(
        [sys.executable, "-c", look, HUBS[name]],
        env={"PYTHONPATH": there, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(
    ("hub", "build"), [("hub_four_seats", "four_seats"), ("hub_lanes", "lanes")]
)
def test_the_configuration_names_every_reader_of_the_hub(hub: str, build: str) -> None:
    config = configs.read(ROOT / "hardware" / build, set(BUSES))
    starter = Config()

    assert not config.taken()
    assert {reader.at for reader in config.readers.values()} == set(settings(HUBS[hub])["READERS"])
    assert all(place == starter.seats[seat] for seat, place in config.seats.items())
    assert config.keys == starter.keys
    assert config.buzzer == starter.buzzer


def test_lanes_have_a_reader_for_every_space() -> None:
    config = configs.read(ROOT / "hardware" / "lanes")
    spaces = {f"{seat}/{space}" for seat in config.seats for space in ("1", "2", "3", "alien")}

    assert {r.place for r in config.readers.values() if r.role == "lane"} == spaces


# -- whatever is drawn


@pytest.mark.parametrize("name", NAMES)
def test_no_pin_has_two_wires_and_no_wire_two_uses(name: str) -> None:
    all_wires = wires(name)
    ends = [pin for wire in all_wires for pin in (wire.start, wire.end)]

    assert len(ends) == len(set(ends))
    assert len({wire.cable for wire in all_wires}) == len(all_wires)


@pytest.mark.parametrize("name", NAMES)
def test_no_pin_is_drawn_that_has_no_wire(name: str) -> None:
    wired = {(pin.part, pin.label) for w in wires(name) for pin in (w.start, w.end)} | {
        ("pad", "IRQ")
    }
    for part, connector in read(name)["connectors"].items():
        for label in connector["pinlabels"]:
            assert (part, label) in wired, (part, label)


def test_the_drawings_are_those_of_the_texts(tmp_path: Path) -> None:
    need("dot", "apt-get install graphviz")
    drawn = draw.draw_wiring(tmp_path)

    assert [path.stem for path in drawn] == NAMES
    for path in drawn:
        assert words(path) == words(FOLDER / path.name), f"{path.name}: run `make hardware`"
        assert {wire.end.label for wire in wires(path.stem)} <= set(words(path))


def words(path: Path) -> list[str]:
    """What is written in a drawing; where it stands is the business of the one who draws."""
    return sorted(map(html.unescape, re.findall(r"<text [^>]*>([^<]*)<", path.read_text())))
