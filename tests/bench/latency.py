"""From the edge at the pin to the bytes at ten phones, over the real server."""

from __future__ import annotations

import gc
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from gpiozero.pins.mock import MockFactory

from companion import app
from companion.config import Config, Http
from companion.engines.catalogue import GAMES
from companion.table.board import OWNER
from companion.table.inbox import Command, Reply
from companion.table.play import Play
from companion.table.record import parse_text
from companion.table.store import Store
from tests.tools import ROOT

PHONES = 10
PATIENCE_S = 60

LISTENER = """
import asyncio, json, sys, time

async def phone(port, heard):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /live HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
    while line := await reader.readline():
        if line.startswith(b"data: {\\"schema\\""):
            heard.append(time.monotonic())

async def main(port, phones):
    heard = [[] for _ in range(phones)]
    tasks = [asyncio.create_task(phone(port, times)) for times in heard]
    while not all(heard):
        await asyncio.sleep(0.01)
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    for task in tasks:
        task.cancel()
    print(json.dumps(heard), flush=True)

asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
"""


def nothing() -> None:
    """Nothing is to be done between two presses."""


@dataclass(frozen=True)
class Presses:
    """How a button is pressed, again and again."""

    seat: str = "jason"
    count: int = 150
    rest: tuple[float, float] = (0.06, 0.09)
    release: bool = False
    """Whether it counts when it is let go: where holding it would mean something else."""
    between: Callable[[], None] = nothing


@contextmanager
def served(record: str = "") -> Iterator[tuple[app.Table, Config]]:
    """A whole table that plays, and how it is set up; with a record, in the middle of it."""
    config = Config(http=Http(host="127.0.0.1"))
    with tempfile.TemporaryDirectory() as home, app.listen(config.http.host, 0) as door:
        if record:
            begin(Path(home), record)
        table = app.Table(Path(home), config, door, sim=True)
        gc.freeze()  # as `run` does: no collection goes through all that was loaded
        serving = threading.Thread(target=table.serve)
        serving.start()
        try:
            if record:
                asked(table, Command(OWNER, "resume"))
            yield table, config
        finally:
            table.server.should_exit = True
            serving.join()
            gc.unfreeze()


def begin(home: Path, record: str) -> None:
    """Put the match of that record where the table finds it."""
    header, log = parse_text(record)
    with closing(Store(home)) as store:
        play = Play.begin(store, GAMES[header.game], header.seats, header.options)
        for act, entry in enumerate(log, 1):
            play.answer([entry], act)


def asked(table: app.Table, command: Command) -> Reply:
    """What the table says to that."""
    reply = table.inbox.ask(command).result(PATIENCE_S)
    assert reply.status == "ok", reply
    return reply


def measure() -> dict[str, Any]:
    """Milliseconds from the falling edge to each phone: median and 95th percentile."""
    with served() as (table, config):
        late = listened(table, config, Presses())
    return {
        "phones": PHONES,
        "debounce_ms": config.debounce_ms,
        "median_ms": round(median(late), 2),
        "p95_ms": round(quantiles(late, n=20)[-1], 2),
    }


def listened(table: app.Table, config: Config, how: Presses) -> list[float]:
    """Press, again and again; how long each change took to each phone."""
    port = table.door.getsockname()[1]
    phones = subprocess.Popen(
        [sys.executable, "-c", LISTENER, str(port), str(PHONES)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert phones.stdin
    assert phones.stdout
    assert phones.stdout.readline() == "ready\n"
    pressed = presses(table, config, how)
    phones.stdin.write("\n")
    phones.stdin.close()
    heard = json.loads(phones.stdout.read())
    phones.wait()
    late = []
    for times in heard:
        for edge in pressed:
            first = next((at for at in times if at >= edge), None)
            assert first is not None, "a press that no phone heard of"
            late.append((first - edge) * 1000)
    return late


def presses(table: app.Table, config: Config, how: Presses) -> list[float]:
    """When each press was made, as far as it counts. On the first screen: sit down, stand up."""
    factory, button = table.electronics.factory, config.seats[how.seat].button
    assert isinstance(factory, MockFactory)
    pin, felt, chance = factory.pin(button), [], random.Random(1)
    for _ in range(how.count):
        time.sleep(chance.uniform(*how.rest))
        down = time.monotonic()
        pin.drive_low()
        time.sleep(0.04)
        up = time.monotonic()
        pin.drive_high()
        felt.append(up if how.release else down)
        how.between()
    time.sleep(0.5)
    return felt
