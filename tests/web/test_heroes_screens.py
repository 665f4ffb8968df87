"""A battle on the screens: rows and the sequence for all, a hand for its own seat alone."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from flask import Flask
from flask_babel import Babel

from companion.engines.catalogue import GAMES
from companion.table.chance import SeededChance
from companion.table.packs.library import shelved
from tests.web.conftest import Table
from web.words import Words

SEATS = ("jason", "billy", "kimberly", "zach", "trini")
View: TypeAlias = Mapping[str, Any]
Seen: TypeAlias = Callable[[View], Any]
LONGEST = 800
"""So many answers no two battles need."""


class Sitting:
    """Rangers at the table, each with a phone that shows its own page."""

    def __init__(
        self, table: Any, seats: int, names: tuple[str, ...] = SEATS, **options: str
    ) -> None:
        table.session.chance = SeededChance(11)
        table.session.sitting.games = shelved(GAMES)
        self.guests = {seat: table.guest(seat) for seat in names[:seats]}
        self.onlooker, self.acts, self.pick = table.guest(), 0, random.Random(5)
        for seat, guest in self.guests.items():
            guest.post("/command", {"name": "sit", "args": {"seat": seat}})
        args = {"game": "heroes", "options": options}
        started = self.guests[names[0]].post("/command", {"name": "start", "args": args})
        assert started.status_code == 200, started.text

    def view(self, seat: str = "jason") -> View:
        found: View = self.guests[seat].view()
        return found

    def page(self, seat: str = "") -> str:
        """What is drawn: for that seat, or for everybody."""
        guest, path = (
            (self.guests[seat], f"/seat/{seat}?part=1") if seat else (self.onlooker, "/?part=1")
        )
        got = guest.get(path, headers={"Accept": "text/html"})
        assert got.status_code == 200, got.text
        assert "=&#34;" not in got.text, "an attribute in quotes that are no quotes"
        return html.unescape(got.text)

    def tap(self, seat: str, answer: str) -> None:
        """Touch a button that is really on the seat's page."""
        page = self.page(seat)
        assert f'value="{answer}"' in page, (
            answer,
            re.findall(r'name="answer" value="([^"]*)', page),
        )
        question = re.search(r'name="question" value="([^"]+)"', page)
        assert question
        self.acts += 1
        form = {"as": seat, "question": question[1], "answer": answer, "id": str(self.acts)}
        got = self.guests[seat].ask("POST", "/act", data=form, headers={"X-Tableside": "1"})
        assert got.status_code == 200, (answer, got.text)

    def on(self, choice: Callable[[str, list[str]], str] | None = None) -> None:
        """Somebody who is asked taps an answer that its page offers."""
        for seat in self.guests:
            ask = self.view(seat)["ask"]
            if ask:
                offered = re.findall(r'name="answer" value="([^"]*)"', self.page(seat))
                assert offered, (seat, ask)
                told = choice(seat, offered) if choice else ""
                self.tap(seat, told or self.any_of(seat, offered))
                return
        raise AssertionError(f"nobody is asked: {self.view()['notice']}")

    def any_of(self, seat: str, offered: list[str]) -> str:
        """A plain way to play on: a card of the own hand, else whatever comes."""
        own = [answer for answer in offered if answer.startswith(f"play {seat}.")]
        quiet = [answer for answer in offered if answer in ("on", "enough", "done")]
        return self.pick.choice(own or quiet or offered)

    def until(self, seen: Seen, choice: Callable[[str, list[str]], str] | None = None) -> View:
        """Play on until jason's view is like that."""
        for _ in range(LONGEST):
            view = self.view()
            if seen(view):
                return view
            assert view["stage"] == "play", "it never came to that"
            self.on(choice)
        raise AssertionError("it never came to that")


def answers(view: View) -> list[str]:
    return [option["answer"] for option in (view["ask"] or {}).get("options", ())]


def my_turn(view: View) -> bool:
    return "pass" in answers(view)


@pytest.fixture
def sit(table: Any) -> Callable[..., Sitting]:
    return lambda seats=2, **options: Sitting(table, seats, **options)


def test_before_the_enemies_appear_their_backs_lie_there(sit: Callable[..., Sitting]) -> None:
    page = sit(3, big="boss").page()

    assert page.count('class="foe back"') == 8
    assert "Battle 1 of 1" in page


def test_the_rows_the_sequence_and_what_comes_next_are_drawn(sit: Callable[..., Sitting]) -> None:
    sitting = sit(2, big="monster")
    view = sitting.until(my_turn)["table"]
    page = sitting.page()

    assert len(re.findall(r'class="foe(?: side| turned| aimed| down)*"', page)) == 8
    for mark in view["sequence"]:
        assert f">{mark}</text>" in page
    now = view["sequence"][view["at"]]
    assert f'class="oc s56" x="50" y="2">{now}</text>' in page
    coming = next(mark for mark in view["sequence"][view["at"] :] if mark[0] == "E")
    assert page.count(f"next: {coming}") == 1
    keywords = [word for row in view["rows"] for foe in row for word in foe["keywords"]]
    assert page.count('class="keyword"') == len(keywords)


def test_hits_are_tokens_and_a_beaten_card_lies_on_its_face(sit: Callable[..., Sitting]) -> None:
    sitting = sit(3, battles="6", command_center="20")
    down = sitting.until(
        lambda view: any(foe["defeated"] for row in view["table"]["rows"] for foe in row)
    )
    foes = [foe for row in down["table"]["rows"] for foe in row]
    page = sitting.page()

    assert page.count('class="foe down"') == sum(foe["defeated"] for foe in foes)
    tokens = page.partition('class="foot"')[0].count(
        '<i><svg class="" aria-hidden="true"><use href="#burst"/>'
    )
    assert tokens == sum(foe["hits"] for foe in foes)


def test_a_guard_has_a_bar_towards_each_card_that_it_keeps(sit: Callable[..., Sitting]) -> None:
    def guarded(view: View) -> bool:
        return any(foe["guarded"] for row in view["table"]["rows"] for foe in row)

    sitting = sit(1, big="monster", battles="6", command_center="20")
    view = sitting.until(guarded)
    page = sitting.page()

    kept = sum(foe["guarded"] for row in view["table"]["rows"] for foe in row)
    assert page.count('class="bar ') >= kept
    assert page.count('class="kept"') == kept


def test_a_hand_is_on_its_owners_screen_alone(sit: Callable[..., Sitting]) -> None:
    sitting = sit(3, hands_visible="owner_only")
    sitting.until(my_turn)

    for seat in sitting.guests:
        page, mine = sitting.page(seat), sitting.view(seat)["table"]["mine"]["hand"]
        assert page.count('class="playcard ') >= len(mine)
        for card in mine:
            assert f"<b>{card['name']}</b>" in page
        for other in sitting.guests:
            assert other == seat or f'value="play {other}.' not in page
    assert "playcard" not in sitting.page()
    assert not re.search(r"(jason|billy|kimberly)\.[a-z-]+\.\d", sitting.page())


def test_a_seat_key_may_have_a_dot(tmp_path: Path) -> None:
    names = ("jason", "mr.x")
    with closing(Table(tmp_path, seats=names)) as table:
        sitting = Sitting(table, 2, names)
        sitting.until(my_turn)

        plays = [a for a in answers(sitting.view("mr.x")) if a.startswith("play mr.x.")]
        page = sitting.page("mr.x")

    assert plays
    assert all(re.search(f'value="{answer}">\\s*<span class="cost">', page) for answer in plays)


def test_with_open_hands_the_shared_screen_still_shows_none(sit: Callable[..., Sitting]) -> None:
    sitting = sit(2)
    sitting.until(my_turn)

    assert "playcard" not in sitting.page()
    theirs = [answer for answer in answers(sitting.view()) if answer.startswith("play billy.")]
    assert theirs
    folded = sitting.page("jason").partition('class="folds"')[2]
    assert f'value="{theirs[0]}"' in folded


def test_a_ranger_turn_is_three_touches_card_target_go_on(sit: Callable[..., Sitting]) -> None:
    sitting = sit(2, battles="6", command_center="20")
    seen = sitting.until(
        lambda view: (
            my_turn(view)
            and any(re.match(r"play jason\.(hot-splash|ladle-swing)\.", a) for a in answers(view))
        )
    )
    at = seen["table"]["at"]
    attack = next(a for a in answers(seen) if re.match(r"play jason\.(hot|ladle)", a))

    before = sitting.acts
    sitting.tap("jason", attack)
    target = next((a for a in answers(sitting.view()) if a.startswith("at ")), None)
    if target:
        sitting.tap("jason", target)
    if sitting.view()["table"]["at"] == at and sitting.view()["stage"] == "play":
        sitting.tap("jason", "on")

    after = sitting.view()
    assert sitting.acts - before <= 3
    assert after["stage"] == "over" or after["table"]["at"] > at


def test_an_enemy_turn_is_two_touches_whom_it_hits_and_go_on(sit: Callable[..., Sitting]) -> None:
    sitting = sit(2, battles="6", command_center="20")

    def hits_one(view: View) -> bool:
        act = view["table"]["act"]
        return bool(act and act["name"] == "Soggy Slap" and "billy" in answers(view))

    at = sitting.until(hits_one)["table"]["at"]
    before = sitting.acts
    sitting.tap("jason", "billy")
    if "on" in answers(sitting.view()):
        sitting.tap("jason", "on")

    after = sitting.view()
    assert sitting.acts - before <= 2
    assert after["stage"] == "over" or after["table"]["at"] != at or not answers(after)


def test_an_open_act_is_no_question_and_says_who_speaks(sit: Callable[..., Sitting]) -> None:
    """Nobody is polled for reactions; whose page offers none is told so."""
    sitting = sit(2, battles="6", command_center="20", hands_visible="owner_only")
    seen = {"may react": 0, "no reaction": 0}
    for _ in range(40):
        view = sitting.view()
        if view["stage"] != "play":
            break
        pages = [sitting.page(), *map(sitting.page, sitting.guests)]
        assert not any("Reactions?" in page for page in pages)
        for seat in sitting.guests:
            options = answers(sitting.view(seat))
            if "on" in options:
                page = sitting.page(seat)
                key = "no reaction" if options == ["on"] else "may react"
                assert key in page
                seen[key] += 1
                assert "React now, or go on." in pages[0]
        sitting.on()

    assert all(seen.values()), seen


def test_no_damage_and_no_hit_are_said_in_words() -> None:
    words = Words({"seats": [{"seat": "billy", "name": "Billy"}]})

    def told(text: str, **args: Any) -> str:
        act = {"text": text, "args": args}
        shown = words.open_act({"text": "{act}. Reactions?", "args": {"act": act}})
        return words.plain(shown)

    app = Flask(__name__)
    Babel(app)
    with app.test_request_context():
        assert told("{n} damage for {seat}", n=0, seat="billy") == "No damage is left for Billy"
        assert told("{n} damage for {seat}", n=2, seat="billy") == "2 damage for Billy"
        assert told("{n} hits", n=0) == "No hit"
        assert words.open_act({"text": "{card}: which target?", "args": {}}) is None


def test_a_shield_that_was_turned_up_stays_to_be_seen(sit: Callable[..., Sitting]) -> None:
    sitting = sit(2, battles="6", command_center="20")
    view = sitting.until(lambda view: view["table"]["revealed"] and my_turn(view))
    page = sitting.page()

    for card in view["table"]["revealed"]:
        assert f"<b>{card['card']}</b>" in page
        assert f"against {card['against']}" in page


def test_a_told_card_closes_the_reactions_with_one_touch(sit: Callable[..., Sitting]) -> None:
    decks = "night-market/ladle,night-market/wick"
    sitting = sit(2, deck_kinds="told", decks=decks, battles="6", command_center="20")

    def hurt(view: View) -> bool:
        act = view["table"]["act"]
        return bool(act and act["damage"] and "on" in answers(view))

    view = sitting.until(hurt)
    on = view["table"]["act"]["on"]
    before = len(view["table"]["revealed"])
    cards = {"jason": "ladle-swing", "billy": "beam"}
    sitting.tap("jason", cards[on])

    after = sitting.view()["table"]
    assert len(after["revealed"]) > before or not after["rows"]


def test_where_nothing_is_entered_the_table_decides_on_the_screen(
    sit: Callable[..., Sitting],
) -> None:
    sitting = sit(1, deck_kinds="told", enemy_kind="told", foot="2")
    sitting.until(lambda view: answers(view) and answers(view)[0] == "done")
    offered = re.findall(r'name="answer" value="([^"]*)"', sitting.page("jason"))

    assert set(offered) == set(answers(sitting.view()))


@pytest.mark.parametrize("hands", ["team", "owner_only"])
def test_every_answer_has_its_place_on_the_page(sit: Callable[..., Sitting], hands: str) -> None:
    """`row` only turns the keys over, and here every card can be tapped."""
    sitting = sit(3, big="boss", hands_visible=hands, command_center="9")
    for _ in range(20):
        if sitting.view()["stage"] != "play":
            break
        for seat in sitting.guests:
            view = sitting.view(seat)
            page = sitting.page(seat)
            offered = set(re.findall(r'name="answer" value="([^"]*)"', page))
            assert set(answers(view)) - {"row"} <= offered, view["ask"]["prompt"]
            assert not re.search(r"<script|\sstyle=|\son\w+=", page)
        sitting.on()


def test_the_end_is_told_on_every_screen(sit: Callable[..., Sitting]) -> None:
    sitting = sit(5, foot="1", command_center="20")
    over = sitting.until(lambda view: view["stage"] == "over")
    how = over["result"]["how"]["text"].partition("{")[0]

    assert how in sitting.page()
    assert 'class="lineup"' in sitting.page()
    assert json.dumps(over["result"]["winners"]) == json.dumps(list(sitting.guests))


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Jason", ["Jason"]),
        ("Jason the second", ["Jason the", "second"]),
        ("Maximilian-Alexander", ["Maximilian-", "Alexander"]),
        ("Anna Maria Wilhelmine Zoë", ["Anna Maria", "Wilhelmine…"]),
        ("W" * 24, ["W" * 12, "W" * 12]),
    ],
)
def test_a_name_stands_in_two_lines_so_that_two_of_a_kind_are_told_apart(
    name: str, lines: list[str]
) -> None:
    assert Words({"seats": [{"seat": "billy", "name": name}]}).pair("billy") == lines
