"""The hub: several readers, lamps and the clip behind one USB cable to a Pico.

`Dialogue` is what is said, without a port or a clock; `Hub` is the port it is said through.
"""

from __future__ import annotations

import queue
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import serial

from companion.devices import wire
from companion.devices.parts import FINE, Parts
from companion.devices.port import Pace, Port, Trouble
from companion.devices.readers import Laid, canonical
from companion.devices.tape import Tape
from companion.errors import Sentence, TagError
from companion.table.inbox import State

CHIPS = {0x91: "MFRC522 1.0", 0x92: "MFRC522 2.0", 0xB2: "FM17522", 0x88: "FM17522 copy"}
DEAD = {
    0x00: Sentence(
        "no power or no contact: check its 3V3, and the solder joints of its pin header"
    ),
    0xFF: Sentence(
        "nobody pulls its data line: check that no two of SCK, MOSI, MISO, SDA are crossed"
    ),
}
"""What a chip's version is when there is no chip, and why."""
SAYS = (
    Sentence("{name} must be a number from {low} to {high}"),
    Sentence("{name} is on {value}, which is no pin of yours: GP0-22, GP26-28"),
    Sentence("{name} and {other} are both on GP{pin}"),
    Sentence("{name} must be pins in brackets, as (16, 17)"),
    Sentence("without SCK, MOSI and MISO no reader works"),
    Sentence("SCK {sck}, MOSI {mosi}, MISO {miso} are not of one SPI: try 2, 3, 4 or 10, 11, 12"),
    Sentence('READERS must be names with pins, as {"pad": 5}'),
    Sentence("{name} is no name for a reader: use a-z, 0-9, - and _"),
    Sentence("there is no room for reader {name}: use shorter names"),
)
"""What the hub finds wrong with its settings; anything else it says is an error of its Python."""
HEARD = tuple(re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(said))) for said in SAYS)


@dataclass(frozen=True, slots=True)
class Patience(Pace):
    """How long the table waits for the hub, in seconds."""

    hello: float = 3.0
    again: float = 0.5
    quiet: float = 2.0
    answer: float = 1.0
    probes: int = 3


@dataclass(frozen=True, slots=True)
class Hello:
    """Who the hub says it is."""

    version: int
    number: str
    boot: str
    firmware: str
    readers: Mapping[str, int] = field(default_factory=dict)
    features: frozenset[str] = frozenset()


def hello(words: list[str]) -> Hello:
    """What a hello says; `Trouble` for one that cannot be believed."""
    try:
        version, number, boot, firmware, readers, features = words
        said = Hello(
            _small(version),
            number,
            boot,
            firmware,
            dict(_reader(pair) for pair in readers.split(",") if readers != wire.NOTHING),
            frozenset(features.split(",")) - {wire.NOTHING},
        )
    except ValueError:
        # an older or a newer firmware may say more or less; its version alone must be readable
        version = words[0] if words else ""
        if not version.isdigit() or version == str(wire.VERSION):
            nonsense = Sentence("The hub's hello makes no sense: run `tableside firmware flash`.")
            raise Trouble("trouble", nonsense) from None
        said = Hello(int(version[:6]), "", "", "")
    if said.version < wire.VERSION:
        old = Sentence("The hub's firmware is too old: run `tableside firmware flash`.")
        raise Trouble("trouble", old)
    if said.version > wire.VERSION:
        new = Sentence("The hub's firmware is newer than this program: update tableside.")
        raise Trouble("trouble", new)
    return said


def fault_of(words: str) -> Sentence:
    """What the hub finds wrong, as a sentence.

    >>> fault_of("settings.py: CLOCK must be a number from 1 to 9").filled["fault"].filled
    {'name': 'CLOCK', 'low': '1', 'high': '9'}
    """
    file, _, fault = words.partition(": ")
    for said, heard in zip(SAYS, HEARD, strict=True):
        if found := heard.fullmatch(fault):
            told = Sentence(said.template, **found.groupdict())
            return Sentence("{file}: {fault}", file=file, fault=told)
    return Sentence("{words}", words=words)


def _small(digits: str) -> int:
    if not digits.isdigit() or len(digits) > 6:
        raise ValueError(digits)
    return int(digits)


def _reader(pair: str) -> tuple[str, int]:
    name, chip = pair.split(":")
    return name, int(chip, 16)


class Dialogue:
    """One side of the wire: counts, acknowledges, asks, probes. The caller owns port and clock.

    It outlives the port: what lay on the readers, and the last number heard from this hub.
    """

    def __init__(
        self, readers: Mapping[str, str], laid: Laid, parts: Parts, patience: Patience
    ) -> None:
        self.readers, self.laid, self.parts, self.patience = readers, laid, parts, patience
        self.hello: Hello | None = None
        self.heard_from = ""
        self.expected: int | None = None
        self.lost = 0
        self.lights: dict[str, str] = {}
        self.faults: list[Sentence] = []
        self.greeted: Callable[[], None] = lambda: None
        self.opened(0.0)

    def opened(self, now: float) -> None:
        """A port was opened: whoever is there must say hello."""
        self.decoder = wire.Decoder()
        self.hello = None
        self.say: list[str] = []
        self.opened_at = self.heard_at = now
        self.asked_at: float | None = None
        self.probe = ""
        self.probes = 0

    def heard(self, data: bytes, now: float) -> None:
        """Bytes arrived."""
        for seq, words in self.decoder.feed(data):
            self.heard_at = now
            self.probes = 0
            if words and words[0] == "hello":
                self._greet(hello(words[1:]))
            elif self.hello is None:
                continue
            elif words[:1] == ["from"] and words[1:] and words[1].isdigit():
                self._restart(int(words[1]))
            elif words[:1] == ["fault"]:
                self._fault(" ".join(words[1:]))
            elif seq:
                self._numbered(seq, words, now)
        self.laid.tick(now)

    def due(self, now: float) -> bytes:
        """What is to be said now; `Trouble` if the hub has kept silent too long."""
        self.laid.tick(now)
        if self.hello is None:
            if now - self.opened_at >= self.patience.hello:
                raise Trouble(
                    "silent",
                    Sentence(
                        "A board is plugged in but says no hello: run `tableside firmware flash`, "
                        "or press its reset."
                    ),
                )
            if self.asked_at is None or now - self.asked_at >= self.patience.again:
                self.asked_at = now
                self.say.append("who")
        elif now - self.heard_at >= self.patience.quiet + self.probes * self.patience.answer:
            if self.probes >= self.patience.probes:
                words = "The hub no longer answers although its cable is in: press its reset."
                raise Trouble("silent", Sentence(words))
            self.probes += 1
            self.probe = secrets.token_hex(2)
            self.say.append(f"probe {self.probe}")
        said, self.say = self.say, []
        return b"".join(wire.encode(0, payload) for payload in said)

    def light(self, what: str, how: str) -> None:
        """Set a lamp or the clip; said again to a hub that has been away."""
        self.lights[what] = how
        if self.hello:
            self.say.append(f"{what} {how}")

    def buzz(self, pattern: str) -> None:
        """Sound, now or never."""
        if self.hello:
            self.say.append(f"buzz {pattern}")

    def _greet(self, said: Hello) -> None:
        new = self.hello is None
        self.hello, self.faults = said, []
        if said.number + said.boot != self.heard_from:
            self.heard_from = said.number + said.boot
            self.expected = None
        for name, reader in self.readers.items():
            if name in said.readers:
                self._chip(name, said.readers[name])
            else:
                there = ", ".join(said.readers) or Sentence("none")
                self.parts.tell(
                    f"reader/{reader}",
                    "missing",
                    Sentence(
                        "The hub has no reader {name} (it has: {there}): check its wires or `at`.",
                        name=name,
                        there=there,
                    ),
                )
        for name in said.readers:
            if name not in self.readers:
                self.parts.tell(
                    f"reader/{name}",
                    "trouble",
                    Sentence(
                        "The hub has a reader {name} that has no role: add [readers.{name}].",
                        name=name,
                    ),
                )
        self.say.extend(f"{what} {how}" for what, how in self.lights.items())
        if new:
            self.greeted()

    def _chip(self, name: str, version: int) -> None:
        part = f"reader/{self.readers[name]}"
        if version in DEAD:
            self.parts.tell(
                part,
                "trouble",
                Sentence(
                    "Reader {name} answers {version}, {why}.",
                    name=name,
                    version=f"{version:#04x}",
                    why=DEAD[version],
                ),
            )
        elif version not in CHIPS:
            words = "Reader {name} has an unknown chip, {version}: try another."
            unknown = Sentence(words, name=name, version=f"{version:#04x}")
            self.parts.tell(part, "trouble", unknown)
        else:
            self.parts.tell(part, "fine")

    def _fault(self, words: str) -> None:
        self.faults.append(fault_of(words))
        self.parts.tell(
            "hub",
            "trouble",
            Sentence(
                "At the hub: {faults}. Mend it with `mpremote edit :settings.py`, "
                "then `mpremote reset`.",
                faults=Sentence.joined(self.faults),
            ),
        )

    def _restart(self, seq: int) -> None:
        if self.expected is None:
            self.expected = seq
        elif seq > self.expected:
            self.lost += seq - self.expected
            self.expected = seq
            self.say.append("who")

    def _numbered(self, seq: int, words: list[str], now: float) -> None:
        if self.expected is None or seq > self.expected:
            return  # a line before it is missing: it will be said again
        if seq == self.expected:
            self.expected += 1
            self._event(words, now)
        self.say.append(f"ack {self.expected - 1}")

    def _event(self, words: list[str], now: float) -> None:
        match words:
            case ["placed", name, tag] if name in self.readers:
                reader = self.readers[name]
                try:
                    self.laid.placed(reader, canonical(tag), now)
                except TagError as error:
                    self.parts.tell(
                        f"reader/{reader}", "trouble", Sentence("{fault}.", fault=error.words)
                    )
                else:
                    self.parts.tell(f"reader/{reader}", "fine")
            case ["empty", name] if name in self.readers:
                self.laid.empty(self.readers[name], now)
            case ["crowded", name] if name in self.readers:
                self.laid.crowded(self.readers[name], now)
            case ["deaf", name] if name in self.readers:
                self.parts.tell(
                    f"reader/{self.readers[name]}",
                    "trouble",
                    Sentence(
                        "Reader {name} has a chip that answers, but its radio does not: "
                        "take its power away for a moment, then try another reader.",
                        name=name,
                    ),
                )
            case ["chip", name, version] if name in self.readers:
                try:
                    self._chip(name, int(version, 16))
                except ValueError:
                    return


class Hub(Port):
    """The port of the hub. Lamps only enqueue. `behind`: parts at the hub, by its word."""

    def __init__(
        self,
        find: Callable[[], str],
        dialogue: Dialogue,
        parts: Parts,
        *,
        clock: Callable[[], float],
        tape: Tape,
        behind: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__("hub", find, parts, dialogue.patience)
        self.dialogue, self.clock, self.tape, self.behind = dialogue, clock, tape, behind
        self._orders: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
        dialogue.greeted = self._greeted

    def light(self, what: str, how: str) -> None:
        """`lamp 1` on, off or blink; `clip` at 3 of 9."""
        self._orders.put((what, how))

    def buzz(self, pattern: str) -> None:
        """Sound and silence in turn, in milliseconds: `40,60,40`."""
        self._orders.put(("buzz", pattern))

    def serve(self, port: serial.Serial) -> None:
        self.dialogue.opened(self.clock())
        while not self.stopped.is_set():
            self._obey()
            if out := self.dialogue.due(self.clock()):
                port.write(out)
            data = port.read(1)
            if data:
                data += port.read(port.in_waiting)
                now = self.clock()
                self.tape.write(now, "hub", data.hex())
                self.dialogue.heard(data, now)

    def tell(self, state: State, words: Sentence = FINE) -> None:
        super().tell(state, words)
        if state != "fine":
            readers = [f"reader/{reader}" for reader in self.dialogue.readers.values()]
            for part in (*readers, *self.behind):
                words = Sentence("It waits for the hub: see hub.")
                self.parts.tell(part, "missing", words, quiet=True)

    def _greeted(self) -> None:
        self.well()
        features = self.dialogue.hello.features if self.dialogue.hello else ()
        for part, feature in self.behind.items():
            if feature in features:
                self.parts.tell(part, "fine")
            else:
                words = Sentence("The hub has none: the screen shows it.")
                self.parts.tell(part, "missing", words)

    def _obey(self) -> None:
        while True:
            try:
                what, how = self._orders.get_nowait()
            except queue.Empty:
                return
            if what == "buzz":
                self.dialogue.buzz(how)
            else:
                self.dialogue.light(what, how)
