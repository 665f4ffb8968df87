"""What surrounds the board: chips on a bus, tags on them, and a test that moves them.

The test writes orders into one FIFO and reads from another what it could see at the table.
"""

import os
import select

from chip import Chip


class Bus:
    """The SPI, with all that goes over it counted."""

    def __init__(self):
        self.clock = self.bytes = self.selections = 0


bus = Bus()
levels = {}
chips = {}
folder = os.getenv("WORLD")
orders = open(folder + "/orders")  # noqa: PTH123, SIM115 - MicroPython, and for good
news = open(folder + "/news", "w")  # noqa: PTH123, SIM115
waiting = select.poll()
waiting.register(orders, select.POLLIN)


def tell(words):
    """Let the test know."""
    news.write(words + "\n")


class Memory:
    """`machine.mem32`."""

    def __setitem__(self, address, value):
        tell(f"memory {address:08x} {value:08x}")


def drive(pin, level):
    """A pin is driven. Some are wired to chips, the others are seen."""
    before = levels.get(pin)
    levels[pin] = level
    if pin == 6:
        for chip in chips.values():
            chip.held = not level
    elif pin in chips:
        if not level:
            assert sum(not levels[other] for other in chips if other in levels) == 1
            bus.selections += 1
        chips[pin].select()
    elif before != level:
        tell(f"pin {pin} {level}")


def shift(byte):
    """One byte over the bus."""
    bus.bytes += 1
    for pin, chip in chips.items():
        if not levels.get(pin, 1):
            return chip.shift(byte)
    return 0xFF


def obey():
    """Do what the test has written, and tell it what has happened since."""
    for pin, chip in chips.items():
        if chip.did:
            tell(f"{chip.did} {pin}")
            chip.did = ""
    while waiting.poll(0):
        line = orders.readline()
        if not line:
            return
        what, *words = line.split()
        ORDERS[what](*words)


def more(pin, version="92"):
    chips[int(pin)] = Chip(int(version, 16))


def lay(pin, *tags):
    chips[int(pin)].lay(tags)


def plan(pin, *steps):
    """Tags to lie there one after the other, each until it is read; `-` is none."""
    chips[int(pin)].plan += steps


def change(pin, what, value):
    setattr(chips[int(pin)], what, int(value, 16))


def forget(pin):
    chips[int(pin)].power_on()


def ask(word):
    """Count, and say how far it has come."""
    turns = sum(chip.turns for chip in chips.values())
    air = sum(chip.air_us for chip in chips.values())
    tell(f"{word} {bus.clock} {turns} {bus.bytes} {bus.selections} {air}")


ORDERS = {"chip": more, "lay": lay, "plan": plan, "change": change, "forget": forget, "ask": ask}
obey()
