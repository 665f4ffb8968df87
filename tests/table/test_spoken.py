"""What the table may say because the Pi missed it: the owner fills it in, all read it in words."""

from __future__ import annotations

import json
import random
import re

import pytest

from companion.engines.catalogue import GAMES
from companion.table.packs.library import shelved
from tests.table.conftest import spoken

SEATS = ("jason", "billy")
STAND = re.compile(r"(putty|alien)-\d|has level|[a-z]+[.][a-z-]+[.]\d")
"""A stand, a level, or a card by its place in a deck."""
GAP = re.compile(r"\{(\w+)\}")


def speaking(t, game, seed=1, **options):
    """The match of that game, at its first moment at which the table may speak."""
    t.started(*SEATS, game=game, **options)
    pick = random.Random(seed)
    for _ in range(300):
        if t.frame("owner")["owner"]["sayable"]:
            return t
        seat = next(seat for seat in SEATS if t.ask(seat))
        ask = t.ask(seat)
        told = "seen" if ask["kind"] == "look" else pick.choice(ask["options"])["answer"]
        assert t.answer(seat, told).status == "ok"
    raise AssertionError("nobody may ever speak")


def filled(form):
    """The form with the first of everything, and with the last."""
    for end in (0, -1):

        def value(gap, end=end):
            may = form["gaps"][gap[1]]
            both = [may["least"], may["most"]] if isinstance(may, dict) else may
            return str(both[end] if isinstance(may, dict) else both[end]["value"])

        yield GAP.sub(value, form["notation"])


@pytest.fixture
def shelf(tmp_path):
    return shelved(GAMES, tmp_path / "home", keep=True)


@pytest.mark.parametrize("game", ["king_sphinx", "heroes", "monster_rancher"])
def test_whatever_is_filled_in_may_be_said_and_is_read_in_words(table, shelf, game):
    t = speaking(table(games=shelf, tonight="king_sphinx"), game)
    forms = t.frame("owner")["owner"]["sayable"]["forms"]
    assert len(forms) >= 3
    for form in forms:
        assert set(GAP.findall(form["notation"])) == set(form["gaps"])
        assert set(GAP.findall(form["words"]["text"])) == set(form["gaps"])
        for statement in filled(form):
            assert t.do("owner", "speak", statement=statement).status == "ok", statement
            words = spoken(t.frame()["proposal"]["words"])
            assert words, statement
            assert statement not in words
            assert not STAND.search(words)
            assert t.do("jason", "consent", yes=False).status == "ok"
    before = t.frame()["heard"]
    assert t.do("owner", "speak", statement=next(filled(forms[0]))).status == "ok"
    for seat in SEATS:
        t.do(seat, "consent", yes=True)
    assert t.frame()["heard"] > before


def test_who_may_not_read_the_forms_does_not(table, shelf):
    t = speaking(table(games=shelf, tonight="king_sphinx"), "king_sphinx")
    for viewer in ("audience", *SEATS):
        assert b"sayable" not in t.board.frame(viewer).body


LEVELS = ("2,3,4,5,6,7,2,3,4,5,6,7", "7,6,5,4,3,2,7,6,5,4,3,2")


def test_what_is_proposed_to_be_said_tells_nothing_of_what_is_hidden(table, shelf, tmp_path):
    """Two tables that differ under their stands alone propose and offer the same."""
    tables = [
        speaking(
            table(games=shelf, tonight="king_sphinx", home=tmp_path / f"home{n}"),
            "king_sphinx",
            putty_levels=levels,
        )
        for n, levels in enumerate(LEVELS)
    ]
    under = [t.session.sitting.play.match.position.putties.under for t in tables]
    assert under[0]
    offered = [json.dumps(t.frame("owner")["owner"]["sayable"]) for t in tables]
    assert offered[0] == offered[1]
    for form in json.loads(offered[0])["forms"]:
        for statement in filled(form):
            said = []
            for t in tables:
                assert t.do("owner", "speak", statement=statement).status == "ok"
                said.append(t.frame()["proposal"])
                t.do("jason", "consent", yes=False)
            assert said[0] == said[1], statement
