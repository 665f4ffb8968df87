"""What comes out of every door, to whom, and what is refused at it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
PAGES = ["/", "/seat", "/owner", "/view", "/healthz", "/qr.svg", "/static/tableside.css"]


def start(table):
    jason, billy = table.guest("jason"), table.guest("billy")
    for guest in (jason, billy):
        seat = guest.view()["viewer"]
        assert guest.post("/command", {"name": "sit", "args": {"seat": seat}}).status_code == 200
    started = jason.post("/command", {"name": "start", "args": {"game": "tonight"}})
    assert started.status_code == 200
    return jason, billy


def answer(guest, said, id_="", question=None):
    ask = guest.view()["ask"]
    question = question or ask["question"]
    return guest.post("/answer", {"question": question, "answer": said, "id": id_})


def at_the_look(table):
    """Jason has taken Goldar, whose level is on his screen alone."""
    jason, billy = start(table)
    assert answer(jason, "alien goldar").status_code == 200
    return jason, billy


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_there_before_any_match_and_carries_the_rules_for_browsers(table, path):
    got = table.guest().get(path, headers={"Accept": "text/html"})
    assert got.status_code == 200
    policy = got.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy


def test_a_page_that_is_not_there_is_a_sentence_to_people_and_json_to_programs(table):
    browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
    page = table.guest().get("/nowhere", headers={"Accept": browser})
    assert (page.status_code, page.headers["Content-Type"][:9]) == (404, "text/html")
    assert table.guest().get("/nowhere").json()["words"].startswith("There is no such page")


def test_no_page_has_script_or_style_of_its_own_or_anything_from_outside(table):
    jason, _ = at_the_look(table)
    for page in (table.guest().get("/").text, jason.get("/seat/jason").text):
        assert not re.search(r"<script(?![^>]*src=)|<style|\son\w+=|\sstyle=", page)
        assert not re.search(r"(src|href)=.https?:", page)


def test_a_secret_is_on_its_own_seats_screen_alone(table):
    jason, billy = at_the_look(table)
    level = jason.view()["ask"]["secret"]["args"]["level"]
    sentence = f"has level {level}"
    assert sentence in jason.get("/seat/jason").text
    for guest in (billy, table.guest()):
        for path in ("/", "/seat", "/seat/billy", "/seat/jason", "/view", "/owner"):
            got = guest.get(path)
            assert "has level" not in got.text
            assert "alien-" not in got.text


def test_another_seats_view_is_refused_and_a_strangers_is_the_audiences(table):
    _, billy = at_the_look(table)
    assert billy.get("/view?as=jason").status_code == 403
    assert billy.get("/live?as=jason").status_code == 403
    assert billy.get("/seat/jason").status_code == 302
    assert table.guest().view()["viewer"] == "audience"


def test_an_answer_to_a_closed_question_is_stale_and_a_foreign_one_is_not_yours(table):
    jason, billy = start(table)
    question = jason.view()["ask"]["question"]
    assert answer(billy, "alien goldar", question=question).status_code == 403
    assert answer(jason, "alien nobody").status_code == 422
    assert answer(jason, "alien goldar").status_code == 200
    assert answer(jason, "alien squatt", question=question).status_code == 409
    assert (
        table.guest().post("/answer", {"question": question, "answer": "seen"}).status_code == 403
    )


def test_the_same_post_twice_gets_the_first_reply_and_counts_once(table):
    jason, _ = start(table)
    question = jason.view()["ask"]["question"]
    first = answer(jason, "alien goldar", "once", question)
    assert (first.status_code, first.json()["status"]) == (200, "ok")
    assert answer(jason, "alien goldar", "once", question).json() == first.json()
    assert jason.view()["ask"]["kind"] == "look"


@pytest.mark.parametrize(
    "origin", ["http://elsewhere.example", "http://localhost.example", "null", ""]
)
def test_a_post_from_another_page_is_refused(table, origin):
    got = table.guest().post("/command", {"name": "sit"}, headers={"Origin": origin})
    assert got.status_code == 403
    assert not any(seat["sitting"] for seat in table.guest().view()["seats"])


@pytest.mark.parametrize(
    "host", ["evil.example", "1.2.3.4.evil.example", "localhost.evil.example", "0x7f.1", "[::1"]
)
def test_a_foreign_name_is_refused(table, host):
    for path in ("/", "/view", "/live"):
        assert table.guest().get(path, headers={"Host": host}).status_code == 421


@pytest.mark.parametrize(
    "host", ["10.1.2.3", "10.1.2.3:8000", "[fe80::1]:8000", "LOCALHOST:8000", "tableside.local"]
)
def test_the_table_answers_at_whatever_number_the_network_gives_it(table, host):
    for path in ("/", "/view"):
        assert table.guest().get(path, headers={"Host": host}).status_code == 200


def test_a_post_that_is_no_json_object_is_refused_in_words(table):
    guest = table.guest()
    assert guest.ask("POST", "/answer", data={"question": "x"}).status_code == 415
    assert guest.post("/answer", ["x"]).status_code == 400
    assert guest.post("/command", {"name": "sit", "args": "jason"}).status_code == 400


def test_the_owners_page_needs_the_code_and_shows_no_secret(table):
    guest = table.guest()
    at_the_look(table)
    assert "Inputs" not in guest.get("/owner").text
    assert guest.ask("POST", "/owner", data={"code": "GUESSING"}).status_code == 403
    assert guest.ask("POST", "/owner", data={"code": "OWNERCOD"}).status_code == 303
    page = guest.get("/owner").text
    assert "Inputs" in page
    assert "has level" not in page


def test_codes_are_not_guessed_quickly(table):
    guest = table.guest()
    for _ in range(5):
        guest.ask("POST", "/owner", data={"code": "GUESSING"})
    assert guest.ask("POST", "/owner", data={"code": "OWNERCOD"}).status_code == 403


def test_there_are_no_hands_without_the_simulator(table):
    assert table.guest().get("/hands").status_code == 404
    assert table.guest().post("/hands", {"do": "press"}).status_code == 404


def test_a_page_answers_without_script(table):
    jason, _ = start(table)
    form = {"as": "jason", "page": "/seat/jason", "answer": "alien goldar"}
    form["question"] = jason.view()["ask"]["question"]
    got = jason.ask("POST", "/act", data=form)
    assert (got.status_code, got.headers["Location"]) == (303, "/seat/jason")
    assert jason.view()["ask"]["kind"] == "look"


def test_names_are_never_markup(table):
    jason = table.guest("jason")
    jason.post("/command", {"name": "name", "args": {"seat": "jason", "name": "<b>Ä&🙂</b>"}})
    assert "<b>Ä" not in table.guest().get("/").text


def test_the_short_game_begins_with_the_dice_that_the_owner_has_chosen(table):
    owner = table.guest()
    owner.ask("POST", "/owner", data={"code": "OWNERCOD"})
    for seat in ("jason", "billy"):
        owner.ask("POST", "/act", data={"as": "owner", "command": "sit", "arg_seat": seat})
    form = {"as": "owner", "command": "start", "opt_dice": "pi", "opt_stands": "dealt"}
    assert owner.ask("POST", "/act", data={**form, "arg_game": "short"}).status_code == 303
    options = table.session.sitting.play.match.options
    assert options["short_dice"] == "pi"


def test_a_throw_of_several_dice_is_mended_die_by_die(table):
    lines = (PLAYTHROUGHS / "king_sphinx_evening.txt").read_text().splitlines()
    thrown = re.compile(r"dice/\w+: \d \d")
    last = next(n for n, line in enumerate(lines) if thrown.match(line))
    owner = table.guest()
    owner.ask("POST", "/owner", data={"code": "OWNERCOD"})
    for command in (
        {"command": "import", "arg_text": "\n".join(lines[: last + 1]) + "\n"},
        {"command": "resume"},
    ):
        assert owner.ask("POST", "/act", data={"as": "owner", **command}).status_code == 303
    faces = lines[last].partition(": ")[2].split(" ")
    page = owner.get("/owner/back").text
    assert page.count('name="die') == len(faces)
    assert re.findall(r"<option selected>(\d)", page) == faces, "it begins with what was told"
    dice = {f"die{n}": "7654321"[int(face)] for n, face in enumerate(faces)}
    owner.ask("POST", "/act", data={"as": "owner", "command": "amend", "arg_die": "1", **dice})
    assert table.session.sitting.proposal
    assert " ".join(dice.values()) in str(table.session.sitting.proposal.words)
