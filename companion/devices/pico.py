"""The hub's program brought onto a Pico with mpremote, and asked which one it is."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from serial.tools import list_ports

from companion.devices import wire
from companion.devices.doctor import FLASH
from companion.devices.hub import Hello, hello
from companion.devices.machine import BOOTLOADERS, Machine
from companion.devices.port import LOST, PICO, Trouble, opened, usb_port

FOLDER = Path(__file__).resolve().parent.parent.parent / "firmware"
SETTINGS = "settings.py"
OLDEST = (1, 23)
"""The oldest MicroPython that the program runs on."""
ANSWER_S = 3.0
START_S = 20.0
"""How long a board may take from its reset to its hello."""
PROMPT_S, STUCK_S = 30.0, 120.0
"""How long mpremote may take to find MicroPython's prompt, and to copy."""
WHO_ARE_YOU = f"""\
import os, sys
try:
    import rp2
    board = "rp2"
except ImportError:
    board = sys.platform
print("board", board, sys.implementation.version[0], sys.implementation.version[1],
    "{SETTINGS}" in os.listdir())
"""


def program() -> list[Path]:
    """The files of the hub's program; the one that says which it is comes last.

    So a board whose flashing was broken off never says that it is up to date.
    """
    files = sorted(FOLDER.glob("*.py"))
    if not files:
        raise Trouble("missing", f"There is no {FOLDER}: run tableside from its own checkout.")
    return [*files, Path(wire.__file__)]


def find(at: str, machine: Machine = Machine()) -> str:
    """The port of the Pico that is meant: `usb:`, `usb:ID`, or a path; `Trouble` if it is none."""
    if at.startswith("usb:"):
        try:
            return usb_port(at.removeprefix("usb:"))
        except Trouble:
            if any(device.pico and device.product in BOOTLOADERS for device in machine.usb()):
                raise Trouble(
                    "missing",
                    f"The Pico has no MicroPython yet and shows itself as a drive: {FLASH}",
                ) from None
            raise
    path = str(Path(at).resolve())
    for port in list_ports.comports():
        if port.device == path and port.vid is not None and port.vid != PICO:
            raise Trouble(
                "trouble",
                f"At {at} is no Pico but {port.description} ({port.vid:04x}:{port.pid:04x}): "
                "leave --port away, or name the Pico's port.",
            )
    return path


def ask(path: str) -> Hello:
    """Ask the hub at `path` who it is; `Trouble` if it does not say."""
    decoder = wire.Decoder()
    end = time.monotonic() + ANSWER_S
    with opened(path, 115200, 0.05) as port:
        asked = 0.0
        while (now := time.monotonic()) < end:
            try:
                if now - asked >= 0.5:
                    asked = now
                    port.write(wire.encode(0, "who"))
                heard = decoder.feed(port.read(port.in_waiting or 1))
            except LOST:
                break
            for _, words in heard:
                if words[:1] == ["hello"]:
                    return hello(words[1:])
    raise Trouble(
        "silent",
        f"The board at {path} says no hello: run `tableside firmware flash`, or press its reset.",
    )


def flash(at: str) -> tuple[Hello, bool]:
    """Copy the program and start it: what it says then, and whether settings.py was kept."""
    files = program()
    path = find(at)
    number = {port.device: port.serial_number for port in list_ports.comports()}.get(path)
    with opened(path, 115200, 0.05):
        pass  # permission, absence and a second owner are told apart here
    kept = _examine(path)
    words: list[str] = []
    for file in files:
        if not (kept and file.name == SETTINGS):
            words += ["+"] if words else []
            words += ["fs", "cp", str(file), f":{file.name}"]
    ran = mpremote(path, *words)
    if ran.returncode:
        raise Trouble(
            "trouble",
            f"The program could not be copied to {path} ({_last(ran)}): "
            "press the Pico's reset and flash again.",
        )
    mpremote(path, "reset")
    return _started(f"usb:{number}" if number else path), kept


def _examine(path: str) -> bool:
    """Make sure that a Pico with MicroPython is there; whether it has settings of its own."""
    ran = mpremote(path, "exec", WHO_ARE_YOU, limit=PROMPT_S)
    told = re.search(r"^board (\w+) (\d+) (\d+) (True|False)", ran.stdout, re.MULTILINE)
    if told is None:
        raise Trouble(
            "trouble",
            f"The board at {path} has no MicroPython: hold the Pico's BOOTSEL button while you "
            "plug it in, copy MicroPython's UF2 file onto its drive and flash again.",
        )
    board, major, minor, kept = told.groups()
    if board != "rp2":
        raise Trouble(
            "trouble", f"The board at {path} is no Pico ({board}): name the Pico's port by --port."
        )
    if (int(major), int(minor)) < OLDEST:
        raise Trouble(
            "trouble",
            f"MicroPython {major}.{minor} at {path} is too old: hold BOOTSEL while you plug the "
            f"Pico in, copy the UF2 file of {OLDEST[0]}.{OLDEST[1]} or newer and flash again.",
        )
    return kept == "True"


def mpremote(path: str, *words: str, limit: float = STUCK_S) -> subprocess.CompletedProcess[str]:
    """Run mpremote against one port, without the soft reset that would start the program again."""
    if find_spec("mpremote") is None:
        raise Trouble("missing", "mpremote is not installed: run `pip install mpremote`.")
    command = [sys.executable, "-m", "mpremote", "connect", path, "resume", *words]
    try:
        return subprocess.run(  # noqa: S603 - our own words
            command,
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", "it does not go on")


def _last(ran: subprocess.CompletedProcess[str]) -> str:
    lines = (ran.stdout + ran.stderr).strip().splitlines()
    return lines[-1].strip() if lines else "mpremote said nothing"


def _started(at: str) -> Hello:
    """The hello of a board that was just reset; its port goes away and comes back meanwhile."""
    end = time.monotonic() + START_S
    while True:
        try:
            return ask(find(at))
        except Trouble:
            if time.monotonic() >= end:
                raise
            time.sleep(0.2)
