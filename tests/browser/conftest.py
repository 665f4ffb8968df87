"""Real Chromium at the real program: one browser, one context a phone, simulated hands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.room import ARGS, Room, chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for one module: while it is driven, no other test of this thread has a loop."""
    program = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def room(tmp_path: Path, browser: Browser) -> Iterator[Room]:
    room = Room(tmp_path, browser)
    yield room
    room.close()
    assert room.complaints == []
