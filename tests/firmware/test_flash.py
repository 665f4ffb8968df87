"""`tableside firmware`, through the real mpremote and MicroPython's real prompt."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.__main__ import main
from companion.devices import pico, wire
from companion.devices.machine import Machine
from companion.devices.port import Trouble
from tests.firmware.board import LIMIT_S, Table


class Ended(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Ended]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow this machine is."""
    for limit in ("ANSWER_S", "START_S", "PROMPT_S"):
        monkeypatch.setattr(pico, limit, LIMIT_S)


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    return lambda *words: Ended(main(["firmware", *map(str, words)]), *capfd.readouterr())


class Plugged(threading.Thread):
    """A board with MicroPython, plugged in: runs `main.py` if it has one, then its prompt."""

    def __init__(self, folder: Path, *, board: bool = True) -> None:
        super().__init__(name="a board")
        self.table = Table(folder)
        self.folder, self.board = folder, board
        self.stopped = threading.Event()
        self.process: subprocess.Popen[bytes] | None = None
        self.port = os.ttyname(self.table.near)
        self.start()

    def run(self) -> None:
        while not self.stopped.is_set():
            program = ["main.py"] if (self.folder / "main.py").exists() else []
            self.table.order("chip 5 92")
            self.process = self.table.micropython(
                "-i", *program, at=self.table.far, board=self.board
            )
            self.process.wait()

    def close(self) -> None:
        self.stopped.set()
        while self.is_alive():
            if self.process is not None:
                self.process.kill()
            self.join(0.1)
        self.table.close()


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[Callable[..., Plugged]]:
    boards: list[Plugged] = []

    def plug(*, board: bool = True) -> Plugged:
        boards.append(Plugged(tmp_path, board=board))
        return boards[-1]

    yield plug
    for one in boards:
        one.close()


def one_line(text: str) -> bool:
    return text.count("\n") == 1 and text.endswith("\n")


def test_a_pico_is_flashed_asked_and_flashed_again(plugged: Callable[..., Plugged], run: Run):
    board = plugged()

    first = run("flash", "--port", board.port)
    assert first == (0, first.out, "")
    assert f"runs firmware {wire.FIRMWARE} now. Its settings.py is new" in first.out
    for path in pico.program():
        assert (board.folder / path.name).read_bytes() == path.read_bytes()
    assert "as it should" in run("version", "--port", board.port).out

    wired = (board.folder / "settings.py").read_text().replace('"pad"', '"tray"')
    (board.folder / "settings.py").write_text(wired)
    (board.folder / "hub.py").write_text("an old one")
    again = run("flash", "--port", board.port)
    assert "kept as it was" in again.out
    assert (board.folder / "settings.py").read_text() == wired
    assert pico.ask(board.port).readers == {"tray": 0x92}


def test_firmware_that_is_not_ours_is_told_with_the_mend(plugged: Callable[..., Plugged], run: Run):
    board = plugged()
    run("flash", "--port", board.port)
    other = board.folder / "wire.py"
    other.write_text(other.read_text().replace(f'"{wire.FIRMWARE}"', '"0.9"'))
    pico.mpremote(board.port, "reset")
    assert pico._started(board.port).firmware == "0.9"

    asked = run("version", "--port", board.port)

    assert asked.status == 1
    assert one_line(asked.err)
    assert "runs firmware 0.9" in asked.err
    assert "`tableside firmware flash`" in asked.err


def test_a_board_that_is_no_pico_is_left_as_it_is(plugged: Callable[..., Plugged], run: Run):
    board = plugged(board=False)

    ended = run("flash", "--port", board.port)

    assert ended.status == 1
    assert one_line(ended.err)
    assert "is no Pico (linux)" in ended.err
    assert not (board.folder / "main.py").exists()


def test_what_has_no_micropython_is_told_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, run: Run
):
    monkeypatch.setattr(pico, "PROMPT_S", 3)
    table = Table(tmp_path)  # nobody is at the other end

    ended = run("flash", "--port", os.ttyname(table.near))

    table.close()
    assert ended.status == 1
    assert one_line(ended.err)
    assert "has no MicroPython: hold the Pico's BOOTSEL button" in ended.err


def test_a_hub_that_says_nothing_is_told_to_be_flashed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(pico, "ANSWER_S", 0.2)
    table = Table(tmp_path)

    with pytest.raises(Trouble, match="says no hello: run `tableside firmware flash`"):
        pico.ask(os.ttyname(table.near))

    table.close()


def test_a_port_that_a_table_holds_is_named(tmp_path: Path, run: Run):
    table = Table(tmp_path)
    port = os.ttyname(table.near)

    with serial.Serial(port, exclusive=True):
        ended = run("flash", "--port", port)

    table.close()
    assert ended.status == 1
    assert f"Another program holds {port}" in ended.err


@pytest.mark.parametrize("action", ["flash", "version"])
def test_a_port_that_is_not_there_is_named(run: Run, action: str):
    ended = run(action, "--port", "/dev/ttyACM99")

    assert ended.status == 1
    assert ended.err == "tableside firmware: There is no /dev/ttyACM99: plug it in.\n"


def plug_in(monkeypatch: pytest.MonkeyPatch, vid: int) -> None:
    info = ListPortInfo("/dev/ttyACM7")
    info.vid, info.pid, info.description = vid, 0x7523, "USB Serial"
    monkeypatch.setattr(list_ports, "comports", lambda: [info])


def test_something_else_on_usb_is_named_before_it_is_touched(
    monkeypatch: pytest.MonkeyPatch, run: Run
):
    plug_in(monkeypatch, 0x1A86)

    ended = run("flash", "--port", "/dev/ttyACM7")

    assert ended.status == 1
    assert "At /dev/ttyACM7 is no Pico but USB Serial (1a86:7523)" in ended.err


def test_a_pico_is_found_by_what_it_is(monkeypatch: pytest.MonkeyPatch):
    plug_in(monkeypatch, 0x2E8A)

    assert pico.find("usb:") == pico.find("/dev/ttyACM7") == "/dev/ttyACM7"


def test_a_pico_that_shows_itself_as_a_drive_is_told_apart_from_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(list_ports, "comports", list)
    with pytest.raises(Trouble, match="with a cable that carries data"):
        pico.find("usb:", Machine(tmp_path))

    device = tmp_path / "sys/bus/usb/devices/1-1"
    device.mkdir(parents=True)
    (device / "idVendor").write_text("2e8a\n")
    (device / "idProduct").write_text("0003\n")
    with pytest.raises(Trouble, match="copy MicroPython's UF2 file onto that drive"):
        pico.find("usb:", Machine(tmp_path))


def test_micropython_that_is_too_old_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    said = subprocess.CompletedProcess([], 0, "board rp2 1 19 False\n", "")
    monkeypatch.setattr(pico, "mpremote", lambda *_, **__: said)

    with pytest.raises(Trouble, match=r"MicroPython 1\.19 at .* is too old"):
        pico._examine(str(tmp_path))


def test_without_mpremote_the_command_that_brings_it_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pico, "find_spec", lambda _: None)

    with pytest.raises(Trouble, match="pip install mpremote"):
        pico.mpremote("/dev/null", "reset")
