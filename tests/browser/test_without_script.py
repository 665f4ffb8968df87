"""An old browser, or one that runs no script: plain pages that load themselves anew."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.room import Room


def plain(room: Room, seat: str) -> Page:
    return room.phone(seat, java_script_enabled=False)


def test_a_page_loads_itself_anew_and_can_answer(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    jason, billy = (plain(room, seat) for seat in ("jason", "billy"))
    jason.get_by_role("button", name="Goldar").click()
    secret = jason.locator(".bare", has_text="has level")
    expect(secret).to_be_hidden()
    jason.locator("noscript summary").click()
    expect(secret).to_be_visible()
    jason.get_by_role("button", name="Do not look").click()

    billy.get_by_role("button", name="Squatt").click()

    assert room.view("billy")["ask"]["kind"] == "look"


def test_an_answer_that_comes_too_late_is_told_in_a_sentence(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    phone = plain(room, "jason")
    room.answer("jason", "alien squatt")
    phone.get_by_role("button", name="Goldar").click()
    expect(phone.get_by_role("status")).to_have_text(
        "That question is closed. This is what is asked now."
    )
    expect(phone.get_by_role("heading", name="Hold to look")).to_be_visible()
