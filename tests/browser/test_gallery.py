"""Every scene of the gallery: by axe-core in both themes, on a phone, with large letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from companion.engines.catalogue import GAMES
from tests.browser.looker import crowded, faults, letters, looker, newcomer
from tests.browser.room import PHONE, SMALL, WIDE, Room
from tests.browser.scenes import before, played

THEMES = ("light", "dark")
COLOURS = ("color-contrast",)
"""The one rule to which the theme makes a difference."""


@pytest.mark.timeout(900)  # a hundred screens, on a slow machine
@pytest.mark.parametrize("part", ["before", *GAMES])
def test_nothing_is_amiss_in_any_scene(room: Room, part: str) -> None:
    """The shared screen as it hangs there, and each page on a phone and with large letters."""
    lookers = Lookers(room)
    amiss = []
    for scene in before(room) if part == "before" else played(room, part):
        here = lookers if scene.holding is None else Lookers(room, scene.holding)
        amiss += [f"{scene.name} {path}: {fault}" for path in scene.paths for fault in here(path)]
    assert amiss == []


class Lookers:
    """Who reads English, and who reads longer words in large letters on a small phone."""

    def __init__(self, room: Room, holding: str | None = None) -> None:
        if holding is None:
            self.page, self.german = looker(room, WIDE), looker(room, SMALL, locale="de-DE")
        else:
            self.page = newcomer(room, WIDE, holding)
            self.german = newcomer(room, SMALL, holding, locale="de-DE")
        self.larger = letters(self.page)
        self.largest = letters(self.german)
        self.largest(2)

    def __call__(self, path: str) -> Iterator[str]:
        yield from looked_at(path, self.page, self.larger)
        self.german.goto(path)
        yield from (f"in German: {fault}" for fault in crowded(self.german))


def looked_at(path: str, page: Page, larger: Callable[[int], None]) -> Iterator[str]:
    """What is amiss; axe-core reads each page once, as it is mostly looked at."""
    sizes = [(WIDE, 1)] if path == "/" else []
    for size, times in [*sizes, (PHONE, 1), (SMALL, 2)]:
        larger(times)
        page.set_viewport_size(size)
        if (size, times) == (sizes or [(PHONE, 1)])[0]:
            page.emulate_media(color_scheme=THEMES[0])
            page.goto(path)
            yield from faults(page)
            page.emulate_media(color_scheme=THEMES[1])
            yield from faults(page, rules=COLOURS, by="rule")
        yield from crowded(page)
