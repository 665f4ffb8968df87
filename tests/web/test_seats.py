"""The page of the seats: by a button, with the code from the terminal, and back again."""

from __future__ import annotations

import re
import time

import pytest

from companion.errors import Sentence
from companion.table.inbox import Health

SEATS = ("jason", "billy", "kimberly", "zach", "trini")
GERMAN = {"Accept-Language": "de"}


def claim(guest, **form):
    """What a phone's form says to `/claim`; where it is sent then."""
    got = guest.ask("POST", "/claim", data=form)
    assert got.status_code == 303
    return got.headers["Location"]


@pytest.fixture
def buttons(table, until):
    """Every seat has a button."""
    for seat in SEATS:
        table.inbox.put(Health(f"button/{seat}", "fine", Sentence(""), 0))
    until(lambda: all(seat["button"] for seat in table.guest().view()["seats"]))


@pytest.mark.usefixtures("buttons")
def test_who_waits_goes_back_to_the_seats_and_the_seat_is_free_at_once(table):
    guest, other = table.guest(), table.guest()
    claim(guest, seat="jason")
    assert "Hold Jason" in guest.get("/seat").text
    assert "note=waits" in claim(other, seat="jason")

    assert claim(guest, seat="jason", code="", back="1") == "/seat"

    assert "Which seat is yours?" in guest.get("/seat").text
    assert claim(other, seat="jason") == "/seat?asked=1"
    assert "This phone does not hold that seat." in guest.get("/seat?note=other").text


def test_another_seat_is_asked_for_instead_and_the_code_gives_the_one_that_is_waited_for(table):
    guest, other = table.guest(), table.guest()
    claim(guest, seat="jason")
    claim(guest, seat="billy")
    assert claim(other, seat="jason") == "/seat?asked=1"
    page = guest.get("/seat").text
    assert "Billy has no button here." in page
    assert 'name="code"' in page
    assert "Back to the seats" in page

    claim(guest, seat="billy", code=table.session.terminal_code)

    assert guest.get("/seat").headers["Location"] == "/seat/billy"
    assert claim(guest, seat="jason") == "/seat?note=waits&add=1", "it stays, and is told why"


@pytest.mark.parametrize("held", ["", "billy"])
def test_a_wrong_code_is_told_where_it_is_typed_and_stands_in_no_address(table, held):
    guest = table.guest(held)
    to = claim(guest, seat="jason", code="ABCDE1")
    page = guest.get(to).text
    assert "That is not the seat code from the terminal." in page
    assert page.index('name="code"') < page.index('value="trini"')
    assert "ABCDE1" not in to + page


@pytest.mark.usefixtures("buttons")
@pytest.mark.parametrize("held", ["", "billy"])
def test_when_the_half_minute_is_over_it_is_said(table, held):
    guest = table.guest(held)
    to = claim(guest, seat="jason")
    seats = table.session.sitting.seats
    seats.clock = lambda: time.monotonic() + 60
    seats.lapse()
    table.session.publish()

    for headers, said in (({}, "Half a minute is over"), (GERMAN, "Die halbe Minute ist um")):
        page = guest.get(to, headers=headers).text
        assert said in page
        part = re.search(r'data-part="([^"]+)"', page)[1].replace("&amp;", "&")
        assert said in guest.get(part, headers=headers).text


@pytest.mark.usefixtures("buttons")
def test_where_no_button_is_the_code_is_asked_for_and_nobody_is_to_press(table, until):
    guest = table.guest()
    assert "hold its button at the table" in guest.get("/seat").text
    assert "press your button" in guest.get("/").text
    for seat in SEATS:
        table.inbox.put(Health(f"button/{seat}", "missing", Sentence("It is gone."), 0))
    until(lambda: not any(seat["button"] for seat in guest.view()["seats"]))

    page = guest.get("/seat").text
    assert "Type the seat code from the terminal, then touch your seat:" in page
    assert "button at the table" not in page
    shared = guest.get("/").text
    assert "Take a seat with a phone." in shared
    assert "press your button" not in shared


def test_the_first_screen_names_who_has_sat_down(table):
    guest = table.guest("jason")
    guest.post(
        "/command", {"as": "jason", "name": "name", "args": {"seat": "jason", "name": "Anna"}}
    )
    assert ">Anna<" not in shown(table.guest())
    guest.post("/command", {"as": "jason", "name": "sit", "args": {"seat": "jason"}})
    guest.post("/command", {"name": "sit", "args": {"seat": "trini", "robot": True}})
    said = shown(table.guest())
    assert re.findall(r"</svg>(\w+)</span>", said) == ["Anna", "Trini"]
    assert "Take a seat" in said
    assert "To your seat" in shown(guest)


def shown(guest):
    """The heading of the shared screen and what is said under it."""
    return re.search(r"<header>.*?</header>", guest.get("/").text, re.DOTALL)[0]
