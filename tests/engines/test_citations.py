"""Every clause of a rulebook is indexed, carried out by a rule, named by a test; and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.engines.catalogue import GAMES
from companion.engines.core import RULES
from tests.tools import ROOT

ENGINES = ROOT / "companion" / "engines"
BOOKS = sorted({game.start.__module__.split(".")[2] for game in GAMES.values()})
INDEXED = re.compile(r"^(?:\| |- \*\*)(R\d+)\b", re.MULTILINE)
NAMED = re.compile(r"\bR\d+\b")


def indexed(book: str) -> set[str]:
    """The clauses that the game's README lists."""
    return set(INDEXED.findall((ENGINES / book / "README.md").read_text()))


def carried_out(book: str) -> set[str]:
    """The clauses that its rules cite."""
    folder = ENGINES / book
    return {
        clause
        for code, cited in RULES.items()
        if Path(code.co_filename).parent == folder
        for clause in cited.clauses
    }


def named(book: str) -> set[str]:
    """The clauses that its tests name in their first words."""
    files = Path(__file__).parent.glob(f"test_{book}*.py")
    return set(in_tests(file.read_text() for file in files))


def in_tests(sources: Iterable[str]) -> Iterable[str]:
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield from NAMED.findall(ast.get_docstring(node) or "")


def faults(index: set[str], *cited: set[str]) -> list[str]:
    """What is indexed and cited nowhere, or cited and not indexed."""
    return sorted(set().union(*(index ^ clauses for clauses in cited)))


@pytest.mark.parametrize("book", BOOKS)
def test_clauses_are_indexed_carried_out_and_tested(book: str) -> None:
    index = indexed(book)

    assert index
    assert faults(index, carried_out(book)) == []
    assert faults(index, named(book)) == []


def test_a_clause_without_a_test_is_a_fault_and_so_is_a_test_without_a_clause() -> None:
    tests = [
        'def test_a() -> None:\n    """R1 R2"""\n',
        'def test_b() -> None:\n    """R4"""\n',
        'def helper() -> None:\n    """R9"""\n',
    ]

    assert faults({"R1", "R2", "R3"}, set(in_tests(tests))) == ["R3", "R4"]


def test_king_sphinx_has_all_sixty_eight() -> None:
    assert indexed("king_sphinx") == {f"R{n}" for n in range(1, 69)}


@pytest.mark.parametrize("book", BOOKS)
def test_switches_say_which_clause_they_change(book: str) -> None:
    index = indexed(book)
    readme = (ENGINES / book / "README.md").read_text()
    for game in GAMES.values():
        if game.start.__module__.split(".")[2] == book:
            for switch in game.switches:
                assert f"`{switch.name}`" in readme, switch.name
                assert set(NAMED.findall(switch.clause)) <= index, switch.name
