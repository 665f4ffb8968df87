"""Every text is in the catalogue, and German is complete: nothing on a German page is English."""

from __future__ import annotations

import gettext
import html
import re

import pytest
from babel.messages.pofile import read_po

from companion.config import Config
from companion.devices.electronics import open_electronics
from companion.devices.port import trouble_opening
from companion.table.inbox import Health, Inbox
from tests.web.conftest import CODE
from web import create_asgi
from web.catalogue import LIST, gathered, languages, mo, read
from web.pages import TEMPLATES

PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)s|%%|</?\w+>")
WORD = re.compile(r"[^\W\d_]{2,}")
SAME = {
    "Baboo", "Billy", "Boss", "Chip %(n)s", "Chip {n}", "Chips %(chips)s", "Deck", "Decks",
    "Goldar", "Hub", "Jason", "Kimberly", "King Sphinx", "Monster", "Monster Rancher", "Name",
    "Pause", "Pins", "Squatt", "Training", "Triceratops", "Trini", "Tyrannosaurus", "Zach",
    "Zords: %(n)s",
}  # fmt: skip
"""Names and words that are the same in German."""
KNOWN = {message.id for message in gathered() if message.id}
every_language = pytest.mark.parametrize("path", languages(), ids=lambda path: path.parts[-3])


# -- the catalogue


def test_the_list_has_every_text_of_the_sources_and_no_other():
    with LIST.open("rb") as file:
        assert {message.id for message in read_po(file) if message.id} == KNOWN


def test_there_is_german():
    assert "de" in [path.parts[-3] for path in languages()]


@every_language
def test_a_language_is_complete_and_nothing_in_it_is_a_guess(path):
    catalogue = read(path)
    assert {message.id for message in catalogue if message.id} == KNOWN
    assert [message.id for message in catalogue if message.id and not message.string] == []
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []
    assert list(catalogue.obsolete) == []


@every_language
def test_what_is_filled_in_has_its_place_in_the_translation(path):
    for message in read(path):
        if message.id:
            there = sorted(PLACEHOLDER.findall(message.string))
            assert there == sorted(PLACEHOLDER.findall(message.id)), message.id


def test_nothing_is_left_in_english_but_what_is_the_same_in_german():
    (german,) = (path for path in languages() if path.parts[-3] == "de")
    same = {m.id for m in read(german) if m.id and m.id == m.string}
    assert {text for text in same if WORD.search(PLACEHOLDER.sub(" ", text))} <= SAME


@every_language
def test_the_compiled_catalogue_says_the_same(path):
    compiled = path.with_suffix(".mo")
    assert compiled.read_bytes() == mo(read(path))
    with compiled.open("rb") as file:
        spoken = gettext.GNUTranslations(file)
    for message in read(path):
        if message.id:
            assert spoken.gettext(message.id) == message.string


# -- what the pages say


GERMAN = {"Accept": "text/html", "Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


def look(guest, path):
    """A page as a German reader gets it."""
    got = guest.get(path, headers=GERMAN)
    assert got.status_code == 200, got.text
    assert "Accept-Language" in got.headers["Vary"]
    assert '<html lang="de"' in got.text
    return html.unescape(got.text)


@pytest.fixture
def keeper(table):
    """The owner of a table with simulated hands."""
    electronics = open_electronics(Config(), Inbox(), sim=True)
    table.app = create_asgi(table.board, table.inbox, owner_code=CODE, hands=electronics.hands)
    owner = table.guest()
    owner.ask("POST", "/owner", data={"code": CODE})
    yield owner
    electronics.close()


def test_what_the_electronics_say_is_german_too(table, keeper, until):
    fault = trouble_opening("/dev/tty", FileNotFoundError(2, "")).words
    table.inbox.put(Health("key/1", "trouble", fault, 0))
    until(lambda: len(keeper.get("/view?as=owner").json()["inputs"]) == 1)
    assert "Es gibt kein /dev/tty: Steck es ein." in look(keeper, "/owner")
    shared = look(keeper, "/")
    assert "Taste 1: gestört. Was zu tun ist, steht auf der Seite des Besitzers." in shared
    assert "/dev/" not in shared, "players cannot mend it, and need not know its path"


@pytest.mark.parametrize(
    ("name", "args", "said"),
    [
        ("tags.move", {"piece": "putty-7"}, "Dieser Aufsteller ist nicht angemeldet."),
        ("import", {"text": "x"}, "Zeile 1: Das ist keine Aufzeichnung einer Partie"),
        ("resume", {"number": 7}, "Es gibt keine Partie mit dieser Nummer."),
        ("name", {"seat": "jason", "name": "W" * 25}, "Ein Name hat höchstens 24 Buchstaben"),
    ],
)
def test_why_something_is_refused_is_said_in_german(keeper, name, args, said):
    body = {"as": "owner", "name": name, "args": args}
    told = keeper.post("/command", body, headers={"Accept-Language": "de"}).json()
    assert told["status"] == "illegal"
    assert told["words"].startswith(said)


def test_an_english_reader_reads_english(table):
    for accepted in ({}, {"Accept-Language": "en-GB,en;q=0.9,de;q=0.3"}, {"Accept-Language": "fr"}):
        got = table.guest().get("/", headers={"Accept": "text/html", **accepted})
        assert '<html lang="en"' in got.text
        assert "Take a seat with a phone." in got.text
        assert "Accept-Language" in got.headers["Vary"]


def test_a_refusal_is_german_too(table):
    guest = table.guest("billy")
    lost = guest.get("/nowhere", headers=GERMAN)
    assert lost.status_code == 404
    assert "Diese Seite gibt es nicht." in lost.text
    body = {"question": "none", "answer": "seen", "id": "1"}
    told = guest.post("/answer", body, headers={"Accept-Language": "de"}).json()
    assert told["words"] == "Diese Antwort ist nicht deine Sache."


# -- and stays the reader's own


def test_what_templates_share_among_readers_has_no_words_of_any_language():
    """What is imported without its context is drawn once, for whoever comes first."""
    alone = re.compile(r'{%-? *(?:import|from) +"([^"]+)"(?![^%]*with context)')
    for template in TEMPLATES.rglob("*.html"):
        for shared in alone.findall(template.read_text(encoding="utf-8")):
            text = (TEMPLATES / shared).read_text(encoding="utf-8")
            assert not re.search(r"\b_\(|words\.", text), (template.name, shared)
