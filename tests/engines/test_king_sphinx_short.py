"""The short game for younger players."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engines.core import RollEach
from companion.engines.king_sphinx import SHORT
from companion.engines.match import Match
from companion.errors import IllegalAction, OptionError

SEATS = ("jason", "billy", "kimberly")


def begun(seats: int = 2, *rounds: str, **options: str) -> Match:
    """A short game after so many rounds."""
    match = Match(SHORT, SEATS[:seats], SHORT.options(options))
    for seat in SEATS[:seats]:
        match.apply(seat, f"character {seat}")
    for faces in rounds:
        match.apply("dice/all", faces)
    return match


def lanes(match: Match) -> list[dict[str, Any]]:
    return [lane for lane in match.view("audience")["table"]["lanes"] if lane["seat"]]


def test_each_ranger_starts_on_its_lightning_bolt_before_three_putties_and_an_alien() -> None:
    """R57"""
    for lane in lanes(begun(3)):
        assert (lane["stage"], lane["rank"], lane["putties"]) == ("ranger", 1, [True] * 3)
        assert lane["alien"]


def test_all_roll_at_once_and_the_highest_moves_on() -> None:
    """R58"""
    match = begun(3)
    assert isinstance(match.open()[0], RollEach)
    assert match.awaited() == list(SEATS)

    match.apply("dice/all", "3 5 1")

    assert [lane["rank"] for lane in lanes(match)] == [1, 2, 1]
    assert lanes(match)[1]["putties"] == [False, True, True]
    assert match.view("audience")["table"]["round"] == {
        "faces": {"jason": 3, "billy": 5, "kimberly": 1},
        "highest": ["billy"],
    }


def test_t9_two_that_tie_for_highest_both_move_on() -> None:
    """R58"""
    assert [lane["rank"] for lane in lanes(begun(3, "4 4 2"))] == [2, 2, 1]


def test_real_dice_are_told_by_who_rolled_highest() -> None:
    """R58"""
    match = begun(3, "highest jason kimberly")

    assert [lane["rank"] for lane in lanes(match)] == [2, 1, 2]
    assert match.view("jason")["table"]["round"]["faces"] is None
    with pytest.raises(IllegalAction):
        match.apply("dice/all", "highest zach")


def test_the_third_putty_brings_the_dinozord_at_once_and_the_rounds_go_on() -> None:
    """R59"""
    match = begun(2, "2 1", "2 1", "2 1")

    assert lanes(match)[0]["stage"] == "dinozord"
    assert lanes(match)[0]["alien"]
    assert str(match.position.said[-1]) == "jason knocks a putty over: Tyrannosaurus!"
    match.apply("dice/all", "1 2")
    assert lanes(match)[1]["rank"] == 2


def test_the_first_alien_down_wins_and_the_winner_hangs_up_the_megazord() -> None:
    """R60"""
    match = begun(2, "2 1", "2 1", "2 1")
    assert not any(p["hung"] for p in match.view("jason")["table"]["megazord"]["pieces"])

    match.apply("dice/all", "2 1")

    assert match.result
    assert match.result.winners == {"jason"}
    table = match.view("audience")["table"]
    assert table["megazord"]["built"]
    assert [piece["hung"] for piece in table["megazord"]["pieces"]] == [True] * 6
    assert lanes(match)[0]["stage"] == "final"


def test_several_aliens_down_in_one_roll_win_together() -> None:
    """R60"""
    match = begun(2, *["3 3"] * 4)

    assert match.result
    assert match.result.winners == {"jason", "billy"}


def test_several_aliens_down_are_rolled_off_where_the_house_says_so() -> None:
    """R60"""
    match = begun(3, *["3 3 1"] * 4, short_tie="roll_off")
    assert match.result is None
    ask = match.ask_of("dice/all")
    assert isinstance(ask, RollEach)
    assert ask.seats == ("jason", "billy")

    match.apply("dice/all", "2 2")
    match.apply("dice/all", "2 6")

    assert match.result
    assert match.result.winners == {"billy"}


def test_there_are_no_chips_levels_swaps_or_turns() -> None:
    """R61"""
    match = begun(2)
    while match.result is None:
        assert match.answerers() == ("dice/all",)
        match.apply("dice/all", "5 2")
    table = match.view("jason")["table"]

    assert [lane["chips"] for lane in table["lanes"]] == [{}] * 4
    assert (table["clip"], table["swap"], table["turn"], table["fight"]) == (None,) * 4


def test_how_a_roll_is_told_is_a_matter_of_the_sitting() -> None:
    for value in ("winners_press", "typed", "pi"):
        assert begun(2, short_dice=value).position.view("jason")["phase"] == "roll"
    with pytest.raises(OptionError):
        begun(2, short_dice="loaded")
