"""What a test needs from the machine, and what to say when it is not there."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest


def need(program: str, mend: str) -> str:
    """The path of `program`. Without it the test is skipped, saying how to get it; CI fails.

    >>> need("python3", "apt-get install python3").endswith("python3")
    True
    """
    found = shutil.which(program)
    if found is None:
        missing(f"{program} is not on this machine", mend)
    return str(found)


def missing(what: str, mend: str) -> None:
    """Skip this test because of `what`; where CI runs nothing may be skipped, so it fails."""
    words = f"{what}: {mend}"
    if os.environ.get("CI") == "true":
        pytest.fail(words, pytrace=False)
    pytest.skip(words)


ROOT = Path(__file__).resolve().parent.parent
"""The checkout."""
