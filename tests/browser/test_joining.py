"""How a phone gets its seat, keeps it, and loses it."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.room import PHONE, SMALL, WIDE, Room

CONFIRM_S = 2.2
"""A finger that means to give a seat stays so long."""


def ask_for(phone: Page, name: str) -> str:
    """Touch a seat; the two signs that this phone shows then."""
    phone.get_by_role("button", name=name).click()
    return phone.locator(".signs").inner_text()


def hold(room: Room, seat: str) -> None:
    assert room.table.electronics.hands
    room.table.electronics.hands.hold(seat, CONFIRM_S)


def at(seat: str) -> re.Pattern[str]:
    return re.compile(rf"/seat/{seat}$")


def test_a_seat_is_given_by_its_button_held_while_both_screens_show_the_same_signs(
    room: Room,
) -> None:
    shared = room.open("/", WIDE)
    shared.locator("a", has=shared.locator("img.qr")).click()
    expect(shared.get_by_role("heading", name="Which seat is yours?")).to_be_visible()
    shared.go_back()
    phone = room.open("/seat")

    signs = ask_for(phone, "Trini")
    expect(shared.locator("text", has_text=signs)).to_be_visible()
    hold(room, "trini")

    expect(phone).to_have_url(at("trini"))
    expect(phone.get_by_role("heading", name="Ready, Trini")).to_be_visible()
    expect(shared.locator("text", has_text=signs)).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_the_way_to_a_seat_is_in_sight_on_every_screen_that_leads_there(
    room: Room, size: dict[str, int]
) -> None:
    phone = room.open("/", size, locale="de-DE")
    expect(phone.get_by_role("link", name="Platz nehmen").first).to_be_in_viewport(ratio=1)
    for why in ("", "?note=gone", "?note=code"):
        phone.goto(f"/seat{why}")
        expect(phone.get_by_role("textbox")).to_be_in_viewport(ratio=1)

    phone.goto("/seat")
    phone.get_by_role("textbox").fill(room.table.session.terminal_code)
    phone.get_by_role("textbox").press("Enter")  # that names no seat
    phone.get_by_role("textbox").fill("")
    ask_for(phone, "Zach")
    expect(phone.get_by_role("textbox")).to_be_in_viewport(ratio=1)
    phone.get_by_role("textbox").fill(room.table.session.terminal_code)
    phone.get_by_role("textbox").press("Enter")
    expect(phone).to_have_url(at("zach"))
    assert [seat["seat"] for seat in room.view()["seats"] if seat["phone"]] == ["zach"]


def test_who_waits_may_go_back_and_whose_time_is_over_is_told(room: Room) -> None:
    phone = room.open("/seat")
    ask_for(phone, "Jason")
    phone.get_by_role("button", name="Back to the seats").click()
    expect(phone.get_by_role("heading", name="Which seat is yours?")).to_be_visible()

    ask_for(phone, "Jason")
    seats = room.table.session.sitting.seats
    seats.clock = lambda: time.monotonic() + 60
    room.do("owner", "sit", seat="billy")

    expect(phone.get_by_text("Half a minute is over")).to_be_visible()
    expect(phone.get_by_role("button", name="Jason")).to_be_visible()


def test_another_phone_takes_the_seat_the_same_way_and_the_first_has_lost_it_at_once(
    room: Room,
) -> None:
    first, second, third = room.phone("billy"), room.open("/seat"), room.open("/seat")
    ask_for(second, "Billy")
    third.get_by_role("button", name="Billy").click()
    expect(third.get_by_role("status").first).to_contain_text("Another phone waits for this seat.")
    expect(first).to_have_url(at("billy"))

    hold(room, "billy")

    expect(second).to_have_url(at("billy"))
    for _ in range(2):
        expect(first.get_by_role("heading", name="Which seat is yours?")).to_be_visible()
        expect(first.get_by_text("This seat is on another phone now")).to_be_visible()
        first.goto("/seat/billy")
    assert first.request.get("/view?as=billy").status == 403


def test_a_phone_comes_back_to_its_seat_after_a_reload_and_after_a_dead_battery(
    room: Room,
) -> None:
    room.start("king_sphinx", "jason", "billy")
    phone = room.phone("jason")
    phone.reload()
    expect(phone.get_by_role("button", name="Goldar")).to_be_visible()
    phone.close()

    again = room.page(room.contexts[-1], "/seat")

    expect(again).to_have_url(at("jason"))
    expect(again.get_by_role("button", name="Goldar")).to_be_visible()


def test_a_dead_phone_holds_nobody_up(room: Room) -> None:
    """Its look is ended by the seat's own button."""
    room.start("king_sphinx", "jason", "billy")
    room.answer("jason", "alien goldar")
    billy = room.phone("billy")
    expect(billy.get_by_role("button", name="Goldar")).to_have_count(0)

    assert room.table.electronics.hands
    room.table.electronics.hands.press("jason")

    expect(billy.get_by_role("button", name="Squatt")).to_be_visible()


def test_who_only_looks_on_needs_nothing_and_is_asked_nothing(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    onlooker = room.open("/")
    expect(onlooker.locator(".lanes")).to_be_visible()
    assert onlooker.locator("form input[name=question]").count() == 0


def test_one_phone_for_two_people_is_covered_between_them(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    phone = room.phone("jason", "billy")
    phone.get_by_role("button", name="Goldar").click()
    phone.get_by_role("button", name="Do not look").click()

    phone.get_by_role("link", name="Pass it to Billy").click()
    expect(phone.get_by_role("heading", name="Only Billy looks now")).to_be_visible()
    assert "Squatt" not in phone.content()
    phone.get_by_role("link", name="I am Billy").click()

    expect(phone.get_by_role("button", name="Squatt")).to_be_visible()


def test_the_link_to_a_seat_opened_by_a_stranger_shows_nothing_of_it(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    room.answer("jason", "alien goldar")
    stranger = room.open("/seat/jason")
    expect(stranger.get_by_role("heading", name="Which seat is yours?")).to_be_visible()
    expect(stranger.get_by_text("This phone does not hold that seat.")).to_be_visible()
    assert "has level" not in stranger.content()


def test_a_browser_that_refuses_cookies_is_told_in_a_sentence(room: Room) -> None:
    phone = room.open("/seat")

    def without_cookie(route: Route) -> None:
        reply = route.fetch(max_redirects=0)
        kept = {name: value for name, value in reply.headers.items() if name != "set-cookie"}
        phone.context.clear_cookies()
        route.fulfill(status=reply.status, headers=kept)

    phone.route("**/claim", without_cookie)
    phone.get_by_role("button", name="Zach").click()

    expect(phone.get_by_role("status")).to_contain_text("Does this browser keep cookies?")
    assert not room.view()["seats"][3]["phone"]
