"""Hands on a screen: the simulated table's, and twins of parts that are absent or broken.

Both move real edges and tags, so both open with the owner's code alone. `/hands` is there only with
the simulator, `/twins` only without it.
"""

from __future__ import annotations

import re
from typing import Any, Protocol

from flask import Flask, abort, jsonify, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.engines.core import AUDIENCE
from companion.errors import TablesideError
from companion.table.board import OWNER
from companion.table.inbox import Command
from web.acts import back, told
from web.pages import Table, draw

VERBS = {
    "press", "hold", "down", "up", "key", "throw", "place", "show", "lift", "glitch", "bounce",
    "double_read", "crowd", "tear", "noise", "deafen", "unplug", "replug",
}  # fmt: skip
TWIN_VERBS = {"press", "hold", "down", "up", "key", "place", "lift"}


class Twins(Protocol):
    """The electronics, as far as a screen may stand in for them."""

    hands: Any

    def twin(self, part: str, on: bool) -> None:
        """Let the screen stand in for a part, or no longer; a `TablesideError` says why not."""


def hand_acts(app: Flask, table: Table, hands: Any) -> None:
    """The simulated table's hands."""

    @app.get("/hands")
    def see() -> AnyResponse:
        return shown(table, "/hands", hands)

    @app.get("/hands/state")
    def state() -> AnyResponse:
        table.viewer(OWNER)
        return jsonify(hands.state())

    @app.post("/hands")
    def move() -> AnyResponse:
        """A hand does something: `do` and its arguments, as JSON or as a form."""
        table.viewer(OWNER)
        return moved(hands, VERBS, "/hands")


def twin_acts(app: Flask, table: Table, twins: Twins) -> None:
    """Twins: on the owner's page they are switched on, here they are played."""

    @app.get("/twins")
    def see_twins() -> AnyResponse:
        return shown(table, "/twins", twins.hands)

    @app.post("/twins")
    def move_twin() -> AnyResponse:
        """A finger at a twin: `do` and its arguments; or `do=switch`, a `part` and `on`."""
        table.viewer(OWNER)
        if request.form.get("do") == "switch":
            try:
                twins.twin(request.form.get("part", ""), request.form.get("on") == "true")
            except TablesideError:
                return redirect("/owner?note=twin", 303)
            return redirect("/owner", 303)
        return moved(twins.hands, TWIN_VERBS, "/twins")


def shown(table: Table, at: str, hands: Any) -> AnyResponse:
    if not table.guests.is_owner(request.cookies):
        return draw(table, "door.html", AUDIENCE, goal=at)
    cards = sleeves(table) if at == "/hands" else {}
    return draw(table, "hands.html", AUDIENCE, at=at, hands=hands.state(), **cards)


def sleeves(table: Table) -> dict[str, Any]:
    """The cards of decks with tags, to be laid on a reader; the next sleeve while one is enrolled.

    They are what the hand holds. Which of them lie in the match, and where, is not told here.
    """
    tags = table.frame(OWNER)["owner"]["tags"]
    if not tags["boxes"] and not tags["next"]:
        return {"boxes": []}
    reply = table.say(Command(OWNER, "tags.cards"))
    boxes = reply.data.get("boxes", [])
    used = {tag for box in boxes for tag, _ in box["cards"]}
    fresh = next(tag for n in range(1, 1 << 16) if (tag := f"04C2{n:04X}") not in used)
    return {"boxes": boxes, "sleeve": {"tag": fresh, **tags["next"]} if tags["next"] else None}


def moved(hands: Any, verbs: set[str], page: str) -> AnyResponse:
    body = told() if request.is_json else {k: v for k, v in request.form.items() if v}
    page, do = str(body.pop("page", page)), body.pop("do", "")
    verb = getattr(hands, do, None) if do in verbs else None
    if verb is None:
        abort(400)
    try:
        done = verb(**{name: counted(value) for name, value in body.items()})
    except (TypeError, ValueError, TablesideError):
        abort(400)
    if request.is_json or request.headers.get("X-Tableside"):
        return jsonify(status="ok", done=done)
    return redirect(back(page), 303)


def counted(value: Any) -> Any:
    return int(value) if isinstance(value, str) and re.fullmatch(r"\d{1,2}", value) else value
