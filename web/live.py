"""The live stream: full state at every change, to each viewer its own.

A native ASGI endpoint, because a bridge never notices a phone that has gone. Everything else goes
on to the pages. A slow phone skips versions: it gets the newest when it can take it. What is new is
said to this loop once, however many listen, and put into words once a view.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from a2wsgi import WSGIMiddleware
from flask import Flask

from companion.engines.core import AUDIENCE
from companion.table.board import Board, Frame, Frames
from web.guests import Guests, NotYours

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]

HEARTBEAT_S = 10.0
WORKERS = 8


class Live:
    """`/live` as a stream, the pages behind it."""

    def __init__(self, app: Flask, board: Board) -> None:
        self.app, self.board = app, board
        self.guests: Guests = app.config["GUESTS"]
        self.host_fits: Callable[[str], bool] = app.config["HOST_FITS"]
        self.pages = WSGIMiddleware(app, workers=WORKERS)  # type: ignore[arg-type]
        self._streams: dict[asyncio.Event, str] = {}
        self._said: dict[str, tuple[Frame, MutableMapping[str, Any]]] = {}
        self._stop_listening: Callable[[], None] = _nothing
        self.closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == "/live" and scope["method"] == "GET":
            await self._live(scope, receive, send)
        elif scope["type"] == "http":
            await self.pages(scope, receive, send)  # type: ignore[arg-type]

    def close(self) -> None:
        """End every stream, so that the server can stop. Called in the server's loop."""
        self.closing = True
        self._wake_all()

    def _wake_all(self) -> None:
        """Those with a seat first: they may have been asked."""
        for wake in sorted(self._streams, key=lambda w: self._streams[w] == AUDIENCE):
            wake.set()

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        wanted = parse_qs(scope["query_string"].decode("latin-1")).get("as", [None])[0]
        cookies = cookies_of(headers.get("cookie", ""))
        if not self.host_fits(headers.get("host", "")):
            await refuse(send, 421)
            return
        try:
            self.guests.viewer(cookies, wanted)
        except NotYours:
            await refuse(send, 403)
            return
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [
                    (b"content-type", b"text/event-stream; charset=utf-8"),
                    (b"cache-control", b"no-store"),
                    (b"x-accel-buffering", b"no"),
                ],
            }
        )
        gone = asyncio.ensure_future(left(receive))
        try:
            await self._stream(cookies, wanted, send, gone)
        finally:
            gone.cancel()

    async def _stream(
        self,
        cookies: MutableMapping[str, str],
        wanted: str | None,
        send: Send,
        gone: asyncio.Future[None],
    ) -> None:
        """Send the newest frame, then wait for another; a heartbeat when nothing comes."""
        wake = asyncio.Event()
        gone.add_done_callback(lambda _: wake.set())
        self._come(wake)
        sent: tuple[str, int] | None = None
        try:
            while not (gone.done() or self.closing):
                wake.clear()
                try:
                    viewer = self._streams[wake] = self.guests.viewer(cookies, wanted)
                except NotYours:
                    await send(event("0", "gone", b"{}"))
                    break
                frame = self.board.frame(viewer)
                if sent != (viewer, frame.version):
                    sent = viewer, frame.version
                    await send(self._words(viewer, frame))
                try:
                    async with asyncio.timeout(HEARTBEAT_S):
                        await wake.wait()
                except TimeoutError:
                    await send(event(self._id(frame), "beat", b"{}"))
        finally:
            self._go(wake)
        if not gone.done():
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _come(self, wake: asyncio.Event) -> None:
        """One stream more; the first begins to listen for all."""
        if not self._streams:
            loop = asyncio.get_running_loop()

            def published(_: Frames) -> None:
                loop.call_soon_threadsafe(self._wake_all)

            self._stop_listening = self.board.listen(published)
        self._streams[wake] = AUDIENCE

    def _go(self, wake: asyncio.Event) -> None:
        """One less; the last ends the listening."""
        del self._streams[wake]
        if not self._streams:
            self._stop_listening()
            self._said.clear()

    def _words(self, viewer: str, frame: Frame) -> MutableMapping[str, Any]:
        """The event that carries this frame, made once for all who see it."""
        kept = self._said.get(viewer)
        if kept is None or kept[0] is not frame:
            kept = self._said[viewer] = frame, event(self._id(frame), "", frame.body)
        return kept[1]

    def _id(self, frame: Frame) -> str:
        """What a page that was drawn from this very frame carries as well."""
        return f"{self.board.start}.{frame.version}"


def _nothing() -> None:
    """Nobody listens yet."""


def event(number: str, name: str, data: bytes) -> MutableMapping[str, Any]:
    """One event: its id first, then its name if it has one, then the data in one line."""
    head = f"id: {number}\n" + (f"event: {name}\n" if name else "")
    return {
        "type": "http.response.body",
        "body": head.encode() + b"data: " + data + b"\n\n",
        "more_body": True,
    }


async def left(receive: Receive) -> None:
    """Wait until the phone has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def refuse(send: Send, status: int) -> None:
    await send({"type": "http.response.start", "status": status, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def cookies_of(header: str) -> dict[str, str]:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header).items()}
    except CookieError:
        return {}
