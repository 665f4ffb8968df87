"""The life of a serial port: found, opened for us alone, lost and found again."""

from __future__ import annotations

import errno
import grp
import os
import termios
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import serial
from serial.tools import list_ports

from companion.devices.parts import FINE, Parts
from companion.errors import HubError, Sentence
from companion.table.inbox import State

LOST = (serial.SerialException, OSError, termios.error)
"""What a port raises when its cable is pulled, depending on what one was doing."""
PICO = 0x2E8A
"""The maker of the Pico, as USB counts makers."""


class Trouble(HubError):
    """Why a port does not serve, and the next step."""

    def __init__(self, state: State, words: str) -> None:
        super().__init__(words)
        self.state = state


@dataclass(frozen=True, slots=True)
class Pace:
    """How long to wait before the next try, in seconds."""

    first: float = 0.1
    cap: float = 5.0


class Port(threading.Thread):
    """A thread that keeps one port open. What it serves is the business of `serve`."""

    baud = 115200
    timeout = 0.05

    def __init__(
        self, part: str, find: Callable[[], str], parts: Parts, pace: Pace = Pace()
    ) -> None:
        super().__init__(name=part, daemon=True)
        self.part, self.find, self.parts, self.pace = part, find, parts, pace
        self.stopped = threading.Event()
        self.wait = pace.first

    def serve(self, port: serial.Serial) -> None:
        """Talk over an open port until it is lost or we are stopped."""
        raise NotImplementedError

    def run(self) -> None:
        while not self.stopped.is_set():
            try:
                path = self.find()
                with opened(path, self.baud, self.timeout) as port:
                    self._serve(port, path)
            except Trouble as trouble:
                self.tell(trouble.state, trouble.words)
            if self.stopped.wait(self.wait):
                return
            self.wait = min(self.wait * 2, self.pace.cap)

    def _serve(self, port: serial.Serial, path: str) -> None:
        try:
            self.serve(port)
        except Trouble:
            raise
        except LOST:
            if not self.stopped.is_set():
                words = Sentence("The cable at {path} came out: plug it in again.", path=path)
                self.tell("missing", words)

    def tell(self, state: State, words: Sentence = FINE) -> None:
        """How the part behind this port is."""
        self.parts.tell(self.part, state, words)

    def well(self) -> None:
        """It works: the next trouble starts with a short wait again."""
        self.wait = self.pace.first
        self.tell("fine")

    def close(self) -> None:
        """End the thread and give the port back."""
        self.stopped.set()
        if self.is_alive():
            self.join(5)


def opened(path: str, baud: int, timeout: float) -> serial.Serial:
    """The port, held by us alone; `Trouble` says why not."""
    try:
        return serial.Serial(path, baud, timeout=timeout, write_timeout=1, exclusive=True)
    except LOST as error:
        raise trouble_opening(path, error) from error


def trouble_opening(path: str, error: BaseException) -> Trouble:
    """Absence, permission and a second owner need different mends."""
    number = getattr(error, "errno", None)
    if number in (errno.EACCES, errno.EPERM):
        return Trouble(
            "trouble",
            Sentence(
                "No permission for {path}: run `sudo usermod -aG {group} $USER`, "
                "then log in again.",
                path=path,
                group=_group(path),
            ),
        )
    if number in (errno.EAGAIN, errno.EBUSY):
        words = "Another program holds {path}: `fuser -v {path}` names it; stop it."
        return Trouble("trouble", Sentence(words, path=path))
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO):
        return Trouble("missing", Sentence("There is no {path}: plug it in.", path=path))
    words = "{path} cannot be opened: {error}."
    return Trouble("trouble", Sentence(words, path=path, error=error))


def _group(path: str) -> str:
    try:
        return grp.getgrgid(Path(path).stat().st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"


def usb_port(number: str = "") -> str:
    """The port of the Pico, by what it is and never by its name. `number`: its unique id."""
    found = [port for port in list_ports.comports() if port.vid == PICO]
    if number:
        found = [port for port in found if (port.serial_number or "").lower() == number.lower()]
    if not found:
        raise Trouble(
            "missing",
            Sentence(
                "No {pico} on USB: plug it in with a cable that carries data, not charge alone.",
                pico=f"Pico {number}".rstrip(),
            ),
        )
    if len(found) > 1:
        ids = {port.serial_number for port in found}
        if len(ids) == 1:
            words = "Two hubs say they are {id}: unplug one of them."
            raise Trouble("trouble", Sentence(words, id=ids.pop()))
        names = ", ".join(f'"usb:{number}"' for number in sorted(map(str, ids)))
        words = "There are {n} hubs: set hub to one of {names}."
        raise Trouble("trouble", Sentence(words, n=len(found), names=names))
    return str(found[0].device)


def real_port(path: str) -> str:
    """The port at a path that is fixed, as `/dev/serial0`."""
    if not os.path.exists(path):  # noqa: PTH110 - a device, not a file
        words = "There is no {path}: plug it in, or switch the UART on."
        raise Trouble("missing", Sentence(words, path=path))
    return path
