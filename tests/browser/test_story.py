"""Sound, voice and suspense on the shared screen, after one tap."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.room import WIDE, Room

LISTEN = """
window.spoken = []; window.played = [];
window.speechSynthesis.speak = (voice) => window.spoken.push(voice.text);
HTMLMediaElement.prototype.play = function () {
  window.played.push(new URL(this.src).pathname); return Promise.resolve();
};
"""


def shared(room: Room) -> Page:
    context = room.context(WIDE)
    context.add_init_script(LISTEN)
    return room.page(context, "/")


@pytest.fixture
def short(room: Room) -> Room:
    room.start("short", "jason", "billy")
    return room


def throw(room: Room) -> None:
    room.answer("jason", "press")


def heard(page: Page, what: str) -> Any:
    return page.evaluate(f"window.{what}")


def test_it_is_silent_until_somebody_taps(short: Room) -> None:
    page = shared(short)
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")

    throw(short)
    page.wait_for_function(
        "n => +document.querySelector('[data-story]').dataset.heard >= n", arg=short.view()["heard"]
    )

    assert heard(page, "spoken") == heard(page, "played") == []


def test_a_verdict_is_held_back_then_played_and_spoken(short: Room) -> None:
    page = shared(short)
    page.locator("#sound").click()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    before = int(page.locator("[data-story]").get_attribute("data-verdict") or 0)

    throw(short)
    expect(page.locator("body.suspense")).to_be_attached()
    assert int(page.locator("[data-story]").get_attribute("data-verdict") or 0) == before
    page.keyboard.press("Enter")  # a touch or a key skips it

    page.wait_for_function("() => window.spoken.length > 0")
    assert not page.locator("body.suspense").count()
    assert any(path.startswith("/sounds/") for path in heard(page, "played")[1:])
    said = page.locator("[data-story]").get_attribute("data-said") or ""
    assert heard(page, "spoken")[-1] in said


def test_the_poster_is_kept_from_the_last_screen(short: Room) -> None:
    page = shared(short)
    while short.view()["stage"] == "play":
        throw(short)
    page.get_by_text("Keep the poster").click()

    expect(page.locator(".poster svg")).to_be_visible()
    expect(page.locator(".poster .how")).not_to_be_empty()
