"""How long the screens take to be drawn anew, in a browser that is six times slower."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser.looker import looker
from tests.browser.room import ARGS, PHONE, WIDE, Room, chromium
from tests.browser.scenes import scenes

SLOWER, ALLOWED_MS = 6, 100
DRAWN = """
async () => {
  const html = await (await fetch(page().dataset.part)).text();
  const began = performance.now();
  show(html);
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - began;
}
"""


def measure() -> dict[str, Any]:
    """The largest screens, in milliseconds from the new page's words to the picture."""
    took: dict[str, float] = {}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGS)
        room = Room(Path(home), browser)
        screens = {"wide": slowed(looker(room, WIDE)), "phone": slowed(looker(room, PHONE))}
        largest = dict.fromkeys(screens, 0)
        for scene in scenes(room):
            for path in scene.paths:
                size = "wide" if path == "/" else "phone"
                words = len(screens[size].request.get(path).body())
                if words > largest[size]:
                    largest[size] = words
                    took[f"{scene.name} {path}"] = drawn(screens[size], path)
        room.close()
        browser.close()
    slowest = sorted(took, key=lambda name: -took[name])[:3]
    figures = {name: round(took[name], 1) for name in slowest}
    return {"ms": figures, "of_allowed": round(max(took.values()) / ALLOWED_MS, 2)}


def slowed(page: Page) -> Page:
    """The page on an old phone."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def drawn(page: Page, path: str) -> float:
    """The best of three: what the machine does beside it is none of the screen's."""
    page.goto(path)
    return float(min(page.evaluate(DRAWN) for _ in range(3)))
