"""A question as a thumb meets it on a small phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.room import SMALL, WIDE, Room


def test_a_new_question_is_read_from_its_top(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    phone = room.phone("jason", size=SMALL)
    expect(phone.get_by_role("heading", name="Take an alien.")).to_be_visible()
    phone.evaluate("() => { document.body.style.minHeight = '300vh'; scrollTo(0, 400) }")
    room.until(lambda: phone.evaluate("() => scrollY") > 0, "the page to be scrolled")

    room.answer("jason", "alien goldar")

    expect(phone.get_by_role("heading", name="Hold to look")).to_be_visible()
    room.until(lambda: phone.evaluate("() => scrollY") == 0, "the top of the page")


def test_what_may_be_swapped_is_marked_within_its_lane(room: Room) -> None:
    seat = room.first_turn()
    room.do("owner", "speak", statement=f"morphed {seat}")
    for each in ("jason", "billy"):
        room.do(each, "consent", yes=True)
    room.do("owner", "name", seat=seat, name="Opa Bert")
    room.answer(seat, "battle")
    table = room.open("/", WIDE)

    lane, tag = (table.locator(f".lane.on {what}").bounding_box() for what in (".ground", ".tag"))
    assert lane
    assert tag
    assert lane["y"] < tag["y"] < tag["y"] + tag["height"] <= lane["y"] + lane["height"]
    name = table.locator("h1 .who > span", has_text="Opa")
    assert name.evaluate("e => e.getClientRects().length") == 1, "torn from its sign"
