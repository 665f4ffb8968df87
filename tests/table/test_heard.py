"""When parts were last heard, and what the last scan did: honest, and silent about hidden steps."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from companion.engines.catalogue import GAMES
from companion.table.inbox import Health
from tests.table.conftest import Table, spoken

Make = Callable[..., Table]


def owner(table: Table) -> dict[str, Any]:
    return table.frame("owner")


def heard(table: Table, part: str) -> int | None:
    found = next(i for i in owner(table)["inputs"] if i["part"] == part)
    return found["heard"]  # type: ignore[no-any-return]


def opened(make: Make) -> Table:
    table = make(games=dict(GAMES), tonight="king_sphinx")
    table.session.felt.wall = lambda: 1_000_000 + table.now
    for part in ("button/jason", "button/billy", "key/1", "reader/pad"):
        table.session.step(Health(part, "fine", "", table.now))
    return table


def test_a_part_is_heard_when_it_was_last_used(table: Make) -> None:
    made = opened(table)
    assert heard(made, "button/jason") is None

    made.press("jason")
    made.wait(50)
    made.key(6)

    assert heard(made, "button/jason") == 1_000_100
    assert heard(made, "key/1") is None


def test_the_last_scan_is_told_with_its_outcome(table: Make) -> None:
    made = opened(table)

    made.place("04FFEE01")

    assert heard(made, "reader/pad") == 1_000_100
    assert "Not now" in spoken(owner(made)["owner"]["scanned"])
    assert owner(made)["owner"]["unknown_tag"] == "EE01"


def test_during_a_look_the_owners_page_stands_still(table: Make) -> None:
    """Nothing that the neighbour does at a swap shows: no time, no scan, no byte."""
    made = opened(table).started("jason", "billy", dice="real")
    for seat, alien in (("jason", "goldar"), ("billy", "squatt")):
        made.answer(seat, f"alien {alien}")
        made.press(seat)
    made.press("jason")
    made.wait(3)
    made.do("owner", "speak", statement="morphed jason")
    made.press("jason")
    made.press("billy")
    made.press("jason")
    assert made.frame()["table"]["swap"]
    made.hold("billy")
    before = json.dumps(owner(made))

    made.wait(10)
    made.place("04FFEE02")
    made.press("billy")

    assert json.dumps(owner(made)) == before
