"""Every scene of the gallery before a match, and of the board games."""

from __future__ import annotations

import pytest

from companion.engines.catalogue import GAMES
from tests.browser.lookers import amiss
from tests.browser.room import Room
from tests.browser.scenes import before, played


@pytest.mark.timeout(900)  # a hundred screens, on a slow machine
@pytest.mark.parametrize("part", ["before", *(game for game in GAMES if "sphinx" in game)])
def test_nothing_is_amiss_in_any_scene(room: Room, part: str) -> None:
    assert amiss(room, before(room) if part == "before" else played(room, part)) == []
