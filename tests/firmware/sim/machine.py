"""The board's `machine`, as far as the hub's program can tell; see `world`."""

import sys

import world

mem32 = world.Memory()


def unique_id():
    return b"\xe6\x61\x4c\x31\x1b\x00\x00\x01"


def reset():
    sys.exit(0)


class Pin:
    OUT = 1

    def __init__(self, id, mode=None, *, value=None):  # noqa: A002 - its name on the board
        self.number = id
        assert mode in (None, self.OUT)
        if value is not None:
            self(value)

    def __call__(self, value):
        world.drive(self.number, int(value))


class SPI:
    def __init__(self, id, *, baudrate, polarity, phase, sck, mosi, miso):  # noqa: A002
        assert (id, sck.number, mosi.number, miso.number) == (0, 2, 3, 4)
        assert (polarity, phase) == (0, 0)  # section 8.1.2: sampled on the rising edge
        world.bus.clock = baudrate

    def write(self, data):
        for byte in data:
            world.shift(byte)

    def write_readinto(self, out, into):
        assert len(out) == len(into)
        for at in range(len(out)):
            into[at] = world.shift(out[at])


class PWM:
    def __init__(self, pin, *, freq, duty_u16=0, duty_ns=0):
        self.number = pin.number
        assert duty_u16 == duty_ns == 0
        world.tell(f"pwm {self.number} {freq} Hz")

    def duty_u16(self, duty):
        world.drive(self.number, duty)

    def duty_ns(self, duty):
        world.drive(self.number, duty)


class WDT:
    def __init__(self, *, timeout):
        world.tell(f"watchdog {timeout}")

    def feed(self):
        world.obey()
