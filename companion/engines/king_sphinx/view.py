"""Who sees what of King Sphinx. White lists: a level is under its stand, in no view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engines.core import Json, Seat
from companion.engines.king_sphinx.pieces import ALIENS, CHARACTERS, LANES, RANKS

if TYPE_CHECKING:
    from companion.engines.king_sphinx.rules import KingSphinx, Player

FIRST_ROW, LIGHTNING, ALIEN_SPACE = 0, 1, 5


def table(position: KingSphinx, viewer: Seat) -> dict[str, Json]:
    """The table as `viewer` sees it from its place."""
    shown: dict[str, Json] = {
        "lanes": [lane(position, number) for number in LANES],
        "turn": position.turn,
        "fight": fight(position),
        "swap": position.swapping._asdict() if position.swapping else None,
        "clip": position.sphinx_level,
        "track": list(position.numbers("sphinx_track")),
        "megazord": megazord(
            position.megazord, [player.character for player in position.players.values()]
        ),
    }
    if viewer in position.players:
        shown["mine"] = mine(position, viewer)
    return shown


def lane(position: KingSphinx, number: int) -> Json:
    found = [(seat, player) for seat, player in position.players.items() if player.lane == number]
    if not found:
        return {"lane": number, "seat": None}
    seat, player = found[0]
    return {
        "lane": number,
        "seat": seat,
        "character": player.character,
        "stage": player.stage,
        "rank": rank(player),
        "putties": [f"{seat}/{rank}" in position.putties for rank in RANKS],
        "alien": player.alien,
        "alien_name": ALIENS.get(player.alien or "", None),
        "chips": {str(number): lies for number, lies in player.chips.items()},
    }


def rank(player: Player) -> int:
    """How far down the lane: 0 first row, 1 lightning bolt, 2 to 4 putties, 5 alien."""
    if player.stage == "morpher":
        return FIRST_ROW
    return ALIEN_SPACE if player.stage == "final" else LIGHTNING + player.beaten


def fight(position: KingSphinx) -> Json:
    now = position.fight
    if now is None:
        return None
    return {
        "seat": now.seat,
        "against": now.against,
        "place": now.place,
        "needed": now.needed,
        "dice": now.dice,
        "chips": list(now.chips),
        "faces": list(now.faces),
        "power": now.power if now.faces else None,
    }


def megazord(built: bool, playing: list[str]) -> Json:
    """Pieces that nobody plays hang from the start (R3), the rest once it is built (R54)."""
    return {
        "built": built,
        "pieces": [
            {"piece": piece, "of": key, "hung": built or (bool(playing) and key not in playing)}
            for key, character in CHARACTERS.items()
            for piece in character.megazord
        ],
    }


def mine(position: KingSphinx, viewer: Seat) -> Json:
    """What this seat alone may have on its screen, beside its question."""
    where = {p.alien: f"{seat}/alien" for seat, p in position.players.items() if p.alien}
    memory = position.memory.get(viewer, {})
    seen = position.swaps_seen.get(viewer)
    return {
        "memory": [
            {"place": where.get(thing, thing), "level": level} for thing, level in memory.items()
        ],
        "swap_seen": {"by": seen[0], "fighter": seen[1], "places": list(seen[2])} if seen else None,
    }
