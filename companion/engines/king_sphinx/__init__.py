"""Mighty Morphin Power Rangers (1994): the race to King Sphinx, and its short game."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from companion.engines.core import Seat
from companion.engines.game import Game, Switch, Value, boolean, integers, one_of
from companion.engines.king_sphinx.pieces import ALIEN_LEVELS, PUTTY_LEVELS, SPHINX_TRACK
from companion.engines.king_sphinx.rules import KingSphinx
from companion.engines.king_sphinx.short_game import ShortGame
from companion.errors import Sentence


def choice(name: str, clause: str, about: str, *values: str) -> Switch:
    """A switch between words, the first of them the default."""
    return Switch(name, values[0], one_of(*values), ", ".join(values), clause, about)


def levels(name: str, clause: str, about: str, default: tuple[int, ...], span: range) -> Switch:
    """The levels on the labels of one kind, in the order of the stands."""
    count, low, high = len(default), span[0], span[-1]

    def check(numbers: tuple[int, ...]) -> Sentence | None:
        if len(numbers) != count:
            return Sentence("takes {n} levels, not {told}", n=count, told=len(numbers))
        if not all(low <= number <= high for number in numbers):
            return Sentence("takes levels from {low} to {high}", low=low, high=high)
        return None

    values = f"{count} numbers from {low} to {high}"
    return Switch(name, default, integers(check), values, clause, about)


def falling(numbers: tuple[int, ...]) -> Sentence | None:
    """What is wrong with a track for the clip."""
    first, last = SPHINX_TRACK[0], SPHINX_TRACK[-1]
    if numbers[0] != first or numbers[-1] != last:
        return Sentence("starts at {first} and ends at {last}", first=first, last=last)
    return None if all(a > b for a, b in pairwise(numbers)) else Sentence("falls at every step")


SWITCHES = (
    choice("swap_targets", "R34", "which putties may be swapped in", "any", "not_fighters_lane"),
    choice(
        "swap_seen_by_others",
        "R36",
        "what the screens of seats that did not turn away show of a putty swap",
        "places",
        "nothing",
    ),
    Switch(
        "reclaim_before_morph",
        True,
        boolean,
        "true, false",
        "R27",
        "whether one may reclaim chips before morphing",
    ),
    choice("reclaim_six", "R30", "how many chips a 6 turns up when reclaiming", "one", "all"),
    Switch(
        "sphinx_track",
        SPHINX_TRACK,
        integers(falling),
        "a falling list from 28 to 20",
        "R52",
        "the numbers on the clip's track",
    ),
    levels(
        "putty_levels",
        "R6",
        "the levels on the putties' labels, stand by stand",
        PUTTY_LEVELS,
        range(2, 8),
    ),
    levels(
        "alien_levels",
        "R8",
        "the levels on the aliens' labels, stand by stand",
        ALIEN_LEVELS,
        range(8, 15),
    ),
    choice("memory_aid", "R9", "whether a seat's screen lists what it has looked at", "off", "on"),
    choice("coach", "R26", "whether a seat is told how likely its chips are to do", "off", "on"),
    choice("stands", "R39", "whether the Pi holds the levels or tags tell them", "dealt", "tagged"),
    choice("layout", "R6", "whether tagged stands are scanned as they move", "free", "scanned"),
    choice("dice", "R18", "how the dice are thrown", "pi", "real"),
)
SHORT_SWITCHES = (
    choice("short_tie", "R60", "several aliens down in one roll", "joint", "roll_off"),
    choice(
        "short_dice",
        "R58",
        "how a roll is told: a matter of the sitting",
        "winners_press",
        "typed",
        "pi",
    ),
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
    {
        "as printed": {},
        "with children": {"memory_aid": "on", "reclaim_six": "all"},
        "with a coach": {"coach": "on"},
    },
    how=(
        "A race to King Sphinx: whoever beats him first wins.",
        "On the way you morph, and beat three putties and an alien in your lane.",
        "Dice and chips together must reach a number. For the lightning bolt it is 5.",
        "Chips are laid before the roll. Used ones lie face down until you roll one up again.",
        "The red clip is the number of King Sphinx. It goes down each time he is not beaten.",
    ),
)
SHORT = Game(
    "king_sphinx_short",
    "King Sphinx, the short game",
    1,
    range(2, 5),
    start_short,
    SHORT_SWITCHES,
    {"as printed": {}},
    how=(
        "A race: whoever first knocks over the alien at the end of the lane wins.",
        "All roll at once. The highest die knocks over what stands in front of its player.",
    ),
)
