"""Monster Rancher on the screens: two ranches for all, a hand for its own seat alone."""

from __future__ import annotations

import html
import json
import random
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import pytest
from flask import render_template_string

import companion
from companion.engines.catalogue import GAMES
from companion.engines.match import Match
from companion.engines.monster_rancher.robot import decide
from companion.table.board import OWNER
from companion.table.chance import SeededChance
from companion.table.inbox import Answer, Command
from companion.table.packs.library import shelved
from tests.web.conftest import Table
from web.words import Words

T = TypeVar("T")
View: TypeAlias = Mapping[str, Any]
SEATS = ("jason", "billy")
SHELVED = shelved(GAMES)
Match(SHELVED["monster_rancher"], SEATS)  # the packs are read once, while nobody waits
PATIENCE_S = 60
LONGEST = 400
"""So many answers no test needs."""
CHAINED = {"show": ["move-c", "move-r", "move-h", "move-s"]}
"""Where the page goes on at once to what comes next."""


class Alike(SeededChance):
    """Both decks lie in the same order, so that every Speed Rank is tied."""

    def pick(self, things: Sequence[T]) -> T:
        return min(things, key=lambda thing: str(thing).partition(".")[2])


class Sitting:
    """Two people at the table, each with a phone, and somebody who looks on."""

    def __init__(self, table: Table) -> None:
        self.table, self.acts, self.pick = table, 0, random.Random()
        table.session.sitting.games = SHELVED
        self.guests = {seat: table.guest(seat) for seat in SEATS}
        self.onlooker = table.guest()
        for seat in SEATS:
            self.tell(Command(seat, "sit", {"seat": seat}))

    def begin(self, seed: int = 3, **options: str) -> Sitting:
        """A new match; one that is still played is left."""
        if self.view()["stage"] == "play":
            self.tell(Command(OWNER, "abandon"))
        self.table.session.chance, self.pick = SeededChance(seed), random.Random(seed)
        self.tell(Command("jason", "start", {"game": "monster_rancher", "options": options}))
        return self

    def tell(self, item: Answer | Command) -> None:
        reply = self.table.inbox.ask(item).result(PATIENCE_S)
        assert reply.status == "ok", (item, reply.words)

    def view(self, seat: str = "audience") -> View:
        found: View = json.loads(self.table.board.frame(seat).body)
        return found

    def page(self, seat: str = "") -> str:
        """What is drawn: for that seat, or for everybody."""
        guest, path = (self.guests[seat], f"/seat/{seat}") if seat else (self.onlooker, "/")
        got = guest.get(f"{path}?part=1", headers={"Accept": "text/html"})
        assert got.status_code == 200, got.text
        return html.unescape(got.text)

    def read_in(self, language: str, seat: str) -> str:
        """The words on the seat's page, for a phone that prefers this language."""
        guest = self.guests[seat]
        got = guest.get(f"/seat/{seat}?part=1", headers={"Accept-Language": language})
        return html.unescape(re.sub(r"<[^>]*>", " ", got.text))

    def offered(self, seat: str) -> list[str]:
        """The answers for which the seat's page has a button."""
        return re.findall(r'name="answer" value="([^"]*)"', self.page(seat))

    def asked(self) -> str:
        """Whose turn it is to answer; a real card to turn up is jason's."""
        awaited: list[str] = self.view()["awaited"] or ["jason"]
        return next(seat for seat in awaited if self.view(seat)["ask"])

    def say(self, seat: str, answer: str) -> None:
        self.acts += 1
        question = self.view(seat)["ask"]["question"]
        self.tell(Answer(seat, question, answer, str(self.acts)))

    def on(self) -> None:
        """Whoever is asked answers as a robot would; a real card is any that it can be."""
        seat = self.asked()
        view = self.view(seat)
        answers = [option["answer"] for option in view["ask"]["options"]]
        keen = "play" if "play" in answers and self.pick.random() < 0.4 else ""
        if not keen and view["ask"]["kind"] == "choose":
            keen = decide(view, self.pick.randrange)
        self.say(seat, keen if keen in answers else self.pick.choice(answers))

    def until(self, seen: Callable[[View], Any]) -> str:
        """Play on until the asked seat's view is like that; whose it is."""
        for _ in range(LONGEST):
            if self.view()["stage"] == "over":
                self.tell(Command("jason", "rematch"))
            seat = self.asked()
            if seen(self.view(seat)):
                return seat
            self.on()
        raise AssertionError(f"it never came to that: {self.view()['said']}")


@pytest.fixture(scope="module")
def sitting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sitting]:
    table = Table(tmp_path_factory.mktemp("ranch"))
    yield Sitting(table)
    table.close()


def answers(view: View) -> list[str]:
    return [option["answer"] for option in (view["ask"] or {}).get("options", ())]


def first(*words: str) -> Callable[[View], bool]:
    """Whether one of these is what may be answered."""
    return lambda view: any(answer.split(" ")[0] in words for answer in answers(view))


def test_the_lost_pages_are_spoken_of_before_the_first_card_is_turned(sitting: Sitting) -> None:
    page = sitting.begin().page()

    assert '<p class="mr-ours">Some pages of the rulebook are lost' in page
    assert page.count('<i class="mr-back"></i></div>') == 4, "nobody's monsters are seen"


def test_each_chooses_first_monsters_from_the_own_list_alone(sitting: Sitting) -> None:
    sitting.begin()
    jason, billy = sitting.page("jason"), sitting.page("billy")

    assert "Bramble Boar" in jason
    assert "Bramble Boar" not in billy + sitting.page()
    assert "Lanternfin" in billy
    assert 'value="take lanternfin"' not in jason


def test_every_answer_of_a_whole_evening_stands_on_its_page(sitting: Sitting) -> None:
    """And the strip goes with the week."""
    phases, asked = set[str](), set[str]()
    begun = sitting.begin().acts
    while len(asked) < 10 or phases < {"setup", "activation", "event", "play", "end", "battle"}:
        seat = sitting.asked()
        view = sitting.view(seat)
        new = {answer.split(" ")[0] for answer in answers(view)} - asked
        if new or view["table"]["phase"] not in phases:
            assert set(answers(view)) <= set(sitting.offered(seat)), view["ask"]["prompt"]
            shared = sitting.page()
            assert ('class="mr-floor"' in shared) == (view["table"]["arena"] is not None)
        asked |= new
        phases.add(view["table"]["phase"])
        sitting.on()
        assert sitting.acts - begun < LONGEST, (asked, phases)


def test_a_hand_is_on_its_owners_screen_alone(sitting: Sitting) -> None:
    sitting.begin()
    sitting.until(first("pass"))
    hands = {s: [c["name"] for c in sitting.view(s)["table"]["mine"]["hand"]] for s in SEATS}
    open_to = {s: json.dumps(sitting.view(s)) for s in (*SEATS, "audience")}

    for seat, hand in hands.items():
        own = sitting.page(seat)
        for name in hand:
            assert f"<b>{name}</b>" in own
        for other in ("audience", *SEATS):
            unseen = [name for name in hand if f'"{name}"' not in open_to[other]]
            shown = sitting.page(other if other in SEATS else "")
            assert not [name for name in unseen if f"<b>{name}</b>" in shown]
    assert "mr-held" not in sitting.page()


def test_each_phone_reads_the_words_of_the_rules_in_its_own_language(sitting: Sitting) -> None:
    """Whoever else has looked before."""
    sitting.begin()
    seat = sitting.until(first("play", "end"))

    german, english, again = (sitting.read_in(tongue, seat) for tongue in ("de", "en", "de"))

    assert german == again
    said = [set(re.findall(r"[^\W\d_]+", page)) for page in (german, english)]
    for words in (GERMAN, ENGLISH):
        assert said[words is ENGLISH] & words, said
        assert not said[words is GERMAN] & words


GERMAN = {"Beigabe", "Ereignis", "Kampf"}
ENGLISH = {"Attachment", "Event", "Battle"}


def test_help_and_hindrance_lie_around_the_training_and_in_its_sum(sitting: Sitting) -> None:
    sitting.begin()
    other = sitting.until(first("help", "hinder"))
    offered = sitting.offered(other)
    card = sitting.view(other)["table"]["mine"]["hand"][0]
    assert {f"help {card['id']}", f"hinder {card['id']}", "none"} <= set(offered)
    assert "Help or hinder?" in sitting.page()

    sitting.say(other, f"hinder {card['id']}")
    page, pull = sitting.page(), sitting.view()["table"]["pull"]

    assert "<b>+1</b><small>hindered</small>" in page
    assert f"<b>+1</b><small>{card['name']}</small>" in page
    assert f"<b>{pull['result']}</b><small>target {pull['target']}</small>" in page
    assert ("succeeds</small>" in page) == (pull["result"] <= pull["target"])


def test_a_tie_to_the_last_is_guessed_and_no_page_knows_the_counters(sitting: Sitting) -> None:
    pages = []
    for hidden in ("hide 1", "hide 2"):
        sitting.begin(decks="valley/ember,valley/ember")
        sitting.table.session.chance = Alike(1)
        hider = sitting.until(first("hide"))
        assert {"hide 1", "hide 2", "fist"} <= set(sitting.offered(hider))
        sitting.say(hider, hidden)
        pages.append([drawn(sitting.page(who)) for who in ("", *SEATS)])
        assert {"guess 1", "guess 2"} <= set(sitting.offered(sitting.asked()))

    assert pages[0] == pages[1]
    assert "One or two counters, hidden" in pages[0][0]


def drawn(page: str) -> str:
    """A page without the tickets of its forms and the count of what was heard this evening."""
    counted = r'(name="(id|question)" value|data-(about|question|sound|verdict))="[^"]*"'
    return re.sub(counted, "", page)


def test_the_arena_has_five_spaces_and_both_columns_as_its_clock(sitting: Sitting) -> None:
    sitting.begin()
    mover = sitting.until(lambda view: first("move")(view) and view["table"]["arena"]["round"] > 1)
    arena, page = sitting.view()["table"]["arena"], sitting.page()

    left = sum(map(len, arena["columns"].values()))
    assert page.count('class="mr-stitch"') == left
    assert page.count('rx="12"/>') - 3 * left == 10 - left, "what is drawn leaves its place"
    assert f"{min(map(len, arena['columns'].values()))} cards to go" in page
    for seat in SEATS:
        assert f"on space {arena['spaces'].index(seat) + 1}" in page
    for icon in arena["moves"].values():
        assert f'<use href="#mv{icon}"/>' in page
    words = {"C": "Charge", "R": "Retreat", "H": "Hold", "S": "Shove Back"}
    own = sitting.page(mover)
    for card in sitting.view(mover)["table"]["mine"]["hand"]:
        assert f'value="move {card["id"]}"' in own
        assert f"{words[card['move']]}</small>" in own


def test_a_pull_and_a_move_with_real_cards_are_one_touch_each(sitting: Sitting) -> None:
    sitting.begin(2, decks="blank,valley/shallows", deck_kinds="told,virtual")
    sitting.until(lambda view: first("pull-4")(view) and view["table"]["phase"] == "speed")
    pulled = len(sitting.view()["table"]["players"][0]["rank"])
    assert {f"pull-{n}" for n in range(1, 7)} <= set(sitting.offered("jason"))
    sitting.say("jason", "pull-4")
    assert len(sitting.view()["table"]["players"][0]["rank"]) == pulled + 1

    for _ in range(LONGEST):
        view = sitting.view("jason")
        if first("show")(view):
            break
        if "battle-6" in answers(view):
            sitting.say("jason", "battle-6")
        else:
            sitting.on()
    assert set(CHAINED["show"]) <= set(sitting.offered("jason"))
    sitting.say("jason", "move-h")
    assert sitting.view()["table"]["arena"]["moves"]["jason"] == "H"


def test_what_only_the_card_says_is_told_by_touching_it(sitting: Sitting) -> None:
    sitting.begin(2, decks="blank,valley/shallows", deck_kinds="told,virtual")
    kinds = {"10", "monster-1", "damage", "life"}
    while kinds:
        seat = sitting.until(first(*kinds))
        view = sitting.view(seat)
        assert set(answers(view)) <= set(sitting.offered(seat)), view["ask"]["prompt"]
        kinds -= set(answers(view))
    sitting.until(lambda view: first("pull-1")(view) and view["table"]["phase"] == "speed")
    assert "pull-1" not in sitting.page("billy"), "what is left of a deck is its owner's to read"


def test_a_power_for_any_time_is_offered_before_the_speed_rank(sitting: Sitting) -> None:
    sitting.begin(2, decks="valley/shallows,valley/shallows")
    seat = sitting.until(lambda view: "Speed Rank:" in view["ask"]["prompt"]["text"])

    offered = sitting.offered(seat)

    assert "none" in offered
    assert any(answer.startswith("power ") for answer in offered)
    assert "Not now" in sitting.page(seat)


RANCHES = """{% import "games/monster_rancher/board.html" as board with context %}
{% for player in frame.table.players %}{{ board.ranch(player, frame.table) }}{% endfor %}"""


@pytest.mark.parametrize("winners", [["jason", "billy"], ["billy"], []])
def test_the_ranches_of_all_who_have_won_are_lit(sitting: Sitting, winners: list[str]) -> None:
    frame = {**sitting.begin().view(), "result": {"winners": winners}}

    with sitting.table.app.app.test_request_context():
        drawn = render_template_string(RANCHES, frame=frame, words=Words(frame))

    found = re.findall(r'class="mr-ranch \w+( on)?" aria-label="(\w+)"', drawn)
    assert {name.lower(): bool(on) for on, name in found} == {s: s in winners for s in SEATS}


PIECE = """{% import "games/monster_rancher/pieces.html" as piece with context %}
{% for card in cards %}{{ piece.says(card) }}
{% endfor %}"""
RUN_ON = re.compile(r"[.!?…] *[;,]|^ *[;,]|[;,] *[;,]", re.MULTILINE)
"""A sentence that has ended and goes on; a line that begins in its middle."""


def test_no_card_of_a_pack_goes_on_behind_a_full_stop(table: Table) -> None:
    pack = Path(companion.__file__).parent / "packs" / "monster_rancher" / "valley.toml"
    kinds = tomllib.loads(pack.read_text(encoding="utf-8"))
    cards = [
        {"icons": [], **card, "type": kind}
        for kind in ("training", "attachment", "event", "battle")
        for card in kinds.get(kind, ())
    ]
    plain = {"type": "training", "icons": ["G"], "requires": {"traits": {"life": 2}}}

    with table.app.app.test_request_context():
        said = html.unescape(render_template_string(PIECE, cards=[*cards, plain]))

    lines = re.sub(r"<[^>]*>", "", said).strip().splitlines()
    assert "Only for the well-behaved. Needs Loyalty 1" in said
    assert [line for line in lines if RUN_ON.search(line)] == []
    assert lines[-1] == "G; needs Life 2"
