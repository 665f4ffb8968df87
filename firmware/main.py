"""The hub's program: runs on a Raspberry Pi Pico under MicroPython. See README.md."""

import gc
import os
import sys
import time

import machine
import wiring
from cable import Cable, Stopped
from hub import Hub
from lights import Lights
from machine import SPI, WDT, Pin
from mfrc522 import Chip
from reader import Reader

WATCHDOG_MS = 5_000
"""A hub that hangs for so long starts anew."""
BOARD = sys.implementation._machine  # noqa: SLF001 - where MicroPython says it
WATCHDOG = 0x400D8000 if "RP2350" in BOARD else 0x40058000
"""RP2350 and RP2040 data sheets: the watchdog's CTRL register; bit 30 is ENABLE."""
CLEAR = 0x3000
"""RP2040 data sheet, section 2.1.2: what is written here is cleared there."""


def readers(wired: wiring.Wiring) -> list[Reader]:
    """The readers, after a reset of them all."""
    if wired.bus is None or not wired.readers:
        return []
    selects = {name: Pin(pin, Pin.OUT, value=1) for name, pin in wired.readers.items()}
    if wired.rst is not None:
        reset = Pin(wired.rst, Pin.OUT, value=0)
        time.sleep_ms(1)
        reset(1)
        time.sleep_ms(50)
    block, sck, mosi, miso = wired.bus
    bus = SPI(
        block,
        baudrate=wired.clock,
        polarity=0,
        phase=0,
        sck=Pin(sck),
        mosi=Pin(mosi),
        miso=Pin(miso),
    )
    return [Reader(name, Chip(bus, select)) for name, select in selects.items()]


def main() -> None:
    """Open all that is wired and serve it until somebody types Ctrl-C."""
    wired = wiring.read()
    number = machine.unique_id().hex()
    cable = Cable()
    hub = Hub(number, os.urandom(4).hex(), cable, Lights(wired), readers(wired))
    hub.faults = wired.faults
    gc.threshold(gc.mem_free() // 4 + gc.mem_alloc())
    hub.greet()  # whoever listens already must know that the numbers start anew
    watchdog = WDT(timeout=WATCHDOG_MS)
    try:
        while True:
            hub.step()
            watchdog.feed()
    except Stopped:
        machine.mem32[WATCHDOG + CLEAR] = 1 << 30
        cable.close()


if __name__ == "__main__":
    main()
