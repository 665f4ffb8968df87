"""Stands that readers follow: set up in any order, noticed, put up again, settled line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.engines.catalogue import GAMES
from companion.engines.king_sphinx.pieces import ALIEN_LEVELS, PUTTY_LEVELS
from companion.table.inbox import Health, Lifted, Placed
from tests.table.conftest import Table, spoken

PLACES = [f"{seat}/{rank}" for seat in ("jason", "billy") for rank in ("1", "2", "3", "alien")]
READERS = {f"lane-{n}": place for n, place in enumerate(PLACES, 1)}
STANDS = {
    **{f"putty-{n}": f"04AAAA{n:02X}" for n in range(1, 13)},
    **{f"alien-{n}": f"04BBBB{n:02X}" for n in range(1, 5)},
}
LYING = {
    "jason/1": "putty-4",
    "jason/2": "putty-9",
    "jason/3": "putty-1",
    "billy/1": "putty-12",
    "billy/2": "putty-7",
    "billy/3": "putty-5",
    "jason/alien": "alien-3",
    "billy/alien": "alien-1",
}
Make = Callable[..., Table]


def set_down(table: Table, place: str, stand: str) -> None:
    reader = next(name for name, space in READERS.items() if space == place)
    table.session.step(Placed(reader, STANDS[stand], table.now))


def take_up(table: Table, place: str, stand: str) -> None:
    reader = next(name for name, space in READERS.items() if space == place)
    table.session.step(Lifted(reader, STANDS[stand], table.now))


def enrolled(table: Table) -> Table:
    levels = (*PUTTY_LEVELS, *ALIEN_LEVELS)
    for tag, level in zip(STANDS.values(), levels, strict=True):
        assert table.do("owner", "tags.enrol", level=level).status == "ok"
        table.place(tag)
    return table


def answering(table: Table) -> Table:
    for reader in ("pad", *READERS):
        table.session.step(Health(f"reader/{reader}", "fine", "", table.now))
    return table


@pytest.fixture
def lanes(table: Make) -> Table:
    """Two seats, a pad and a reader under every space, all stands enrolled."""
    made = table(
        games=dict(GAMES),
        tonight="king_sphinx",
        spaces=READERS,
        readers={"pad": "pad", **dict.fromkeys(READERS, "lane")},
    )
    return enrolled(answering(made))


def scanned(table: Table) -> Table:
    """A match is begun; jason is on turn."""
    table.started("jason", "billy", stands="tagged", layout="scanned", dice="real")
    return table


def taken_and_seen(table: Table) -> Table:
    """Both take an alien and look under it; jason begins."""
    for seat, alien in (("jason", "goldar"), ("billy", "squatt")):
        table.answer(seat, f"alien {alien}")
        table.press(seat)
    table.press("jason")
    table.wait(3)
    assert table.frame()["table"]["turn"] == "jason"
    return table


def all_down(table: Table) -> Table:
    for place in reversed(PLACES):
        set_down(table, place, LYING[place])
    return table


def places(table: Table) -> dict[str, str]:
    play = table.session.sitting.play
    assert play
    return play.match.position.places()


def before_a_putty(table: Table) -> Table:
    """Jason has morphed and battles; billy may swap."""
    for statement in ("morphed jason",):
        table.do("owner", "speak", statement=statement)
        table.press("jason")
        table.press("billy")
    table.press("jason")
    assert table.frame()["table"]["swap"]["by"] == "billy"
    return table


def toast(table: Table, viewer: str = "audience") -> str:
    found = table.frame(viewer)["toast"]
    return spoken(found) if found else ""


def test_stands_put_down_in_any_order_need_no_other_scan(lanes: Table) -> None:
    taken_and_seen(scanned(all_down(lanes)))

    assert places(lanes) == LYING


def test_stands_put_down_after_the_start_are_taken_one_by_one(lanes: Table) -> None:
    scanned(lanes)
    for place in PLACES:
        set_down(lanes, place, LYING[place])
    taken_and_seen(lanes)

    assert places(lanes) == LYING


@pytest.mark.parametrize(("back", "left"), [("putty-4", "putty-12"), ("putty-12", "putty-4")])
def test_the_stand_set_down_before_the_fighter_decides_keep_or_swap(
    lanes: Table, back: str, left: str
) -> None:
    before_a_putty(taken_and_seen(scanned(all_down(lanes))))
    lanes.place(STANDS["putty-4"])
    lanes.press("billy")
    lanes.place(STANDS["putty-12"])
    lanes.press("billy")
    public = lanes.frame()

    set_down(lanes, "billy/1", left)
    assert lanes.frame() == public, "only the space before the fighter decides"
    set_down(lanes, "jason/1", back)

    assert (places(lanes)["jason/1"], places(lanes)["billy/1"]) == (back, left)
    assert lanes.frame()["awaited"] == ["jason"]
    assert toast(lanes) == ""


def test_another_stand_than_before_is_noticed_in_neutral_words(lanes: Table) -> None:
    taken_and_seen(scanned(all_down(lanes)))
    before = places(lanes)

    set_down(lanes, "billy/2", "putty-9")

    assert toast(lanes) == "Another stand than before stands at billy/2. Nothing has changed."
    assert places(lanes) == before
    set_down(lanes, "billy/3", LYING["billy/3"])
    assert "billy/3" not in toast(lanes)


def test_during_a_look_nothing_is_noticed(lanes: Table) -> None:
    before_a_putty(taken_and_seen(scanned(all_down(lanes))))
    lanes.place(STANDS["putty-4"])
    public = lanes.frame()

    set_down(lanes, "billy/2", "putty-9")
    take_up(lanes, "billy/1", "putty-12")

    assert lanes.frame() == public


def test_a_board_knocked_over_is_put_up_again_with_one_reader(lanes: Table) -> None:
    taken_and_seen(scanned(all_down(lanes)))
    assert lanes.do("jason", "rebuild", on=True).status == "ok"
    assert lanes.frame()["rebuild"] == {"on": True, "left": 8}
    rows, said = len(lanes.log), lanes.said()

    for left, (place, stand) in enumerate(sorted(LYING.items(), reverse=True), 1):
        lanes.place(STANDS[stand])
        told = toast(lanes)
        assert f"stands at {place}." in told
        assert "level" not in told
        assert ("The board is complete." in told) == (left == 8)

    assert lanes.frame()["rebuild"] == {"on": False, "left": 0}
    assert (len(lanes.log), lanes.said()) == (rows, said), "nothing is applied"


def test_a_stand_out_of_play_is_laid_aside(lanes: Table) -> None:
    taken_and_seen(scanned(all_down(lanes)))
    lanes.do("jason", "rebuild", on=True)

    lanes.place(STANDS["putty-2"])
    words = toast(lanes)
    lanes.place("04CCCC01")

    assert words == toast(lanes) == "This one is not on the board. Lay it aside."
    assert lanes.frame()["rebuild"] == {"on": True, "left": 8}


def test_free_stands_were_followed_by_nobody(lanes: Table) -> None:
    lanes.started("jason", "billy", stands="tagged", layout="free", dice="real")

    refused = lanes.do("jason", "rebuild", on=True)

    assert refused.status == "illegal"
    assert "as you remember" in str(refused.words)


def test_during_a_look_the_board_waits(lanes: Table) -> None:
    before_a_putty(taken_and_seen(scanned(all_down(lanes))))
    lanes.place(STANDS["putty-4"])

    assert lanes.do("jason", "rebuild", on=True).status == "illegal"


def moved_overnight(lanes: Table) -> Table:
    """Three stands have changed places and one is gone, while the table was off."""
    taken_and_seen(scanned(all_down(lanes)))
    table = answering(lanes.again())
    moved = {**LYING, "jason/1": "putty-9", "jason/2": "putty-12", "billy/1": "putty-4"}
    del moved["billy/3"]
    for place, stand in moved.items():
        set_down(table, place, stand)
    table.do("jason", "resume")
    return table


def differing(table: Table) -> dict[str, str]:
    return {d["place"]: spoken(d["words"]) for d in table.frame()["differences"]}


def test_after_a_restart_what_differs_is_listed_in_words(lanes: Table) -> None:
    table = moved_overnight(lanes)

    assert differing(table) == {
        "billy/1": "Another stand stands at billy/1.",
        "billy/3": "billy/3 is empty; a stand stood there.",
        "jason/1": "Another stand stands at jason/1.",
        "jason/2": "Another stand stands at jason/2.",
    }
    assert places(table) == LYING, "nothing is applied silently"
    assert "putty-" not in str(table.frame())


def test_each_line_is_settled_by_itself(lanes: Table) -> None:
    table = moved_overnight(lanes)

    table.do("jason", "settle", place="jason/1", right="table")
    table.press("billy")  # agrees
    assert places(table)["jason/1"] == "putty-9"
    assert "jason/1" not in differing(table)
    table.do("billy", "settle", place="jason/2", right="file")
    set_down(table, "billy/3", LYING["billy/3"])

    assert set(differing(table)) <= {"billy/1"}
    assert table.do("billy", "settle", place="billy/3", right="table").status == "stale"
    assert table.said()[-1] == "The table says: another stand stands at jason/1."


def test_a_stand_that_is_not_there_cannot_be_right(lanes: Table) -> None:
    table = moved_overnight(lanes)

    refused = table.do("jason", "settle", place="billy/3", right="table")

    assert refused.status == "illegal"
    assert "Put the stand" in str(refused.words)


def test_once_play_goes_on_the_lines_are_gone(lanes: Table) -> None:
    table = moved_overnight(lanes)

    table.key(1)  # jason morphs, with this die

    assert differing(table) == {}


def test_a_reader_that_does_not_answer_tells_nothing(lanes: Table) -> None:
    table = moved_overnight(lanes)
    silent: Any = next(name for name, place in READERS.items() if place == "billy/3")

    table.session.step(Health(f"reader/{silent}", "silent", "It is silent.", table.now))

    assert "billy/3" not in differing(table)
