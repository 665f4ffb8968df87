"""Whole duels by two phones alone: their pages, and the forms a browser without script sends."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from companion import app
from companion.config import Config
from companion.table.chance import SeededChance
from tests.e2e.conftest import PATIENCE_S, served
from tests.e2e.test_by_phones import Phone, address

SEATS = ("jason", "billy")


@dataclass
class Form:
    """A form of a page: what is sent whatever one does, what may be ticked, the buttons."""

    sent: dict[str, str] = field(default_factory=dict)
    ticks: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """The forms of a page, in their order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html, self.forms, self.open = html, list[Form](), False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form())
            self.open = True
        elif self.open and tag == "input" and told.get("type") == "hidden":
            self.forms[-1].sent[told["name"]] = told["value"]
        elif self.open and tag == "input" and told.get("type") == "checkbox":
            self.forms[-1].ticks.append((told["name"], told["value"]))
        elif self.open and tag == "button":
            self.forms[-1].buttons.append((told.get("name", ""), told.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        self.open = self.open and tag != "form"

    def question(self) -> Form | None:
        """The form that answers what is asked, if anything is."""
        return next((form for form in self.forms if "question" in form.sent), None)


class Player:
    """A person with a phone: sees only its page, and answers by the page's forms."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.pick = phone, random.Random(phone.seat)
        self.done: set[str] = set()
        self.paid_in = 0

    def page(self) -> Page:
        got = self.phone.http.get(f"/seat/{self.phone.seat}")
        assert got.status_code == 200, got.text
        return Page(got.text)

    def send(self, form: Form, *said: tuple[str, str]) -> str:
        """Press a button of the form; where the table sends the phone then."""
        body: dict[str, Any] = dict(form.sent)
        for name, value in said:
            body[name] = [*body[name], value] if isinstance(body.get(name), list) else [value]
        got = self.phone.http.post("/act", data=body)
        assert got.status_code == 303, got.text
        return got.headers["Location"]

    def play(self, turn: int) -> bool:
        """Answer what the page asks; False if it asks nothing."""
        form = self.page().question()
        if form is None:
            return False
        told = self.chosen(form, turn)
        where = self.send(form, *told)
        # the table may have counted to three since the page was drawn
        assert where.split("&")[0] in (
            f"/seat/{self.phone.seat}",
            f"/seat/{self.phone.seat}?note=stale",
        )
        if "note" not in where:
            self.done |= {value.split(" ")[0] for _, value in told}
        return True

    def chosen(self, form: Form, turn: int) -> list[tuple[str, str]]:
        """What a person does who likes dear cards, and keeps one back now and then."""
        says = [value for _, value in form.buttons]
        if "down" in says:
            bluffs = turn % 4 == 0 and self.phone.seat == SEATS[0]
            return [("answer", "none" if bluffs else "down")]
        if "ready" in says:
            pays = "pay 1" in says and turn % 2 and self.paid_in != turn
            self.paid_in = turn
            return [("paying", "pay 1" if pays else "ready")]
        if form.ticks:
            return self.pick.sample(form.ticks, min(3, len(form.ticks)))
        cards = [value for value in says if value not in ("nothing", "none")]
        return [("answer", self.pick.choice(cards[:4] or says))]


class Duel:
    """The two phones and what the table says meanwhile."""

    def __init__(self, table: app.Table, phones: list[Phone]) -> None:
        self.table, self.players = table, [Player(phone) for phone in phones]
        self.news, self.idle = threading.Event(), 0

    def begin(self, **options: str) -> None:
        for player in self.players:
            player.phone.post("/command", name="sit", args={"seat": player.phone.seat})
        start = {"game": "bandai", "options": options}
        begun = self.players[0].phone.post("/command", name="start", args=start)
        assert begun.status_code == 200, begun.text

    def to_the_end(self) -> dict[str, Any]:
        """Play by what each page asks; the last view."""
        stop = self.table.board.listen(lambda _: self.news.set())
        while (view := self.players[0].phone.view())["stage"] == "play":
            self.news.clear()
            asked = [player.play(view["table"]["turn"]) for player in self.players]
            if any(asked):
                self.idle = 0
                continue
            self.idle += 1
            assert self.idle < PATIENCE_S, "no page asks anything and nothing happens"
            self.news.wait(1)
        stop()
        return view


@pytest.fixture
def table(tmp_path: Path) -> Iterator[app.Table]:
    with app.listen("127.0.0.1", 0) as door:
        table = app.Table(tmp_path, Config(robot_pace_s=0), door, sim=True)
        table.session.chance = SeededChance(8)
        table.session.sitting.house = replace(table.session.sitting.house, beat_s=0)
        with served(table):
            yield table


@pytest.fixture
def duel(table: app.Table) -> Iterator[Duel]:
    phones = [Phone(address(table), seat, table.session.terminal_code) for seat in SEATS]
    yield Duel(table, phones)
    for phone in phones:
        phone.http.close()


def test_a_duel_is_played_to_its_end_by_the_pages_of_two_phones(duel: Duel) -> None:
    duel.begin()

    end = duel.to_the_end()

    assert "must draw and cannot" in end["result"]["how"]["text"]
    done = set[str]().union(*(player.done for player in duel.players))
    assert done >= {"choose", "pay", "down", "none", "element"}
    for player in duel.players:
        assert ("You win" in player.page().html) == (player.phone.seat in end["result"]["winners"])


def test_cards_as_they_are_in_the_box_are_played_by_what_the_pages_ask(duel: Duel) -> None:
    duel.begin(deck_kinds="told", starting_hand="2")

    end = duel.to_the_end()

    assert end["result"]
    done = set[str]().union(*(player.done for player in duel.players))
    assert {"pay", "down"} <= done
    assert any(word.isdigit() for word in done), "a value or a damage was read off a card"


def test_a_phone_deals_while_the_other_holds_real_cards(duel: Duel) -> None:
    duel.begin(deck_kinds="virtual,told", decks="night-shift/roofs,night-shift/harbour")

    for _ in range(12):
        for player in duel.players:
            page = player.page().html
            foreign = held(duel.players[0].phone) if player is duel.players[1] else set()
            assert not [name for name in foreign if name in page]
            player.play(1)


def held(phone: Phone) -> set[str]:
    """The names of cards in a hand that lie nowhere in the open and in no other deck."""
    table = phone.view()["table"]
    clash = [
        side["card"]["name"] for side in (table["clash"] or {"sides": ()})["sides"] if side["card"]
    ]
    seen = [card["name"] for player in table["players"] for card in player["discard"]]
    return {card["name"] for card in table["mine"]["hand"]} - {*seen, *clash}
