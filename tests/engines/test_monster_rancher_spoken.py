"""The table catches up: fame, damage and injury that the Pi missed are stated."""

from __future__ import annotations

import pytest

from companion.errors import IllegalAction, UnknownAction
from tests.engines.ranch import Evening, begun


@pytest.fixture
def evening() -> Evening:
    """The Card Play Phase of the first week."""
    return begun().go("play")


def monster(evening: Evening, seat: str) -> str:
    return str(evening.ranch(seat).monsters[0].piece)


def test_fame_is_stated_and_the_third_ends_the_match(evening: Evening) -> None:
    evening.say("table: fame billy 2")
    assert evening.ranch("billy").fame == 2
    assert evening.said[-1] == "The table says: billy has 2 fame."
    assert evening.match.result is None

    evening.say("table: fame billy 3")
    assert evening.match.result
    assert evening.match.result.winners == {"billy"}


def test_damage_is_stated_and_fells_a_monster_at_its_life(evening: Evening) -> None:
    piece = monster(evening, "jason")
    evening.say(f"table: damage {piece} 1")
    assert evening.table.monster(piece).damage == 1

    evening.say(f"table: damage {piece} 20")
    assert evening.table.monster(piece).injured
    evening.say(f"table: injured {piece} 0")
    assert not evening.table.monster(piece).injured


def test_whose_turn_it_is_stays_as_it_was(evening: Evening) -> None:
    asked = evening.match.awaited()
    evening.say("table: fame jason 1")
    assert evening.match.awaited() == asked


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ("fame trini 1", IllegalAction),
        ("fame jason 4", IllegalAction),
        ("damage jason 1", IllegalAction),
        ("fame jason -1", UnknownAction),
        ("fame", UnknownAction),
        ("weather jason 1", UnknownAction),
    ],
)
def test_what_the_table_may_not_say(evening: Evening, told: str, fault: type[Exception]) -> None:
    before = evening.table.snapshot()
    with pytest.raises(fault):
        evening.match.check("table", told)
    assert evening.table.snapshot() == before


def test_every_example_may_be_said(evening: Evening) -> None:
    for told in evening.match.legal_actions("table"):
        evening.match.check("table", told)
