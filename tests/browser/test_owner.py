"""The owner's page: only what the game on the table has."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.room import Room

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
