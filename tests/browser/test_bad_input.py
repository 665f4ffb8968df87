"""What should not come, comes: a plain sentence on the screen, and nothing changes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.room import Room


def test_an_answer_from_a_screen_that_is_ten_versions_old(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    phone = room.phone("jason")
    button = phone.get_by_role("button", name="Goldar")
    button.wait_for()
    phone.route("**/*part=1", lambda route: route.abort())
    phone.route("**/live*", lambda route: route.abort())
    room.answer("jason", "alien squatt")
    for n in range(10):
        room.do("billy", "name", seat="billy", name=f"Billy {n}")
    before = room.view("jason")

    button.click()

    expect(phone.locator("#notice")).to_have_text(
        "That question is closed. The screen shows what is asked now."
    )
    assert room.view("jason") == before
    phone.unroute_all()
    expect(phone.get_by_role("heading", name="Hold to look")).to_be_visible()


def test_a_table_that_does_not_hear_is_told_to_whoever_spoke(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    phone = room.phone("jason")
    tries = []

    def lost(route: Route) -> None:
        tries.append(route.request.post_data)
        route.abort()

    phone.route("**/act", lost)
    phone.get_by_role("button", name="Goldar").click()
    expect(phone.locator("#notice")).to_have_text("The table did not hear that. Try again.")
    assert room.view("jason")["ask"]["kind"] == "choose"
    phone.unroute_all()
    phone.get_by_role("button", name="Goldar").click()
    expect(phone.get_by_role("heading", name="Hold to look")).to_be_visible()


def test_a_wrong_code_opens_no_seat(room: Room) -> None:
    phone = room.open("/seat")
    phone.get_by_label("seat code").fill("<b>'\";--")
    phone.get_by_role("button", name="Jason").click()
    expect(phone.get_by_text("That is not the seat code from the terminal.")).to_be_visible()
    assert not room.view()["seats"][0]["phone"]


FORTY = "Wilhelmin <b>Ämilie</b> & Zoë 🦖 von Thal"
UNSEEN = "Jo\u202ereJ"
TOO_LONG = "A name has up to 24 letters, that one has 40. Type a shorter one."


@pytest.mark.parametrize(
    ("name", "words"),
    [(FORTY, TOO_LONG), (UNSEEN, "That name has signs that cannot be seen.")],
    ids=["forty letters", "a sign that turns the line round"],
)
@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_name_that_cannot_be_kept_is_refused_in_a_sentence(
    room: Room, name: str, words: str, script: bool
) -> None:
    assert len(FORTY) == 40
    room.do("jason", "name", seat="jason", name="Jo")
    phone = room.phone("jason", java_script_enabled=script)
    before = room.view()
    field = phone.get_by_label("Your name")
    field.fill(name)
    field.press("Enter")

    expect(phone.locator("main [role=status]")).to_have_text(re.compile(re.escape(words)))
    expect(phone.locator(".me")).to_contain_text("Jo")
    assert room.view() == before
    if script:
        expect(field).to_have_value(name)  # to be made shorter
        expect(phone.locator("#notice")).to_be_hidden()  # it is said already
    field.fill("Jo 🦖 <i>&")
    field.press("Enter")
    expect(phone.locator(".me")).to_contain_text("Jo 🦖 <i>&")
    expect(phone.locator("main [role=status]")).to_have_count(0)


def test_a_link_that_is_old_or_made_up_leads_to_the_table(room: Room) -> None:
    page = room.open("/seat/nobody")
    expect(page.get_by_role("heading", name="Which seat is yours?")).to_be_visible()
    page.goto("/nowhere")
    expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    page.get_by_role("link", name="To the table").click()
    expect(page).to_have_url(re.compile(r"/$"))


def test_the_owners_page_stays_shut_to_a_guess(room: Room) -> None:
    page = room.open("/owner")
    page.get_by_label("code").fill("GUESSING")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("status")).to_contain_text("That code does not open it.")
    assert "Inputs" not in page.content()
