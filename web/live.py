"""The live stream: full state at every change, to each viewer its own.

A native ASGI endpoint, because a bridge never notices a phone that has gone. Everything else goes
on to the pages. A slow phone skips versions: it gets the newest when it can take it. What is new is
said to this loop once, however many listen, put into words once a view, and sent at once to all who
have had everything before: their tasks sleep on.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from a2wsgi import WSGIMiddleware
from flask import Flask

from companion.engines.core import AUDIENCE
from companion.table.board import Board, Frame, Frames
from web.guests import Guests, NotYours

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

HEARTBEAT_S = 10.0
WORKERS = 8
AT_ONCE = 50
"""To so many it is said before anything else gets its turn."""


class News:
    """A frame as it is sent, and the heartbeat of those who have had it.

    Their number is what a page that was drawn from this very frame carries as well.
    """

    def __init__(self, start: str, frame: Frame) -> None:
        number = f"{start}.{frame.version}"
        self.frame = frame
        self.state = event(number, "", frame.body)
        self.beat = event(number, "beat", b"{}")


@dataclass(eq=False, slots=True)
class Stream:
    """Somebody who listens: by what right, to which view, and what was said last."""

    cookies: Mapping[str, str]
    wanted: str | None
    send: Send
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    viewer: str = AUDIENCE
    had: News | None = None
    rests: bool = False
    """It has had everything and its task sleeps: the next may be sent past it."""


class Live:
    """`/live` as a stream, the pages behind it."""

    def __init__(self, app: Flask, board: Board) -> None:
        self.app, self.board = app, board
        self.guests: Guests = app.config["GUESTS"]
        self.host_fits: Callable[[str], bool] = app.config["HOST_FITS"]
        self.pages = WSGIMiddleware(self._page, workers=WORKERS)
        self._streams: dict[Stream, None] = {}
        self._said: dict[str, News] = {}
        self._stop_listening: Callable[[], None] = _nothing
        self._next_beat: asyncio.TimerHandle | None = None
        self.closing = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == "/live" and scope["method"] == "GET":
            await self._live(scope, receive, send)
        elif scope["type"] == "http":
            scope["told"] = await told(receive, self.app.config["MAX_CONTENT_LENGTH"])
            await self.pages(scope, receive, send)  # type: ignore[arg-type]

    def close(self) -> None:
        """End every stream, so that the server can stop. Called in the server's loop."""
        self.closing = True
        for stream in self._streams:
            stream.wake.set()

    def _page(self, environ: Any, start: Any) -> Any:
        """One request, all of which is here: no worker waits for a phone that is still sending."""
        environ["wsgi.input"] = io.BytesIO(environ["asgi.scope"]["told"])
        return self.app(environ, start)

    # -- to all who listen

    def _tell(self) -> None:
        """Those with a seat first: they may have been asked."""
        _in_turn(self._tell_one, sorted(self._streams, key=lambda s: s.viewer == AUDIENCE))

    def _tell_one(self, stream: Stream) -> None:
        if not self._told(stream):
            stream.wake.set()

    def _told(self, stream: Stream) -> bool:
        """Send what is new past the sleeping task, if that can be done at once."""
        if not stream.rests:
            return False
        try:
            news = self._news(stream)
        except NotYours:
            return False
        if news is not stream.had and not at_once(stream.send(news.state)):
            return False
        stream.had = news
        return True

    def _beat(self) -> None:
        """A sign of life; who has still something to take needs none."""
        _in_turn(self._beat_one, [*self._streams])
        self._next_beat = asyncio.get_running_loop().call_later(HEARTBEAT_S, self._beat)

    def _beat_one(self, stream: Stream) -> None:
        if stream.rests and stream.had:
            at_once(stream.send(stream.had.beat))

    # -- one who listens

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
            await self._stream(Stream(cookies, wanted, send), gone)
        finally:
            gone.cancel()

    async def _stream(self, stream: Stream, gone: asyncio.Future[None]) -> None:
        """Send the newest frame, then sleep until there is something that only this task can do."""
        gone.add_done_callback(lambda _: stream.wake.set())
        self._come(stream)
        try:
            while not (gone.done() or self.closing):
                stream.wake.clear()
                try:
                    news = self._news(stream)
                except NotYours:
                    await stream.send(event("0", "gone", b"{}"))
                    break
                if news is not stream.had:
                    stream.had = news
                    await stream.send(news.state)
                stream.rests = True
                await stream.wake.wait()
                stream.rests = False
        finally:
            stream.rests = False
            self._go(stream)
        if not gone.done():
            await stream.send({"type": "http.response.body", "body": b"", "more_body": False})

    def _come(self, stream: Stream) -> None:
        """One stream more; the first begins to listen for all."""
        if not self._streams:
            loop = asyncio.get_running_loop()

            def published(_: Frames) -> None:
                loop.call_soon_threadsafe(self._tell)

            self._stop_listening = self.board.listen(published)
            self._next_beat = loop.call_later(HEARTBEAT_S, self._beat)
        self._streams[stream] = None

    def _go(self, stream: Stream) -> None:
        """One less; the last ends the listening."""
        del self._streams[stream]
        if not self._streams:
            self._stop_listening()
            if self._next_beat:
                self._next_beat.cancel()
            self._said.clear()

    def _news(self, stream: Stream) -> News:
        """The newest for this stream, made once for all who see it."""
        viewer = stream.viewer = self.guests.viewer(stream.cookies, stream.wanted)
        frame, news = self.board.frame(viewer), self._said.get(viewer)
        if news is None or news.frame is not frame:
            news = self._said[viewer] = News(self.board.start, frame)
        return news


def _nothing() -> None:
    """Nobody listens yet."""


def _in_turn(tell: Callable[[Stream], None], streams: Sequence[Stream]) -> None:
    """Some at a time: an answer that comes in between does not wait for all of them."""
    for stream in streams[:AT_ONCE]:
        tell(stream)
    if more := streams[AT_ONCE:]:
        asyncio.get_running_loop().call_soon(_in_turn, tell, more)


def at_once(sending: Awaitable[None]) -> bool:
    """Whether it could be sent without waiting; else nothing has been sent.

    A server waits, if it must, before it sends: the wires of this phone are full.
    """
    step = sending.__await__()
    try:
        next(step)
    except StopIteration:
        return True
    step.close()
    return False


def event(number: str, name: str, data: bytes) -> Message:
    """One event of a stream."""
    head = f"id: {number}\n" + (f"event: {name}\n" if name else "")
    body = head.encode() + b"data: " + data + b"\n\n"
    return {"type": "http.response.body", "body": body, "more_body": True}


async def told(receive: Receive, most: int) -> bytes:
    """All that a request says; of one that says too much, enough to be refused."""
    body, more = b"", True
    while more and len(body) <= most:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


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
