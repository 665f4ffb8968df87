"""Who sees what of King Sphinx. White lists: a level is under its stand, in no view."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from companion.engines.core import Json, Seat
from companion.engines.king_sphinx.pieces import (
    ALIENS,
    CHARACTERS,
    DICE,
    LANES,
    MORPH_TARGET,
    RANKS,
    Player,
)

if TYPE_CHECKING:
    from companion.engines.king_sphinx.position import Board

FIRST_ROW, LIGHTNING, ALIEN_SPACE = 0, 1, 5


def table(position: Board, viewer: Seat) -> dict[str, Json]:
    """The table as `viewer` sees it from its place."""
    players = position.players
    seats = {player.lane: seat for seat, player in players.items()}
    shown: dict[str, Json] = {
        "lanes": [lane(position, number, seats.get(number)) for number in LANES],
        "turn": position.turn,
        "phase": position.phase,
        "fight": fight(position),
        "swap": position.swapping._asdict() if position.swapping else None,
        "clip": position.sphinx_level,
        "track": list(position.track),
        "megazord": {
            "built": position.megazord,
            "pieces": megazord(
                {} if position.megazord else {p.character for p in players.values()}
            ),
        },
    }
    if viewer in players:
        shown["mine"] = mine(position, viewer)
    return shown


def lane(position: Board, number: int, seat: Seat | None) -> Json:
    """One lane from front to back (R66); a lane that nobody uses is empty."""
    player = position.players[seat] if seat else None
    return {
        "lane": number,
        "seat": seat,
        "character": player.character if player else None,
        "stage": player.stage if player else None,
        "rank": rank(player) if player else None,
        "putties": [f"{seat}/{rank}" in position.putties.under for rank in RANKS],
        "alien": player.alien if player else None,
        "alien_name": ALIENS.get(player.alien or "") if player else None,
        "chips": {str(n): lies for n, lies in player.chips.items()} if player else {},
    }


def rank(player: Player) -> int:
    """How far down the lane: 0 first row, 1 lightning bolt, 2 to 4 putties, 5 alien.

    The Dinozord stands where the third putty stood.
    """
    if player.stage == "morpher":
        return FIRST_ROW
    return ALIEN_SPACE if player.stage == "final" else LIGHTNING + player.beaten


def fight(position: Board) -> Json:
    """The fight with what was laid and rolled; what is needed only once all may know it."""
    now = position.fight
    return now and {
        "seat": now.seat,
        "against": now.against,
        "place": now.place,
        "needed": now.needed,
        "dice": now.dice,
        "chips": list(now.chips),
        "faces": list(now.faces) or None,
        "power": now.power if now.faces else None,
    }


def megazord(missing: Collection[str]) -> Json:
    """All six pieces; those of `missing` characters do not hang on the backdrop (R3, R54)."""
    return [
        {"piece": piece, "of": key, "hung": key not in missing}
        for key, character in CHARACTERS.items()
        for piece in character.megazord
    ]


def advice(position: Board, viewer: Seat) -> Json:
    """How likely each sum of chips is to do, while `viewer` may lay them; from what it may know."""
    coach, faced = position.coach, before_chips(position, viewer)
    if coach is None or faced is None:
        return None
    levels, dice = faced
    return coach.advise(levels, dice, position.players[viewer].chips_lying("up"))


def before_chips(position: Board, viewer: Seat) -> tuple[tuple[int, ...], int] | None:
    """What the level may be and how many dice are thrown, if `viewer` is about to lay chips."""
    coach, fight, stage = position.coach, position.fight, position.players[viewer].stage
    if coach is None or position.turn != viewer:
        return None
    if position.phase == "turn" and stage == "morpher":
        return (MORPH_TARGET,), DICE["ranger"]
    if position.phase == "turn" and stage == "final":
        return (position.sphinx_level,), DICE["megazord" if position.megazord else "sphinx"]
    if position.phase != "chips" or fight is None:
        return None
    if fight.needed is not None:
        return (fight.needed,), fight.dice
    thing = position.alien_of(viewer) if fight.against == "alien" else str(fight.place)
    return coach.levels(viewer, thing), fight.dice


def mine(position: Board, viewer: Seat) -> Json:
    """What this seat alone has on its screen, beside its question.

    What has left the board is not remembered any more.
    """
    places = {p.alien: f"{seat}/alien" for seat, p in position.players.items() if p.alien}
    places.update((place, place) for place in position.putties.under)
    seen = position.swaps_seen.get(viewer)
    return {
        "seat": viewer,
        "memory": [
            {"place": places[thing], "level": level}
            for thing, level in position.memory.get(viewer, {}).items()
            if thing in places
        ],
        **({"coach": advice(position, viewer)} if position.coach else {}),
        "swaps_seen": [{**seen._asdict(), "places": list(seen.places)}] if seen else [],
    }
