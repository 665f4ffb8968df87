"""For everyone: large letters, a keyboard alone, a voice that reads, eyes that see few colours."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.room import PHONE, SMALL, WIDE, Room, fits
from tests.browser.scenes import LONG
from tests.tools import ROOT

THEMES = ("light", "dark")


def test_a_keyboard_alone_takes_a_seat_and_plays(room: Room) -> None:
    page = room.open("/seat", WIDE)
    tab_to(page, "code")
    page.keyboard.type(room.table.session.terminal_code)
    tab_to(page, "jason", backwards=True)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/seat/jason$"))
    for words in ("Try it alone", "Goldar"):
        page.get_by_role("button", name=words).wait_for()
        tab_to(page, words)
        page.keyboard.press("Enter")
    pad = page.get_by_role("button", name="Press and hold to look")
    pad.wait_for()
    tab_to(page, "Press and hold to look")
    page.keyboard.down("Space")
    expect(page.locator(".lit")).to_be_visible()
    page.keyboard.up("Space")
    tab_to(page, "Seen")
    page.keyboard.press("Enter")
    expect(pad).to_have_count(0)


def tab_to(page: Page, what: str, *, backwards: bool = False) -> None:
    """Go on with the tabulator until that is in focus, by its words or its value."""
    focus = "(e => [e.innerText, e.value, e.ariaLabel, e.name].join(' '))(document.activeElement)"
    for _ in range(40):
        page.keyboard.press("Shift+Tab" if backwards else "Tab")
        if what in page.evaluate(focus):
            return
    raise AssertionError(f"the keyboard does not get to {what}")


def test_after_an_answer_the_keyboard_goes_on_at_the_next_question(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    page = room.phone("jason")
    page.get_by_role("button", name="Goldar").wait_for()
    tab_to(page, "Goldar")
    page.keyboard.press("Enter")
    heading = page.get_by_role("heading", name="Hold to look")
    expect(heading).to_be_focused()


@pytest.mark.parametrize("size", [SMALL, PHONE, WIDE], ids=["small", "phone", "wide"])
def test_the_longest_name_with_markup_and_pictures_holds(room: Room, size: dict[str, int]) -> None:
    phone = room.phone("jason", size=size)
    field = phone.get_by_label("Your name")
    field.fill(LONG)
    field.press("Enter")
    expect(phone.locator(".me")).to_contain_text(LONG)
    room.start("king_sphinx", "jason", "billy")
    for path in ("/seat/jason", "/", "/seat"):
        page = room.open(path, size) if path == "/seat" else phone
        page.goto(path)
        assert fits(page), path
        assert page.get_by_text("<b>Zoë").count(), path
        assert not page.locator("b", has_text=re.compile("^Zoë$")).count(), path


def test_nothing_moves_for_whoever_wants_no_motion(room: Room) -> None:
    room.start("king_sphinx", "jason", "billy")
    page = room.open("/", WIDE)
    assert page.evaluate("document.getAnimations().length") == 0
    moving = room.open("/", WIDE, reduced_motion="no-preference")
    assert moving.evaluate("document.getAnimations().length") > 0


# -- the palette, in both themes

SHAPE, TEXT = 3.0, 4.5
PAIRS = [
    *product(("ink", "soft", "ok", "warn"), ("ground", "glow", "paper"), (TEXT,)),
    *product(("clip", "spine"), ("ground", "glow", "paper"), (SHAPE,)),
    ("on-spine", "spine", TEXT),
    ("past", "spine", TEXT),
    ("on-clip", "clip", TEXT),
    *product(("#ffffff",), ("j", "b", "z"), (TEXT,)),
    *product(("edge",), ("k", "t", "lamp", "card", "clay"), (TEXT,)),
    ("card", "alien", SHAPE),
]
"""What is drawn upon what, and how far apart they must be."""


def palettes() -> list[dict[str, str]]:
    """The tokens of the light theme and of the dark one."""
    css = (ROOT / Path("web/static/tableside.css")).read_text()
    light, dark = (
        dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+)", block))
        for block in re.findall(r":root \{([^}]*)\}", css)[:2]
    )
    return [light, {**light, **dark}]


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) > 4 else "".join(2 * c for c in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=THEMES)
def test_what_is_written_and_drawn_stands_out_from_its_ground(theme: int) -> None:
    palette = palettes()[theme]
    weak = {
        f"{upon} on {ground}": round(found, 2)
        for upon, ground, least in PAIRS
        if (found := contrast(palette.get(upon, upon), palette[ground])) < least
    }
    assert weak == {}


def test_black_on_white_is_as_far_apart_as_can_be() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
