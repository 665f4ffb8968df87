"""What a press is, on real lines, the same on both pin libraries."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import quantiles

import pytest

from companion.config import Clip, Config
from companion.devices.electronics import Electronics, open_electronics
from companion.devices.panel import _Switch, open_factory
from companion.errors import HubError
from companion.table.board import Signs
from companion.table.inbox import Down, Held, Key, Up
from tests.devices.hearing import Ears, changed, until
from tests.pi_vm.guest.lines import PULLED_UP, REST_S, Line

JASON, BILLY, KEY_1, LAMP, FREE = 5, 6, 17, 12, 7
CONFIG = Config(hub="none:", clip=Clip("none"))


@pytest.fixture(params=["lgpio", "rpi-lgpio"])
def config(request: pytest.FixtureRequest) -> Config:
    return changed(CONFIG, factory=request.param)


@pytest.fixture
def table(config: Config, ears: Ears) -> Iterator[Electronics]:
    electronics = open_electronics(config, ears.inbox, sim=False)
    yield electronics
    electronics.close()


def heard(ears: Ears, count: int) -> list[object]:
    """So many things, and nothing else before the next press of a key."""
    hands = ears.hands(count)
    Line(KEY_1).press()
    assert isinstance(ears.next(), Key)
    return [(type(hand), hand.seat) for hand in hands]


def test_every_part_on_a_line_is_fine_and_pulled_up(table: Electronics):
    parts = {health.part: health.state for health in table.health()}

    assert {parts[part] for part in table.config.part_pins()} == {"fine"}
    assert parts["gpio"] == "fine"
    assert Line(JASON).info()[0] & PULLED_UP


@pytest.mark.usefixtures("table")
def test_one_press_under_5_ms_of_chatter_of_8_edges_is_one(ears: Ears):
    line = Line(JASON)
    for _ in range(3):
        line.chatter(down=True)
        time.sleep(0.06)
        line.chatter(down=False)
        time.sleep(0.06)

    assert heard(ears, 6) == [(Down, "jason"), (Up, "jason")] * 3


@pytest.mark.usefixtures("table")
def test_five_presses_120_ms_apart_are_five(ears: Ears):
    for _ in range(5):
        Line(BILLY).press(0.12 - REST_S)

    assert heard(ears, 10) == [(Down, "billy"), (Up, "billy")] * 5


@pytest.mark.usefixtures("table")
def test_a_glitch_of_2_ms_is_none(ears: Ears):
    for _ in range(5):
        Line(JASON).press(0.002)

    assert heard(ears, 0) == []


@pytest.mark.usefixtures("table")
def test_a_long_press_is_held_once_at_each_length(ears: Ears):
    Line(JASON).press(2.5)

    down, first, second, up = ears.hands(4)
    assert (type(down), type(up)) == (Down, Up)
    assert (first, second) == (
        Held("jason", 0.6, down.at + 0.6),
        Held("jason", 2.0, down.at + 2.0),
    )
    assert heard(ears, 0) == []


@pytest.mark.usefixtures("table")
def test_two_seats_within_10_ms_both_count(ears: Ears):
    Line(BILLY).down()
    time.sleep(0.005)
    Line(JASON).down()
    time.sleep(0.05)
    Line(BILLY).up()
    Line(JASON).up()

    hands = ears.hands(4)
    assert {(type(hand), hand.seat) for hand in hands} == {
        (kind, seat) for kind in (Down, Up) for seat in ("jason", "billy")
    }
    assert [hand.seat for hand in hands[:2]] == ["billy", "jason"]
    assert hands[1].at - hands[0].at < 0.01


@pytest.mark.usefixtures("table")
def test_a_press_is_dated_by_its_first_edge(ears: Ears):
    edge = time.monotonic()
    Line(JASON).chatter(down=True)

    assert 0 <= ears.next().at - edge < 0.005


def test_a_press_is_in_the_queue_10_ms_after_its_debounce(table: Electronics, ears: Ears):
    late = []
    for _ in range(60):
        edge = time.monotonic()
        Line(JASON).down()
        assert isinstance(ears.next(), Down)
        late.append(time.monotonic() - edge)
        Line(JASON).up()
        assert isinstance(ears.next(), Up)
        time.sleep(0.02)

    assert quantiles(late, n=20)[-1] < table.config.debounce_ms / 1000 + 0.010


def test_held_at_the_start_is_stuck_until_it_is_let_go(config: Config, ears: Ears):
    Line(JASON).down()
    table = open_electronics(config, ears.inbox, sim=False)

    assert "turn the switch by 90 degrees" in ears.part("button/jason", "stuck").words
    Line(JASON).up()
    ears.part("button/jason", "fine")
    Line(JASON).press()
    assert heard(ears, 2) == [(Down, "jason"), (Up, "jason")]
    table.close()


@pytest.mark.usefixtures("table")
def test_down_for_half_a_minute_is_stuck(ears: Ears):
    Line(JASON).down()
    ears.hands(3)
    time.sleep(28)
    ears.part("button/jason", "stuck")
    Line(JASON).up()
    ears.part("button/jason", "fine")


def test_a_lamp_is_lit_and_dark_again(table: Electronics):
    table.outputs.show(Signs({"jason": "on"}))
    until(lambda: Line(LAMP).lit)

    table.outputs.show(Signs())
    until(lambda: not Line(LAMP).lit)


def test_every_line_is_given_back(config: Config, ears: Ears):
    table = open_electronics(config, ears.inbox, sim=False)
    pins = table.config.part_pins().values()
    assert all(Line(pin).info()[1] for pin in pins)

    table.close()

    assert [pin for pin in pins if Line(pin).info()[1]] == []


def test_an_exception_in_a_callback_does_not_end_the_pins(table: Electronics, ears: Ears):
    def broken(*_: object) -> float:
        raise RuntimeError

    assert table.factory
    switch = _Switch("key/9", FREE, table.factory, broken, broken)  # type: ignore[arg-type]
    Line(FREE).press()

    Line(JASON).press()
    assert heard(ears, 2) == [(Down, "jason"), (Up, "jason")]
    assert {h.part: h.state for h in table.health()}["gpio"] == "fine"
    switch.close()  # not before: lgpio is deaf once one of its lines is given back


def test_a_library_that_is_not_there_is_named_and_no_other_is_taken():
    with pytest.raises(HubError, match=r"RPi\.GPIO is not installed: run `pip install"):
        open_factory("rpigpio")


def test_lines_that_one_may_not_use_are_told_from_none():
    words = "from companion.devices.panel import _Switch, open_factory; open_factory('lgpio')"
    refused = subprocess.run(
        [sys.executable, "-c", words],
        env={**os.environ, "LG_WD": "/tmp"},
        user=65534,
        capture_output=True,
        text=True,
        check=False,
    )

    assert "sudo usermod -aG gpio $USER" in refused.stderr
