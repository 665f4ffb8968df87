"""The pages and what they post: Flask, one short view each.

A page is drawn from the viewer's frame. Script, where there is any, only keeps it live and sends
its forms without leaving it; without script the same forms are sent by the browser itself.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import TimeoutError as TookTooLong
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import segno
from flask import Flask, Response, abort, jsonify, make_response, redirect, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from companion.engines.core import AUDIENCE
from companion.errors import TablesideError
from companion.table.board import OWNER, Board
from companion.table.inbox import Answer, Command, Inbox, Reply
from web.guests import OWNER_COOKIE, SEATS_COOKIE, Guests, NotYours, tokens
from web.words import ALIENS, Words

HERE = Path(__file__).parent
VERSION = "0.1.0"
ANSWER_S = 5.0
"""So long a page waits for the table to answer."""
YEAR_S = 31_536_000
STATUS = {"ok": 200, "stale": 409, "illegal": 422, "forbidden": 403, "unsaved": 503}
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
ASSETS = {
    "table.css": "text/css",
    "tableside.css": "text/css",
    "table.js": "text/javascript",
    "display.woff2": "font/woff2",
    "view.schema.json": "application/json",
    "icon.svg": "image/svg+xml",
}
HANDS = {
    "press", "hold", "down", "up", "key", "throw", "place", "lift", "glitch", "bounce",
    "double_read", "crowd", "tear", "noise", "deafen", "unplug", "replug",
}  # fmt: skip


class Table:
    """What the pages need of the table: whose frame, and how to say something."""

    def __init__(self, board: Board, inbox: Inbox, guests: Guests, hands: Any) -> None:
        self.board, self.inbox, self.guests, self.hands = board, inbox, guests, hands

    def viewer(self, wanted: str | None = None) -> str:
        try:
            return self.guests.viewer(request.cookies, wanted)
        except NotYours:
            abort(403)

    def frame(self, viewer: str) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self.board.frame(viewer).body)
        return frame

    def say(self, item: Answer | Command) -> Reply:
        """Say it and wait until it is on disk."""
        try:
            return self.inbox.ask(item).result(timeout=ANSWER_S)
        except TookTooLong:
            abort(503)


def create_app(
    board: Board, inbox: Inbox, *, owner_code: str, hands: Any = None, hosts: Sequence[str] = ()
) -> Flask:
    """The Flask application."""
    app = Flask(__name__, static_folder=None, template_folder="screens")
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.config["MAX_CONTENT_LENGTH"] = 1 << 20
    guests = Guests(board, owner_code)
    app.config["GUESTS"], app.config["HOST_FITS"] = guests, host_fits(hosts)
    table = Table(board, inbox, guests, hands)
    guard(app)
    screens(app, table)
    posts(app, table)
    care(app, table)
    if hands is not None:
        simulated(app, table)
    return app


# -- at the door


def host_fits(hosts: Sequence[str]) -> Callable[[str], bool]:
    """Whether a Host header names this table; an address that phones may use, or its own name."""
    known = {host.lower() for host in hosts} | {
        "localhost",
        "127.0.0.1",
        "[::1]",
        "tableside.local",
    }

    def fits(header: str) -> bool:
        name = urlsplit(f"//{header}").hostname or ""
        return not hosts or name.lower() in known or f"[{name}]" in known

    return fits


def guard(app: Flask) -> None:
    """Unknown hosts and foreign pages are refused; every answer carries the rules for browsers."""

    @app.before_request
    def at_the_door() -> AnyResponse | None:
        if not app.config["HOST_FITS"](request.host):
            return plain(421, "This table has another address: see the shared screen.")
        if request.method == "POST" and not same_origin():
            return plain(403, "That came from another page. Open the table's own page.")
        return None

    @app.after_request
    def rules(response: AnyResponse) -> AnyResponse:
        response.headers["Content-Security-Policy"] = CSP
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    @app.errorhandler(HTTPException)
    def trouble(fault: HTTPException) -> AnyResponse:
        return plain(fault.code or 500, PLAIN.get(fault.code or 500, "That did not work."))


PLAIN = {
    403: "That is not yours to see or to do.",
    404: "There is no such page. The table is at /.",
    405: "That is done another way here.",
    415: "Send it as JSON.",
    503: "The table does not answer. Try again in a moment.",
}


def plain(status: int, words: str) -> AnyResponse:
    if request.accept_mimetypes.best == "text/html":
        return make_response(render_template("plain.html", words=words), status)
    return make_response(jsonify(words=words), status)


def same_origin() -> bool:
    """Whether the page that posts is one of this table's own."""
    origin = request.headers.get("Origin") or request.headers.get("Referer", "")
    return urlsplit(origin).netloc == request.host


# -- what one sees


def draw(table: Table, template: str, viewer: str, **more: Any) -> AnyResponse:
    """A page from the viewer's frame; only its inside when the page itself asks for that."""
    frame = table.frame(viewer)
    html = render_template(
        template,
        frame=frame,
        viewer=viewer,
        here=request.path,
        note="",
        words=Words(frame),
        aliens=ALIENS,
        layout="part.html" if request.args.get("part") else "page.html",
        ticket=secrets.token_urlsafe(8),
        held=[seat for seat in table.guests.held(request.cookies) if "/" not in seat],
        owner=table.guests.is_owner(request.cookies),
        simulated=table.hands is not None,
        game_page=lambda name: game_page(frame, name),
        **more,
    )
    return packed(make_response(html))


def game_page(frame: Mapping[str, Any], name: str) -> str:
    """The game's own drawing, or the plain one that every game can be played with."""
    game = frame.get("game") or {}
    own = f"games/{game.get('id')}/{name}.html"
    return own if (HERE / "screens" / own).exists() else f"games/{name}.html"


def packed(response: AnyResponse) -> AnyResponse:
    if "gzip" in request.headers.get("Accept-Encoding", "") and not response.is_streamed:
        response.set_data(gzip.compress(response.get_data(), 6))
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding, Cookie"
    return response


def screens(app: Flask, table: Table) -> None:  # noqa: C901  (a list of pages)
    """The pages and the views."""

    @app.get("/")
    def shared() -> AnyResponse:
        return draw(table, "table.html", AUDIENCE)

    @app.get("/seat")
    def seats() -> AnyResponse:
        held = [viewer for viewer in table.guests.held(request.cookies) if "/" not in viewer]
        if held:
            return redirect(f"/seat/{held[0]}")
        waiting = table.viewer()
        return draw(table, "claim.html", waiting)

    @app.get("/seat/<seat>")
    def seat(seat: str) -> AnyResponse:
        if seat not in table.guests.held(request.cookies):
            return redirect("/seat")
        return draw(table, "seat.html", seat)

    @app.get("/view")
    def view() -> AnyResponse:
        frame = table.board.frame(table.viewer(request.args.get("as")))
        return packed(Response(frame.body, mimetype="application/json"))

    @app.get("/healthz")
    def healthz() -> AnyResponse:
        return jsonify(status="ok", version=VERSION)

    @app.get("/qr.svg")
    def qr() -> AnyResponse:
        picture = io.BytesIO()
        segno.make(f"http://{request.host}/seat", error="l").save(
            picture, kind="svg", border=2, dark="#0b1a1c", light="#fff", xmldecl=False, omitsize=True
        )
        return Response(picture.getvalue(), mimetype="image/svg+xml")

    @app.get("/static/<name>")
    @app.get("/<name>.schema.json", defaults={"schema": True})
    def asset(name: str, schema: bool = False) -> AnyResponse:
        name = f"{name}.schema.json" if schema else name
        if name not in ASSETS:
            abort(404)
        response = Response((HERE / "static" / name).read_bytes(), mimetype=ASSETS[name])
        response.headers["Cache-Control"] = "max-age=3600"
        return response if name.endswith("woff2") else packed(response)


# -- what one does


def posts(app: Flask, table: Table) -> None:
    """Answers and commands: as JSON, or as the forms of a page."""

    @app.post("/answer")
    def answer() -> AnyResponse:
        body = told()
        viewer = table.viewer(body.get("as"))
        if viewer in (AUDIENCE, OWNER) or "/" in viewer:
            abort(403)
        return answered(
            table.say(
                Answer(viewer, text(body, "question"), text(body, "answer"), text(body, "id"))
            )
        )

    @app.post("/command")
    def command() -> AnyResponse:
        body = told()
        viewer = table.viewer(body.get("as"))
        args = body.get("args", {})
        if not isinstance(args, dict) or body.get("name") == "claim":
            abort(400)
        return answered(table.say(Command(viewer, text(body, "name"), args, text(body, "id"))))

    @app.post("/claim")
    def claim() -> AnyResponse:
        body = told() if request.is_json else request.form.to_dict()
        return claimed(table, body)

    @app.post("/act")
    def act() -> AnyResponse:
        """A form of a page: an answer or a command, then back to the page."""
        form = request.form
        viewer = table.viewer(form.get("as"))
        if "question" in form:
            said = laid(form.getlist("chip")) if "laying" in form else form.get("answer", "")
            reply = table.say(Answer(viewer, form["question"], said, form.get("id", "")))
        else:
            args = {key[4:]: worth(value) for key, value in form.items() if key.startswith("arg_")}
            reply = table.say(Command(viewer, form.get("command", ""), args, form.get("id", "")))
        if request.headers.get("X-Tableside"):
            return answered(reply)
        return redirect(back(form.get("page", "/")), 303)


def told() -> dict[str, Any]:
    if not request.is_json:
        abort(415)
    body = request.get_json(silent=True)
    if not isinstance(body, dict):
        abort(400)
    return body


def text(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name, "")
    if not isinstance(value, str) or len(value) > 200_000:
        abort(400)
    return value


def laid(chips: Sequence[str]) -> str:
    """Ticked chips as an answer."""
    return f"chips {' '.join(sorted(chips)) or 'none'}"


def worth(value: str) -> Any:
    """A form's value: true and false are what they say."""
    return {"true": True, "false": False}.get(value, value)


def back(page: str) -> str:
    return page if re.fullmatch(r"/[a-z0-9_./-]*", page) and not page.startswith("//") else "/"


def answered(reply: Reply) -> AnyResponse:
    words = str(reply.words) if reply.words else ""
    shown = reply.words.json() if reply.words else None
    body = {"status": reply.status, "words": words, "text": shown}
    body |= {key: value for key, value in reply.data.items() if key != "token"}
    return make_response(jsonify(body), STATUS[reply.status])


def claimed(table: Table, body: Mapping[str, Any]) -> AnyResponse:
    """Ask for a seat: the token goes into the cookie, the two signs onto both screens."""
    args = {name: text(body, name) for name in ("seat", "code") if body.get(name)}
    if "seat" not in args:
        abort(400)
    reply = table.say(Command(AUDIENCE, "claim", args))
    response = answered(reply)
    if not request.is_json:
        response = redirect("/seat", 303)
    if reply.status == "ok":
        kept = [reply.data["token"], *tokens(request.cookies)]
        cookie(response, SEATS_COOKIE, ".".join(kept[:6]))
    return response


def cookie(response: AnyResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=YEAR_S, httponly=True, samesite="Strict")


# -- for the owner


def care(app: Flask, table: Table) -> None:
    """The owner's page, behind the code from the terminal."""

    @app.get("/owner")
    def owner() -> AnyResponse:
        if not table.guests.is_owner(request.cookies):
            return draw(table, "door.html", AUDIENCE, page="/owner")
        return draw(table, "owner.html", OWNER)

    @app.post("/owner")
    def open_up() -> AnyResponse:
        if not table.guests.code_fits(request.form.get("code", "")):
            return make_response(
                render_template(
                    "plain.html",
                    words="That code does not open this page. It stands in the terminal.",
                ),
                403,
            )
        response = redirect(back(request.form.get("page", "/owner")), 303)
        cookie(response, OWNER_COOKIE, table.guests.owner_token)
        return response

    @app.get("/record/<int:number>.txt")
    def record(number: int) -> AnyResponse:
        if not table.guests.is_owner(request.cookies):
            abort(403)
        reply = table.say(Command(OWNER, "record", {"number": number}))
        if reply.status != "ok":
            abort(404)
        response = Response(reply.data["text"], mimetype="text/plain")
        response.headers["Content-Disposition"] = f"attachment; filename=tableside-{number}.txt"
        return response


# -- for the simulated table


def simulated(app: Flask, table: Table) -> None:
    """The hands: only with the simulator, only with the owner's code."""

    def allowed() -> None:
        if not table.guests.is_owner(request.cookies):
            abort(403)

    @app.get("/hands")
    def hands() -> AnyResponse:
        if not table.guests.is_owner(request.cookies):
            return draw(table, "door.html", AUDIENCE, page="/hands")
        return draw(table, "hands.html", AUDIENCE, hands=table.hands.state())

    @app.get("/hands/state")
    def state() -> AnyResponse:
        allowed()
        return jsonify(table.hands.state())

    @app.post("/hands")
    def move() -> AnyResponse:
        """A hand does something: `do` and its arguments, as JSON or as a form."""
        allowed()
        body = told() if request.is_json else {k: v for k, v in request.form.items() if v}
        page = body.pop("page", None)
        verb = str(body.pop("do", ""))
        if verb not in HANDS:
            abort(400)
        try:
            done = getattr(table.hands, verb)(**{k: number(v) for k, v in body.items()})
        except (TypeError, ValueError, TablesideError):
            abort(400)
        if request.is_json or request.headers.get("X-Tableside"):
            return jsonify(status="ok", done=done)
        return redirect(back(page or "/hands"), 303)


def number(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 3 else value
