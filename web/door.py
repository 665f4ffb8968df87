"""At the door: unknown hosts and foreign pages are refused, every answer carries its rules."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, jsonify, make_response, render_template, request
from flask_babel import gettext, lazy_gettext
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
OWN_NAMES = {"localhost", "tableside.local"}
PLAIN = {
    400: lazy_gettext("Something is missing in that."),
    403: lazy_gettext("That is not yours to see or to do."),
    404: lazy_gettext("There is no such page. The table is at /."),
    405: lazy_gettext("That is done another way here."),
    413: lazy_gettext("That is too long."),
    415: lazy_gettext("Send it as JSON."),
    503: lazy_gettext("The table does not answer. Try again in a moment."),
}


def host_fits(hosts: Sequence[str]) -> Callable[[str], bool]:
    """Whether a Host header names this table, by one of its names or any number; none given: any.

    A foreign page can only lead a browser here by a name of its own. The table's number may change
    in mid-session, when the house's network gives it another.
    """
    known = {host.lower() for host in hosts} | OWN_NAMES

    def fits(header: str) -> bool:
        try:
            name = urlsplit(f"//{header}").hostname or ""
        except ValueError:
            return False
        return not hosts or name in known or is_number(name)

    return fits


def is_number(name: str) -> bool:
    """Whether it is an address in figures, as `192.168.1.20` or `fe80::1`."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def program() -> str:
    """A mark of everything that pages are made of: another one after an update."""
    here, mark = Path(__file__).parent, hashlib.sha256()
    for path in sorted(here.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            mark.update(path.read_bytes())
    return mark.hexdigest()[:10]


def same_origin(origin: str, host: str) -> bool:
    """Whether the page that posts is one of this table's own."""
    try:
        return bool(origin) and urlsplit(origin).netloc == host
    except ValueError:
        return False


def plain(status: int, words: str) -> Response:
    """One sentence, as a page or as JSON."""
    if "text/html" in request.headers.get("Accept", ""):
        return make_response(render_template("plain.html", words=words), status)
    return make_response(jsonify(words=words), status)


def guard(app: Flask) -> None:
    """Ask everybody who comes in, and hand the rules to the browser."""
    mark = app.jinja_env.globals["program"] = program()

    @app.before_request
    def at_the_door() -> Response | None:
        if not app.config["HOST_FITS"](request.host):
            return plain(421, gettext("This table has another address: see the shared screen."))
        origin = request.headers.get("Origin") or request.headers.get("Referer", "")
        if request.method == "POST" and not same_origin(origin, request.host):
            return plain(403, gettext("That came from another page. Open the table's own page."))
        return None

    @app.after_request
    def rules(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = CSP
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["X-Program"] = mark
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    @app.errorhandler(HTTPException)
    def refused(fault: HTTPException) -> Response:
        words = PLAIN.get(fault.code or 500) or gettext("That did not work.")
        return plain(fault.code or 500, str(words))
