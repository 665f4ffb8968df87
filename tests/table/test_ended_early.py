"""A match that was ended early: kept like any other, and taken up again where it was."""

from __future__ import annotations

import pytest

from companion.table.store import Unsaved


def records(t):
    return t.frame("owner")["owner"]["records"]


def test_ended_and_taken_up_again_it_is_as_it_was(table):
    t = table().begun()
    log, ask, number = t.log, t.ask("jason"), 1
    t.do("owner", "abandon")
    found = records(t)
    assert [(r["number"], r["state"], r["seats"]) for r in found] == [
        (number, "abandoned", ["jason", "billy"])
    ]

    assert t.do("owner", "resume", number=number).status == "ok"

    assert t.frame()["stage"] == "play"
    assert t.log == log
    assert {**t.ask("jason"), "question": ""} == {**ask, "question": ""}
    assert t.frame()["trouble"] is None
    assert t.again().frame("owner")["lobby"]["games"][3]["enabled"], "it is last evening's again"


def test_a_robots_seat_is_a_robots_again(table):
    t = table()
    t.do("owner", "sit", seat="billy", robot=True)
    t.started("jason")
    t.do("owner", "abandon")
    t.do("owner", "resume", number=1)
    assert [s["seat"] for s in t.frame()["seats"] if s["robot"]] == ["billy"]


def test_an_imported_record_has_robots_in_the_robots_seats(table, tmp_path):
    t = table()
    t.do("owner", "sit", seat="billy", robot=True)
    t.started("jason")
    t.do("owner", "abandon")
    text = t.do("owner", "record", number=1).data["text"]
    t.session.store.close()

    t = table(home=tmp_path / "another")
    assert t.do("owner", "import", text=text).status == "ok"
    t.do("owner", "resume")

    assert [s["seat"] for s in t.frame()["seats"] if s["robot"]] == ["billy"]
    before = len(t.log)
    t.answer("jason", "red")
    t.wait(1)
    assert len(t.log) > before + 1, "the robot plays on by itself"


def test_while_another_match_is_on_it_is_refused_in_a_sentence_and_nothing_changes(table):
    t = table().begun()
    t.do("owner", "abandon")
    t.started(game="tonight", dice="real")
    before = t.frame("jason"), t.log

    reply = t.do("owner", "resume", number=1)

    assert reply.status == "illegal"
    assert str(reply.words) == "Another match is on. Play it to its end, or end it first."
    assert (t.frame("jason")["ask"], t.log) == (before[0]["ask"], before[1])


def test_the_match_that_was_open_is_laid_aside_and_can_be_taken_up_too(table):
    t = table().begun()
    t.do("owner", "abandon")
    t.started(game="tonight", dice="real")
    t = t.again()
    t.do("owner", "resume", number=1)
    t.do("owner", "abandon")
    assert [(r["number"], r["state"]) for r in records(t)] == [(2, "aside"), (1, "abandoned")]
    assert t.do("owner", "resume", number=2).status == "ok"


def test_one_that_was_played_to_its_end_or_never_was_is_not_taken_up(table):
    t = table().begun()
    t.do("owner", "abandon")
    t.session.store.close_match(1, "over", "")
    for number, words in ((1, "played to its end"), (9, "no match with that number")):
        reply = t.do("owner", "resume", number=number)
        assert reply.status == "illegal"
        assert words in str(reply.words)
    assert t.frame()["stage"] == "lobby"


@pytest.mark.parametrize("viewer", ["audience", "jason"])
def test_only_the_owner_takes_one_up(table, viewer):
    t = table().begun()
    t.do("owner", "abandon")
    assert t.do(viewer, "resume", number=1).status == "illegal"
    assert t.frame()["stage"] == "lobby"


def test_everybody_hears_that_its_record_was_read_meanwhile(table):
    t = table().begun()
    t.do("owner", "abandon")
    t.do("owner", "replay", number=1, step=0)
    t.do("owner", "resume", number=1)
    assert "was read after it was ended" in t.frame("billy")["trouble"]["text"]


def test_a_full_disk_leaves_it_where_it_is(table, monkeypatch):
    t = table().begun()
    t.do("owner", "abandon")

    def full(_: int) -> None:
        raise Unsaved("the disk is full")

    monkeypatch.setattr(t.session.store, "take_up", full)
    assert t.do("owner", "resume", number=1).status == "unsaved"
    assert t.frame()["stage"] == "lobby"
