"""The whole program, as a person starts it on a Pi, and phones that look on."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

PORT = 8000
PATIENCE_S = 20
LOOK_S = 0.3
T = TypeVar("T")


def seen(what: Callable[[], T]) -> T:
    """Look now and then until something shows. Here waiting costs nothing, but a look does."""
    print("@@ it looks", flush=True)  # noqa: T201
    end = time.monotonic() + PATIENCE_S
    while not (found := what()):
        assert time.monotonic() < end, "it never came"
        time.sleep(LOOK_S)
    return found


class Program:
    """`tableside run` in a folder where nothing can be written."""

    def __init__(self, home: Path, cwd: Path) -> None:
        self.home, self.log = home, home.parent / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "companion", "run", "--home", home, "--port", str(PORT)],
                cwd=cwd,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        assert self.process.stdout
        greeting = ""
        while "Ctrl-C" not in greeting:
            line = self.process.stdout.readline()
            assert line, self.log.read_text()
            greeting += line
        found = re.search(r"Owner's code: (\S+)\s+Seat code: +(\w+)", greeting)
        assert found, greeting
        self.owner = Guest(f"code={found[1]}", "/owner", "owner")
        self.seat_code = found[2]

    def phone(self, seat: str) -> Guest:
        return Guest(json.dumps({"seat": seat, "code": self.seat_code}), "/claim", seat)

    def part(self, part: str, state: str) -> str:
        """What the owner reads of a part, once it is so."""

        def found() -> Any:
            inputs = self.owner.view()["inputs"]
            return next((p for p in inputs if (p["part"], p["state"]) == (part, state)), None)

        words: dict[str, Any] | None = seen(found)["words"]
        return str(words["text"].format(**words.get("args", {}))) if words else ""

    def logged(self, words: str) -> int:
        return self.log.read_text().count(words)

    def stop(self) -> int:
        """End it as the system does; its status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()
        return status


class Guest:
    """Somebody with a cookie: a seat's phone or the owner's."""

    def __init__(self, first: str, door: str, viewer: str) -> None:
        self.viewer, self.cookie = viewer, ""
        kind = "application/json" if first.startswith("{") else "application/x-www-form-urlencoded"
        status, self.cookie, _ = self._ask("POST", door, first, kind)
        assert status in (200, 303)

    def view(self) -> dict[str, Any]:
        _, _, body = self._ask("GET", f"/view?as={self.viewer}")
        view: dict[str, Any] = json.loads(body)
        assert view["viewer"] == self.viewer
        return view

    def do(self, name: str, **args: Any) -> None:
        body = json.dumps({"name": name, "args": args, "as": self.viewer})
        status, _, told = self._ask("POST", "/command", body)
        assert status == 200, told

    def _ask(
        self, how: str, path: str, body: str = "", kind: str = "application/json"
    ) -> tuple[int, str, bytes]:
        door = http.client.HTTPConnection("localhost", PORT, timeout=PATIENCE_S)
        headers = {"Origin": f"http://localhost:{PORT}", "Content-Type": kind}
        try:
            door.request(how, path, body or None, {**headers, "Cookie": self.cookie})
            answer = door.getresponse()
            cookie = (answer.headers["Set-Cookie"] or "").partition(";")[0]
            return answer.status, cookie, answer.read()
        finally:
            door.close()
