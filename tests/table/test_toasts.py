"""What somebody is refused stands at the question that it was about, as long as that stands."""

from __future__ import annotations

import pytest

NOT_NOW = "Not now."


def toast(t, viewer):
    said = t.frame(viewer)["toast"]
    return said["text"] if said else ""


def test_it_is_gone_once_the_seat_is_asked_something_else(table):
    t = table().begun()
    t.press("billy")
    assert toast(t, "billy").startswith(NOT_NOW)

    t.press("jason")
    for _ in range(9):
        if t.ask("billy"):
            break
        t.key(3)

    assert t.ask("billy"), "it is billy's turn"
    assert toast(t, "billy") == ""


def test_it_stays_while_the_same_question_stands_and_goes_with_its_answer(table):
    t = table().started("jason", "billy", dice="real")
    question = t.ask("billy")["question"]
    t.do("billy", "undo")
    refused = toast(t, "billy")
    assert refused

    t.answer("jason", "red")
    t.do("jason", "withdraw")
    t.press("zach")

    assert t.ask("billy")["question"] == question
    assert toast(t, "billy") == refused
    assert toast(t, "jason") == "", "nothing of jason's was refused"
    t.answer("billy", "blue")
    assert toast(t, "billy") == ""


@pytest.mark.parametrize("what", ["pause", "propose"])
def test_it_is_not_shown_on_a_page_about_something_else_and_waits_there(table, what):
    t = table().started("jason", "billy", dice="real")
    t.do("billy", "undo")
    refused = toast(t, "billy")
    assert refused

    t.do("jason", what, **({"end": True} if what == "propose" else {"on": False}))
    assert toast(t, "billy") == ""
    if what == "pause":
        t.do("jason", "pause", on=True)
    else:
        t.do("jason", "consent", yes=False)

    assert toast(t, "billy") == refused


def test_what_the_owner_is_refused_outlives_what_others_play(table):
    t = table().started("jason", "billy", dice="real")
    t.do("owner", "speak", statement="nonsense")
    refused = toast(t, "owner")
    assert refused

    t.answer("jason", "red")
    t.answer("billy", "blue")
    assert toast(t, "owner") == refused

    t.do("owner", "pause", on=False)
    assert toast(t, "owner") == ""


def test_a_hidden_answer_takes_no_sentence_from_another_screen(table):
    """A sentence that goes away tells that something has happened."""
    t = table().started("jason", "billy", "kimberly")
    t.do("billy", "undo")
    t.press("zach")
    before = {viewer: t.board.frame(viewer) for viewer in ("billy", "zach", "audience", "owner")}
    assert toast(t, "billy")
    assert toast(t, "zach")

    t.answer("jason", "red")

    assert {viewer: t.board.frame(viewer) for viewer in before} == before
