"""The pages: drawn from the viewer's frame by templates, one short view each.

Script, where there is any, only keeps a page live and sends its forms without leaving it; without
script the page refreshes itself and the browser sends the same forms.
"""

from __future__ import annotations

import io
import json
import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import TimeoutError as TookTooLong
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import segno
from flask import Flask, Response, abort, jsonify, make_response, redirect, render_template, request
from flask_babel import gettext, lazy_gettext
from werkzeug.wrappers import Response as AnyResponse

from companion.engines.core import AUDIENCE
from companion.table.board import Board
from companion.table.inbox import Answer, Command, Inbox, Reply
from web import sounds
from web.assets import Assets, packed
from web.door import guard, host_fits
from web.guests import Guests, NotYours
from web.languages import speak
from web.words import ALIENS, Words, read

TEMPLATES = Path(__file__).parent / "templates"
ANSWER_S = 20.0
"""So long a page waits for the table to answer."""
HERE_ONLY = {"localhost", "127.0.0.1", "[::1]"}
NOTES = {
    "stale": lazy_gettext("That question is closed. This is what is asked now."),
    "illegal": lazy_gettext("Not now. Nothing has changed."),
    "forbidden": lazy_gettext("That is not yours to do. Nothing has changed."),
    "twin": lazy_gettext("That part is there and works: use the real one."),
    "other": lazy_gettext(
        "This phone does not hold that seat. Ask for it here, by its button or with the seat code."
    ),
    "gone": lazy_gettext(
        "This seat is on another phone now, or was freed. Ask for it here, "
        "by its button or with the seat code."
    ),
    "waits": lazy_gettext("Another phone waits for this seat. Try again in half a minute."),
    "code": lazy_gettext(
        "That is not the seat code from the terminal. After five wrong ones it rests for a minute."
    ),
    "unsaved": lazy_gettext("This could not be saved, so it does not count. Try again."),
}
"""What a page says after an act that was not taken, or instead of the page that was asked for."""


class Table:
    """What the pages need of the table: whose frame, and how to say something."""

    def __init__(
        self, board: Board, inbox: Inbox, guests: Guests, hosts: Sequence[str], at: str
    ) -> None:
        self.board, self.inbox, self.guests, self.hosts = board, inbox, guests, hosts
        self.hands_at = at
        """Where hands are moved on a screen: `/hands`, `/twins`, or nowhere."""

    def viewer(self, wanted: str | None = None) -> str:
        """Whose view this request may have; 403 if it wants another's."""
        try:
            return self.guests.viewer(request.cookies, wanted)
        except NotYours:
            abort(403)

    def held(self) -> list[str]:
        """The seats that this device holds."""
        return [viewer for viewer in self.guests.held(request.cookies) if "/" not in viewer]

    def frame(self, viewer: str) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self.board.frame(viewer).body)
        return frame

    def say(self, item: Answer | Command) -> Reply:
        """Say it and wait until it is on disk."""
        try:
            return self.inbox.ask(item).result(timeout=ANSWER_S)
        except TookTooLong:
            abort(503)

    def address(self) -> str:
        """Where a phone finds this table: as it was called, if phones can call it so."""
        name, _, port = (
            request.host.rpartition(":") if ":" in request.host else (request.host, "", "")
        )
        if name in HERE_ONLY and self.hosts:
            return f"{self.hosts[0]}:{port}" if port else self.hosts[0]
        return request.host


def create_app(
    board: Board,
    inbox: Inbox,
    *,
    owner_code: str,
    hands: Any = None,
    twins: Any = None,
    hosts: Sequence[str] = (),
    sound_folder: Path | None = None,
) -> Flask:
    """The Flask application: everything but the live stream."""
    from web.acts import acts, doors  # noqa: PLC0415  (acts answer with pages)
    from web.hands import hand_acts, twin_acts  # noqa: PLC0415
    from web.owner import matters, records  # noqa: PLC0415

    app = Flask(__name__, static_folder=None)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.config["MAX_CONTENT_LENGTH"] = app.config["MAX_FORM_MEMORY_SIZE"] = 1 << 20
    guests = Guests(board, owner_code)
    app.config["GUESTS"], app.config["HOST_FITS"] = guests, host_fits(hosts)
    at = "/hands" if hands is not None else "/twins" if twins is not None else ""
    table = Table(board, inbox, guests, hosts, at)
    guard(app)
    speak(app)
    files(app, sound_folder)
    screens(app, table)
    keepsakes(app, table)
    matters(app, table)
    records(app, table)
    acts(app, table)
    doors(app, table)
    if hands is not None:
        hand_acts(app, table, hands)
    if twins is not None:
        twin_acts(app, table, twins)
    return app


def draw(table: Table, page: str, viewer: str, **more: Any) -> AnyResponse:
    """A page from the viewer's frame; only its inside when the page itself asks for that."""
    frame = more.pop("frame", None) or read(table.board.frame(viewer).body)
    note = noted(frame)
    html = render_template(
        page,
        frame=frame,
        viewer=viewer,
        start=table.board.start,
        words=Words(frame),
        aliens=ALIENS,
        layout="part.html" if request.args.get("part") else "page.html",
        here=request.path,
        about=about(frame),
        note=more.pop("note", NOTES.get(note.get("note", ""))),
        noted=f"&{urlencode(note)}" if note else "",
        ticket=secrets.token_urlsafe(8),
        held=table.held(),
        host=table.address(),
        hands_at=table.hands_at,
        game_page=lambda name: game_page(frame, name),
        **more,
    )
    return packed(make_response(html))


def about(frame: Mapping[str, Any]) -> str:
    """What a viewer's page is about: a note of another question is none of its business."""
    proposal, ask = frame["proposal"], frame["ask"]
    if frame["paused"]:
        return "paused"
    if proposal and proposal["yours"]:
        return f"proposal.{proposal['by']}"
    asked: str = (ask or {}).get("question", "")  # a moment of a match that is over asks nothing
    return asked or f"{frame['stage']}.{frame.get('heard', 0)}"


def noted(frame: Mapping[str, Any]) -> dict[str, str]:
    """What the address of this page says of the last act, while that is what the page is about."""
    note, of = request.args.get("note", ""), request.args.get("of", about(frame))
    return {"note": note, "of": of} if note in NOTES and of == about(frame) else {}


def game_page(frame: Mapping[str, Any], name: str) -> str:
    """The game's own drawing, or the plain one that every game can be played with."""
    own = f"games/{(frame.get('game') or {}).get('id')}/{name}.html"
    return own if (TEMPLATES / own).exists() else f"games/{name}.html"


def screens(app: Flask, table: Table) -> None:
    """What one sees."""

    @app.get("/")
    def shared() -> AnyResponse:
        return draw(table, "table.html", AUDIENCE)

    @app.get("/seat")
    def seats() -> AnyResponse:
        """The seat of this phone; or which one it would like."""
        waiting, adding = table.viewer(), request.args.get("add", "")
        asked = request.args.get("asked", "")
        late = bool(asked) and table.guests.waits_in_vain(request.cookies)
        if table.held() and "/" not in waiting and not adding and not late:
            return redirect(f"/seat/{table.held()[0]}")
        note = NOTES.get(request.args.get("note", ""))
        if late:
            note = gettext(
                "Half a minute is over, and the seat was not given. Ask again, "
                "by its button or with the seat code."
            )
        elif asked and "/" not in waiting:
            note = gettext(
                "That seat was not given. Does this browser keep cookies? Then ask once more."
            )
        return draw(
            table,
            "claim.html",
            waiting if "/" in waiting else AUDIENCE,
            adding=adding,
            asked=asked,
            note=note,
        )

    @app.get("/seat/<seat>")
    def seat(seat: str) -> AnyResponse:
        if seat not in table.held():
            note = "gone" if table.guests.has_lost_one(request.cookies) else "other"
            return redirect(f"/seat?add=1&note={note}" if table.held() else f"/seat?note={note}")
        if request.args.get("curtain") and not request.args.get("part"):
            return draw(table, "curtain.html", seat)
        return draw(table, "seat.html", seat)

    @app.get("/view")
    def view() -> AnyResponse:
        frame = table.board.frame(table.viewer(request.args.get("as")))
        return packed(Response(frame.body, mimetype="application/json"))


def keepsakes(app: Flask, table: Table) -> None:
    """What is scanned or printed: the way here, and the end of an evening."""

    @app.get("/poster")
    def poster() -> AnyResponse:
        """A match that is over, to keep; else the shared table."""
        if table.frame(AUDIENCE)["stage"] != "over":
            return redirect("/")
        return draw(table, "poster.html", AUDIENCE)

    @app.get("/qr.svg")
    def qr() -> AnyResponse:
        picture = io.BytesIO()
        code = segno.make(f"http://{table.address()}/seat", error="l")
        code.save(picture, kind="svg", border=2, dark="#0b1a1c", light="#fff", omitsize=True)
        response = packed(Response(picture.getvalue(), mimetype="image/svg+xml"))
        response.headers["Cache-Control"] = "max-age=300"
        return response


def files(app: Flask, folder: Path | None) -> None:
    """What does not depend on who looks."""
    assets = Assets()
    app.jinja_env.globals["asset"] = assets.address

    @app.get("/sounds/<name>")
    def sound(name: str) -> AnyResponse:
        """A short sound, or the file in the table's home that replaces it."""
        found = sounds.sound(name, folder)
        if found is None:
            abort(404)
        response = Response(found[0], content_type=found[1])
        response.headers["Cache-Control"] = "max-age=3600"
        return response

    @app.get("/static/<name>")
    def asset(name: str) -> AnyResponse:
        return assets.response(name)

    @app.get("/view.schema.json")
    def schema() -> AnyResponse:
        return assets.response("view.schema.json")

    @app.get("/healthz")
    def healthz() -> AnyResponse:
        return jsonify(status="ok", version=program_version())


def program_version() -> str:
    try:
        return version("tableside")
    except PackageNotFoundError:
        return "unknown"
