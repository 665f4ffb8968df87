"""The owner's page: only what the game on the table has."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.looker import crowded
from tests.browser.room import SMALL, WIDE, Room, fits

LINES = """
button => {
  const words = document.createRange();
  words.selectNodeContents(button);
  return words.getClientRects().length;
}
"""
"""On how many lines a button's words stand."""
LONGEST = """
field => {
  const longest = (one, other) => other.text.length > one.text.length ? other : one;
  [...field.options].reduce(longest).selected = true;
}
"""
"""Lets a field show the longest of what can be chosen in it."""
TITLES = {
    "bandai": "Power Rangers card game, 2008",
    "heroes": "Heroes of the Grid: battle",
    "monster_rancher": "Monster Rancher",
}
STANDS = ("Putty stands", "A stand gets another tag")
ELSEWHERE = ("inputs", "back", "end", "tags", "records", "seat/jason")
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
    expect(children).to_contain_text("how many chips a 6 turns up when reclaiming: all")
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

    seat = room.first_turn()
    expect(page.get_by_label("The clip is at …")).to_have_value("28")
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

    for matter in (
        "Going back",
        "End this match",
        "Inputs",
        "Tags",
        "Ended matches",
        "Change the seat of Billy",
    ):
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


def test_a_card_game_is_set_up_and_begun_from_the_owners_page(room: Room) -> None:
    """Decks, kinds, house rules and dice; a phone and the shared table see the same."""
    for seat in ("jason", "billy"):
        room.do("owner", "sit", seat=seat)
    page = room.owner()
    for game, title in TITLES.items():
        page.get_by_role("button", name=title).click()
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        deck = page.get_by_label("Deck of Billy").locator("option").nth(1).get_attribute("value")
        page.get_by_label("Deck of Billy").select_option(deck)
        page.get_by_label("Cards of Billy").select_option("told")
        if game == "heroes":
            page.get_by_role("button", name="real ones, entered").click()
            expect(page.get_by_role("button", name="the table throws them")).to_be_visible()
        if game != "monster_rancher":
            page.locator(".terms .house").first.get_by_role("button").first.click()
        room.until(lambda: room.view()["lobby"]["setup"]["seats"][1]["kind"] == "told", "the kind")
        page.get_by_role("button", name="Begin", exact=True).click()
        expect(page.get_by_role("link", name="End this match")).to_be_visible()

        match = room.table.session.sitting.play.match
        assert match.game.id == game
        assert match.options["decks"] == f",{deck}"
        assert match.options["deck_kinds"] == "virtual,told"
        assert match.options.get("dice") == ("real" if game == "heroes" else None)
        assert match.options.get("battles", 3) == 3
        assert match.options.get("starting_hand", 3) == 3
        room.do("owner", "abandon")


def test_a_match_is_ended_after_one_clear_question_and_kept(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    page = room.owner()
    page.get_by_role("link", name="End this match").click()
    expect(page.get_by_role("heading", name="End this match?")).to_be_visible()
    expect(page.get_by_text("What was played is kept")).to_be_visible()
    page.get_by_role("link", name="No, play on").click()
    expect(page.get_by_role("heading", name="Owner")).to_be_visible()
    assert room.view()["stage"] == "play"

    page.get_by_role("link", name="End this match").click()
    page.get_by_role("button", name="Yes, end it").click()
    page.get_by_role("link", name="Ended matches").click()
    expect(page.get_by_text("ended early")).to_be_visible()
    assert room.view()["stage"] == "lobby"


@pytest.mark.parametrize("language", ["de-DE", "en-US"])
@pytest.mark.parametrize("width", [390, 320])
def test_no_field_cuts_what_is_chosen_in_it(room: Room, language: str, width: int) -> None:
    for seat in ("jason", "billy"):
        room.do("owner", "sit", seat=seat)
    room.do("owner", "shelf")
    size = {"width": width, "height": 800}
    pages = [
        room.owner(size=size, locale=language),
        room.phone("jason", size=size, locale=language),
    ]
    for game in ("", *TITLES):
        room.do("owner", "shelf", **({"game": game} if game else {}))
        for page in pages:
            page.reload()
            fields = page.locator("select")
            for field in range(fields.count()):
                fields.nth(field).evaluate(LONGEST)
            assert crowded(page) == [], f"{page.url} {game}"


def test_a_field_that_does_cut_is_found(room: Room) -> None:
    page = room.owner(size=SMALL)
    assert crowded(page) == []
    rule = "select { white-space: nowrap !important; width: 4rem !important }"
    page.evaluate("rule => document.styleSheets[0].insertRule(rule)", rule)
    assert any(fault.startswith("cut: ") for fault in crowded(page))


def test_what_the_table_says_is_a_sentence_to_be_filled_in(room: Room) -> None:
    room.first_turn()
    page = room.owner("/owner/back", size=SMALL)
    chip = page.locator(".sentence", has=page.locator("[name=gap_side]"))

    words = chip.evaluate(
        "p => [...p.childNodes].map(n => n.name || n.textContent.trim()).filter(Boolean)"
    )
    assert words == ["gap_seat", "'s chip", "gap_n", "lies", "gap_side"]
    expect(chip.locator("option:checked")).to_have_text(["Jason", "face up"])
    assert fits(page)


def test_the_strip_counts_the_parts_and_names_none(room: Room) -> None:
    page = room.owner()
    said = page.locator("svg.strip text").all_text_contents()
    assert said == [str(len(room.view("owner")["inputs"])), "parts", "answer"]
