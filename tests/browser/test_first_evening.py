"""The first evening: from the address that `make run` prints to the own roll, and its weight."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Response, expect

from tests.browser.room import WIDE, Room

FEW = 5


def test_alone_to_the_own_roll_in_five_touches(room: Room) -> None:
    phone = room.open("/seat")
    touches: list[str] = []

    def touch(words: str) -> None:
        phone.get_by_role("button", name=words).click()
        touches.append(words)

    phone.get_by_label("seat code").fill(room.table.session.terminal_code)
    touch("Jason")
    touch("Try it alone")
    touch("Goldar")
    touch("Do not look")
    touch("Roll")

    # On the phone the robots' turns, which take no time here, may already have brought a question.
    shared = room.open("/", WIDE)
    expect(shared.locator(".said")).to_contain_text(re.compile("Jason: [1-6]"))
    assert len(touches) <= FEW


def test_the_first_load_of_the_shared_table_is_light(room: Room) -> None:
    """Everything that comes through the port, but for the stream that stays open."""
    page = room.context(WIDE).new_page()
    came = responses(page)
    page.goto("/")
    room.until(lambda: page.evaluate("Boolean(stream) && stream.readyState === 1"), "the stream")
    page.evaluate("document.fonts.ready.then(() => true)")

    loaded = [response for response in came if "/live" not in response.url]

    assert len(loaded) <= 6, [response.url for response in loaded]
    sizes = [response.request.sizes() for response in loaded]
    assert sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) < 60_000


def responses(page: Page) -> list[Response]:
    """All that this page is sent from now on."""
    came: list[Response] = []

    def note(response: Response) -> None:
        came.append(response)

    page.on("response", note)
    return came


def test_every_page_stays_on_the_table_and_is_never_kept(room: Room) -> None:
    """Nothing from outside, nothing in the cache but what everybody may have."""
    phone = room.phone("jason")
    came = responses(phone)
    for path in ("/", "/seat/jason", "/owner", "/hands", "/seat?add=1"):
        phone.goto(path)
    assert came
    for response in came:
        assert response.url.startswith(room.address)
        kept = response.header_value("cache-control") or ""
        public = "/static/" in response.url or response.url.endswith((".svg", ".json"))
        assert public or kept == "no-store", (response.url, kept)
