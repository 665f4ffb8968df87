"""What this computer tells of itself, read from its own files: `/sys`, `/dev`, `/proc`, `/etc`."""

from __future__ import annotations

import fcntl
import getpass
import os
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from companion import config as configs
from companion.devices.port import PICO

BOOTLOADERS = frozenset({0x0003, 0x000F})
"""A Pico (and a Pico 2) that waits for a program, as a drive."""
MICROPYTHON = 0x0005
UNDER_VOLTAGE, HAS_BEEN_UNDER = 0x1, 0x10000
CHIP_INFO, CHIP = 0x8044B401, struct.Struct("32s32sI")
LINE_INFO, LINE = 0xC048B402, struct.Struct("II32s32s")
TAKEN = 0x1


class User(NamedTuple):
    """Whoever runs the program, with the groups of this login."""

    name: str
    number: int
    groups: frozenset[int]

    @classmethod
    def me(cls) -> User:
        """Whoever runs the program; one without a name, as in a container, goes by the number."""
        number = os.geteuid()
        try:
            name = getpass.getuser()
        except (KeyError, OSError):
            name = str(number)
        return cls(name, number, frozenset({os.getegid(), *os.getgroups()}))


class Usb(NamedTuple):
    """Something on USB, and the serial ports it has."""

    vendor: int
    product: int
    serial: str
    ports: tuple[str, ...]

    @property
    def pico(self) -> bool:
        return self.vendor == PICO


class Holders(NamedTuple):
    """Which programs have a device open. `sure`: we could look into every program."""

    programs: tuple[str, ...]
    sure: bool

    def __str__(self) -> str:
        return ", ".join(self.programs) or ("nobody" if self.sure else "nobody that we may see")


@dataclass(frozen=True)
class Machine:
    """A computer by its files below `root`."""

    root: Path = Path("/")
    user: User = field(default_factory=User.me)

    def model(self) -> str:
        """Which Pi this is; empty if it is none."""
        return self._text("proc/device-tree/model").strip("\0 \n")

    def buses(self) -> set[str]:
        """The buses that are switched on and take pins."""
        found = configs.buses_in_use(self.root / "dev", self.root / "proc/device-tree")
        if any((self.root / "sys/bus/w1/devices").glob("*")):
            found.add("1-Wire")
        for status in (self.root / "proc/device-tree").glob("*/i2s@*/status"):
            if status.read_bytes().startswith(b"ok"):
                found.add("I2S")
        return found

    def console(self) -> bool:
        """Whether the Pi itself writes to its UART: then no reader can."""
        words = self._text("proc/cmdline").split()
        names = ("serial0", "ttyAMA0", "ttyS0")
        return any(word.startswith(tuple(f"console={name}" for name in names)) for word in words)

    def member(self, group: str) -> str:
        """Whether the user is in a group: `yes`, `no`, from the next `login` on; `none` such."""
        for line in self._text("etc/group").splitlines():
            name, _, number, members = [*line.split(":"), "", "", "", ""][:4]
            if name == group and number.isdigit():
                if int(number) in self.user.groups:
                    return "yes"
                return "login" if self.user.name in members.split(",") else "no"
        return "none"

    def usb(self) -> list[Usb]:
        """What is plugged in."""
        ports: dict[Path, list[str]] = {}
        for tty in sorted((self.root / "sys/class/tty").glob("*")):
            folder = (tty / "device").resolve()
            for above in (folder, *folder.parents[:3]):
                if (above / "idVendor").exists():
                    ports.setdefault(above, []).append(f"/dev/{tty.name}")
                    break
        found = []
        for device in sorted((self.root / "sys/bus/usb/devices").glob("*")):
            where = device.resolve()
            try:
                vendor = int((where / "idVendor").read_text(), 16)
                product = int((where / "idProduct").read_text(), 16)
            except (OSError, ValueError):
                continue
            serial = self._text(where / "serial").strip()
            found.append(Usb(vendor, product, serial, tuple(ports.get(where, ()))))
        return found

    def holders(self, *devices: str) -> Holders:
        """Which programs have one of these open."""
        programs, sure = [], True
        for process in sorted((self.root / "proc").glob("[0-9]*")):
            try:
                links = {str(link.readlink()) for link in (process / "fd").iterdir()}
            except PermissionError:
                sure = False
                continue
            except OSError:
                continue  # it has ended meanwhile
            if links & set(devices) and int(process.name) != os.getpid():
                name = self._text(process / "comm").strip() or "a program"
                programs.append(f"{name} ({process.name})")
        return Holders(tuple(programs), sure)

    def claim(self, gpio: int) -> str:
        """Who has a GPIO: the name it was claimed under; empty if it is free or nobody tells."""
        for chip in sorted((self.root / "dev").glob("gpiochip*")):
            try:
                handle = os.open(chip, os.O_RDONLY | os.O_NONBLOCK)
            except OSError:
                continue
            try:
                if not _on_header(fcntl.ioctl(handle, CHIP_INFO, bytes(CHIP.size))):
                    continue
                asked = LINE.pack(gpio, 0, b"", b"")
                return claimed(fcntl.ioctl(handle, LINE_INFO, asked))
            except OSError:
                continue
            finally:
                os.close(handle)
        return ""

    def heat(self) -> float | None:
        """The chip's temperature in degrees."""
        try:
            return int(self._text("sys/class/thermal/thermal_zone0/temp")) / 1000
        except ValueError:
            return None

    def throttled(self) -> int | None:
        """What the firmware says of the power: its bits; None where nobody tells."""
        told = [
            self._text(path) for path in self._found("sys/devices/platform/soc*/*/get_throttled")
        ]
        told += [f"0x{int(alarm) * UNDER_VOLTAGE:x}" for alarm in self._alarms()]
        told += [] if told else [self._vcgencmd()]
        bits = None
        for text in told:
            try:
                bits = (bits or 0) | int(text.strip().rpartition("=")[2], 16)
            except ValueError:
                continue
        return bits

    def _alarms(self) -> Iterator[str]:
        for name in self._found("sys/class/hwmon/*/name"):
            alarm = self._text(name.with_name("in0_lcrit_alarm")).strip()
            if self._text(name).strip() == "rpi_volt" and alarm in ("0", "1"):
                yield alarm

    def _vcgencmd(self) -> str:
        program = self.root / "usr/bin/vcgencmd"
        try:
            ran = subprocess.run(  # noqa: S603 - a program of the Pi's own system
                [program, "get_throttled"], capture_output=True, text=True, timeout=10, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return ""
        return ran.stdout

    def _found(self, pattern: str) -> list[Path]:
        return sorted(self.root.glob(pattern))

    def _text(self, path: str | Path) -> str:
        try:
            return (self.root / path).read_text(errors="replace")
        except OSError:
            return ""


def _on_header(info: bytes) -> bool:
    """Whether this is the chip of the header, by its label."""
    label: bytes = CHIP.unpack(info)[1]
    return label.startswith((b"pinctrl-bcm", b"pinctrl-rp1", b"gpio-sim"))


def claimed(info: bytes) -> str:
    """Under which name a line is claimed, from what the kernel tells of it."""
    _, flags, _, consumer = LINE.unpack(info)
    if not flags & TAKEN:
        return ""
    name: str = consumer.split(b"\0")[0].decode(errors="replace")
    return name or "the kernel"
