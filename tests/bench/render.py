"""How long the largest screens take to be drawn, in a browser that is six times slower."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page, sync_playwright

from companion.engines.catalogue import GAMES
from tests.browser.looker import looker
from tests.browser.room import ARGS, PHONE, WIDE, Room, chromium
from tests.browser.scenes import scenes

SLOWER, ALLOWED_MS, TIMES = 6, 100, 3
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


class Screen(NamedTuple):
    """A screen as it was drawn once, and the one before it at the same place."""

    name: str
    path: str
    before: str
    now: str


class Slow:
    """A page that can be as slow as on an old phone."""

    def __init__(self, page: Page) -> None:
        self.page, self.session = page, page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def drawn(self, path: str, **params: str) -> str:
        """A page as the table draws it now; with `part` its inside alone."""
        return self.page.request.get(path, params={**params}).text()

    def anew(self, screen: Screen) -> Took:
        """From the words of a new frame to its picture, where the frame before it is shown."""
        took: dict[int, list[Took]] = {1: [], SLOWER: []}
        for rate in list(took) * TIMES:
            self.page.evaluate(SHOWN, screen.before)
            with self._slower(rate):
                before = self._work()
                ms = float(self.page.evaluate(SHOWN, screen.now))
                took[rate].append(Took(ms, SLOWER * (self._work() - before)))
        passed = min(one.ms for one in took[SLOWER])
        return Took(passed, min(one.work_ms for one in took[1]))

    def first(self, html: str) -> float:
        """From the last byte of a page to its first picture."""
        self.page.route("**/first", lambda way: way.fulfill(body=html, content_type="text/html"))
        took = []
        for _ in range(TIMES):
            self.page.goto("about:blank")
            with self._slower(SLOWER):
                self.page.goto("/first", wait_until="commit")
                took.append(float(self.page.evaluate(FIRST)))
        self.page.unroute("**/first")
        return min(took)

    @contextmanager
    def _slower(self, rate: int) -> Iterator[None]:
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        yield
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": 1})

    def _work(self) -> float:
        """For how many milliseconds the page's thread has worked so far."""
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def largest(room: Room, draws: Callable[[str], str]) -> list[Screen]:
    """Of each game's shared table, seats and owner's pages the largest; only that is measured."""
    found: dict[tuple[str, str], Screen] = {}
    before: dict[str, str] = {}
    for scene in (one for one in scenes(room) if one.holding is None):
        game = next((game for game in GAMES if scene.name.startswith(game)), "")
        for path in scene.paths:
            now, kind = draws(path), (game, path.split("/")[1])
            if "<main" in now and (kind not in found or len(now) > len(found[kind].now)):
                name = f"{scene.name} {path}"
                found[kind] = Screen(name, path, before.get(path, now), now)
            before[path] = now
    return list(found.values())


def measure() -> dict[str, Any]:
    """The slowest among the largest screens: drawn anew, and at first.

    `one_word_ms`: so long the browser takes to its first picture of a page with nothing but a word.
    """
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGS)
        room = Room(Path(home), browser)
        wide, phone = Slow(looker(room, WIDE)), Slow(looker(room, PHONE))
        screens = largest(room, lambda path: phone.drawn(path, part="1"))
        anew: dict[str, Took] = {}
        for slow, its in (
            (wide, [screen for screen in screens if screen.path == "/"]),
            (phone, [screen for screen in screens if screen.path != "/"]),
        ):
            slow.page.goto(its[0].path)
            anew |= {screen.name: slow.anew(screen) for screen in its}
        first = {
            path: slow.first(slow.drawn(path)) for slow, path in ((wide, "/"), (phone, "/owner"))
        }
        one_word = wide.first(WORD)
        room.close()
        browser.close()
    most = max(anew, key=lambda name: anew[name].work_ms)
    late = max(first, key=lambda path: first[path])
    return {
        "anew": {
            "screen": most,
            **{part: round(ms, 1) for part, ms in anew[most]._asdict().items()},
        },
        "first": {"screen": late, "ms": round(first[late], 1), "one_word_ms": round(one_word, 1)},
        "of_allowed": round(anew[most].work_ms / ALLOWED_MS, 2),
    }
