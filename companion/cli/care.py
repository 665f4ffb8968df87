"""`tableside tags` and `tableside doctor`: what the owner looks after."""

from __future__ import annotations

import argparse
import contextlib
from typing import Any

from companion import home as homes
from companion.cli import deck_tags
from companion.cli.records import count
from companion.engines.core import Text
from companion.errors import ConfigError
from companion.table.store import Store
from companion.table.tags import Tags

TAG_BYTES = (4, 7, 10)


def add(commands: Any) -> None:
    tags = commands.add_parser(
        "tags",
        help="which tag is on which stand",
        description="Look after the stands' tags while no table runs. A table enrols them faster:"
        " look under the stand, touch its level, set it on the pad.",
    )
    tags.add_argument("--home", metavar="DIR", help="the table's home folder")
    tags.set_defaults(carry_out=lambda args: tend(args, _shown))
    actions = tags.add_subparsers(dest="action", metavar="ACTION", help="default: list")
    listing = actions.add_parser("list", help="how many stands have a tag (never which level)")
    listing.set_defaults(carry_out=lambda args: tend(args, _shown))
    enrol = actions.add_parser("enrol", help="a new stand: its tag and the level on its label")
    enrol.add_argument("tag", metavar="TAG", type=tag_id, help="the tag's id, as 04A224B2C35E80")
    enrol.add_argument("level", metavar="LEVEL", type=count, help="the level under the stand")
    enrol.set_defaults(carry_out=lambda args: tend(args, lambda tags_: _enrolled(tags_, args)))
    move = actions.add_parser("move", help="a stand gets another tag")
    move.add_argument("piece", metavar="PIECE", help="the stand, as putty-7")
    move.add_argument("tag", metavar="TAG", type=tag_id, help="its new tag's id")
    move.set_defaults(carry_out=lambda args: tend(args, lambda tags_: _moved(tags_, args)))
    forget = actions.add_parser("forget", help="a stand has no tag any more")
    forget.add_argument(
        "piece", metavar="PIECE", help="the stand, as putty-7, a deck's box as listed, or all"
    )
    forget.set_defaults(carry_out=lambda args: tend(args, lambda tags_: tags_.forget(args.piece)))
    deck_tags.add(actions, tend, tag_id)
    undo = actions.add_parser("undo", help="forget the stand enrolled last")
    undo.set_defaults(carry_out=lambda args: tend(args, lambda tags_: tags_.undo()))

    check = commands.add_parser(
        "doctor",
        help="what this table has, and what is missing",
        description="One line for each part of the table: fine, or what to do. Status 1 if"
        " something needs doing.",
    )
    check.add_argument("--home", metavar="DIR", help="the table's home folder")
    check.add_argument("--sim", action="store_true", help="try the simulated parts")
    check.add_argument(
        "--wiring",
        action="store_true",
        help="the guided wiring check: press and lay what it asks for, and the map is saved",
    )
    check.set_defaults(carry_out=examine)


def tag_id(text: str) -> str:
    """A tag's id as the readers tell it: capitals, 4, 7 or 10 bytes.

    >>> tag_id("04:a2:24:b2")
    '04A224B2'
    """
    plain = text.replace(":", "").replace("-", "").upper()
    if set(plain) - set("0123456789ABCDEF") or len(plain) // 2 not in TAG_BYTES or len(plain) % 2:
        raise argparse.ArgumentTypeError(f"{text!r} is no tag id: 4, 7 or 10 bytes as hex digits")
    return plain


def tend(args: argparse.Namespace, action: Any) -> int:
    """Do something with the tags in the home folder."""
    home = homes.find(args.home)
    with homes.alone(home), contextlib.closing(Store(home)) as store:
        if store.trouble:
            raise ConfigError(store.trouble)
        tags = Tags(store)
        said = action(tags)
        print(said or _shown(tags))
    return 0


def _shown(tags: Tags) -> str:
    kinds: Any = tags.shown()["kinds"]
    lines = [f"{k['kind']:8} {k['tagged']:2} of {k['of']} stands have a tag" for k in kinds]
    lines += [f"{box}: {tagged} cards have a tag" for box, tagged in sorted(tags.tagged().items())]
    return "\n".join(lines)


def _enrolled(tags: Tags, args: argparse.Namespace) -> Text:
    tags.enrol(args.level)
    return tags.placed(args.tag)


def _moved(tags: Tags, args: argparse.Namespace) -> Text:
    tags.move(args.piece)
    return tags.placed(args.tag)


def examine(args: argparse.Namespace) -> int:
    """One line a part; the status tells whether all is fine."""
    from companion.cli import checkup, wiring  # noqa: PLC0415  (pins and ports load when wanted)

    if args.wiring:
        return wiring.check(homes.find(args.home), sim=args.sim)
    fine = True
    for finding in checkup.findings(homes.find(args.home), sim=args.sim):
        fine = fine and finding.state in ("fine", "twin")
        print(finding)
    return 0 if fine else 1
