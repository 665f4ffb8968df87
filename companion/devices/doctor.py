"""What an owner wants to know of the wires: one line a part, and its mend."""

from __future__ import annotations

import getpass
import grp
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from serial.tools import list_ports

from companion.config import Config
from companion.devices.electronics import Electronics, open_electronics
from companion.devices.hub import CHIPS
from companion.table.inbox import Inbox, State

SETTLE_S = 4.0
HOT_C = 75.0


class Finding(NamedTuple):
    """One part, how it is, and what to do about it."""

    part: str
    state: State
    words: str

    def __str__(self) -> str:
        return f"{self.part:<18} {self.state:<8} {self.words}".rstrip()


def examine(config: Config, *, sim: bool = False, settle: float = SETTLE_S) -> list[Finding]:
    """Every part of the table, opened as the table itself would open it."""
    return [*_parts(config, sim, settle), *groups(), *ports(), *board()]


def healthy(findings: list[Finding]) -> bool:
    """Whether nothing needs a mend."""
    return all(finding.state in ("fine", "twin") for finding in findings)


def _parts(config: Config, sim: bool, settle: float) -> Iterator[Finding]:
    electronics = open_electronics(config, Inbox(), sim=sim)
    try:
        end = time.monotonic() + settle
        waited = {"hub"} | {f"reader/{name}" for name in config.readers}
        waited -= set() if electronics.hub else {"hub"}
        while time.monotonic() < end and waited - {h.part for h in electronics.health()}:
            time.sleep(0.02)
        for health in electronics.health():
            words = health.words or _details(electronics, health.part)
            yield Finding(health.part, health.state, words)
        for part in sorted(waited - {h.part for h in electronics.health()}):
            yield Finding(part, "silent", "It said nothing so far: look again in a moment.")
    finally:
        electronics.close()


def _details(electronics: Electronics, part: str) -> str:
    """What is worth knowing of a part that is fine."""
    hub = electronics.hub
    hello = hub.dialogue.hello if hub else None
    pins = electronics.config.part_pins()
    if part in pins:
        return f"GPIO {pins[part]}"
    if part == "hub" and hub and hello:
        age = hub.clock() - hub.dialogue.heard_at
        bad = hub.dialogue.decoder.bad
        return (
            f"firmware {hello.firmware}, id {hello.number}, last byte {age:.1f} s ago, "
            f"{bad} damaged lines"
        )
    if hello and part.startswith("reader/"):
        reader = electronics.config.readers.get(part.removeprefix("reader/"))
        return CHIPS.get(hello.readers.get(reader.at if reader else "", -1), "")
    return ""


def groups() -> Iterator[Finding]:
    """Whether this user may use pins and ports."""
    if os.geteuid() == 0:
        return
    mine = {grp.getgrgid(number).gr_name for number in os.getgroups()}
    for name in ("gpio", "dialout"):
        try:
            grp.getgrnam(name)
        except KeyError:
            continue
        if name in mine:
            yield Finding(f"group {name}", "fine", "")
        else:
            mend = f"run `sudo usermod -aG {name} {getpass.getuser()}`, then log in again."
            yield Finding(f"group {name}", "trouble", f"You are not in it: {mend}")


def ports(proc: Path = Path("/proc")) -> Iterator[Finding]:
    """The serial ports on USB, what they are, and who holds them."""
    for port in list_ports.comports():
        if port.vid is None:
            continue
        holders = ", ".join(_holders(port.device, proc)) or "nobody"
        number = f"{port.vid:04x}:{port.pid:04x} {port.serial_number or ''}".strip()
        yield Finding(port.device, "fine", f"{number}, held by {holders}")


def _holders(device: str, proc: Path) -> Iterator[str]:
    for process in sorted(proc.glob("[0-9]*")):
        try:
            links = [link.readlink() for link in (process / "fd").iterdir()]
            if Path(device) in links:
                name = (process / "comm").read_text().strip()
                yield f"{name} ({process.name})"
        except OSError:
            continue


def board(sys: Path = Path("/sys")) -> Iterator[Finding]:
    """Heat and power, where the Pi tells."""
    try:
        heat = int((sys / "class/thermal/thermal_zone0/temp").read_text()) / 1000
    except (OSError, ValueError):
        pass
    else:
        if heat > HOT_C:
            yield Finding("heat", "trouble", f"{heat:.0f} degrees: give the Pi air.")
        else:
            yield Finding("heat", "fine", f"{heat:.0f} degrees")
    try:
        throttled = int((sys / "devices/platform/soc/soc:firmware/get_throttled").read_text(), 16)
    except (OSError, ValueError):
        return
    if throttled & 0x1:
        yield Finding("power", "trouble", "Under 4.6 V now: use a stronger supply, shorter cable.")
    elif throttled & 0x10000:
        yield Finding("power", "trouble", "It has been under 4.6 V: use a stronger supply.")
    else:
        yield Finding("power", "fine", "")
