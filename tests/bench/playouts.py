"""How fast a game plays by itself: uniform choice among legal answers, checked, fully logged.

    python -m tests.bench.playouts king_sphinx 10 1

prints one line of JSON. `actions` are the answers of seats; dice and face-down pieces are not
counted, though they take their time.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import Any

from companion.engines.catalogue import GAMES
from companion.engines.core import Ask, Deal, Draw, Roll, RollEach
from companion.engines.game import Game
from companion.engines.match import Match

SEATS = ("jason", "billy", "kimberly", "zach")
DIE = "123456"


def playout(game: Game, seats: tuple[str, ...], chance: random.Random) -> Match:
    """One match to its end."""
    match, pick = Match(game, seats), chance.random
    while match.result is None:
        asked = match.answerers()
        by = asked[0] if len(asked) == 1 else asked[int(pick() * len(asked))]
        if "/" in by:
            match.apply(by, thrown(match.ask_of(by), pick))
        else:
            legal = match.legal_actions(by)
            match.apply(by, legal[int(pick() * len(legal))])
    return match


def thrown(ask: Ask[Any] | None, pick: Callable[[], float]) -> str:
    """What dice and decks answer, as the table's own chance does, but sooner."""
    if isinstance(ask, Draw):
        return ask.pieces[int(pick() * len(ask.pieces))]
    if isinstance(ask, Deal):
        left = list(ask.pieces)
        return " ".join([left.pop(int(pick() * len(left))) for _ in range(ask.count)])
    if isinstance(ask, Roll):
        return " ".join([DIE[int(pick() * 6)] for _ in range(ask.dice)])
    assert isinstance(ask, RollEach)
    return " ".join([DIE[int(pick() * 6)] for _ in ask.seats])


def by_seats(match: Match) -> int:
    """How many of the answers are those of seats."""
    return len([by for by, _ in match.log if "/" not in by])


def measure(
    one: Callable[[random.Random], int],
    seconds: float,
    seed: int,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """Games, actions and seconds of as many playouts as fit; `one` plays one and counts."""
    chance = random.Random(seed)
    games = actions = 0
    begin = clock()
    spent = 0.0
    while spent < seconds:
        actions += one(chance)
        games += 1
        spent = clock() - begin
    return {"games": games, "actions": actions, "seconds": round(spent, 3)}


def of_game(name: str) -> Callable[[random.Random], int]:
    """Playouts of a game of the catalogue, with four seats if it takes them."""
    game = GAMES[name]
    seats = SEATS[: min(len(SEATS), game.seats[-1])]
    return lambda chance: by_seats(playout(game, seats, chance))


def main() -> None:
    line = argparse.ArgumentParser(prog="python -m tests.bench.playouts", description=__doc__)
    line.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    line.add_argument("seconds", type=float, metavar="SECONDS", help="how long to play")
    line.add_argument("seed", type=int, metavar="SEED", help="the same games for the same seed")
    told = line.parse_args()
    print(json.dumps(measure(of_game(told.game), told.seconds, told.seed)))  # noqa: T201


if __name__ == "__main__":
    main()
