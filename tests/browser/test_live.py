"""A page is current, or it says since when it is not."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.proxy import Way
from tests.browser.room import LOCK, UNLOCK, WIDE, Room
from web import door

TEN_MINUTES = 600_000
CLOCKS = ("2026-01-31T20:15:00", "2027-03-01T20:15:00", "1999-12-31T20:15:00")
"""A phone's own, a year ahead, and one that was never set."""


@pytest.fixture
def way(room: Room) -> Iterator[Way]:
    way = Way(room.port)
    yield way
    way.close()


def far(room: Room, way: Way, clock: str = CLOCKS[0]) -> Page:
    """The shared table on a screen behind that way, with a clock of its own."""
    context = room.context(WIDE, base_url=way.address)
    context.clock.install(time=clock)
    return room.page(context, "/")


def passes(page: Page, milliseconds: int, step: int = 5_000) -> None:
    """Time passes for this page; what it asks the table meanwhile is answered."""
    for _ in range(0, milliseconds, step):
        page.clock.run_for(step)


def sits(page: Page, name: str) -> None:
    expect(page.get_by_role("img", name=re.compile(f"{name} has sat down"))).to_be_attached()


def not_live(page: Page) -> None:
    expect(page.get_by_text("Not live since 20:1")).to_be_visible()
    expect(page.get_by_text("all fine")).to_be_hidden()  # who can know


def live(page: Page) -> None:
    expect(page.locator("#notlive")).to_be_hidden()
    expect(page.get_by_text("all fine")).to_be_visible()


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_stream_that_is_swallowed_is_noticed_and_comes_back_by_itself(
    room: Room, way: Way, clock: str
) -> None:
    page = far(room, way, clock)
    room.do("owner", "sit", seat="jason")
    sits(page, "Jason")
    way.swallow()
    room.do("owner", "sit", seat="billy")

    passes(page, 30_000)
    not_live(page)
    expect(page.get_by_role("img", name=re.compile("Billy has sat down"))).to_have_count(0)

    way.mend()
    passes(page, 20_000)
    sits(page, "Billy")
    live(page)


def test_a_stream_that_is_cut_comes_back_by_itself(room: Room, way: Way) -> None:
    page = far(room, way)
    way.cut()
    room.do("owner", "sit", seat="zach")
    calls = way.calls
    passes(page, 30_000)
    not_live(page)
    assert way.calls > calls, "it has tried meanwhile"
    way.mend()
    passes(page, 5_000, 1_000)
    sits(page, "Zach")
    live(page)


def test_a_clock_that_is_set_in_mid_session_does_no_harm(room: Room, way: Way) -> None:
    page = far(room, way, CLOCKS[2])
    for clock in (CLOCKS[0], CLOCKS[2]):
        page.clock.set_system_time(clock)
        passes(page, 30_000)
        room.do("owner", "sit", seat="jason")
        sits(page, "Jason")
        live(page)
        room.do("owner", "stand", seat="jason")


def test_locked_for_ten_minutes_and_current_within_two_seconds(room: Room, way: Way) -> None:
    page = far(room, way)
    live(page)
    page.evaluate(LOCK)
    way.cut()  # what rests for so long is closed, and the house's network forgets this phone
    way.mend()
    way.swallow()
    page.clock.fast_forward(TEN_MINUTES)
    room.do("owner", "sit", seat="trini")
    expect(page.get_by_role("img", name=re.compile("Trini has sat down"))).to_have_count(0)

    page.clock.pause_at("2026-01-31T20:40:00")
    page.evaluate(UNLOCK)
    not_live(page)
    way.mend()
    page.evaluate(UNLOCK)
    page.clock.run_for(2_000)

    sits(page, "Trini")
    live(page)


def test_the_program_may_be_started_anew_and_nobody_touches_a_screen(room: Room) -> None:
    shared, phone = room.open("/", WIDE), room.phone("kimberly")
    room.close_table()
    room.open_table()
    room.do("owner", "sit", seat="kimberly")
    sits(shared, "Kimberly")
    expect(phone.get_by_role("heading", name="Ready, Kimberly")).to_be_visible()


def test_after_an_update_a_page_is_loaded_anew_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, loads = room.open("/", WIDE), []
    page.on("domcontentloaded", lambda _: loads.append(page.url))
    room.close_table()
    monkeypatch.setattr(door, "program", lambda: "another")
    room.open_table()
    page.locator("html[data-program=another]").wait_for()
    for seat in ("jason", "billy", "zach"):
        room.do("owner", "sit", seat=seat)
    sits(page, "Zach")
    assert len(loads) == 1


def test_a_page_drawn_before_a_restart_never_takes_itself_for_current(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Views are numbered anew at every start, so their number alone says nothing."""
    context = room.context(WIDE)
    context.clock.install(time=CLOCKS[0])
    context.clock.pause_at("2026-01-31T20:16:00")  # before it has begun to listen
    page = room.page(context, "/")
    room.close_table()
    monkeypatch.setattr(door, "program", lambda: "another")
    room.open_table()
    passes(page, 5_000, 1_000)
    page.locator("html[data-program=another]").wait_for()


def test_eight_tabs_of_one_browser_are_all_live(room: Room) -> None:
    context = room.context(WIDE)
    tabs = [room.page(context, "/") for _ in range(8)]
    for seat in ("jason", "billy"):
        room.do("owner", "sit", seat=seat)
    for tab in tabs:
        sits(tab, "Billy")
    for gone in tabs[:4]:
        gone.close()
    room.do("owner", "sit", seat="trini")
    for tab in tabs[4:]:
        sits(tab, "Trini")
