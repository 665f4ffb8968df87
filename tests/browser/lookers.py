"""Who looks at each screen: in both themes, on a phone, with large letters, in German."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from playwright.sync_api import Page

from tests.browser.looker import crowded, faults, letters, looker, newcomer
from tests.browser.room import PHONE, SMALL, WIDE, Room
from tests.browser.scenes import Scene

THEMES = ("light", "dark")
COLOURS = ("color-contrast",)
"""The one rule to which the theme makes a difference."""


def amiss(room: Room, scenes: Iterable[Scene]) -> list[str]:
    """What is amiss: on the shared screen as it hangs there, and on each page on phones."""
    lookers = Lookers(room)
    found = []
    for scene in scenes:
        here = lookers if scene.holding is None else Lookers(room, scene.holding)
        found += [f"{scene.name} {path}: {fault}" for path in scene.paths for fault in here(path)]
    return found


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
