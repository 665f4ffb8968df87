import errno
import re
from pathlib import Path

import pytest
import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.devices import port
from companion.devices.port import PICO, Trouble, real_port, trouble_opening, usb_port


def plugged(monkeypatch: pytest.MonkeyPatch, *found: tuple[str, int, str | None]) -> None:
    infos = []
    for device, vid, number in found:
        info = ListPortInfo(device)
        info.vid, info.serial_number = vid, number
        infos.append(info)
    monkeypatch.setattr(list_ports, "comports", lambda: infos)


def test_the_hub_is_found_by_what_it_is(monkeypatch: pytest.MonkeyPatch):
    plugged(monkeypatch, ("/dev/ttyUSB0", 0x0403, "x"), ("/dev/ttyACM3", PICO, "E661"))

    assert usb_port() == "/dev/ttyACM3"
    assert usb_port("e661") == "/dev/ttyACM3"


def test_no_hub_names_the_cable(monkeypatch: pytest.MonkeyPatch):
    plugged(monkeypatch)

    with pytest.raises(Trouble, match="carries data") as caught:
        usb_port()
    assert caught.value.state == "missing"


def test_the_hub_that_is_meant_is_missing(monkeypatch: pytest.MonkeyPatch):
    plugged(monkeypatch, ("/dev/ttyACM0", PICO, "E661"))

    with pytest.raises(Trouble, match="No Pico beef"):
        usb_port("beef")


def test_two_hubs_are_told_apart_by_their_ids(monkeypatch: pytest.MonkeyPatch):
    plugged(monkeypatch, ("/dev/ttyACM0", PICO, "A1"), ("/dev/ttyACM1", PICO, "B2"))

    with pytest.raises(Trouble, match='"usb:A1", "usb:B2"'):
        usb_port()
    assert usb_port("b2") == "/dev/ttyACM1"


def test_two_hubs_with_one_id_are_refused(monkeypatch: pytest.MonkeyPatch):
    plugged(monkeypatch, ("/dev/ttyACM0", PICO, "A1"), ("/dev/ttyACM1", PICO, "A1"))

    with pytest.raises(Trouble, match="Two hubs say they are A1: unplug one"):
        usb_port()


@pytest.mark.parametrize(
    ("number", "state", "why"),
    [
        (errno.EACCES, "trouble", r"sudo usermod -aG \w+ \$USER"),
        (errno.EAGAIN, "trouble", "fuser -v"),
        (errno.EBUSY, "trouble", "fuser -v"),
        (errno.ENOENT, "missing", "plug it in"),
        (errno.EIO, "missing", "plug it in"),
        (None, "trouble", "cannot be opened"),
    ],
)
def test_trouble_with_a_port_says_which(number: int | None, state: str, why: str):
    error = serial.SerialException(number, "no") if number else serial.SerialException("no")
    trouble = trouble_opening("/dev/null", error)

    assert trouble.state == state
    assert re.search(why, trouble.words)


def test_the_group_is_that_of_the_port(tmp_path: Path):
    trouble = trouble_opening(str(tmp_path), PermissionError(errno.EACCES, "no"))

    assert f"usermod -aG {tmp_path.group()}" in trouble.words
    gone = trouble_opening(str(tmp_path / "x"), PermissionError(errno.EACCES, "no"))
    assert "dialout" in gone.words


def test_a_fixed_port_that_is_not_there_is_missing():
    with pytest.raises(Trouble, match="switch the UART on"):
        real_port("/dev/nothing-here")
    assert real_port("/dev/null") == "/dev/null"


def test_a_port_that_is_no_port_is_named():
    with pytest.raises(Trouble, match="/dev/null cannot be opened"):
        port.opened("/dev/null", 9600, 0.1)
