"""Battles by phones alone: the real program, HTTP, and only the buttons that stand on a page."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Callable
from typing import Any

from companion import app
from companion.table.chance import SeededChance
from tests.e2e.test_by_phones import Phone, phone, server

__all__ = ["phone", "server"]  # fixtures

SEATS = ("jason", "billy", "kimberly", "zach", "trini")
LONGEST = 1500
"""So many touches no evening of two battles needs."""
BUTTON = re.compile(r'name="answer" value="([^"]*)"')


def page(phone: Phone) -> str:
    """What this phone shows."""
    got = phone.http.get(f"/seat/{phone.seat}?part=1", headers={"Accept": "text/html"})
    assert got.status_code == 200, got.text
    return html.unescape(got.text)


def tap(phone: Phone, shown: str, answer: str) -> None:
    """Touch a button of the page, as its form says it."""
    question = re.search(r'name="question" value="([^"]+)"', shown)
    assert question
    phone.tickets += 1
    form = {
        "as": phone.seat,
        "question": question[1],
        "answer": answer,
        "id": f"{phone.seat}-{phone.tickets}",
    }
    told = phone.http.post("/act", data=form, headers={"X-Tableside": "1"})
    assert told.status_code == 200, (answer, told.text)


def liked(seat: str, offered: list[str], pick: random.Random) -> str:
    """What somebody answers who wants to fight: react, play a card, aim, else go on."""
    for wanted in (f"react {seat}.", f"play {seat}.", "at ", "draw "):
        able = [answer for answer in offered if answer.startswith(wanted)]
        if able:
            return pick.choice(able)
    quiet = [answer for answer in offered if answer in ("on", "enough", "pass")]
    return quiet[0] if quiet else pick.choice(offered)


def begin(phones: list[Phone], seats: tuple[str, ...], **options: str) -> None:
    for seat in seats:
        assert phones[0].post("/command", name="sit", args={"seat": seat}).status_code == 200
    args = {"game": "heroes", "options": options}
    started = phones[0].post("/command", name="start", args=args)
    assert started.status_code == 200, started.text


def kept_to_itself(phones: list[Phone], views: dict[str, Any], shared: str) -> None:
    """Nobody's cards are on another's page, or on the shared screen."""
    for mine in phones:
        for card in views[mine.seat]["table"]["mine"]["hand"]:
            assert card["piece"] not in shared
            for other in phones:
                assert other is mine or card["piece"] not in page(other)


def test_two_battles_with_hidden_hands_by_five_phones(
    server: app.Table, phone: Callable[[str], Phone]
) -> None:
    server.session.chance = SeededChance(4)
    phones, pick = [phone(seat) for seat in SEATS], random.Random(4)
    big = {"battles": "2", "foot": "3", "big": "none,monster"}
    begin(phones, SEATS, hands_visible="owner_only", command_center="20", **big)
    touched: set[str] = set()

    for n in range(LONGEST):
        view = phones[0].view()
        if view["stage"] != "play":
            break
        asked = next(p for p in phones if p.seat in view["awaited"] and p.view()["ask"])
        shown = page(asked)
        answer = liked(asked.seat, BUTTON.findall(shown), pick)
        tap(asked, shown, answer)
        touched.add(answer.partition(" ")[0])
        if n % 20 == 0:
            kept_to_itself(phones, {p.seat: p.view() for p in phones}, phones[0].http.get("/").text)

    over = phones[0].view()
    assert over["stage"] == "over", "it went on and on"
    assert over["table"]["battle"] == 2
    assert {"start", "play", "at", "react", "on"} <= touched
    for each in phones:
        assert ("You win" in page(each)) == (each.seat in over["result"]["winners"])


def test_with_open_hands_one_phone_in_the_middle_answers_for_the_team(
    server: app.Table, phone: Callable[[str], Phone]
) -> None:
    """Where one Ranger alone may answer, the page leads there."""
    server.session.chance = SeededChance(2)
    middle, pick, team = phone("kimberly"), random.Random(2), SEATS[:3]
    for seat in ("billy", "jason"):
        middle.post("/claim", seat=seat, code=server.session.terminal_code)
    begin([middle], team, foot="1")
    played = set()

    for _ in range(LONGEST):
        middle.seat = "jason"
        if middle.view()["stage"] != "play":
            break
        shown = page(middle)
        if on := re.search(r'href="/seat/(\w+)\?curtain=1"', shown):
            middle.seat = on[1] if not BUTTON.search(shown) else "jason"
            shown = page(middle)
        offered = BUTTON.findall(shown)
        assert offered, middle.view()["notice"]
        theirs = [a for a in offered if re.match(r"play (billy|kimberly)\.", a)]
        answer = theirs[0] if theirs else liked("jason", offered, pick)
        played.add(answer.partition(".")[0])
        tap(middle, shown, answer)

    over = middle.view()
    assert over["stage"] == "over", "it went on and on"
    assert over["result"]["winners"] == list(team)
    assert "play billy" in played
