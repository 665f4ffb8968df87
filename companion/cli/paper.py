"""A view, drawn with letters: the board where the game has lanes, and what everybody reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engines.core import Text

PAWNS = {"morpher": "M", "ranger": "R", "dinozord": "D", "final": "D"}
LIGHTNING = 1
PUTTIES = range(2, 5)
ALIEN = 5


def words(text: Mapping[str, Any]) -> str:
    """A text of a view, as one reads it.

    >>> words({"text": "{seat} rolls {n}.", "args": {"seat": "billy", "n": 4}})
    'billy rolls 4.'
    """
    args = text.get("args", {})
    told = {name: words(arg) if isinstance(arg, dict) else arg for name, arg in args.items()}
    return str(Text(text["text"], told))


def drawn(view: Mapping[str, Any], title: str) -> str:
    """The whole view in lines."""
    return "\n".join(_lines(view, title))


def _lines(view: Mapping[str, Any], title: str) -> Iterator[str]:
    yield title
    yield from board(view["table"])
    for said in view["said"]:
        yield f"  {words(said)}"
    where = " > ".join(f"{w['heading']} ({' '.join(w['clauses'])})" for w in view["where"])
    if where:
        yield f"Open: {where}"
    if view["notice"]:
        yield words(view["notice"])
    if view["ask"]:
        yield from _question(view["ask"])
    elif view["awaited"]:
        yield f"Awaited: {', '.join(view['awaited'])}"
    if view["result"]:
        yield words(view["result"]["how"])
        yield f"Won: {', '.join(view['result']['winners']) or 'nobody'}"


def _question(ask: Mapping[str, Any]) -> Iterator[str]:
    yield words(ask["secret" if ask["kind"] == "look" else "prompt"])
    for option in ask.get("options", ()):
        yield f"  {option['answer']}: {words(option['label'])}"


def board(table: Mapping[str, Any]) -> Iterator[str]:
    """The lanes from front to back; other games lie on the table themselves."""
    clip = table.get("clip")
    if clip is not None:
        yield f"  The clip is at {clip}."
    for lane in table.get("lanes", ()):
        if lane["seat"] is None:
            continue
        turn = ">" if lane["seat"] == table.get("turn") else " "
        chips = [n if side == "up" else "-" for n, side in lane["chips"].items()]
        shown = f"  chips {' '.join(chips)}" if chips else ""
        yield f"{turn} {lane['seat']:10} {' '.join(_lane(lane))}{shown}"


def _lane(lane: Mapping[str, Any]) -> Iterator[str]:
    """One lane: `M` Morpher, `R` Ranger, `D` Dinozord, `*` lightning, `o` putty."""
    pawn, rank = PAWNS.get(lane["stage"] or "", "."), lane["rank"] if lane["stage"] else None
    for space in range(ALIEN):
        enemy = space in PUTTIES and lane["putties"][space - PUTTIES[0]]
        bare = "o" if enemy else "*" if space == LIGHTNING else "."
        yield pawn if space == rank else bare
    yield pawn if rank == ALIEN else f"[{lane['alien']}]" if lane["alien"] else "."
