"""Mighty Morphin Power Rangers (1994): the race to King Sphinx, and its short game."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from companion.engines.core import Seat
from companion.engines.king_sphinx.pieces import ALIEN_LEVELS, PUTTY_LEVELS, SPHINX_TRACK
from companion.engines.king_sphinx.rules import KingSphinx
from companion.engines.king_sphinx.short_game import ShortGame
from companion.engines.match import Game, Switch, Value, boolean, integers, one_of


def levels(count: int, low: int, high: int) -> Switch:
    """The levels on the labels, in the order of the stands."""

    def check(numbers: tuple[int, ...]) -> str | None:
        if len(numbers) != count:
            return f"takes {count} levels, not {len(numbers)}"
        if not all(low <= number <= high for number in numbers):
            return f"takes levels from {low} to {high}"
        return None

    name, clause = ("putty_levels", "R6") if count > len(ALIEN_LEVELS) else ("alien_levels", "R8")
    default = PUTTY_LEVELS if count > len(ALIEN_LEVELS) else ALIEN_LEVELS
    return Switch(
        name,
        default,
        integers(check),
        f"{count} numbers from {low} to {high}",
        clause,
        "the levels under the stands, stand by stand",
    )


def falling(numbers: tuple[int, ...]) -> str | None:
    if numbers[0] != 28 or numbers[-1] != 20:
        return "starts at 28 and ends at 20"
    return None if all(a > b for a, b in pairwise(numbers)) else "must fall at every step"


def choice(name: str, clause: str, about: str, *values: str) -> Switch:
    return Switch(name, values[0], one_of(*values), ", ".join(values), clause, about)


SWITCHES = (
    choice("swap_targets", "R34", "which putties may be swapped in", "any", "not_fighters_lane"),
    choice(
        "swap_seen_by_others",
        "R36",
        "what the screens of the other seats show of a putty swap",
        "places",
        "nothing",
    ),
    Switch(
        "reclaim_before_morph",
        True,
        boolean,
        "true, false",
        "R27",
        "whether a turn before morphing may reclaim",
    ),
    choice("reclaim_six", "R30", "how many chips a 6 turns up", "one", "all"),
    Switch(
        "sphinx_track",
        SPHINX_TRACK,
        integers(falling),
        "a falling list from 28 to 20",
        "R52",
        "the numbers on the clip's track",
    ),
    levels(12, 2, 7),
    levels(4, 8, 14),
    choice("memory_aid", "R9", "whether a seat's screen lists what it has looked at", "off", "on"),
    choice(
        "stands", "R39", "whether stands carry tags or the Pi holds the levels", "dealt", "tagged"
    ),
    choice(
        "layout", "R6", "whether tagged stands are scanned as they are placed", "free", "scanned"
    ),
    choice("dice", "R23", "who throws the dice", "pi", "real"),
)
SHORT_SWITCHES = (
    choice("short_tie", "R60", "several aliens down in one roll", "joint", "roll_off"),
    choice("short_dice", "R58", "how a round is told", "winners_press", "typed", "pi"),
)


def start(seats: tuple[Seat, ...], options: Mapping[str, Value]) -> KingSphinx:
    return KingSphinx(seats, options=options)


def start_short(seats: tuple[Seat, ...], options: Mapping[str, Value]) -> ShortGame:
    return ShortGame(seats, options=options)


GAME = Game(
    "king_sphinx",
    "King Sphinx",
    1,
    range(2, 5),
    start,
    SWITCHES,
    {"as printed": {}, "with children": {"memory_aid": "on", "reclaim_six": "all"}},
)
SHORT = Game(
    "king_sphinx_short",
    "King Sphinx, the short game",
    1,
    range(2, 5),
    start_short,
    SHORT_SWITCHES,
    {"as printed": {}},
)
