from __future__ import annotations

import random


def sealed(t, *seats):
    for seat in seats:
        assert t.answer(seat, "red").status == "ok"
    return t


def random_match(t, seats, seed=1, check=lambda: None):
    pick = random.Random(seed)
    for _ in range(2000):
        if t.frame()["stage"] == "over":
            return
        asked = [s for s in seats if t.ask(s)]
        seat = pick.choice(asked)
        ask = t.ask(seat)
        told = "seen" if ask["kind"] == "look" else pick.choice(ask["options"])["answer"]
        assert t.answer(seat, told).status == "ok"
        check()
    raise AssertionError("no end")


def test_a_match_is_played_by_screens_alone(table):
    t = table().started("jason", "billy")
    random_match(t, ["jason", "billy"])
    assert t.frame()["result"]["winners"]
    assert "won" in t.outputs.sounds


def test_pressing_a_button_sits_down_and_pressing_again_stands_up(table):
    t = table()
    t.press("jason")
    t.press("billy")
    t.press("jason")
    assert [s["seat"] for s in t.frame()["seats"] if s["sitting"]] == ["billy"]
    assert t.key(1).status == "illegal"
    assert "2 seats" in t.frame()["toast"]["text"].format(**t.frame()["toast"]["args"])


def test_key_three_fills_the_table_with_robots_and_they_play(table):
    t = table()
    t.press("billy")
    t.key(3)
    assert t.frame()["stage"] == "play"
    assert sum(s["robot"] for s in t.frame()["seats"]) == 2
    pick = random.Random(3)
    for _ in range(3000):
        if t.frame()["stage"] == "over":
            break
        ask = t.ask("billy")
        if ask:
            told = "seen" if ask["kind"] == "look" else pick.choice(ask["options"])["answer"]
            t.answer("billy", told)
        t.wait(0.01)
    assert t.frame()["stage"] == "over"
