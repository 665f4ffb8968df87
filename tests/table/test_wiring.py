"""The guided wiring check on the owner's page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion import config as configs
from companion.config import Config
from companion.devices.wiring import rewire
from companion.table.inbox import Health
from tests.table.conftest import Table, spoken

Make = Callable[..., Table]
PARTS = ("button/jason", "button/billy", "key/1", "key/2", "reader/pad")


def begun(make: Make, **settings: Any) -> Table:
    table = make(seats=("jason", "billy"), **settings)
    for part in PARTS:
        table.session.step(Health(part, "fine", "", table.now))
    assert table.do("owner", "wiring").status == "ok"
    return table


def check(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = table.frame("owner")["owner"]["wiring"]
    return found


def toast(table: Table) -> str:
    return spoken(table.frame("owner")["toast"])


def test_part_after_part_is_asked_for_and_works(table: Make) -> None:
    made = begun(table)
    used = [
        lambda: made.press("jason"),
        lambda: made.press("billy"),
        lambda: made.key(1),
        lambda: made.key(2),
        lambda: made.place("04A1B2C3"),
    ]
    for part, use in zip(PARTS, used, strict=True):
        assert check(made)["asked"] == part
        use()
        assert toast(made).endswith(" works.")

    assert check(made) == {"asked": None, "done": 5, "of": 5, "changed": []}


def test_meanwhile_nobody_sits_down_and_nothing_is_said_of_a_tag(table: Make) -> None:
    made = begun(table)
    made.press("jason")
    made.hold("billy", 2)
    made.place("04A1B2C3")

    assert not any(seat["sitting"] for seat in made.frame("owner")["seats"])
    assert made.frame("owner")["owner"]["unknown_tag"] is None
    assert "A1B2" not in str(made.frame("owner"))

    made.do("owner", "wiring.end")
    made.press("jason")
    assert [s["seat"] for s in made.frame("owner")["seats"] if s["sitting"]] == ["jason"]


def test_another_part_of_the_same_kind_is_noted_and_saved(table: Make) -> None:
    saved: list[Mapping[str, str]] = []
    made = begun(table, rewire=saved.append)
    made.press("billy")
    made.press("billy")
    assert toast(made).startswith("That was the button of billy. Still asked for")
    made.press("jason")

    exchanged = {"button/jason": "button/billy", "button/billy": "button/jason"}
    told = [{"part": part, "was": was} for part, was in exchanged.items()]
    assert check(made)["changed"] == told
    assert made.do("owner", "wiring.end", save=True).status == "ok"
    assert saved == [exchanged]
    assert check(made) is None


def test_a_tag_is_no_button(table: Make) -> None:
    made = begun(table)
    made.place("04A1B2C3")

    assert check(made)["asked"] == "button/jason"
    assert toast(made).startswith("That was reader pad.")


def test_what_is_passed_over_stays_and_nothing_is_saved_unasked(table: Make) -> None:
    saved: list[Mapping[str, str]] = []
    made = begun(table, rewire=saved.append)
    made.do("owner", "wiring.skip")
    assert check(made)["asked"] == "button/billy"
    made.press("jason")
    made.do("owner", "wiring.end")

    assert saved == []


def test_parts_that_are_missing_are_not_asked_for(table: Make) -> None:
    made = table(seats=("jason", "billy"))
    assert made.do("owner", "wiring").status == "illegal"
    made.session.step(Health("button/jason", "missing", "", made.now))
    made.session.step(Health("button/billy", "fine", "", made.now))
    made.do("owner", "wiring")

    assert check(made)["of"] == 1


def test_only_the_owner_and_only_while_no_match_is_on(table: Make) -> None:
    made = begun(table)
    for viewer in ("jason", "audience"):
        for name in ("wiring", "wiring.skip", "wiring.end"):
            assert made.do(viewer, name).status == "illegal"
    assert check(made)["asked"] == "button/jason"
    made.do("owner", "wiring.end")
    made.started("jason", "billy")

    assert made.do("owner", "wiring").status == "illegal"
    assert check(made) is None


def test_the_map_in_the_home_folder_is_written_anew(tmp_path: Path) -> None:
    config = Config()
    rewire(tmp_path, config, {"button/jason": "key/3", "key/3": "button/jason"})
    after = configs.read(tmp_path)

    assert after.part_pins() == config.part_pins() | {"button/jason": 22, "key/3": 5}
    assert replace(after, seats=config.seats, keys=config.keys) == config
