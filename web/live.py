"""The live stream: full state at every change, to each viewer its own.

A native ASGI endpoint, because a bridge never notices a phone that has gone. Everything else goes
on to the pages. A slow phone skips versions: it gets the newest when it can take it. What is new is
said to this loop once, however many listen, put into words once a view, and written right onto the
wires of those who have had everything before: their tasks sleep on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from flask import Flask

from companion.engines.core import AUDIENCE
from companion.table.board import Board, Frame, Frames
from web.bridge import Pages, Receive, Scope, Send
from web.guests import Guests, NotYours

HEARTBEAT_S = 10.0
AT_ONCE = 50
"""To so many it is said before anything else gets its turn."""
WIRE = "wire"
"""Under this name the server may lay a connection's transport into the scope's state."""


class News:
    """One event, as it is sent and as it lies on the wire: one chunk of an HTTP/1.1 answer."""

    def __init__(self, number: str, name: str, data: bytes) -> None:
        head = f"id: {number}\n" + (f"event: {name}\n" if name else "")
        body = head.encode() + b"data: " + data + b"\n\n"
        self.chunk = b"%x\r\n%b\r\n" % (len(body), body)
        self.message = {"type": "http.response.body", "body": body, "more_body": True}


@dataclass(eq=False, slots=True)
class Stream:
    """Somebody who listens: by what right, to which view, and what was said last."""

    cookies: MutableMapping[str, str]
    wanted: str | None
    wire: asyncio.WriteTransport | None
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    viewer: str = AUDIENCE
    sent: tuple[str, int] | None = None
    rests: bool = False
    """It has had everything and its task sleeps: the next may go past it, onto the wire."""


class Live:
    """`/live` as a stream, the pages behind it."""

    def __init__(self, app: Flask, board: Board) -> None:
        self.app, self.board = app, board
        self.guests: Guests = app.config["GUESTS"]
        self.host_fits: Callable[[str], bool] = app.config["HOST_FITS"]
        self.pages = Pages(app)
        self._streams: dict[Stream, None] = {}
        self._said: dict[str, tuple[Frame, News]] = {}
        self._stop_listening: Callable[[], None] = _nothing
        self.closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == "/live" and scope["method"] == "GET":
            await self._live(scope, receive, send)
        elif scope["type"] == "http":
            await self.pages(scope, receive, send)

    def close(self) -> None:
        """End every stream, so that the server can stop. Called in the server's loop."""
        self.closing = True
        for stream in self._streams:
            stream.wake.set()

    def _tell(self) -> None:
        """Those with a seat first: they may have been asked."""
        self._tell_these(sorted(self._streams, key=lambda stream: stream.viewer == AUDIENCE))

    def _tell_these(self, streams: Sequence[Stream]) -> None:
        """Some at a time: an answer that comes in between does not wait for all of them."""
        for stream in streams[:AT_ONCE]:
            if not self._told(stream):
                stream.wake.set()
        if more := streams[AT_ONCE:]:
            asyncio.get_running_loop().call_soon(self._tell_these, more)

    def _told(self, stream: Stream) -> bool:
        """Write what is new onto the wire, unless something waits before it there."""
        wire = stream.wire
        if not wire or not stream.rests or wire.is_closing() or wire.get_write_buffer_size():
            return False
        try:
            news = self._news(stream)
        except NotYours:
            return False
        if news:
            wire.write(news.chunk)
        return True

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
            await self._stream(Stream(cookies, wanted, wire_of(scope)), send, gone)
        finally:
            gone.cancel()

    async def _stream(self, stream: Stream, send: Send, gone: asyncio.Future[None]) -> None:
        """Send the newest frame, then wait for another; a heartbeat when nothing comes."""
        gone.add_done_callback(lambda _: stream.wake.set())
        self._come(stream)
        try:
            while not (gone.done() or self.closing):
                stream.wake.clear()
                try:
                    news = self._news(stream)
                except NotYours:
                    await send(News("0", "gone", b"{}").message)
                    break
                if news:
                    await send(news.message)
                if not await self._woken(stream):
                    await send(self._beat(stream).message)
        finally:
            self._go(stream)
        if not gone.done():
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _woken(self, stream: Stream) -> bool:
        """Rest until there is something for this stream's task to do; False: time for a beat."""
        stream.rests = True
        try:
            async with asyncio.timeout(HEARTBEAT_S):
                await stream.wake.wait()
        except TimeoutError:
            return False
        finally:
            stream.rests = False
        return True

    def _come(self, stream: Stream) -> None:
        """One stream more; the first begins to listen for all."""
        if not self._streams:
            loop = asyncio.get_running_loop()

            def published(_: Frames) -> None:
                loop.call_soon_threadsafe(self._tell)

            self._stop_listening = self.board.listen(published)
        self._streams[stream] = None

    def _go(self, stream: Stream) -> None:
        """One less; the last ends the listening."""
        del self._streams[stream]
        if not self._streams:
            self._stop_listening()
            self._said.clear()

    def _news(self, stream: Stream) -> News | None:
        """What this stream has not had yet, made once for all who see it; now it counts as had."""
        viewer = stream.viewer = self.guests.viewer(stream.cookies, stream.wanted)
        frame = self.board.frame(viewer)
        if stream.sent == (viewer, frame.version):
            return None
        stream.sent = viewer, frame.version
        kept = self._said.get(viewer)
        if kept is None or kept[0] is not frame:
            kept = self._said[viewer] = frame, News(self._id(frame.version), "", frame.body)
        return kept[1]

    def _beat(self, stream: Stream) -> News:
        return News(self._id(stream.sent[1] if stream.sent else 0), "beat", b"{}")

    def _id(self, version: int) -> str:
        """What a page that was drawn from this very frame carries as well."""
        return f"{self.board.start}.{version}"


def _nothing() -> None:
    """Nobody listens yet."""


def wire_of(scope: Scope) -> asyncio.WriteTransport | None:
    """The way past the server to this phone, where chunks are what it expects there."""
    wire: asyncio.WriteTransport | None = scope.get("state", {}).get(WIRE)
    return wire if scope["http_version"] == "1.1" else None


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
