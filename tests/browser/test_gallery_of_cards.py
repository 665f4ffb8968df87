"""Every scene of the gallery of the card games; a file of its own, beside the other's."""

from __future__ import annotations

import pytest

from companion.engines.catalogue import GAMES
from tests.browser.lookers import amiss
from tests.browser.room import Room
from tests.browser.scenes import played


@pytest.mark.timeout(900)  # a hundred screens, on a slow machine
@pytest.mark.parametrize("game", [game for game in GAMES if "sphinx" not in game])
def test_nothing_is_amiss_in_any_scene_of_a_card_game(room: Room, game: str) -> None:
    assert amiss(room, played(room, game)) == []
