"""A question as a thumb meets it on a small phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.room import SMALL, Room


def test_a_new_question_is_read_from_its_top(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    phone = room.phone("jason", size=SMALL)
    expect(phone.get_by_role("heading", name="Take an alien.")).to_be_visible()
    phone.evaluate("() => { document.body.style.minHeight = '300vh'; scrollTo(0, 400) }")
    room.until(lambda: phone.evaluate("() => scrollY") > 0, "the page to be scrolled")

    room.answer("jason", "alien goldar")

    expect(phone.get_by_role("heading", name="Hold to look")).to_be_visible()
    room.until(lambda: phone.evaluate("() => scrollY") == 0, "the top of the page")
