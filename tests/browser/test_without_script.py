"""An old browser, or one that runs no script: plain pages that load themselves anew."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Error, Page, expect
from playwright.sync_api import TimeoutError as InVain

from tests.browser.evening import ANSWERS, BOXES, FIRST, Evening
from tests.browser.room import Room, fits

TURNS = 4


def plain(room: Room, seat: str) -> Page:
    return room.phone(seat, java_script_enabled=False)


class PlainEvening(Evening):
    """The same with pages that run no script: each answer is a form, and then another page."""

    answered = battles = 0
    within = False

    def enough(self) -> bool:
        """Of the long game a whole battle, of the duel a few turns."""
        table = self.room.view()["table"]
        arena = bool(table.get("arena"))
        self.battles += self.within and not arena
        self.within = arena
        return self.battles > 0 or table.get("turn") == TURNS

    def touch(self, seat: str, question: str) -> None:
        try:
            self.answer(seat, question)
        except InVain:
            raise
        except Error:
            pass  # the page was just loading itself anew: once more

    def answer(self, seat: str, question: str) -> None:
        page = self.phones[seat]
        page.goto(f"/seat/{seat}")
        if not page.locator(f"main[data-question='{question}']").count():
            return
        assert fits(page), question
        for box in page.locator(BOXES).all():
            if self.pick.random() < 0.5:
                box.click()
        buttons = page.locator(ANSWERS)
        first = self.pick.random() < FIRST
        with page.expect_navigation():
            buttons.nth(0 if first else self.pick.randrange(buttons.count())).click()
        if "note=" in page.url:
            expect(page.get_by_role("status").first).not_to_be_empty()
        else:
            self.answered += 1
            self.given.add((seat, question))
            self.gave = time.monotonic()


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("bandai", ("jason", "billy")),
        ("heroes", ("jason", "billy", "kimberly")),
        ("monster_rancher", ("jason",)),
    ],
    ids=["bandai", "heroes", "monster_rancher"],
)
def test_a_card_game_is_played_on_plain_pages(
    room: Room, game: str, seats: tuple[str, ...]
) -> None:
    phones = {seat: plain(room, seat) for seat in seats}
    if len(seats) == 1:
        room.do("owner", "sit", seat="billy", robot=True)
    room.start(game, *seats)
    evening = PlainEvening(room, phones)

    result = evening.play()

    assert evening.answered > len(seats)
    assert result or evening.enough()
    for page in phones.values() if result else ():
        expect(page.get_by_role("button", name="Once more")).to_be_visible()


def test_a_page_loads_itself_anew_and_can_answer(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    jason, billy = (plain(room, seat) for seat in ("jason", "billy"))
    jason.get_by_role("button", name="Goldar").click()
    secret = jason.locator(".bare", has_text="has level")
    expect(secret).to_be_hidden()
    jason.locator("noscript summary").click()
    expect(secret).to_be_visible()
    jason.get_by_role("button", name="Do not look").click()

    billy.get_by_role("button", name="Squatt").click()

    assert room.view("billy")["ask"]["kind"] == "look"


def test_an_answer_that_comes_too_late_is_told_in_a_sentence(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    phone = plain(room, "jason")
    room.answer("jason", "alien squatt")
    phone.get_by_role("button", name="Goldar").click()
    expect(phone.get_by_role("status")).to_have_text(
        "That question is closed. This is what is asked now."
    )
    expect(phone.get_by_role("heading", name="Hold to look")).to_be_visible()
