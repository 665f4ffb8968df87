"""`make gallery`: every screen in every state, as pictures to leaf through."""

from __future__ import annotations

import sys
import tempfile
from html import escape
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.looker import looker, newcomer
from tests.browser.room import ARGS, PHONE, WIDE, Room, chromium
from tests.browser.scenes import Scene, scenes
from tests.tools import ROOT

FOLDER = ROOT / "build" / "gallery"
THEMES = ("light", "dark")
HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tableside</title>
<style>
body { font: 16px/1.4 sans-serif; margin: 1rem; background: #777; color: #fff }
section { margin: 0 0 2rem }
div { display: flex; flex-wrap: wrap; gap: .6rem; align-items: start }
img { height: 420px; border: 1px solid #000 }
</style><h1>Every screen in every state</h1>
"""


class Gallery:
    """A folder of pictures and the page that shows them."""

    def __init__(self, folder: Path, room: Room) -> None:
        self.folder = folder
        self.room = room
        self.wide, self.phone = looker(room, WIDE), looker(room, PHONE)
        self.page = [HEAD]

    def hang(self, scene: Scene) -> None:
        """Every screen of one state."""
        self.page.append(f"<section><h2>{escape(scene.name)}</h2><div>")
        phone = self.phone
        if scene.holding is not None:
            phone = newcomer(self.room, PHONE, scene.holding)
        for path in scene.paths:
            for screen in (self.wide, phone) if path == "/" else (phone,):
                screen.goto(path)
                self.shoot(scene, path, screen)
                if (pad := screen.locator(".look button.hold")).count():
                    pad.hover()
                    screen.mouse.down()
                    self.shoot(scene, f"{path}-held", screen)
                    screen.mouse.up()
        self.page.append("</div></section>")

    def shoot(self, scene: Scene, path: str, screen: Page) -> None:
        """One screen in both themes."""
        size = "wide" if screen is self.wide else "phone"
        where = path.replace("/", "-").replace("?", "-") if path != "/" else "-table"
        for theme in THEMES:
            screen.emulate_media(color_scheme=theme)
            name = f"{scene.name}{where}-{size}-{theme}.png"
            screen.screenshot(path=self.folder / name)
            self.page.append(f'<a href="{name}"><img loading="lazy" src="{name}" alt="{name}"></a>')

    def open(self) -> Path:
        """Write the page that shows them all."""
        index = self.folder / "index.html"
        index.write_text("\n".join(self.page))
        return index


def main(folder: Path = FOLDER) -> None:
    """Walk through all scenes once."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGS)
        room = Room(Path(home), browser)
        gallery = Gallery(folder, room)
        for scene in scenes(room):
            print(scene.name, file=sys.stderr, flush=True)  # noqa: T201
            gallery.hang(scene)
        print(gallery.open())  # noqa: T201
        room.close()
        browser.close()


if __name__ == "__main__":
    main()
