from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.config import Clip, Config, Place, Reader, parse
from companion.devices.electronics import Electronics, open_electronics
from companion.devices.sim import Hands
from companion.devices.twins import Twins
from companion.errors import HubError
from companion.table.board import Signs
from companion.table.inbox import Crowded, Down, Held, Key, Lifted, Placed, Up
from tests.devices.hearing import QUICK, Ears, changed, until

TAG, OTHER = "04A1B2C3", "04A1B2C4D5E6F7"


def hands(sim: Electronics) -> Hands:
    assert isinstance(sim.hands, Hands)
    return sim.hands


def test_every_part_of_the_simulated_table_is_fine(sim: Electronics, config: Config):
    parts = until(lambda: (h := sim.health()) and len(h) == 21 and h)

    assert {health.state for health in parts} == {"fine"}
    assert {f"button/{seat}" for seat in config.seats} <= {health.part for health in parts}


def test_a_press_goes_from_the_pin_to_the_inbox(sim: Electronics, ears: Ears):
    hands(sim).press("jason")
    down, up = ears.hands(2)

    assert isinstance(down, Down)
    assert isinstance(up, Up)
    assert down.seat == up.seat == "jason"
    assert 0.04 < up.at - down.at < 5


def test_a_hold_goes_from_the_pin_to_the_inbox(sim: Electronics, ears: Ears):
    hands(sim).hold("billy", 0.7)

    assert [type(hand) for hand in ears.hands(3)] == [Down, Held, Up]


def test_thrown_dice_are_entered_by_the_keys_in_order(sim: Electronics, ears: Ears):
    assert hands(sim).throw(faces=[4, 4, 2]) == [4, 4, 2]

    assert [hand.number for hand in ears.hands(3)] == [4, 4, 2]
    assert all(1 <= face <= 6 for face in hands(sim).throw(2))


def test_presses_of_one_button_wait_for_each_other(sim: Electronics, ears: Ears):
    for _ in range(3):
        hands(sim).press("zach")

    assert [type(hand) for hand in ears.hands(6)] == [Down, Up] * 3


def test_bounce_is_one_press_and_a_glitch_is_none(sim: Electronics, ears: Ears):
    hands(sim).glitch("jason", ms=0)
    hands(sim).bounce("billy", ms=1)
    hands(sim).bounce("billy", edges=20, ms=1)

    heard = ears.hands(4)

    assert [(type(hand), hand.seat) for hand in heard] == [(Down, "billy"), (Up, "billy")] * 2


def test_tags_go_from_the_reader_to_the_inbox(sim: Electronics, ears: Ears):
    hands(sim).place("pad", "04:a1:b2:c3")
    placed = ears.next()
    hands(sim).lift("pad")
    lifted = ears.next()

    assert (type(placed), placed.reader, placed.tag) == (Placed, "pad", TAG)
    assert (type(lifted), lifted.tag) == (Lifted, TAG)


def test_a_double_read_is_one(sim: Electronics, ears: Ears):
    hands(sim).double_read("pad", TAG)
    assert isinstance(ears.next(), Placed)

    hands(sim).crowd("pad", [TAG, OTHER])
    assert isinstance(ears.next(), Crowded)


def test_torn_and_noisy_lines_lose_nothing(sim: Electronics, ears: Ears):
    hands(sim).tear()
    hands(sim).noise()
    hands(sim).place("pad", TAG)

    assert ears.next().tag == TAG


def test_the_cable_may_come_out_and_go_in(sim: Electronics, ears: Ears):
    hands(sim).unplug()
    ears.part("hub", "missing")
    hands(sim).place("pad", TAG)
    assert not hands(sim).state()["plugged"]
    hands(sim).press("jason")
    assert isinstance(ears.next(), Down)
    assert isinstance(ears.next(), Up)

    hands(sim).replug()
    assert ears.next().tag == TAG
    ears.part("hub", "fine")


def test_a_deaf_hub_is_told_from_a_silent_table(sim: Electronics, ears: Ears):
    hands(sim).deafen(0.5)

    ears.part("hub", "silent")
    ears.part("hub", "fine")


def test_hands_cannot_do_what_is_not_there(sim: Electronics):
    for wrong in (
        lambda: hands(sim).press("bulk"),
        lambda: hands(sim).key(7),
        lambda: hands(sim).key(0),
        lambda: hands(sim).place("moon", TAG),
    ):
        with pytest.raises(HubError, match="there is no"):
            wrong()


def test_lamps_clip_and_sounds_are_seen(sim: Electronics):
    sim.outputs.show(Signs({"jason": "on", "billy": "blink"}, clip=3))
    sim.outputs.sound("knock")

    def seen() -> bool:
        state = hands(sim).state()
        return state["lamps"]["jason"] and state["lamps"]["billy"] and state["clip"] == "3 9"

    until(seen)
    assert hands(sim).state()["sounds"] == ["knock"]
    until(lambda: not hands(sim).state()["lamps"]["billy"])  # it blinks


def test_lamps_at_the_hub(ears: Ears, config: Config):
    config = changed(config, lights="hub")
    sim = open_electronics(config, ears.inbox, sim=True, patience=QUICK)
    ears.part("lamp/jason", "fine")

    sim.outputs.show(Signs({"billy": "on"}))
    sim.outputs.sound("refused")

    until(lambda: hands(sim).state()["lamps"]["billy"])
    assert until(lambda: hands(sim).hub.buzzed) == ["120,80,120"]
    sim.close()


# -- without --sim


@pytest.fixture
def bare(ears: Ears) -> Iterator[Electronics]:
    """A table with nothing on it but a computer."""
    config = Config(factory="mock", hub="/dev/no-such-hub", keys=(None,) * 6, grace_ms=60)
    electronics = open_electronics(config, ears.inbox, sim=False, patience=QUICK)
    yield electronics
    electronics.close()


def twins(electronics: Electronics) -> Twins:
    assert isinstance(electronics.hands, Twins)
    return electronics.hands


def test_what_is_missing_is_named_and_the_rest_goes_on(bare: Electronics, ears: Ears):
    assert "No pin is set" in ears.part("key/3", "missing").words
    assert "There is no /dev/no-such-hub" in ears.part("hub", "missing").words
    ears.part("reader/pad", "missing")

    bare.factory.pin(5).drive_low()
    assert isinstance(ears.next(), Down)


def test_no_pins_at_all_is_one_line_and_no_silent_fallback(
    ears: Ears, caplog: pytest.LogCaptureFixture
):
    config = Config(factory="rpi-lgpio", hub="none:")
    electronics = open_electronics(config, ears.inbox, sim=False)
    electronics.outputs.show(Signs({"jason": "on"}))
    electronics.outputs.sound("won")

    assert "rpi-lgpio" in ears.part("gpio", "missing").words
    ears.part("button/jason", "missing")
    ears.part("lamp/trini", "missing")
    assert "No hub is set" in ears.part("reader/pad", "missing").words
    assert len([r for r in caplog.records if "pins" in r.getMessage()]) <= 1
    electronics.close()


def test_a_button_on_a_pin_of_the_uart_is_refused_and_the_rest_plays(ears: Ears):
    text = (
        'factory = "mock"\nhub = "none:"\nbuzzer = 15\n'
        "[seats.jason]\nbutton = 14\n[seats.billy]\nbutton = 6\nlamp = 9"
    )
    electronics = open_electronics(parse(text, ["UART", "SPI"]), ears.inbox, sim=False)

    assert "GPIO 14 belongs to UART" in ears.part("button/jason", "trouble").words
    assert "GPIO 9 belongs to SPI" in ears.part("lamp/billy", "trouble").words
    assert "GPIO 15 belongs to UART" in ears.part("buzzer", "trouble").words
    electronics.factory.pin(6).drive_low()
    assert isinstance(ears.next(), Down)
    electronics.close()


def test_a_twin_stands_in_for_a_missing_key(bare: Electronics, ears: Ears):
    with pytest.raises(HubError, match="no twin"):
        twins(bare).key(3)

    bare.twin("key/3", on=True)
    assert ears.part("key/3", "twin")
    twins(bare).key(3)
    assert ears.next() == Key(3, pytest.approx(bare.clock(), abs=5))
    assert twins(bare).state()["twins"] == ["key/3"]

    bare.twin("key/3", on=False)
    ears.part("key/3", "missing")


def test_a_twin_button_is_pressed_and_held_like_a_real_one(ears: Ears):
    config = Config(factory="mock", hub="none:", seats={"jason": Place()})
    electronics = open_electronics(config, ears.inbox, sim=False)
    electronics.twin("button/jason", on=True)

    twins(electronics).press("jason")
    assert [type(hand) for hand in ears.hands(2)] == [Down, Up]
    twins(electronics).down("jason")
    assert [type(hand) for hand in ears.hands(2)] == [Down, Held]
    assert twins(electronics).state()["buttons"] == {"jason": True}
    twins(electronics).up("jason")
    assert isinstance(ears.next(), Up)
    electronics.close()


def test_a_twin_pad_takes_tags(bare: Electronics, ears: Ears):
    ears.part("reader/pad", "missing")
    bare.twin("reader/pad", on=True)

    twins(bare).place("pad", TAG)
    assert ears.next().tag == TAG
    assert twins(bare).state()["readers"] == {"pad": [TAG]}
    twins(bare).lift("pad", OTHER)
    twins(bare).lift("pad")
    assert isinstance(ears.next(), Lifted)


def test_what_works_needs_no_twin(bare: Electronics, ears: Ears):
    ears.part("button/jason", "fine")

    with pytest.raises(HubError, match="use the real one"):
        bare.twin("button/jason", on=True)
    with pytest.raises(HubError, match="no part"):
        bare.twin("button/bulk", on=True)


def test_a_reader_of_its_own_that_is_not_there_is_missing(ears: Ears):
    config = Config(
        factory="mock",
        hub="none:",
        clip=Clip("none"),
        readers={"pad": Reader("pad", "pad", "rdm6300", "/dev/no-such-port")},
    )
    electronics = open_electronics(config, ears.inbox, sim=False)

    assert "There is no /dev/no-such-port" in ears.part("reader/pad", "missing").words
    electronics.close()


def test_plugging_in_the_hub_needs_no_restart_and_ends_its_twins(ears: Ears, tmp_path: Path):
    from companion.devices.sim_hub import SimHub

    port = tmp_path / "hub"
    config = Config(factory="mock", hub="/dev/../" + str(port), grace_ms=60)
    electronics = open_electronics(config, ears.inbox, sim=False, patience=QUICK)
    ears.part("reader/pad", "missing")
    electronics.twin("reader/pad", on=True)
    ears.part("reader/pad", "twin")

    sim = SimHub(["pad"])
    sim.start()
    port.symlink_to(sim.cable.path)

    ears.part("reader/pad", "fine")
    sim.lay("pad", [TAG])
    assert ears.next().tag == TAG
    electronics.close()
    sim.close()
