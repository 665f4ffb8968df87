"""The listener dies; nobody else's test may share this process."""

from __future__ import annotations

import threading

import lgpio
import pytest

from companion.config import Clip, Config
from companion.devices.electronics import open_electronics
from companion.table.inbox import Down, Up
from tests.devices.hearing import Ears, until
from tests.pi_vm.guest.lines import Line


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_listener_that_has_died_is_told_and_the_pins_are_read_in_turn(ears: Ears):
    table = open_electronics(Config(hub="none:", clip=Clip("none")), ears.inbox, sim=False)
    listeners = [t for t in threading.enumerate() if type(t).__module__ == "lgpio"]
    chip = lgpio.gpiochip_open(0)
    lgpio.gpio_claim_alert(chip, 7, lgpio.BOTH_EDGES)
    lgpio.callback(chip, 7, lgpio.BOTH_EDGES, lambda *_: 1 / 0)

    Line(7).press()
    until(lambda: not any(thread.is_alive() for thread in listeners))

    assert "restart tableside" in ears.part("gpio", "trouble").words
    Line(5).press()
    assert [type(hand) for hand in ears.hands(2)] == [Down, Up]
    table.close()
    lgpio.gpiochip_close(chip)
