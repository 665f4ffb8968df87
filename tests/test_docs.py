"""What the documents say is so: commands exist, links lead somewhere, every command is told of."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import pytest

from companion.cli import command_line
from tests.tools import ROOT

SKIPPED = {".venv", ".git", "node_modules"}
DOCUMENTS = sorted(
    path for path in ROOT.rglob("*.md") if not SKIPPED & set(path.relative_to(ROOT).parts)
)
README = (ROOT / "README.md").read_text()
LINK = re.compile(r"\]\(([^)\s]+)\)")
TOP = {
    "pyproject.toml",
    "firmware",
    "companion",
    "web",
    "hardware",
    "tests",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "requirements.lock",
}


def told_commands() -> list[str]:
    """Every line of the README that begins with a prompt and our command."""
    return re.findall(r"^\$ (tableside .+)$", README, re.MULTILINE)


def commands() -> dict[str, argparse.ArgumentParser]:
    parser = command_line()
    actions = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    return dict(next(actions).choices)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for link in LINK.findall(document.read_text()):
        target = link.partition("#")[0]
        if target and "://" not in target:
            assert (document.parent / target).exists(), link


@pytest.mark.parametrize("line", told_commands())
def test_commands_in_the_readme_are_commands(line: str) -> None:
    args = command_line().parse_args(shlex.split(line)[1:])

    assert callable(args.carry_out)


def test_the_readme_tells_of_every_command() -> None:
    told = {shlex.split(line)[1] for line in told_commands()}

    assert set(commands()) <= told


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_make_targets_that_are_told_of_exist(name: str) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"\bmake ([a-z]+)\b", (ROOT / name).read_text()):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_make_says_what_there_is() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[0].split():
        assert re.search(rf"^{target}:.*  ## ", makefile, re.MULTILINE), target


@pytest.mark.parametrize("name", [None, *commands()])
def test_help_is_complete(name: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    parser = commands()[name] if name else command_line()

    assert all(action.help for action in parser._actions)
    with pytest.raises(SystemExit) as end:
        parser.parse_args(["--help"])
    assert end.value.code == 0
    assert "usage: tableside" in capsys.readouterr().out


def test_the_first_screen_says_what_it_is_and_the_two_commands() -> None:
    first = "\n".join(README.splitlines()[:14])

    assert "Raspberry Pi under an old boxed game" in first
    assert "make run" in first
    assert "make test" in first


def test_the_top_of_the_house_is_tidy() -> None:
    here = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    made = {name for name in here if name.endswith(".egg-info") or name in ("build", "dist")}

    assert here - made <= TOP
