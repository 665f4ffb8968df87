"""`tableside pack`: check card packs, begin a new one, list what is there."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from companion import home


def add(commands: Any) -> None:
    pack = commands.add_parser(
        "pack",
        help="card packs: check, new, list, schema",
        description="Card packs are text files that say which cards a game is played with.",
    )
    kinds = pack.add_subparsers(metavar="WHAT", required=True, help="what to do with packs")
    checked = kinds.add_parser("check", help="name every fault of a pack: file, card and field")
    checked.add_argument("files", metavar="FILE", nargs="+", type=Path)
    checked.set_defaults(carry_out=check_packs)
    begun = kinds.add_parser("new", help="print a new pack to begin with, or write it to a file")
    begun.add_argument("game", metavar="GAME")
    begun.add_argument("id", metavar="ID", help="a short name: a-z first, then a-z 0-9 _ -")
    begun.add_argument("--out", metavar="FILE", type=Path)
    begun.set_defaults(carry_out=new_pack)
    listed = kinds.add_parser("list", help="every deck that can be played")
    listed.set_defaults(carry_out=list_decks)
    written = kinds.add_parser("schema", help="print the format of a game's packs as JSON schema")
    written.add_argument("game", metavar="GAME")
    written.set_defaults(carry_out=show_schema)


def check_packs(args: argparse.Namespace) -> int:
    """One fault a line on stderr; exit 2 if there is any."""
    from companion.table.packs.library import check  # noqa: PLC0415

    faults = [fault for file in args.files for fault in check(file)]
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print("No faults.")
    return 2 if faults else 0


def new_pack(args: argparse.Namespace) -> int:
    """Never over a file that is there."""
    from companion.errors import PackError, Sentence  # noqa: PLC0415
    from companion.table.packs.library import new  # noqa: PLC0415

    text = new(args.game, args.id)
    if args.out is None:
        print(text, end="")
        return 0
    if args.out.exists():
        words = "{file}: is there already; name another file"
        raise PackError((Sentence(words, file=args.out),))
    args.out.write_text(text, encoding="utf-8")
    print(f"{args.out}: change it, then: tableside pack check {args.out}")
    return 0


def list_decks(_: argparse.Namespace) -> int:
    """One deck a line, and on stderr what is wrong with packs that are left out."""
    from companion.table.packs.library import FORMATS, Shelf  # noqa: PLC0415

    shelves = [Shelf(game, home.find()) for game in FORMATS]
    for shelf in shelves:
        for deck, name in shelf.lists():
            print(f"{shelf.game:16} {deck:32} {name}")
    for fault in dict.fromkeys(fault for shelf in shelves for fault in shelf.faults):
        print(fault, file=sys.stderr)
    return 0


def show_schema(args: argparse.Namespace) -> int:
    """The JSON schema alone, for an editor."""
    from companion.table.packs.library import format_of  # noqa: PLC0415

    print(json.dumps(format_of(args.game).schema(), indent=2))
    return 0
