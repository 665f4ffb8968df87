"""A table that runs tells the doctor how its parts are, right now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import home as homes
from companion.cli import checkup
from companion.devices import doctor
from companion.devices.doctor import Finding
from companion.devices.electronics import Electronics
from companion.devices.rounds import Rounds, ask
from tests.devices.fake_pi import FakePi
from tests.devices.hearing import LIMIT_S, Ears


@pytest.fixture
def table(sim: Electronics, tmp_path: Path) -> Iterator[Rounds]:
    rounds = Rounds(tmp_path, lambda: doctor.parts(sim))
    rounds.start()
    yield rounds
    rounds.close()


@pytest.mark.usefixtures("table")
def test_the_doctor_asks_the_table_that_runs(sim: Electronics, ears: Ears, tmp_path: Path) -> None:
    sim.hands.place("pad", "04A1B2C3")
    ears.next()
    pi = FakePi(tmp_path / "pi")
    with homes.alone(tmp_path):
        told = list(checkup.findings(tmp_path, sim=True, machine=pi.machine()))

    by_part = {finding.part: finding for finding in told}
    assert by_part["table"].words.startswith("already running (pid ")
    assert by_part["button/jason"].words == "GPIO 5, header pin 29"
    assert ", last tag " in by_part["reader/pad"].words
    assert "last byte" in by_part["hub"].words
    assert doctor.healthy(told)
    assert "04A1" not in "".join(map(str, told))


@pytest.mark.usefixtures("table")
def test_it_is_asked_as_often_as_one_likes(tmp_path: Path) -> None:
    assert [len(ask(tmp_path) or ()) > 10 for _ in range(3)] == [True] * 3


def test_a_table_that_does_not_answer_is_told_as_silent(tmp_path: Path) -> None:
    with homes.alone(tmp_path):
        told = list(checkup.findings(tmp_path, sim=True, machine=FakePi(tmp_path).machine()))

    assert [finding.part for finding in told if finding.state == "silent"] == ["parts"]


def test_it_ends_when_it_is_closed(tmp_path: Path) -> None:
    rounds = Rounds(tmp_path, list)
    rounds.start()
    assert ask(tmp_path) == []
    rounds.close()

    assert not rounds.is_alive()
    assert ask(tmp_path) is None


def test_two_tables_answer_each_for_its_own_home(tmp_path: Path) -> None:
    tables = [Rounds(tmp_path / name, lambda n=name: [Finding(n, "fine", "")]) for name in "ab"]
    for rounds in tables:
        rounds.start()

    assert [ask(tmp_path / name) for name in "ab"] == [[(name, "fine", "")] for name in "ab"]
    for rounds in tables:
        rounds.close()


def test_a_name_that_is_taken_ends_nothing(tmp_path: Path) -> None:
    first, second = Rounds(tmp_path, lambda: [Finding("hub", "fine", "")]), Rounds(tmp_path, list)
    first.start()
    second.start()
    second.join(LIMIT_S)

    assert not second.is_alive()
    assert ask(tmp_path) == [("hub", "fine", "")]
    second.close()
    first.close()
