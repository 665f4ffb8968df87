"""An evening by phones alone: the real server, HTTP, cookies and the live stream."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion import app
from companion.config import Config
from companion.table.chance import SeededChance
from tests.e2e.conftest import PATIENCE_S, served

SEATS = ("jason", "billy", "kimberly", "zach")


class Phone:
    """One seat's phone. It knows what its own page shows, and nothing else."""

    def __init__(self, address: str, seat: str, code: str) -> None:
        self.seat = seat
        self.http = httpx.Client(base_url=address, headers={"Origin": address}, timeout=PATIENCE_S)
        claimed = self.post("/claim", seat=seat, code=code)
        assert claimed.status_code == 200, claimed.text
        self.tickets = 0

    def move(self, address: str) -> None:
        """The table has come back at another address."""
        self.http.base_url = httpx.URL(address)
        self.http.headers["Origin"] = address

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(path, json=body)

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.http.get("/view").json()
        assert view["viewer"] == self.seat
        return view

    def answer(self, ask: dict[str, Any], answer: str) -> httpx.Response:
        self.tickets += 1
        ticket = f"{self.seat}-{self.tickets}"
        return self.post("/answer", question=ask["question"], answer=answer, id=ticket)

    def live(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The stream: id and state of every event that carries one."""
        with self.http.stream("GET", "/live") as stream:
            number = name = ""
            for line in stream.iter_lines():
                if line.startswith("id: "):
                    number, name = line[4:], ""
                elif line.startswith("event: "):
                    name = line[7:]
                elif line.startswith("data: ") and not name:
                    yield number, json.loads(line[6:])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[app.Table]:
    with app.listen("127.0.0.1", 0) as door:
        table = app.Table(tmp_path, Config(robot_pace_s=0), door, sim=True)
        with served(table):
            yield table


@pytest.fixture
def phone(server: app.Table) -> Iterator[Callable[[str], Phone]]:
    made: list[Phone] = []

    def make(seat: str) -> Phone:
        made.append(Phone(address(server), seat, server.session.terminal_code))
        return made[-1]

    yield make
    for one in made:
        one.http.close()


def address(table: app.Table) -> str:
    return f"http://127.0.0.1:{table.door.getsockname()[1]}"


def chosen(ask: dict[str, Any], pick: random.Random) -> str:
    """What a person who wants to come to an end answers."""
    if ask["kind"] == "look":
        return "seen"
    answers = [option["answer"] for option in ask["options"]]
    for usual in ("morph", "battle", "leave it"):
        if usual in answers and pick.random() < 0.9:
            return usual
    return str(pick.choice(answers))


@dataclass
class Evening:
    """Four phones, each listening to the live stream, and what each has heard."""

    phones: dict[str, Phone]
    heard: dict[str, list[int]]
    news: threading.Event
    pick: random.Random
    idle: int = 0

    def listen(self, phone: Phone) -> None:
        for number, state in phone.live():
            assert state["viewer"] == phone.seat
            assert number.endswith(f".{state['version']}")
            self.heard[phone.seat].append(state["version"])
            self.news.set()
            if state["stage"] == "over":
                break

    def step(self, awaited: list[str]) -> None:
        """Whoever is asked first answers; if nobody is, wait for news."""
        self.news.clear()
        for seat in awaited:
            if ask := self.phones[seat].view()["ask"]:
                reply = self.phones[seat].answer(ask, chosen(ask, self.pick))
                assert reply.status_code == 200, reply.text
                self.idle = 0
                return
        self.idle += 1
        assert self.idle < PATIENCE_S, "nobody is asked and nothing happens"
        self.news.wait(1)


def test_a_game_for_four_is_won_by_phones_alone(
    server: app.Table, phone: Callable[[str], Phone]
) -> None:
    server.session.chance = SeededChance(3)  # an evening of middle length
    phones = {seat: phone(seat) for seat in SEATS}
    evening = Evening(phones, {seat: [] for seat in SEATS}, threading.Event(), random.Random(3))
    listeners = [threading.Thread(target=evening.listen, args=[p]) for p in phones.values()]
    for listener in listeners:
        listener.start()
    for seat in SEATS:
        assert phones[seat].post("/command", name="sit", args={"seat": seat}).status_code == 200
    started = phones["jason"].post("/command", name="start", args={"game": "tonight"})
    assert started.status_code == 200, started.text

    while (table := phones["jason"].view())["stage"] == "play":
        evening.step(table["awaited"])

    for listener in listeners:
        listener.join(PATIENCE_S)
        assert not listener.is_alive()
    assert table["result"]["winners"]
    for versions in evening.heard.values():
        assert versions == sorted(set(versions)), "every event is newer than the last"


def test_what_is_wrong_is_told_and_changes_nothing(
    server: app.Table, phone: Callable[[str], Phone]
) -> None:
    jason, billy = phone("jason"), phone("billy")
    for one in (jason, billy):
        one.post("/command", name="sit", args={"seat": one.seat})
    jason.post("/command", name="start", args={"game": "tonight"})
    ask = jason.view()["ask"]

    first = jason.answer(ask, ask["options"][0]["answer"])
    again = jason.post(
        "/answer", question=ask["question"], answer=ask["options"][0]["answer"], id="jason-1"
    )
    stale = jason.answer(ask, ask["options"][0]["answer"])
    illegal = jason.answer(jason.view()["ask"], "fly")
    foreign = billy.answer(jason.view()["ask"], "seen")

    assert (first.status_code, again.json()) == (200, first.json())
    assert stale.status_code == 409
    assert illegal.status_code == 422
    assert foreign.status_code in (403, 409)
    body = {"question": ask["question"], "answer": "seen", "id": "x"}
    there = address(server)
    stranger = httpx.post(f"{there}/answer", json=body, headers={"Origin": there})
    assert stranger.status_code == 403
    assert httpx.get(f"{there}/view").json()["ask"] is None


def test_the_page_is_served_over_the_whole_way(server: app.Table) -> None:
    shown = httpx.get(address(server))

    assert shown.status_code == 200
    assert "default-src 'none'" in shown.headers["content-security-policy"]
    assert httpx.get(f"{address(server)}/healthz").json()["status"] == "ok"


def test_another_host_and_another_origin_are_refused(server: app.Table) -> None:
    there = address(server)

    assert httpx.get(there, headers={"Host": "evil.example"}).status_code in (400, 421)
    body = {"seat": "jason", "code": server.session.terminal_code}
    foreign = httpx.post(f"{there}/claim", json=body, headers={"Origin": "http://evil.example"})
    assert foreign.status_code == 403
