"""The printed parts: each renders, is closed all around, and is as large as its sizes say."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from hardware import draw
from tests.tools import need

Point = tuple[float, float, float]
Facet = tuple[Point, Point, Point]


@pytest.fixture(autouse=True)
def _openscad() -> None:
    need("openscad", "apt-get install openscad")


def facets(path: Path) -> list[Facet]:
    numbers = [
        tuple(map(float, found))
        for found in re.findall(r"vertex (\S+) (\S+) (\S+)", path.read_text())
    ]
    return [(a, b, c) for a, b, c in zip(*[iter(numbers)] * 3, strict=True)]  # type: ignore[misc]


def printed(folder: Path, name: str, **settings: str | float) -> list[Facet]:
    """A part as it would be printed, with coarser rounds than in earnest."""
    goal = folder / "part.stl"
    draw.render(name, goal, fn=24, **settings)
    return facets(goal)


def closed(part: list[Facet]) -> bool:
    """Whether every edge has a facet on both its sides: what is inside is told from outside."""
    edges = Counter(edge for f in part for edge in pairwise((*f, f[0])))
    return all(count == edges[b, a] for (a, b), count in edges.items())


def size(part: list[Facet]) -> list[float]:
    points = [point for facet in part for point in facet]
    return [round(max(axis) - min(axis), 2) for axis in zip(*points, strict=True)]


def volume(part: list[Facet]) -> float:
    """Of a closed part, in cubic millimetres."""
    return (
        sum(
            a[0] * (b[1] * c[2] - b[2] * c[1])
            - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
            for a, b, c in part
        )
        / 6
    )


@pytest.mark.parametrize(
    ("settings", "wide", "deep", "high"),
    [
        ({}, 31.8, 31.8, 4.6),
        ({"stand_width": 34}, 37.8, 37.8, 4.6),
        ({"stand": "oblong", "stand_width": 40, "stand_depth": 20}, 43.8, 28.8, 4.6),
    ],
)
def test_a_foot(
    tmp_path: Path, settings: dict[str, str | float], wide: float, deep: float, high: float
) -> None:
    foot = printed(tmp_path, "stand_foot", **settings)

    assert closed(foot)
    # a circle of few corners is a little narrower than it is said to be
    assert size(foot) == pytest.approx([wide, deep, high], abs=0.3)
    assert 0 < volume(foot) < wide * deep * high


def points(drawing: Path) -> list[tuple[float, float]]:
    pairs = re.findall(r"(-?[\d.]+),(-?[\d.]+)", drawing.read_text())
    return sorted((round(float(x), 2), round(float(y), 2)) for x, y in pairs)


def test_between_tag_and_label_there_is_a_floor(tmp_path: Path) -> None:
    goal = tmp_path / "section.svg"
    draw.render("stand_foot", goal, part="section", fn=24)
    # a drawing's y goes down
    above = max(y for x, y in points(goal) if abs(x) == 12.8)
    below = min(y for x, y in points(goal) if abs(x) == 10.3)

    assert below - above == pytest.approx(1.0, abs=0.01)
    kept = draw.HERE / "prints" / "stand_foot.svg"
    assert points(goal) == points(kept), "run `make hardware`"


def test_a_floor_that_would_get_too_thin_is_refused(tmp_path: Path) -> None:
    with pytest.raises(draw.subprocess.CalledProcessError) as refused:
        draw.render("stand_foot", tmp_path / "foot.stl", tag_recess=0.9)

    assert "too thin" in refused.value.stderr.decode()


@pytest.mark.parametrize(
    ("part", "sizes"), [("box", [81.0, 45.0, 8.6]), ("lid", [81.0, 45.0, 3.2])]
)
def test_a_housing(tmp_path: Path, part: str, sizes: list[float]) -> None:
    piece = printed(tmp_path, "reader_housing", part=part)

    assert closed(piece)
    assert size(piece) == pytest.approx(sizes, abs=0.1)
    assert 0 < volume(piece) < sizes[0] * sizes[1] * sizes[2]


def test_the_box_holds_another_board(tmp_path: Path) -> None:
    square = {"board_length": 43, "board_width": 41, "coil_from_end": 21}
    box = printed(tmp_path, "reader_housing", part="box", **square)

    assert closed(box)
    assert size(box) == pytest.approx([64.0, 46.0, 8.6], abs=0.1)
