"""The doctor, fault by fault: each is what a first evening with a soldering iron brings."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from companion.cli import checkup
from companion.config import Config, Reader
from companion.devices import doctor
from companion.devices.doctor import Finding, examine, healthy
from companion.devices.electronics import Electronics, open_electronics
from companion.devices.hub import CHIPS
from companion.devices.machine import LINE, Machine, User, claimed
from companion.devices.panel import FACTORIES, pin_trouble
from companion.devices.sim_hub import SimHub
from companion.table.inbox import Inbox
from tests.devices.fake_pi import GROUPS, FakePi
from tests.devices.hearing import LIMIT_S, Ears, until


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    return FakePi(tmp_path)


def lines(findings: Iterable[Finding]) -> dict[str, Finding]:
    """The findings by their part, each part once."""
    listed = list(findings)
    found = {finding.part: finding for finding in listed}
    assert len(found) == len(listed)
    return found


# -- the whole


def test_one_line_a_part(config: Config, pi: FakePi) -> None:
    findings = examine(config, sim=True, settle=LIMIT_S, machine=pi.machine())
    told = lines(findings)

    assert healthy(findings)
    assert str(told["button/jason"]) == "button/jason       fine     GPIO 5, header pin 29"
    assert told["reader/pad"].words == "MFRC522 2.0, no tag so far"
    assert told["hub"].words.startswith("firmware sim, id 5aa5000000000001, last byte ")
    assert told["hub"].words.endswith(" s ago, 0 damaged lines")
    assert told["board"].words == "Raspberry Pi 4 Model B Rev 1.4"
    assert told["SPI"].words.startswith("off, and not needed")
    assert {part.partition("/")[0] for part in told} >= {"key", "lamp", "buzzer", "clip", "gpio"}


def test_what_is_missing_needs_a_mend(pi: FakePi) -> None:
    config = Config(factory="rpi-lgpio", hub="/dev/no-such-hub")
    findings = examine(config, machine=pi.machine())

    assert not healthy(findings)
    states = {finding.part: finding.state for finding in findings}
    assert states["gpio"] == states["hub"] == states["reader/pad"] == "missing"


def test_a_computer_that_tells_nothing_is_no_fault(tmp_path: Path) -> None:
    nowhere = Machine(tmp_path)

    assert list(doctor.board(nowhere)) == list(doctor.usb(nowhere)) == []
    assert list(doctor.buses(Config(), nowhere)) == list(doctor.groups(nowhere)) == []


def test_a_tag_is_told_by_its_age_and_never_by_its_name(sim: Electronics, ears: Ears) -> None:
    sim.hands.place("pad", "04A1B2C3")
    assert ears.next().tag == "04A1B2C3"
    told = lines(doctor.parts(sim))["reader/pad"].words

    assert told.startswith("MFRC522 2.0, last tag ")
    assert told.endswith(" s ago")
    assert "04A1" not in told


# -- pins


def test_a_switch_turned_by_90_degrees_is_closed_from_the_start(
    monkeypatch: pytest.MonkeyPatch, pi: FakePi
) -> None:
    monkeypatch.setitem(FACTORIES, "mock", ("tests.devices.fake_pi", "Turned", "gpiozero"))
    config = Config(factory="mock", hub="none:", readers={})
    told = lines(examine(config, settle=0, machine=pi.machine()))

    assert told["key/2"].state == "fine"
    assert told["key/3"].state == "stuck"
    assert "turn the switch by 90 degrees" in told["key/3"].words


def test_who_has_a_pin_is_named(pi: FakePi) -> None:
    pi.program(42, "kiosk", "anon_inode:gpio-line")
    pi.program(43, "bash", "/dev/pts/0")
    electronics = open_electronics(Config(hub="none:", factory="mock"), Inbox(), sim=False)
    electronics.parts.tell("key/1", "trouble", pin_trouble(17, OSError("GPIO busy")))
    told = lines(doctor.parts(electronics, pi.machine()))["key/1"]
    electronics.close()

    assert told.words.startswith("Another program holds GPIO 17")
    assert told.words.endswith("(programs with pins: kiosk (42))")


def test_the_kernel_tells_under_which_name_a_line_is_claimed() -> None:
    assert claimed(LINE.pack(17, 1, b"GPIO17", b"spi0 CS1")) == "spi0 CS1"
    assert claimed(LINE.pack(17, 1, b"GPIO17", b"")) == "the kernel"
    assert claimed(LINE.pack(17, 0, b"GPIO17", b"")) == ""


# -- buses


def test_a_bus_that_takes_no_part_of_ours_is_only_told(pi: FakePi) -> None:
    pi.write("dev/i2c-1")
    pi.write("dev/spidev0.0")
    told = lines(doctor.buses(Config(), pi.machine()))

    assert told["I2C"] == Finding(
        "I2C", "fine", "on, takes GPIO 2, 3; nothing of the table is there"
    )
    assert told["SPI"].state == "fine"


@pytest.mark.parametrize(
    ("bus", "file", "text", "parts"),
    [
        ("I2S", "proc/device-tree/soc/i2s@7e203000/status", "okay\0", "lamp/trini, button/zach"),
        ("1-Wire", "sys/bus/w1/devices/w1_bus_master1/uevent", "", "button/trini"),
    ],
)
def test_a_sound_card_or_a_thermometer_in_the_way_is_named(
    pi: FakePi, bus: str, file: str, text: str, parts: str
) -> None:
    pi.write(file, text)
    told = lines(doctor.buses(Config(), pi.machine()))[bus]

    assert told.state == "trouble"
    assert f"where {parts}" in told.words


def test_a_reader_on_a_uart_that_is_off_or_taken_by_the_console(pi: FakePi) -> None:
    reader = Reader("pad", kind="pn532", at="/dev/serial0")
    config = Config(readers={"pad": reader})
    assert lines(doctor.buses(config, pi.machine()))["UART"].state == "missing"

    pi.write("dev/serial0")
    assert lines(doctor.buses(config, pi.machine()))["UART"].state == "fine"

    pi.write("proc/cmdline", "console=serial0,115200 console=tty1 root=/dev/mmcblk0p2\n")
    told = list(doctor.buses(config, pi.machine()))
    assert [finding.state for finding in told if finding.part == "UART"] == ["fine", "trouble"]
    assert "no login shell" in told[-1].words


# -- groups


def test_no_group(pi: FakePi) -> None:
    pi.groups = frozenset({20})
    pi.write("etc/group", GROUPS.format(dialout="pi", gpio=""))
    told = lines(doctor.groups(pi.machine()))

    assert told["group dialout"].state == "fine"
    assert told["group gpio"].state == "trouble"
    assert "sudo usermod -aG gpio pi" in told["group gpio"].words


def test_a_group_that_counts_from_the_next_login_on(pi: FakePi) -> None:
    pi.groups = frozenset({20})
    told = lines(doctor.groups(pi.machine()))["group gpio"]

    assert told.state == "trouble"
    assert "log out and in again" in told.words


def test_root_needs_no_group(pi: FakePi) -> None:
    assert list(doctor.groups(Machine(pi.root, User("root", 0, frozenset({0}))))) == []


def test_who_has_no_name_on_this_machine_goes_by_the_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    for ask in ("getuid", "geteuid"):
        monkeypatch.setattr(os, ask, lambda: 4_000_000)

    assert User.me().name == "4000000"


# -- the cable and the Pico


def test_a_port_and_who_holds_it(pi: FakePi) -> None:
    pi.pico(tty="ttyACM7")
    pi.program(42, "minicom", "/dev/null", "/dev/ttyACM7")
    pi.usb("1-2", 0x046D, 0xC31C, "")

    assert list(doctor.usb(pi.machine())) == [
        Finding("/dev/ttyACM7", "fine", "2e8a:0005 E661, held by minicom (42)")
    ]


def test_a_port_that_nobody_holds(pi: FakePi) -> None:
    pi.pico(tty="ttyACM0")
    pi.program(43, "bash", "/dev/pts/0")

    assert lines(doctor.usb(pi.machine()))["/dev/ttyACM0"].words.endswith("held by nobody")


def test_the_pis_own_port_and_who_holds_it(pi: FakePi) -> None:
    reader = Reader("pad", kind="pn532", at="/dev/serial0")
    config = Config(readers={"pad": reader})
    assert list(doctor.wired_ports(config, pi.machine())) == []

    pi.write("dev/ttyAMA0")
    pi.link("dev/serial0", "dev/ttyAMA0")
    pi.program(42, "agetty", "/dev/ttyAMA0")
    told = [Finding("/dev/serial0", "fine", "held by agetty (42)")]
    assert list(doctor.wired_ports(config, pi.machine())) == told


def test_a_pico_without_micropython(pi: FakePi) -> None:
    pi.pico(product=3, serial="E0C9125B0D9B")
    config = Config(factory="mock", hub="usb:E0C9125B0D9B")
    told = lines(examine(config, settle=LIMIT_S, machine=pi.machine()))

    assert told["usb 2e8a:0003"].state == "trouble"
    assert "MicroPython" in told["usb 2e8a:0003"].words
    assert told["hub"].state == "missing"
    assert "copy MicroPython's UF2 file" in told["hub"].words


def test_a_pico_with_some_other_program(pi: FakePi) -> None:
    pi.pico(product=0x0A, tty="ttyACM0")

    assert "something else than MicroPython" in next(iter(doctor.usb(pi.machine()))).words


def test_a_cable_that_only_charges_shows_nothing_on_usb(pi: FakePi) -> None:
    config = Config(factory="mock", hub="usb:0000000000000000")
    told = lines(examine(config, settle=LIMIT_S, machine=pi.machine()))["hub"]

    assert told.state == "missing"
    assert "a cable that carries data, not charge alone" in told.words


# -- readers


@pytest.fixture
def hub() -> Iterator[SimHub]:
    hub = SimHub(["pad", "lane"])
    hub.start()
    yield hub
    hub.close()


def told_of(hub: SimHub, pi: FakePi) -> dict[str, Finding]:
    readers = {"pad": Reader("pad", at="pad"), "lane": Reader("lane", "lane", "pico", "lane", "x")}
    config = Config(factory="mock", hub=hub.cable.path, readers=readers)
    ears = Ears()
    electronics = open_electronics(config, ears.inbox, sim=False)
    try:
        until(lambda: "fine" in {h.state for h in electronics.health() if h.part == "hub"})
        return lines(doctor.parts(electronics, pi.machine()))
    finally:
        electronics.close()


@pytest.mark.parametrize(
    ("version", "why"),
    [
        (0x00, "solder joints of its pin header"),
        (0xFF, "no two of SCK, MOSI, MISO, SDA are crossed"),
        (0x12, "unknown chip, 0x12"),
    ],
)
def test_a_reader_that_does_not_answer_as_it_should(
    hub: SimHub, pi: FakePi, version: int, why: str
) -> None:
    hub.chips["lane"] = version
    told = told_of(hub, pi)

    assert told["reader/pad"].state == "fine"
    assert told["reader/lane"].state == "trouble"
    assert why in told["reader/lane"].words
    assert "hub spi" not in told


@pytest.mark.parametrize("version", [0x88, 0xB2])
def test_a_copy_chip_works_and_is_named(hub: SimHub, pi: FakePi, version: int) -> None:
    hub.chips["pad"] = version

    assert told_of(hub, pi)["reader/pad"].words == f"{CHIPS[version]}, no tag so far"


def test_no_spi_at_all_is_not_the_fault_of_one_reader(hub: SimHub, pi: FakePi) -> None:
    hub.chips.update(pad=0x00, lane=0xFF)
    told = told_of(hub, pi)

    assert told["hub spi"].state == "trouble"
    assert "SCK, MOSI, MISO, RST, 3V3, GND" in told["hub spi"].words


# -- heat and power


@pytest.mark.parametrize(
    ("heat", "power", "states"),
    [
        ("48312", "0x0", ["fine", "fine"]),
        ("81000", "0x50005", ["trouble", "trouble"]),
        ("48312", "0x50000", ["fine", "trouble"]),
    ],
)
def test_heat_and_power_where_the_pi_tells(
    pi: FakePi, heat: str, power: str, states: list[str]
) -> None:
    pi.write("sys/class/thermal/thermal_zone0/temp", heat + "\n")
    pi.write("sys/devices/platform/soc/soc:firmware/get_throttled", power + "\n")

    assert [finding.state for finding in doctor.board(pi.machine())] == ["fine", *states]


def test_power_as_the_sensor_of_newer_systems_tells_it(pi: FakePi) -> None:
    pi.write("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    pi.write("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")

    assert lines(doctor.board(pi.machine()))["power"].words.startswith("Under 4.6 V now")


def test_power_as_vcgencmd_tells_it(pi: FakePi) -> None:
    program = pi.write("usr/bin/vcgencmd", '#!/bin/sh\necho "throttled=0x50000"\n')
    assert "power" not in lines(doctor.board(pi.machine()))  # not a program yet

    program.chmod(0o755)
    assert lines(doctor.board(pi.machine()))["power"].words.startswith("It has been under 4.6 V")


# -- the program and the home folder


def test_a_config_with_a_fault_still_gets_its_machine_examined(pi: FakePi, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "tableside.toml").write_text("keys = [17]\n")
    told = lines(checkup.findings(home, sim=True, machine=pi.machine()))

    assert told["config"].state == "trouble"
    assert told["board"].state == told["group gpio"].state == "fine"
