"""The reader's chip. Section numbers are those of its data sheet, NXP MFRC522 rev. 3.9."""

import time

from machine import SPI, Pin

# section 9.2: registers
COMMAND, COM_IRQ, ERROR, FIFO_DATA, FIFO_LEVEL, CONTROL, BIT_FRAMING = 1, 4, 6, 9, 10, 12, 13
TX_CONTROL, TX_ASK, T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L = 0x14, 0x15, 0x2A, 0x2B, 0x2C, 0x2D
VERSION = 0x37
# section 10.3: commands
IDLE, TRANSCEIVE, SOFT_RESET = 0x0, 0xC, 0xF

FORCE_100_ASK = 0x40
ROOM = 64
"""Bytes that the chip can keep, section 8.3."""
POLLS = 250
"""Some 8 ms. The chip's own timer ends every wait long before; one that is later is deaf."""
WAKE_MS = 5

HEARD, SILENT, GARBLED, COLLIDED, DEAF = range(5)


class Chip:
    """One MFRC522 on a bus it shares. `cs` selects it."""

    def __init__(self, spi: SPI, cs: Pin) -> None:
        self.spi, self.cs = spi, cs
        self.how = SILENT
        self._two = bytearray(2)
        self._reads = bytearray([0x80 | FIFO_DATA << 1] * ROOM + [0])
        self._answer = bytearray(ROOM + 1)
        cs(1)

    def read(self, register: int) -> int:
        """Section 8.1.2.3: the address in bits 6 to 1, bit 7 set to read."""
        two = self._two
        two[0], two[1] = 0x80 | register << 1, 0
        self.cs(0)
        self.spi.write_readinto(two, two)
        self.cs(1)
        return two[1]

    def write(self, register: int, value: int) -> None:
        """Section 8.1.2.2."""
        two = self._two
        two[0], two[1] = register << 1, value
        self.cs(0)
        self.spi.write(two)
        self.cs(1)

    def version(self) -> int:
        """Section 9.3.4.8: 0x91 or 0x92; 0x00 or 0xFF if nothing is wired."""
        return self.read(VERSION)

    def set_up(self) -> None:
        """Start anew: registers as after power-on, then the few that we need otherwise."""
        self.write(COMMAND, SOFT_RESET)
        began = time.ticks_ms()
        while self.read(COMMAND) & 0x10:  # section 9.3.1.2: PowerDown, until the oscillator runs
            if time.ticks_diff(time.ticks_ms(), began) > WAKE_MS:
                break
        # section 8.5: the timer starts after sending; 13.56 MHz / (2 * 169 + 1) = 40 kHz, 20 ticks.
        # By ISO 14443-3 a tag answers within 0.1 ms, so that 0.5 ms without an answer is silence.
        self.write(T_MODE, 0x80)
        self.write(T_PRESCALER, 169)
        self.write(T_RELOAD_H, 0)
        self.write(T_RELOAD_L, 20)
        self.write(TX_ASK, FORCE_100_ASK)  # section 9.3.2.6

    def forgetful(self) -> bool:
        """Whether it has lost what it was set up to: its power was away."""
        return self.read(TX_ASK) != FORCE_100_ASK

    def field(self, on: bool) -> None:
        """Section 9.3.2.5: the antenna's two drivers."""
        self.write(TX_CONTROL, 0x83 if on else 0x80)

    def exchange(self, data: bytes, last_bits: int = 0) -> bytes:
        """Send to whatever lies there and hear its answer; `how` says why there is none."""
        self.write(COMMAND, IDLE)
        self.write(COM_IRQ, 0x7F)  # section 9.3.1.5: clear all
        self.write(FIFO_LEVEL, 0x80)  # section 9.3.1.11: flush
        self.cs(0)
        self.spi.write(bytes([FIFO_DATA << 1]) + data)  # section 8.1.2.2: all in one go
        self.cs(1)
        self.write(BIT_FRAMING, last_bits)
        self.write(COMMAND, TRANSCEIVE)
        self.write(BIT_FRAMING, 0x80 | last_bits)  # section 9.3.1.14: StartSend
        self.how = self._wait()
        return self._heard() if self.how == HEARD else b""

    def _wait(self) -> int:
        for _ in range(POLLS):
            irq = self.read(COM_IRQ)
            if irq & 0x30:  # RxIRq, IdleIRq
                break
            if irq & 0x01:  # TimerIRq
                return SILENT
        else:
            return DEAF
        error = self.read(ERROR)  # section 9.3.1.7
        if error & 0x08:  # CollErr
            return COLLIDED
        return GARBLED if error & 0x57 else HEARD

    def _heard(self) -> bytes:
        count = self.read(FIFO_LEVEL) & 0x7F
        if not 0 < count <= ROOM or self.read(CONTROL) & 0x07:  # RxLastBits: a broken byte
            self.how = GARBLED
            return b""
        answer = memoryview(self._answer)[: count + 1]
        self.cs(0)
        self.spi.write_readinto(memoryview(self._reads)[ROOM - count :], answer)
        self.cs(1)
        return bytes(answer[1:])
