"""A PN532 on a UART, read through Adafruit's library."""

from __future__ import annotations

import serial

from companion.devices.port import Trouble
from companion.devices.readers import canonical
from companion.devices.solo import Solo
from companion.errors import Sentence

DEAF = 6
"""So many calls in a row without an acknowledgement: the chip is gone, the tag is not."""
GONE = 2
"""So many acknowledged calls in a row without a tag: it was taken away."""


class PN532(Solo):
    """One PN532. A read lasts as long as the port's timeout, so that is short."""

    timeout = 0.06

    def serve(self, port: serial.Serial) -> None:
        try:
            from adafruit_pn532.adafruit_pn532 import BusyError  # noqa: PLC0415 - an extra
            from adafruit_pn532.uart import PN532_UART  # noqa: PLC0415 - may be absent
        except ImportError:
            raise Trouble(
                "missing",
                Sentence(
                    "The library of the PN532 is not installed: run"
                    " `pip install 'tableside[pn532]'`."
                ),
            ) from None
        silent = Trouble(
            "silent",
            Sentence(
                "The PN532 at {port} does not answer: set both its switches to UART "
                "and check that TX and RX are crossed.",
                port=port.port,
            ),
        )
        damaged = (RuntimeError, IndexError, BusyError)
        try:
            chip = PN532_UART(port, debug=False)
        except damaged as error:
            raise silent from error
        self.well()
        deaf = gone = 0
        while not self.stopped.is_set():
            try:
                heard = chip.listen_for_passive_target(timeout=self.timeout)
                tag = chip.get_passive_target(timeout=self.timeout) if heard else None
            except damaged as error:
                if "More than one" in str(error):
                    self.sight_many()
                continue
            deaf = 0 if heard else deaf + 1
            gone = 0 if tag else gone + 1 if heard else gone
            if tag:
                self.sight(canonical, bytes(tag))
            elif gone == GONE:
                self.sight_nothing()
            if deaf == DEAF:
                raise silent
            self.laid.tick(self.clock())
