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
ELSEWHERE = ("inputs", "back", "tags", "records", "seat/jason")
"""The owner's other pages."""
SHORT = 160
"""So many elements an old phone draws at once without a wait."""


@pytest.mark.parametrize("game", ["bandai", "monster_rancher", "heroes"])
def test_no_tool_of_another_game_is_offered(room: Room, game: str) -> None:
    room.start(game, "jason", "billy")
    page = room.owner()

    for matter in ("", *ELSEWHERE):
        page.goto(f"/owner/{matter}".rstrip("/"))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        for tool in ("The last die was", "The table says", *STANDS):
            expect(page.get_by_text(tool)).to_have_count(0)


def test_house_rules_are_explained_and_a_match_begun_with_them(room: Room) -> None:
    for seat in ("jason", "billy"):
        room.do("owner", "sit", seat=seat)
    page = room.owner()
    page.get_by_role("link", name="House rules").click()

    children = page.locator("h2:text-is('with children') + ul")
    expect(children).to_contain_text("how many chips a 6 turns up: all")
    page.locator("h2:text-is('with children') ~ button").first.click()
    expect(page.get_by_text("They are chosen before a match.")).to_be_visible()
    options = room.table.session.sitting.play.match.options
    assert options["reclaim_six"] == "all"


def test_the_die_can_be_mended_once_it_was_thrown(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    page = room.owner("/owner/tags")
    for tool in STANDS:
        expect(page.get_by_text(tool)).to_have_count(1)
    page.goto("/owner/back")
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


def test_who_is_away_is_answered_for_where_the_owner_has_asked(room: Room) -> None:
    room.start("monster_rancher", "jason", "billy")
    page = room.owner("/owner/back")
    room.do("owner", "rewind", n=0)

    expect(page.get_by_role("button", name="Answer for Billy, if away")).to_be_visible()
    page.get_by_role("button", name="Answer for Billy, if away").click()
    expect(page.get_by_text("Give the others a minute to answer first.").first).to_be_visible()


def test_after_a_power_cut_the_first_thing_offered_is_to_go_on(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    room.close_table()
    room.open_table()
    table, phone = room.open("/", WIDE), room.phone("jason")

    expect(table.locator(".pick.main")).to_have_text(re.compile("^4Go on"))
    expect(phone.locator("main .go")).to_have_text(["Go on with last evening"])
    phone.locator("main .go").click()
    expect(phone.get_by_role("button", name="Goldar")).to_be_visible()


def test_every_matter_is_a_short_page_of_its_own_one_touch_from_the_front(room: Room) -> None:
    room.do("owner", "sit", seat="billy", robot=True)
    room.start("king_sphinx", "jason")
    room.do("jason", "pause")
    page = room.owner()

    for matter in ("Going back", "Inputs", "Tags", "Ended matches", "Change the seat of Billy"):
        page.get_by_role("link", name=matter).click()
        expect(page.get_by_role("link", name="Owner", exact=True)).to_be_visible()
        assert page.locator("#screen *").count() < SHORT
        page.get_by_role("link", name="Owner", exact=True).click()
        expect(page.get_by_role("heading", name="Owner")).to_be_visible()
    assert page.locator("#screen *").count() < SHORT
    assert page.locator("form").count() <= 2, "buttons without a field share one"


@pytest.mark.parametrize("script", [True, False])
def test_a_seat_is_handed_to_a_robot_with_script_or_without(room: Room, script: bool) -> None:
    room.start("king_sphinx", "jason", "billy")
    page = room.owner(java_script_enabled=script)

    page.get_by_role("link", name="Change the seat of Billy").click()
    page.get_by_role("button", name="Hand it to a robot").click()
    expect(page.get_by_role("button", name="A person again")).to_be_visible()
    assert room.view()["seats"][1]["robot"]
    page.get_by_role("button", name="A person again").click()
    expect(page.get_by_role("button", name="Hand it to a robot")).to_be_visible()
    assert not room.view()["seats"][1]["robot"]
