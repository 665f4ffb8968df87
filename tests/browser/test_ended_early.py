"""A match that has ended, found again on the owner's page and looked through."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.table.inbox import Command
from tests.browser.looker import crowded, faults, looker
from tests.browser.room import PATIENCE_S, SMALL, WIDE, Room, fits

STEP = 20
"""So many answers, and a match is under way."""


def test_it_is_looked_through_and_taken_up_again_where_it_was(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    room.answer("jason", "alien goldar")
    owner = room.owner(size=SMALL)
    owner.get_by_role("link", name="End this match").click()
    owner.get_by_role("button", name="Yes, end it").click()
    expect(owner.get_by_text("No match is being played.")).to_be_visible()
    owner.get_by_role("link", name="Owner", exact=True).click()
    owner.get_by_role("link", name="Ended matches").click()
    match = owner.get_by_role("listitem").filter(has_text="ended early")
    expect(match).to_contain_text("Jason, Billy")
    assert fits(owner)
    phone, shared = room.phone("jason"), room.open("/")

    match.get_by_role("link", name="step by step").click()
    expect(owner.get_by_role("navigation")).to_contain_text("0 of ")
    owner.get_by_role("link", name="Ended matches").click()
    match.get_by_role("button", name="Take it up again").click()

    expect(owner.get_by_text("They are listed once this match is over.")).to_be_visible()
    expect(phone.get_by_role("heading", name="Hold to look")).to_be_visible()
    expect(shared.get_by_role("alert")).to_contain_text("was read after it was ended")


@pytest.mark.parametrize("game", ["king_sphinx", "bandai", "heroes", "monster_rancher"])
def test_a_step_is_seen_whole_on_a_tablet(room: Room, game: str) -> None:
    for seat in ("jason", "billy"):
        room.do("owner", "sit", seat=seat, robot=True)
    room.do("owner", "start", game=game)
    room.until(lambda: room.view()["heard"] > STEP or room.view()["stage"] == "over", "some turns")
    ended = room.table.inbox.ask(Command("owner", "abandon")).result(PATIENCE_S)
    if ended.status != "ok":  # they have just played it to its end
        room.do("owner", "new")
    page = looker(room, WIDE)

    for seat in ("", "jason"):
        page.goto(f"/record/1?step={STEP}&seat={seat}")
        page.get_by_role("link", name="Back", exact=True).click()
        expect(page.get_by_role("navigation")).to_contain_text("· ")
        whole = "document.documentElement.scrollHeight <= innerHeight"
        assert page.evaluate(whole), "the lowest of the picture is cut"
        assert fits(page)
        assert crowded(page) == []
        assert faults(page) == []
