"""The owner's pages: one for each matter, and the records of matches that are over."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from companion.engines.core import AUDIENCE
from companion.table.board import OWNER
from companion.table.inbox import Command
from web.pages import Table, draw
from web.words import read


def matters(app: Flask, table: Table) -> None:
    """The front, and what is one touch away from it."""

    def shown(page: str, **more: Any) -> AnyResponse:
        if not table.guests.is_owner(request.cookies):
            return draw(table, "door.html", AUDIENCE, goal=request.path)
        return draw(table, f"owner/{page}.html", OWNER, **more)

    @app.get("/owner")
    def owner() -> AnyResponse:
        return shown("front")

    @app.get("/owner/<any(inputs, back, end, rules, tags):matter>")
    def owners(matter: str) -> AnyResponse:
        return shown(matter)

    @app.get("/owner/seat/<whose>")
    def owners_seat(whose: str) -> AnyResponse:
        """What the owner may do about a seat."""
        if all(seat["seat"] != whose for seat in table.frame(AUDIENCE)["seats"]):
            abort(404)
        return shown("seat", whose=whose)

    @app.get("/owner/records", defaults={"sheet": 1})
    @app.get("/owner/records/<int(min=1):sheet>")
    def owners_records(sheet: int) -> AnyResponse:
        return shown("records", sheet=sheet)


def records(app: Flask, table: Table) -> None:
    """A match that is over, to be read and kept."""

    @app.get("/record/<int:number>")
    def replayed(number: int) -> AnyResponse:
        """Step by step, as each seat saw it."""
        told = {name: request.args.get(name, "") for name in ("step", "seat")}
        step = int(told["step"]) if told["step"].isdecimal() else 10**6
        args = {"number": number, "step": step, "seat": told["seat"]}
        reply = table.say(Command(table.viewer(OWNER), "replay", args))
        if reply.status != "ok":
            abort(404)
        return draw(table, "replay.html", OWNER, seat=told["seat"], **still(table, reply.data))

    @app.get("/record/<int:number>.txt")
    def record(number: int) -> AnyResponse:
        """The whole record, for the owner."""
        reply = table.say(Command(table.viewer(OWNER), "record", {"number": number}))
        if reply.status != "ok":
            abort(404)
        response = Response(reply.data["text"], mimetype="text/plain")
        response.headers["Content-Disposition"] = f"attachment; filename=tableside-{number}.txt"
        return response


def still(table: Table, then: Mapping[str, Any]) -> dict[str, Any]:
    """A moment of a match that is over, as a frame that nothing is asked of any more."""
    now = table.frame(AUDIENCE)
    named = {seat["seat"]: seat for seat in now["seats"]}
    seats = [
        {**named.get(seat, {"seat": seat, "name": seat.title(), "lamp": "off"}), "sitting": True}
        for seat in then["seats"]
    ]
    gone = dict.fromkeys(("proposal", "trouble", "toast", "rebuild", "lobby", "count"))
    view = read(json.dumps(then["view"]))
    frame = {**now, **gone, **view, "stage": "play", "paused": False, "seats": seats}
    frame |= {"game": then["game"], "differences": []}
    return {"frame": frame, **{name: then[name] for name in ("step", "of", "by", "done", "seats")}}
