"""The wiring check as the owner sees it."""

from __future__ import annotations

import pytest

from companion.table.inbox import Command, Down, Health


@pytest.fixture
def owner(table):
    guest = table.guest()
    guest.ask("POST", "/owner", data={"code": "OWNERCOD", "page": "/owner"})
    for part in ("button/jason", "button/billy", "reader/pad"):
        table.inbox.put(Health(part, "fine", "", 0.0))
    return guest


def order(table, name, **args):
    return table.inbox.ask(Command("owner", name, args)).result(60)


def test_part_after_part(owner, table):
    assert "Wiring check" in owner.get("/owner/inputs").text
    assert order(table, "wiring").status == "ok"
    assert "1 of 3." in owner.get("/owner/inputs").text
    assert "Press: Jason&#39;s button" in owner.get("/owner/inputs").text

    table.inbox.ask(Down("billy", 1.0)).result(60)
    page = owner.get("/owner/inputs").text
    assert "is wired as Billy&#39;s button" in page
    assert "Save and end" in page

    order(table, "wiring.skip")
    assert "Lay a tag on: Reader pad" in owner.get("/owner/inputs").text
    order(table, "wiring.skip")
    assert "All parts have been asked for." in owner.get("/owner/inputs").text
    order(table, "wiring.end")
    assert "Save and end" not in owner.get("/owner/inputs").text


@pytest.mark.usefixtures("owner")
def test_everybody_is_told_that_it_runs_and_what_is_asked_for(table):
    phone = table.guest("jason")
    pages = [(table.guest(), "/"), (phone, "/seat/jason")]
    assert order(table, "wiring").status == "ok"
    for guest, path in pages:
        page = guest.get(path).text
        assert "The owner checks the wiring." in page
        assert "only tested" in page
        assert "Press: Jason&#39;s button" in page
    order(table, "wiring.end")
    for guest, path in pages:
        assert "wiring" not in guest.get(path).text


def test_how_it_was_found_to_be_wired_is_the_owners_alone(owner, table):
    assert order(table, "wiring").status == "ok"
    table.inbox.ask(Down("billy", 1.0)).result(60)
    assert '"changed":[{' in owner.get("/view?as=owner").text.replace(" ", "")

    assert "changed" not in table.guest().get("/view").text
