"""From a move to the update at all others: boardgame.io's server, and ours, in the same run.

Both have ten clients in one process of node, the first acts and nine hear. Theirs: the smallest
game there is, over websockets. Ours: a seat sits down or stands up, and everybody gets the whole
view; said by a phone, and by the button (after its bounce, heard by ten phones of our own). Neither
keeps any of this on disk.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.bench import latency

RIVAL = "boardgame.io@0.50.2"
HERE = Path(__file__).parent
MOVES, ROUNDS = 60, 3


def measure() -> dict[str, Any]:
    """Milliseconds of both, and how many times theirs ours are; or why there is nothing to say."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not (node and npm):
        return {"none": "NOT MEASURED: no node and npm here: sudo apt-get install nodejs npm"}
    with tempfile.TemporaryDirectory() as folder:
        install = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", RIVAL]
        installed = subprocess.run(install, check=False, cwd=folder, capture_output=True, text=True)
        if installed.returncode:
            return {"none": f"NOT MEASURED: npm install {RIVAL}: {installed.stderr[-300:].strip()}"}
        modules = {**os.environ, "NODE_PATH": f"{folder}/node_modules"}
        late: dict[str, list[float]] = {"theirs": [], "our_phone": [], "our_button": []}
        with theirs(node, modules) as rival, latency.served() as (table, config):
            own, code = table.door.getsockname()[1], table.session.terminal_code
            for _ in range(ROUNDS):
                late["theirs"] += clients(node, modules, "theirs", rival, "")
                late["our_phone"] += clients(node, modules, "ours", own, code)
            pressed = latency.listened(table, config)
            late["our_button"] = [ms - config.debounce_ms for ms in pressed]
    figures = {
        who: {"p50": round(median(ms), 2), "p95": round(quantiles(ms, n=20)[-1], 2)}
        for who, ms in late.items()
    }
    ratio = {
        who: {part: round(figures[who][part] / ms, 2) for part, ms in figures["theirs"].items()}
        for who in ("our_phone", "our_button")
    }
    return {"rival": RIVAL, "ms": figures, "of_theirs": ratio}


def clients(node: str, modules: dict[str, str], kind: str, port: int, code: str) -> list[float]:
    """What ten clients at this server measured."""
    words = [node, str(HERE / "rival_clients.cjs"), kind, str(port), str(MOVES), code]
    ran = subprocess.run(words, env=modules, check=True, stdout=subprocess.PIPE, text=True)
    late: list[float] = json.loads(ran.stdout)
    return late


@contextmanager
def theirs(node: str, modules: dict[str, str]) -> Iterator[int]:
    """Their server, as its makers run it; its port."""
    env = {**modules, "NODE_ENV": "production"}
    words = [node, str(HERE / "rival_server.cjs")]
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            yield next(int(line.split()[1]) for line in server.stdout if line.startswith("port "))
        finally:
            server.terminate()
