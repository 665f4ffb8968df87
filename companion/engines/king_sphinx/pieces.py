"""What is in the box: characters, aliens, stands with labels, chips; and what may be answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

from companion.engines.core import Option, Options, Piece, Seat, Text


class Character(NamedTuple):
    """A character: the colour of its pieces, its Dinozord, its part of the Megazord (R1)."""

    name: str
    colour: str
    dinozord: str
    megazord: tuple[str, ...]


CHARACTERS = {
    "jason": Character("Jason", "red", "Tyrannosaurus", ("torso",)),
    "billy": Character("Billy", "blue", "Triceratops", ("left leg",)),
    "kimberly": Character("Kimberly", "pink", "Pterodactyl", ("head",)),
    "zach": Character("Zach", "black", "Mammoth", ("left arm", "right arm")),
    "trini": Character("Trini", "yellow", "Sabertooth Tiger", ("right leg",)),
}
ALIENS = {
    "goldar": "Goldar",
    "squatt": "Squatt",
    "baboo": "Baboo",
    "king-sphinx": "King Sphinx",
}
LANES = (1, 2, 3, 4)
RANKS = (1, 2, 3)
CHIPS = (1, 2, 3, 4, 5)
DICE = {"ranger": 1, "dinozord": 2, "sphinx": 3, "megazord": 4}
MORPH_TARGET = 5

PUTTIES: tuple[Piece, ...] = tuple(f"putty-{n}" for n in range(1, 13))
ALIEN_STANDS: tuple[Piece, ...] = tuple(f"alien-{n}" for n in range(1, 5))
PUTTY_LEVELS = (2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7)
ALIEN_LEVELS = (8, 10, 12, 14)
SPHINX_TRACK = (28, 27, 26, 25, 24, 23, 22, 21, 20)


@dataclass
class Fight:
    """The battle, or the try to morph or reclaim, that is going on or has just been decided."""

    seat: Seat
    against: str
    place: str | None
    needed: int | None
    dice: int
    chips: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()

    @property
    def power(self) -> int:
        return sum(self.faces) + sum(self.chips)


class Swap(NamedTuple):
    """A swap step: who may swap before whose battle. It tells nothing of what is done in it."""

    fighter: Seat
    by: Seat
    kind: str


class Fact(NamedTuple):
    """A public fact that the table says: `clip 25`, `chips billy 2 4 down`, `turn trini`."""

    kind: str
    seat: Seat = ""
    numbers: tuple[int, ...] = ()
    side: str = ""


def plain(*notations: str) -> Options[str]:
    """Options that mean just what they say."""
    return Options(Option(n, n, Text(n.capitalize())) for n in notations)


@cache
def turn_options(act: str, *, reclaim: bool) -> Options[str]:
    """What a turn may be: one act, never two (R14)."""
    return plain(act, "reclaim") if reclaim else plain(act)


@cache
def character_options(free: tuple[str, ...]) -> Options[str]:
    keys = tuple(CHARACTERS)
    return Options(
        Option(f"character {key}", key, Text(CHARACTERS[key].name), key=keys.index(key) + 1)
        for key in free
    )


@cache
def lane_options(free: tuple[int, ...]) -> Options[int]:
    return Options(Option(f"lane {n}", n, Text("Lane {n}", {"n": n}), key=n) for n in free)


@cache
def alien_options(free: tuple[str, ...]) -> Options[str]:
    keys = tuple(ALIENS)
    return Options(
        Option(f"alien {key}", key, Text(ALIENS[key]), key=keys.index(key) + 1) for key in free
    )


@cache
def chip_options(up: tuple[int, ...]) -> Options[tuple[int, ...]]:
    """Every choice of faceup chips, none among them (R21, R26)."""
    return Options(
        Option(
            f"chips {' '.join(map(str, chips)) or 'none'}",
            chips,
            Text("Lay {chips}", {"chips": ", ".join(map(str, chips))}) if chips else Text("None"),
            parts=chips,
        )
        for count in range(len(up) + 1)
        for chips in combinations(up, count)
    )


@cache
def reclaim_options(down: tuple[int, ...]) -> Options[int]:
    return Options(Option(f"chip {n}", n, Text("Chip {n}", {"n": n}), key=n) for n in down)


@cache
def other_options(places: tuple[str, ...], pieces: tuple[Piece | None, ...]) -> Options[str]:
    """The other putties on the board; one whose stand is known may be set on the pad instead."""
    return Options(
        Option(f"look {place}", place, Text("{place}", {"place": place}), piece=piece)
        for place, piece in zip(places, pieces, strict=True)
    )


@cache
def blocker_options(piece: Piece | None) -> Options[str]:
    return Options(
        (
            Option("leave it", "leave it", Text("Leave it")),
            Option("look", "look", Text("Look under it"), piece=piece),
        )
    )


@cache
def swap_options(kept: Piece | None, swapped: Piece | None) -> Options[str]:
    return Options(
        (
            Option("keep", "keep", Text("Keep"), piece=kept),
            Option("swap", "swap", Text("Swap them"), piece=swapped),
        )
    )


@cache
def alien_swap_options(others: tuple[tuple[Seat, str], ...]) -> Options[Seat | None]:
    keep: Option[Seat | None] = Option("keep", None, Text("Keep"))
    swaps: Iterator[Option[Seat | None]] = (
        Option(f"swap {seat}/alien", seat, Text("Swap with {alien}", {"alien": ALIENS[alien]}))
        for seat, alien in others
    )
    return Options((keep, *swaps))


@cache
def level_options(pieces: tuple[Piece, ...], levels: tuple[int, ...]) -> Options[Piece]:
    """Where no reader answers: the level read off the label, one option each."""
    first = {level: piece for piece, level in reversed(list(zip(pieces, levels, strict=True)))}
    return Options(
        Option(piece, piece, Text("Level {level}", {"level": level}))
        for level, piece in sorted(first.items())
    )
