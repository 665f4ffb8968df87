"""`tableside tags` and `tableside doctor`: what the owner looks after."""

from __future__ import annotations

import argparse
import contextlib
import platform
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion import config as configs
from companion import home as homes
from companion.cli.records import count
from companion.engines.core import Text
from companion.errors import AlreadyRunning, ConfigError
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
    forget.add_argument("piece", metavar="PIECE", help="the stand, as putty-7, or all")
    forget.set_defaults(carry_out=lambda args: tend(args, lambda tags_: tags_.forget(args.piece)))
    undo = actions.add_parser("undo", help="forget the stand enrolled last")
    undo.set_defaults(carry_out=lambda args: tend(args, lambda tags_: tags_.undo()))

    doctor = commands.add_parser(
        "doctor",
        help="what this table has, and what is missing",
        description="One line for each part of the table: fine, or what to do. Status 1 if"
        " something needs doing.",
    )
    doctor.add_argument("--home", metavar="DIR", help="the table's home folder")
    doctor.set_defaults(carry_out=examine)


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
    return "\n".join(f"{k['kind']:8} {k['tagged']:2} of {k['of']} stands have a tag" for k in kinds)


def _enrolled(tags: Tags, args: argparse.Namespace) -> Text:
    tags.enrol(args.level)
    return tags.placed(args.tag)


def _moved(tags: Tags, args: argparse.Namespace) -> Text:
    tags.move(args.piece)
    return tags.placed(args.tag)


def examine(args: argparse.Namespace) -> int:
    """One line a part; the status tells whether all is fine."""
    troubles = 0
    for part, fine, said in parts(homes.find(args.home)):
        troubles += not fine
        print(f"{'fine' if fine else 'MEND':5} {part:10} {said}")
    return 1 if troubles else 0


def parts(home: Path) -> Iterator[tuple[str, bool, str]]:
    """Each part of the table: its name, whether it is fine, and what to say about it."""
    python = platform.python_version()
    yield "python", sys.version_info >= (3, 11), f"{python} on {platform.machine()}"
    try:
        with homes.alone(home):
            yield "home", True, str(home)
            with contextlib.closing(Store(home)) as store:
                yield "record", not store.trouble, store.trouble or "can be written"
    except AlreadyRunning as running:
        yield "home", True, str(running)
    except ConfigError as fault:
        yield "home", False, str(fault)
    try:
        config = configs.read(home, configs.buses_in_use())
    except ConfigError as fault:
        yield "config", False, str(fault)
        return
    named = home / configs.FILE
    yield "config", True, str(named) if named.exists() else f"the starter map; no {named} yet"
    yield _pins(config)


def _pins(config: configs.Config) -> tuple[str, bool, str]:
    module = {"lgpio": "lgpio", "mock": "gpiozero"}.get(config.factory, "RPi.GPIO")
    try:
        found = find_spec(module) is not None
    except ModuleNotFoundError:
        found = False
    if not found:
        mend = "make setup on the Pi installs it; without a Pi: tableside run --sim"
        return "pins", False, f"{config.factory} is not installed ({mend})"
    if config.factory != "mock" and not any(Path("/dev").glob("gpiochip*")):
        return "pins", False, "this machine has no GPIO: tableside run --sim plays without"
    return "pins", True, f"{config.factory}, {sum(1 for _ in config.pins())} pins in use"
