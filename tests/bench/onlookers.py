"""From the edge at the pin to ten phones and to a thousand onlookers, over the real server.

Also beside readers that never read.
"""

from __future__ import annotations

import json
import resource
import socket
import subprocess
import sys
from contextlib import ExitStack
from statistics import quantiles
from typing import Any

from companion import app
from companion.config import Config
from tests.bench.latency import Presses, presses, served
from tests.tools import ROOT

PHONES, ONLOOKERS, DEAF = 10, 1000, 20
PRESSES = Presses(count=40, rest=(0.2, 0.3))
ALLOWED_MS = {"phones_p95": 50, "onlookers_p99": 100}

LISTENER = """
import json, select, socket, sys, threading, time

port, screens = int(sys.argv[1]), int(sys.argv[2])
poll, ways, heard, begun = select.epoll(), {}, {}, {}
for _ in range(screens):
    way = socket.create_connection(("127.0.0.1", port))
    way.sendall(b"GET /live HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
    way.setblocking(False)
    ways[way.fileno()], heard[way.fileno()], begun[way.fileno()] = way, [], False
    poll.register(way, select.EPOLLIN)
over, part = threading.Event(), memoryview(bytearray(1 << 18))
threading.Thread(target=lambda: (sys.stdin.readline(), over.set()), daemon=True).start()
waited_for = set(ways)
while not over.is_set():
    for one, _ in poll.poll(0.2):
        length = ways[one].recv_into(part)
        at = time.monotonic()
        begun[one] = begun[one] or b'data: {"schema"' in bytes(part[:500])
        if begun[one] and part[length - 4 : length] == b"\\n\\n\\r\\n":
            begun[one] = False
            heard[one].append(at)
            if waited_for:
                waited_for.discard(one)
                if not waited_for:
                    print("ready", flush=True)
for way in ways.values():
    way.close()
print(json.dumps(list(heard.values())), flush=True)
"""
"""Reads as little as it can: what is measured is the table, not how many pages Python can hear."""


def measure() -> dict[str, Any]:
    """Milliseconds after the debounced press; what is over 1 in `of_allowed` is too slow."""
    room_for(ONLOOKERS + 200)
    with served() as (table, config):
        alone = heard_by(table, config, (PHONES,))[0]
        phones, onlookers = heard_by(table, config, (PHONES, ONLOOKERS))
        with ExitStack() as ends:
            for _ in range(DEAF):
                ends.enter_context(deaf(table.door.getsockname()[1]))
            beside_deaf = heard_by(table, config, (PHONES,))[0]
    figures = {
        "phones_p95": percentile(alone, 95),
        "phones_p95_beside_onlookers": percentile(phones, 95),
        "phones_p95_beside_deaf": percentile(beside_deaf, 95),
        "onlookers_p99": percentile(onlookers, 99),
    }
    ratios = {name: round(figures[name] / most, 2) for name, most in ALLOWED_MS.items()}
    return {"onlookers": ONLOOKERS, "deaf": DEAF, "ms": figures, "of_allowed": ratios}


def deaf(port: int) -> socket.socket:
    """A reader that asks for the stream and never reads."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.connect(("127.0.0.1", port))
    reader.sendall(b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return reader


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
        edges = [edge + felt for edge in presses(table, config, PRESSES)]
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
