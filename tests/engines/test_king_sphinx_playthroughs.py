"""King Sphinx from its records, word for word; the first holds what the rulebook works out."""

from __future__ import annotations

import pytest

from companion.engines.catalogue import GAMES
from companion.engines.match import Match
from companion.table.record import parse_text, public_text, replay
from tests.tools import ROOT

PLAYTHROUGHS = ROOT / "tests" / "playthroughs"
NAMES = ["examples", "evening", "free", "scanned", "short_tie"]


def played(name: str) -> Match:
    text = (PLAYTHROUGHS / f"king_sphinx_{name}.txt").read_text()
    return replay(*parse_text(text), GAMES)


@pytest.mark.parametrize("name", NAMES)
def test_what_was_said_is_said_again(name: str) -> None:
    match = played(name)

    assert public_text(match) == (PLAYTHROUGHS / f"king_sphinx_{name}.said").read_text()
    assert match.result


def test_the_rulebooks_examples() -> None:
    """R18 R20 R23 R28 R29 R30 R33 R40 R41 R42 R43 R48 R50 R52 R54 R55"""
    said = public_text(played("examples")).splitlines()

    assert said[1:4] == ["jason: 5. Morphed!", "billy: 4. No morph yet.", "jason loses with 3."]
    assert "jason: 4 against 4. Won!" in said
    assert said[said.index("jason: 7 against 6. Won!") + 1] == "jason: Tyrannosaurus!"
    assert said[-2:] == [
        "jason: 27 against 28. The clip is at 27.",
        "billy beats King Sphinx: 27 against 27.",
    ]


def test_every_game_on_the_shelf_has_a_playthrough() -> None:
    headers = [parse_text(path.read_text())[0] for path in PLAYTHROUGHS.glob("*.txt")]

    assert {header.game for header in headers} == set(GAMES)
