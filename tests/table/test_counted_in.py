"""The short game needs no reading: before each throw lamps and sounds count to three."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.engines.catalogue import GAMES
from tests.table.conftest import Table


@pytest.fixture
def short(table: Callable[..., Table]) -> Table:
    made = table(games=dict(GAMES), tonight="king_sphinx", short="king_sphinx_short")
    made.press("jason")
    made.press("billy")
    made.outputs.sounds.clear()
    made.key(2)
    return made


def lamps(table: Table) -> list[str]:
    return [seat["seat"] for seat in table.frame()["seats"] if seat["lamp"] == "on"]


def test_one_two_three_in_lamps_and_sounds_before_each_throw(short: Table) -> None:
    seen = [(short.frame()["count"], lamps(short))]
    for _ in range(3):
        short.wait(short.house.beat_s)
        seen.append((short.frame()["count"], lamps(short)))

    assert seen == [
        (1, ["jason"]),
        (2, ["jason", "billy"]),
        (3, ["jason", "billy", "kimberly"]),
        (None, ["jason", "billy"]),
    ]
    assert short.outputs.sounds == ["count", "count", "three"]
    short.press("billy")
    assert short.frame()["count"] == 1, "and again before the next"


def test_whoever_is_quicker_than_the_count_has_thrown(short: Table) -> None:
    short.press("billy")

    assert short.frame()["table"]["round"]["highest"]


def test_a_pause_stops_the_count(short: Table) -> None:
    short.do("jason", "pause")
    short.wait(short.house.beat_s)

    assert short.frame()["count"] is None
