"""The table before the first battle."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.engines.core import TABLE, Seat
from companion.engines.game import Decks, Value
from companion.engines.heroes.pieces import BIGS, FEET, Ranger
from companion.engines.heroes.printed import Printed
from companion.engines.heroes.rules import Heroes, nth
from companion.engines.heroes.starter import starter_decks
from companion.engines.piles import Hand, Pile, Stock
from companion.errors import OptionError, Sentence

COMMAND_CENTER = {1: 2, 2: 2, 3: 4, 4: 4, 5: 3}
"""Energy in the Command Center at the start, by the number of players."""


def start(
    seats: tuple[Seat, ...], options: Mapping[str, Value], decks: Decks | None = None
) -> Heroes:
    """The table before the first battle."""
    if taken := sorted({*FEET, *BIGS} & set(seats)):
        words = "{seats}: an enemy's name here; that seat needs another"
        raise OptionError(words, seats=", ".join(taken))
    printed = plain(seats) if decks is None else Printed(seats, decks)
    decks = printed.decks
    missing = [seat for seat in seats if seat not in decks]
    if missing:
        raise OptionError("no deck for {places}", places=Sentence.joined(missing, ", "))
    asked = {*str(options["big"]).split(",")} - {"none"}
    asked |= {place for place in FEET if has_any(options[place])}
    if without := sorted(asked - decks.keys()):
        raise OptionError(
            "no deck for {places}", places=Sentence.joined(map(Sentence, without), ", ")
        )
    told = options["command_center"]
    battle = Heroes(
        seats,
        printed=printed,
        house=dict(options),
        command=COMMAND_CENTER[len(seats)] if told == "printed" else int(str(told)),
        panicked=options["panicked"] is True,
    )
    for at, seat in enumerate(seats):
        battle.rangers[seat] = ranger(battle, seat, at)
        battle.held[seat] = battle.rangers[seat].hand.held
    for place in decks:
        if place in (*FEET, *BIGS):
            pieces = printed.pieces[place]
            battle.enemies[place] = Pile.shuffled(TABLE, pieces, real=decks[place].real, team=True)
            if place in BIGS:
                battle.beaten[place] = []
    return battle


def has_any(figures: Value) -> bool:
    return any(figures) if isinstance(figures, tuple) else bool(figures)


def ranger(battle: Heroes, seat: Seat, at: int) -> Ranger:
    """A Ranger with its deck shuffled, at this place of the seats."""
    owner = TABLE if battle.open_hands else seat
    pieces = battle.printed.pieces[seat]
    stock = Stock(owner, list(pieces), battle.decks[seat].real, team=True)
    return Ranger(
        seat,
        Pile(stock, len(pieces)),
        Hand(stock),
        stored=nth(battle.house["stored"], at),
        actions=nth(battle.house["actions"], at),
    )


@lru_cache(maxsize=16)
def plain(seats: tuple[Seat, ...]) -> Printed:
    """The plain cards for these seats: the same in every match."""
    return Printed(seats, starter_decks(seats))
