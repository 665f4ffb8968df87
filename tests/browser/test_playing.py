"""Whole games at the screens, by as many phones as people, and a look at every new screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import Evening
from tests.browser.looker import faults, large_letters
from tests.browser.room import PHONE, SMALL, WIDE, Room, fits
from tests.browser.scenes import kind_of

SETTINGS: list[dict[str, Any]] = [
    {"size": SMALL},
    {"size": PHONE, "color_scheme": "dark"},
    {"size": PHONE},
    {"size": {"width": 360, "height": 640}},
    {"size": WIDE},
]
"""The phones around the table; the letters of the first are twice as large."""


class Eyes:
    """What is amiss on the screens, at the first question of each kind."""

    def __init__(self, shared: Page, phones: Mapping[str, Page]) -> None:
        self.shared, self.phones = shared, phones
        self.seen: set[str] = set()
        self.amiss: list[str] = []

    def __call__(self, seat: str, ask: dict[str, Any]) -> None:
        kind = kind_of(ask)
        if kind in self.seen:
            return
        self.seen.add(kind)
        self.phones[seat].locator(f"main[data-question='{ask['question']}']").wait_for()
        self.look(kind, self.phones[seat])
        if len(self.seen) % 3 == 1:
            self.look(f"the table at {kind}", self.shared)

    def look(self, what: str, page: Page) -> None:
        self.amiss += [f"{what}: {fault}" for fault in faults(page)]
        if not fits(page):
            self.amiss.append(f"{what}: hangs over the right edge")


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("king_sphinx", ("jason", "billy", "kimberly")),
        ("king_sphinx_short", ("jason", "billy", "kimberly", "zach")),
        ("bandai", ("jason", "billy")),
        ("heroes", ("jason", "billy", "kimberly", "zach", "trini")),
        ("monster_rancher", ("jason", "billy")),
    ],
    ids=lambda value: value if isinstance(value, str) else str(len(value)),
)
def test_a_game_is_played_to_its_end_by_phones_alone(
    room: Room, game: str, seats: tuple[str, ...]
) -> None:
    shared = room.open("/", WIDE)
    phones = {
        seat: room.phone(seat, **settings) for seat, settings in zip(seats, SETTINGS, strict=False)
    }
    large_letters(phones[seats[0]])
    eyes = Eyes(shared, phones)
    room.start(game, *seats)

    result = Evening(room, phones).play(eyes)

    assert result["how"]
    for page in (shared, *phones.values()):
        expect(page.get_by_role("button", name="Once more")).to_be_visible()
        eyes.look("the end", page)
    assert eyes.amiss == []
