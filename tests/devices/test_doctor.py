from pathlib import Path

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.config import Config
from companion.devices.doctor import Finding, board, examine, healthy, ports


def test_one_line_a_part(config: Config):
    findings = examine(config, sim=True)
    lines = {finding.part: str(finding) for finding in findings}

    assert "GPIO 5" in lines["button/jason"]
    assert "MFRC522 2.0" in lines["reader/pad"]
    assert "firmware sim" in lines["hub"]


def test_what_is_missing_needs_a_mend():
    config = Config(factory="rpi-lgpio", hub="/dev/no-such-hub")
    findings = examine(config)

    assert not healthy(findings)
    states = {finding.part: finding.state for finding in findings}
    assert states["gpio"] == states["hub"] == states["reader/pad"] == "missing"


def test_ports_and_who_holds_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    info = ListPortInfo("/dev/ttyACM7")
    info.vid, info.pid, info.serial_number = 0x2E8A, 5, "E661"
    monkeypatch.setattr(list_ports, "comports", lambda: [info])
    (tmp_path / "42" / "fd").mkdir(parents=True)
    (tmp_path / "42" / "fd" / "3").symlink_to("/dev/ttyACM7")
    (tmp_path / "42" / "comm").write_text("minicom\n")
    (tmp_path / "43").mkdir()

    assert list(ports(tmp_path)) == [
        Finding("/dev/ttyACM7", "fine", "2e8a:0005 E661, held by minicom (42)")
    ]


@pytest.mark.parametrize(
    ("heat", "power", "states"),
    [("48312", "0x0", ["fine", "fine"]), ("81000", "0x50005", ["trouble", "trouble"])],
)
def test_heat_and_power_where_the_pi_tells(
    tmp_path: Path, heat: str, power: str, states: list[str]
):
    (tmp_path / "class/thermal/thermal_zone0").mkdir(parents=True)
    (tmp_path / "class/thermal/thermal_zone0/temp").write_text(heat + "\n")
    (tmp_path / "devices/platform/soc/soc:firmware").mkdir(parents=True)
    (tmp_path / "devices/platform/soc/soc:firmware/get_throttled").write_text(power + "\n")

    assert [finding.state for finding in board(tmp_path)] == states


def test_a_computer_that_tells_nothing_is_fine(tmp_path: Path):
    assert list(board(tmp_path)) == []
