"""Draws what hardware/ tells: wiring, sheets at true size, tables of parts and pins, printed parts.

`make hardware` runs it. Texts and sheets are written where they stand; printed parts go to build/.
"""

from __future__ import annotations

import math
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.config import Config
from companion.devices import header
from companion.engines.king_sphinx.pieces import ALIEN_LEVELS, PUTTY_LEVELS

HERE = Path(__file__).resolve().parent
BUILDS = ("starter", "four_seats", "lanes")
PRINTS = {"stand_foot": ("foot",), "reader_housing": ("box", "lid")}
PARTS: dict[str, Any] = tomllib.loads((HERE / "parts.toml").read_text(encoding="utf-8"))


# -- tables


def bill(build: str) -> str:
    """What a build needs, and about what it costs."""
    lines = ["| part | number | about EUR each | about EUR |", "|---|--:|--:|--:|"]
    total = 0.0
    for part, number in PARTS["builds"][build]["parts"].items():
        price = PARTS["parts"][part]["price"]
        total += number * price
        name = PARTS["parts"][part]["name"]
        lines.append(f"| {name} | {number} | {price:.2f} | {number * price:.2f} |")
    return "\n".join([*lines, f"| **together, an estimate** | | | **{math.ceil(total)}** |"])


def pin_map() -> str:
    """Where each part of the panel goes, from the configuration's own defaults."""
    lines = ["| part | GPIO (BCM) | header pin | also wanted by |", "|---|--:|--:|---|"]
    for part, gpio in Config().part_pins().items():
        guests = ", ".join(header.buses(gpio)) or "nobody"
        lines.append(f"| `{part}` | {gpio} | {header.HEADER[gpio]} | {guests} |")
    return "\n".join(lines)


def page(path: Path) -> str:
    """A page with its tables written anew, between `<!-- name -->` and `<!-- end -->`."""
    tables = {"pins": pin_map(), **{f"parts {build}": bill(build) for build in BUILDS}}

    def table(found: re.Match[str]) -> str:
        return f"<!-- {found[1]} -->\n{tables[found[1]]}\n<!-- end -->"

    text = path.read_text(encoding="utf-8")
    return re.sub(
        r"<!-- ((?:parts|pins)[a-z_ ]*) -->\n.*?<!-- end -->", table, text, flags=re.DOTALL
    )


# -- sheets at true size: one unit is one millimetre

TAG, LABEL, KEY = 25.0, 20.0, 10.0
STYLE = """
  text { font-family: "DejaVu Sans", Arial, sans-serif; text-anchor: middle; }
  .cut { fill: none; stroke: #888; stroke-width: 0.2; }
  .ink { fill: none; stroke: #111; stroke-width: 0.8; }
  .ink { stroke-linecap: round; stroke-linejoin: round; }
  .fill { fill: #111; }
  .small { font-size: 3px; fill: #111; }
  .white { fill: #fff; } .red { fill: #b3261e; }
  .level { font-size: 10px; font-weight: bold; }
  .line { stroke-width: 0.9; }
"""
PUTTY = (
    '<path class="ink" d="M-6 7c-2-5 0-6 0-9 0-5 3-7 6-7s6 2 6 7c0 3 2 4 0 9z"/>'
    '<path class="ink" d="M-3-2h1.5M1.5-2H3M-2.5 2.5q2.5 1.5 5 0"/>'
)
ALIEN = (
    '<path class="ink" d="M0-9l2.5 5 5.5-1-2 5.5 4 4.5-6 .5-4 4.5-4-4.5-6-.5 4-4.5-2-5.5 5.5 1z"/>'
    '<ellipse class="ink" cx="0" cy="1" rx="3.6" ry="2.2"/>'
    '<circle class="fill" cx="0" cy="1" r="1"/>'
)
SEATS = {  # the colour and the sign that each has on the screens
    "Jason": ("#cf2237", "M-3-2.6h6l-3 5.2z"),
    "Billy": ("#1d5abb", "M-2.6-2.6h5.2v5.2h-5.2z"),
    "Kimberly": ("#f58fb8", "M0-2.8a2.8 2.8 0 1 1 0 5.6a2.8 2.8 0 1 1 0-5.6z"),
    "Zach": ("#211d26", "M-1.5-2.6h3l1.5 2.6-1.5 2.6h-3l-1.5-2.6z"),
    "Trini": ("#ffcb2e", "M0-3.2l3.2 3.2-3.2 3.2-3.2-3.2z"),
}
PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Where a face has its pips, on the nine places of a square."""


def sheet(title: str, drawn: Iterable[str]) -> str:
    """An A4 sheet; its ruler tells whether the printer kept the size."""
    size = 'width="210mm" height="297mm" viewBox="0 0 210 297"'
    say = f"{title}. Print at 100 %: this line is 100 mm."
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
            f"<title>{title}</title>",
            f"<style>{STYLE}</style>",
            f'<text class="small" x="105" y="12">{say}</text>',
            '<path class="ink" d="M55 16h100M55 14v4M155 14v4"/>',
            *drawn,
            "</svg>\n",
        ]
    )


def at(x: float, y: float, drawing: str) -> str:
    return f'<g transform="translate({x:g} {y:g})">{drawing}</g>'


def grid(drawings: Sequence[str], top: float, step: float, across: int) -> Iterator[str]:
    """Drawings side by side, row after row, each in the middle of its own square."""
    left = 105 - (across - 1) * step / 2
    for number, drawing in enumerate(drawings):
        yield at(left + number % across * step, top + number // across * step, drawing)


def tags() -> str:
    """Faces for the tags. All of a kind are alike: a foot must not tell which stand it bears."""

    def face(drawing: str) -> str:
        return f'<circle class="cut" r="{TAG / 2:g}"/>{drawing}'

    faces = [face(PUTTY)] * (len(PUTTY_LEVELS) + 3) + [face(ALIEN)] * (len(ALIEN_LEVELS) + 1)
    faces += [face("")] * 5
    return sheet("Faces for tags, 25 mm", grid(faces, 40, 30, 5))


def labels() -> str:
    """Levels for under the feet, faces for the keys, names for the seats, an aim for the pad."""

    def level(number: int | None, paper: str, ink: str) -> str:
        text = "" if number is None else f'<text class="level {ink}" y="3.6">{number}</text>'
        # a 6 must not be read as a 9
        line = '<path class="ink line" d="M-3 6h6"/>' if number in (6, 9) else ""
        return f'<circle class="cut {paper}" r="{LABEL / 2:g}"/>{text}{line}'

    white = [level(number, "white", "fill") for number in (*PUTTY_LEVELS, None, None)]
    red = [level(number, "red", "white") for number in (*ALIEN_LEVELS, None, None, None)]
    keys = [
        f'<rect class="cut" x="{-KEY / 2:g}" y="{-KEY / 2:g}" width="{KEY:g}" height="{KEY:g}"/>'
        + "".join(_pip(int(place)) for place in PIPS[face])
        for face in range(1, 7)
    ]
    names = [
        '<rect class="cut" x="-17" y="-6" width="34" height="12"/>'
        f'<path d="M-17-6h4v12h-4z" fill="{colour}"/>'
        f'<path class="fill" transform="translate(-9 0)" d="{sign}"/>'
        f'<text class="small" x="4" y="1.2">{name}</text>'
        for name, (colour, sign) in SEATS.items()
    ]
    aim = (
        '<circle class="cut" r="25"/><path class="ink" d="M-16 0a16 16 0 1 1 0 .01M0-5V5M-5 0H5"/>'
    )
    return sheet(
        "Labels: levels 20 mm, keys 10 mm, seats, the pad",
        [
            *grid([*white, *red], 35, 24, 7),
            *grid(keys, 118, 16, 6),
            *grid(names, 138, 38, 5),
            at(105, 178, aim),
        ],
    )


def _pip(place: int) -> str:
    row, column = divmod(place - 1, 3)
    return f'<circle class="fill" cx="{column * 2.6 - 2.6:g}" cy="{row * 2.6 - 2.6:g}" r="0.9"/>'


# -- everything


def written() -> dict[Path, str]:
    """Every file that is text and follows from the data, with what it should say."""
    pages = {path: page(path) for path in sorted(HERE.glob("*.md"))}
    sheets = {"tags": tags(), "labels": labels()}
    return pages | {HERE / "sheets" / f"{name}.svg": text for name, text in sheets.items()}


def draw_wiring(folder: Path) -> list[Path]:
    """Let WireViz draw every wiring into `folder`."""
    sources = sorted((HERE / "wiring").glob("*.yml"))
    program = Path(sys.executable).parent / "wireviz"
    subprocess.run(  # noqa: S603 - our own files by a program of our own environment
        [program, "--format", "s", "--output-dir", folder, *sources],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return [folder / f"{source.stem}.svg" for source in sources]


def render(name: str, goal: Path, **settings: str | float) -> None:
    """Let OpenSCAD make a printed part, or a drawing of it, by the ending of `goal`."""
    words = [
        word
        for key, value in settings.items()
        for word in ("-D", f"{key}={_scad(value)}".replace("fn=", "$fn=", 1))
    ]
    program = shutil.which("openscad") or "openscad"
    source = HERE / "prints" / f"{name}.scad"
    subprocess.run(  # noqa: S603 - our own files
        [program, "--hardwarnings", "-o", goal, *words, source],
        check=True,
        capture_output=True,
    )


def _scad(value: str | float) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def main() -> None:
    """Write and draw everything."""
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
    draw_wiring(HERE / "wiring")
    build = HERE / "build"
    build.mkdir(exist_ok=True)
    render("stand_foot", HERE / "prints" / "stand_foot.svg", part="section")
    for name, parts in PRINTS.items():
        for part in parts:
            render(name, build / f"{name}_{part}.stl", part=part)
    print(f"Drawn. For the printer: {build}")


if __name__ == "__main__":
    main()
