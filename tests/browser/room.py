"""A room with a table in it: the real program on a port, real browsers around it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion import app
from companion.config import Config
from companion.table.board import OWNER
from companion.table.chance import SeededChance
from companion.table.inbox import Answer, Command, Reply
from tests.tools import need
from web.guests import OWNER_COOKIE, SEATS_COOKIE

PATIENCE_S = 60
"""So long nothing may happen, on the slowest machine."""
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
]
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}
HIDDEN = """
Object.defineProperty(document, "hidden", { get: () => %s, configurable: true });
document.dispatchEvent(new Event("visibilitychange"));
"""
LOCK, UNLOCK = HIDDEN % "true", HIDDEN % "false"
"""What a page is told when its phone is locked and when it is taken up again."""

expect.set_options(timeout=PATIENCE_S * 1000)


def chromium() -> str:
    """Debian's browser; without it the tests are skipped, and where CI runs they fail."""
    return need("chromium", "sudo apt-get install chromium fonts-dejavu-core")


class Room:
    """One table and who is in front of its screens."""

    def __init__(self, home: Path, browser: Browser, *, seed: int = 1) -> None:
        self.home, self.browser, self.seed = home, browser, seed
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.port = 0
        self.open_table()

    # -- the program

    def open_table(self) -> None:
        """Start the program, again at the port it had."""
        self.door = app.listen("127.0.0.1", self.port)
        self.port = self.door.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.table = app.Table(self.home, Config(robot_pace_s=0), self.door, sim=True)
        self.table.session.chance = SeededChance(self.seed)
        self._serving = threading.Thread(target=self.table.serve, daemon=True)
        self._serving.start()
        self.until(lambda: self.table.server.started, "the server")

    def close_table(self) -> None:
        """End the program as Ctrl-C would."""
        self.table.server.should_exit = True
        self._serving.join(PATIENCE_S)
        assert not self._serving.is_alive()
        self.door.close()

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.close_table()

    def until(self, seen: Callable[[], Any], what: str = "") -> Any:
        """What `seen` returns once it is true; the browsers go on meanwhile."""
        end = time.monotonic() + PATIENCE_S
        while not (found := seen()):
            assert time.monotonic() < end, f"waited in vain for {what or seen}"
            time.sleep(0.01)
        return found

    # -- what is said past the screens, to get somewhere quickly

    def view(self, viewer: str = "audience") -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self.table.board.frame(viewer).body)
        return frame

    def do(self, viewer: str, command: str, /, **args: Any) -> Reply:
        """A command, which is taken."""
        reply = self.table.inbox.ask(Command(viewer, command, args)).result(PATIENCE_S)
        assert reply.status == "ok", reply.words
        return reply

    def answer(self, seat: str, answer: str, *, may_be_late: bool = False) -> None:
        """An answer to what this seat is asked, which is taken, unless the question has closed."""
        if not (ask := self.view(seat)["ask"]):
            assert may_be_late
            return
        said = Answer(seat, ask["question"], answer, "")
        reply = self.table.inbox.ask(said).result(PATIENCE_S)
        assert reply.status == "ok" or (may_be_late and reply.status == "stale"), reply.words

    def start(self, game: str, *seats: str, **options: str) -> None:
        """These seats sit down and play."""
        for seat in seats:
            self.do(OWNER, "sit", seat=seat)
        self.do(OWNER, "start", game=game, options=options)

    def first_turn(self) -> str:
        """King Sphinx for two: each has an alien and has seen its level; whose turn it is."""
        if not self.view()["table"]:
            self.start("king_sphinx", "jason", "billy")
        for seat, alien in (("jason", "goldar"), ("billy", "squatt")):
            self.answer(seat, f"alien {alien}")
            self.answer(seat, "seen")
        turn: str = self.until(lambda: self.view()["table"]["turn"], "the first turn")
        return turn

    # -- browsers

    def context(self, size: dict[str, int] = PHONE, **settings: Any) -> BrowserContext:
        """A browser of its own: nothing in it is known to the others."""
        settings = {"base_url": self.address, "reduced_motion": "reduce", **settings}
        opened = self.browser.new_context(viewport=size, **settings)
        opened.set_default_timeout(PATIENCE_S * 1000)
        self.contexts.append(opened)
        return opened

    def page(self, context: BrowserContext, path: str) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        page.on("console", self._heard)
        page.goto(path)
        return page

    def open(self, path: str, size: dict[str, int] = PHONE, **settings: Any) -> Page:
        """A browser of its own, at this page."""
        return self.page(self.context(size, **settings), path)

    def phone(self, *seats: str, size: dict[str, int] = PHONE, **settings: Any) -> Page:
        """A phone that holds these seats, at the screen of the first."""
        context = self.context(size, **settings)
        self.hold(context, *seats)
        return self.page(context, f"/seat/{seats[0]}")

    def hold(self, context: BrowserContext, *seats: str) -> None:
        """Let this browser hold these seats, as if it had claimed them."""
        code = self.table.session.terminal_code
        tokens = [self.do("audience", "claim", seat=s, code=code).data["token"] for s in seats]
        self.cookie(context, SEATS_COOKIE, ".".join(tokens))

    def owner(self, path: str = "/owner", size: dict[str, int] = PHONE, **settings: Any) -> Page:
        """The owner's browser, the code long since typed."""
        context = self.context(size, **settings)
        token = self.table.server.screens.guests.owner_token
        self.cookie(context, OWNER_COOKIE, token)
        return self.page(context, path)

    def cookie(self, context: BrowserContext, name: str, value: str) -> None:
        cookie = {"name": name, "value": value, "url": self.address, "sameSite": "Strict"}
        context.add_cookies([{**cookie, "httpOnly": True}])  # type: ignore[typeddict-item]

    def _heard(self, message: Any) -> None:
        """Whatever a browser complains of, but for the answers that were refused on purpose."""
        expected = ("status of 4", "net::ERR_", "Failed to fetch")
        if message.type in ("error", "warning") and not any(w in message.text for w in expected):
            self.complaints.append(message.text)


OVER = """
() => [...document.querySelectorAll("main :is(button, a, input, select, summary, h1)")]
  .filter((e) => e.checkVisibility() && !e.matches(".vh"))
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
  .map((e) => e.outerHTML.slice(0, 120))
"""


def fits(page: Page) -> bool:
    """Whether nothing hangs over the page's right edge, be it cut off there or not."""
    wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    return not wide and not page.evaluate(OVER)
