"""The simulated hands: there only with the simulator, and only for the owner."""

from __future__ import annotations

import pytest

from companion.config import Config
from companion.devices.electronics import open_electronics
from web import create_asgi


@pytest.fixture
def sim(table):
    electronics = open_electronics(Config(), table.inbox, sim=True)
    table.app = create_asgi(
        table.board, table.inbox, owner_code="OWNERCOD", hands=electronics.hands
    )
    yield table
    electronics.close()


@pytest.fixture
def owner(sim):
    guest = sim.guest()
    guest.ask("POST", "/owner", data={"code": "OWNERCOD", "page": "/hands"})
    return guest


def test_a_stranger_sees_a_door_and_moves_nothing(sim):
    guest = sim.guest()
    assert "owner" in guest.get("/hands").text
    assert guest.post("/hands", {"do": "press", "seat": "jason"}).status_code == 403
    assert guest.get("/hands/state").status_code == 403


def test_a_finger_on_a_pin_sits_down(owner, until):
    got = owner.ask("POST", "/hands", data={"do": "press", "seat": "jason", "page": "/hands"})
    assert (got.status_code, got.headers["Location"]) == (303, "/hands")
    until(lambda: owner.view()["seats"][0]["sitting"])


def test_a_stand_is_set_on_the_pad_and_lifted(owner):
    body = {"do": "place", "reader": "pad", "tag": "04A20103"}
    assert owner.post("/hands", body).status_code == 200
    assert owner.get("/hands/state").json()["readers"]["pad"] == ["04A20103"]
    assert 'aria-pressed="true"' in owner.get("/hands").text
    owner.post("/hands", {**body, "do": "lift"})
    assert owner.get("/hands/state").json()["readers"]["pad"] == []


@pytest.mark.parametrize(
    "body",
    [
        {"do": "close"},
        {"do": "press"},
        {"do": "press", "seat": "nobody"},
        {"do": "place", "reader": "attic", "tag": "04A20103"},
        {"do": "place", "reader": "pad", "tag": "no tag"},
        {"do": "key", "number": "9"},
        {"do": "state"},
    ],
)
def test_a_hand_that_cannot_is_refused(owner, body):
    assert owner.post("/hands", body).status_code == 400
