"""What people do in front of screens, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

SMALL = {"width": 320, "height": 568}
WIDE = {"width": 1280, "height": 800}


def sit_and_start(room, *seats):
    phones = [room.phone(seat) for seat in seats]
    for phone in phones:
        phone.get_by_role("button", name="Sit down").click()
        expect(phone.get_by_role("heading", name="Ready")).to_be_visible()
    phones[0].get_by_role("button", name="Play tonight").click()
    return phones


def to_the_first_look(room):
    jason, billy = sit_and_start(room, "jason", "billy")
    jason.get_by_role("button", name="Goldar").click()
    expect(jason.get_by_role("heading", name="Hold to look")).to_be_visible()
    return jason, billy


def test_the_shared_screen_shows_at_once_who_sits_down(room, fits):
    shared = room.open("/", WIDE)
    expect(shared.get_by_role("heading", level=1)).to_have_text("Sit down and press your button.")
    hands = room.owner("/hands", WIDE)

    hands.get_by_role("button", name="Press the button of Billy").click()

    expect(shared.get_by_role("img", name=re.compile("Billy has sat down"))).to_be_visible()
    assert fits(shared)


def test_a_phone_gets_its_seat_by_its_button_held(room):
    shared, phone = room.open("/", WIDE), room.open("/seat")
    hands = room.owner("/hands")
    phone.get_by_role("button", name="Trini").click()
    signs = phone.locator(".signs").inner_text()
    expect(shared.locator("text", has_text=signs)).to_be_visible()

    button = hands.get_by_role("button", name="Press the button of Trini")
    button.dispatch_event("pointerdown")
    phone.wait_for_url("**/seat/trini")
    button.dispatch_event("pointerup")

    expect(phone.get_by_role("heading", name="Ready, Trini")).to_be_visible()


def test_a_look_is_open_only_while_it_is_held(room):
    jason, billy = to_the_first_look(room)
    secret, pad = jason.locator(".lit"), jason.locator("button.hold")
    level = re.search(r"level (\d+)", jason.locator("[data-spoken]").text_content())[1]
    expect(secret).to_be_hidden()
    box = pad.bounding_box()

    jason.mouse.move(box["x"] + 40, box["y"] + 40)
    jason.mouse.down()
    expect(secret).to_be_visible()
    expect(secret.locator("text")).to_have_text(level)
    jason.mouse.up()
    expect(secret).to_be_hidden()

    jason.mouse.down()
    expect(secret).to_be_visible()
    jason.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(secret).to_be_hidden()
    jason.mouse.up()

    jason.get_by_role("button", name="Seen").click()
    expect(jason.get_by_role("heading", name="Hold to look")).to_be_hidden()
    assert "has level" not in jason.content()
    assert "has level" not in billy.content()
    assert jason.title() == "Tableside"


def test_a_look_is_held_with_the_space_bar_too(room):
    jason, _ = to_the_first_look(room)
    jason.locator("button.hold").focus()
    jason.keyboard.down("Space")
    expect(jason.locator(".lit")).to_be_visible()
    jason.keyboard.up("Space")
    expect(jason.locator(".lit")).to_be_hidden()


def test_a_look_closes_by_itself_after_ten_seconds(room):
    jason, _ = to_the_first_look(room)
    jason.clock.install()
    jason.locator("button.hold").focus()
    jason.keyboard.down("Space")
    expect(jason.locator(".lit")).to_be_visible()
    jason.clock.run_for(10_500)
    expect(jason.locator(".lit")).to_be_hidden()


def test_chips_are_summed_as_they_are_touched_and_laid_with_the_roll(room):
    jason = room.phone("jason")
    jason.get_by_role("button", name="Try it alone").click()
    jason.get_by_role("button", name="Goldar").click()
    jason.get_by_role("button", name="Do not look").click()
    expect(jason.get_by_role("heading", name="Morph!")).to_be_visible()

    jason.locator(".chipbox", has_text="3").click()
    expect(jason.locator(".sum")).to_contain_text("3 + die")
    expect(jason.locator(".sum")).to_contain_text("A 2 or more will do.")
    jason.get_by_role("button", name="Lay 3 and roll").click()

    expect(jason.locator(".said")).to_contain_text(re.compile("Jason: [4-9]"))


def test_from_the_first_page_to_the_own_roll_in_five_clicks(room):
    phone = room.open("/seat")
    phone.get_by_label("seat code").fill(room.table.session.terminal_code)
    phone.locator("button[value=jason]").click()
    phone.get_by_role("button", name="Try it alone").click()
    phone.get_by_role("button", name="Goldar").click()
    phone.get_by_role("button", name="Do not look").click()
    phone.get_by_role("button", name="Roll").click()
    expect(phone.locator(".said")).to_contain_text(re.compile("Jason: [1-6]"))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [SMALL, {"width": 360, "height": 640}, WIDE])
def test_no_screen_hangs_over_its_edge(room, fits, theme, size):
    pages = [room.open("/", size, color_scheme=theme), room.owner("/owner", size)]
    pages.append(room.owner("/hands", size))
    to_the_first_look(room)
    phone = room.phone("trini", size=size, color_scheme=theme)
    for page in (*pages, phone):
        page.reload()
        assert fits(page), page.url


def test_without_script_a_page_still_answers(room):
    phone = room.phone("jason", java_script_enabled=False)
    phone.get_by_role("button", name="Try it alone").click()
    phone.get_by_role("button", name="Goldar").click()
    expect(phone.get_by_role("heading", name="Hold to look")).to_be_visible()
    phone.get_by_role("button", name="Do not look").click()
    phone.wait_for_url("**/seat/jason")
    expect(phone.get_by_role("heading", name="Hold to look")).to_be_hidden()


def test_a_phone_that_lost_its_seat_goes_back_to_the_door(room):
    first = room.phone("jason")
    second = room.phone("jason")
    first.wait_for_url("**/seat")
    expect(second.get_by_role("heading", level=1)).to_be_visible()


def test_a_strange_link_to_a_seat_shows_nothing_of_it(room):
    to_the_first_look(room)
    stranger = room.open("/seat/jason")
    assert stranger.url.endswith("/seat")
    assert "has level" not in stranger.content()
