"""Every text is in the catalogue, and German is complete: nothing on a German page is English."""

from __future__ import annotations

import gettext
import html
import random
import re
from itertools import islice

import pytest
from babel.messages.pofile import read_po

from companion.config import Config
from companion.devices.electronics import open_electronics
from companion.devices.panel import pin_trouble
from companion.devices.port import trouble_opening
from companion.engines.catalogue import GAMES
from companion.errors import Sentence, TagError
from companion.table.chance import SeededChance
from companion.table.inbox import Command, Health, Inbox
from tests.engines.evenings import EVENINGS, Evening, viewers
from tests.web.conftest import CODE
from tests.web.test_screens import act, begin
from web import create_asgi
from web.catalogue import LIST, gathered, languages, mo, read

PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)s|%%|</?\w+>")
HIDDEN = re.compile(r"<(script|style|symbol)\b.*?</\1>|<!--.*?-->", re.DOTALL)
SPOKEN = re.compile(
    r"<[^>]*?\s(?:aria-label|alt|title|data-(?:open|closed|lay|roll|and|bare|with"
    r'|enough|never|gap|unheard|unfelt|said|odds))="([^"]*)"'
)
TAG = re.compile(r"<[^>]*>")
WORD = re.compile(r"[^\W\d_]{2,}(?:['\u2019][^\W\d_]+)?")
TITLE = "Heroes of the Grid"
"""The name of a game is the same in every language."""
KNOWN = {message.id for message in gathered() if message.id}
every_language = pytest.mark.parametrize("path", languages(), ids=lambda path: path.parts[-3])
every_evening = pytest.mark.parametrize(
    "evening",
    [*EVENINGS, *(Evening(game, {"deck_kinds": "told"}) for game in ("bandai", "monster_rancher"))],
    ids=str,
)
AS_LONG = 120
"""So many answers of an evening are enough to hear what its game has to say."""


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


@every_language
def test_the_compiled_catalogue_says_the_same(path):
    compiled = path.with_suffix(".mo")
    assert compiled.read_bytes() == mo(read(path))
    with compiled.open("rb") as file:
        spoken = gettext.GNUTranslations(file)
    for message in read(path):
        if message.id:
            assert spoken.gettext(message.id) == message.string


# -- what the games say


def texts(shown):
    """Every text of a view, with its arguments."""
    if isinstance(shown, dict):
        if isinstance(shown.get("text"), str) and shown.keys() <= {"text", "args"}:
            yield shown["text"]
        for inner in shown.values():
            yield from texts(inner)
    elif isinstance(shown, list):
        for inner in shown:
            yield from texts(inner)


@every_evening
def test_whatever_a_game_says_is_in_the_catalogue(evening):
    heard = set()
    for match in islice(evening.play(1), AS_LONG):
        for viewer in viewers(match):
            view = match.view(viewer)
            heard.update(texts(view))
            heard.update(rule["heading"] for rule in view["where"])
    assert len(heard) > 5
    assert heard <= KNOWN


# -- what the pages say


def words(texts):
    bare = (PLACEHOLDER.sub(" ", text).replace(TITLE, "") for text in texts)
    return {word.lower() for text in bare for word in WORD.findall(text)}


def english_alone(path):
    """Words that only an English text has."""
    catalogue = [message for message in read(path) if message.id]
    return words(m.id for m in catalogue) - words(m.string for m in catalogue)


def seen(page):
    """What a page shows and what it reads aloud."""
    page = HIDDEN.sub(" ", page)
    spoken = " ".join(SPOKEN.findall(page))
    return html.unescape(html.unescape(f"{TAG.sub(' ', page)} {spoken}"))


GERMAN = {"Accept": "text/html", "Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}
SAID = {"text", "heading", "title"}
LISTS = {"elements", "opponent_elements", "element", "values", "called"}
AS_LONG_ON_SCREENS = 7


def test_german_and_english_can_be_told_apart():
    alone = english_alone(languages()[0])
    assert {"the", "your", "seat", "roll", "with"} <= alone
    assert not {"der", "du", "karte"} & alone


def look(guest, path):
    """A page as a German reader gets it."""
    got = guest.get(path, headers=GERMAN)
    assert got.status_code == 200, got.text
    assert "Accept-Language" in got.headers["Vary"]
    assert '<html lang="de"' in got.text
    return got.text


def printed(shown, key=""):
    """Names in a view: of cards, attacks, elements. They stay as they are printed."""
    if isinstance(shown, dict):
        for name, inner in shown.items():
            yield from printed(inner, name)
    elif isinstance(shown, list):
        for inner in shown:
            yield from printed(inner, key)
    elif isinstance(shown, str) and key not in SAID and (shown[:1].isupper() or key in LISTS):
        yield shown


def drawn(guest, path, view="/view"):
    """The words of a page, but for the names in the view that it was drawn from."""
    while True:
        before, page = guest.get(view).json(), look(guest, path)
        if guest.get(view).json()["version"] == before["version"]:
            return words([seen(page)]) - words(printed(before))


@pytest.mark.parametrize("game", GAMES)
def test_a_german_reader_finds_no_english_word_from_the_first_step_to_the_last(table, game):
    table.session.chance = SeededChance(5)
    owner, onlooker, alone = table.guest(), table.guest(), english_alone(languages()[0])
    owner.ask("POST", "/owner", data={"code": "OWNERCOD"})
    for path in ("/", "/seat"):
        assert words([seen(look(onlooker, path))]) & alone == set(), path
    assert words([seen(look(owner, "/owner"))]) & alone == set()
    guests, pick = begin(table, game), random.Random(5)
    for n in range(AS_LONG_ON_SCREENS):
        found = {"/": drawn(onlooker, "/") & alone}
        found |= {seat: drawn(guest, f"/seat/{seat}") & alone for seat, guest in guests.items()}
        if n == 1:
            found["/owner"] = drawn(owner, "/owner", "/view?as=owner") & alone
        assert not any(found.values()), found
        act(guests, pick, n)


@pytest.fixture
def keeper(table):
    """The owner of a table with simulated hands."""
    electronics = open_electronics(Config(), Inbox(), sim=True)
    table.app = create_asgi(table.board, table.inbox, owner_code=CODE, hands=electronics.hands)
    owner = table.guest()
    owner.ask("POST", "/owner", data={"code": CODE})
    yield owner
    electronics.close()


FAULTS = [
    trouble_opening("/dev/tty", FileNotFoundError(2, "")).words,
    pin_trouble(5, RuntimeError("busy")),
    Sentence(
        "{fault}.", fault=TagError("a tag has 4, 7 or 10 bytes, not {n}: read it again", n=5).words
    ),
]


def test_what_the_electronics_say_is_german_too(table, keeper, until):
    for n, fault in enumerate(FAULTS, 1):
        table.inbox.put(Health(f"key/{n}", "trouble", fault, 0))
    until(lambda: len(keeper.get("/view?as=owner").json()["inputs"]) == len(FAULTS))
    alone = english_alone(languages()[0])
    for path in ("/", "/owner", "/hands"):
        page = look(keeper, path)
        assert words([seen(page)]) & alone - {"dev", "tty", "pad"} == set(), path
        assert path == "/hands" or "Es gibt kein /dev/tty: Steck es ein." in html.unescape(page)


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


@pytest.mark.parametrize("game", ["king_sphinx", "bandai", "heroes", "monster_rancher"])
def test_a_match_step_by_step_is_german_too(table, keeper, game):
    begin(table, game)
    keeper.post("/command", {"as": "owner", "name": "abandon", "args": {}})
    alone = english_alone(languages()[0])
    for seat in ("", "jason"):
        page = look(keeper, f"/record/1?step=2&seat={seat}")
        page = re.sub("<code>.*?</code>", "", page)
        reply = table.inbox.ask(
            Command("owner", "replay", {"number": 1, "step": 2, "seat": seat})
        ).result(60)
        assert words([seen(page)]) & alone - words(printed(dict(reply.data["view"]))) == set()


def test_an_english_reader_reads_english(table):
    for accepted in ({}, {"Accept-Language": "en-GB,en;q=0.9,de;q=0.3"}, {"Accept-Language": "fr"}):
        got = table.guest().get("/", headers={"Accept": "text/html", **accepted})
        assert '<html lang="en"' in got.text
        assert "Sit down and press your button." in got.text
        assert "Accept-Language" in got.headers["Vary"]


def test_a_refusal_is_german_too(table):
    guest = table.guest("billy")
    lost = guest.get("/nowhere", headers=GERMAN)
    assert lost.status_code == 404
    assert "Diese Seite gibt es nicht." in lost.text
    body = {"question": "none", "answer": "seen", "id": "1"}
    told = guest.post("/answer", body, headers={"Accept-Language": "de"}).json()
    assert told["words"] == "Diese Antwort ist nicht deine Sache."
