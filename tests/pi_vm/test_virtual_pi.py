"""What happened in the virtual Pi: every test of `guest/` runs there, all of them in one start."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.pi_vm.image import Unbuildable
from tests.pi_vm.machine import told
from tests.tools import missing

pytestmark = pytest.mark.timeout(3000)  # the first one waits until the Pi is made and has played

GUEST = Path(__file__).parent / "guest"
PYTEST = (
    "python3 -m pytest -c /dev/null --rootdir=/src --import-mode=importlib -p no:cacheprovider"
    " -W error -q -s"
)
COMMAND = f"""
guest=/src/tests/pi_vm/guest
{PYTEST} $guest/evening.py $guest/press.py
{PYTEST} $guest/deaf.py
"""
NAMES = [
    f"{path.name}::{name}"
    for path in sorted(GUEST.glob("*.py"))
    for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
]


@pytest.fixture(scope="session")
def outcomes() -> Mapping[str, list[tuple[str, str]]]:
    """What came of each test there; one with two pin libraries has come twice."""
    found: dict[str, list[tuple[str, str]]] = {}
    try:
        for one in told(COMMAND):
            if "test" in one:
                found.setdefault(one["test"], []).append((one["outcome"], one["words"]))
    except Unbuildable as why:
        missing("There is no virtual Pi", str(why))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_in_the_virtual_pi(name: str, outcomes: Mapping[str, list[tuple[str, str]]]):
    assert name in outcomes, f"it was not reached; it came to {list(outcomes)}"
    for outcome, words in outcomes[name]:
        assert outcome == "passed", words
