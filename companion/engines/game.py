"""A game of the catalogue: its house rules, its decks, and how its table begins."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from companion.engines.core import Piece, Position, Seat
from companion.errors import OptionError, Sentence

Value: TypeAlias = bool | int | str | tuple[int, ...]


@dataclass(frozen=True)
class Switch:
    """A house rule: a name, its default, and how its value is read from text.

    `about` says in one line what it changes; `clause` where it comes from.
    """

    name: str
    default: Value
    read: Callable[[str], Value]
    values: str
    clause: str
    about: str


def one_of(*values: str) -> Callable[[str], Value]:
    def read(text: str) -> Value:
        if text not in values:
            raise OptionError("takes {values}", values=", ".join(values))
        return text

    return read


def boolean(text: str) -> Value:
    if text not in ("true", "false"):
        raise OptionError("takes true or false")
    return text == "true"


def integer(low: int, high: int | None = None) -> Callable[[str], Value]:
    def read(text: str) -> Value:
        number = int(text) if text.isascii() and text.isdecimal() else low - 1
        if number < low and high is None:
            raise OptionError("takes a number, {low} or more", low=low)
        if number < low or (high is not None and number > high):
            raise OptionError("takes a number, {low} to {high}", low=low, high=high)
        return number

    return read


def integers(check: Callable[[tuple[int, ...]], Sentence | None]) -> Callable[[str], Value]:
    """A list like `28,26,24`; `check` returns what is wrong with it, or None."""

    def read(text: str) -> Value:
        parts = text.split(",")
        if not all(part.isascii() and part.isdecimal() for part in parts):
            raise OptionError("takes numbers with commas between, like 2,3,4")
        numbers = tuple(map(int, parts))
        if fault := check(numbers):
            raise OptionError(fault)
        return numbers

    return read


KINDS_OF_DECK = ("virtual", "tagged", "told")
DECK_ID = re.compile(r"[a-z][a-z0-9_-]*(/[a-z][a-z0-9_-]*)?")


def words(*values: str) -> Callable[[str], Value]:
    """One of `values` for all, or one for each with commas between, like `tagged,virtual`."""

    def read(text: str) -> Value:
        if not set(text.split(",")) <= set(values):
            raise OptionError(
                "takes {values}, or one for each seat: tagged,virtual", values=", ".join(values)
            )
        return text

    return read


def deck_ids(text: str) -> Value:
    """Decks by their pack and name, like `alley/roofs,alley/harbour`; an empty place means any."""
    if not all(map(DECK_ID.fullmatch, filter(None, text.split(",")))):
        raise OptionError("takes decks like alley/roofs,alley/harbour")
    return text


def each(value: Value, seats: Sequence[Seat]) -> dict[Seat, str]:
    """What an option says for each seat: one word for all, or one for each.

    >>> each("virtual", ("jason", "billy"))
    {'jason': 'virtual', 'billy': 'virtual'}
    """
    told = str(value).split(",")
    if len(told) not in (1, len(seats)):
        raise OptionError(
            "{told}: one for all, or one for each of {n} seats", told=value, n=len(seats)
        )
    return dict(zip(seats, told * len(seats) if len(told) == 1 else told, strict=True))


@dataclass(frozen=True)
class Deck:
    """The cards that a seat, or a place of the table, plays with.

    `cards` are the game's own cards by id, `counts` how many of each. `kind`: *virtual*, the Pi
    deals them; *tagged*, real cards that are scanned when they turn public; *told*, real cards
    that are then tapped in the list. `pack` names where they come from: `id@hash`; `source` is the
    list's name on the shelf, `pack/deck`, by which tagged cards are known.
    """

    cards: Mapping[str, Any]
    counts: Mapping[str, int]
    kind: str = "virtual"
    name: str = ""
    pack: str = ""
    source: str = ""

    @property
    def real(self) -> bool:
        """Whether the cards lie on the table, so that the Pi cannot know a hidden one."""
        return self.kind != "virtual"

    def pieces(self, place: str) -> tuple[Piece, ...]:
        """Every copy as a piece: `jason.roof-runner.2` is the second one in jason's deck."""
        return tuple(
            f"{place}.{card}.{copy}"
            for card, count in self.counts.items()
            for copy in range(1, count + 1)
        )

    def card(self, piece: Piece) -> Any:
        """The card that a piece is a copy of.

        >>> Deck({"roof-runner": "a card"}, {"roof-runner": 2}).card("jason.roof-runner.2")
        'a card'
        """
        return self.cards[piece.rsplit(".", 2)[1]]


Decks: TypeAlias = Mapping[str, Deck]
"""The decks of a match, by seat or by the place that the game names (`foot`, `boss`)."""


@dataclass(frozen=True)
class Game:
    """One game of the catalogue.

    `rules` is the version of its rules, raised whenever the sequence of questions changes.
    `start` makes the position from the seats and the options. `presets` are house rules in one
    word each: name -> {switch: value as text}. A game of cards gets its decks from whoever reads
    card packs: `decks` then finds them for the seats and options, and `start` takes them third.
    `about` is a line for the first screen; `how` tells a newcomer first who wins, and then how it
    is played; `alone` how many play when robots join a single person.
    """

    id: str
    title: str
    rules: int
    seats: range
    start: Callable[..., Position]
    switches: tuple[Switch, ...] = ()
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    decks: Callable[[tuple[Seat, ...], Mapping[str, Value]], Decks] | None = None
    about: str = ""
    how: tuple[str, ...] = ()
    alone: int | None = None

    def options(self, told: Mapping[str, str]) -> dict[str, Value]:
        """All options, from the few that were told as text; `OptionError` names every fault."""
        known = {switch.name: switch for switch in self.switches}
        options = {name: switch.default for name, switch in known.items()}
        faults = []
        for name, text in told.items():
            if name not in known:
                words = "{option}: {game} has no such option"
                faults.append(Sentence(words, option=name, game=self.id))
                continue
            try:
                options[name] = known[name].read(text)
            except OptionError as fault:
                words = "{option}={told}: {fault}"
                faults.append(Sentence(words, option=name, told=text, fault=fault.words))
        if faults:
            raise OptionError(
                "{faults} (see: tableside options {game})",
                faults=Sentence.joined(faults),
                game=self.id,
            )
        return options


DECKS = Switch(
    "decks",
    "",
    deck_ids,
    "pack/deck in seat order, with commas between; empty: decks that came with the game",
    "card packs",
    "which deck each seat plays",
)
DECK_KINDS = Switch(
    "deck_kinds",
    "virtual",
    words(*KINDS_OF_DECK),
    "virtual, tagged, told, or one for each seat",
    "card packs",
    "who holds the cards: the Pi, or the players, with tags or without",
)
