"""The ways to ask, one by one: what may be answered, what is shown, to whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engines.core import (
    Ask,
    Choose,
    Deal,
    Draw,
    Look,
    Offer,
    Option,
    Options,
    Roll,
    RollEach,
    Statement,
    Text,
    Together,
)
from companion.errors import BrokenRule, IllegalAction, UnknownAction

YES = Options(
    [
        Option("yes", True, Text("Yes"), key=1, piece="putty-1"),
        Option("no", False, Text("No, {seat}", {"seat": "jason"})),
    ]
)
READY = Text("Ready?")


def test_a_text_is_a_template_with_arguments_that_may_be_texts() -> None:
    text = Text("{who} has {n}.", {"who": Text("{seat}'s putty", {"seat": "billy"}), "n": 3})

    assert str(text) == "billy's putty has 3."
    assert text.json() == {
        "text": "{who} has {n}.",
        "args": {"who": {"text": "{seat}'s putty", "args": {"seat": "billy"}}, "n": 3},
    }
    assert Text("Roll.").json() == {"text": "Roll."}


def test_options_are_found_by_notation_and_never_twice_the_same() -> None:
    found = YES.find("yes")

    assert found
    assert found.value is True
    assert YES.find("perhaps") is None
    assert (len(YES), YES[1].notation) == (2, "no")
    with pytest.raises(BrokenRule, match="share a notation"):
        Options([*YES, *YES])
    with pytest.raises(BrokenRule, match="without an answer"):
        Options([])


def test_a_choice_is_shown_to_its_seat_alone_without_pieces() -> None:
    ask = Choose("jason", READY, YES, press="yes", hold="no", public=Text("jason decides"))

    assert ask.shown("billy") is None
    assert ask.shown("jason") == {
        "kind": "choose",
        "prompt": {"text": "Ready?"},
        "options": [
            {"answer": "yes", "label": {"text": "Yes"}, "key": 1},
            {"answer": "no", "label": {"text": "No, {seat}", "args": {"seat": "jason"}}},
        ],
        "press": "yes",
        "hold": "no",
        "implied": None,
    }
    assert ask.notice() == Text("jason decides")
    assert ask.notations("billy") == ()
    assert ask.question() == "Choose jason: Ready? [yes | no]"


def test_the_table_is_asked_but_not_awaited() -> None:
    assert Choose("table", READY, YES).awaited() == ()
    assert Draw(("a", "b"), "table").awaited() == ()
    assert Choose("jason", READY, YES).awaited() == ("jason",)


def test_a_look_is_a_secret_that_is_gone_once_seen() -> None:
    ask = Look("jason", Text("It is 7."))

    assert ask.learns
    assert ask.shown("billy") is None
    assert ask.shown("jason")["secret"] == {"text": "It is 7."}
    assert ask.accept("jason", "seen") is None  # type: ignore[func-returns-value]
    with pytest.raises(IllegalAction):
        ask.accept("jason", "7")


@pytest.mark.parametrize(
    ("faces", "error"),
    [
        ("0", UnknownAction),
        ("7", UnknownAction),
        ("", UnknownAction),
        ("3  4", UnknownAction),
        ("three", UnknownAction),
        ("\uff13 4", UnknownAction),
        ("3", IllegalAction),
        ("3 4 5", IllegalAction),
    ],
)
def test_dice_show_one_to_six_and_are_as_many_as_are_rolled(
    faces: str, error: type[Exception]
) -> None:
    ask = Roll(2, "jason")

    assert ask.accept("dice/jason", "3 4") == (3, 4)
    with pytest.raises(error):
        ask.accept("dice/jason", faces)


def test_dice_are_listed_for_tests() -> None:
    assert Roll(1, "jason").notations("dice/jason") == tuple("123456")
    assert len(Roll(2, "jason").notations("dice/jason")) == 36
    assert Roll(1, "jason").notations("dice/billy") == ()


def test_a_die_from_each_is_told_by_all_faces_or_by_who_is_highest() -> None:
    ask = RollEach(("jason", "billy", "zach"))

    assert ask.accept("dice/all", "5 2 5") == (
        {"jason": 5, "billy": 2, "zach": 5},
        ("jason", "zach"),
    )
    assert ask.accept("dice/all", "highest billy zach") == ({}, ("billy", "zach"))
    for wrong in ("highest", "highest zach billy", "highest trini", "5 2"):
        with pytest.raises(IllegalAction):
            ask.accept("dice/all", wrong)
    assert ask.awaited() == ("jason", "billy", "zach")
    assert ask.shown("trini") is None


def test_a_real_piece_is_asked_for_and_one_that_the_pi_deals_is_not() -> None:
    def told() -> Options[str]:
        return Options([Option("level 2", "a", Text("Level 2"))])

    real = Draw(("a", "b"), "jason", real=True, told=told)

    assert Draw(("a", "b"), "jason").shown("jason") is None
    assert [o["answer"] for o in real.shown("jason")["options"]] == ["level 2"]
    assert real.shown("billy") is None
    assert Draw(("a",), "table", real=True).shown("billy")["options"] == []
    assert Draw(("a",), "table", real=True).shown("audience") is None
    assert real.accept("deck/jason", "b") == "b"
    with pytest.raises(IllegalAction):
        real.accept("deck/jason", "c")


def test_as_many_different_pieces_are_dealt_as_the_rules_say() -> None:
    ask = Deal(("a", "b", "c"), "jason", 2)

    assert ask.accept("deck/jason", "c a") == ("c", "a")
    refused = set()
    for wrong in ("a", "a b c", "a a", "a d", "a  b", ""):
        with pytest.raises(IllegalAction) as fault:
            ask.accept("deck/jason", wrong)
        refused.add(str(fault.value).replace(repr(wrong), "THIS"))
    assert refused == {"deck/jason: it cannot be THIS now"}


def test_of_a_deal_some_answers_are_listed_and_nobody_is_shown_it() -> None:
    ask = Deal(("a", "b", "c"), "jason", 2)

    assert ask.notations("deck/jason") == ("a b", "b c", "c a")
    assert ask.notations("deck/billy") == ()
    assert (ask.awaited(), Deal(("a", "b"), "table", 2).awaited()) == (("jason",), ())
    assert ask.shown("jason") is ask.shown("billy") is None


def test_an_offer_takes_each_seats_own_options_and_the_tables_word() -> None:
    def read(words: str) -> bool:
        if words != "so it is":
            raise UnknownAction(words)
        return True

    go = Options([Option("go", True, Text("Go"))])
    plain: Offer[bool] = Offer({"jason": YES, "billy": go}, READY, press={"jason": "yes"})
    ask = plain.or_said(Statement(read, lambda: ("so it is",)))

    assert ask.answerers() == ("jason", "billy", "table")
    assert plain.answerers() == ask.awaited() == ("jason", "billy")
    assert ask.accept("billy", "go") == ("billy", True)
    assert ask.accept("table", "so it is") == ("table", True)
    assert ask.notations("table") == ("so it is",)
    assert ask.shown("jason")["press"] == "yes"
    assert ask.shown("zach") is None
    with pytest.raises(IllegalAction):
        ask.accept("billy", "yes")
    with pytest.raises(UnknownAction):
        ask.accept("table", "never")


def test_an_offer_may_wait_for_some_only() -> None:
    ask: Offer[bool] = Offer({"jason": YES, "billy": YES}, READY, waits_for=("billy",))

    assert ask.awaited() == ("billy",)


@pytest.mark.parametrize(
    "ask",
    [
        Choose("jason", READY, YES),
        Look("jason", READY),
        Roll(2, "jason"),
        RollEach(("jason", "billy")),
        Draw(("a", "b"), "jason"),
        Deal(("a", "b"), "jason", 2),
        Offer({"jason": YES}, READY),
    ],
    ids=lambda ask: type(ask).__name__,
)
def test_equal_questions_have_equal_texts_and_name_who_is_asked(ask: Ask[Any]) -> None:
    assert ask.question()
    assert "jason" in " ".join(ask.answerers()) or ask.answerers() == ("dice/all",)
    assert ask.question() == ask.question()


def test_together_awaits_all_that_choose() -> None:
    parts: Mapping[str, Any] = {"jason": None, "billy": None}

    assert Together(parts).awaited() == ("jason", "billy")
