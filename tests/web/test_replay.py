"""A match that is over, step by step: for the owner, as each seat saw it."""

from __future__ import annotations

import html
import re

import pytest

from companion.table.inbox import Command
from companion.table.record import header_of, to_text
from tests.engines.evenings import Evening

ID = re.compile(r"\w\.\d|\b(putty|alien|chips?|dice|deck)[-/]\d|/")
"""Something as only the record writes it: `jason.jab.2`, `putty-7`, `dice/billy`."""


REAL = {"deck_kinds": "told,told"}
PLAYED = [
    *map(Evening, ("king_sphinx", "bandai", "heroes", "monster_rancher")),
    *(Evening(game, REAL) for game in ("bandai", "heroes", "monster_rancher")),
]


@pytest.fixture(params=PLAYED, ids=str)
def ended(table, request):
    """The owner of a table on which this game has been played to its end."""
    match = request.param.played(3)
    text = to_text(header_of(match), match.log)
    reply = table.inbox.ask(Command("owner", "import", {"text": text})).result(60)
    assert reply.status == "ok", reply
    guest = table.guest()
    guest.ask("POST", "/owner", data={"code": "OWNERCOD", "page": "/owner"})
    return guest, match


def test_each_step_is_shown_as_every_seat_saw_it(ended):
    guest, match = ended
    page = guest.get("/record/1?step=0").text
    assert f"0 of {len(match.log)}" in page
    middle = len(match.log) // 2
    for seat in ("", *match.seats):
        shown = guest.get(f"/record/1?step={middle}&seat={seat}")
        assert shown.status_code == 200
        assert f"{middle} of {len(match.log)}" in shown.text
        assert "data-live" not in shown.text, "it does not go on by itself"
    assert "step by step" in guest.get("/owner/records").text


def test_every_answer_is_told_in_words_and_never_as_the_record_has_it(ended):
    guest, match = ended
    steps = range(1, len(match.log) + 1, 1 + len(match.log) // 60)
    for step in steps:
        by, notation = match.log[step - 1]
        page = guest.get(f"/record/1?step={step}")
        assert page.status_code == 200, (step, by, notation)
        told = re.search(r"<p>\d+ of \d+ · (.+?)</p>", page.text, re.DOTALL)[1]
        words = html.unescape(re.sub(r"<[^>]+>", "", told)).strip()
        assert words, step
        assert not ID.search(words), (step, words)
        same_in_words = notation.isdecimal() or notation in match.seats
        assert same_in_words or not words.endswith(f": {notation}"), (step, words)
        if by in match.seats:
            assert words.startswith(f"{by.title()}: "), words


def test_past_the_end_is_the_end(ended):
    guest, match = ended
    assert f"{len(match.log)} of {len(match.log)}" in guest.get("/record/1?step=99999").text


def test_a_stranger_replays_nothing(table, ended):
    assert table.guest().get("/record/1?step=3").status_code == 403
    assert ended[0].get("/record/99?step=3").status_code == 404


def test_a_match_that_lasts_is_not_replayed(table):
    jason, billy = table.guest("jason"), table.guest("billy")
    for guest, seat in ((jason, "jason"), (billy, "billy")):
        guest.post("/command", {"name": "sit", "args": {"seat": seat}})
    jason.post("/command", {"name": "start", "args": {"game": "tonight"}})
    owner = table.guest()
    owner.ask("POST", "/owner", data={"code": "OWNERCOD", "page": "/owner"})

    assert owner.get("/record/1?step=1").status_code == 404


def test_old_matches_are_listed_a_page_at_a_time(table):
    owner = table.guest()
    owner.ask("POST", "/owner", data={"code": "OWNERCOD", "page": "/owner"})
    for seat in ("jason", "billy"):
        owner.post("/command", {"as": "owner", "name": "sit", "args": {"seat": seat}})
    for _ in range(9):
        start = {"as": "owner", "name": "start", "args": {"game": "tonight"}}
        assert owner.post("/command", start).status_code == 200
        owner.post("/command", {"as": "owner", "name": "abandon", "args": {}})

    newest, oldest = (owner.get(f"/owner/records{sheet}").text for sheet in ("", "/2"))
    assert re.findall(r"/record/(\d+)\.txt", newest) == [str(n) for n in range(9, 1, -1)]
    assert re.findall(r"/record/(\d+)\.txt", oldest) == ["1"]
    assert 'href="/owner/records/2"' in newest
    assert 'href="/owner/records/1"' in oldest
    assert "No match has ended yet" in owner.get("/owner/records/3").text


def test_a_match_that_was_ended_early_is_shown_read_and_taken_up_again(table):
    jason, owner = table.guest("jason"), table.guest()
    owner.ask("POST", "/owner", data={"code": "OWNERCOD", "page": "/owner"})
    for seat in ("jason", "billy"):
        jason.post("/command", {"name": "sit", "args": {"seat": seat}})
    jason.post("/command", {"name": "start", "args": {"game": "tonight"}})
    asked = jason.view()["ask"]["prompt"]
    owner.post("/command", {"as": "owner", "name": "abandon", "args": {}})

    page = owner.get("/owner/records").text
    for words in ("Ended matches", "ended early", "Jason, Billy", "step by step", "download"):
        assert words in page
    assert "No match has ended yet" not in page
    assert owner.get("/record/1?step=0").status_code == 200
    form = {"as": "owner", "page": "/owner", "command": "resume", "arg_number": "1"}
    assert owner.ask("POST", "/act", data=form).headers["Location"] == "/owner"

    assert jason.view()["ask"]["prompt"] == asked
    again = owner.ask("POST", "/act", data={**form, "id": "again"})
    assert again.headers["Location"] == "/owner"
    assert jason.view()["ask"]["prompt"] == asked, "it is on the table already: nothing changes"
