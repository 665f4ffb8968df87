"""No frame of anybody tells what its viewer may not know, in bytes, versions or sounds."""

from __future__ import annotations

import json
import random
import re

import pytest

from companion.engines.catalogue import GAMES
from companion.table.packs.library import FORMATS, shelved
from tests.table.tagged import enrol

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


def test_who_says_the_highest_tells_all_who_threw_and_nothing_else(table):
    """Real dice lie open: that one says so is public, and it is all that changes."""
    t = table(games=GAMES, tonight="king_sphinx").started("jason", "billy", dice="real")
    for seat in ("jason", "billy"):
        t.answer(seat, t.ask(seat)["options"][0]["answer"])
        if t.ask(seat)["kind"] == "look":
            t.answer(seat, "seen")
    assert t.ask("billy")["kind"] == "roll_each"
    viewers = ("jason", "billy", "zach", "audience", "owner")
    before = {viewer: t.frame(viewer) for viewer in viewers}

    t.answer("billy", "press")

    for viewer in viewers:
        now, was = t.frame(viewer), before[viewer]
        assert {name for name in now if now[name] != was[name]} == {"version", "highest", "notice"}
        assert now["highest"] == ["billy"]
        assert now["ask"] == was["ask"], "whoever has as many may still say so"
    t.do("billy", "undo")
    for viewer in viewers:
        assert {**t.frame(viewer), "version": 0} == {**before[viewer], "version": 0}
    t.wait(60)
    assert t.frame()["said"] == before["audience"]["said"], "taken back: nothing counts"
    t.answer("billy", "press")
    t.answer("jason", "press")
    assert t.frame()["highest"] == ["jason", "billy"]
    t.wait(60)
    assert t.frame()["highest"] == []


@pytest.mark.parametrize("game", ["", *FORMATS])
def test_the_house_rules_that_the_owner_reads_tell_nothing_of_a_match_that_was_ended(
    table, tmp_path, game
):
    """Two evenings of which only what was dealt and done differs: what is explained is the same."""
    told = []
    for seed in (1, 2):
        games = shelved(GAMES, tmp_path / f"home{seed}", keep=True)
        t = table(games=games, tonight="king_sphinx", seed=seed, home=tmp_path / f"home{seed}")
        t.started(*SEATS[:2], game=game or "king_sphinx")
        assert t.frame("owner")["owner"]["rules"] is None, "nothing is begun next"
        pick = random.Random(seed)
        for _ in range(12):
            t.wait(60)  # for the count of three, where there is one
            for seat in SEATS[:2]:
                if ask := t.ask(seat):
                    look = ask["kind"] == "look"
                    t.answer(seat, "seen" if look else pick.choice(ask["options"])["answer"])
        ends = "abandon" if t.frame()["stage"] == "play" else "new"
        assert t.do("owner", ends).status == "ok"
        if game:
            t.do("owner", "shelf", game=game)
        told.append(json.dumps(t.frame("owner")["owner"]["rules"]).encode())
    assert told[0] == told[1]
    assert not STANDS.search(told[0])


@pytest.mark.parametrize("deck", ["bandai/night-shift/roofs", "heroes/night-market/pedal"])
def test_what_a_tagged_deck_lacks_tells_not_which_card_is_in_which_sleeve(table, tmp_path, deck):
    game, _, name = deck.partition("/")
    told = []
    for evening, first in enumerate((0, 700)):
        games = shelved(GAMES, tmp_path / f"home{evening}", keep=True)
        t = table(games=games, tonight="king_sphinx", home=tmp_path / f"home{evening}")
        t.press("jason")
        t.do("owner", "shelf", game=game)
        t.do("jason", "deck", seat="jason", deck=name, kind="tagged")
        bare = t.frame()["lobby"]["setup"]["seats"][0]["lacks"]
        assert bare
        enrol(t, deck, first=first)
        for viewer in ("audience", "jason", "billy"):
            body = t.board.frame(viewer).body
            assert b"04C0" not in body
            assert not re.search(rb"/1[.][a-z-]+[.]\d", body), "a card by its place in its box"
        shown = t.frame()["lobby"]["setup"]
        assert shown["seats"][0]["lacks"] is None
        told.append((bare, shown))
    assert told[0] == told[1]
