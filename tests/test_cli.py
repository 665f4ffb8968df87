"""The command line, as a person types it."""

from __future__ import annotations

import io
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from companion import home as homes
from companion.__main__ import main
from companion.cli.play import Terminal
from companion.engines.catalogue import GAMES
from companion.engines.match import Match
from companion.table.chance import SeededChance


class Ended(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Ended]
FOUR = "jason,billy,kimberly,zach"


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Run]:
    monkeypatch.setenv("TABLESIDE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("TABLESIDE_PORT", raising=False)

    def run_(*words: str | Path) -> Ended:
        try:
            status = main([str(word) for word in words])
        except SystemExit as end:
            status = int(end.code or 0)
        return Ended(status, *capsys.readouterr())

    return run_


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "evening.txt"
    ended = run(
        "play", "king_sphinx", "--seats", "jason,billy", "--seed", "4", "--auto", "--out", path
    )
    assert ended.status == 0
    return path


def with_line(record: Path, number: int, line: str) -> Path:
    lines = record.read_text().splitlines()
    lines[number - 1] = line
    record.write_text("\n".join(lines) + "\n")
    return record


def one_line(text: str) -> bool:
    return text.count("\n") == 1 and text.endswith("\n")


# -- misuse


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("fly",),
        ("play", "king_sphinx"),
        ("play", "king_sphinx", "--seats", "jason"),
        ("play", "king_sphinx", "--seats", "jason,jason"),
        ("play", "king_sphinx", "--seats", "jason,deck"),
        ("play", "king_sphinx", "--seats", "a,b,c,d,e"),
        ("play", "chess", "--seats", "jason,billy"),
        ("play", "king_sphinx", "--seats", "jason,billy", "--option", "sphinx_track"),
        ("play", "king_sphinx", "--seats", "jason,billy", "--option", "sphinx_track=28,21"),
        ("play", "king_sphinx", "--seats", "jason,billy", "--option", "memory_aid=true"),
        ("play", "king_sphinx", "--seats", "jason,billy", "--option", "dragons=3"),
        ("play", "king_sphinx", "--seats", "jason,billy", "--seed", "-1"),
        ("options", "chess"),
        ("replay", "no such file"),
        ("run", "--port", "99999"),
        ("run", "--port", "x"),
        ("tags", "enrol", "04A2", "5"),
        ("import", "no such file"),
    ],
    ids=" ".join,
)
def test_misuse_is_told_in_one_line_with_status_2(run: Run, words: tuple[str, ...]) -> None:
    ended = run(*words)

    assert ended.status == 2
    assert one_line(ended.err), ended.err
    assert ended.out == ""


def test_every_fault_of_the_options_is_told_at_once(run: Run) -> None:
    told = ("--option", "dragons=3", "memory_aid=true")
    ended = run("play", "king_sphinx", "--seats", "jason,billy", *told)

    assert "dragons" in ended.err
    assert "memory_aid=true" in ended.err


# -- play


@pytest.mark.parametrize("game", GAMES)
def test_a_game_plays_itself_to_the_end_within_ten_seconds(
    run: Run, tmp_path: Path, game: str
) -> None:
    seats = FOUR.split(",")[: GAMES[game].seats[-1]]
    began = time.process_time()

    ended = run("play", game, "--seats", ",".join(seats), "--auto", "--out", tmp_path / "out.txt")

    assert ended.status == 0
    assert time.process_time() - began < 10
    assert ended.out.splitlines()[-1].startswith("Won: ")
    assert run("replay", tmp_path / "out.txt").status == 0


def test_a_seed_throws_the_same_dice(run: Run) -> None:
    words = ("play", "king_sphinx", "--seats", FOUR, "--seed", "9", "--auto", "--out", "-")

    assert run(*words).out == run(*words).out


def test_the_record_on_stdout_stands_there_alone(run: Run) -> None:
    ended = run("play", "king_sphinx_short", "--seats", "jason,billy", "--auto", "--out", "-")

    assert json.loads(ended.out.splitlines()[0])["game"] == "king_sphinx_short"
    assert "Won: " not in ended.out


def test_options_are_taken_as_the_list_shows_them(run: Run) -> None:
    rules = ("sphinx_track=28,26,24,22,20", "reclaim_before_morph=false")
    ended = run(
        *("play", "king_sphinx", "--seats", "jason,billy", "--auto", "--seed", "1", "--out", "-"),
        *("--option", *rules, "--option", "memory_aid=on"),
    )

    options = json.loads(ended.out.splitlines()[0])["options"]
    assert options["sphinx_track"] == "28,26,24,22,20"
    assert options["reclaim_before_morph"] == "false"
    assert options["memory_aid"] == "on"


def test_the_record_is_its_owners_alone(record: Path) -> None:
    assert record.stat().st_mode & 0o077 == 0


class Keyboard:
    """What is typed, line by line, and what stood on the screen before each."""

    def __init__(self, *lines: str) -> None:
        self.lines, self.screen = list(lines), [""]

    def read(self, prompt: str) -> str:
        self.write(prompt)
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        self.screen.append("")
        return line

    def write(self, text: str) -> None:
        self.screen[-1] += f"{text}\n"


def typed(*lines: str, seats: str = "jason,billy", **options: str) -> tuple[Match, Keyboard]:
    game = GAMES["king_sphinx"]
    keyboard = Keyboard(*lines)
    match = Match(game, seats.split(","), game.options(options))
    terminal = Terminal(match, SeededChance(1), keyboard.read, keyboard.write)
    return terminal.play(), keyboard


ALIENS = ("1", "", "", "2", "", "")
"""Both take an alien, look behind the curtain, and have seen it."""


def test_the_keyboard_goes_round_behind_a_curtain() -> None:
    match, keyboard = typed(*ALIENS, "51")

    assert match.log[-1] == ("dice/all", "5 1")
    curtains = [screen for screen in keyboard.screen if "Pass the keyboard to" in screen]
    assert ["jason" in curtain for curtain in curtains] == [True, False]
    levels = [n for n, screen in enumerate(keyboard.screen) if "has level" in screen]
    assert all("All others look away" in keyboard.screen[n - 1] for n in levels)
    assert all("-----" in keyboard.screen[n + 1] for n in levels)


def test_chips_and_dice_are_typed_or_thrown() -> None:
    match, _ = typed(*ALIENS, "51", "", "2 3", "4", "2", "")

    assert match.log[-5:-2] == [
        ("jason", "morph"),
        ("jason", "chips 2 3"),
        ("dice/jason", "4"),
    ]
    assert match.log[-2] == ("billy", "reclaim")
    assert match.log[-1][0] == "dice/billy"


def test_the_fighter_looks_away_while_the_neighbour_may_swap() -> None:
    turn = ("", "5", "6")  # morph with chip 5
    _, keyboard = typed(*ALIENS, "51", *turn, *turn, "battle", "", "look", "quit")

    asked = next(
        n for n, screen in enumerate(keyboard.screen) if "Look under the next putty?" in screen
    )
    assert "Pass the keyboard to billy" in keyboard.screen[asked - 1]


def test_a_wrong_die_or_chip_is_refused_and_asked_again() -> None:
    match, keyboard = typed(*ALIENS, "57", "5 1 1", "51", "", "66", "7", "1 2", "4")

    assert match.log[-1] == ("dice/jason", "4")
    assert match.log[-2] == ("jason", "chips 1 2")
    assert sum("undo, board, quit" in screen for screen in keyboard.screen) >= 4


def test_undo_goes_back_until_somebody_has_learnt_something() -> None:
    match, keyboard = typed(*ALIENS, "51", "", "undo", "undo", "board", "quit")

    assert match.log[-1] == ("dice/all", "5 1")
    assert any("somebody has learnt something" in screen for screen in keyboard.screen)
    assert any("jason" in screen and "[goldar]" in screen.lower() for screen in keyboard.screen)


def test_a_game_is_played_at_a_real_keyboard(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join((*ALIENS, "51", "quit", ""))))

    ended = run("play", "king_sphinx", "--seats", "jason,billy", "--out", tmp_path / "half.txt")

    assert ended.status == 0
    assert (tmp_path / "half.txt").read_text().endswith("dice/all: 5 1\n")


# -- replay


def test_a_replay_shows_what_one_viewer_sees(run: Run, record: Path) -> None:
    ended = run("replay", record, "--viewer", "billy", "--upto", "12", "--json")

    view = json.loads(ended.out)
    assert ended.err == ""
    assert view["viewer"] == "billy"
    assert view["table"]["mine"]["memory"] == []


def test_the_audience_of_a_replay_is_never_told_a_level(run: Run, record: Path) -> None:
    for upto in range(8, 14):
        ended = run("replay", record, "--upto", str(upto))
        assert ended.status == 0
        assert "has level" not in ended.out


def test_a_replay_without_answers_shows_the_start(run: Run, record: Path) -> None:
    assert run("replay", record, "--upto", "0").status == 0


@pytest.mark.parametrize("upto", ["99999", "-1", "x"])
def test_a_replay_stops_at_answers_that_exist(run: Run, record: Path, upto: str) -> None:
    ended = run("replay", record, "--upto", upto)

    assert ended.status == 2
    assert one_line(ended.err)


def test_a_stranger_sees_no_replay(run: Run, record: Path) -> None:
    ended = run("replay", record, "--viewer", "zach", "--json")

    assert ended.status == 2
    assert ended.out == ""
    assert "jason, billy, audience" in ended.err


def test_an_illegal_entry_is_told_with_line_rule_and_what_was_legal(run: Run, record: Path) -> None:
    ended = run("replay", with_line(record, 2, "jason: character skeletor"), "--json")

    assert ended.status == 2
    assert ended.out == ""
    assert one_line(ended.err)
    assert "line 2:" in ended.err
    assert "R1" in ended.err
    assert "jason: character billy" in ended.err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("dice/all: 7 1", "dice/all: 2 dice, 1 to 6 each"),
        ("dice/all: 1", "dice/all: 2 dice, 1 to 6 each"),
        ("zach: seen", "legal:"),
        ("billy: seen", "legal:"),
    ],
)
def test_whatever_is_wrong_what_was_legal_is_told(
    run: Run, record: Path, line: str, words: str
) -> None:
    ended = run("replay", with_line(record, 12, line))

    assert ended.status == 2
    assert "line 12:" in ended.err
    assert words in ended.err


def test_of_a_hand_that_is_dealt_the_cards_are_told_and_not_every_order(
    run: Run, tmp_path: Path
) -> None:
    record = tmp_path / "battle.txt"
    head = '{"format":1,"game":"heroes","rules":3,"seats":["jason"],"options":{},"packs":{}}'
    record.write_text(f"{head}\ndeck/table: jason.jab.1 jason.jab.1\n")

    ended = run("replay", record)

    assert ended.status == 2
    assert "deck/table: 5 of jason." in ended.err


def test_an_entry_after_the_end_is_refused(run: Run, record: Path) -> None:
    record.write_text(record.read_text() + "jason: morph\n")
    lines = record.read_text().count("\n")

    ended = run("replay", record)

    assert ended.status == 2
    assert f"line {lines}:" in ended.err
    assert "after the end" in ended.err


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (1, ""),
        (1, "{}"),
        (1, '{"format":1,"game":"chess","rules":1,"seats":["a","b"]}'),
        (1, '{"format":2,"game":"king_sphinx","rules":1,"seats":["a","b"]}'),
        (1, '{"format":1,"game":"king_sphinx","rules":99,"seats":["a","b"]}'),
        (1, '{"format":1,"game":"king_sphinx","rules":1,"seats":["a"]}'),
        (3, ""),
        (3, "billy says hello"),
        (3, "billy:lane 1"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(
    run: Run, record: Path, number: int, line: str
) -> None:
    ended = run("replay", with_line(record, number, line))

    assert ended.status == 2
    assert one_line(ended.err)
    assert f"line {number}:" in ended.err


def test_bytes_that_are_no_text_are_refused(run: Run, record: Path) -> None:
    record.write_bytes(b"\xff\xfe\x00")

    assert run("replay", record).status == 2


# -- the rest


def test_games_and_their_options_are_listed(run: Run) -> None:
    assert set(GAMES) == {line.split()[0] for line in run("games").out.splitlines()}
    for game in GAMES.values():
        listed = run("options", game.id).out
        assert all(f"{switch.name}=" in listed for switch in game.switches)


def test_a_record_goes_in_and_comes_out_as_it_was(run: Run, record: Path, tmp_path: Path) -> None:
    assert run("import", record).status == 0
    assert run("export", tmp_path / "again.txt").status == 0

    assert (tmp_path / "again.txt").read_text() == record.read_text()


def test_robots_of_a_record_stay_robots(run: Run, record: Path) -> None:
    with_robot = with_line(
        record, 1, record.read_text().splitlines()[0][:-1] + ',"robots":["billy"]}'
    )
    run("import", with_robot)

    assert run("export").out.splitlines()[0].endswith('"robots":["billy"]}')


def test_the_home_folder_may_be_told_from_where_one_stands(
    run: Run, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("import", record, "--home", "home")

    assert run("export", "--home", "home").out == record.read_text()


def test_half_a_record_can_be_gone_on_with(run: Run, record: Path) -> None:
    half = "\n".join(record.read_text().splitlines()[:20]) + "\n"
    record.write_text(half)
    run("import", record)

    ended = run("export")

    assert ended.out == half
    assert "everybody's secrets" in ended.err


def test_the_public_record_is_what_was_said(run: Run, record: Path) -> None:
    run("import", record)

    assert run("export", "--public").out.splitlines()[0].endswith("goes first.")


def test_an_illegal_record_is_not_imported(run: Run, record: Path) -> None:
    ended = run("import", with_line(record, 5, "billy: fly"))

    assert ended.status == 2
    assert "line 5:" in ended.err
    assert run("export").status == 2


def test_nothing_is_changed_under_a_running_table(run: Run, record: Path) -> None:
    with homes.alone(homes.find()):
        for words in (("import", record), ("tags", "undo")):
            ended = run(*words)
            assert ended.status == 1
            assert "already running (pid " in ended.err
            assert one_line(ended.err)


def test_stands_get_their_tags(run: Run) -> None:
    assert "Stand 1 of 12 (putty) is enrolled." in run("tags", "enrol", "04:a2:24:b2", "5").out
    assert run("tags", "enrol", "04A224B2", "6").status == 1
    assert run("tags", "enrol", "04A224B3", "1").status == 1
    assert "new tag" in run("tags", "move", "putty-1", "04A224B4").out
    assert " 1 of 12" in run("tags").out
    assert " 0 of 12" in run("tags", "undo").out
    assert run("tags", "forget", "putty-1").status == 1


def test_tags_tell_no_level(run: Run) -> None:
    run("tags", "enrol", "04A224B2", "5")

    shown = run("tags", "list").out
    assert "5" not in shown
    assert "04A224B2" not in shown


def test_the_doctor_finds_the_simulated_table_well(run: Run) -> None:
    ended = run("doctor", "--sim")

    assert ended.status == 0, ended.out
    assert "button/jason" in ended.out


def test_the_command_is_there_in_a_moment() -> None:
    began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([sys.executable, "-m", "companion", "--help"], check=True, capture_output=True)

    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began < 2
