"""A Pico on the Pi's own USB: the far end of a real /dev/ttyACM, plugged and unplugged at will."""

from __future__ import annotations

import contextlib
import os
import tty
from pathlib import Path

from companion.devices.sim_hub import Cable, SimHub

GADGET = Path("/sys/kernel/config/usb_gadget/pico")
NUMBER = "e6614c311b7e6f35"


class UsbCable(Cable):
    """A USB cable between the Pi and a gadget that looks like a Pico with MicroPython."""

    def __init__(self) -> None:
        super().__init__()
        if not GADGET.exists():
            _describe()
        self._socket = next(Path("/sys/class/udc").iterdir()).name

    def plug(self) -> None:
        """Plug it in: the kernel finds a Pico and makes a port."""
        with self._lock:
            if self._far is None:
                (GADGET / "UDC").write_text(self._socket)
                self._far = os.open("/dev/ttyGS0", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
                tty.setraw(self._far)
                self.path = NUMBER

    def hear(self, _: float) -> bytes:
        return super().hear(0.02 if self.path else 0.5)

    def unplug(self) -> None:
        """Pull it out."""
        with self._lock:
            if self._far is not None:
                (GADGET / "UDC").write_text("\n")
                with contextlib.suppress(OSError):
                    os.close(self._far)
                self._far, self.path = None, ""


def a_pico(*readers: str) -> SimHub:
    """A Pico with readers, plugged in."""
    hub = SimHub(readers, cable=UsbCable())
    hub.number = NUMBER
    hub.start()
    return hub


def _describe() -> None:
    words = {
        "idVendor": "0x2e8a",
        "idProduct": "0x0005",
        "strings/0x409/serialnumber": NUMBER,
        "strings/0x409/manufacturer": "MicroPython",
        "strings/0x409/product": "Board in FS mode",
    }
    for folder in ("", "strings/0x409", "configs/c.1", "functions/acm.0"):
        (GADGET / folder).mkdir()
    for name, value in words.items():
        (GADGET / name).write_text(value)
    (GADGET / "configs/c.1/acm.0").symlink_to(GADGET / "functions/acm.0")
