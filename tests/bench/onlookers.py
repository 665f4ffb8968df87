"""From the edge at the pin to ten phones and to a thousand onlookers, over the real server."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import threading
from contextlib import ExitStack
from pathlib import Path
from statistics import quantiles
from typing import Any

from companion import app
from companion.config import Config
from tests.bench.latency import presses
from tests.tools import ROOT

PHONES, ONLOOKERS = 10, 1000
PRESSES = 40
ALLOWED_MS = {"phones_p95": 50, "onlookers_p99": 100}

LISTENER = """
import asyncio, json, sys, time

class Screen(asyncio.Protocol):
    def __init__(self, heard):
        self.heard, self.left = heard, b""
    def connection_made(self, way):
        self.way = way
        way.write(b"GET /live HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
    def data_received(self, data):
        if b'data: {"schema"' in self.left + data:
            self.heard.append(time.monotonic())
        self.left = data[-20:] if data[-2:] != b"\\n\\n" else b""

async def main(port, screens):
    loop, heard, ways = asyncio.get_running_loop(), [[] for _ in range(screens)], []
    for times in heard:
        way, _ = await loop.create_connection(lambda: Screen(times), "127.0.0.1", port)
        ways.append(way)
    while not all(heard):
        await asyncio.sleep(0.01)
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    for way in ways:
        way.close()
    print(json.dumps(heard), flush=True)

asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
"""


def measure() -> dict[str, Any]:
    """Milliseconds after the debounced press; what is over 1 in `of_allowed` is too slow."""
    room_for(ONLOOKERS + 200)
    config = Config(host="127.0.0.1")
    with tempfile.TemporaryDirectory() as home, app.listen(config.host, 0) as door:
        table = app.Table(Path(home), config, door, sim=True)
        serving = threading.Thread(target=table.serve)
        serving.start()
        try:
            alone = heard_by(table, config, (PHONES,))[0]
            phones, onlookers = heard_by(table, config, (PHONES, ONLOOKERS))
        finally:
            table.server.should_exit = True
            serving.join()
    figures = {
        "phones_p95": percentile(alone, 95),
        "phones_p95_beside_onlookers": percentile(phones, 95),
        "onlookers_p99": percentile(onlookers, 99),
    }
    ratios = {name: round(figures[name] / most, 2) for name, most in ALLOWED_MS.items()}
    return {"onlookers": ONLOOKERS, "ms": figures, "of_allowed": ratios}


def room_for(connections: int) -> None:
    """So many open files are allowed to this program and to those it starts."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2 * connections), hard))


def percentile(late: list[float], part: int) -> float:
    return round(quantiles(late, n=100)[part - 1], 1)


def heard_by(table: app.Table, config: Config, crowds: tuple[int, ...]) -> list[list[float]]:
    """How long each press took to each screen of each crowd."""
    port = table.door.getsockname()[1]
    with ExitStack() as ends:
        listeners = [ends.enter_context(listener(port, crowd)) for crowd in crowds]
        for one in listeners:
            assert one.stdout
            assert one.stdout.readline() == "ready\n"
        felt = config.debounce_ms / 1000
        edges = [edge + felt for edge in presses(table, config, PRESSES, (0.2, 0.3))]
        return [[late for times in told(one) for late in delays(edges, times)] for one in listeners]


def listener(port: int, screens: int) -> subprocess.Popen[str]:
    """So many screens in a process of their own."""
    words = [sys.executable, "-c", LISTENER, str(port), str(screens)]
    pipe = subprocess.PIPE
    return subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)


def told(one: subprocess.Popen[str]) -> list[list[float]]:
    out, _ = one.communicate("\n")
    heard: list[list[float]] = json.loads(out)
    return heard


def delays(edges: list[float], times: list[float]) -> list[float]:
    """From each edge to the first event after it."""
    return [(min(at for at in times if at >= edge) - edge) * 1000 for edge in edges]
