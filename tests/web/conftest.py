"""A table in full, behind its web side: real session, real record, requests over ASGI."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.engines.catalogue import GAMES
from companion.table.board import Board
from companion.table.house import House
from companion.table.inbox import Inbox
from companion.table.session import Session
from web import create_asgi

CODE = "OWNERCOD"
PATIENCE_S = 60
"""So long nothing may happen, on the slowest machine."""


class Guest:
    """A browser at the table."""

    def __init__(self, app: Any) -> None:
        self.app, self.cookies = app, httpx.Cookies()

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"Origin": "http://localhost", **more.pop("headers", {})}

        async def once() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(
                transport=transport, base_url="http://localhost", cookies=self.cookies
            ) as client:
                answer = await client.request(method, path, headers=headers, **more)
                self.cookies.update(client.cookies)
                return answer

        return asyncio.run(once())

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("GET", path, **more)

    def post(self, path: str, body: Any, **more: Any) -> httpx.Response:
        return self.ask("POST", path, json=body, **more)

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = json.loads(self.get("/view").content)
        return view


class Table:
    """The session, its web side, and how to come to it."""

    def __init__(self, home: Path, **settings: Any) -> None:
        self.board, self.inbox = Board(), Inbox()
        house = House(pace_s=0, beat_s=0, **settings)
        self.session = Session(home, house, self.board, self.inbox, games=GAMES)
        self.thread = self.session.start()
        self.app = create_asgi(self.board, self.inbox, owner_code=CODE, hosts=["localhost"])

    def guest(self, seat: str = "") -> Guest:
        """A browser; with `seat` one that holds it."""
        guest = Guest(self.app)
        if seat:
            claim = {"seat": seat, "code": self.session.terminal_code}
            assert guest.post("/claim", claim).status_code == 200
        return guest

    def close(self) -> None:
        self.inbox.close()
        self.thread.join(10)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


@pytest.fixture
def until(table: Table) -> Iterator[Callable[[Callable[[], bool]], None]]:
    """Waits for what is to be seen once something is published."""
    news = threading.Condition()

    def heard(_: object) -> None:
        with news:
            news.notify_all()

    def wait(seen: Callable[[], bool]) -> None:
        end = time.monotonic() + 60
        while not seen():
            with news:
                news.wait(0.05)
            assert time.monotonic() < end, "waited in vain"

    stop = table.board.listen(heard)
    yield wait
    stop()
