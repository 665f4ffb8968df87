"""`make run` and `make test`, as far as they can be told without a fresh machine."""

from __future__ import annotations

import re
import subprocess
import tomllib
from itertools import chain
from pathlib import Path

import pytest

from tests.tools import ROOT, need

LOCK = (ROOT / "requirements.lock").read_text()


def make(*words: str, folder: Path = ROOT) -> str:
    program = need("make", "apt-get install make")
    ran = subprocess.run(
        [program, *words], cwd=folder, capture_output=True, text=True, check=True, timeout=60
    )
    return ran.stdout


def wanted() -> set[str]:
    """Every package that pyproject.toml names, for the table and for its tests."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    named = chain(project["dependencies"], *extras)
    return {re.split(r"[^A-Za-z0-9._-]", line)[0].lower().replace(".", "-") for line in named}


def test_make_alone_tells_what_there_is() -> None:
    told = make()

    for target in ("help", "check", "test", "run", "setup", "play", "bench", "soak", "lock"):
        assert re.search(rf"^{target} +\S", told, re.MULTILINE), target


def test_run_simulates_and_takes_words() -> None:
    assert "tableside run --sim --port 8123" in make("-n", "run", "ARGS=--port 8123")


@pytest.mark.parametrize("step", ["ruff format --check", "ruff check", "mypy", "lint-imports"])
def test_test_checks_everything_before_it_plays(step: str) -> None:
    steps = make("-n", "check")

    assert 0 <= steps.index(step) < steps.index("/pytest")


def test_ci_runs_what_a_person_runs() -> None:
    script = (ROOT / ".ci" / "run").read_text()

    assert "set -eu" in script
    assert "make test" in script


def test_everything_is_locked_at_one_version() -> None:
    locked = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", LOCK, re.MULTILINE))

    assert wanted() <= set(locked), wanted() - set(locked)
    assert "setuptools" in locked


def test_the_lock_names_no_address() -> None:
    assert "://" not in LOCK
    assert "--" not in LOCK
