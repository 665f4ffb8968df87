"""From the server's loop to the pages: a request goes whole into a thread, its answer comes back.

Nothing that lasts goes this way: that is what `live` is for.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

from flask import Flask
from werkzeug.wrappers import Response

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

WORKERS = 8


class Pages:
    """The Flask application, as an ASGI one."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.most: int = app.config["MAX_CONTENT_LENGTH"]
        self.workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="pages")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await told(receive, self.most)
        if body is None:
            return
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self.workers, self.answer, asked(scope, body))
        headers = [
            (name.lower().encode(), value.encode("latin-1")) for name, value in answer.headers
        ]
        await send(
            {"type": "http.response.start", "status": answer.status_code, "headers": headers}
        )
        await send({"type": "http.response.body", "body": answer.get_data()})

    def answer(self, environ: dict[str, Any]) -> Response:
        """What the pages say to that, in a thread."""
        return Response.from_app(self.app, environ, buffered=True)


async def told(receive: Receive, most: int) -> bytes | None:
    """All that was sent; of what is too long only the beginning. None: the phone has gone.

    It is heard out here, so that somebody who sends slowly keeps no thread from the others.
    """
    body, more = b"", True
    while more and len(body) <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


def asked(scope: Scope, body: bytes) -> dict[str, Any]:
    """A request, as WSGI writes it down."""
    name, port = scope.get("server") or ("localhost", 80)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": name,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for header, value in scope["headers"]:
        key = "HTTP_" + header.decode("latin-1").upper().replace("-", "_")
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
    environ["CONTENT_LENGTH"] = str(len(body))
    for said_of_the_way in ("HTTP_CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"):
        environ.pop(said_of_the_way, None)
    return environ
