"""The command line: one word each for what a person does with a table.

What a command needs is imported when it is carried out, so that `--help` is there at once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib import metadata
from typing import NoReturn

from companion.cli import care, firmware, games, packs, play, records, table

EPILOG = "Settings come from the environment too: TABLESIDE_HOME, TABLESIDE_PORT."


class OneLine(argparse.ArgumentParser):
    """Says in one line what is wrong with a command."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see: {self.prog} --help)\n")


class Version(argparse.Action):
    def __call__(self, *_: object) -> NoReturn:
        print(f"tableside {metadata.version('tableside')}")
        sys.exit(0)


def command_line() -> argparse.ArgumentParser:
    """All commands with their help."""
    parser = OneLine(
        prog="tableside",
        description="A Raspberry Pi under an old boxed game: it runs the rulebook and keeps"
        " everyone's secrets.",
        epilog=EPILOG,
    )
    parser.add_argument("--version", action=Version, nargs=0, help="say which version this is")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, help="see: tableside COMMAND --help"
    )
    add: list[Callable[[argparse._SubParsersAction[OneLine]], None]]
    add = [table.add, play.add, records.add, games.add, packs.add, care.add, firmware.add]
    for each in add:
        each(commands)
    return parser
