"""Every scene of the gallery: by axe-core in both themes, on a phone, with large letters."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from companion.engines.catalogue import GAMES
from tests.browser.looker import crowded, faults, large_letters, looker
from tests.browser.room import PHONE, SMALL, WIDE, Room
from tests.browser.scenes import before, played

THEMES = ("light", "dark")
COLOURS = ("color-contrast",)
"""The one rule to which the theme makes a difference."""


@pytest.mark.timeout(900)  # a hundred screens, on a slow machine
@pytest.mark.parametrize("part", ["before", *GAMES])
def test_nothing_is_amiss_in_any_scene(room: Room, part: str) -> None:
    """The shared screen as it hangs there, and each page on a small phone with large letters."""
    wide, small = looker(room, WIDE), looker(room, PHONE)
    scenes = before(room) if part == "before" else played(room, part)
    amiss = [
        f"{scene.name} {path}: {fault}"
        for scene in scenes
        for path in scene.paths
        for fault in looked_at(path, wide, small)
    ]
    assert amiss == []


def looked_at(path: str, wide: Page, phone: Page) -> Iterator[str]:
    """What is amiss; axe-core reads each page once, as it is mostly looked at."""
    page = wide if path == "/" else phone
    if page is phone:
        twice_as_large(phone)
    page.emulate_media(color_scheme=THEMES[0])
    page.goto(path)
    yield from faults(page)
    yield from crowded(page)
    page.emulate_media(color_scheme=THEMES[1])
    yield from faults(page, rules=COLOURS, by="rule")
    if page is wide:
        twice_as_large(phone)
        phone.goto(path)
        yield from crowded(phone)
    large_letters(phone, 1)
    phone.set_viewport_size(PHONE)
    yield from crowded(phone)


def twice_as_large(phone: Page) -> None:
    """The smallest phone, whose owner reads large letters."""
    large_letters(phone)
    phone.set_viewport_size(SMALL)
