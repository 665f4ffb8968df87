"""Arrows point at the rules, and the rules point at nothing: read off the imports themselves."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools import ROOT

PURE = {
    "__future__",
    "abc",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "math",
    "operator",
    "re",
    "types",
    "typing",
}
"""What rules may use of the standard library: no clock, no dice, no wires, no files."""

MAY = {
    "companion.errors": (),
    "companion.home": ("companion.errors",),
    "companion.config": ("companion.errors",),
    "companion.engines": ("companion.errors", "companion.engines"),
    "companion.table": ("companion.errors", "companion.engines", "companion.table"),
    "companion.devices": (
        "companion.errors",
        "companion.config",
        "companion.engines.core",
        "companion.table.inbox",
        "companion.table.board",
        "companion.table.session",
        "companion.devices",
    ),
    "web": (
        "companion.errors",
        "companion.engines.core",
        "companion.table.board",
        "companion.table.inbox",
        "web",
    ),
}
TOOLS = {"web.catalogue"}
"""What is run by hand and imported by nothing of the program: it gathers texts from everywhere."""
GAMES = ("king_sphinx", "bandai", "heroes", "monster_rancher")


def modules(package: str) -> list[Path]:
    path = ROOT / package.replace(".", "/")
    found = [path.with_suffix(".py")] if path.with_suffix(".py").exists() else path.rglob("*.py")
    return sorted(found)


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports name the whole way"
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            files = [name for name in inner if _is_module(name)]
            yield from files or [str(node.module)]


def _is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").exists()


def under(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("package", MAY)
def test_arrows_point_at_the_rules(package: str) -> None:
    paths = modules(package)
    assert paths, package
    for path in paths:
        if ".".join(path.relative_to(ROOT).with_suffix("").parts) in TOOLS:
            continue
        ours = [name for name in imported(path) if under(name, "companion", "web", "tests")]
        assert not TOOLS & set(ours), path
        wrong = [name for name in ours if not under(name, *MAY[package])]
        assert not wrong, f"{path.relative_to(ROOT)} may not import {wrong}"


def test_rules_use_neither_clock_nor_dice_nor_wires() -> None:
    for path in modules("companion.engines"):
        names = {name.partition(".")[0] for name in imported(path)} - {"companion"}
        assert names <= sys.stdlib_module_names, f"{path.name}: {names - sys.stdlib_module_names}"
        assert names <= PURE, f"{path.relative_to(ROOT)} uses {names - PURE}"


@pytest.mark.parametrize("game", GAMES)
def test_games_do_not_know_each_other(game: str) -> None:
    others = [f"companion.engines.{other}" for other in GAMES if other != game]
    for path in modules(f"companion.engines.{game}"):
        wrong = [name for name in imported(path) if under(name, *others)]
        assert not wrong, f"{path.relative_to(ROOT)} knows {wrong}"


def test_nobody_imports_the_top() -> None:
    top = ("companion.app", "companion.cli", "companion.__main__")
    for package in MAY:
        for path in modules(package):
            assert not [name for name in imported(path) if under(name, *top)], path
