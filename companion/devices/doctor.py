"""What an owner wants to know of the wires: one line a part, and its mend.

`examine` opens every part as a table would; `parts` tells of those that are open already.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from companion.config import BUSES, ON_BOARD_UART, Config
from companion.devices import header
from companion.devices.electronics import Electronics, open_electronics
from companion.devices.hub import CHIPS, DEAD
from companion.devices.machine import (
    BOOTLOADERS,
    HAS_BEEN_UNDER,
    MICROPYTHON,
    UNDER_VOLTAGE,
    Machine,
    Usb,
)
from companion.table.inbox import Inbox, State

SETTLE_S = 4.0
HOT_C = 75.0
LINES_OF_PINS = ("anon_inode:gpio-line", "anon_inode:gpio-event", "anon_inode:[gpio-event]")
FLASH = "copy MicroPython's UF2 file onto that drive, then run `tableside firmware flash`."
UART_ON = "`sudo raspi-config`, Interface, Serial port: no login shell, but the hardware"


class Finding(NamedTuple):
    """One part, how it is, and what to do about it."""

    part: str
    state: State
    words: str

    def __str__(self) -> str:
        return f"{self.part:<18} {self.state:<8} {self.words}".rstrip()


def examine(
    config: Config, *, sim: bool = False, settle: float = SETTLE_S, machine: Machine = Machine()
) -> list[Finding]:
    """Every part of the table, opened as the table itself would open it."""
    around = [*board(machine), *buses(config, machine), *groups(machine)]
    ports = [*usb(machine), *wired_ports(config, machine)]
    return [*around, *_opened(config, sim, settle, machine), *ports]


def healthy(findings: list[Finding]) -> bool:
    """Whether nothing needs a mend."""
    return all(finding.state in ("fine", "twin") for finding in findings)


def _opened(config: Config, sim: bool, settle: float, machine: Machine) -> Iterator[Finding]:
    electronics = open_electronics(config, Inbox(), sim=sim)
    try:
        end = time.monotonic() + settle
        waited = {"hub"} | {f"reader/{name}" for name in config.readers}
        waited -= set() if electronics.hub else {"hub"}
        while time.monotonic() < end and waited - {h.part for h in electronics.health()}:
            time.sleep(0.02)
        yield from parts(electronics, machine)
        for part in sorted(waited - {h.part for h in electronics.health()}):
            yield Finding(part, "silent", "It said nothing so far: look again in a moment.")
    finally:
        electronics.close()


def parts(electronics: Electronics, machine: Machine = Machine()) -> Iterator[Finding]:
    """How every part is that is open now."""
    pins = electronics.config.part_pins()
    for health in electronics.health():
        words = health.words or _details(electronics, health.part)
        if health.state == "trouble" and "holds" in health.words and health.part in pins:
            words += _claimed(pins[health.part], machine)
        if health.part == "hub" and health.state == "missing":
            words = _absent(machine) or words
        yield Finding(health.part, health.state, words)
    yield from _spi(electronics)


def _details(electronics: Electronics, part: str) -> str:
    """What is worth knowing of a part that is fine."""
    hub = electronics.hub
    hello = hub.dialogue.hello if hub else None
    pins = electronics.config.part_pins()
    if part in pins:
        return header.place(pins[part])
    if part == "gpio":
        return f"through gpiozero's {type(electronics.factory).__name__}"
    if part == "hub" and hub and hello:
        age = hub.clock() - hub.dialogue.heard_at
        bad = hub.dialogue.decoder.bad
        return (
            f"firmware {hello.firmware}, id {hello.number}, last byte {ago(age)}, "
            f"{bad} damaged line{'' if bad == 1 else 's'}"
        )
    if part.startswith("reader/"):
        name = part.removeprefix("reader/")
        reader = electronics.config.readers.get(name)
        chip = CHIPS.get(hello.readers.get(reader.at, -1), "") if hello and reader else ""
        seen = electronics.laid.sighted.get(name)
        last = "no tag so far" if seen is None else f"last tag {ago(electronics.clock() - seen)}"
        return f"{chip}, {last}".removeprefix(", ")
    return ""


def ago(seconds: float) -> str:
    """An age in words, no finer than it is known.

    >>> ago(0.31), ago(95), ago(7300)
    ('0.3 s ago', '95 s ago', '2 h ago')
    """
    if seconds < 10:
        return f"{seconds:.1f} s ago"
    if seconds < 120:
        return f"{seconds:.0f} s ago"
    return f"{seconds / 60:.0f} min ago" if seconds < 7200 else f"{seconds / 3600:.0f} h ago"


def _claimed(gpio: int, machine: Machine) -> str:
    """Which program has a pin that we could not have."""
    chips = [f"/dev/{chip.name}" for chip in (machine.root / "dev").glob("gpiochip*")]
    programs = machine.holders(*LINES_OF_PINS, *chips).programs
    who = [f"claimed as {name}" for name in [machine.claim(gpio)] if name]
    who += [f"programs with pins: {', '.join(programs)}"] if programs else []
    return f" ({'; '.join(who)})" if who else ""


def _absent(machine: Machine) -> str:
    """Why there is no hub, if USB knows better than the port."""
    picos = [device for device in machine.usb() if device.pico]
    if any(device.product in BOOTLOADERS for device in picos):
        return f"The Pico has no MicroPython yet and shows itself as a drive: {FLASH}"
    return ""


def _spi(electronics: Electronics) -> Iterator[Finding]:
    """What all readers share, if none answers: the fault is not in one of them."""
    hello = electronics.hub.dialogue.hello if electronics.hub else None
    chips = list(hello.readers.values()) if hello else []
    if len(chips) > 1 and all(chip in DEAD for chip in chips):
        words = "No reader answers at all: look at what they share, SCK, MOSI, MISO, RST, 3V3, GND."
        yield Finding("hub spi", "trouble", words)


def groups(machine: Machine = Machine()) -> Iterator[Finding]:
    """Whether this user may use pins and ports; root may."""
    if machine.user.number == 0:
        return
    for name in ("gpio", "dialout"):
        match machine.member(name):
            case "yes":
                yield Finding(f"group {name}", "fine", "")
            case "no":
                mend = f"run `sudo usermod -aG {name} {machine.user.name}`, then log in again."
                yield Finding(f"group {name}", "trouble", f"You are not in it: {mend}")
            case "login":
                words = "You are in it, but not in this login: log out and in again."
                yield Finding(f"group {name}", "trouble", words)


def usb(machine: Machine = Machine()) -> Iterator[Finding]:
    """What is on USB of ours, and the serial ports and who holds them."""
    for device in machine.usb():
        number = f"{device.vendor:04x}:{device.product:04x} {device.serial}".strip()
        if device.pico and device.product in BOOTLOADERS:
            words = f"A Pico without MicroPython, it shows itself as a drive: {FLASH}"
            yield Finding(f"usb {number[:9]}", "trouble", words)
        for port in device.ports:
            words = f"{number}, held by {machine.holders(port)}"
            yield Finding(port, "fine", words + _program(device))


def wired_ports(config: Config, machine: Machine = Machine()) -> Iterator[Finding]:
    """Ports of readers that are not on USB, and who holds them."""
    known = {port for device in machine.usb() for port in device.ports}
    for reader in config.readers.values():
        port = machine.root / reader.at.lstrip("/")
        if reader.kind != "pico" and port.exists() and reader.at not in known:
            names = {reader.at, f"/dev/{port.resolve().name}"}
            yield Finding(reader.at, "fine", f"held by {machine.holders(*names)}")


def _program(device: Usb) -> str:
    if device.pico and device.product != MICROPYTHON:
        return "; this Pico runs something else than MicroPython"
    return ""


def buses(config: Config, machine: Machine = Machine()) -> Iterator[Finding]:
    """Which buses are on, and who is in their way."""
    on = machine.buses()
    pins = {gpio: part for part, gpio in config.part_pins().items()}
    takes = {**BUSES, **header.GUESTS}
    for bus in sorted(on):
        gpios = ", ".join(map(str, sorted(takes[bus])))
        guests = [pins[gpio] for gpio in sorted(takes[bus]) if gpio in pins]
        if guests:
            words = f"It is on and takes GPIO {gpios}, where {', '.join(guests)} should be: "
            yield Finding(bus, "trouble", f"{words}switch it off in raspi-config, or move them.")
        else:
            yield Finding(bus, "fine", f"on, takes GPIO {gpios}; nothing of the table is there")
    if machine.model() and "SPI" not in on:
        yield Finding("SPI", "fine", "off, and not needed: the readers are on the Pico's own")
    if any(reader.at in ON_BOARD_UART for reader in config.readers.values()):
        if "UART" not in on:
            yield Finding("UART", "missing", f"A reader is to be there: switch it on: {UART_ON}.")
        elif machine.console():
            yield Finding("UART", "trouble", f"The Pi's own console speaks there: {UART_ON}.")


def board(machine: Machine = Machine()) -> Iterator[Finding]:
    """Which Pi this is; heat and power, where it tells."""
    if model := machine.model():
        yield Finding("board", "fine", model)
    if (heat := machine.heat()) is not None:
        if heat > HOT_C:
            yield Finding("heat", "trouble", f"{heat:.0f} degrees: give the Pi air.")
        else:
            yield Finding("heat", "fine", f"{heat:.0f} degrees")
    bits = machine.throttled()
    if bits is None:
        return
    if bits & UNDER_VOLTAGE:
        yield Finding("power", "trouble", "Under 4.6 V now: use a stronger supply, shorter cable.")
    elif bits & HAS_BEEN_UNDER:
        yield Finding("power", "trouble", "It has been under 4.6 V: use a stronger supply.")
    else:
        yield Finding("power", "fine", "")
