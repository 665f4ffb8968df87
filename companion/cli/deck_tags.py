"""`tableside tags deck`: the cards of a deck get their tags, in the order of its list."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from companion import home as homes
from companion.cli.records import count
from companion.engines.catalogue import GAMES
from companion.engines.core import Text
from companion.errors import TagError
from companion.table.tags import Tags

Tend = Callable[[argparse.Namespace, Callable[[Tags], Any]], int]
ReadTag = Callable[[str], str]


def add(actions: Any, tend: Tend, tag_id: ReadTag) -> None:
    deck = actions.add_parser(
        "deck",
        help="the cards of a deck, scanned or typed in the order of its list",
        description="Reads a tag's id a line, as a reader that types like a keyboard writes them,"
        " and says which card is next. A line `undo` takes the last one back; an empty line ends.",
    )
    deck.add_argument("deck", metavar="GAME/PACK/DECK", help="as bandai/night-shift/roofs")
    deck.add_argument("--box", metavar="N", type=count, default=1, help="a second copy is box 2")
    deck.set_defaults(
        carry_out=lambda args: tend(args, lambda tags: scan(tags, args, tag_id)),
    )


def scan(tags: Tags, args: argparse.Namespace, tag_id: ReadTag) -> Text:
    """Enrol card after card until the deck is whole or no more is read."""
    from companion.table.decks import box_of  # noqa: PLC0415  (packs are read when wanted)
    from companion.table.packs.library import shelved  # noqa: PLC0415

    name, _, deck = args.deck.partition("/")
    games = shelved(GAMES, homes.find(args.home))
    tags.enrol_deck(box_of(games.get(name), deck, args.box))
    said = ""
    while tags.waiting:
        line = _read(said or _next(tags))
        if not line:
            break
        try:
            if line == "undo":
                tags.undo()
                said = ""
            else:
                said = str(tags.placed(tag_id(line)))
        except (TagError, argparse.ArgumentTypeError) as fault:
            said = f"{fault}. {_next(tags)}"
    done = sum(tags.tagged().values())
    return Text("{n} cards have a tag.", {"n": done})


def _read(prompt: str) -> str:
    try:
        return input(f"{prompt}: ").strip()
    except EOFError:
        return ""


def _next(tags: Tags) -> str:
    shown = tags.next()
    if shown is None:
        return "That is all"
    words: Any = shown["words"]
    return str(words["text"]).format(**words.get("args", {}))
