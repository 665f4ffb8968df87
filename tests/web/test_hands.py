"""The simulated hands: there only with the simulator, and only for the owner."""

from __future__ import annotations

import re

import pytest

from companion.config import Config
from companion.devices.electronics import open_electronics
from companion.engines.catalogue import GAMES
from companion.table.packs.library import shelved
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


def test_a_decks_cards_get_their_tags_and_are_laid_on_the_pad_by_their_names(
    sim, owner, until, tmp_path
):
    sim.session.sitting.games = shelved(GAMES, tmp_path)

    def tags():
        return owner.get("/view?as=owner").json()["owner"]["tags"]

    assert "Cards with a tag" not in owner.get("/hands").text
    listed = owner.post("/command", {"as": "owner", "name": "tags.decks", "args": {}})
    assert listed.status_code == 200
    decks = owner.get("/view?as=owner").json()["owner"]["enrollable"]
    deck = f"{decks[0]['game']}/{decks[0]['deck']}"
    order = {"as": "owner", "name": "tags.deck", "args": {"deck": deck}}
    assert owner.post("/command", order).status_code == 200
    for n in (1, 2):
        sleeve = re.search(r'value="(04C2[0-9A-F]{4})"', owner.get("/hands").text)
        form = {"do": "show", "reader": "pad", "tag": sleeve[1], "page": "/hands"}
        owner.ask("POST", "/hands", data=form)
        until(lambda n=n: tags()["next"]["tagged"] == n)
    name = tags()["next"]["deck"]
    owner.post("/command", {"as": "owner", "name": "tags.stop", "args": {}})

    page = owner.get("/hands").text
    assert name in page
    assert page.count('name="tag" value="04C2') == 2
    assert owner.get("/hands/state").json()["readers"]["pad"] == [sleeve[1]]


def test_nobody_but_the_owner_is_told_which_tag_is_on_which_card(table):
    told = table.guest("jason").post("/command", {"name": "tags.cards", "args": {}})
    assert told.json()["status"] == "illegal"
    assert "boxes" not in told.json()


# -- twins


@pytest.fixture
def real(table):
    """A table with nothing plugged in: no pins, no hub."""
    config = Config(factory="lgpio")
    electronics = open_electronics(config, table.inbox, sim=False)
    table.app = create_asgi(table.board, table.inbox, owner_code="OWNERCOD", twins=electronics)
    yield table
    electronics.close()


@pytest.fixture
def keeper(real):
    guest = real.guest()
    guest.ask("POST", "/owner", data={"code": "OWNERCOD", "page": "/owner"})
    return guest


def switch(guest, part, on="true"):
    data = {"do": "switch", "part": part, "on": on}
    return guest.ask("POST", "/twins", data=data)


def test_a_button_that_is_not_there_is_pressed_on_the_screen_once_the_owner_says_so(keeper, until):
    until(lambda: "is missing" in keeper.get("/owner").text)
    assert keeper.post("/twins", {"do": "press", "seat": "billy"}).status_code == 400

    assert switch(keeper, "button/billy").headers["Location"] == "/owner"
    until(lambda: "on screen" in keeper.get("/owner").text)
    page = keeper.get("/twins").text
    assert 'data-finger="billy"' in page
    assert 'data-finger="jason"' not in page
    assert keeper.post("/twins", {"do": "press", "seat": "billy"}).status_code == 200
    until(lambda: keeper.view()["seats"][1]["sitting"])

    switch(keeper, "button/billy", "false")
    assert keeper.post("/twins", {"do": "press", "seat": "billy"}).status_code == 400


def test_a_tag_is_set_on_the_twin_of_a_pad_and_lifted(keeper):
    switch(keeper, "reader/pad")

    assert (
        keeper.post("/twins", {"do": "place", "reader": "pad", "tag": "04A20103"}).status_code
        == 200
    )
    assert "Lift it" in keeper.get("/twins").text
    assert keeper.post("/twins", {"do": "lift", "reader": "pad"}).status_code == 200


def test_what_has_no_twin_is_told_on_the_owners_page(keeper):
    assert "note=twin" in switch(keeper, "button/nobody").headers["Location"]


def test_a_stranger_plays_no_twin(real):
    guest = real.guest()

    assert switch(guest, "button/billy").status_code == 403
    assert guest.post("/twins", {"do": "press", "seat": "billy"}).status_code == 403
    assert "owner" in guest.get("/twins").text


def test_without_the_simulator_its_hands_are_not_there(real):
    assert real.guest().get("/hands").status_code == 404


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
