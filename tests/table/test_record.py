"""The record as text."""

from __future__ import annotations

import pytest

from companion.engines.match import Match
from companion.errors import RecordError, RecordMismatch
from companion.table.record import (
    Header,
    begin,
    header_of,
    parse_text,
    public_text,
    replay,
    to_text,
)
from tests.table.toy_game import TOY

GAMES = {"marbles": TOY}
LOG = [("jason", "red"), ("billy", "blue"), ("dice/all", "highest billy"), ("billy", "rest")]


def test_a_record_is_a_header_and_a_line_an_answer():
    match = Match(TOY, ["jason", "billy"], log=LOG)
    text = to_text(header_of(match), match.log)
    assert text.splitlines()[1:] == ["jason: red", "billy: blue", *text.splitlines()[3:]]
    assert text.count("\n") == 5
    again = replay(*parse_text(text), GAMES)
    assert again.log == match.log
    assert again.position == match.position
    assert public_text(again) == "billy begins.\nbilly rests.\n"


def test_which_seats_robots_play_is_told_only_where_there_are_any():
    with_robot = Header("marbles", 1, ("jason", "billy"), robots=("billy",))
    assert parse_text(with_robot.text())[0] == with_robot
    assert "robots" not in HEAD
    assert parse_text(HEAD)[0].robots == ()


HEAD = Header("marbles", 1, ("jason", "billy")).text()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("[]", 1),
        ("{}", 1),
        (HEAD.replace('"rules":1', '"rules":"x"'), 1),
        (HEAD.replace('"packs"', '"pax"'), 1),
        (HEAD.replace('"format":1', '"format":2'), 1),
        (HEAD.replace("}}", '},"robots":["trini"]}'), 1),
        (HEAD.replace("}}", '},"robots":"billy"}'), 1),
        (f"{HEAD}\njason: red\n\nbilly: red\n", 3),
        (f"{HEAD}\njason red\n", 2),
        (f"{HEAD}\njason: red \n", 2),
        (f"{HEAD}\njason:  red\n", 2),
        (f"{HEAD}\njason: red\n\n", 3),
        (f"{HEAD}\r\njason: red\r\n", 2),
        (f"{HEAD}\nJason: red\n", 2),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(text, line):
    with pytest.raises(RecordError, match=f"line {line}: "):
        parse_text(text)


def test_an_entry_that_is_not_legal_is_named_with_what_would_have_been():
    with pytest.raises(RecordMismatch) as fault:
        replay(*parse_text(f"{HEAD}\njason: red\nbilly: green\n"), GAMES)
    assert fault.value.at + 1 == 3
    assert "billy: blue" in fault.value.legal
    assert fault.value.where == "Begin"


@pytest.mark.parametrize(
    "header",
    [
        Header("chess", 1, ("jason", "billy")),
        Header("marbles", 2, ("jason", "billy")),
        Header("marbles", 1, ("jason",)),
        Header("marbles", 1, ("jason", "dice")),
        Header("marbles", 1, ("jason", "billy"), {"stands": "none"}),
    ],
)
def test_a_header_that_this_program_cannot_play_is_refused(header):
    with pytest.raises(RecordError, match="line 1: "):
        begin(header, GAMES)
