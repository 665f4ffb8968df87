"""The rulebook's worked examples, played with the Night Market from their records."""

from __future__ import annotations

import pytest

from companion.engines.catalogue import GAMES
from companion.engines.heroes.rules import Heroes
from companion.engines.match import Match
from companion.table.packs.library import shelved
from companion.table.record import parse_text, replay
from tests.tools import ROOT

PLAYTHROUGHS = ROOT / "tests" / "playthroughs"


def played(name: str) -> tuple[Match, Heroes, list[str]]:
    """The match of a record, its table, and what was said."""
    text = (PLAYTHROUGHS / f"heroes_{name}.txt").read_text()
    match = replay(*parse_text(text), shelved(GAMES))
    assert isinstance(match.position, Heroes)
    return match, match.position, [str(said) for said in match.position.said]


def test_a_full_hand_leads_two_energy_pay_and_a_friend_turns_the_misses() -> None:
    """R1 R2 R3 R4 R19 R20 R23 R26 R54"""
    _, table, said = played("two_energy")

    assert table.lead == "jason"
    assert [len(ranger.hand) for ranger in table.rangers.values()] == [4, 3, 5]
    assert table.pool == 0
    assert "Gurgling Choir: hits 4." in said
    assert "5 more to fill the experience track." in said


def test_shields_against_two_attacks_of_two() -> None:
    """R37 R40 R41 R67"""
    _, table, said = played("two_attacks_of_two")
    jason = table.rangers["jason"]

    assert jason.discard == ["jason.stir-the-pot.1", "jason.lid-on.1"]
    assert jason.deck.bottom == ["jason.boil-over.1"]
    assert table.pool == 3
    assert said.count("jason takes 2.") == 2


def test_fast_in_the_foot_row_alone_costs_the_rangers_their_first_turn() -> None:
    """R12 R13 R16 R17 R18 R31"""
    match, table, said = played("fast_in_the_foot_row")

    assert match.result
    assert table.turns[:2] == ["E1", "R1"]
    assert table.turns[-1] == "R8"
    assert sum("the Rangers pass" in line for line in said) == 8
    resolved = [line.removesuffix(" resolves.") for line in said if line.endswith("resolves.")]
    assert resolved[:4] == ["Slamming Doors", "Small Print", "Small Print", "Slamming Doors"]
    assert resolved[4:] == ["Drip Dash", "Drip Dash", "Soggy Slap", "Puddle Wall"]


def test_the_last_card_falls_and_the_others_go_on_to_share_the_energy() -> None:
    """R49 R50 R51 R52 R60"""
    match, table, said = played("carried_off")

    assert "jason is defeated and carried to the Command Center." in said
    assert "billy takes the Lead." in said
    assert match.result
    assert match.result.winners == {"jason", "billy"}
    assert table.command == 1
    assert [ranger.stored for ranger in table.rangers.values()] == [1, 1]
    assert table.pool == 0


def test_what_the_boss_lost_in_the_first_battle_it_lacks_in_the_second() -> None:
    """R55 R61 R62 R71"""
    _, table, said = played("boss_twice")

    assert "Paper Storm is defeated." in said
    assert table.battle == 2
    assert table.beaten["boss"] == ["boss.paper-storm.1"]
    assert "boss.paper-storm.1" not in table.enemies["boss"].stock.unseen
    assert len(table.enemies["boss"]) == 7


@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("heroes_*.txt")), ids=lambda p: p.stem)
def test_records_are_written_as_they_are_read(path: object) -> None:
    name = str(path).rpartition("heroes_")[2].removesuffix(".txt")

    match, table, _ = played(name)

    assert Match(match.game, match.seats, match.options, match.log).position == table
