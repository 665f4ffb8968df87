"""A reader under every space, through the wire: the board is set up, played and settled by hand."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion import app
from companion.config import Config, Reader
from companion.devices.sim import Hands
from companion.engines.king_sphinx.pieces import ALIEN_LEVELS, PUTTY_LEVELS
from companion.table.inbox import Command, Reply
from tests.e2e.conftest import PATIENCE_S, Watch

SPACES = [f"{seat}/{rank}" for seat in ("jason", "billy") for rank in ("1", "2", "3", "alien")]
LANES = {f"lane-{n}": space for n, space in enumerate(SPACES, 1)}
TAGS = {f"putty-{n}": f"04D1{n:04X}" for n in range(1, 13)} | {
    f"alien-{n}": f"04D2{n:04X}" for n in range(1, 5)
}
LYING = dict(zip(SPACES, [f"putty-{n}" for n in (3, 8, 11)] + ["alien-2"], strict=False))
LYING |= dict(zip(SPACES[4:], [f"putty-{n}" for n in (1, 6, 12)] + ["alien-4"], strict=True))


class Lanes:
    """The whole program over a board that reads its own spaces."""

    def __init__(self, home: Path, door: Any) -> None:
        readers = {"pad": Reader("pad", "pad", "pico", "pad")}
        readers |= {n: Reader(n, "lane", "pico", n, space) for n, space in LANES.items()}
        self.table = app.Table(home, Config(readers=readers, robot_pace_s=0), door, sim=True)
        assert isinstance(self.table.electronics.hands, Hands)
        self.hands: Hands = self.table.electronics.hands
        self.watch = Watch(self.table.board)
        self.thread = threading.Thread(target=self.table.serve, daemon=True)
        self.thread.start()
        self.until(
            lambda: (
                sum(p["part"].startswith("reader/") for p in self.frame("owner").get("inputs", []))
                == len(readers)
            )
        )

    def frame(self, viewer: str = "audience") -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self.table.board.frame(viewer).body)
        return frame

    def until(self, seen: Callable[[], Any]) -> Any:
        return self.watch.until(seen)

    def do(self, viewer: str, name: str, **args: Any) -> Reply:
        return self.table.inbox.ask(Command(viewer, name, args)).result(PATIENCE_S)

    def page(self) -> str:
        host, port = self.table.door.getsockname()
        return httpx.get(f"http://{host}:{port}/", timeout=PATIENCE_S).text

    def place(self, space: str, stand: str) -> None:
        reader = next(name for name, watched in LANES.items() if watched == space)
        self.hands.place(reader, TAGS[stand])

    def enrol(self) -> None:
        for tag, level in zip(TAGS.values(), (*PUTTY_LEVELS, *ALIEN_LEVELS), strict=True):
            assert self.do("owner", "tags.enrol", level=level).status == "ok"
            self.hands.place("pad", tag)
            self.until(lambda: not self.frame("owner")["owner"]["tags"]["waiting"])
            self.hands.lift("pad", tag)

    def begin(self) -> None:
        for seat in ("jason", "billy"):
            assert self.do(seat, "sit", seat=seat).status == "ok"
        rules = {"stands": "tagged", "layout": "scanned", "dice": "real"}
        assert self.do("jason", "start", game="tonight", options=rules).status == "ok"

    def close(self) -> None:
        self.table.server.should_exit = True
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive()
        self.table.door.close()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[[], Lanes]]:
    made: list[Lanes] = []

    def open_() -> Lanes:
        for earlier in made:
            earlier.close()
        made.clear()
        door = app.listen("127.0.0.1", 0)
        made.append(Lanes(tmp_path, door))
        return made[-1]

    yield open_
    for one in made:
        one.close()


def test_the_board_sets_itself_up_and_tells_what_moved_overnight(
    opened: Callable[[], Lanes],
) -> None:
    lanes = opened()
    lanes.enrol()
    for space, stand in LYING.items():
        lanes.place(space, stand)
    lanes.begin()
    lanes.until(lambda: "jason" in lanes.frame()["awaited"])
    play = lanes.table.session.sitting.play
    assert play
    putties = {space: stand for space, stand in LYING.items() if stand.startswith("putty")}
    assert lanes.until(lambda: play.match.position.places().items() >= putties.items())

    lanes = opened()
    for space, stand in LYING.items():
        lanes.place(space, stand)
    lanes.hands.lift("lane-1")
    lanes.hands.lift("lane-5")
    lanes.place("billy/1", LYING["jason/1"])
    lanes.until(lambda: lanes.frame()["lobby"] and lanes.frame()["lobby"]["last"])
    assert lanes.do("jason", "resume").status == "ok"

    lanes.until(
        lambda: {d["place"] for d in lanes.frame()["differences"]} == {"billy/1", "jason/1"}
    )
    page = lanes.page()
    assert "Another stand stands at" in page
    assert "The table is right" in page
    assert not any(stand in page for stand in TAGS)
    lanes.place("jason/1", LYING["billy/1"])
    assert lanes.do("jason", "settle", place="billy/1", right="file").status == "ok"
    lanes.until(lambda: {d["place"] for d in lanes.frame()["differences"]} == {"jason/1"})
