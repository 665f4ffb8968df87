"""Every scene of the gallery, in both themes: by axe-core, and with letters twice as large."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from companion.engines.catalogue import GAMES
from tests.browser.looker import crowded, faults, large_letters, looker
from tests.browser.room import SMALL, WIDE, Room
from tests.browser.scenes import Scene, before, played

THEMES = ("light", "dark")
COLOURS = ("color-contrast",)
"""The one rule to which the theme makes a difference."""


@pytest.mark.timeout(900)  # a hundred screens, on a slow machine
@pytest.mark.parametrize("part", ["before", *GAMES])
def test_nothing_is_amiss_in_any_scene(room: Room, part: str) -> None:
    """The shared screen as it hangs there, and each page on a small phone with large letters."""
    wide, small = looker(room, WIDE), looker(room, SMALL)
    large_letters(small)
    scenes = before(room) if part == "before" else played(room, part)
    amiss = [
        f"{scene.name} {path}: {fault}"
        for scene in scenes
        for path, page in screens(scene, wide, small)
        for fault in looked_at(page, path)
    ]
    assert amiss == []


def screens(scene: Scene, wide: Page, small: Page) -> Iterator[tuple[str, Page]]:
    for path in scene.paths:
        if path == "/":
            yield path, wide
        yield path, small


def looked_at(page: Page, path: str) -> Iterator[str]:
    page.emulate_media(color_scheme=THEMES[0])
    page.goto(path)
    yield from faults(page)
    yield from crowded(page)
    page.emulate_media(color_scheme=THEMES[1])
    yield from faults(page, rules=COLOURS, by="rule")
