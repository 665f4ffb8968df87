"""Tags and chips as they misbehave, and what the hub's program makes of it."""

import pytest

from tests.firmware.board import Board
from tests.firmware.conftest import Make

FOUR, OTHER = "04A1B2C3", "DEADBEEF"
SEVEN, TEN = "04A1B2C3D4E5F6", "04A1B2C3D4E5F6071829"


@pytest.mark.parametrize("tag", [FOUR, SEVEN, TEN], ids=len)
def test_a_tag_is_placed_and_lifted_by_its_whole_name(board: Board, tag: str) -> None:
    board.order(f"lay 5 {tag}")
    assert board.until("placed") == [f"placed pad {tag}"]

    board.order("lay 5")
    assert board.until("empty") == ["empty pad"]


def test_one_tag_after_the_other_needs_no_empty_pad_between(board: Board) -> None:
    for tag in (FOUR, SEVEN, TEN, FOUR):
        board.order(f"lay 5 {tag}")
        assert board.until("placed") == [f"placed pad {tag}"]


def test_names_that_begin_alike_are_told_apart(board: Board) -> None:
    for tag in (SEVEN, SEVEN[:-2] + "F7", SEVEN[:6] + "FF" + SEVEN[8:], TEN[:-2] + "2A", TEN):
        board.order(f"lay 5 {tag}")
        assert board.until("placed") == [f"placed pad {tag}"]


@pytest.mark.parametrize(
    "tags",
    [(FOUR, OTHER), (SEVEN, SEVEN[:-2] + "F7"), (FOUR, SEVEN), (TEN, SEVEN, FOUR)],
    ids=["four", "seven that differ late", "of two kinds", "three"],
)
def test_tags_that_collide_are_a_crowd(board: Board, tags: tuple[str, ...]) -> None:
    board.order(f"lay 5 {' '.join(tags)}")
    assert board.until("crowded") == ["crowded pad"]

    board.order(f"lay 5 {tags[0]}")
    assert board.until("placed") == [f"placed pad {tags[0]}"]


@pytest.mark.parametrize("tag", [FOUR, SEVEN, TEN], ids=len)
def test_a_second_tag_beside_one_that_is_known_is_a_crowd(board: Board, tag: str) -> None:
    board.order(f"lay 5 {tag}")
    board.until("placed")

    board.order(f"lay 5 {tag} 04A1B2C4")

    assert board.until("crowded") == ["crowded pad"]


@pytest.mark.parametrize("tag", [FOUR, SEVEN, TEN], ids=len)
def test_a_tag_that_leaves_in_mid_read_is_no_tag(board: Board, tag: str) -> None:
    levels = (len(tag) - 2) // 6
    whole = 1 + 2 * levels  # to the request, then two a level of the cascade
    for answers in range(1, 9):
        board.order(f"change 5 leave {answers}")
        board.order(f"lay 5 {tag}")
        board.seen("gone 5")

        board.order(f"lay 5 {OTHER}")

        heard = board.until(f"placed pad {OTHER}")
        assert (f"placed pad {tag}" in heard) == (answers >= whole)
        assert set(heard) <= {f"placed pad {tag}", "empty pad", f"placed pad {OTHER}"}
        board.order("lay 5")
        board.until("empty pad")


@pytest.mark.parametrize("damage", ["garble", "parity"])
@pytest.mark.parametrize("tag", [FOUR, SEVEN, TEN], ids=len)
def test_damaged_answers_give_no_false_tag(board: Board, tag: str, damage: str) -> None:
    for times in range(1, 12):
        board.order(f"change 5 {damage} {times:x}")
        board.order(f"lay 5 {tag}")
        assert board.until("placed") == [f"placed pad {tag}"]
        board.order("lay 5")
        assert board.until("empty") == ["empty pad"]


def test_one_misread_lifts_nothing(board: Board) -> None:
    board.order(f"lay 5 {SEVEN}")
    board.until("placed")

    board.order("change 5 garble 1")
    board.seen("garbled 5")
    board.order(f"lay 5 {OTHER}")

    assert board.until(f"placed pad {OTHER}") == [f"placed pad {OTHER}"]


def test_a_chip_that_lost_its_power_for_a_moment_is_set_up_again(board: Board) -> None:
    board.order("forget 5")

    board.order(f"lay 5 {FOUR}")

    assert board.until("placed") == [f"placed pad {FOUR}"]


@pytest.mark.parametrize("version", [0x00, 0xFF])
def test_a_reader_that_is_not_wired_is_named_until_it_is(make: Make, version: int) -> None:
    board = make('READERS = {"pad": 5, "lane1": 7}', {5: 0x92, 7: version})
    assert f"pad:92,lane1:{version:02x}" in board.greeted()

    board.order(f"lay 5 {FOUR}")
    board.until(f"placed pad {FOUR}")
    board.order(f"lay 7 {SEVEN}")
    board.order("change 7 version 91")
    heard = board.until("placed")

    assert heard == ["chip lane1 91", f"placed lane1 {SEVEN}"]
    assert "pad:92,lane1:91" in board.greeted()


def test_a_reader_that_falls_off_lifts_nothing(board: Board) -> None:
    board.order(f"lay 5 {FOUR}")
    board.until("placed")

    board.order("change 5 version ff")
    assert board.until("chip") == ["chip pad ff"]
    board.order("change 5 version 92")
    assert board.until("chip") == ["chip pad 92"]
    board.order(f"lay 5 {OTHER}")
    assert board.until("placed") == [f"placed pad {OTHER}"]


def test_a_copy_of_the_chip_is_named_and_works(make: Make) -> None:
    board = make(chips={5: 0xB2})

    assert "pad:b2" in board.greeted()
    board.order(f"lay 5 {FOUR}")
    assert board.until("placed")[-1] == f"placed pad {FOUR}"


def test_a_deaf_reader_is_named_and_the_others_read_on(make: Make) -> None:
    board = make('READERS = {"pad": 5, "lane1": 7}', {5: 0x92, 7: 0x92})
    board.until("empty lane1")

    board.order("change 7 late 1")
    assert "deaf lane1" in board.until("deaf")
    board.order(f"lay 5 {FOUR}")
    assert board.until("placed") == [f"placed pad {FOUR}"]
    board.say("who")
    assert "deaf lane1" in board.until("deaf")
    board.order("change 7 late 0")
    assert board.until("chip")[-1] == "chip lane1 92"
    assert board.until("empty lane1") == ["empty lane1"]
    board.order(f"lay 7 {SEVEN}")
    assert board.until("placed lane1") == [f"placed lane1 {SEVEN}"]
