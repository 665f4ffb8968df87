"""From a move to the update at all others: boardgame.io's server, and ours, in the same run.

Each has ten clients in one process of node, of which the first acts and all read. Two rows:

`smallest`: each at its quickest. Theirs: the smallest game there is, in memory. Ours: a seat sits
down or stands up on the first screen; nothing is written, but everybody gets the whole view.

`evening`: the same work. Four players with a view of their own each, six onlookers, the middle of
King Sphinx, each move kept on disk. Ours: chips are laid (and taken back, which does not count).
Theirs: its state is our views, its `playerView` gives each player its own, its own `FlatFile` keeps
it. Theirs tells everybody and writes then, without waiting for the disk; ours is on the disk before
anybody hears of it: how long the disk takes for as much is `disk`.

A phone is a POST of ours against a message on an open websocket of theirs. The button is a press at
the pin, after its bounce, heard by ten screens: theirs has none and is held against its move.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from companion import app
from companion.engines.core import AUDIENCE
from companion.table.board import Frames
from companion.table.inbox import Command
from tests.bench import latency
from tests.bench.latency import Presses, asked
from tests.tools import ROOT

RIVAL = ("boardgame.io@0.50.2", "node-persist@3.1.0")
"""And what its `FlatFile` asks for, at the version that it names."""
HERE = Path(__file__).parent
EVENING = ROOT / "tests/playthroughs/king_sphinx_evening.txt"
NEXT = "billy: chips 5"
PLAYERS = ("billy", "jason", "kimberly", "zach")
MOVES, PRESSES, ROUNDS = 60, 60, 4


def measure() -> dict[str, Any]:
    """Milliseconds of both, and how many times theirs ours are; or why there is nothing to say."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not (node and npm):
        return {"none": "NOT MEASURED: no node and npm here: sudo apt-get install nodejs npm"}
    with tempfile.TemporaryDirectory() as folder:
        install = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", *RIVAL]
        installed = subprocess.run(install, check=False, cwd=folder, capture_output=True, text=True)
        if installed.returncode:
            return {"none": f"NOT MEASURED: npm install: {installed.stderr[-300:].strip()}"}
        load = round(os.getloadavg()[0], 1)
        rows = {kind: row(kind, Path(folder)) for kind in ("smallest", "evening")}
    return {"rival": RIVAL[0], "load": load, **rows}


def row(kind: str, folder: Path) -> dict[str, Any]:
    """All of one kind, in turn: theirs, our phone, our button."""
    late: dict[str, list[float]] = {"theirs": [], "our_phone": [], "our_button": []}
    told: dict[str, int] = {}
    with latency.served(evening() if kind == "evening" else "") as (table, config):
        tokens = [token(table, seat) for seat in PLAYERS]
        (folder / "views.json").write_text(json.dumps(seen(table)))
        own = table.door.getsockname()[1]
        presses = button(kind, table)
        with theirs(kind, folder) as rival:
            for _ in range(ROUNDS):
                for who, port in (("theirs", rival), ("our_phone", own)):
                    heard = clients(who, kind, port, tokens, folder)
                    late[who] += heard["late"]
                    told[who] = heard["bytes"]
                pressed = latency.listened(table, config, presses)
                late["our_button"] += [ms - config.debounce_ms for ms in pressed]
    figures = {
        who: {"p50": round(median(ms), 2), "p95": round(quantiles(ms, n=20)[-1], 2)}
        for who, ms in late.items()
    }
    ratio = {
        who: {part: round(figures[who][part] / ms, 2) for part, ms in figures["theirs"].items()}
        for who in ("our_phone", "our_button")
    }
    return {"ms": figures, "of_theirs": ratio, "bytes_told": told, "disk": disk(folder)}


def evening() -> str:
    """A record that stops where chips may be laid; the dice are real, so nothing follows them."""
    return EVENING.read_text().partition(NEXT)[0].replace('"dice":"pi"', '"dice":"real"')


def token(table: app.Table, seat: str) -> str:
    """What a phone keeps that has this seat."""
    told = {"seat": seat, "code": table.session.terminal_code}
    return str(asked(table, Command(AUDIENCE, "claim", told)).data["token"])


def seen(table: app.Table) -> dict[str, Any]:
    """What all see, and what each player sees otherwise."""
    shared, *own = (json.loads(table.board.frame(who).body) for who in (AUDIENCE, *PLAYERS))
    differs = [{name: p for name, p in view.items() if p != shared.get(name)} for view in own]
    return {"shared": shared, "own": dict(enumerate(differs))}


def button(kind: str, table: app.Table) -> Presses:
    """How the button is pressed. In a match its answer is taken back, which does not count."""
    if kind == "smallest":
        return Presses(PLAYERS[0], PRESSES)
    answered = threading.Event()

    def published(frames: Frames) -> None:
        given = b'"undo":true' in frames[PLAYERS[0]].body
        (answered.set if given else answered.clear)()

    def undo() -> None:
        assert answered.wait(latency.PATIENCE_S), "a press that was not felt"
        asked(table, Command(PLAYERS[0], "undo"))

    table.board.listen(published)
    return Presses(PLAYERS[0], PRESSES, release=True, between=undo)


def disk(folder: Path) -> float:
    """Milliseconds until 16 kB more of a file are on the disk, now and here: the median."""
    took = []
    with (folder / "disk").open("ab", buffering=0) as file:
        for _ in range(MOVES):
            file.write(bytes(1 << 14))
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append((time.perf_counter() - began) * 1000)
            time.sleep(0.01)
    return round(median(took), 2)


def clients(who: str, kind: str, port: int, tokens: list[str], folder: Path) -> dict[str, Any]:
    """What ten clients at this server measured."""
    words = ["node", str(HERE / "rival_clients.cjs"), who, kind, str(port), str(MOVES)]
    told = [*words, json.dumps(tokens)]
    ran = subprocess.run(told, env=modules(folder), check=True, stdout=subprocess.PIPE, text=True)
    heard: dict[str, Any] = json.loads(ran.stdout)
    return heard


@contextmanager
def theirs(kind: str, folder: Path) -> Iterator[int]:
    """Their server, as its makers run it; its port."""
    words = ["node", str(HERE / "rival_server.cjs"), kind, str(folder)]
    env = {**modules(folder), "NODE_ENV": "production"}
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            yield next(int(line.split()[1]) for line in server.stdout if line.startswith("port "))
        finally:
            server.terminate()


def modules(folder: Path) -> dict[str, str]:
    return {**os.environ, "NODE_PATH": f"{folder}/node_modules"}
