import pytest

from companion.devices.readers import Laid, canonical, canonical_em
from companion.errors import TagError
from companion.table.inbox import Crowded, Hand, Lifted, Placed

TAG, OTHER = "04A1B2C3", "04A1B2C4"


@pytest.mark.parametrize(
    "said", ["04a1b2c3", "04:A1:b2:C3", "04-a1-b2-c3", " 04 A1 B2 C3\n", b"\x04\xa1\xb2\xc3"]
)
def test_a_tag_has_one_name(said: str | bytes):
    assert canonical(said) == TAG


@pytest.mark.parametrize("length", [4, 7, 10])
def test_ids_of_four_seven_and_ten_bytes_are_tags(length: int):
    assert canonical(bytes(range(1, length + 1))) == bytes(range(1, length + 1)).hex().upper()


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("04A1B2", "not 3"),
        (b"\x04\xa1\xb2", "not 3"),
        ("04A1B2C3D4", "not 5"),
        ("0010568435", "printed number"),
        ("161,16627", "no tag"),
        ("", "no tag"),
        ("04A1B2CX", "no tag"),
        ("0" * 8, "loose wire"),
        (b"\xff" * 7, "loose wire"),
        ("88A1B2C3", "half"),
        ("08A1B2C3", "changes its number"),
        ("\u0660\u0664a1b2c3", "tag"),
    ],
)
def test_what_cannot_be_told_apart_is_refused(said: str | bytes, why: str):
    with pytest.raises(TagError, match=why):
        canonical(said)


def test_a_tag_of_the_other_frequency_is_never_taken_for_one_of_this():
    low = canonical_em(bytes.fromhex("4B00A1B2C3"))

    assert low != canonical(bytes.fromhex("00A1B2C3"))
    assert low != canonical_em(bytes.fromhex("4C00A1B2C3"))
    assert canonical(low) == low
    with pytest.raises(TagError):
        canonical_em(b"\x01")


class Table:
    def __init__(self) -> None:
        self.heard: list[Hand] = []
        self.laid = Laid(self.heard.append, grace_s=0.3)


@pytest.fixture
def table() -> Table:
    return Table()


def test_placed_and_lifted(table: Table):
    table.laid.placed("pad", TAG, 1.0)
    table.laid.empty("pad", 2.0)
    assert table.heard == [Placed("pad", TAG, 1.0)]

    table.laid.tick(2.3)
    table.laid.tick(9.0)
    assert table.heard == [Placed("pad", TAG, 1.0), Lifted("pad", TAG, 2.0)]


def test_a_tag_that_flickers_was_never_lifted(table: Table):
    table.laid.placed("pad", TAG, 1.0)
    table.laid.empty("pad", 2.0)
    table.laid.placed("pad", TAG, 2.2)
    table.laid.tick(9.0)

    assert table.heard == [Placed("pad", TAG, 1.0)]


def test_read_twice_is_placed_once(table: Table):
    for at in (1.0, 1.1, 5.0):
        table.laid.placed("pad", TAG, at)

    assert table.heard == [Placed("pad", TAG, 1.0)]


def test_another_tag_means_the_first_has_left(table: Table):
    table.laid.placed("pad", TAG, 1.0)
    table.laid.placed("pad", OTHER, 2.0)

    assert table.heard[1:] == [Lifted("pad", TAG, 2.0), Placed("pad", OTHER, 2.0)]


def test_a_tag_is_at_one_place(table: Table):
    table.laid.placed("lane1", TAG, 1.0)
    table.laid.placed("pad", OTHER, 1.0)
    table.laid.placed("lane2", TAG, 2.0)

    assert table.heard[2:] == [Lifted("lane1", TAG, 2.0), Placed("lane2", TAG, 2.0)]
    assert table.laid.on() == {"pad": OTHER, "lane2": TAG}


def test_put_back_after_the_grace_time_is_placed_anew(table: Table):
    table.laid.placed("pad", TAG, 1.0)
    table.laid.empty("pad", 2.0)
    table.laid.placed("pad", TAG, 2.5)

    assert [type(hand) for hand in table.heard] == [Placed, Lifted, Placed]


def test_two_tags_are_told_once_and_accept_none(table: Table):
    table.laid.crowded("pad", 1.0)
    table.laid.crowded("pad", 1.1)
    assert table.heard == [Crowded("pad", 1.0)]

    table.laid.placed("pad", TAG, 2.0)
    assert table.heard[1:] == [Placed("pad", TAG, 2.0)]


def test_a_second_tag_beside_the_first_lifts_nothing(table: Table):
    table.laid.placed("pad", TAG, 1.0)
    table.laid.crowded("pad", 2.0)
    table.laid.placed("pad", TAG, 3.0)
    table.laid.tick(9.0)

    assert table.heard == [Placed("pad", TAG, 1.0), Crowded("pad", 2.0)]
