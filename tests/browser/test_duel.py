"""The duel on a phone: what is ticked is counted, and what is drawn stays on its card."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.room import Room

OVER = """
() => [...document.querySelectorAll(".bcard .call")]
  .map((bar) => [bar, bar.closest(".bcard")].map((e) => e.getBoundingClientRect()))
  .filter(([bar, card]) => bar.left < card.left || bar.right > card.right).length
"""


def to_pay(room: Room) -> Page:
    """Jason's phone, who holds his whole deck and has chosen Wave, which costs two cards."""
    room.start("bandai", "jason", "billy", starting_hand="19", decks="plain,plain")
    phone = room.phone("jason")
    assert phone.evaluate(OVER) == 0
    room.answer("jason", "choose wave")
    room.answer("billy", "nothing")
    phone.locator("form.paying").wait_for()
    return phone


def read_aloud(page: Page) -> str:
    """The sum as a voice has it: what is counted by the style alone is in no text of the page."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    said = [node.get("name", {}).get("value", "") for node in tree["nodes"]]
    at = next(n for n, text in enumerate(said) if text.strip() == "of 2")
    return str(said[at - 1].strip())


def test_what_is_ticked_is_counted_at_once(room: Room) -> None:
    phone = to_pay(room)
    cards = phone.locator("form.paying .handcard")

    seen = [read_aloud(phone)]
    for card in (cards.nth(0), cards.nth(3), cards.nth(0)):
        card.click()
        seen.append(read_aloud(phone))

    assert seen == ["0", "1", "2", "1"]
    room.do("jason", "name", seat="jason", name="Wilhelm")
    expect(phone.locator(".me")).to_contain_text("Wilhelm")
    assert read_aloud(phone) == "1"
