import time
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from companion.devices.panel import (
    FACTORIES,
    Contact,
    Motion,
    Panel,
    _Switch,
    meaning,
    open_factory,
    pin_trouble,
)
from companion.devices.parts import Parts
from companion.devices.tape import Tape
from companion.errors import HubError
from companion.table.inbox import Down, Held, Key, Up
from tests.devices.hearing import Ears, until

SETTLE = 0.008


def feel(edges: list[tuple[float, bool]], until: float, closed: bool = False) -> list[Motion]:
    """What a switch means, whenever it is looked at."""
    contact = Contact(SETTLE, closed)
    motions = []
    for at, down in edges:
        while (due := contact.due()) is not None and due < at:
            motions += contact.tick(due)
        motions += contact.edge(down, at)
    while (due := contact.due()) is not None and due <= until:
        motions += contact.tick(due)
    return motions


def press(at: float, seconds: float = 0.06) -> list[tuple[float, bool]]:
    return [(at, True), (at + seconds, False)]


def kinds(motions: list[Motion]) -> list[str]:
    return [motion.kind for motion in motions]


def test_a_press_is_down_and_up_at_its_first_edges():
    assert feel(press(1.0), 2) == [Motion("down", 1.0), Motion("up", 1.06)]


def test_a_press_at_the_very_start_counts():
    assert kinds(feel(press(0.0), 2)) == ["down", "up"]


def test_one_press_is_one_under_chatter_at_both_ends():
    chatter = [(n * 0.005 / 8, n % 2 == 0) for n in range(8)]
    edges = [*chatter, (0.005, True), *[(0.1 + t, not down) for t, down in chatter], (0.105, False)]

    assert feel(edges, 1) == [Motion("down", 0.0), Motion("up", 0.1)]


def test_five_presses_in_a_row_are_five():
    edges = [edge for n in range(5) for edge in press(n * 0.12)]

    assert kinds(feel(edges, 2)) == ["down", "up"] * 5


def test_a_glitch_is_none():
    assert feel(press(1.0, 0.002), 2) == []


def test_a_glitch_long_before_does_not_date_a_press():
    motions = feel([*press(1.0, 0.002), *press(5.0)], 6)

    assert motions[0] == Motion("down", 5.0)


def test_a_dropout_while_held_is_no_new_press():
    motions = feel([(0.0, True), *[(0.3, False), (0.302, True)], (0.7, False)], 1)

    assert kinds(motions) == ["down", "held", "up"]


def test_a_hold_is_told_once_at_each_length():
    motions = feel(press(0.0, 5.0), 6)

    assert motions == [
        Motion("down", 0.0),
        Motion("held", 0.6, 0.6),
        Motion("held", 2.0, 2.0),
        Motion("up", 5.0),
    ]


def test_let_go_just_before_is_no_hold():
    assert kinds(feel(press(0.0, 0.597), 1)) == ["down", "up"]


def test_a_late_look_changes_nothing():
    contact = Contact(SETTLE)

    motions = contact.edge(True, 0.0) + contact.edge(False, 0.7) + contact.tick(9.0)

    assert motions == [Motion("down", 0.0), Motion("held", 0.6, 0.6), Motion("up", 0.7)]


def test_closed_at_the_start_is_no_press_until_it_opens():
    contact = Contact(SETTLE, closed=True)

    assert contact.stuck
    assert contact.tick(60.0) == []
    assert contact.edge(False, 61.0) + contact.tick(61.1) == [Motion("free", 61.0)]
    assert kinds(contact.edge(True, 62.0) + contact.tick(62.1)) == ["down"]


def test_down_for_half_a_minute_is_stuck():
    assert kinds(feel(press(0.0, 40.0), 50)) == ["down", "held", "held", "stuck", "up", "free"]


def test_a_key_is_only_pressed():
    assert meaning("key/3", Motion("down", 1.0)) == Key(3, 1.0)
    assert meaning("key/3", Motion("held", 1.0, 0.6)) is None
    assert meaning("button/jason", Motion("held", 1.0, 0.6)) == Held("jason", 0.6, 1.0)


# -- through gpiozero


class HeldPin(MockPin):
    """A pin whose button is held from the start, whatever pulls it up."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


class Bench:
    """A panel on mock pins."""

    def __init__(self, ears: Ears, pin_class: type[MockPin] = MockPin) -> None:
        self.factory = MockFactory(pin_class=pin_class)
        self.ears = ears
        pins = {"button/jason": 5, "button/billy": 6, "key/1": 17, "key/2": None}
        self.parts = Parts(ears.inbox.put, time.monotonic)
        self.panel = Panel(
            pins,
            self.factory,
            put=ears.inbox.put,
            parts=self.parts,
            clock=time.monotonic,
            tape=Tape(),
            settle=SETTLE,
        )
        self.panel.start()

    def low(self, pin: int) -> None:
        self.factory.pin(pin).drive_low()

    def high(self, pin: int) -> None:
        self.factory.pin(pin).drive_high()

    def close(self) -> None:
        self.panel.close()
        self.factory.close()


@pytest.fixture
def bench(ears: Ears) -> Iterator[Bench]:
    bench = Bench(ears)
    yield bench
    bench.close()


def test_an_edge_at_the_pin_is_heard(bench: Bench):
    bench.low(5)
    assert isinstance(bench.ears.next(), Down)

    bench.high(5)
    assert isinstance(bench.ears.next(), Up)


def test_two_seats_within_ten_milliseconds_both_count(bench: Bench):
    bench.low(6)
    bench.low(5)

    assert {hand.seat for hand in bench.ears.hands(2)} == {"jason", "billy"}


def test_chatter_at_the_pin_is_one_press(bench: Bench):
    for _ in range(4):
        bench.low(17)
        bench.high(17)
    bench.low(17)
    assert isinstance(bench.ears.next(), Key)

    bench.low(5)
    assert isinstance(bench.ears.next(), Down)


def test_held_at_boot_is_stuck_and_no_press(ears: Ears):
    bench = Bench(ears, HeldPin)

    assert "turn the switch by 90 degrees" in ears.part("button/jason", "stuck").words
    bench.high(5)
    ears.part("button/jason", "fine")
    bench.low(5)
    assert isinstance(ears.next(), Down)
    bench.close()


def test_a_part_without_a_pin_is_missing_and_the_rest_plays(bench: Bench):
    assert "No pin is set" in bench.ears.part("key/2", "missing").words
    bench.low(17)
    assert bench.ears.next().number == 1


def test_a_pin_that_somebody_else_holds_is_named(ears: Ears):
    from gpiozero import LED

    factory = MockFactory()
    led = LED(5, pin_factory=factory)
    parts = Parts(ears.inbox.put, lambda: 0.0)

    panel = Panel(
        {"button/jason": 5, "button/billy": 6},
        factory,
        put=ears.inbox.put,
        parts=parts,
        clock=lambda: 0.0,
        tape=Tape(),
        settle=SETTLE,
    )

    assert "GPIO 5" in ears.part("button/jason", "trouble").words
    ears.part("button/billy", "fine")
    panel.close()
    led.close()


def test_a_pin_that_this_pi_has_not_is_named_and_the_rest_plays(ears: Ears):
    first_pi = MockFactory(revision="000d")

    panel = Panel(
        {"button/jason": 5, "button/billy": 17},
        first_pi,
        put=ears.inbox.put,
        parts=Parts(ears.inbox.put, lambda: 0.0),
        clock=lambda: 0.0,
        tape=Tape(),
        settle=SETTLE,
    )

    words = ears.part("button/jason", "trouble").words
    assert words == "This Pi has no GPIO 5: set another pin."
    ears.part("button/billy", "fine")
    panel.close()
    first_pi.close()


def test_a_dead_listener_is_noticed_and_the_pins_are_read_in_turn(bench: Bench):
    for pin in (5, 6, 17):
        bench.factory.pin(pin).when_changed = None

    bench.low(5)
    assert bench.ears.next().seat == "jason"
    assert "restart tableside" in bench.ears.part("gpio", "trouble").words
    bench.high(5)
    assert isinstance(bench.ears.next(), Up)
    bench.low(17)
    assert bench.ears.next().number == 1


def test_a_callback_that_goes_wrong_raises_nothing(bench: Bench):
    def broken(*_: object) -> None:
        raise RuntimeError

    pin = bench.factory.pin(22)
    switch = _Switch("key/9", 22, bench.factory, broken, broken)  # type: ignore[arg-type]

    pin.drive_low()

    assert switch.closed()
    switch.close()


@pytest.mark.parametrize("name", sorted(FACTORIES))
def test_a_factory_is_opened_by_name_or_refused_with_the_mend(name: str):
    try:
        factory = open_factory(name)
    except HubError as error:
        words = str(error)
    else:
        words = type(factory).__name__
        factory.close()

    assert FACTORIES[name][1] == words or (
        name != "mock" and ("run `" in words or "run on" in words)
    )


def test_a_pin_in_trouble_is_named_with_its_mend():
    assert "gpioinfo" in pin_trouble(5, RuntimeError("GPIO busy"))


def test_every_thread_ends(ears: Ears):
    bench = Bench(ears)
    bench.close()

    assert until(lambda: not bench.panel.is_alive())
