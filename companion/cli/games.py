"""`tableside games` and `tableside options`: what can be played, and with which house rules."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from companion import home
from companion.engines.game import Game
from companion.errors import OptionError
from companion.table.record import told


def add(commands: Any) -> None:
    listing = commands.add_parser(
        "games", help="what can be played", description="List the games: id, seats, title."
    )
    listing.set_defaults(carry_out=show_games)
    options = commands.add_parser(
        "options",
        help="a game's house rules",
        description="List a game's house rules: name=default, what it takes, what it changes;"
        " then its presets.",
    )
    options.add_argument("game", metavar="GAME", help="a game's id, as `tableside games` lists it")
    options.set_defaults(carry_out=show_options)


def catalogue() -> Mapping[str, Game]:
    """All games by id."""
    from companion.engines.catalogue import GAMES  # noqa: PLC0415  (rules load when wanted)
    from companion.table.packs.library import shelved  # noqa: PLC0415

    return shelved(GAMES, home.find())


def named(game: str) -> Game:
    """The game of that id; `OptionError` says which there are."""
    games = catalogue()
    if game not in games:
        raise OptionError(f"there is no game {game!r}; there are: {', '.join(games)}")
    return games[game]


def show_games(_: argparse.Namespace) -> int:
    """One game a line."""
    for game in catalogue().values():
        seats = f"{game.seats[0]}-{game.seats[-1]}" if len(game.seats) > 1 else f"{game.seats[0]}"
        print(f"{game.id:20} {seats:>4} seats  {game.title}")
    return 0


def show_options(args: argparse.Namespace) -> int:
    """One house rule a line, then the presets."""
    game = named(args.game)
    for switch in game.switches:
        print(f"{switch.name}={told(switch.default)}")
        print(f"    {switch.about}; takes {switch.values} ({switch.clause})")
    for name, rules in game.presets.items():
        means = " ".join(f"{option}={value}" for option, value in rules.items())
        print(f"preset {name}: {means or 'as printed'}")
    if not game.switches:
        print(f"{game.id} has no house rules.")
    return 0
