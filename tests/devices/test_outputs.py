import time
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.config import Clip, Config, Place
from companion.devices.outputs import PATTERNS, SOUNDS, Lights
from companion.devices.parts import Parts
from companion.table.board import Signs
from tests.devices.hearing import Ears, changed, until

SMALL = Config(seats={"jason": Place(5, 12), "billy": Place(6, None)})


class Lamp:
    def __init__(self, ears: Ears, config: Config) -> None:
        self.factory = MockFactory(pin_class=MockPWMPin if config.clip.on == "servo" else None)
        parts = Parts(ears.inbox.put, time.monotonic)
        self.lights = Lights(config, self.factory, None, parts=parts, clock=time.monotonic)
        self.lights.start()

    def on(self, pin: int) -> bool:
        return bool(self.factory.pin(pin).state)

    def close(self) -> None:
        self.lights.close()
        self.factory.close()


@pytest.fixture
def lamp(ears: Ears) -> Iterator[Lamp]:
    lamp = Lamp(ears, SMALL)
    yield lamp
    lamp.close()


def test_a_lamp_goes_on_and_off(lamp: Lamp):
    lamp.lights.show(Signs({"jason": "on"}))
    until(lambda: lamp.on(12))
    lamp.lights.show(Signs({"jason": "off", "billy": "on"}))
    until(lambda: not lamp.on(12))


def test_a_lamp_blinks_by_itself(lamp: Lamp):
    lamp.lights.show(Signs({"jason": "blink"}))

    for state in (True, False, True):
        until(lambda state=state: lamp.on(12) == state)


@pytest.mark.usefixtures("lamp")
def test_a_seat_without_a_lamp_is_named(ears: Ears):
    assert "the screen shows it" in ears.part("lamp/billy", "missing").words


def test_the_buzzer_sounds_and_ends(lamp: Lamp):
    lamp.lights.sound("refused")

    until(lambda: len(lamp.factory.pin(26).states) >= 5)
    until(lambda: not lamp.on(26))
    assert [s.state for s in lamp.factory.pin(26).states[-4:]] == [True, False, True, False]
    assert list(lamp.lights.recent) == ["refused"]


def test_every_sound_has_a_pattern_and_accepted_is_told_from_refused():
    assert set(PATTERNS) == set(SOUNDS)
    assert len(set(PATTERNS.values())) == len(PATTERNS)
    assert all(sum(pattern) <= 1000 for pattern in PATTERNS.values())


def test_a_bar_shows_where_the_clip_is(ears: Ears):
    lamp = Lamp(ears, changed(SMALL, clip=Clip("bar", (2, 3, 4))))
    for clip, lit in ((0, 2), (3, 3), (8, 4)):
        lamp.lights.show(Signs(clip=clip, marks=9))
        until(lambda lit=lit: [pin for pin in (2, 3, 4) if lamp.on(pin)] == [lit])

    lamp.lights.show(Signs(clip=None))
    until(lambda: not any(lamp.on(pin) for pin in (2, 3, 4)))
    lamp.close()


def test_a_servo_points_at_the_clip(ears: Ears):
    lamp = Lamp(ears, changed(SMALL, clip=Clip("servo", (18,))))
    ears.part("clip", "fine")

    lamp.lights.show(Signs(clip=0, marks=9))
    high = until(lambda: lamp.factory.pin(18).state)
    lamp.lights.show(Signs(clip=8, marks=9))
    until(lambda: lamp.factory.pin(18).state < high)
    lamp.close()


def test_a_servo_on_a_pin_that_cannot_is_named_and_the_lamps_go_on(ears: Ears):
    config = changed(SMALL, clip=Clip("servo", (18,)))
    factory = MockFactory()
    parts = Parts(ears.inbox.put, time.monotonic)
    lights = Lights(config, factory, None, parts=parts, clock=time.monotonic)
    lights.start()

    assert "GPIO 18" in ears.part("clip", "trouble").words
    lights.show(Signs({"jason": "on"}, clip=1))
    until(lambda: factory.pin(12).state)
    lights.close()
    factory.close()
