"""Every screen of every game, for everybody who may look at it, is drawn and tells no secret."""

from __future__ import annotations

import html
import json
import random
import re
from pathlib import Path

import jsonschema
import pytest

from companion.engines.catalogue import GAMES
from companion.errors import Sentence
from companion.table.board import Board, Frame
from companion.table.inbox import Health, Inbox
from web.pages import create_app

ROOT = Path(__file__).parents[2]
SCHEMA = jsonschema.Draft202012Validator(
    json.loads((ROOT / "web/static/view.schema.json").read_text())
)
SEATS = ("jason", "billy")


def begin(table, game):
    guests = {seat: table.guest(seat) for seat in SEATS}
    for seat, guest in guests.items():
        guest.post("/command", {"name": "sit", "args": {"seat": seat}})
    started = guests["jason"].post("/command", {"name": "start", "args": {"game": game}})
    assert started.status_code == 200, started.text
    return guests


def act(guests, pick, n):
    """Whoever is asked answers anything; whose question it was and what stood in it."""
    for seat, guest in guests.items():
        ask = guest.view()["ask"]
        if not ask:
            continue
        if ask["kind"] == "look":
            said = "seen"
        elif ask["kind"] == "roll_each":
            said = "press"
        else:
            said = pick.choice(ask["options"])["answer"]
        body = {"question": ask["question"], "answer": said, "id": f"{seat}-{n}"}
        # the table may count to three in between: then the question has closed
        assert guest.post("/answer", body).status_code in (200, 409)
        return


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_drawn_for_everybody_at_every_step(table, game):
    guests, pick, onlooker = begin(table, game), random.Random(7), table.guest()
    for n in range(25):
        for path in ("/", "/?part=1"):
            got = onlooker.get(path, headers={"Accept": "text/html"})
            assert got.status_code == 200, got.text
        for seat, guest in guests.items():
            got = guest.get(f"/seat/{seat}")
            assert got.status_code == 200
            assert not re.search(r"<script(?![^>]*src=)|\son\w+=|\sstyle=", got.text)
            SCHEMA.validate(guest.view())
        SCHEMA.validate(onlooker.view())
        act(guests, pick, n)


def test_the_owners_view_keeps_to_the_schema_and_its_page_is_drawn(table):
    owner = table.guest()
    owner.ask("POST", "/owner", data={"code": "OWNERCOD"})
    begin(table, "king_sphinx")
    SCHEMA.validate(owner.get("/view?as=owner").json())
    assert "Going back" in owner.get("/owner").text


def test_the_published_schema_is_the_one_of_the_frames(table):
    published = table.guest().get("/view.schema.json")
    assert published.json() == SCHEMA.schema


def test_the_first_load_is_light(table):
    guest = table.guest()
    page = guest.get("/", headers={"Accept-Encoding": "gzip"})
    assets = re.findall(r'(?:href|src)="(/static/[^"]+|/qr.svg)"', page.text)
    assert "/static/display.woff2" in assets
    assert len(assets) + 1 <= 6
    weight = sum(
        int(guest.get(path, headers={"Accept-Encoding": "gzip"}).headers["Content-Length"])
        for path in ("/", *assets)
    )
    assert weight < 60_000


def test_assets_are_compressed_and_kept(table):
    got = table.guest().get("/static/tableside.css?x", headers={"Accept-Encoding": "gzip"})
    assert got.headers["Content-Encoding"] == "gzip"
    assert "immutable" in got.headers["Cache-Control"]
    for path in ("/view", "/seat", "/owner", "/"):
        assert table.guest().get(path).headers["Cache-Control"] == "no-store"


def test_a_phone_waits_with_its_two_signs_and_then_has_its_seat(table, until):
    table.inbox.put(Health("button/billy", "fine", Sentence(""), 0))
    until(lambda: table.guest().view()["seats"][1]["button"])
    guest, onlooker = table.guest(), table.guest()
    got = guest.ask("POST", "/claim", data={"seat": "billy", "code": ""})
    assert (got.status_code, got.headers["Location"]) == (303, "/seat?asked=1")
    cookie = got.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    signs = guest.view()["claim"]["signs"]
    assert signs in guest.get("/seat").text
    assert signs in onlooker.get("/").text
    assert guest.post("/answer", {"question": "x", "answer": "y", "id": "1"}).status_code == 403

    table.session.sitting.seats.confirm("billy")
    table.session.publish()

    assert guest.get("/seat").headers["Location"] == "/seat/billy"
    assert guest.get("/seat/billy").status_code == 200


def test_cookies_refused_gives_a_plain_sentence(table):
    assert "keep cookies" in table.guest().get("/seat?asked=1").text


def test_one_device_may_hold_two_seats_with_a_curtain_between(table):
    guest = table.guest("billy")
    guest.post("/claim", {"seat": "jason", "code": table.session.terminal_code})
    assert guest.get("/view").json()["viewer"] == "jason"
    assert guest.get("/view?as=billy").json()["viewer"] == "billy"
    assert "Only Billy looks now" in guest.get("/seat/billy?curtain=1").text


def test_an_old_screen_is_told_so_and_nothing_changes(table):
    guests = begin(table, "king_sphinx")
    jason = guests["jason"]
    old = jason.view()["ask"]["question"]
    act(guests, random.Random(1), 0)
    before = jason.view()
    form = {"as": "jason", "page": "/seat/jason", "question": old, "answer": "alien goldar"}
    got = jason.ask("POST", "/act", data=form)
    told = got.headers["Location"]
    assert told.startswith("/seat/jason?note=stale&of=")
    assert "That question is closed" in jason.get(told).text
    assert jason.view() == before
    act(guests, random.Random(1), 1)
    assert jason.view() != before
    assert "That question is closed" not in jason.get(told).text, "now another is asked"


def test_after_the_match_its_record_can_be_taken_home_by_the_owner_alone(table):
    begin(table, "king_sphinx")
    owner = table.guest()
    owner.ask("POST", "/owner", data={"code": "OWNERCOD"})
    assert owner.get("/record/1.txt").status_code == 404
    owner.post("/command", {"as": "owner", "name": "abandon", "args": {}})
    got = owner.get("/record/1.txt")
    assert got.status_code == 200
    assert "attachment" in got.headers["Content-Disposition"]
    assert table.guest().get("/record/1.txt").status_code == 403


@pytest.mark.parametrize("page", ["//evil.example", "/\\evil", "https://evil.example", "/a?b"])
def test_a_form_never_leads_away(table, page):
    form = {"page": page, "command": "sit", "arg_seat": "jason"}
    assert table.guest().ask("POST", "/act", data=form).headers["Location"] == "/"


def test_an_empty_lane_is_never_on_turn(table):
    begin(table, "king_sphinx")
    page = table.guest().get("/").text
    assert page.count('class="lane empty"') == 2
    assert 'class="lane on"' not in page


def drawn(frame, **changes):
    """The shared screen as it is drawn from this frame."""
    board = Board()
    board.publish({"audience": Frame(1, json.dumps({**frame, **changes}).encode())}, {})
    app = create_app(board, Inbox(), owner_code="OWNERCOD")
    return app.test_client().get("/").text


def test_the_clip_of_the_short_game_goes_down_as_the_table_counts(table):
    begin(table, "king_sphinx_short")
    frame = table.guest().view()
    for count, number in ((1, "3"), (2, "2"), (3, "1")):
        page = drawn(frame, count=count)
        assert page.count('id="clip-of-count"') == 1
        assert re.search(r'id="clip-of-count">[^\n]*\n<text[^>]*>(\d)', page)[1] == number
        assert page.count('class="past s120"') == count - 1
        assert 'class="ring"' not in page
    page = drawn(frame, count=None)
    assert re.search(r'id="clip-of-count">[^\n]*\n<use href="#d', page)
    assert page.count('class="ring"') == len(SEATS), "now all throw"


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_is_told_what_every_game_is_about(table, game):
    how = GAMES[game].how
    assert re.search(r"\bwins?\b|\bloses\b", how[0])
    guests = begin(table, game)
    pages = [guests["jason"].get("/seat/jason").text]
    if game != "king_sphinx_short":  # for who cannot read yet: no word is on its shared screen
        pages.append(table.guest().get("/").text)
    for page in pages:
        assert all(f"<p>{line}</p>" in html.unescape(page) for line in how)


def test_the_first_screen_says_what_is_played_if_there_is_room(table):
    frame, told = table.guest().view(), GAMES["king_sphinx"].how[0]
    assert told in html.unescape(drawn(frame))
    last = [{"text": "Billy wins.", "args": {}}]
    assert told not in html.unescape(drawn(frame, lobby={**frame["lobby"], "last": last}))
