"""The guided wiring check, by fingers at mock pins and tags on a simulated cable."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from companion import config as configs
from companion.cli.wiring import Enough, Guide, Terminal, _save
from companion.config import Config, Place, Reader
from companion.devices.electronics import open_electronics
from companion.devices.sim import REST_S, TAP_S
from companion.devices.wiring import Feeler, Found, free
from companion.table.inbox import Inbox
from tests.devices.fake_pi import Turned
from tests.devices.hearing import LIMIT_S, until

TWO = {"jason": Place(5, 12), "billy": Place(6, 16)}
SMALL = Config(seats=TWO, keys=(17, None, None, None, None, None), debounce_ms=3)


class Person:
    """Somebody at a terminal: reads what the guide says, and types. The guide has a thread."""

    def __init__(self, config: Config, **guide: object) -> None:
        self._source, self._types = os.pipe()
        self.screen = io.StringIO()
        self.terminal = Terminal(self._source, self.screen)
        self.guide = Guide(config, self.terminal, **{"sim": False, **guide})  # type: ignore[arg-type]
        self._read = 0
        self._walk: threading.Thread | None = None
        self.ended = ""

    def follow(self, walk: Callable[[], None]) -> None:
        def walking() -> None:
            try:
                walk()
            except Enough:
                self.ended = "enough"
            else:
                self.ended = "all"

        self._walk = threading.Thread(target=walking)
        self._walk.start()

    def asked(self, words: str) -> None:
        """Wait until the guide says this, after all that was waited for before."""
        until(lambda: words in self.screen.getvalue()[self._read :])
        self._read += self.screen.getvalue()[self._read :].index(words) + len(words)

    def types(self, line: str) -> None:
        os.write(self._types, f"{line}\n".encode())

    def leaves(self) -> None:
        """The guide comes to its end."""
        if self._walk is not None:
            self._walk.join(LIMIT_S)
            assert not self._walk.is_alive(), self.screen.getvalue()
            self._walk = None

    def close(self) -> None:
        if self._walk is not None:
            self.types("q")
            self.leaves()
        os.close(self._source)
        os.close(self._types)


@pytest.fixture
def at_pins() -> Iterator[Callable[..., tuple[Person, MockFactory]]]:
    made: list[tuple[Person, MockFactory]] = []

    def walk(
        config: Config = SMALL, factory: MockFactory | None = None, **guide: object
    ) -> tuple[Person, MockFactory]:
        person, pins = Person(config, **guide), factory or MockFactory()
        made.append((person, pins))
        person.follow(lambda: person.guide.switches(pins))
        return person, pins

    yield walk
    for person, pins in made:
        person.close()
        pins.close()


def press(pins: MockFactory, gpio: int) -> None:
    """A finger: it takes its time, or it would be chatter."""
    pin, time = pins.pin(gpio), threading.Event()
    pin.drive_low()
    time.wait(TAP_S)
    pin.drive_high()
    time.wait(REST_S)


# -- buttons and keys


def test_as_it_is_set(at_pins: Callable[..., tuple[Person, MockFactory]]) -> None:
    person, pins = at_pins()
    for words, gpio in (
        ("Press jason's button (GPIO 5, header pin 29).", 5),
        ("Press billy's button (GPIO 6, header pin 31).", 6),
        ("Press key 1 (GPIO 17, header pin 11).", 17),
    ):
        person.asked(words)
        press(pins, gpio)
        person.asked("as it is set.")
    for _ in range(5):
        person.asked("(no pin is set).")
        person.types("")
    person.leaves()

    assert person.ended == "all"
    assert person.guide.left == 5
    assert person.guide.found.result() == SMALL
    assert person.guide.found.lost() == []


def test_two_buttons_exchanged_are_noted(
    at_pins: Callable[..., tuple[Person, MockFactory]],
) -> None:
    person, pins = at_pins()
    person.asked("Press jason's button")
    press(pins, 6)
    person.asked("GPIO 6, header pin 31: noted.")
    person.asked("Press billy's button")
    press(pins, 6)
    person.asked("GPIO 6, header pin 31 is jason's button.")
    press(pins, 5)
    person.asked("GPIO 5, header pin 29: noted.")
    person.asked("Press key 1")
    person.types("q")
    person.leaves()
    after = person.guide.found.result()

    assert person.ended == "enough"
    assert after.seats == {"jason": Place(6, 12), "billy": Place(5, 16)}
    assert after.keys == SMALL.keys
    assert configs.parse(configs.write(after)) == after


def test_a_button_at_anothers_pin_takes_it(
    at_pins: Callable[..., tuple[Person, MockFactory]],
) -> None:
    person, pins = at_pins()
    person.asked("Press jason's button")
    press(pins, 12)
    person.asked("GPIO 12, header pin 32: noted.")
    person.asked("Press billy's button")
    press(pins, 17)
    person.asked("noted.")
    person.types("q")
    person.leaves()

    assert person.guide.found.result().seats["jason"] == Place(12, None)
    assert person.guide.found.lost() == ["lamp/jason", "key/1"]


def test_a_pin_of_a_bus_is_flagged(at_pins: Callable[..., tuple[Person, MockFactory]]) -> None:
    person, pins = at_pins()
    for asked, gpio, bus in (("jason", 2, "I2C"), ("billy", 9, "SPI"), ("key 1", 15, "UART")):
        person.asked(f"Press {asked}")
        press(pins, gpio)
        person.asked(f"! That pin belongs to {bus}: it works until {bus} is switched on.")


def test_a_bus_that_is_on_keeps_its_pins(
    at_pins: Callable[..., tuple[Person, MockFactory]],
) -> None:
    person, pins = at_pins(buses={"SPI", "I2S"})
    person.asked("SPI is on and has GPIO 7, 8, 9, 10, 11: nothing is heard there.")
    person.asked("Press jason's button")
    press(pins, 21)
    person.asked("! I2S is on and wants that pin too: switch it off, or move this.")

    assert pins.pin(9).function == "input"
    assert pins.pin(9).when_changed is None


def test_a_switch_turned_by_90_degrees_is_told_and_left_out(
    at_pins: Callable[..., tuple[Person, MockFactory]],
) -> None:
    person, pins = at_pins(factory=Turned())
    person.asked("GPIO 22, header pin 15 is closed already and left out: a switch turned by 90")
    person.asked("Press jason's button")
    press(pins, 5)
    person.asked("as it is set.")


def test_nothing_is_driven(at_pins: Callable[..., tuple[Person, MockFactory]]) -> None:
    person, pins = at_pins()
    person.asked("Press jason's button")

    assert {pins.pin(gpio).function for gpio in free(())} == {"input"}


def test_the_pins_are_given_back() -> None:
    pins = MockFactory()
    for _ in range(2):
        Feeler(pins, (), 0.003).close()

    assert not pins.pin(5).when_changed
    pins.close()


# -- readers


READERS = {
    "pad": Reader("pad", at="pad"),
    "jason": Reader("jason", "seat", at="jason", place="jason"),
}


def test_two_readers_exchanged_are_noted_and_a_second_look_is_patient() -> None:
    config = replace(SMALL, readers=READERS)
    inbox = Inbox()
    electronics = open_electronics(config, inbox, sim=True)
    person = Person(config)
    try:
        person.follow(lambda: person.guide.readers(electronics, inbox))
        person.asked("Lay a tag on reader pad.")
        electronics.hands.place("jason", "04A1B2C3")
        person.asked("The one set as jason saw it: noted, pad is at jason.")
        person.asked("Lay a tag on reader jason.")
        electronics.hands.lift("jason")
        electronics.hands.place("jason", "04A1B2C4")
        person.asked("jason was found already.")
        electronics.hands.place("pad", "04A1B2C5")
        person.asked("noted, jason is at pad.")
        person.leaves()
    finally:
        person.close()
        electronics.close()
    after = person.guide.found.result().readers

    assert person.guide.left == 0
    assert {name: reader.at for name, reader in after.items()} == {"pad": "jason", "jason": "pad"}
    assert after["jason"].place == "jason"


def test_a_reader_that_took_anothers_place_leaves_it_its_own() -> None:
    found = Found(replace(SMALL, readers=READERS))
    found.readers["pad"] = "jason"

    assert {name: r.at for name, r in found.result().readers.items()} == {
        "pad": "jason",
        "jason": "pad",
    }


def test_a_reader_that_does_not_work_is_told_with_its_mend() -> None:
    config = replace(SMALL, readers=READERS, hub="/dev/no-such-hub", factory="mock")
    inbox = Inbox()
    electronics = open_electronics(config, inbox, sim=False)
    person = Person(config)
    try:
        person.follow(lambda: person.guide.readers(electronics, inbox))
        person.asked("Lay a tag on reader pad.")
        person.asked("hub: There is no /dev/no-such-hub")
        person.types("")
        person.asked("Lay a tag on reader jason.")
        person.types("")
        person.leaves()
    finally:
        person.close()
        electronics.close()

    assert person.guide.left == 2


# -- lamps


def test_each_lamp_shines_alone_and_a_dark_one_is_noted() -> None:
    electronics = open_electronics(SMALL, Inbox(), sim=True)
    person = Person(SMALL)

    def lit() -> list[int]:
        assert isinstance(electronics.factory, MockFactory)
        return [gpio for gpio in (12, 16) if electronics.factory.pin(gpio).state]

    try:
        person.follow(lambda: person.guide.lamps(electronics))
        person.asked("jason's lamp shines now")
        until(lambda: lit() == [12])
        person.types("")
        person.asked("billy's lamp shines now")
        until(lambda: lit() == [16])
        person.types("n")
        person.asked("GPIO 16, header pin 36: is the LED's long leg at its resistor?")
        person.leaves()
        until(lambda: lit() == [])
    finally:
        person.close()
        electronics.close()

    assert person.guide.left == 1


# -- the command, as a person types it


class Typist:
    """`tableside doctor --wiring --sim` in a terminal of its own."""

    def __init__(self, home: Path) -> None:
        self._hand, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "doctor", "--wiring", "--sim", "--home", home],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        self.read = ""

    def asked(self, words: str) -> None:
        while words not in self.read:
            try:
                self.read += os.read(self._hand, 4096).decode()
            except OSError:  # it has ended
                raise AssertionError(f"never read {words!r} in: {self.read}") from None
        self.read = self.read.partition(words)[2]

    def types(self, line: str) -> None:
        os.write(self._hand, f"{line}\n".encode())

    def status(self) -> int:
        return self.process.wait(LIMIT_S)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._hand)


@pytest.fixture
def typist(tmp_path: Path) -> Iterator[Callable[[], Typist]]:
    made: list[Typist] = []

    def begin() -> Typist:
        made.append(Typist(tmp_path))
        return made[-1]

    yield begin
    for each in made:
        each.close()


def test_at_a_table_without_parts_a_hand_does_what_is_asked(
    typist: Callable[[], Typist], tmp_path: Path
) -> None:
    (tmp_path / configs.FILE).write_text(configs.write(SMALL))
    person = typist()
    for part in ("jason's button", "billy's button", "key 1"):
        person.asked(f"Press {part}")
        person.types("")
        person.asked("as it is set.")
    for _ in range(5):
        person.asked("(no pin is set)")
        person.types("s")
    person.asked("Lay a tag on reader pad.")
    person.types("")
    person.asked("pad: it reads.")
    for seat in ("jason", "billy"):
        person.asked(f"{seat}'s lamp shines now")
        person.types("")
    person.asked("The map is as it was.")

    assert person.status() == 1  # five keys were left
    assert configs.read(tmp_path) == SMALL


def test_whoever_ends_early_keeps_what_was_there(
    typist: Callable[[], Typist], tmp_path: Path
) -> None:
    person = typist()
    person.asked("Press jason's button")
    person.types("q")
    person.asked("Ended here.")

    assert person.status() == 1
    assert not (tmp_path / configs.FILE).exists()


# -- saving


def test_the_map_is_saved_and_the_one_before_it_kept(tmp_path: Path) -> None:
    path = tmp_path / configs.FILE
    path.write_text("# as it was\n")
    person = Person(SMALL)
    person.guide.found.pins |= {"button/jason": 6, "button/billy": 5}
    saved = _save(person.guide, tmp_path)
    person.close()

    assert saved
    assert configs.read(tmp_path).seats == {"jason": Place(6, 12), "billy": Place(5, 16)}
    assert (tmp_path / "tableside.before").read_text() == "# as it was\n"


def test_a_map_that_would_be_refused_is_not_saved(tmp_path: Path) -> None:
    readers = {"pad": Reader("pad", kind="pn532", at="/dev/serial0")}
    person = Person(replace(SMALL, readers=readers))
    person.guide.found.pins["button/jason"] = 14
    saved = _save(person.guide, tmp_path)
    person.close()

    assert not saved
    assert "Not saved: pin 14 of seats.jason.button belongs to UART" in person.screen.getvalue()
    assert list(tmp_path.iterdir()) == []
