"""The coach: exact chances from what a seat may know, and from nothing else."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from companion.engines.king_sphinx.coach import Coach, share, sums
from companion.engines.king_sphinx.pieces import ALIEN_LEVELS, PUTTY_LEVELS, SeenSwap
from tests.engines.race import Race

NEAR_PUTTY, HIGH, LOW = "jason/1", "putty-11", "putty-1"


def coached(seats: int = 2, **options: str) -> Race:
    return Race(seats, coach="on", **options)


def advice(race: Race, seat: str = "jason") -> Any:
    return race.shown(seat)["mine"]["coach"]


def lose(race: Race, seat: str, by: str, label: str = "") -> Race:
    """One battle lost with a 1 and no chips; the neighbour leaves the putty."""
    settled = [f"deck/{seat}: {label}"] if label else []
    race.say(f"{seat}: battle", f"{by}: leave it", f"{seat}: chips none", f"dice/{seat}: 1")
    return race.say(*settled, f"{seat}: seen")


def test_it_is_off_unless_the_house_wants_it() -> None:
    assert "coach" not in str(Race(2).shown("jason"))


@pytest.mark.parametrize(
    ("dice", "laid", "level"), [(1, 0, 5), (2, 4, 14), (3, 15, 28), (4, 9, 20)]
)
def test_a_chance_is_the_throws_that_do_among_all_throws(dice: int, laid: int, level: int) -> None:
    throws = list(product(range(1, 7), repeat=dice))
    good = sum(sum(throw) + laid >= level for throw in throws)

    shown, of = share(dice, laid, (level,))

    assert shown * len(throws) == good * of


def test_every_sum_of_the_chips_that_lie_faceup_is_told_once() -> None:
    """R21"""
    assert sums((1, 2, 4)) == [0, 1, 2, 3, 4, 5, 6, 7]
    assert sums((5,)) == [0, 5]
    assert sums(()) == [0]


def test_before_a_morph_five_is_needed() -> None:
    """R18 R26"""
    told = advice(coached())

    assert told["0"] == [1, 3]
    assert told["4"] == [1, 1]
    assert advice(coached(), "billy") is None


def test_a_putty_after_a_swap_is_any_that_was_not_shown() -> None:
    """R36: whatever the neighbour did, or did not."""
    race = coached().ranger("jason").say("jason: battle")
    assert advice(race) is None, "the neighbour's step comes first"

    left = race.say("billy: leave it")

    assert advice(left)["0"] == [5, 12]
    looked = coached().ranger("jason").say("jason: battle", "billy: look", f"deck/billy: {HIGH}")
    looked.say("billy: seen", "billy: look billy/1", f"deck/billy: {LOW}", "billy: seen")
    looked.say("billy: swap")
    assert advice(looked) == advice(left)


def test_a_level_shown_to_all_is_out_of_the_count() -> None:
    """R41"""
    race = coached().ranger("jason").say("jason: battle", "billy: leave it", "jason: chips none")
    race.say("dice/jason: 2", f"deck/jason: {LOW}", "table: turn jason")
    race.say("jason: battle", "billy: leave it")

    left = [2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]
    assert advice(race)["0"] == list(share(1, 0, left))


def test_a_lost_check_is_known_no_more_once_one_has_looked_away() -> None:
    """R36 R40"""
    race = lose(coached().ranger("jason"), "jason", "billy", HIGH)
    assert race.now.coach
    assert race.now.coach.levels("jason", NEAR_PUTTY) == (7,)

    race.say("table: turn jason", "jason: battle", "billy: leave it")

    assert advice(race)["0"] == [5, 12]


def test_an_alien_is_known_by_its_figure_and_the_others_are_what_is_left() -> None:
    """R9 R43: an alien swap is open to all."""
    race = coached().dinozord("jason").say("jason: battle", "billy: keep")
    assert advice(race)["0"] == list(share(2, 0, (8,)))

    other = coached().dinozord("jason").say("jason: battle", "billy: swap billy/alien")
    assert advice(other)["0"] == list(share(2, 0, (10, 12, 14)))


def test_king_sphinx_has_the_number_under_the_clip() -> None:
    """R50"""
    told = advice(coached().final("jason"))

    assert told["0"] == [0, 1]
    assert told["15"] == list(share(3, 15, (28,)))


def test_whoever_watched_a_swap_knows_where_its_own_went() -> None:
    coach = Coach({"putty": PUTTY_LEVELS, "alien": ALIEN_LEVELS})
    for seat in ("jason", "billy", "zach"):
        coach.looked(seat, "jason/1", 7)
        coach.looked(seat, "goldar", 8)
    seen = SeenSwap(by="billy", fighter="jason", places=("jason/1", "zach/2"))

    coach.swap_over(("jason", "billy", "zach"), seen, watched=True, by_hand=False)

    assert coach.known["jason"] == {"goldar": 8}
    assert coach.known["billy"] == coach.known["zach"] == {"zach/2": 7, "goldar": 8}
    assert 7 not in coach.levels("zach", "zach/2")[1:]
    assert coach.levels("zach", "jason/1").count(7) == 1


def test_what_hands_may_have_moved_unseen_nobody_knows_any_more() -> None:
    """Where stands are free the Pi has not seen whether they were exchanged."""
    coach = Coach({"putty": PUTTY_LEVELS, "alien": ALIEN_LEVELS})
    coach.looked("billy", "jason/1", 7)
    left = SeenSwap(by="billy", fighter="jason", places=())

    coach.swap_over(("jason", "billy"), left, watched=False, by_hand=True)

    assert coach.levels("billy", "jason/1") == PUTTY_LEVELS


def test_a_putty_beaten_by_the_tables_word_is_gone() -> None:
    race = lose(coached().ranger("jason"), "jason", "billy", HIGH).table("beaten jason/1")

    assert race.now.coach
    assert race.now.coach.known["jason"] == {"goldar": 8}


def test_a_putty_that_one_knew_and_that_is_beaten_counts_once() -> None:
    race = coached(3).ranger("jason").say("jason: battle", "billy: look", "deck/billy: putty-12")
    race.say("billy: seen", "billy: look billy/1", "deck/billy: putty-1", "billy: seen")
    race.say("billy: keep", "jason: chips 5", "dice/jason: 6")

    assert race.now.coach
    left = race.now.coach.levels("billy", "billy/2")
    assert (left.count(7), left.count(2)) == (1, 1)


def test_after_the_table_has_put_a_stand_right_nothing_is_known() -> None:
    race = coached(stands="tagged", layout="scanned").ranger("jason")
    lose(race, "jason", "billy").table("turn jason", "lies putty-4 jason/1")

    assert race.now.coach
    assert race.now.coach.levels("jason", "jason/1") == PUTTY_LEVELS
