"""The hub: readers in turn, lights, and what is said over the wire.

`step` is one round of the only loop. It never waits longer than for one reading, some 10 ms.
"""

import time

import wire
import wiring
from cable import Cable
from clock import Clock
from lights import Lights
from reader import Reader

STEADY_US = 5_000
"""By ISO 14443-3 a tag may need so long in a field before it answers."""


class Hub:
    """`number` is the board's own; `boot` is new at every start."""

    def __init__(
        self, number: str, boot: str, cable: Cable, lights: Lights, readers: list[Reader]
    ) -> None:
        self.number, self.boot = number, boot
        self.cable, self.lights, self.readers = cable, lights, readers
        self.faults: list[str] = []
        self.decoder = wire.Decoder()
        # Beside what is promised there is room to say once what lies on each reader.
        self.outbox = wire.Outbox(wire.PROMISE + len(readers))
        self.told = [0] * len(readers)
        """The number of the last event of each reader."""
        self.turn = -1
        self.since = time.ticks_us()
        self.clock = Clock()

    def step(self) -> None:
        """Hear, say, switch, and read on if it is time."""
        due = self.due_us()
        heard = self.cable.hear(1 if due > 1_000 else 0)
        now = self.clock.ms()
        for _, words in self.decoder.feed(heard):
            self.lights.heard_at = now
            self.obey(words, now)
        if self.cable.free():
            self.cable.say(self.outbox.due(now))
        self.cable.step()
        self.lights.step(now)
        if self.readers and self.due_us() <= 0:
            self.read_on()

    def due_us(self) -> int:
        """How long the field must be on yet before it is steady; long if there is no reader."""
        if not self.readers:
            return STEADY_US
        return STEADY_US - time.ticks_diff(time.ticks_us(), self.since) if self.turn >= 0 else 0

    def read_on(self) -> None:
        """End this reader's turn and begin that of the next."""
        if self.turn >= 0 and self.readers[self.turn].ready():
            self.tell(self.turn, self.readers[self.turn].end())
        self.turn = (self.turn + 1) % len(self.readers)
        self.tell(self.turn, self.readers[self.turn].begin())
        self.since = time.ticks_us()

    def tell(self, reader: int, event: str) -> None:
        """Keep an event for the table."""
        if event:
            self.outbox.put(event)
            self.told[reader] = self.outbox.seq

    def obey(self, words: list[str], now: int) -> None:
        """Do what the table says; what makes no sense is passed over."""
        what = words[0] if words else ""
        if words == ["who"]:
            self.greet()
        elif what == "ack" and len(words) == 2 and words[1].isdigit():
            self.outbox.acknowledged(int(words[1]))
        elif what == "probe" and len(words) == 2:
            self.cable.say(wire.encode(0, f"pong {words[1]}"))
        elif what:
            self.lights.obey(words, now)

    def greet(self) -> None:
        """Say who this is, then all that is kept, then what lies on each reader.

        A reader whose last event is still kept needs no more: that event is what lies there.
        """
        readers = ",".join(f"{reader.name}:{reader.version:02x}" for reader in self.readers)
        features = ",".join(self.lights.features())
        self.cable.say(
            wire.encode(
                0,
                f"hello {wire.VERSION} {self.number} {self.boot} {wire.FIRMWARE} "
                f"{readers or wire.NOTHING} {features or wire.NOTHING}",
            )
        )
        for fault in self.faults:
            self.cable.say(wire.encode(0, wiring.sentence(fault)))
        for number, reader in enumerate(self.readers):
            if self.told[number] < self.outbox.oldest():
                self.tell(number, reader.lying())
        self.outbox.again()
