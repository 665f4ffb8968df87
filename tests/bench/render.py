"""How long the largest screens take to be drawn, in a browser that is six times slower."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page, sync_playwright

from tests.browser.looker import looker
from tests.browser.room import ARGS, PHONE, WIDE, Room, chromium
from tests.browser.scenes import scenes

SLOWER, ALLOWED_MS, TIMES, LARGER = 6, 100, 3, 1.05
SHOWN = """
async (html) => {
  const began = performance.now();
  show(html);
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - began;
}
"""
FIRST = """
async () => {
  const painted = () => performance.getEntriesByName("first-contentful-paint")[0];
  while (!painted()) await new Promise((done) => setTimeout(done, 20));
  return painted().startTime - performance.getEntriesByType("navigation")[0].responseEnd;
}
"""
WORD = "<!doctype html><html lang='en'><title>One word</title><p>Morph"


class Took(NamedTuple):
    """Milliseconds on an old phone, as they passed, and as the work of the page's own thread.

    The first are the truth on a machine that has nothing else to do; the second (measured at full
    speed, and multiplied) hold on any.
    """

    ms: float
    work_ms: float


class Slow:
    """A page that can be as slow as on an old phone."""

    def __init__(self, page: Page) -> None:
        self.page, self.session = page, page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.route("**/one-word", lambda way: way.fulfill(body=WORD, content_type="text/html"))

    def part(self, path: str) -> str:
        """The inside of a page, as a page that shows it loads it anew."""
        return self.page.request.get(path, params={"part": "1"}).text()

    def anew(self, before: str, now: str) -> Took:
        """From the words of a new frame to its picture, where the frame before it is shown."""

        def once() -> float:
            return float(self.page.evaluate(SHOWN, now))

        def ready() -> None:
            self.page.evaluate(SHOWN, before)

        return self._least(ready, once)

    def first(self, path: str) -> float:
        """From the last byte of a page to its first picture."""

        def once() -> float:
            self.page.goto(path)
            return float(self.page.evaluate(FIRST))

        return self._least(lambda: self.page.goto("/one-word"), once).ms

    def _least(self, ready: Callable[[], object], once: Callable[[], float]) -> Took:
        """The best of a few: what else the machine does is none of the screen's."""
        took: dict[int, list[Took]] = {1: [], SLOWER: []}
        for rate in list(took) * TIMES:
            ready()
            self.session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
            before = self._work()
            took[rate].append(Took(once(), SLOWER * (self._work() - before)))
            self.session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        passed = min(one.ms for one in took[SLOWER])
        return Took(passed, min(one.work_ms for one in took[1]))

    def _work(self) -> float:
        """For how many milliseconds the page's thread has worked so far."""
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def measure() -> dict[str, Any]:
    """The slowest among each game's largest screens: drawn anew, and at first.

    `one_word_ms`: so long the browser takes to its first picture of a page with nothing but a word.
    """
    largest: dict[tuple[str, str], int] = {}
    anew: dict[str, Took] = {}
    first: dict[str, float] = {}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGS)
        room = Room(Path(home), browser)
        screens = {"wide": Slow(looker(room, WIDE)), "phone": Slow(looker(room, PHONE))}
        before: dict[str, str] = {}
        for scene in scenes(room):
            for path in scene.paths:
                screen = screens[size := "wide" if path == "/" else "phone"]
                now, known = screen.part(path), (scene.name.split("-")[0], size)
                if "<main" in now and len(now) > LARGER * largest.get(known, 0):
                    largest[known], name = len(now), f"{scene.name} {path}"
                    first[name] = screen.first(path)
                    anew[name] = screen.anew(before.get(path, now), now)
                before[path] = now
        one_word = screens["wide"].first("/one-word")
        room.close()
        browser.close()
    most = max(anew, key=lambda name: anew[name].work_ms)
    late = max(first, key=lambda name: first[name])
    return {
        "anew": {
            "screen": most,
            **{part: round(ms, 1) for part, ms in anew[most]._asdict().items()},
        },
        "first": {"screen": late, "ms": round(first[late], 1), "one_word_ms": round(one_word, 1)},
        "of_allowed": round(anew[most].work_ms / ALLOWED_MS, 2),
    }
