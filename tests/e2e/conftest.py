"""Whole tables: the real program with hands at its pins and phones at its port."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion import app
from companion.config import Config
from companion.devices.electronics import open_electronics
from companion.devices.sim import Hands
from companion.engines.catalogue import GAMES
from companion.table.board import Board
from companion.table.chance import Chance
from companion.table.house import House
from companion.table.inbox import Command, Inbox, Reply
from companion.table.packs.library import shelved
from companion.table.session import Session

PATIENCE_S = 60.0
"""So long nothing may happen, on the slowest machine."""


class Watch:
    """Waits for something to be seen on the board."""

    def __init__(self, board: Board) -> None:
        self.board, self._news = board, threading.Condition()
        self.stop = board.listen(self._heard)

    def _heard(self, _: object) -> None:
        with self._news:
            self._news.notify_all()

    def until(self, seen: Callable[[], Any], what: str = "") -> Any:
        """What `seen` returns once it is true; fails after a while."""
        end = time.monotonic() + PATIENCE_S
        with self._news:
            while not (found := seen()):
                left = end - time.monotonic()
                assert left > 0, f"waited in vain for {what or seen}"
                self._news.wait(left)
        return found


@contextmanager
def served(table: app.Table) -> Iterator[app.Table]:
    """That whole table, until the test is over."""
    serving = threading.Thread(target=table.serve, daemon=True)
    serving.start()
    yield table
    table.server.should_exit = True
    serving.join(PATIENCE_S)
    assert not serving.is_alive()


class SimTable:
    """A session with simulated electronics, and no screens at all."""

    def __init__(self, home: Path, chance: Chance | None = None, **house: Any) -> None:
        config = Config()
        self.board, self.inbox = Board(), Inbox()
        self.electronics = open_electronics(config, self.inbox, sim=True)
        assert isinstance(self.electronics.hands, Hands)
        self.hands: Hands = self.electronics.hands
        settings = House(seats=tuple(config.seats), pace_s=0.0, **house)
        self.session = Session(
            home,
            settings,
            self.board,
            self.inbox,
            self.electronics.outputs,
            games=shelved(GAMES, home, keep=True),
            chance=chance,
        )
        self.watch = Watch(self.board)
        self.thread = self.session.start()
        self.until(
            lambda: self.health("hub") == "fine" and self.health("reader/pad") == "fine",
            "the simulated hub",
        )

    def health(self, part: str) -> str:
        inputs = self.frame("owner").get("inputs", [])
        return next((p["state"] for p in inputs if p["part"] == part), "")

    def frame(self, viewer: str = "audience") -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self.board.frame(viewer).body)
        return frame

    def ask(self, seat: str) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.frame(seat)["ask"]
        return found

    def do(self, viewer: str, name: str, **args: Any) -> Reply:
        return self.inbox.ask(Command(viewer, name, args)).result(PATIENCE_S)

    def until(self, seen: Callable[[], Any], what: str = "") -> Any:
        return self.watch.until(seen, what)

    def lays(self, seat: str) -> bool:
        """Whether the button was held long enough for chips to be laid."""
        laid = self.session.hands._laid.get(seat)
        return bool(laid and laid.laying)

    @property
    def log(self) -> list[tuple[str, str]]:
        play = self.session.sitting.play
        assert play
        return list(play.match.log)

    def close(self) -> None:
        self.electronics.close()
        self.inbox.close()
        self.thread.join(PATIENCE_S)


@pytest.fixture
def sim_table(tmp_path: Path) -> Iterator[Callable[..., SimTable]]:
    made: list[SimTable] = []

    def make(**house: Any) -> SimTable:
        made.append(SimTable(tmp_path / "home", **house))
        return made[-1]

    yield make
    for table in made:
        table.close()
