"""No frame of anybody tells what its viewer may not know, in bytes, versions or sounds."""

from __future__ import annotations

import random
import re

import pytest

from companion.engines.catalogue import GAMES

SEATS = ["jason", "billy", "kimberly"]
STANDS = re.compile(rb"(putty|alien)-[0-9]|deck/|dice/")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("seen", ["places", "nothing"])
def test_a_hidden_step_changes_no_byte_but_of_the_one_who_acts(table, seed, seen):
    t = started(table, seed, seen)
    others, hidden = {*SEATS, "audience", "owner"}, 0
    for seat, told in random_answers(t, seed):
        swap = (t.frame()["table"] or {})["swap"]
        before = {v: t.board.frame(v) for v in others}
        heard = len(t.outputs.signs), len(t.outputs.sounds)
        assert t.answer(seat, told).status == "ok"
        if swap and t.frame()["table"]["swap"] == swap:
            hidden += 1
            changed = {v for v in others if t.board.frame(v) != before[v]}
            assert changed <= {swap["by"]}, told
            assert (len(t.outputs.signs), len(t.outputs.sounds)) == heard
    assert hidden > 10


@pytest.mark.parametrize("seed", range(3))
def test_no_level_and_no_stand_is_in_any_frame_but_the_lookers(table, seed):
    t = started(table, seed)
    for seat, told in random_answers(t, seed):
        assert t.answer(seat, told).status == "ok"
        for viewer in (*SEATS, "zach", "audience", "owner"):
            body = t.board.frame(viewer).body
            assert not STANDS.search(body), body
            looking = (t.ask(viewer) or {}).get("kind") == "look"
            assert (b"has level" in body) == looking


def started(table, seed, seen="places"):
    t = table(games=GAMES, tonight="king_sphinx", seed=seed)
    return t.started(*SEATS, putty_levels="2,3,4,5,6,7,2,3,4,5,6,7", swap_seen_by_others=seen)


def random_answers(t, seed):
    pick = random.Random(seed)
    for _ in range(3000):
        if t.frame()["stage"] == "over":
            return
        seat = pick.choice([s for s in SEATS if t.ask(s)])
        ask = t.ask(seat)
        look = ask["kind"] == "look"
        yield seat, "seen" if look else pick.choice(ask["options"])["answer"]
    raise AssertionError("no end")


def test_a_look_is_on_one_screen_and_gone_when_seen(table):
    t = table(games=GAMES, tonight="king_sphinx").started("jason", "billy")
    t.answer("jason", "alien goldar")
    assert b"has level" not in t.board.frame("billy").body
    assert t.ask("jason")["kind"] == "look"
    t.answer("jason", "seen")
    assert b"has level" not in t.board.frame("jason").body


def test_sealed_answers_change_no_other_screen(table):
    t = table().started("jason", "billy", "kimberly")
    others = {v: t.board.frame(v) for v in ("billy", "kimberly", "audience", "owner", "zach")}
    t.answer("jason", "red")
    assert {v: t.board.frame(v) for v in others} == others
    t.do("jason", "withdraw")
    t.answer("jason", "blue")
    assert {v: t.board.frame(v) for v in others} == others
    assert t.frame("jason")["sealed"]


def test_ids_of_questions_are_nobody_elses(table):
    t = table().begun()
    question = t.ask("jason")["question"].encode()
    for viewer in ("billy", "zach", "audience", "owner"):
        assert question not in t.board.frame(viewer).body
