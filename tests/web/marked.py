"""A language in which every letter is marked: what has no mark was never given to a translator."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from jinja2.bccache import Bucket, BytecodeCache

from companion.engines.core import AUDIENCE
from companion.engines.game import Game
from companion.table.board import OWNER, Board
from companion.table.house import House
from companion.table.inbox import Answer, Command, Inbox, Item, Reply
from companion.table.session import Session
from web.catalogue import LIST, mo
from web.guests import OWNER_COOKIE, SEATS_COOKIE
from web.pages import create_app

DOT = "\u0323"
"""Stands under each letter of the marked language."""
KEPT = re.compile(r"(\{\w*\}|%\(\w+\)s|%%|%\w|<[^>]*>)")
WORD = re.compile(r"[^\W\d_]{2,}")
"""Two letters without a dot between them: a word that nobody has translated."""
CODE = "OWNERCOD"


def marked(text: str) -> str:
    """The text in the marked language; what is filled in keeps its place.

    >>> WORD.findall(marked("Hold {seat} <b>two</b> seconds."))
    []
    """
    return "".join(
        part if n % 2 else re.sub(r"[^\W\d_]", lambda letter: letter[0] + DOT, part)
        for n, part in enumerate(KEPT.split(text))
    )


def spoken_at(folder: Path) -> Path:
    """A folder of translations whose German is the marked language."""
    catalogue = Catalog(locale="de", charset="utf-8", fuzzy=False)
    with LIST.open("rb") as file:
        known = read_po(file)
    for message in known:
        if message.id:
            catalogue.add(message.id, marked(message.id))
    path = folder / "de" / "LC_MESSAGES" / "messages.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(mo(catalogue))
    return folder


# -- what a page says

HIDDEN = re.compile(r"<(script|style|symbol|code)\b.*?</\1>|<!--.*?-->|`[^`<]*`", re.DOTALL)
"""What nobody reads, and what one types into a terminal."""
TAG = re.compile(r"<[^>]*>")
ATTRIBUTE = re.compile(r'\s([a-z-]+)="([^"]*)"')
SILENT = {
    "data-about", "data-finger", "data-live", "data-part", "data-program", "data-question",
    "data-sound", "data-version", "data-was",
}  # fmt: skip
"""Attributes for the page's own script."""


def said(page: str) -> Iterator[str]:
    """What a page shows, reads aloud, or keeps for its script to show."""
    page = HIDDEN.sub(" ", page)
    yield html.unescape(TAG.sub(" ", page))
    for tag in TAG.findall(page):
        for name, value in ATTRIBUTE.findall(tag):
            told = name in ("aria-label", "alt", "title")
            if told or (name.startswith("data-") and name not in SILENT):
                yield html.unescape(html.unescape(value))


def unmarked(page: str) -> set[str]:
    """The words of a page that nobody could translate."""
    return {word for text in said(page) for word in WORD.findall(text)}


# -- a table at which nothing runs by itself


class AtOnce(Inbox):
    """Whatever is said is heard at once."""

    session: Session

    def ask(self, item: Item) -> Future[Reply]:
        reply: Future[Reply] = Future()
        reply.set_result(self.session.step(item))
        return reply

    def put(self, item: Item) -> None:
        self.session.step(item)


class Compiled(BytecodeCache):
    """Templates as they were compiled for the first table: compiling takes longer than drawing."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


class MarkedTable:
    """A table in one thread, with a browser that holds every seat, and is the owner's."""

    def __init__(self, home: Path, games: Mapping[str, Game], **more: Any) -> None:
        self.board, self.inbox = Board(), AtOnce()
        house = House(pace_s=0, beat_s=0)
        self.session = self.inbox.session = Session(
            home, house, self.board, self.inbox, games=games, **more
        )
        self.held: list[str] = []
        self.open_up()

    def open_up(self, **hands: Any) -> None:
        """The pages, with hands on a screen or without; a new browser that is the owner's."""
        self.app = create_app(self.board, self.inbox, owner_code=CODE, **hands)
        self.app.jinja_env.bytecode_cache = COMPILED
        self.browser = self.app.test_client()
        self.browser.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
        self.browser.environ_base["HTTP_ACCEPT"] = "text/html"
        self.browser.environ_base["HTTP_ORIGIN"] = "http://localhost"
        self.browser.set_cookie(OWNER_COOKIE, self.app.config["GUESTS"].owner_token)

    def take(self, *seats: str) -> None:
        """Hold these seats."""
        for seat in seats:
            args = {"seat": seat, "code": self.session.terminal_code}
            self.held.append(self.do("claim", AUDIENCE, **args).data["token"])
        self.browser.set_cookie(SEATS_COOKIE, ".".join(self.held))

    def do(self, name: str, by: str = OWNER, /, **args: Any) -> Reply:
        return self.session.step(Command(by, name, args))

    def tell(self, name: str, by: str = OWNER, /, **args: Any) -> str:
        """What a page is told when it asks for that."""
        got = self.browser.post("/command", json={"as": by, "name": name, "args": args})
        return str(got.get_json()["words"])

    def view(self, viewer: str = AUDIENCE) -> dict[str, Any]:
        view: dict[str, Any] = json.loads(self.board.frame(viewer).body)
        return view

    def page(self, path: str) -> str:
        got = self.browser.get(path)
        assert got.status_code in (200, 404), (path, got.status_code)
        assert '<html lang="de"' in got.text, path
        return got.text

    def answer(self, seat: str, answer: str) -> Reply:
        return self.session.step(Answer(seat, self.view(seat)["ask"]["question"], answer, ""))

    def close(self) -> None:
        self.session.store.close()
