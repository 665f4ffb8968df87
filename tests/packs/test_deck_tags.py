"""`tableside tags deck`: cards scanned in the order of the list, by a reader that types."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.__main__ import main

Typed = Callable[..., tuple[int, str]]


@pytest.fixture
def typed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Typed:
    monkeypatch.setenv("TABLESIDE_HOME", str(tmp_path / "home"))

    def run(lines: str, *words: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        status = main(["tags", *words])
        return status, "".join(capsys.readouterr())

    return run


ROOFS = ("deck", "bandai/night-shift/roofs")


def test_cards_are_scanned_in_the_order_of_the_list_with_undo(typed: Typed) -> None:
    status, said = typed("04A22400\n04A22401\nundo\n\n", *ROOFS)

    assert status == 0
    firsts = ["Paper Plane, 1 of 2", "Paper Plane, 2 of 2", "Kite Scout, 1 of 2"]
    assert [said.count(first) for first in firsts] == [1, 2, 1]
    assert "1 cards have a tag" in said
    assert "bandai/night-shift/roofs/1: 1 cards" in typed("", "list")[1]


def test_a_whole_deck_ends_by_itself_and_the_next_box_begins_anew(typed: Typed) -> None:
    whole = "\n".join(f"04A224{n:02X}" for n in range(30))

    assert "20 cards have a tag" in typed(whole, *ROOFS)[1]
    status, said = typed("", *ROOFS)
    assert status == 1
    assert "every card of this deck has its tag already" in said
    assert typed("", *ROOFS, "--box", "2")[0] == 0


def test_what_is_no_tag_or_on_another_card_is_said(typed: Typed) -> None:
    said = typed("hello\n04A22400\n04A22400\n", *ROOFS)[1]

    assert "'hello' is no tag id" in said
    assert "one tag, one card" in said


@pytest.mark.parametrize("deck", ["bandai/night-shift/attic", "chess/a/b", "bandai"])
def test_a_deck_that_is_not_there(typed: Typed, deck: str) -> None:
    assert typed("", "deck", deck)[0] > 0


def test_all_cards_of_a_box_are_forgotten(typed: Typed) -> None:
    typed("04A22400\n04A22401\n", *ROOFS)

    assert typed("", "forget", "bandai/night-shift/roofs/1")[0] == 0
    assert "roofs" not in typed("", "list")[1]
