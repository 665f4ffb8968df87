from pathlib import Path

import pytest

from companion.config import Config
from companion.devices.capture import events
from companion.devices.electronics import open_electronics
from companion.devices.hub import Patience
from companion.devices.sim import Hands
from companion.devices.tape import Tape, play
from companion.errors import HubError
from companion.table.inbox import Hand, Lifted
from tests.devices.hearing import LIMIT_S, QUICK, Ears, changed

TAG = "04A1B2C3"
PATIENT = Patience(hello=LIMIT_S, quiet=LIMIT_S, answer=LIMIT_S)
"""A tape answers nobody and is played once: whoever asks again has missed what it said."""


def told(hands: list[Hand]) -> list[str]:
    return sorted(
        f"{type(hand).__name__} {getattr(hand, 'seat', '')}{getattr(hand, 'number', '')}"
        f"{getattr(hand, 'tag', '')}"
        for hand in hands
    )


def record(path: Path, config: Config) -> list[Hand]:
    """A minute at the table, on tape."""
    ears = Ears()
    sim = open_electronics(config, ears.inbox, sim=True, tape=path, patience=QUICK)
    assert isinstance(sim.hands, Hands)
    ears.part("hub", "fine")
    sim.hands.place("pad", TAG)
    heard = [ears.next()]
    sim.hands.bounce("jason")
    sim.hands.hold("billy", 0.65)
    sim.hands.throw(faces=[2, 5])
    heard += ears.hands(7)
    sim.hands.noise()
    sim.hands.lift("pad")
    heard += ears.hands(1)
    sim.close()
    return heard


def test_a_tape_gives_the_same_events_again(tmp_path: Path, config: Config):
    heard = record(tmp_path / "tape", config)

    with (tmp_path / "tape").open() as lines:
        again = events(lines, config)

    assert told(again) == told(heard)
    assert (tmp_path / "tape").stat().st_mode & 0o777 == 0o600
    for one, two in zip(
        sorted(heard, key=lambda hand: hand.at), sorted(again, key=lambda h: h.at), strict=True
    ):
        assert type(one) is type(two)
        assert one.at == pytest.approx(two.at, abs=5)


def test_a_tape_plays_through_pins_and_port_in_its_own_time(tmp_path: Path, config: Config):
    heard = record(tmp_path / "tape", config)
    ears = Ears()
    replay = changed(config, hub=f"replay:{tmp_path / 'tape'}")
    electronics = open_electronics(replay, ears.inbox, sim=False, patience=PATIENT)

    again = ears.hands(len(heard))

    assert told(again) == told(heard)
    electronics.close()


def test_a_tape_that_is_not_there_is_named(tmp_path: Path, config: Config, ears: Ears):
    replay = changed(config, hub=f"replay:{tmp_path / 'none'}")
    electronics = open_electronics(replay, ears.inbox, sim=False)

    assert "cannot be played" in ears.part("hub", "missing").words
    electronics.close()


def test_a_reader_of_its_own_is_on_the_tape(config: Config):
    tape = f"tableside tape 1\n1.0 reader/pad {TAG}\n2.0 reader/pad +\n3.0 reader/pad -\n"

    kinds = [type(hand).__name__ for hand in events(tape.splitlines(), config)]

    assert kinds == ["Placed", "Crowded", "Lifted"]
    assert isinstance(events(tape.splitlines(), config)[2], Lifted)


@pytest.mark.parametrize(
    "tape", ["something", "tableside tape 1\n1.0 hub", "tableside tape 1\nx y z"]
)
def test_a_damaged_tape_is_refused_with_its_line(tape: str):
    with pytest.raises(HubError, match=r"no tape|line 2 of the tape is damaged"):
        list(play(tape.splitlines()))


def test_a_full_disk_stops_the_tape_and_nothing_else(tmp_path: Path):
    tape = Tape(tmp_path / "tape")
    tape.close()
    tape.write(1.0, "hub", "00")

    full = Path("/dev/full")
    if full.exists():
        tape = Tape(full)
        tape.write(1.0, "hub", "00")
        tape.write(2.0, "hub", "00")
        tape.close()
