"""A look: open while it is held, and nothing of it left afterwards."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.room import LOCK, Room


@pytest.fixture
def looking(room: Room) -> Page:
    """Jason's phone: he has taken Goldar and may look under it."""
    room.start("king_sphinx", "jason", "billy")
    room.answer("jason", "alien goldar")
    phone = room.phone("jason")
    phone.clock.install()
    phone.reload()
    phone.clock.pause_at("2100-01-01")  # no look ends by itself here
    expect(phone.get_by_role("heading", name="Hold to look")).to_be_visible()
    expect(phone.locator("#notlive")).to_be_hidden()  # so many years without news, then some
    return phone


def level(room: Room) -> str:
    return str(room.view("jason")["ask"]["secret"]["args"]["level"])


def press(phone: Page) -> None:
    """A thumb comes down on the pad, once it lies still, and stays there."""
    phone.locator("button.hold").hover()
    phone.mouse.down()


def test_the_secret_is_seen_while_the_thumb_is_on_the_pad_and_not_after(
    room: Room, looking: Page
) -> None:
    secret = looking.locator(".lit")
    expect(secret).to_be_hidden()

    press(looking)
    expect(secret).to_be_visible()
    expect(secret.locator("text")).to_have_text(level(room))
    looking.mouse.up()

    expect(secret).to_be_hidden()


@pytest.mark.parametrize(
    "interruption",
    [
        "window.dispatchEvent(new Event('blur'))",
        "window.dispatchEvent(new Event('pagehide'))",
        LOCK,
        "document.dispatchEvent(new PointerEvent('pointercancel', {bubbles: true}))",
    ],
    ids=["another window", "another page", "the phone is locked", "the thumb slips off"],
)
def test_whatever_comes_between_closes_the_curtain(looking: Page, interruption: str) -> None:
    press(looking)
    expect(looking.locator(".lit")).to_be_visible()
    looking.evaluate(interruption)
    expect(looking.locator(".lit")).to_be_hidden()
    looking.mouse.up()


def test_a_keyboard_holds_with_space_and_lets_go_with_escape_too(looking: Page) -> None:
    looking.locator("button.hold").focus()
    for end in (lambda: looking.keyboard.up("Space"), lambda: looking.keyboard.press("Escape")):
        looking.keyboard.down("Space")
        expect(looking.locator(".lit")).to_be_visible()
        end()
        expect(looking.locator(".lit")).to_be_hidden()
    looking.keyboard.up("Space")


def test_after_ten_seconds_it_closes_under_the_thumb(looking: Page) -> None:
    press(looking)
    expect(looking.locator(".lit")).to_be_visible()
    looking.clock.run_for(9_000)
    expect(looking.locator(".lit")).to_be_visible()
    looking.clock.run_for(1_500)
    expect(looking.locator(".lit")).to_be_hidden()


def test_once_seen_nothing_of_it_is_left_on_any_screen(room: Room, looking: Page) -> None:
    billy, shared = room.phone("billy"), room.open("/")
    secret = f"has level {level(room)}"
    assert secret in looking.content()
    press(looking)
    looking.mouse.up()

    looking.get_by_role("button", name="Seen").click()
    expect(looking.get_by_role("heading", name="Hold to look")).to_be_hidden()
    room.until(lambda: secret not in looking.content(), "the secret to be gone")

    for page in (looking, billy, shared):
        assert secret not in page.content()
        assert page.title() == "Tableside"
        assert not re.search(r"level|alien", page.url)
    assert looking.evaluate("history.length") <= 2
    assert looking.evaluate("history.state") is None
    assert looking.evaluate("localStorage.length + sessionStorage.length") == 0


def test_what_others_do_meanwhile_leaves_the_thumb_and_the_curtain_alone(
    room: Room, looking: Page
) -> None:
    press(looking)
    room.do("billy", "name", seat="billy", name="Wilhelm")
    room.do("jason", "name", seat="jason", name="Jo")
    expect(looking.locator("main.held")).to_be_visible()
    expect(looking.locator(".lit")).to_be_visible()
    looking.mouse.up()
    expect(looking.locator(".lit")).to_be_hidden()
    room.do("jason", "name", seat="jason", name="Joe")
    expect(looking.locator(".me")).to_contain_text("Joe")
    expect(looking.get_by_role("button", name="Seen")).to_be_enabled()


def test_the_way_back_in_the_browser_shows_no_look_that_is_over(room: Room, looking: Page) -> None:
    secret = f"has level {level(room)}"
    looking.goto("/")
    room.answer("jason", "seen")
    looking.go_back()
    expect(looking.locator("main.phone")).to_be_visible()
    room.until(lambda: secret not in looking.content(), "the secret to be gone")


def test_no_secret_is_in_what_a_screen_reader_says_by_itself(room: Room, looking: Page) -> None:
    """Live regions are spoken unasked: a look is in none of them, and hidden until it is held."""
    secret = f"has level {level(room)}"
    for where in looking.locator("[role=status], [role=alert], [aria-live]").all():
        assert secret not in (where.text_content() or "")
    assert secret not in looking.locator("main").aria_snapshot()
    press(looking)
    assert secret in looking.locator("main").aria_snapshot(), "on request it is read out"
    looking.mouse.up()
