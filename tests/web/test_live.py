"""The live stream over a real port: first at once, full state each time, to each viewer its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import httpx
import pytest
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT

from companion import app
from companion.table.inbox import Command
from web import live

DEAF, CHANGES = 6, 100
PATIENCE_S = 60


class Served(NamedTuple):
    address: str
    server: app.Server

    def unread(self) -> list[int]:
        """How much is kept for each phone that has not taken it yet."""
        connections = list(self.server.server_state.connections)
        return [way.transport.get_write_buffer_size() for way in connections]


@pytest.fixture
def served(table, monkeypatch):
    monkeypatch.setattr(live, "HEARTBEAT_S", 0.2)
    monkeypatch.setattr(app, "GONE_MS", 2000)
    monkeypatch.setattr(app, "UNREAD_BYTES", 4096)
    door = app.listen("127.0.0.1", 0)
    server = app.Server(table.app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    yield Served(f"http://127.0.0.1:{door.getsockname()[1]}", server)
    server.should_exit = True
    thread.join(PATIENCE_S)
    door.close()
    assert not thread.is_alive(), "a stream that is still open does not hold the server up"


@pytest.fixture
def phone(served, table):
    made = []

    def make(seat: str = "") -> httpx.Client:
        origin = {"Origin": served.address}
        client = httpx.Client(base_url=served.address, headers=origin, timeout=PATIENCE_S)
        if seat:
            client.post("/claim", json={"seat": seat, "code": table.session.terminal_code})
        made.append(client)
        return client

    yield make
    for client in made:
        client.close()


@pytest.fixture
def within():
    """Waits until something is so."""

    def wait(so: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not so():
            assert time.monotonic() < end
            time.sleep(0.01)

    return wait


class Events:
    """The events of an open stream, one by one."""

    def __init__(self, reply: httpx.Response) -> None:
        self.lines = reply.iter_lines()

    def __iter__(self) -> Iterator[tuple[str, str, Any]]:
        event: dict[str, str] = {}
        for line in self.lines:
            if line:
                if not event:
                    assert line.startswith("id: "), "every event begins with its id"
                name, _, value = line.partition(": ")
                event[name] = value
            else:
                yield event["id"], event.get("event", "state"), json.loads(event["data"])
                event = {}

    def next(self) -> tuple[str, str, Any]:
        return next(iter(self))

    def state(self) -> dict[str, Any]:
        """The next event that carries the state."""
        return next(data for _, name, data in self if name == "state")


def test_the_first_event_comes_at_once_and_is_the_whole_view(phone):
    guest = phone()
    with guest.stream("GET", "/live") as reply:
        number, name, state = Events(reply).next()

    assert (name, number.partition(".")[2]) == ("state", str(state["version"]))
    assert reply.headers["Content-Type"].startswith("text/event-stream")
    assert reply.headers["Cache-Control"] == "no-store"
    assert state == guest.get("/view").json()


def test_a_change_reaches_whoever_sees_it_and_nobody_else(phone):
    jason, billy = phone("jason"), phone("billy")
    for client, seat in ((jason, "jason"), (billy, "billy")):
        client.post("/command", json={"name": "sit", "args": {"seat": seat}})
    jason.post("/command", json={"name": "start", "args": {"game": "tonight"}})
    question = jason.get("/view").json()["ask"]["question"]
    with jason.stream("GET", "/live") as own, phone().stream("GET", "/live") as all_see:
        mine, shared = Events(own), Events(all_see)
        before = mine.state()["version"], shared.state()["version"]

        jason.post("/answer", json={"question": question, "answer": "alien goldar", "id": "1"})
        look = mine.state()
        assert look["version"] > before[0]
        assert look["ask"]["kind"] == "look"
        lying = shared.state()
        assert "has level" not in json.dumps(lying)


def test_heartbeats_are_events_with_the_newest_id(phone):
    with phone().stream("GET", "/live") as reply:
        events = Events(reply)
        first, _, _ = events.next()
        number, name, _ = events.next()
    assert (number, name) == (first, "beat")


def test_who_comes_back_with_the_newest_id_gets_full_state_all_the_same(phone):
    with phone().stream("GET", "/live", headers={"Last-Event-ID": "1"}) as reply:
        assert Events(reply).state()["stage"] == "lobby"


def test_a_phone_whose_seat_was_freed_is_told_that_it_is_gone(phone):
    jason = phone("jason")
    with jason.stream("GET", "/live?as=jason") as reply:
        events = Events(reply)
        assert events.state()["viewer"] == "jason"
        jason.post("/command", json={"name": "release", "as": "jason"})
        assert any(name == "gone" for _, name, _ in events)


def deaf(address: str) -> socket.socket:
    """A reader with little room, which asks for the stream and never reads."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    host, port = address.removeprefix("http://").split(":")
    reader.connect((host, int(port)))
    reader.sendall(b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return reader


def test_readers_that_stop_reading_delay_nobody_and_are_dropped(phone, served, table, within):
    seat, onlooker = phone("billy"), phone()
    streams = table.app._streams
    with contextlib.ExitStack() as ends, onlooker.stream("GET", "/live") as hears:
        for _ in range(DEAF):
            ends.enter_context(deaf(served.address))
        within(lambda: len(streams) == DEAF + 1)
        heard = Events(hears)
        for n in range(CHANGES):
            name = {"seat": "billy", "name": f"Billy {n}"}
            assert seat.post("/command", json={"name": "name", "args": name}).status_code == 200
            while (said := heard.state())["seats"][1]["name"] != f"Billy {n}":
                pass
            assert max(served.unread()) < HIGH_WATER_LIMIT + 2 * len(json.dumps(said))
        within(lambda: len(streams) == 1)
        assert seat.post("/command", json={"name": "sit", "args": {"seat": "billy"}}).is_success
        while not heard.state()["seats"][1]["sitting"]:
            pass


def test_phones_that_stop_in_the_middle_of_a_word_keep_nobody_waiting(phone, served):
    host, _, port = served.address.removeprefix("http://").partition(":")
    half = (
        f"POST /act HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 20\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\ncommand"
    )

    with contextlib.ExitStack() as stuck:
        for _ in range(live.WORKERS):
            wire = stuck.enter_context(socket.create_connection((host, int(port)), PATIENCE_S))
            wire.sendall(half.encode())

        assert phone().get("/healthz").status_code == 200


@pytest.mark.parametrize("wanted", ["jason", "owner", "claim/x"])
def test_another_viewers_stream_is_refused(phone, wanted):
    assert phone().get("/live", params={"as": wanted}).status_code == 403


class Way:
    """A way to a phone that may be blocked, as a server with any transport has it."""

    def __init__(self) -> None:
        self.free, self.gone = asyncio.Event(), asyncio.Event()
        self.free.set()
        self.events: asyncio.Queue[bytes] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        await self.free.wait()
        self.events.put_nowait(message.get("body", b""))

    async def names(self, wanted: str) -> list[str]:
        """What Billy was called in each event, up to the name that is waited for."""
        names: list[str] = []
        while names[-1:] != [wanted]:
            lines = (await self.events.get()).split(b"\n")
            views = (json.loads(line[6:]) for line in lines if line.startswith(b"data: {"))
            names += [view["seats"][1]["name"] for view in views if view]
        return names


def test_a_phone_whose_way_is_blocked_gets_the_newest_and_not_all_that_it_missed(table):
    async def evening() -> tuple[list[str], list[str]]:
        way = Way()
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/live",
            "query_string": b"",
            "headers": [(b"host", b"localhost")],
        }
        stream = asyncio.ensure_future(table.app(scope, way.receive, way.send))
        await way.names("Billy")
        for n in range(3):
            await called(f"B{n}")
        before = await way.names("B2")
        way.free.clear()
        for n in range(3, 9):
            await called(f"B{n}")
        way.free.set()
        after = await way.names("B8")
        way.gone.set()
        await asyncio.wait_for(stream, PATIENCE_S)
        return before, after

    async def called(name: str) -> None:
        args = {"seat": "billy", "name": name}
        reply = await asyncio.wrap_future(table.inbox.ask(Command("owner", "name", args)))
        assert reply.status == "ok"

    before, after = asyncio.run(asyncio.wait_for(evening(), PATIENCE_S))
    assert before == ["B0", "B1", "B2"]
    assert len(after) <= 2, "one that was on its way, then the newest"


def test_what_could_not_be_sent_at_once_has_not_been_sent():
    async def sending() -> tuple[bool, bool, list[bytes]]:
        way = Way()
        went = live.at_once(way.send({"body": b"1"}))
        way.free.clear()
        waited = live.at_once(way.send({"body": b"2"}))
        way.free.set()
        return went, waited, [way.events.get_nowait() for _ in range(way.events.qsize())]

    assert asyncio.run(sending()) == (True, False, [b"1"])
