"""The games on the shelf."""

from __future__ import annotations

from companion.engines import bandai, heroes, king_sphinx, monster_rancher
from companion.engines.game import Game

GAMES: dict[str, Game] = {
    game.id: game
    for game in (
        king_sphinx.GAME,
        king_sphinx.SHORT,
        bandai.GAME,
        heroes.GAME,
        monster_rancher.GAME,
    )
}
