"""What a hand is about to say: kept while others act, gone with its question."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.room import Room


def at_the_chips(room: Room) -> tuple[str, Page]:
    """Whoever begins, and the phone on which chips may be laid before the roll."""
    seat = room.first_turn()
    return seat, room.phone(seat)


def test_chips_are_summed_as_they_are_touched_and_stay_while_others_act(room: Room) -> None:
    seat, phone = at_the_chips(room)
    phone.locator(".chipbox", has_text="3").click()
    expect(phone.locator(".sum")).to_contain_text("3 + die")
    expect(phone.locator(".sum")).to_contain_text("A 2 or more will do.")

    room.do(seat, "name", seat=seat, name="Wilhelm")

    expect(phone.locator(".me")).to_contain_text("Wilhelm")
    expect(phone.get_by_role("checkbox", name="Chip 3")).to_be_checked()
    phone.get_by_role("button", name="Lay 3 and roll").click()
    expect(phone.get_by_role("button", name="Lay 3 and roll")).to_have_count(0)
    assert room.view()["table"]["lanes"][0 if seat == "jason" else 1]["chips"]["3"] != "up"


def test_a_form_is_another_one_once_the_question_is(room: Room) -> None:
    seat, phone = at_the_chips(room)
    phone.locator(".chipbox", has_text="5").click()
    room.answer(seat, "morph")
    question = room.view(seat)["ask"]["question"]
    phone.locator(f"main[data-question='{question}']").wait_for()

    asked = {field.get_attribute("value") for field in phone.locator("[name=question]").all()}

    assert asked == {question}
    expect(phone.get_by_role("checkbox", name="Chip 5")).not_to_be_checked()


def test_a_look_that_another_hand_ends_is_gone_though_the_thumb_stays(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    room.answer("jason", "alien goldar")
    phone = room.phone("jason")
    phone.locator("button.hold").hover()
    phone.mouse.down()
    expect(phone.locator(".lit")).to_be_visible()

    room.answer("jason", "seen")

    expect(phone.get_by_role("heading", name="Lift to hide")).to_have_count(0)
    assert "has level" not in phone.content()
    phone.mouse.up()


def test_an_answer_that_arrives_twice_counts_once_and_nobody_is_troubled(room: Room) -> None:
    seat, phone = at_the_chips(room)

    def twice(route: Route) -> None:
        route.fetch()
        route.continue_()

    phone.route("**/act", twice)
    phone.locator(".chipbox", has_text="3").click()
    with phone.expect_response("**/act") as told:
        phone.get_by_role("button", name="Lay 3 and roll").click()
    assert told.value.status == 200
    expect(phone.locator("#notice")).to_be_hidden()
    assert seat in room.view()["said"][0]["args"].values()


def test_what_is_chosen_before_a_match_is_what_it_is_begun_with(room: Room) -> None:
    """Nobody has to keep a choice first: the next touch begins with it."""
    room.do("owner", "sit", seat="jason")
    room.do("owner", "shelf", game="bandai")
    phone = room.phone("jason")
    deck = phone.get_by_label("Your deck").locator("option").nth(1).get_attribute("value")
    expect(phone.get_by_role("button", name="Keep")).to_have_count(0)

    phone.get_by_label("Your name").fill("Jo")
    phone.get_by_label("Your deck").select_option(deck)
    phone.get_by_label("Your cards are").select_option("told")
    phone.get_by_role("button", name="Against robots").click()

    room.until(lambda: room.view()["stage"] == "play", "the match")
    options = room.table.session.sitting.play.match.options
    assert options["decks"].split(",")[0] == deck
    assert options["deck_kinds"].split(",")[0] == "told"
    expect(phone.locator(".me")).to_contain_text("Jo")


@pytest.mark.parametrize("page", ["", "bandai"], ids=["first screen", "a card game"])
def test_nothing_is_begun_with_a_name_that_another_seat_has(room: Room, page: str) -> None:
    """The touch says why, as often as it is made, until another name stands there."""
    room.do("jason", "name", seat="jason", name="Anna")
    if page:
        room.do("owner", "sit", seat="billy")
        room.do("owner", "shelf", game=page)
    phone = room.phone("billy")
    go = phone.get_by_role("button", name="Against robots" if page else "Sit down")
    refusal = phone.get_by_text("Another seat is called Anna already.")

    phone.get_by_label("Your name").fill("Anna")
    for _ in range(2):
        with phone.expect_response("**/act") as told:
            go.click()
        assert told.value.status == 422
        expect(refusal).to_be_visible()
        expect(phone.get_by_label("Your name")).to_have_value("Anna")
    assert room.view()["stage"] == "lobby"
    assert room.view()["seats"][1]["sitting"] == bool(page)

    phone.get_by_label("Your name").fill("Ben")
    go.click()
    expect(phone.locator(".me")).to_contain_text("Ben")
    if page:
        room.until(lambda: room.view()["stage"] == "play", "the match")
    else:
        expect(phone.get_by_role("heading", name="Ready, Ben")).to_be_visible()
    expect(refusal).to_have_count(0)


def test_without_script_a_choice_is_kept_by_its_button(room: Room) -> None:
    room.do("owner", "sit", seat="jason")
    room.do("owner", "shelf", game="bandai")
    phone = room.phone("jason", java_script_enabled=False)

    phone.get_by_label("Your cards are").select_option("told")
    phone.locator("form", has=phone.get_by_label("Your cards are")).get_by_role("button").click()

    expect(phone.get_by_label("Your cards are")).to_have_value("told")
    assert room.view()["lobby"]["setup"]["seats"][0]["kind"] == "told"


def test_a_die_thrown_by_hand_is_touched_only_while_no_chip_is_ticked(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy", dice="real")
    for seat, alien in (("jason", "goldar"), ("billy", "squatt")):
        room.answer(seat, f"alien {alien}")
        room.answer(seat, "seen")
    room.answer("jason", "press")
    room.until(lambda: room.view()["table"]["turn"], "the first turn")
    phone = room.phone("jason")
    dice, lay = phone.locator("button.die"), phone.locator(".laying .go")

    instead = phone.get_by_role("button", name="Turn up a chip instead")
    expect(instead).to_be_in_viewport(ratio=1)
    for die in dice.all():
        expect(die).to_be_in_viewport(ratio=1)
        box = die.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    expect(lay).to_be_hidden()

    phone.locator(".chipbox", has_text="2").click()

    expect(lay).to_have_text("Lay 2 and roll")
    expect(phone.locator("button.die:visible")).to_have_count(0)
    expect(phone.get_by_text("No chips?")).to_be_hidden()


def test_the_menu_is_shut_by_what_is_begun_in_it_and_who_asks_may_let_it_be(room: Room) -> None:
    seat, phone = at_the_chips(room)
    other = room.phone("billy" if seat == "jason" else "jason")
    phone.get_by_text("More", exact=True).click()
    phone.get_by_role("button", name="Ask the table to go one step back").click()

    withdraw = phone.locator(".proposal").get_by_role("button", name="Do not ask any more")
    expect(withdraw).to_be_visible()
    expect(phone.locator("details.more[open]")).to_have_count(0)
    expect(other.locator(".proposal")).to_contain_text("has not answered yet")

    withdraw.click()

    expect(other.locator(".proposal")).to_have_count(0)
    expect(phone.locator(".proposal")).to_have_count(0)


def test_what_the_table_asks_has_nothing_of_the_own_question_beside_it(room: Room) -> None:
    phone = at_the_chips(room)[1]
    expect(phone.locator(".reach")).to_have_count(1)

    room.do("owner", "rewind", n=0)

    expect(phone.get_by_role("button", name="Agree")).to_be_visible()
    expect(phone.locator(".reach")).to_have_count(0)
