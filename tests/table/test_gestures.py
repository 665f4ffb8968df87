"""What buttons, keys and tags answer, and what they leave alone."""

from __future__ import annotations

import pytest

from companion.errors import Sentence
from companion.table.inbox import Crowded, Down, Health, Held, Key, Lifted, Placed, Up


def test_whoever_presses_within_three_seconds_threw_highest(table):
    t = table().started("jason", "billy", dice="real")
    t.key(1)
    assert t.log == [("billy", "red")]
    t.key(2)
    t.press("billy")
    assert t.frame("jason")["ask"]["kind"] == "roll_each"
    t.wait(1)
    t.press("jason")
    t.wait(1.9)
    assert len(t.log) == 2
    t.wait(0.1)
    assert t.log[-1] == ("dice/all", "highest jason billy")


def test_dice_of_all_are_entered_by_one_key_each(table):
    t = table().started("jason", "billy", dice="real")
    t.key(1)
    t.key(2)
    t.key(3, 5)
    assert t.log[-1] == ("dice/all", "3 5")


def test_a_key_goes_to_the_one_seat_that_is_awaited(table):
    t = table().begun()
    t.key(4)
    assert t.log[3:6] == [("jason", "try"), ("jason", "chips none"), ("dice/jason", "4")]


def test_a_press_acts_when_let_go_where_a_hold_means_something_else(table):
    t = table().begun()
    t.session.step(Down("jason", 0))
    assert len(t.log) == 3
    t.session.step(Up("jason", 0.2))
    assert t.log[-1] == ("jason", "try")


def test_a_hold_is_the_other_choice_and_the_release_says_nothing_more(table):
    t = table().begun()
    t.hold("jason")
    assert t.log[3:] == [("jason", "rest"), ("jason", "on")]
    assert t.ask("billy")
    t.hold("billy")
    assert t.ask("jason")


def test_a_long_hold_is_one_hold(table):
    t = table().begun()
    t.hold("jason", 2)
    assert [n for by, n in t.log[3:]] == ["rest", "on"]


def test_chips_are_laid_by_keys_after_a_hold_and_go_down_by_a_press(table):
    t = table().begun()
    t.press("jason")
    t.hold("jason")
    t.key(1, 2, 1)
    assert t.ask("jason")["laid"] == [2]
    assert "laid" not in str(t.frame("billy")["ask"])
    t.press("jason")
    assert t.log[-1] == ("jason", "chips 2")
    t.key(6)
    assert ("dice/jason", "6") in t.log


def test_a_press_at_the_chips_means_none(table):
    t = table().begun()
    t.press("jason")
    t.press("jason")
    assert t.log[-1] == ("jason", "chips none")


def test_a_screen_answers_the_chips_at_the_turn_question(table):
    t = table().begun()
    ask = t.ask("jason")
    assert [o["answer"] for o in ask["next"]["options"]][1] == "chips 1"
    assert t.answer("jason", "chips 1").status == "ok"
    assert t.log[-2:] == [("jason", "try"), ("jason", "chips 1")]


def test_a_screen_enters_a_die_and_no_other_seat_may(table):
    t = table().begun()
    mine = t.ask("jason")["question"]
    assert t.answer("billy", "4", question=mine).status == "forbidden"
    for wrong in ("0", "7", "1 2", "four", "", "4 "):
        assert t.answer("jason", wrong).status == "illegal"
    assert len(t.log) == 3
    assert t.answer("jason", "4").status == "ok"


def test_the_press_of_another_seat_changes_nothing(table):
    t = table().begun()
    before = t.board.frame("jason")
    assert t.press("billy").words == t.press("zach").words
    assert len(t.log) == 3
    assert "Not now" in t.frame("billy")["toast"]["text"]
    assert t.frame("jason")["toast"] is None, "nothing of jason's was refused"
    assert t.board.frame("jason").version <= before.version + 1
    assert "refused" in t.outputs.sounds


def test_a_burst_of_presses_answers_one_question_each(table):
    t = table().begun()
    for _ in range(5):
        t.press("jason")
    assert [n for by, n in t.log if by == "jason"][1:] == ["try", "chips none"]


def test_a_press_that_began_at_another_question_means_nothing(table):
    t = table().begun()
    t.session.step(Down("jason", 0))
    t.answer("jason", "try")
    t.session.step(Up("jason", 0.3))
    assert t.log[-1] == ("jason", "try")


@pytest.fixture
def tagged(table):
    t = table(options={"stands": "tagged"})
    tags = t.session.sitting.tags
    tags.store.keep_tags([(f"0A0B0C{n:02X}", f"putty-{n}", n + 1) for n in range(1, 7)])
    tags.__init__(tags.store)
    tags.kinds = ()
    return t.begun()


def test_the_stand_on_the_pad_decides(tagged):
    tagged.key(5)
    assert tagged.ask("jason")["kind"] == "draw"
    tagged.place("0A0B0C02")
    assert ("deck/jason", "putty-2") in tagged.log
    assert "jason wins against 3." in tagged.said()


def test_a_look_is_over_with_the_next_act(tagged):
    tagged.key(1)
    tagged.place("0A0B0C06")
    assert tagged.ask("jason")["kind"] == "look"
    assert tagged.ask("jason")["secret"]["args"] == {"n": 7}
    tagged.press("jason")
    assert tagged.said()[-1] == "jason loses."
    assert tagged.ask("billy")


@pytest.mark.parametrize("tag", ["0A0B0C01", "FFFFFFFF", "01020304050607"])
def test_a_curious_scan_gets_the_same_words_whatever_it_is(tagged, tag):
    log, ask = tagged.log, tagged.ask("jason")
    reply = tagged.place(tag)
    tagged.session.step(Lifted("pad", tag, 0))
    assert reply.status == "illegal"
    assert tagged.log == log
    assert tagged.ask("jason") == ask
    assert tagged.frame()["toast"] == tagged.frame("jason")["toast"]
    assert tagged.frame("jason")["toast"]["text"].startswith("Not now.")


def test_an_unknown_tag_shows_its_last_digits_to_the_owner_unless_something_is_hidden(tagged):
    tagged.place("01020304051A2B")
    assert tagged.frame("owner")["owner"]["unknown_tag"] == "1A2B"
    assert "1A2B" not in tagged.board.frame("audience").body.decode()
    tagged.key(5)
    assert tagged.frame("owner")["owner"]["unknown_tag"] is None
    owner, audience = tagged.board.frame("owner"), tagged.board.frame("audience")
    tagged.outputs.sounds.clear()
    tagged.place("01020304051A2B")
    assert (tagged.board.frame("owner"), tagged.board.frame("audience")) == (owner, audience)
    assert tagged.frame("jason")["toast"]["text"].startswith("Not now.")
    assert not tagged.outputs.sounds


def test_a_stand_left_on_the_pad_does_not_answer_the_next_question(tagged):
    tagged.key(5)
    tagged.place("0A0B0C02")
    tagged.key(5)
    assert tagged.log[-1] == ("dice/billy", "5")
    tagged.session.step(Crowded("pad", 0))
    assert "Two tags" in tagged.frame("billy")["toast"]["text"]
    tagged.place("0A0B0C02")
    assert tagged.log[-1] == ("dice/billy", "5")


def test_a_stand_on_a_reader_of_another_place_does_nothing(table):
    t = table(readers={"pad": "pad", "lane": "lane"}).begun()
    assert t.session.step(Placed("lane", "0A0B0C02", 0)).status == "illegal"


def test_the_owner_alone_sees_each_input_and_how_it_is_mended(table):
    t = table()
    said = Sentence("There is no {path}: plug it in.", path="/dev/pad")
    words = {"text": "There is no {path}: plug it in.", "args": {"path": "/dev/pad"}}
    t.session.step(Health("reader/pad", "missing", said, 0))
    assert t.frame("owner")["inputs"] == [
        {"part": "reader/pad", "state": "missing", "words": words, "heard": None}
    ]
    silent = {"part": "reader/pad", "state": "missing"}
    assert t.frame()["health"] == {"state": "trouble", "parts": [silent]}
    assert "inputs" not in t.frame()
    for viewer in ("audience", "jason"):
        assert b"/dev/" not in t.board.frame(viewer).body
    t.session.step(Health("reader/pad", "fine", "", 1))
    assert t.frame()["health"]["state"] == "fine"


def test_hands_mean_nothing_while_the_table_pauses(table):
    t = table().begun()
    t.do("billy", "pause")
    assert t.frame("jason")["paused"]
    assert t.ask("jason") is None
    t.session.step(Key(4, 0))
    t.press("jason")
    t.session.step(Held("jason", 0.6, 0))
    assert len(t.log) == 3
    t.do("jason", "pause")
    t.key(4)
    assert len(t.log) > 3
