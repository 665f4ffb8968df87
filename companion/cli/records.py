"""`tableside replay`, `export` and `import`: a match as a text file.

Line 1 of a record is its header, from line 2 on each line is one answer: `who: answer`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion import home as homes
from companion.cli.games import catalogue
from companion.cli.paper import drawn
from companion.engines.core import AUDIENCE, Ask, Deal, Roll, RollEach
from companion.engines.match import Entry, Match
from companion.errors import ConfigError, OptionError, RecordError, RecordMismatch
from companion.table.board import OWNER
from companion.table.play import Play
from companion.table.record import Header, parse_text, public_text, replay, to_text
from companion.table.store import Kept, Store

LISTED = 24
"""So many legal answers are listed before the rest is only counted."""


def add(commands: Any) -> None:
    again = commands.add_parser(
        "replay",
        help="play a record again and show what a viewer sees",
        description="Play a record again and print what one viewer sees at its end. A line that"
        " is not legal where it stands ends it with status 2, its number, the open rule and what"
        " would have been legal.",
    )
    again.add_argument("file", metavar="FILE", help="a record; - reads it from stdin")
    again.add_argument(
        "--viewer", metavar="NAME", default=AUDIENCE, help="a seat, or audience (the default)"
    )
    again.add_argument("--upto", metavar="N", type=count, help="stop after N answers")
    again.add_argument("--json", action="store_true", help="print the view as JSON and no more")
    again.set_defaults(carry_out=show_replay)

    out = commands.add_parser(
        "export",
        help="write a match from the home folder as a record",
        description="Write a match as text: the save file, and what to send with a bug report."
        " While a match is being played its record holds everybody's secrets.",
    )
    out.add_argument("file", metavar="FILE", nargs="?", default="-", help="where to (default: -)")
    out.add_argument(
        "--match", metavar="N", type=count, help="which (default: the one being played, or last)"
    )
    out.add_argument("--public", action="store_true", help="only what was said aloud")
    out.add_argument("--home", metavar="DIR", help="the table's home folder")
    out.set_defaults(carry_out=export_record)

    into = commands.add_parser(
        "import",
        help="lay a record on the table, to be gone on with",
        description="Check a record and keep it in the home folder; the table then offers to go"
        " on with it. A match that was being played is laid aside.",
    )
    into.add_argument("file", metavar="FILE", help="a record; - reads it from stdin")
    into.add_argument("--home", metavar="DIR", help="the table's home folder")
    into.set_defaults(carry_out=import_record)


def count(text: str) -> int:
    """A number from 0 up, as an argument."""
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 up")
    return int(text)


def read_file(name: str) -> str:
    """The text of a record; `RecordError` if there is none."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return data.decode()
    except OSError as fault:
        raise RecordError(f"{name}: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise RecordError(f"{name}: this is no text") from None


def write_file(name: str, text: str) -> None:
    """Write a record, readable by its owner alone."""
    if name == "-":
        sys.stdout.write(text)
        return
    path = Path(name)
    try:
        path.touch(mode=0o600)
        path.write_text(text)
    except OSError as fault:
        raise ConfigError(f"{name}: {fault.strerror}") from None


def show_replay(args: argparse.Namespace) -> int:
    """Print what the viewer sees after the record, or after its first answers."""
    header, entries = parse_text(read_file(args.file))
    if args.viewer not in (*header.seats, AUDIENCE, OWNER):
        raise OptionError(f"no viewer {args.viewer!r}: {', '.join((*header.seats, AUDIENCE))}")
    if args.upto is not None and args.upto > len(entries):
        raise OptionError(f"--upto {args.upto}: the record has {len(entries)} answers")
    match = played(header, entries[: args.upto])
    view = match.view(args.viewer)
    if args.json:
        print(json.dumps({"game": match.game.id, "viewer": args.viewer, **view}))
    else:
        print(drawn(view, match.game.title))
    return 0


def played(header: Header, entries: Sequence[Entry]) -> Match:
    """The match of a record; `RecordError` names the first line that is not legal."""
    try:
        return replay(header, entries, catalogue())
    except RecordMismatch as fault:
        match = replay(header, entries[: fault.at - 1], catalogue())
        raise RecordError(f"line {fault.at + 1}: {refusal(match, entries[fault.at - 1])}") from None


def refusal(match: Match, entry: Entry) -> str:
    """Why an entry is not legal here: the open rule, and what would have been legal."""
    told = f"{entry[0]}: {entry[1]}"
    if match.result:
        return f"{told!r} comes after the end of the match"
    rules = " > ".join(
        f"{rule.heading} ({' '.join(rule.clauses)})" if rule.heading else " ".join(rule.clauses)
        for rule in match.where()
    )
    return f"{told!r} is not legal in {rules or 'this game'}; legal: {', '.join(legal(match))}"


def legal(match: Match) -> Iterator[str]:
    """Every legal entry, the many faces of dice in words."""
    for by in match.answerers():
        ask: Ask[Any] | None = match.ask_of(by)
        if isinstance(ask, Roll | RollEach):
            dice = ask.dice if isinstance(ask, Roll) else len(ask.seats)
            yield f"{by}: {dice} {'die' if dice == 1 else 'dice'}, 1 to 6 each"
            continue
        if isinstance(ask, Deal):
            yield f"{by}: {ask.count} of {' '.join(ask.pieces)}"
            continue
        answers: Sequence[str] = match.legal_actions(by)
        yield from (f"{by}: {answer}" for answer in answers[:LISTED])
        if len(answers) > LISTED:
            yield f"and {len(answers) - LISTED} more"


def export_record(args: argparse.Namespace) -> int:
    """Write one match of the home folder as text."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(_copy(homes.find(args.home), Path(folder)))
        try:
            kept = _wanted(store, args.match)
        finally:
            store.close()
    if args.public:
        write_file(args.file, kept.public or _said(kept))
        return 0
    write_file(args.file, to_text(kept.header, ((row.by, row.notation) for row in kept.rows)))
    if kept.state == "open":
        print("This match is being played: the record holds everybody's secrets.", file=sys.stderr)
    return 0


def _copy(home: Path, folder: Path) -> Path:
    """A copy of the record to read at leisure: a running table is not disturbed."""
    path = home.absolute() / "record.db"
    if not path.exists():
        raise RecordError(
            f"no match has been played with {home} yet: play one (tableside run), or name its "
            "folder with --home"
        )
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as source,
            contextlib.closing(sqlite3.connect(folder / path.name)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as fault:
        raise RecordError(f"{path}: {fault}") from None
    return folder


def _wanted(store: Store, number: int | None) -> Kept:
    if number is None:
        ended = store.ended()
        kept = store.open_match() or (store.match(ended[0].number) if ended else None)
    else:
        kept = store.match(number)
    if kept is None:
        raise RecordError(f"there is no match {number}" if number else "no match has been played")
    return kept


def _said(kept: Kept) -> str:
    return public_text(played(kept.header, [(row.by, row.notation) for row in kept.rows]))


def import_record(args: argparse.Namespace) -> int:
    """Check a record and keep it: the table offers to go on with it."""
    header, entries = parse_text(read_file(args.file))
    match = played(header, entries)
    home = homes.find(args.home)
    with homes.alone(home), contextlib.closing(Store(home)) as store:
        if store.trouble:
            raise ConfigError(store.trouble)
        Play.imported(store, match, header.robots)
    print(f"{len(entries)} answers of {match.game.title} are kept in {home}.")
    return 0
