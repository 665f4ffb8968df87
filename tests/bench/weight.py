"""How many bytes a viewer gets for one change, over a whole game of robots."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import mean

from companion.engines.catalogue import GAMES
from companion.table.board import Board, Frame
from companion.table.house import House
from companion.table.inbox import Command, Inbox
from companion.table.session import Session

SEATS = ("jason", "billy", "kimberly", "zach")


class Weights:
    """The size of every frame that is new to its viewer."""

    def __init__(self) -> None:
        self.versions: dict[str, int] = {}
        self.sizes: dict[str, list[int]] = {}

    def __call__(self, frames: Mapping[str, Frame]) -> None:
        for viewer, frame in frames.items():
            if self.versions.get(viewer) != frame.version:
                self.versions[viewer] = frame.version
                self.sizes.setdefault(viewer, []).append(len(frame.body))


def measure() -> dict[str, dict[str, float]]:
    """For the audience and for a seat: changes in a game, and bytes for each."""
    with tempfile.TemporaryDirectory() as home:
        board, weights, now = Board(), Weights(), 0.0
        session = Session(
            Path(home), House(pace_s=0.0), board, Inbox(), games=GAMES, clock=lambda: now
        )
        for seat in SEATS:
            session.step(Command("owner", "sit", {"seat": seat, "robot": True}))
        session.step(Command("owner", "start", {"game": "tonight"}))
        board.listen(weights)
        while session.sitting.stage == "play":
            now += 10.0
            session.tick()
        session.store.close()
    return {
        viewer: {"changes": len(sizes), "mean": round(mean(sizes)), "most": max(sizes)}
        for viewer, sizes in weights.sizes.items()
        if viewer in ("audience", SEATS[0])
    }
