"""The owner's page: only what the game on the table has."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.room import SMALL, WIDE, Room

LINES = """
button => {
  const words = document.createRange();
  words.selectNodeContents(button);
  return words.getClientRects().length;
}
"""
"""On how many lines a button's words stand."""
STANDS = ("Putty stands", "A stand gets another tag")


@pytest.mark.parametrize("game", ["bandai", "monster_rancher", "heroes"])
def test_no_tool_of_another_game_is_offered(room: Room, game: str) -> None:
    room.start(game, "jason", "billy")
    page = room.owner()

    expect(page.get_by_role("heading", name="Going back")).to_be_visible()
    for tool in ("The last die was", "The table says", *STANDS):
        expect(page.get_by_text(tool)).to_have_count(0)


def test_the_die_can_be_mended_once_it_was_thrown(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    page = room.owner()
    for tool in STANDS:
        expect(page.get_by_text(tool)).to_have_count(1)
    expect(page.get_by_label("The last die was")).to_have_count(0)

    for seat, alien in (("jason", "goldar"), ("billy", "squatt")):
        room.answer(seat, f"alien {alien}")
        room.answer(seat, "seen")
    seat = room.until(lambda: room.view()["table"]["turn"], "the first turn")
    expect(page.get_by_label("The table says")).to_have_attribute("placeholder", "clip 28")
    room.answer(seat, "morph")
    room.answer(seat, "chips none")

    expect(page.get_by_label("The last die was")).to_be_visible()


def test_everybody_is_told_how_to_agree_to_what_the_owner_asks(room: Room) -> None:
    room.start("monster_rancher", "jason", "billy")
    room.do("owner", "rewind", n=0)
    table, phone = room.open("/", WIDE), room.phone("jason", size=SMALL)

    asked = table.locator(".proposal")
    expect(asked).to_contain_text("The owner asks.")
    expect(asked).to_contain_text("Press to agree, hold to refuse.")
    expect(asked.locator("use")).to_have_count(2)  # the signs of whoever is to agree
    agree = phone.get_by_role("button", name="Agree")
    assert agree.evaluate(LINES) == 1, "a word broken in two"


def test_after_a_power_cut_the_first_thing_offered_is_to_go_on(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    room.close_table()
    room.open_table()
    table, phone = room.open("/", WIDE), room.phone("jason")

    expect(table.locator(".pick.main")).to_have_text(re.compile("^4Go on"))
    expect(phone.locator("main .go")).to_have_text(["Go on with last evening"])
    phone.locator("main .go").click()
    expect(phone.get_by_role("button", name="Goldar")).to_be_visible()
