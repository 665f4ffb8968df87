"""Whole records: the rulebook's examples, with monsters of our own, and an evening to its end."""

from __future__ import annotations

import pytest

from companion.engines.match import Match
from companion.engines.monster_rancher import GAME
from companion.table.packs.library import shelved
from companion.table.record import parse_text, replay
from tests.tools import ROOT

GAMES = shelved({GAME.id: GAME})


def played(name: str) -> Match:
    text = (ROOT / f"tests/playthroughs/monster_rancher_{name}.txt").read_text()
    return replay(*parse_text(text), GAMES)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "speed_rank",
            [
                "Bramble Boar of jason has a Speed Rank of 6:2.",
                "Dusk Moth of billy has a Speed Rank of 6:5:4:2.",
                "billy is the faster.",
            ],
        ),
        (
            "power_up",
            [
                "Shared Supper succeeds: 2 against 4.",
                "jason trains Bramble Boar: Log Lifting.",
                "jason pulls 4.",
                "Log Lifting succeeds: 3 against 3.",
            ],
        ),
        ("evening", ["billy earns a fame counter: 3."]),
    ],
)
def test_it_goes_as_told(name: str, said: list[str]) -> None:
    """R26 R27 T1, R16 T2, R1"""
    lines = iter(str(text) for text in played(name).position.said)

    assert all(line in lines for line in said)


def test_the_evening_has_a_winner() -> None:
    """R1"""
    match = played("evening")

    assert match.result is not None
    assert match.result.winners == {"billy"}
