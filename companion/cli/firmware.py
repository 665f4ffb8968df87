"""`tableside firmware`: the program of the hub, on the Pico."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from companion.devices import wire


def add(commands: Any) -> None:
    firmware = commands.add_parser(
        "firmware",
        help="the hub's program: flash, version",
        description="The hub is a Raspberry Pi Pico with MicroPython and the program in firmware/.",
    )
    actions = firmware.add_subparsers(metavar="ACTION", required=True, help="flash or version")
    flashed = actions.add_parser("flash", help="copy the program onto the Pico and start it")
    flashed.set_defaults(carry_out=flash)
    asked = actions.add_parser("version", help="which program the hub runs; status 1 if not ours")
    asked.set_defaults(carry_out=version)
    for action in (flashed, asked):
        action.add_argument(
            "--port",
            metavar="PORT",
            default="usb:",
            help="usb:ID or a path, as /dev/ttyACM0; default: the one Pico on USB",
        )


def flash(args: argparse.Namespace) -> int:
    """Copy it; settings.py of the owner stays."""
    from companion.devices import pico  # noqa: PLC0415  (ports load when wanted)

    said, kept = pico.flash(args.port)
    settings = "kept as it was" if kept else "new: see firmware/README.md for what is wired where"
    print(
        f"The hub {said.number} runs firmware {said.firmware} now. Its settings.py is {settings}."
    )
    return 0


def version(args: argparse.Namespace) -> int:
    """Ask the hub."""
    from companion.devices import pico  # noqa: PLC0415

    said = pico.ask(pico.find(args.port))
    if said.firmware == wire.FIRMWARE:
        print(f"The hub {said.number} runs firmware {said.firmware}, as it should.")
        return 0
    print(
        f"The hub {said.number} runs firmware {said.firmware}, and this program comes with "
        f"{wire.FIRMWARE}: run `tableside firmware flash`.",
        file=sys.stderr,
    )
    return 1
