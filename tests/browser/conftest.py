"""Real Chromium at the real program: one port, simulated hands, phones of a phone's size.

Without Chromium these tests are skipped, and say so; where CI is set that is a failure.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from companion import app
from companion.config import Config

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
MISSING = "no chromium here: sudo apt-get install chromium fonts-dejavu-core"
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
]
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()


class Room:
    """A table that is served, and the browsers around it."""

    def __init__(self, table: app.Table, browser: Browser) -> None:
        self.table, self.browser = table, browser
        self.address = f"http://127.0.0.1:{table.door.getsockname()[1]}"
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def open(self, path: str, size: dict[str, int] = PHONE, **context: Any) -> Page:
        """A browser of its own, at this page."""
        opened = self.browser.new_context(viewport=size, base_url=self.address, **context)
        self.contexts.append(opened)
        page = opened.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        page.on("console", self._heard)
        page.goto(path)
        return page

    def phone(self, seat: str, **context: Any) -> Page:
        """A phone that has claimed its seat with the code from the terminal."""
        page = self.open("/seat", **context)
        page.get_by_label("seat code").fill(self.table.session.terminal_code)
        page.locator(f"button[value={seat}]").click()
        page.wait_for_url(f"**/seat/{seat}")
        return page

    def owner(self, path: str = "/owner", size: dict[str, int] = PHONE) -> Page:
        page = self.open(path, size)
        page.get_by_label("code").fill(self.table.owner_code)
        page.get_by_role("button", name="Open").click()
        return page

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning") and "status of 4" not in message.text:
            self.complaints.append(message.text)


@pytest.fixture
def room(tmp_path: Path, browser: Browser) -> Iterator[Room]:
    with app.listen("127.0.0.1", 0) as door:
        table = app.Table(tmp_path, Config(robot_pace_s=0.05), door, sim=True)
        thread = threading.Thread(target=table.serve, daemon=True)
        thread.start()
        room = Room(table, browser)
        yield room
        for context in room.contexts:
            context.close()
        table.server.should_exit = True
        thread.join(15)
        assert not thread.is_alive()
    assert room.complaints == []


@pytest.fixture
def fits() -> Callable[[Page], bool]:
    """Whether nothing hangs over the page's right edge."""
    return lambda page: bool(
        page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    )
