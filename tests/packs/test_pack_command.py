"""`tableside pack`, as typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import command_line
from companion.errors import PackError


def run(*words: str) -> int:
    args = command_line().parse_args(words)
    return int(args.carry_out(args))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLESIDE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_new_then_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"

    assert run("pack", "new", "bandai", "mine", "--out", str(file)) == 0
    assert run("pack", "check", str(file)) == 0
    assert capsys.readouterr().out.endswith("No faults.\n")
    with pytest.raises(PackError, match="is there already"):
        run("pack", "new", "bandai", "mine", "--out", str(file))


def test_check_names_each_fault_on_a_line_and_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("pack", "new", "bandai", "mine")
    text = capsys.readouterr().out
    file = tmp_path / "mine.toml"
    file.write_text(text.replace("damage = 1", "damage = -1").replace("hand_cost = 0", ""))

    assert run("pack", "check", str(file)) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"{file}: card first-card (First Card), hand_cost: is missing",
        f"{file}: card first-card (First Card), damage: must be 0 or more, not -1",
    ]


def test_list_tells_of_packs_that_are_left_out(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "packs").mkdir(parents=True)
    (home / "packs" / "bad.toml").write_text('game = "bandai"')
    (home / "packs" / "of-no-game.toml").write_text('id = "mine"')

    assert run("pack", "list") == 0
    told = capsys.readouterr()
    assert "night-shift/roofs" in told.out
    assert "bad.toml: id: is missing" in told.err
    assert told.err.count("of-no-game.toml: game: is missing") == 1


def test_schema_alone_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("pack", "schema", "bandai") == 0
    assert json.loads(capsys.readouterr().out)["title"] == "bandai pack"


@pytest.mark.parametrize("words", [("new", "chess", "mine"), ("schema", "chess")])
def test_a_game_without_packs(words: tuple[str, ...]) -> None:
    with pytest.raises(PackError, match="no game 'chess' has card packs"):
        run("pack", *words)


def test_an_id_that_is_none() -> None:
    with pytest.raises(PackError, match="id: must be a-z first"):
        run("pack", "new", "bandai", "Mine!")
