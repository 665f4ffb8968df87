"""What is built and installed has its packs with it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.tools import ROOT


def test_a_built_wheel_has_every_pack_and_schema(tmp_path: Path) -> None:
    """Built offline, from a copy: a build leaves files beside the sources."""
    copy = tmp_path / "source"
    for folder in ("companion", "web"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    build = "from setuptools.build_meta import build_wheel; build_wheel('..')"
    subprocess.run([sys.executable, "-c", build], cwd=copy, check=True, capture_output=True)

    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as built:
        inside = set(built.namelist())
    packs = {str(path.relative_to(ROOT)) for path in (ROOT / "companion/packs").rglob("*.toml")}
    schemas = {str(path.relative_to(ROOT)) for path in (ROOT / "companion/packs").rglob("*.json")}
    assert len(packs) >= 3
    assert packs | schemas <= inside
