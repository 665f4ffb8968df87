"""`tableside run`: the whole table."""

from __future__ import annotations

import argparse
import gc
import os
from typing import Any

from companion import home as homes
from companion.cli.records import count
from companion.errors import OptionError


def add(commands: Any) -> None:
    run = commands.add_parser(
        "run",
        help="the whole table: buttons, tags, screens",
        description="Serve the table: the shared screen, a screen for each seat, the owner's"
        " page. Prints the address, a QR code and the owner's code. Ctrl-C ends it; the match"
        " is kept.",
    )
    run.add_argument(
        "--sim", action="store_true", help="nothing is wired: buttons and tags are simulated"
    )
    run.add_argument(
        "--port", metavar="N", type=count, help="default: TABLESIDE_PORT, the config's, or 8000"
    )
    run.add_argument(
        "--home",
        metavar="DIR",
        help="where the table keeps its data; default: TABLESIDE_HOME, or the usual place",
    )
    run.set_defaults(carry_out=run_table)


def run_table(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    gc.disable()  # nothing is thrown away while everything is loaded; the table switches it on
    from companion.app import run  # noqa: PLC0415  (everything is loaded only for a whole table)

    return run(homes.find(args.home), port=port(args.port), sim=args.sim)


def port(told: int | None) -> int | None:
    """The port that was told, or the environment's; None leaves it to the configuration."""
    text = os.environ.get("TABLESIDE_PORT", "") if told is None else str(told)
    if not text:
        return None
    if not text.isdecimal() or int(text) > 65535:
        raise OptionError(f"port {text!r} is no number from 0 to 65535")
    return int(text)
