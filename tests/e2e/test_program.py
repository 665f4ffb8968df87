"""The program as it is started: its port, its signals, a second copy, a plug that is pulled."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import httpx
import pytest

from companion.__main__ import main
from companion.engines.catalogue import GAMES
from companion.table.record import parse_text, replay
from tests.e2e.test_by_phones import Phone

Start = Callable[..., "Program"]


class Program:
    """`tableside run --sim`, as somebody would start it."""

    def __init__(self, home: Path, *words: str) -> None:
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", "--sim", "--home", str(home), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self.greeting = ""

    @property
    def out(self) -> IO[str]:
        assert self.process.stdout
        return self.process.stdout

    def ready(self) -> Program:
        """Read what it prints until it says how to end it."""
        while "Ctrl-C" not in self.greeting:
            line = self.out.readline()
            assert line, self.ended()
            self.greeting += line
        return self

    def said(self, pattern: str) -> str:
        found = re.search(pattern, self.greeting)
        assert found, self.greeting
        return found[1]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.said(r'http://localhost:([0-9]+)/')}"

    @property
    def seat_code(self) -> str:
        return self.said(r"Seat code: +(\w+)")

    def ended(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    made: list[Program] = []

    def start_(*words: str, home: str = "home") -> Program:
        made.append(Program(tmp_path / home, *(words or ("--port", "0"))))
        return made[-1]

    yield start_
    for program in made:
        program.close()


def test_it_prints_the_address_its_picture_and_the_owners_code(start: Start) -> None:
    program = start().ready()

    assert httpx.get(f"{program.address}/healthz").json()["status"] == "ok"
    assert "█" in program.greeting
    assert re.fullmatch(r"\w{8}", program.said(r"Owner's code: (\S+)"))


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly_with_phones_still_listening(start: Start, told: signal.Signals) -> None:
    program = start().ready()

    with httpx.stream("GET", f"{program.address}/live") as stream:
        lines = stream.iter_lines()
        assert next(lines).startswith("id: ")
        program.process.send_signal(told)
        assert program.ended()[0] == 0
        list(lines)


def test_a_taken_port_is_told_in_one_line(start: Start) -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = other.getsockname()[1]
        status, out, err = start("--port", str(port)).ended()

    assert status != 0
    assert out == ""
    assert err.count("\n") == 1
    assert f"port {port} is taken" in err


def test_a_second_copy_stops_before_it_touches_anything(start: Start, tmp_path: Path) -> None:
    first = start().ready()
    before = {path.name: path.read_bytes() for path in (tmp_path / "home").iterdir()}

    status, out, err = start().ended()

    assert status != 0
    assert out == ""
    assert err.strip().endswith(f"already running (pid {first.process.pid}) with {tmp_path}/home")
    assert before == {path.name: path.read_bytes() for path in (tmp_path / "home").iterdir()}


def test_a_bad_configuration_is_refused_naming_every_fault(start: Start, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "tableside.toml").write_text("buzzer = 5\nlightss = 3\n")

    status, _, err = start().ended()

    assert status == 2
    assert err.count("\n") == 1
    assert "lightss" in err


def test_the_home_folder_is_its_owners_alone(start: Start, tmp_path: Path) -> None:
    start().ready()

    for path in (tmp_path / "home", *(tmp_path / "home").iterdir()):
        assert path.stat().st_mode & 0o077 == 0, path


def test_what_was_acknowledged_is_there_after_every_kill(start: Start, tmp_path: Path) -> None:
    """kill -9 at random moments, in the midst of answers; phones keep their seats."""
    program, pick, acknowledged = start().ready(), random.Random(5), list[str]()
    phones = [Phone(program.address, seat, program.seat_code) for seat in ("jason", "billy")]
    for phone in phones:
        phone.post("/command", name="sit", args={"seat": phone.seat})
    phones[0].post("/command", name="start", args={"game": "tonight"})

    for round_ in range(1, 6):
        plug = threading.Timer(pick.uniform(0, 0.2), program.process.kill)
        acknowledged += played(phones, pick, plug)
        plug.join()
        program.close()
        record = recorded(tmp_path)
        remaining = iter(record)
        assert all(answer in remaining for answer in acknowledged), "in the order they were given"
        assert len(by_people(record)) <= len(acknowledged) + round_

        program = start().ready()
        for phone in phones:
            phone.move(program.address)
        if ended(tmp_path):
            break  # nothing is left to go on with
        lobby = phones[0].view()["lobby"]
        assert len(lobby["last"] or ()) <= 3, "in three lines, fewer while little has been said"
        assert phones[0].post("/command", name="resume", args={}).status_code == 200
        assert [phone.view()["stage"] for phone in phones] == ["play", "play"]
    assert acknowledged
    for phone in phones:
        phone.http.close()


def played(phones: list[Phone], pick: random.Random, plug: threading.Timer) -> list[str]:
    """Play until the plug is pulled, soon after the first answer; what was acknowledged."""
    acknowledged = list[str]()
    with contextlib.suppress(httpx.HTTPError):
        while True:
            for phone in phones:
                if ask := phone.view()["ask"]:
                    answer = at_random(ask, pick)
                    if phone.answer(ask, answer).status_code == 200:
                        acknowledged.append(f"{phone.seat}: {answer}")
                        if len(acknowledged) == 1:
                            plug.start()
    return acknowledged


def ended(tmp_path: Path) -> bool:
    """Whether the record tells of a match played to its end."""
    text = (tmp_path / "record.txt").read_text()
    return replay(*parse_text(text), GAMES).result is not None


def by_people(record: list[str]) -> list[str]:
    """The answers that phones gave: no dice, no stands, no formalities."""
    return [
        line
        for line in record
        if "/" not in line and "character" not in line and ": lane" not in line
    ]


def at_random(ask: dict[str, Any], pick: random.Random) -> str:
    """Any answer, so that the match lasts."""
    return "seen" if ask["kind"] == "look" else str(pick.choice(ask["options"])["answer"])


def recorded(tmp_path: Path) -> list[str]:
    """The answers in the record, as the command line writes it."""
    out = tmp_path / "record.txt"
    assert main(["export", "--home", str(tmp_path / "home"), str(out)]) == 0
    return out.read_text().splitlines()[1:]
