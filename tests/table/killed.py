"""A table that plays as fast as it can and says what is acknowledged, until it is killed."""

# ruff: noqa: T201  (what it prints is what it has acknowledged)

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from companion.engines.catalogue import GAMES
from companion.table.house import House
from tests.table.conftest import Table

t = Table(Path(sys.argv[1]), GAMES, House(pace_s=0))
if t.do("audience", "resume").status != "ok":
    t.started("jason", "billy")
pick = random.Random(int(sys.argv[2]))
while True:
    seat = next(s for s in ("jason", "billy") if t.ask(s))
    ask = t.ask(seat)
    told = "seen" if ask["kind"] == "look" else pick.choice(ask["options"])["answer"]
    if t.answer(seat, told, ticket=f"{pick.random()}").status == "ok":
        play = t.session.sitting.play
        print(len(play.rows), *play.rows[-1].notation.split(), flush=True)
    if t.frame()["stage"] == "over":
        t.do("audience", "rematch")
        print("anew", flush=True)
