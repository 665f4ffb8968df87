"""Whatever a person can read on a page was given to a translator: no word of it is without a mark.

The pages speak a language in which every letter of a translated text has a dot. Names are in
braille: of players, of cards, of decks. What is left are words that no catalogue has.
"""

from __future__ import annotations

import ast
import contextlib
import errno
import json
import random
import re
import string
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from gpiozero.exc import PinInvalidPin

import web.languages
from companion import errors
from companion.config import Config
from companion.devices import wire
from companion.devices.electronics import open_electronics
from companion.devices.hub import Dialogue, Patience
from companion.devices.panel import pin_trouble
from companion.devices.parts import FINE, Parts
from companion.devices.port import Trouble, trouble_opening
from companion.devices.readers import Laid
from companion.engines.bandai.cards import ELEMENTS
from companion.engines.catalogue import GAMES
from companion.engines.core import AUDIENCE
from companion.engines.heroes.cards import VERBS
from companion.engines.king_sphinx.spoken import FORMS
from companion.errors import OptionError, PackError
from companion.table.board import OWNER
from companion.table.chance import SeededChance
from companion.table.inbox import Down, Health, Inbox, Key, Placed
from companion.table.packs.library import FORMATS, Shelf, format_of, load, new, shelved
from companion.table.sentences import text_of
from tests.engines.evenings import EVENINGS, Evening, viewers
from tests.tools import ROOT
from tests.web.marked import DOT, WORD, MarkedTable, marked, spoken_at, unmarked
from web.words import Words

SEATS = ("jason", "billy", "kimberly")
ACTS = 80
AS_LONG = 120
"""So many answers of an evening are enough to hear what its game has to say."""
PRINTED = re.compile(r'\b(name|text|about|breed|ranger|enemy|slot)( = )"([^"]*)"')
"""What stands on a card and stays as it is."""
BRAILLE = str.maketrans(string.ascii_letters, 2 * "".join(chr(0x2801 + n) for n in range(26)))
KEPT = {"Tableside", "localhost"}
"""Names that are the same in every language."""


@pytest.fixture(scope="module", autouse=True)
def language(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Pages for German readers are marked, and what is printed on cards is in braille."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(web.languages, "FOLDER", spoken_at(tmp_path_factory.mktemp("spoken")))
        read = Shelf._texts

        def in_braille(shelf: Shelf) -> Iterator[tuple[str, str]]:
            for source, text in read(shelf):
                yield (
                    source,
                    PRINTED.sub(lambda m: f'{m[1]}{m[2]}"{m[3].translate(BRAILLE)}"', text),
                )

        patch.setattr(Shelf, "_texts", in_braille)
        yield


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The catalogue with the packs that came with it, read once."""
    return shelved(GAMES, tmp_path_factory.mktemp("packs"))


@pytest.fixture
def hall(games: dict[str, Any], tmp_path: Path) -> Iterator[MarkedTable]:
    now = iter(range(10**9))
    table = MarkedTable(
        tmp_path, games, chance=SeededChance(5), clock=lambda: next(now) / 20, wall=lambda: 0.0
    )
    table.take(*SEATS)
    for seat in (*SEATS, "zach", "trini"):
        table.do("name", seat=seat, name=seat.translate(BRAILLE))
    yield table
    table.close()


def elements(games: dict[str, Any]) -> set[str]:
    """What cards call their elements and icons: short words of the packs, but for those of ours."""
    found: set[str] = set()
    for pack in games["bandai"].decks.packs().values():
        found.update(set(pack.head.elements) - set(ELEMENTS))
    for pack in games["monster_rancher"].decks.packs().values():
        for card in pack.cards().values():
            found.update(getattr(card, "icons", ()))
            found.update(
                effect.icon for effect in getattr(card, "effects", ()) if hasattr(effect, "icon")
            )
            for attack in getattr(card, "attacks", None) or ():
                found.update(attack.need)
    return found


def amiss(table: MarkedTable, *paths: str, but: set[str] = frozenset()) -> dict[str, set[str]]:
    """Per page the words that nobody could translate."""
    found = {path: unmarked(table.page(path)) - KEPT - but for path in paths}
    return {path: words for path, words in found.items() if words}


OWNERS = (
    "/owner",
    "/owner/inputs",
    "/owner/back",
    "/owner/end",
    "/owner/tags",
    "/owner/records",
    "/owner/rules",
    "/owner/seat/jason",
)


# -- the marked language itself


def test_a_word_without_a_mark_is_found_wherever_it_hides():
    page = '<p>{}</p><img alt="two words"><i data-said="three"></i><b data-live="/live"></b>'
    assert unmarked(page.format(marked("Sit down."))) == {"two", "words", "three"}
    assert unmarked("<p>Sit<b>down</b></p><code>x = ab</code>") == {"Sit", "down"}
    assert marked("{n} of <b>%(n)s</b> %d") == f"{{n}} o{DOT}f{DOT} <b>%(n)s</b> %d"


# -- pages


def test_the_first_screens(hall):
    assert amiss(hall, "/", "/seat?add=1", "/nowhere", "/hands", *OWNERS) == {}
    hall.do("sit", seat="jason")
    hall.do("sit", seat="billy", robot=True)
    hall.do("claim", AUDIENCE, seat="trini")
    assert amiss(hall, "/", "/seat/jason", "/seat/billy?curtain=1", "/owner") == {}
    hall.do("shelf")
    assert amiss(hall, "/", "/seat/jason") == {}
    for game in FORMATS:
        hall.do("shelf", game=game)
        for _ in range(3):
            hall.do("deck", seat="jason", next="kind")
            assert amiss(hall, "/", "/seat/jason", "/owner", "/owner/rules") == {}, game
        hall.do("back")
    hall.do("wiring")
    assert amiss(hall, "/", "/seat/jason", "/hands", "/owner/inputs") == {}


@pytest.mark.parametrize("game", ["king_sphinx", *FORMATS])
def test_every_house_rule_and_what_it_may_be_set_to(hall, game):
    """Whatever a rule takes by a word of its own is said in words."""
    own = {}
    for switch in GAMES[game].switches:
        values = re.findall(r"[a-z][a-z_0-9]*", switch.values)
        for value in values if "deck" not in switch.values else ():
            with contextlib.suppress(OptionError):
                switch.read(value)
                own[switch.name, value] = switch.about
    assert len(own) > 8
    read = Words({})
    with hall.app.test_request_context("/", headers={"Accept-Language": "de"}):
        for (rule, value), about in own.items():
            assert words_in(read.value(value, rule)) == set(), (rule, value)
            assert words_in(read.word(about)) == set(), rule


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *((game, {}) for game in GAMES),
        ("king_sphinx", {"dice": "real", "coach": "on", "memory_aid": "on"}),
        ("bandai", {"deck_kinds": "told", "element_mode": "own", "cost_timing": "on_reveal"}),
        ("heroes", {"deck_kinds": "told", "enemy_kind": "told", "big": "boss"}),
        ("monster_rancher", {"deck_kinds": "told", "attack_resolution": "pull_to_hit"}),
    ],
    ids=str,
)
def test_a_game_from_its_first_question_to_its_last(hall, games, game, options):
    seats, but = SEATS[: GAMES[game].seats[-1]], elements(games)
    for seat in seats:
        hall.do("sit", seat=seat)
    assert hall.do("start", game=game, options=options).status == "ok"
    if not options:
        assert interrupted(hall, but) == {}
    found = asked(hall, seats, but, random.Random(3))
    assert found == {}
    if hall.view()["stage"] == "over":
        assert amiss(hall, "/", "/poster", f"/seat/{seats[0]}", but=but) == {}
    hall.do("abandon")
    hall.do("new")
    assert amiss(hall, "/", "/owner/records", "/record/1?step=5", but=but) == {}
    assert amiss(hall, f"/record/1?step=9&seat={seats[0]}", but=but) == {}


def asked(hall: MarkedTable, seats: tuple[str, ...], but: set[str], pick: random.Random) -> dict:
    """Play on, and look at every question of a new kind."""
    seen: set[str] = set()
    found: dict[str, set[str]] = {}
    for _ in range(ACTS):
        if hall.view()["stage"] == "over":
            break
        hall.session.tick()
        open_ = {seat: ask for seat in seats if (ask := hall.view(seat)["ask"])}
        for seat, ask in open_.items():
            kind = f"{ask['kind']} {(ask.get('prompt') or ask['secret'])['text']}"
            if kind not in seen:
                seen.add(kind)
                others = [other for other in seats if other not in open_]
                waiting = [f"/seat/{other}" for other in others if len(seen) in (1, 4, 9)][:1]
                for path, words in amiss(hall, "/", f"/seat/{seat}", *waiting, but=but).items():
                    found.setdefault(f"{kind} {path}", set()).update(words)
        for seat in pick.sample(sorted(open_), len(open_)):
            if hall.answer(seat, an_answer(open_[seat], pick)).status == "ok":
                break
    assert seen
    return found


def an_answer(ask: dict[str, Any], pick: random.Random) -> str:
    if ask["kind"] in ("look", "roll_each"):
        return "seen" if ask["kind"] == "look" else "press"
    if ask["kind"] == "roll":
        return " ".join(pick.choice("123456") for _ in range(ask["dice"]))
    return str(pick.choice(ask["options"])["answer"])


def interrupted(hall: MarkedTable, but: set[str]) -> dict[str, set[str]]:
    """What may come between: a pause, a vote, a robot, going back, the owner's pages."""
    found: dict[str, set[str]] = {}
    for before, after in (
        (("pause", "jason", {}), ("pause", "jason", {})),
        (("propose", "jason", {"end": True}), ("consent", "billy", {"yes": False})),
        (("propose", "billy", {"to": 0}), ("consent", "jason", {"yes": False})),
        (("robot", "billy", {"on": True}), ("robot", "billy", {"on": False})),
    ):
        hall.do(before[0], before[1], **before[2])
        found |= amiss(hall, "/", "/seat/jason", "/seat/billy", "/owner/back", but=but)
        hall.do(after[0], after[1], **after[2])
    return found | amiss(hall, *OWNERS, but=but)


# -- whole evenings


def texts(shown: Any) -> Iterator[dict[str, Any]]:
    """Every text of a view."""
    if isinstance(shown, dict):
        if isinstance(shown.get("text"), str) and shown.keys() <= {"text", "args"}:
            yield shown
            return
        shown = list(shown.values())
    if isinstance(shown, list):
        for inner in shown:
            yield from texts(inner)


def named(shown: Any, key: str = "") -> Iterator[str]:
    """The names in a view: of cards, attacks, elements."""
    if isinstance(shown, dict):
        for name, inner in shown.items():
            yield from named(inner, name)
    elif isinstance(shown, list):
        for inner in shown:
            yield from named(inner, key)
    elif isinstance(shown, str) and key in ("name", "elements"):
        yield shown


@pytest.mark.parametrize(
    "evening",
    [*EVENINGS, *(Evening(game, {"deck_kinds": "told"}) for game in ("bandai", "monster_rancher"))],
    ids=str,
)
def test_whatever_a_game_says(hall, evening):
    heard: set[str] = set()
    names: set[str] = set()
    with hall.app.test_request_context("/", headers={"Accept-Language": "de"}):
        for match in islice(evening.play(1), AS_LONG):
            read = Words({"seats": [{"seat": seat, "name": "⠁"} for seat in match.seats]})
            for viewer in viewers(match):
                view = match.view(viewer)
                names |= words_in(*named(view))
                for text in texts(view):
                    if str(text) not in heard:
                        heard.add(str(text))
                        assert words_in(read.plain(text)) <= names | KEPT, text
                for rule in view["where"]:
                    assert words_in(read.word(rule["heading"])) == set(), rule
    assert len(heard) > 5


def words_in(*texts: object) -> set[str]:
    return {word for text in texts for word in WORD.findall(str(text))}


# -- refusals


LOBBY = [
    ("nothing", {}),
    ("start", {"game": "x"}),
    ("start", {"game": "king_sphinx"}),
    ("start", {}),
    ("sit", {"seat": "x"}),
    ("shelf", {"game": "x"}),
    ("deck", {"seat": "jason"}),
    ("name", {"seat": "jason", "name": "x" * 40}),
    ("name", {"seat": "jason", "name": "a\x07"}),
    ("resume", {}),
    ("resume", {"number": 9}),
    ("rematch", {}),
    ("undo", {}),
    ("settle", {"place": "x", "right": "x"}),
    ("tags.enrol", {"level": 99}),
    ("tags.undo", {}),
    ("tags.forget", {"piece": "x"}),
    ("tags.move", {"piece": "x"}),
    ("tags.deck", {"deck": "x/x"}),
    ("tags.deck", {"deck": "bandai/x", "box": 44}),
    ("wiring", {}),
    ("record", {"number": 1}),
]
IN_PLAY = [
    ("start", {"game": "king_sphinx"}),
    ("tags.enrol", {"level": 3}),
    ("undo", {}),
    ("rewind", {"n": 99}),
    ("amend", {"die": "1", "answer": "3"}),
    ("consent", {"yes": True}),
    ("robot", {"seat": "trini", "on": True}),
    ("resume", {"number": 1}),
    ("rebuild", {"on": True}),
]


def test_what_cannot_be_done_now(hall):
    for name, args in LOBBY:
        told = hall.tell(name, **args)
        assert told, (name, args)
        assert words_in(told) == set(), (name, args)
    for seat in SEATS:
        hall.do("sit", seat=seat)
    hall.do("start", game="king_sphinx")
    for by in ("jason", OWNER):
        for name, args in IN_PLAY:
            assert words_in(hall.tell(name, by, **args)) == set(), (by, name, args)
    assert words_in(hall.tell("withdraw", "jason")) == set()
    hall.do("propose", "billy", to=0)
    assert words_in(hall.tell("propose", "jason", end=True)) == set()


CODES = {"tableside", "options", "true", "false", "tagged", "virtual", "alley", "roofs", "harbour"}
"""Words of the terminal in a sentence."""
WRONG = {
    "king_sphinx": {
        "sphinx_track": ("1,2", "28,28,20"),
        "putty_levels": ("1", ",".join(12 * ["99"])),
        "stands": ("tagged",),
    },
    "bandai": {
        "starting_hand": ("99",),
        "decks": ("x/x", "blank", "x,x,x"),
        "deck_size": ("0", "19"),
    },
    "heroes": {
        "foot": ("99",),
        "big": ("nemesis",),
        "battles": ("99",),
        "decks": ("x/x", "x,x"),
        "enemies": ("x/x",),
        "deck_kinds": ("told,told",),
    },
    "monster_rancher": {"decks": ("blank", "x/x"), "youngest": ("9",)},
}


@pytest.mark.parametrize("game", GAMES)
def test_why_a_house_rule_cannot_be_so(hall, games, game):
    for seat in SEATS[: GAMES[game].seats[-1]]:
        hall.do("sit", seat=seat)
    shelf = games[game].decks
    decks = words_in(*(name for name, _ in shelf.lists())) if shelf else set()
    assert words_in(hall.tell("start", game=game, options={"x": "x"})) <= words_in(game) | CODES
    for switch in GAMES[game].switches:
        for told in ("#", *WRONG.get(game, {}).get(switch.name, ())):
            left = words_in(hall.tell("start", game=game, options={switch.name: told}))
            codes = words_in(game, switch.name, switch.values, told, "nemesis, boss")
            assert left <= codes | CODES | decks, (switch.name, told)
            assert hall.view()["stage"] == "lobby", (switch.name, told)


HEADER = {
    "format": 1,
    "game": "king_sphinx",
    "rules": GAMES["king_sphinx"].rules,
    "seats": ["jason", "billy"],
    "options": {},
    "packs": {},
}


@pytest.mark.parametrize(
    ("changed", "lines"),
    [
        ({"rules": 99}, ()),
        ({"game": "x"}, ()),
        ({"game": 1}, ()),
        ({"format": 99}, ()),
        ({"format": "x"}, ()),
        ({"x": 1}, ()),
        ({"seats": [1]}, ()),
        ({"options": []}, ()),
        ({"options": {"x": "x"}}, ()),
        ({"seats": ["jason"]}, ()),
        ({"seats": ["jason", "jason"]}, ()),
        ({"seats": ["J!", "jason"]}, ()),
        ({"game": "bandai", "packs": {"x": "x"}}, ()),
        ({}, ("x",)),
        ({}, ("jason: x",)),
        ({}, ("jason: jason", "jason: x")),
    ],
)
def test_why_a_record_cannot_be_laid_on_the_table(hall, changed, lines):
    text = "\n".join((json.dumps(HEADER | changed), *lines))
    told = hall.tell("import", text=text)
    codes = words_in(text, "game options table owner audience any all dice deck")
    assert told
    assert words_in(told) <= codes | CODES


STATEMENTS = {
    "king_sphinx": (
        "x", "clip 99", "turn x", "chips jason 9 up", "morphed x", "beaten jason/3", "lies x x",
        "beaten x/1",
    ),
    "heroes": ("x", "hits x 1", "pool x", "damage x 1"),
    "monster_rancher": ("x", "fame x 1", "damage x 1"),
}  # fmt: skip


@pytest.mark.parametrize("game", STATEMENTS)
def test_what_the_table_cannot_say_and_what_it_can(hall, game):
    for seat in SEATS[: GAMES[game].seats[-1]]:
        hall.do("sit", seat=seat)
    hall.do("start", game=game)
    pick = random.Random(2)
    while (sayable := hall.view(OWNER)["owner"]["sayable"]) is None:
        seat = next(seat for seat in SEATS if hall.view(seat)["ask"])
        hall.answer(seat, an_answer(hall.view(seat)["ask"], pick))
    for told in STATEMENTS[game]:
        left = words_in(hall.tell("speak", statement=told))
        assert left <= words_in(told, FORMS if told == "x" else ""), told
    example = sayable["example"]
    assert hall.do("speak", statement=example).status == "ok"
    for path in ("/", "/owner/back", "/seat/jason"):
        page = hall.page(path).replace(f'placeholder="{example}"', "")
        assert unmarked(page) - KEPT == set(), path


# -- packs


def faulty(text: str) -> Iterator[str]:
    """A pack with one thing wrong after the other."""
    lines = text.splitlines()
    for n, line in enumerate(lines):
        name, is_set, _ = line.partition(" = ")
        for wrong in ("[[1]]", "-7", '"###"', "999999", "true", '""', "{}", None):
            changed = [] if wrong is None else [f"{name} = {wrong}"]
            if is_set and not line.startswith("#"):
                yield "\n".join([*lines[:n], *changed, *lines[n + 1 :]])
    for table in re.findall(r"(?m)^\[\[\w+\]\][^\[]*", text):
        yield text + "\n" + table
        yield text.replace(table, "")
    yield text.replace("]]", "]", 1)
    yield "x = {"
    yield "x" * 1_000_001


BETWEEN = {
    "bandai": (
        ('["spark", "stone"]', '["spark", "spark", "stone"]'),
        ("stone = 4", "wind = 4"),
        ('opponent_elements = ["spark"]', 'opponent_elements = ["wind", "wind"]'),
        ("deck_size = 20", "deck_size = 21\nmax_copies = 3"),
        ("first-card = 20", "second-card = 20"),
    ),
    "heroes": (
        ('{ do = "damage", n = 1 }', '{ do = "reroll" }'),
        ('{ do = "damage", n = 1 }', '{ do = "damage", ignore_guard = true }'),
        ('{ do = "damage", n = 1 }', '{ do = "damage", to = "nobody" }'),
        ("health = 2", 'health = 2\npassive = [{ do = "damage" }]'),
        ('"reaction"', '"attack"'),
        ('when = ["roll"]', ""),
        ("dice = 2", ""),
        ("dice = 2", 'effects = [{ do = "attack" }]'),
        ("first-strike = 6", "first-foe = 6"),
        ("first-strike = 6", "first-strike = 5"),
        ('of = "foot"', 'of = "boss"\nability = "first-foe"'),
        ('"First Strike"', '"First Strike"\nranger = "Other"'),
    ),
    "monster_rancher": (
        ('{ do = "trait", trait = "defense", n = 1 }', '{ do = "trait" }'),
        ('{ do = "draw", n = 1, whom = "both" }', '{ do = "draw", trait = "life", n = -1 }'),
        ("# [[deck]]\n", '[[deck]]\nid = "all"\nname = "All"\ncards = { first-battle = 5 }\n'),
    ),
}
"""What is wrong only between the entries of a pack."""


def codes_of(schema: Any, name: str = "") -> Iterator[str]:
    """What a pack's own language has: fields and values, no explanations."""
    if isinstance(schema, dict):
        for key, inner in schema.items():
            yield key
            yield from codes_of(inner, key)
    elif isinstance(schema, list):
        for inner in schema:
            yield from codes_of(inner, name)
    elif isinstance(schema, str) and name in ("enum", "const"):
        yield schema


@pytest.mark.parametrize("game", FORMATS)
def test_what_is_wrong_with_a_pack(hall, game):
    read = Words({})
    text, heard = new(game, "x"), set[str]()
    between = [text.replace(old, other) for old, other in BETWEEN[game]]
    codes = words_in(*between, "true", *codes_of(format_of(game).schema()), *FORMATS)
    codes |= words_in(*(verb.takes for verb in VERBS.values()))
    with hall.app.test_request_context("/", headers={"Accept-Language": "de"}):
        for bad in (*faulty(text), *between):
            assert bad not in between or faults(bad), bad
            for fault in faults(bad):
                heard.add(str(fault.filled.get("fault", fault.template)))
                told = read.plain(text_of(fault).json())
                assert words_in(told) <= codes, told
    assert len(heard) > 12


def faults(text: str) -> tuple[Any, ...]:
    try:
        load(text, "x")
    except PackError as found:
        return found.faults
    return ()


def test_a_pack_that_is_left_out_and_a_match_whose_pack_is_gone(tmp_path):
    packs = tmp_path / "packs"
    packs.mkdir()
    (packs / "a.toml").write_text(new("bandai", "x"))
    (packs / "b.toml").write_text(new("bandai", "x").replace("= 20", "= 19"))
    (packs / "c.toml").write_bytes(b'game = "bandai" \xff')
    hall = MarkedTable(tmp_path, shelved(GAMES, tmp_path))
    try:
        for seat in ("jason", "billy"):
            hall.do("name", seat=seat, name=seat.translate(BRAILLE))
            hall.do("sit", seat=seat)
        hall.do("shelf", game="bandai")
        page = hall.page("/")
        assert page.count('class="warnbox"') > 1
        assert unmarked(page) - KEPT <= words_in("a.toml b.toml c.toml cards deck_size id")
        assert hall.do("start", game="bandai", options={"decks": "x/mine"}).status == "ok"
    finally:
        hall.close()
    (packs / "a.toml").unlink()
    hall = MarkedTable(tmp_path, shelved(GAMES, tmp_path))
    try:
        page = hall.page("/")
        assert 'role="alert"' in page
        assert unmarked(page) - KEPT == set()
    finally:
        hall.close()


# -- the electronics


HUB = "hello 1 e661 b001 0.1 {readers} lamps"
HEARD = [
    [HUB.format(readers="pad:00,bay:ff,nook:92")],
    [HUB.format(readers="pad:55")],
    [HUB.format(readers="-"), "fault settings.py: RST and BUZZER are both on GP4"],
    [HUB.format(readers="pad:92"), "deaf pad"],
    [HUB.format(readers="pad:92"), "placed pad 04"],
    [HUB.format(readers="pad:92"), "placed pad 08112233"],
    [HUB.format(readers="pad:92"), "placed pad no-tag"],
    ["hello 0"],
    ["hello 9"],
    ["hello x"],
    [],
]
CALLED = words_in("pad bay nook 0xff settings.py RST BUZZER GP no-tag")
"""Names that the hub gives its parts, and what was read."""


def told_by_the_hub(lines: list[str]) -> list[Health]:
    """What is told of the parts when the hub says this, and then nothing any more."""
    found: list[Health] = []
    parts = Parts(found.append, lambda: 0.0)  # type: ignore[arg-type]
    dialogue = Dialogue({"pad": "pad", "bay": "bay"}, Laid(lambda _: None, 0.3), parts, Patience())
    dialogue.opened(0.0)
    try:
        for number, line in enumerate(lines):
            seq = 0 if line.startswith(("hello", "fault")) else number
            if seq:
                dialogue.expected = seq
            dialogue.heard(wire.encode(seq, line), 0.0)
        for at in range(1, 30):
            dialogue.due(float(at))
    except Trouble as trouble:
        parts.tell("hub", trouble.state, trouble.words)
    return found


@pytest.mark.parametrize("lines", HEARD, ids=str)
def test_what_the_hub_finds_wrong(hall, lines):
    found = told_by_the_hub(lines)
    assert any(health.state != "fine" for health in found)
    for health in found:
        hall.inbox.put(health)
    assert amiss(hall, "/", "/owner", "/owner/inputs", but=CALLED) == {}


def test_what_is_wrong_with_pins_and_ports(hall):
    for n, words in enumerate(
        (
            pin_trouble(5, RuntimeError("busy")),
            pin_trouble(5, RuntimeError("")),
            pin_trouble(99, PinInvalidPin("")),
            *(
                trouble_opening("/7", OSError(number, "")).words
                for number in (errno.EACCES, errno.EBUSY, errno.ENOENT, errno.EINVAL)
            ),
            *Config(in_use=frozenset({"SPI", "I2C", "UART"})).taken().values(),
        )
    ):
        hall.inbox.put(Health(f"key/{n}", "trouble", words, 0))
    assert amiss(hall, "/owner/inputs", but={"dialout", "SPI", "UART", "Errno"}) == {}


def test_the_guided_wiring_check(hall):
    for part in ("button/jason", "key/1", "reader/pad"):
        hall.inbox.put(Health(part, "fine", FINE, 0))
    hall.do("wiring")
    for hand in (Key(1, 0), Down("jason", 0), Key(1, 0), Placed("pad", "04A20101", 0)):
        hall.inbox.put(hand)
        assert amiss(hall, "/", "/owner", "/owner/inputs") == {}


def filled_in(said: str) -> Iterator[object]:
    """What stands in a sentence as it is: a port, a library, what the system says."""
    for value in said.filled.values() if isinstance(said, errors.Sentence) else ():
        if isinstance(value, errors.Sentence):
            yield from filled_in(value)
        else:
            yield value


@pytest.mark.parametrize("sim", [True, False], ids=["hands", "twins"])
def test_hands_on_a_screen(hall, games, sim):
    config = Config(factory="mock" if sim else "lgpio")
    electronics = open_electronics(config, Inbox(), sim=sim)
    try:
        hall.open_up(**{"hands": electronics.hands} if sim else {"twins": electronics})
        parts = electronics.health()
        for health in parts:
            hall.inbox.put(health)
        hall.do("tags.deck", deck=f"bandai/{games['bandai'].decks.lists()[0][0]}")
        hall.inbox.put(Placed("pad", "04A20103", 0))
        at = "/hands" if sim else "/twins"
        quoted = words_in(*(word for health in parts for word in filled_in(health.words)))
        assert amiss(hall, "/", at, "/owner/inputs", but=quoted) == {}
        for health in parts:
            if health.state == "missing" and not sim:
                electronics.twin(health.part, on=True)
        assert amiss(hall, at) == {}
    finally:
        electronics.close()


def test_stands_and_cards_get_their_tags(hall, games):
    deck = games["bandai"].decks.lists()[0][0]
    hall.do("tags.enrol", level=3)
    for command in ({"level": 4}, {"level": 8}):
        hall.inbox.put(Placed("pad", "04A20101", 0))
        assert amiss(hall, "/owner/tags", "/owner") == {}
        hall.do("tags.enrol", **command)
    hall.inbox.put(Placed("pad", "04A20102", 0))
    hall.do("tags.decks")
    hall.do("tags.deck", deck=f"bandai/{deck}")
    hall.inbox.put(Placed("pad", "04A20103", 0))
    assert amiss(hall, "/owner/tags", but=words_in(f"bandai/{deck}")) == {}


# -- what holds for all sentences


def built(node: ast.expr) -> bool:
    """Whether a text is put together, so that no catalogue can have it."""
    match node:
        case ast.JoinedStr() | ast.BinOp():
            return True
        case ast.IfExp(body=one, orelse=other):
            return built(one) or built(other)
        case ast.BoolOp(values=several):
            return any(map(built, several))
        case ast.Call(func=ast.Attribute(attr="format" | "join" | "replace")):
            return True
    return False


def built_templates(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text("utf-8"))
    given: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for name in node.targets:
                given.setdefault(ast.unparse(name), []).append(node.value)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = ast.unparse(node.func).rpartition(".")[2]
        if name not in ("Text", "Sentence") and name not in SHOWN:
            continue
        template = node.args[0]
        for found in (template, *given.get(ast.unparse(template), ())):
            if built(found):
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(found)}"


SHOWN = {
    kind.__name__
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, errors.TablesideError)
} - {"BrokenRule", "ConfigError", "AlreadyRunning", "PortTaken", "RecordMismatch"}
"""Errors whose words may come to a page; those of the start and of a faulty rule never do."""
UNSEEN = ("engines/core/", "devices/pico.py")
"""The ways to ask refuse what no screen offers; the firmware is flashed in a terminal."""
JOINED = {
    "' and '.join(CHARACTERS[player.character].megazord)",
    "' '.join((f'{{{word}}}' for word in words))",
    "', '.join((f'{{{name}}}' for name in args))",
}
"""Words of the rules that the catalogue knows as they are joined, or only places to fill in."""


def test_no_sentence_that_a_page_may_show_is_put_together_from_pieces():
    folders = (ROOT / "companion" / name for name in ("engines", "table", "devices"))
    found = [
        one
        for folder in folders
        for path in sorted(folder.rglob("*.py"))
        if not any(unseen in path.as_posix() for unseen in UNSEEN)
        for one in built_templates(path)
    ]
    assert [one for one in found if one.split(": ", 1)[1] not in JOINED] == []
