"""Somebody who looks at every screen: one browser with all seats, the owner's page and time."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.room import Room
from tests.browser.scenes import SEATS
from web.guests import OWNER_COOKIE, SEATS_COOKIE

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
LAYOUT = (Path(__file__).parent / "layout.js").read_text()


def looker(room: Room, size: dict[str, int], **settings: Any) -> Page:
    """A page that may go to every screen there is."""
    context = room.context(size, **settings)
    room.hold(context, *SEATS)
    room.cookie(context, OWNER_COOKIE, room.table.server.screens.guests.owner_token)
    return context.new_page()


def newcomer(room: Room, size: dict[str, int], holding: str, **settings: Any) -> Page:
    """A page of a phone that holds no seat, or only waits for one."""
    context = room.context(size, **settings)
    if holding:
        room.cookie(context, SEATS_COOKIE, holding)
    return context.new_page()


def faults(page: Page, rules: tuple[str, ...] = RULES, by: str = "tag") -> list[str]:
    """What axe-core finds on this page, a line each; `by` says what the rules are named by."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    chosen = {"runOnly": {"type": by, "values": rules}, "resultTypes": ["violations"]}
    found = page.evaluate(f"axe.run(document, {json.dumps(chosen)})")
    return [
        f"{fault['id']}: {node['target']} {node['html'][:200]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


def crowded(page: Page) -> list[str]:
    """What hangs over an edge, is cut, or lies over something else, a line each."""
    found: list[str] = page.evaluate(LAYOUT)
    return found


def letters(page: Page) -> Callable[[int], None]:
    """How many times as large the reader's own letters are, to be set."""
    session = page.context.new_cdp_session(page)  # what it sets lasts as long as it does

    def times(n: int) -> None:
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * n, "fixed": 13 * n}})

    return times


def large_letters(page: Page) -> None:
    """The reader's own letters are twice as large."""
    letters(page)(2)
