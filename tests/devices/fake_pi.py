"""A Raspberry Pi by its files: what a doctor reads of it, made below a folder."""

from __future__ import annotations

from pathlib import Path

from gpiozero.pins.mock import MockFactory, MockPin

from companion.devices.machine import Machine, User

GROUPS = "root:x:0:\ndialout:x:20:{dialout}\ngpio:x:997:{gpio}\n"


class FakePi:
    """A Pi 4 whose owner is `pi`, in both groups, with nothing plugged in."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.groups = frozenset({20, 997, 1000})
        self.write("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
        self.write("etc/group", GROUPS.format(dialout="pi", gpio="pi"))

    def machine(self) -> Machine:
        return Machine(self.root, User("pi", 1000, self.groups))

    def write(self, path: str, text: str = "") -> Path:
        """A file that says `text`."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def pico(self, product: int = 5, serial: str = "E661", tty: str = "") -> None:
        """Something of the Pico's maker on USB; `tty`: with a serial port."""
        self.usb("1-1", 0x2E8A, product, serial, tty)

    def usb(self, where: str, vendor: int, product: int, serial: str, tty: str = "") -> None:
        device = f"sys/devices/platform/usb1/{where}"
        self.write(f"{device}/idVendor", f"{vendor:04x}\n")
        self.write(f"{device}/idProduct", f"{product:04x}\n")
        self.write(f"{device}/serial", f"{serial}\n")
        self.link(f"sys/bus/usb/devices/{where}", device)
        if tty:
            interface = self.write(f"{device}/{where}:1.0/bInterfaceNumber", "00\n").parent
            self.link(f"sys/class/tty/{tty}/device", str(interface.relative_to(self.root)))

    def program(self, number: int, name: str, *opened: str) -> None:
        """A program that has these open."""
        self.write(f"proc/{number}/comm", f"{name}\n")
        (self.root / f"proc/{number}/fd").mkdir()
        for handle, target in enumerate(opened, 3):
            (self.root / f"proc/{number}/fd/{handle}").symlink_to(target)

    def link(self, path: str, target: str) -> None:
        link = self.root / path
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(self.root / target)


class TurnedPin(MockPin):
    """A pin whose switch sits turned by 90 degrees, if it is GPIO 22: closed for ever."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.info.name == "GPIO22":
            self.drive_low()


class Turned(MockFactory):
    """Pins of a panel with one switch turned."""

    def __init__(self) -> None:
        super().__init__(pin_class=TurnedPin)
