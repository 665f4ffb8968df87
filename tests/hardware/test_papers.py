"""Tables, pages and sheets: they follow from the data, and the paper keeps secrets too."""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from companion.engines.king_sphinx.pieces import ALIEN_LEVELS, CHARACTERS, PUTTY_LEVELS
from hardware import draw
from tests.tools import ROOT

HARDWARE = ROOT / "hardware"
SHEETS = {"tags": draw.tags, "labels": draw.labels}


@pytest.mark.parametrize("path", draw.written(), ids=lambda path: path.name)
def test_what_follows_from_the_data_is_up_to_date(path: Path) -> None:
    assert path.read_text() == draw.written()[path], f"{path.name}: run `make hardware`"


# -- parts


def cost(build: str) -> float:
    return sum(
        number * draw.PARTS["parts"][part]["price"]
        for part, number in draw.PARTS["builds"][build]["parts"].items()
    )


@pytest.mark.parametrize("build", draw.BUILDS)
def test_a_builds_page_has_its_table(build: str) -> None:
    page = (HARDWARE / f"{build}.md").read_text()

    assert f"<!-- parts {build} -->\n| part |" in page
    assert "an estimate" in page


def test_every_part_is_used_and_every_used_part_is_told() -> None:
    used = {part for build in draw.PARTS["builds"].values() for part in build["parts"]}

    assert used == set(draw.PARTS["parts"])


def test_the_starter_costs_about_35_euros_with_postage() -> None:
    assert 25 < cost("starter") < 35 < cost("four_seats") < cost("lanes")


def test_the_readme_tells_about_what_each_build_costs() -> None:
    told = re.findall(r"\]\((\w+)\.md\) .*\| (\d+) EUR \|", (HARDWARE / "README.md").read_text())

    assert [build for build, _ in told] == list(draw.BUILDS)
    for build, euros in told:
        assert cost(build) < int(euros) < cost(build) + 10, build


@pytest.mark.parametrize("build", ["four_seats", "lanes"])
def test_there_are_as_many_readers_as_the_configuration_names(build: str) -> None:
    config = tomllib.loads((HARDWARE / build / "tableside.toml").read_text())

    assert draw.PARTS["builds"][build]["parts"]["reader"] == len(config["readers"])


# -- sheets


def drawn(name: str) -> ET.Element:
    return ET.fromstring(SHEETS[name]())


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_a4_at_true_size(name: str) -> None:
    sheet = drawn(name)

    assert (sheet.get("width"), sheet.get("height")) == ("210mm", "297mm")
    assert sheet.get("viewBox") == "0 0 210 297"  # so that one unit is one millimetre
    assert 'd="M55 16h100' in SHEETS[name]()  # the line that is 100 mm


@pytest.mark.parametrize(("name", "diameter"), [("tags", 25), ("labels", 20)])
def test_what_is_cut_out_has_the_size_of_tag_and_label(name: str, diameter: float) -> None:
    radii = Counter(float(c.get("r", 0)) for c in drawn(name).iter() if "cut" in c.get("class", ""))

    assert radii[diameter / 2] >= len(PUTTY_LEVELS) + len(ALIEN_LEVELS)


@pytest.mark.parametrize("name", SHEETS)
def test_nothing_lies_over_the_edge_or_over_its_neighbour(name: str) -> None:
    places = [
        tuple(map(float, found))
        for found in re.findall(r'<g transform="translate\((\S+) (\S+)\)">', SHEETS[name]())
    ]
    assert len(places) == len(set(places))
    assert all(17 <= x <= 193 and 25 <= y <= 272 for x, y in places)


def test_the_levels_are_those_of_the_box_and_some_are_blank() -> None:
    levels = [int(t.text or 0) for t in drawn("labels").iter() if "level" in t.get("class", "")]

    assert levels == [*PUTTY_LEVELS, *ALIEN_LEVELS]


def test_a_6_is_underlined_lest_it_be_read_as_a_9() -> None:
    lines = SHEETS["labels"]().count('class="ink line"')

    assert lines == sum(level in (6, 9) for level in (*PUTTY_LEVELS, *ALIEN_LEVELS))


def test_the_faces_of_a_kind_are_all_alike() -> None:
    faces = Counter(
        ET.tostring(face, encoding="unicode").partition(">")[2]
        for face in drawn("tags")
        if len(face)
    )
    blank, putty, alien = sorted(faces, key=len)

    assert len(faces) == 3
    assert faces[putty] >= len(PUTTY_LEVELS)
    assert faces[alien] >= len(ALIEN_LEVELS)
    assert faces[blank]
    assert not re.search(r"<\w*:?text", "".join(faces))


def test_every_seat_has_its_name_and_every_key_its_face() -> None:
    text = SHEETS["labels"]()

    assert all(f">{who.name}</text>" in text for who in CHARACTERS.values())
    assert text.count('class="fill" cx=') == 1 + 2 + 3 + 4 + 5 + 6


# -- pages


def test_the_pages_lead_from_one_to_the_next() -> None:
    readme = (HARDWARE / "README.md").read_text()

    assert re.findall(r"\]\((\w+\.md)\)", readme) == [
        *(f"{build}.md" for build in draw.BUILDS),
        "assembly.md",
    ]


def test_every_step_of_the_assembly_has_its_proof() -> None:
    steps = (HARDWARE / "assembly.md").read_text().split("\n## ")[1:]

    assert [step.partition("\n")[0] for step in steps] == [
        "1. The page",
        "2. One button",
        "3. The reader",
        "4. Tags",
    ]
    assert all("**Proof:**" in step for step in steps)


def test_what_was_not_tried_is_said() -> None:
    assert "Nothing here has yet been on a real board" in (HARDWARE / "README.md").read_text()
