"""A pack is read whole or refused whole, with every fault named by file, card and field."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engines.catalogue import GAMES
from companion.engines.match import Match
from companion.errors import OptionError, PackError, RecordError
from companion.table.chance import SeededChance
from companion.table.packs.base import Pack
from companion.table.packs.library import (
    FORMATS,
    Shelf,
    check,
    format_of,
    load,
    new,
    open_pack,
    shelved,
)
from companion.table.record import begin, header_of, parse_text, replay, to_text
from tests.engines.evenings import answered
from tests.tools import ROOT

SEATS = ("jason", "billy", "kimberly")
SHIPPED = sorted((ROOT / "companion" / "packs").glob("*/*.toml"))
SEATS = ("jason", "billy")
HEAD = """
format = 1
game = "bandai"
id = "mine"
name = "Mine"
licence = "for my own table"
elements = ["spark", "tide"]
deck_size = 4
max_copies = 3
"""
CARD = """
[[card]]
id = "{id}"
name = "{name}"
hand_cost = 0
damage = 1
opponent_elements = ["spark"]
values = {{ spark = 1, tide = 2 }}
"""
ONE, TWO = CARD.format(id="one", name="One"), CARD.format(id="two", name="Two")
DECK = '[[deck]]\nid = "all"\nname = "All"\ncards = { one = 2, two = 2 }\n'
GOOD = HEAD + ONE + TWO + DECK


def faults(text: str) -> list[str]:
    with pytest.raises(PackError) as found:
        load(text, "mine.toml")
    return list(found.value.faults)


def test_a_good_pack_makes_a_deck() -> None:
    pack = load(GOOD, "mine.toml")
    deck = format_of("bandai").build(pack, pack.deck("all"), "tagged")

    assert deck.real
    assert deck.pack == f"mine@{pack.hash}"
    assert deck.pieces("jason") == ("jason.one.1", "jason.one.2", "jason.two.1", "jason.two.2")
    assert deck.card("jason.two.2").values == {"spark": 1, "tide": 2}


@pytest.mark.parametrize(
    ("old", "new_", "fault"),
    [
        ("spark = 1, tide = 2", "spark = 1", "card one (One), values.tide: is missing"),
        (
            "spark = 1, tide",
            "spark = 1, wind = 1, tide",
            "card one (One), values.wind: the pack has no such element",
        ),
        ("hand_cost = 0", "hand_cost = -1", "card one (One), hand_cost: must be 0 or more, not -1"),
        (
            "hand_cost = 0",
            'hand_cost = "0"',
            "card one (One), hand_cost: must be a whole number, not '0'",
        ),
        (
            "hand_cost = 0",
            "hand_cost = true",
            "card one (One), hand_cost: must be a whole number, not true",
        ),
        ("hand_cost = 0\n", "", "card one (One), hand_cost: is missing"),
        ("damage = 1", "damage = 1\neffect = 'burn'", "card one (One), effect: is not known here"),
        ('["spark"]', "[]", "card one (One), opponent_elements: needs one at least"),
        (
            '["spark"]',
            '["wind"]',
            "card one (One), opponent_elements: the pack has no element wind",
        ),
        (
            '["spark"]',
            '["tide", "tide"]',
            "card one (One), opponent_elements: tide is named twice",
        ),
        ('id = "one"', 'id = "two"', "card two, id: 2 entries have this id"),
        ('id = "one"', "", "card number 1 (One), id: is missing"),
        (
            'id = "one"',
            'id = "One!"',
            "card One! (One), id: must be a-z first, then a-z 0-9 _ -, not 'One!'",
        ),
        (
            "one = 2, two = 2",
            "one = 2, two = 1",
            "deck all (All), cards: 3 cards, and a deck has 4",
        ),
        (
            "one = 2, two = 2",
            "one = 3, two = 2",
            "deck all (All), cards: 5 cards, and a deck has 4",
        ),
        (
            "one = 2, two = 2",
            "one = 4",
            "deck all (All), cards: 4 copies of One, and 3 are the most allowed",
        ),
        ("one = 2, two = 2", "one = 2, six = 2", "deck all (All), cards.six: no card has this id"),
        ('licence = "for my own table"\n', "", "licence: is missing"),
        ("format = 1", "format = 2", "format: must be 1 or less, not 2"),
        ('"spark", "tide"]', '"spark", "tide", "tide"]', "elements: tide is named twice"),
        ("[[card]]", "[[cards]]", "cards: is not known here"),
    ],
)
def test_a_fault_names_file_card_and_field(old: str, new_: str, fault: str) -> None:
    assert f"mine.toml: {fault}" in faults(GOOD.replace(old, new_, 1))


def test_all_faults_are_named_at_once() -> None:
    """Also those between cards, when others are faulty in themselves."""
    text = GOOD.replace("damage = 1", "damage = -2", 1).replace("spark = 1, tide = 2", "tide = 2")

    assert faults(text + DECK) == [
        "mine.toml: card one (One), damage: must be 0 or more, not -2",
        "mine.toml: deck all, id: 2 entries have this id",
        "mine.toml: card two (Two), values.spark: is missing",
    ]


def test_what_is_no_pack_at_all() -> None:
    assert "this is no TOML" in faults("[[")[0]
    assert faults("") == ["mine.toml: game: is missing; one of bandai, heroes, monster_rancher"]
    assert "must be one of" in faults('game = "chess"')[0]
    assert "larger than" in faults("#" * 1_000_001)[0]
    assert faults(HEAD) == ["mine.toml: [[card]]: needs one at least"]
    assert faults(HEAD.replace("deck_size", "card = 3\ndeck_size")) == [
        "mine.toml: card: is written as [[card]], once for each"
    ]


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    none, odd = tmp_path / "none.toml", tmp_path / "odd.toml"
    odd.write_bytes(b"\xff\xfe")

    assert check(none) == (f"{none}: cannot be read: No such file or directory",)
    assert check(odd) == (f"{odd}: is no text in UTF-8",)


FEW = {
    "a pack of enemies alone": ("heroes", "enemy"),
    "a pack of Rangers alone": ("heroes", "card"),
    "a pack without events": ("monster_rancher", "monster"),
}


@pytest.mark.parametrize(("game", "table"), FEW.values(), ids=FEW)
def test_a_pack_need_not_have_every_kind_of_card(game: str, table: str) -> None:
    whole = tomllib.loads(new(game, "few"))
    tables = format_of(game).tables
    kept = {name: rows for name, rows in whole.items() if name not in {*tables, "deck"} - {table}}

    assert load(written(kept), "few.toml").cards().keys() == {row["id"] for row in whole[table]}
    nothing = {name: value for name, value in kept.items() if name != table}
    assert "needs one at least" in faults(written(nothing))[0]


def written(pack: dict[str, Any]) -> str:
    """A pack as a text again."""
    head = [f"{name} = {toml(value)}" for name, value in pack.items() if not listed(value)]
    rows = [
        f"[[{name}]]\n" + "\n".join(f"{field} = {toml(v)}" for field, v in row.items())
        for name, value in pack.items()
        if listed(value)
        for row in value
    ]
    return "\n".join([*head, *rows])


def listed(value: Any) -> bool:
    return isinstance(value, list) and isinstance(value[0], dict)


@pytest.mark.parametrize(
    ("game", "old", "new_", "fault"),
    [
        ("bandai", "paper-plane = 2", "paper-plane = 1", "19 cards, and a deck has 20"),
        ("bandai", "paper-plane = 2", "paper-plane = 3", "21 cards, and a deck has 20"),
        ("heroes", 'do = "gain_energy"', 'do = "gain_everything"', "effects.0.do: must be"),
        ("heroes", "cost = 1\n", "cost = -1\n", "cost"),
        ("heroes", 'id = "hot-splash"', 'id = "lid-on"', "card lid-on, id: 2 entries have this id"),
        ("heroes", "hot-splash = 2", "hot-splash = 4", "12 cards, and such a deck has 10"),
    ],
)
def test_a_shipped_pack_spoilt_is_refused(game: str, old: str, new_: str, fault: str) -> None:
    text = next(path for path in SHIPPED if path.parent.name == game).read_text()
    assert old in text
    assert any(fault in line for line in faults(text.replace(old, new_, 1)))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_packs_that_come_with_the_program_have_no_fault_and_two_decks(path: Path) -> None:
    assert check(path) == ()
    pack = open_pack(path)
    assert len(pack.decks) >= 2
    assert pack.head.game == path.parent.name
    assert pack.head.licence


@pytest.mark.parametrize("game", FORMATS)
def test_a_new_pack_has_no_fault(game: str) -> None:
    assert load(new(game, "first-try"), "first-try.toml").id == "first-try"


@pytest.mark.parametrize("game", FORMATS)
def test_the_published_schema_is_the_format(game: str) -> None:
    """To write it again: tableside pack schema GAME > companion/packs/schemas/GAME.json"""
    published = ROOT / "companion" / "packs" / "schemas" / f"{game}.json"

    assert json.loads(published.read_text()) == format_of(game).schema()


# -- fuzzed


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


def loaded_or_refused(text: str) -> Pack | None:
    faults: tuple[str, ...] = ()
    pack = None
    try:
        pack = load(text, "fuzzed.toml")
    except PackError as found:
        faults = found.faults or ("no words",)
    assert all(line.startswith("fuzzed.toml: ") for line in faults)
    assert pack is None or pack.cards()
    return pack


@settings(max_examples=60, deadline=None)
@given(WORDS)
def test_any_text_is_loaded_or_refused(text: str) -> None:
    loaded_or_refused(text)
    loaded_or_refused(GOOD + text)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_pack_with_one_value_changed_is_loaded_or_refused(
    path: Path, data: st.DataObject
) -> None:
    lines = path.read_text().splitlines()
    at = data.draw(st.sampled_from([n for n, line in enumerate(lines) if " = " in line]))
    name = lines[at].partition(" = ")[0]
    value = data.draw(VALUES.filter(lambda v: v is not None))
    lines[at] = f"{name} = {toml(value)}"

    loaded_or_refused("\n".join(lines))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_pack_with_lines_lost_or_written_twice_is_loaded_or_refused(
    path: Path, data: st.DataObject
) -> None:
    lines = path.read_text().splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    end = data.draw(st.integers(at, min(at + 12, len(lines))))
    lines[at:end] = lines[at:end] * data.draw(st.sampled_from((0, 2)))

    loaded_or_refused("\n".join(lines))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(st.data())
def test_whatever_is_accepted_can_be_played(path: Path, data: st.DataObject) -> None:
    """One number or word of a card becomes another one; then the cards meet on the table."""
    lines = path.read_text().splitlines()
    at = data.draw(st.sampled_from([n for n, line in enumerate(lines) if " = " in line]))
    name, _, _ = lines[at].partition(" = ")
    same = {line.partition(" = ")[2] for line in lines if line.startswith(f"{name} = ")}
    lines[at] = f"{name} = {data.draw(st.sampled_from(sorted(same | {'0', '1', '12'})))}"
    pack = loaded_or_refused("\n".join(lines))
    if pack is None or not pack.decks:
        return
    game = GAMES[pack.head.game]
    shelf = Shelf(game.id, _packs={pack.id: pack})
    chance = SeededChance(data.draw(st.integers(0, 99)))
    try:
        match = Match(replace(game, decks=shelf), SEATS[: min(game.seats[-1], 3)])
    except OptionError:
        return  # no deck of it fits these seats, and it says so
    for _ in range(300):
        if match.result:
            break
        match.apply(*answered(match, chance))


def toml(value: object) -> str:
    """A value as TOML has it; no more of TOML than the fuzzing needs.

    >>> tomllib.loads("x = " + toml({"a": [1, "b"], "c": True}))["x"]
    {'a': [1, 'b'], 'c': True}
    """
    if isinstance(value, dict):
        pairs = (f"{json.dumps(k)} = {toml(v)}" for k, v in value.items() if v is not None)
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(v) for v in value if v is not None) + "]"
    return json.dumps(value, ensure_ascii=True)


def test_toml_is_what_the_fuzzing_writes() -> None:
    assert tomllib.loads("x = " + toml({"a": [1, "b"], "c": True}))["x"]["a"] == [1, "b"]


# -- the shelf


def test_every_game_of_cards_starts_from_the_shelf() -> None:
    games = shelved(GAMES)

    for game in FORMATS:
        match = Match(games[game], SEATS)
        assert set(SEATS) <= set(match.decks)
        assert header_of(match).packs


def test_decks_are_named_or_any() -> None:
    game = shelved(GAMES)["bandai"]
    told = game.options({"decks": "night-shift/kitchen,", "deck_kinds": "virtual,tagged"})
    match = Match(game, SEATS, told)

    assert [deck.name for deck in match.decks.values()] == [
        "The Kitchen at Night",
        "Down at the Harbour",
    ]
    assert [deck.kind for deck in match.decks.values()] == ["virtual", "tagged"]


def test_real_cards_without_tags_need_nothing_entered() -> None:
    game = shelved(GAMES)["bandai"]
    match = Match(game, SEATS, game.options({"deck_kinds": "told", "decks": ",plain"}))

    assert [deck.name for deck in match.decks.values()] == ["Cards as they are", "Plain"]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"decks": "night-shift/attic"}, "there is no deck 'night-shift/attic'; there are: night-"),
        ({"decks": "../x"}, "takes decks like alley/roofs"),
        ({"decks": "a/b,a/b,a/b"}, "one for each of 2 seats"),
        ({"deck_kinds": "paper"}, "takes virtual, tagged, told"),
        ({"decks": "blank", "deck_kinds": "virtual"}, "are told, not dealt"),
        ({"decks": "night-shift/roofs", "deck_size": "30"}, "has 20 cards, and deck_size is 30"),
        ({"decks": "night-shift/roofs", "deck_size": "19"}, "has 20 cards, and deck_size is 19"),
    ],
)
def test_a_deck_that_is_not_there_is_refused_with_those_that_are(
    told: dict[str, str], words: str
) -> None:
    game = shelved(GAMES)["bandai"]

    with pytest.raises(OptionError, match=re.escape(words)):
        Match(game, SEATS, game.options(told))


def test_a_pack_of_ones_own_lies_in_the_home_folder(tmp_path: Path) -> None:
    packs = tmp_path / "packs"
    packs.mkdir()
    (packs / "mine.toml").write_text(GOOD)
    (packs / "bad.toml").write_text(GOOD.replace("damage = 1", "damage = -1"))
    (packs / "same.toml").write_text(GOOD.replace('"Mine"', '"Another"'))
    shelf = Shelf("bandai", tmp_path)

    assert ("mine/all", "All") in shelf.choices()
    assert shelf.faults == [
        "bad.toml: card one (One), damage: must be 0 or more, not -1",
        "bad.toml: card two (Two), damage: must be 0 or more, not -1",
        "same.toml: id: mine.toml has the same id",
    ]


def test_a_record_keeps_the_pack_it_was_played_with(tmp_path: Path) -> None:
    (tmp_path / "packs").mkdir()
    mine = tmp_path / "packs" / "mine.toml"
    mine.write_text(GOOD)
    game = shelved(GAMES, tmp_path, keep=True)["bandai"]
    match = Match(game, SEATS, game.options({"decks": "mine/all", "deck_size": "4"}))
    match.apply("deck/jason", "jason.one.1")
    text = to_text(header_of(match), match.log)

    mine.write_text(GOOD.replace("tide = 2", "tide = 9"))
    again = replay(*parse_text(text), shelved(GAMES, tmp_path))

    assert again.position == match.position
    assert again.decks["jason"].cards["one"].values["tide"] == 2
    assert header_of(again) == header_of(match)
    for kept in (tmp_path / "packs" / "kept").iterdir():
        kept.unlink()
    with pytest.raises(RecordError, match=r"made with it: pack mine\. Put .* folder packs"):
        begin(header_of(match), shelved(GAMES, tmp_path))


def test_files_changed_meanwhile_are_read_when_told(tmp_path: Path) -> None:
    (tmp_path / "packs").mkdir()
    shelf = Shelf("bandai", tmp_path)
    before = Counter(shelf.choices())

    (tmp_path / "packs" / "mine.toml").write_text(GOOD)
    assert Counter(shelf.choices()) == before
    shelf.forget()

    assert Counter(shelf.choices()) - before == Counter([("mine/all", "All")])
