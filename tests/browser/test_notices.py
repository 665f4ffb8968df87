"""What the table answers is about what was asked, and what a page says of itself covers nothing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looker import large_letters
from tests.browser.room import PHONE, SMALL, Room

NOTES = """
() => {
  const shown = (all) => [...document.querySelectorAll(all)].filter((e) => e.checkVisibility());
  const screen = document.getElementById("screen").getBoundingClientRect();
  const used = shown("main :is(button, a, input, summary, h1, h2)");
  const over = (a, b) => Math.min(a.right, b.right) > Math.max(a.left, b.left) + 1
    && Math.min(a.bottom, b.bottom, screen.bottom) > Math.max(a.top, b.top, screen.top) + 1;
  const found = [];
  for (const note of shown(".float")) {
    const box = note.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight || box.right > innerWidth) found.push("hangs over");
    for (const e of used) if (over(box, e.getBoundingClientRect())) found.push(e.outerHTML);
  }
  return found;
}
"""
"""What a notice covers of whatever is read or touched, and whether it is in sight itself."""
UNREACHED = """
() => [...document.querySelectorAll("main :is(button, a)")].filter((e) => {
  if (!e.checkVisibility() || e.closest("details:not([open])")) return false;
  e.scrollIntoView({ block: "center" });
  const { left, top, width, height } = e.getBoundingClientRect();
  const met = document.elementFromPoint(left + width / 2, top + height / 2);
  return !(met && (e.contains(met) || met.contains(e)));
}).map((e) => e.outerHTML)
"""
SCROLL = (
    "part => { const s = document.getElementById('screen'); s.scrollTop = part * s.scrollHeight }"
)


def silent(room: Room, seat: str, **how: Any) -> Page:
    """A phone whose table has not been heard for half a minute."""
    context = room.context(**how)
    context.clock.install(time="2026-01-31T20:15:00")
    room.hold(context, seat)
    page = room.page(context, f"/seat/{seat}")
    expect(page.locator("h1").first).to_be_visible()
    page.route("**/live*", lambda route: route.abort())
    page.route("**/*part=1*", lambda route: route.abort())
    room.do("owner", "pause", on=False)
    for _ in range(12):
        page.clock.run_for(5_000)
    expect(page.locator("#notlive")).to_be_visible()
    return page


@pytest.mark.parametrize("big", [False, True], ids=["letters", "twice as large"])
@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "320"])
@pytest.mark.parametrize("game", ["king_sphinx", "bandai"])
def test_that_it_is_not_live_covers_nothing(
    room: Room, game: str, size: dict[str, int], big: bool
) -> None:
    room.start(game, "jason", "billy")
    page = silent(room, "jason", size=size)
    if big:
        large_letters(page)

    assert page.evaluate(NOTES) == []
    assert page.evaluate(UNREACHED) == []
    for part in (0, 0.5, 1):
        page.evaluate(SCROLL, part)
        assert page.evaluate(NOTES) == []


def test_what_was_not_heard_is_said_until_something_else_is_asked(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    context = room.context()
    context.clock.install(time="2026-01-31T20:15:00")
    room.hold(context, "jason")
    phone = room.page(context, "/seat/jason")
    notice = phone.locator("#notice")
    phone.route("**/act", lambda route: route.abort())
    phone.get_by_role("button", name="Goldar").click()
    expect(notice).to_have_text("The table did not hear that. Try again.")

    room.do("billy", "name", seat="billy", name="William")
    for _ in range(12):
        phone.clock.run_for(5_000)
    expect(notice).to_be_visible()
    assert phone.evaluate(NOTES) == []

    room.answer("jason", "alien squatt")
    phone.clock.run_for(5_000)
    expect(phone.get_by_role("heading", name="Hold to look")).to_be_visible()
    expect(notice).to_be_hidden()


def test_that_a_question_had_closed_is_said_at_the_next_one_and_at_no_other(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    phone = room.phone("jason")
    notice = phone.locator("#notice")
    button = phone.get_by_role("button", name="Goldar")
    button.wait_for()
    phone.route("**/*part=1*", lambda route: route.abort())
    room.answer("jason", "alien squatt")
    button.click()
    expect(notice).to_have_text("That question is closed. The screen shows what is asked now.")

    phone.unroute_all()
    expect(phone.get_by_role("heading", name="Hold to look")).to_be_visible()
    expect(notice).to_be_visible()
    room.answer("jason", "seen")
    expect(notice).to_be_hidden()


def test_without_script_a_refusal_is_gone_with_its_question(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    phone = room.phone("jason", java_script_enabled=False)
    refusal = phone.get_by_text("That question is closed. This is what is asked now.")
    room.answer("jason", "alien squatt")
    phone.get_by_role("button", name="Goldar").click()
    expect(refusal).to_be_visible()
    phone.reload()
    expect(refusal).to_be_visible()

    room.answer("jason", "seen")
    phone.reload()
    expect(phone.get_by_role("heading").first).to_be_visible()
    expect(refusal).to_have_count(0)
