"""What browsers keep: style, script, font and the view's schema, read and compressed once."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import NamedTuple

from flask import Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

FOLDER = Path(__file__).parent / "static"
GAMES = tuple(sorted(f"games/{path.name}" for path in (FOLDER / "games").glob("*.css")))
"""What the drawings of single games add to the style."""
FILES = {
    "tableside.css": (("tableside.css", *GAMES), "text/css"),
    "tableside.js": (("idiomorph.min.js", "story.js", "tableside.js"), "text/javascript"),
    "display.woff2": (("display.woff2",), "font/woff2"),
    "icon.svg": (("icon.svg",), "image/svg+xml"),
    "view.schema.json": (("view.schema.json",), "application/schema+json"),
}
"""The name in an address, the files it is made of, its type."""


class Asset(NamedTuple):
    body: bytes
    packed: bytes
    type: str
    mark: str


class Assets:
    """Every file that pages ask for."""

    def __init__(self) -> None:
        self._all = {name: _read(files, kind) for name, (files, kind) in FILES.items()}

    def address(self, name: str) -> str:
        """Where a page finds it; another address once it has changed."""
        return f"/static/{name}?{self._all[name].mark}"

    def response(self, name: str) -> AnyResponse:
        asset = self._all.get(name)
        if asset is None:
            abort(404)
        packed = len(asset.packed) < len(asset.body) and accepts_gzip()
        response = Response(asset.packed if packed else asset.body, content_type=asset.type)
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["Cache-Control"] = (
            "max-age=31536000, immutable" if request.query_string else "max-age=3600"
        )
        return response


def _read(files: tuple[str, ...], kind: str) -> Asset:
    body = b"\n".join((FOLDER / name).read_bytes() for name in files)
    kind = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
    mark = hashlib.sha256(body).hexdigest()[:10]
    return Asset(body, gzip.compress(body, 9, mtime=0), kind, mark)


def accepts_gzip() -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


def packed(response: AnyResponse) -> AnyResponse:
    """The response compressed, if the browser can read that."""
    if accepts_gzip():
        response.set_data(gzip.compress(response.get_data(), 6))
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    return response
