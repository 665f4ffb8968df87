"""What is in the box (R62): characters, aliens, stands with labels, chips, dice, the track."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from companion.engines.core import Piece, Seat, Text


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

PUTTY_STANDS: tuple[Piece, ...] = tuple(f"putty-{n}" for n in range(1, 13))
ALIEN_STANDS: tuple[Piece, ...] = tuple(f"alien-{n}" for n in range(1, 5))
PUTTY_LEVELS = (2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7)
ALIEN_LEVELS = (8, 10, 12, 14)
SPHINX_TRACK = (28, 27, 26, 25, 24, 23, 22, 21, 20)


@dataclass
class Player:
    """One seat's pieces. `stage`: morpher, ranger, dinozord, final (all in the own lane, R5).

    A chip lies `up`, `in` the roll, or `down`.
    """

    character: str = ""
    lane: int = 0
    stage: str = "morpher"
    beaten: int = 0
    alien: str | None = None
    chips: dict[int, str] = field(default_factory=lambda: dict.fromkeys(CHIPS, "up"))

    def chips_lying(self, side: str) -> tuple[int, ...]:
        return tuple([number for number, lies in self.chips.items() if lies == side])


@dataclass
class Fight:
    """The battle, or the try to morph or reclaim, that is going on or has just been decided.

    `needed` is the level to be reached, once everybody may know it.
    """

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


class SeenSwap(NamedTuple):
    """What the others saw of a putty swap: which places were exchanged, none if none were (R36)."""

    by: Seat
    fighter: Seat
    places: tuple[str, ...]


def named(thing: str) -> Text:
    """A putty by its space, or an alien by its figure, as one says it.

    >>> str(named("jason/2")), str(named("king-sphinx"))
    ("jason's putty 2", 'King Sphinx')
    """
    if thing in ALIENS:
        return Text(ALIENS[thing])
    seat, _, rank = thing.partition("/")
    return Text("{seat}'s putty {n}", {"seat": seat, "n": int(rank)})
