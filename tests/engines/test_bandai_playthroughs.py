"""Two duels from their records, word for word."""

from __future__ import annotations

import pytest

from companion.engines.bandai.rules import Bandai
from companion.engines.catalogue import GAMES
from companion.engines.match import Match
from companion.table.packs.library import shelved
from companion.table.record import parse_text, public_text, replay
from tests.tools import ROOT

PLAYTHROUGHS = ROOT / "tests" / "playthroughs"


def played(name: str) -> Match:
    text = (PLAYTHROUGHS / f"bandai_{name}.txt").read_text()
    return replay(*parse_text(text), shelved(GAMES))


@pytest.mark.parametrize("name", ["evening", "real_cards"])
def test_what_was_said_is_said_again(name: str) -> None:
    """R4 R6 R9 R10 R11 R13 R14 R17 R18 R19 R22"""
    said = (PLAYTHROUGHS / f"bandai_{name}.said").read_text()

    assert public_text(played(name)) == said


def test_the_roofs_win_when_the_harbour_must_draw_four_and_has_less() -> None:
    """R11 R19 R22"""
    match = played("evening")
    assert isinstance(match.position, Bandai)

    assert match.result
    assert match.result.winners == {"jason"}
    assert len(match.position.players["billy"].pile) == 0


def test_tagged_cards_against_a_hand_of_which_nothing_is_entered() -> None:
    """R6 R15 R16 R22"""
    match = played("real_cards")
    assert isinstance(match.position, Bandai)

    assert match.result
    assert match.result.winners == {"billy"}
    assert match.position.players["billy"].untold == 2
    assert all(
        "/" not in by for by, _ in match.log
    )  # nothing was drawn by the Pi, nothing scanned face down
