"""An evening at a half-wired table: the whole program, real lines, a Pico on real USB.

The tests go on where the one before has stopped.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.devices.sim_hub import SimHub
from companion.table.tags import KINDS
from tests.pi_vm.guest.lines import Line
from tests.pi_vm.guest.pico import a_pico
from tests.pi_vm.guest.program import Guest, Program, seen

READ_ONLY = Path("/src")
BUTTONS = {"jason": 5, "billy": 6, "kimberly": 13, "trini": 4}
LAMPS = {"jason": 12, "billy": 16, "zach": 21}
KEYS = (17, 27, 22, 23, 24, 25)
LEVELS = {"putty": (2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7), "alien": (8, 10, 12, 14)}
ALIENS = ("Goldar", "Squatt", "Baboo", "King Sphinx")
AWAY_S = 20
HOLD = """
import lgpio, sys
chip = lgpio.gpiochip_open(0)
for line in sys.argv[1:]:
    lgpio.gpio_claim_output(chip, int(line))
print("held", flush=True)
sys.stdin.read()
"""


def tag_of(stand: str) -> str:
    kind, _, number = stand.partition("-")
    return f"04{'A1' if kind == 'alien' else 'B2'}00000000{int(number):02X}"


class Evening:
    """The program, the Pico, and two people with their phones beside them."""

    def __init__(self, home: Path) -> None:
        self.hub: SimHub = a_pico("pad")
        self.program = Program(home, READ_ONLY)
        self.owner = self.program.owner
        self.phones: dict[str, Guest] = {}
        putties = [f"putty-{number}" for number in range(1, 13)]
        self.lies = {f"{seat}/{n}": putties.pop() for seat in ("jason", "billy") for n in (1, 2, 3)}
        self.lies |= {name: f"alien-{n}" for n, name in enumerate(ALIENS, 1)}

    def public(self) -> dict[str, Any]:
        """What everybody sees of the game."""
        table: dict[str, Any] = self.owner.view()["table"]
        return table

    def asked(self) -> tuple[str, dict[str, Any]]:
        """Who is asked what."""

        def found() -> Any:
            for seat, phone in self.phones.items():
                if ask := phone.view()["ask"]:
                    return seat, ask
            return None

        asked: tuple[str, dict[str, Any]] = seen(found)
        return asked

    def answer(self, seat: str, ask: dict[str, Any]) -> None:
        """Do with the hands what is asked, until the table has understood."""
        if ask["kind"] == "draw":
            self.hub.lay("pad", [self.stand(ask)])
        elif ask["kind"] == "roll":
            for _ in range(ask["dice"]):
                self.key(6)
        elif ask["kind"] == "choose" and (ask["next"] or {}).get("kind") == "roll":
            self.key(6)
        elif ask["kind"] == "choose" and ask["press"] is None:
            self.key(ask["options"][0]["key"])
        else:
            Line(BUTTONS[seat]).press()
        seen(lambda: self.moved_on(seat, ask))
        self.hub.lay("pad", [])

    def moved_on(self, seat: str, ask: dict[str, Any]) -> bool:
        now = self.phones[seat].view()["ask"]
        return not now or now["question"] != ask["question"]

    def stand(self, ask: dict[str, Any]) -> str:
        """The tag under the stand that is asked for."""
        thing = ask["prompt"]["args"]["thing"]
        where = "{seat}/{n}".format(**thing["args"]) if thing.get("args") else thing["text"]
        return tag_of(self.lies[where])

    def play(self, enough: Callable[[str, dict[str, Any]], bool]) -> list[str]:
        """Play until it is enough; the kinds of the questions answered."""
        answered: list[str] = []
        while not enough(*(asked := self.asked())):
            print(f"@@ {asked[0]} answers: {asked[1]['kind']}", flush=True)  # noqa: T201
            self.answer(*asked)
            answered.append(asked[1]["kind"])
            assert len(answered) < 100, answered
        return answered

    def key(self, number: int) -> None:
        Line(KEYS[number - 1]).press()


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with another_program(BUTTONS["trini"], LAMPS["zach"]):
        Line(BUTTONS["kimberly"]).down()
        evening = Evening(tmp_path_factory.mktemp("evening") / "home")
        yield evening
        print(evening.program.log.read_text())  # noqa: T201
        evening.hub.close()
        if evening.program.process.poll() is None:
            evening.program.stop()


@contextmanager
def another_program(*lines: int) -> Iterator[None]:
    """Some other program holds these lines."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, *map(str, lines)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd="/tmp",
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == b"held\n"
        yield
        other.kill()


def test_what_is_wrong_with_a_part_is_said_and_the_rest_is_fine(evening: Evening):
    program = evening.program
    program.part("reader/pad", "fine")

    assert "Another program holds GPIO 4" in program.part("button/trini", "trouble")
    assert "Another program holds GPIO 21" in program.part("lamp/zach", "trouble")
    assert "turn the switch by 90 degrees" in program.part("button/kimberly", "stuck")
    wrong = {p["part"] for p in evening.owner.view()["inputs"] if p["state"] != "fine"}
    assert wrong == {"button/trini", "lamp/zach", "button/kimberly"}
    assert not (READ_ONLY / ".lgd-nfy0").exists()


def test_sixteen_stands_are_enrolled_on_the_pad(evening: Evening):
    for kind in KINDS:
        for number, level in enumerate(LEVELS[kind.name], 1):
            evening.owner.do("tags.enrol", level=level)
            evening.hub.lay("pad", [tag_of(f"{kind.name}-{number}")])
            seen(lambda: not evening.owner.view()["owner"]["tags"]["waiting"])
            evening.hub.lay("pad", [])

    assert evening.owner.view()["owner"]["tags"]["complete"]


def test_two_sit_down_by_their_buttons(evening: Evening):
    for seat in ("jason", "billy"):
        Line(BUTTONS[seat]).press()
        seen(lambda: sum(s["sitting"] for s in evening.owner.view()["seats"]))
        evening.phones[seat] = evening.program.phone(seat)
    options = {"stands": "tagged", "layout": "free", "dice": "real"}
    evening.owner.do("start", game="king_sphinx", options=options)

    assert evening.owner.view()["stage"] == "play"


def test_turns_are_played_by_lines_and_frames(evening: Evening):
    evening.play(lambda seat, ask: seat == "jason" and ask["kind"] == "draw")
    seen(lambda: Line(LAMPS["jason"]).lit)

    answered = evening.play(lambda *_: evening.public()["turn"] == "billy")

    assert answered[:2] == ["draw", "look"]


def test_the_cable_is_out_for_a_while_in_mid_turn(evening: Evening):
    evening.play(lambda _, ask: ask["kind"] == "draw")
    seat, ask = evening.asked()
    held = os.open("/dev/ttyACM0", os.O_RDWR | os.O_NOCTTY)
    evening.hub.unplug()
    evening.program.part("hub", "missing")
    evening.hub.lay("pad", [evening.stand(ask)])
    evening.hub.lay("pad", [])
    time.sleep(AWAY_S)

    evening.hub.replug()
    evening.program.part("reader/pad", "fine")

    assert Path("/dev/ttyACM1").exists()
    os.close(held)
    assert evening.asked() == (seat, ask)
    evening.answer(seat, ask)
    assert evening.program.logged("hub: missing") == 1


def test_a_stand_that_was_set_while_the_cable_was_out_lies_there_now(evening: Evening):
    evening.play(lambda _, ask: ask["kind"] == "draw")
    seat, ask = evening.asked()
    evening.hub.unplug()
    evening.program.part("hub", "missing")
    evening.hub.lay("pad", [evening.stand(ask)])
    evening.hub.replug()

    seen(lambda: evening.moved_on(seat, ask))
    evening.hub.lay("pad", [])


def test_it_ends_and_every_line_is_free_and_every_stand_was_scanned_once(evening: Evening):
    evening.play(lambda *_: evening.public()["turn"] == "jason")

    assert evening.program.stop() == 0

    pins = [*BUTTONS.values(), *LAMPS.values(), *KEYS]
    assert [pin for pin in pins if Line(pin).info()[1]] == [BUTTONS["trini"], LAMPS["zach"]]
    assert evening.program.logged("GPIO 4:") == 1
    for words in ("Traceback", "Error", "fallback", "Falling back"):
        assert evening.program.logged(words) == 0, evening.program.log.read_text()
    out = evening.program.home.parent / "record.txt"
    words = ["export", "--home", evening.program.home, out]
    subprocess.run([sys.executable, "-m", "companion", *words], check=True)
    scanned = [line for line in out.read_text().splitlines() if line.startswith("deck/")]
    assert len(scanned) >= 3


def test_the_other_library_plays_as_well(tmp_path: Path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "tableside.toml").write_text('factory = "rpi-lgpio"\nhub = "none:"\n')
    program = Program(home, READ_ONLY)
    program.part("gpio", "fine")

    Line(BUTTONS["jason"]).press()

    seen(lambda: program.owner.view()["seats"][0]["sitting"])
    assert program.stop() == 0
    assert program.logged("Falling back") == 0
