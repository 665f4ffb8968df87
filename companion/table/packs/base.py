"""What every card pack has in common, whatever the game.

A pack is one TOML file: a head (`format`, `game`, `id`, `name`, `licence` …), tables of cards
(`[[card]]`, or what the game calls them) and `[[deck]]` tables that count cards. Nothing in a pack
is ever run: a card is numbers, words and the documented verbs of its game.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from companion.engines.game import Deck
from companion.errors import PackError, Sentence

Model = TypeVar("Model", bound=BaseModel)
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$", max_length=40)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Words = Annotated[str, Field(max_length=400)]
Count = Annotated[int, Field(ge=1, le=99)]
VERSION = 1
LARGEST = 1_000_000
"""No pack is larger than so many bytes."""
ENTRIES = {
    "card": Sentence("card"),
    "deck": Sentence("deck"),
    "enemy": Sentence("enemy"),
    "monster": Sentence("monster"),
    "training": Sentence("training"),
    "event": Sentence("event"),
    "battle": Sentence("battle"),
    "attachment": Sentence("attachment"),
}
"""What the tables of a pack hold, in words."""
OF_PYDANTIC = re.compile(r"\[key\]|constrained-int|literal\[.*").fullmatch
"""Parts of a path that no pack has: what pydantic calls a key, or one of several kinds."""
PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


class Strict(BaseModel):
    """A table of a pack: every field known, every value of its kind."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Head(Strict):
    """What stands above the cards."""

    format: Annotated[int, Field(description="the version of this format", ge=1, le=VERSION)]
    game: str
    id: Annotated[Id, Field(description="how decks name this pack: id/deck")]
    name: Name
    licence: Annotated[Name, Field(description="under which terms others may use the pack")]
    author: Annotated[str, Field(max_length=60)] = ""
    about: Words = ""


class DeckList(Strict):
    """`[[deck]]`: how many of which cards."""

    id: Id
    name: Name
    about: Words = ""
    cards: dict[Id, Count]


class Fault(NamedTuple):
    """One fault of a pack: which table entry, which field, and what is wrong, in words."""

    where: str
    field: str
    words: Sentence

    def told(self, source: str) -> Sentence:
        """All of it in one sentence, `source` first."""
        at = Sentence.joined(filter(None, (self.where, self.field)), ", ")
        return Sentence("{source}: {at}: {fault}", source=source, at=at, fault=self.words)


@dataclass(frozen=True)
class Pack:
    """A pack that was read: its head, its tables by name, its decks, and the text it came from."""

    head: Any
    tables: Mapping[str, tuple[Any, ...]]
    decks: tuple[Any, ...]
    text: str
    source: str

    @property
    def id(self) -> str:
        return str(self.head.id)

    @property
    def hash(self) -> str:
        """The hash of its text, by which a record pins it."""
        return hash_of(self.text)

    @property
    def key(self) -> str:
        return f"{self.id}@{self.hash}"

    def cards(self) -> dict[str, Any]:
        """Every card of every table, by id."""
        return {card.id: card for table in self.tables.values() for card in table}

    def deck(self, name: str) -> Any:
        """The deck list of that name, or None."""
        return next((deck for deck in self.decks if deck.id == name), None)


@dataclass(frozen=True)
class Format:
    """How the packs of one game are written.

    `tables`: the model of each kind of card, by the name of its table; of several a pack may lack
    some. `rules` finds what is wrong
    between cards (deck-building rules among it). `build` makes the engine's own deck of a list.
    `blank` is the pack that `pack new` begins with, with `{id}` where the new pack's id belongs.
    `for_seat` tells of a deck list whether it is one that a seat plays, and not an enemy's.
    """

    game: str
    head: type[Head]
    tables: Mapping[str, type[Strict]]
    rules: Callable[[Pack], Iterable[Fault]]
    build: Callable[[Pack, Any, str], Deck]
    blank: str
    deck: type[DeckList] = DeckList
    for_seat: Callable[[Any], bool] = lambda _: True

    def schema(self) -> dict[str, Any]:
        """The format as a JSON schema, for editors."""
        some = Field(min_length=1) if len(self.tables) == 1 else Field(default_factory=list)
        tables: dict[str, Any] = {
            name: (list[model], some)  # type: ignore[valid-type]
            for name, model in self.tables.items()
        }
        decks: Any = (list[self.deck], Field(default_factory=list))  # type: ignore[name-defined]
        whole = create_model(f"{self.game} pack", __base__=self.head, deck=decks, **tables)
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **whole.model_json_schema(),
        }


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def parse(text: str, source: str) -> dict[str, Any]:
    """The tables of a pack's text; a `PackError` says where it is no TOML."""
    if len(text) > LARGEST:
        words = "{source}: larger than {n} characters"
        raise PackError((Sentence(words, source=source, n=LARGEST),))
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        if found := PLACE.search(str(fault)):
            words = "{source}: this is no TOML at line {line}, column {column}"
            said = Sentence(words, source=source, line=found[1], column=found[2])
        else:
            said = Sentence("{source}: this is no TOML: something is not closed", source=source)
        raise PackError((said,)) from None


def read(text: str, source: str, form: Format) -> Pack:
    """The pack of this text. `PackError` names every fault: file, card and field."""
    raw = parse(text, source)
    faults: list[Fault] = []
    lists = {name: raw.pop(name, []) for name in (*form.tables, "deck")}
    head = _valid(form.head, raw, "", faults)
    if head and head.game != form.game:
        faults.append(Fault("", "game", Sentence("must be {value}", value=form.game)))
    tables = {
        name: tuple(_entries(model, lists[name], name, faults))
        for name, model in form.tables.items()
    }
    decks = tuple(_entries(form.deck, lists["deck"], "deck", faults))
    if not any(lists[name] for name in tables):
        some = Sentence.joined((f"[[{name}]]" for name in tables), ", ")
        faults.append(Fault("", some, Sentence("needs one at least")))
    if head:
        pack = Pack(head, tables, decks, text, source)
        whole = not faults
        faults += _doubles(pack, lists)
        faults += _unknown_cards(pack, lists)
        if whole:
            faults += form.rules(pack)
        else:
            faults += _as_far_as_known(form, pack)
        if not faults:
            return pack
    raise PackError(tuple(fault.told(source) for fault in dict.fromkeys(faults)))


def _as_far_as_known(form: Format, pack: Pack) -> Iterable[Fault]:
    """What is wrong between the entries that are right in themselves.

    Decks that count faulty cards are left out: what they lack is said already.
    """
    known = pack.cards()
    decks = tuple(deck for deck in pack.decks if known.keys() >= deck.cards.keys())
    return form.rules(Pack(pack.head, pack.tables, decks, pack.text, pack.source))


def entry(name: str, number: int, raw: object) -> Sentence:
    """How a fault names a table entry: its id and name, or its place in the file.

    >>> entry("card", 3, {"id": "roof-runner", "name": "Roof Runner"})
    'card roof-runner (Roof Runner)'
    >>> entry("card", 3, {})
    'card number 3'
    """
    told = raw if isinstance(raw, dict) else {}
    which = told.get("id")
    if not isinstance(which, str):
        which = Sentence("number {n}", n=number)
    if isinstance(told.get("name"), str):
        return entry_of(name, which, told["name"])
    return Sentence("{kind} {which}", kind=ENTRIES[name], which=which)


def entry_of(kind: str, which: str, name: str) -> Sentence:
    """A table entry by its id and name."""
    return Sentence("{kind} {which} ({name})", kind=ENTRIES[kind], which=which, name=name)


def _entries(model: type[Model], raw: object, name: str, faults: list[Fault]) -> Iterator[Model]:
    if not isinstance(raw, list):
        words = "is written as [[{name}]], once for each"
        faults.append(Fault("", name, Sentence(words, name=name)))
        return
    for number, one in enumerate(raw, 1):
        found = _valid(model, one, entry(name, number, one), faults)
        if found is not None:
            yield found


def _valid(model: type[Model], raw: object, where: str, faults: list[Fault]) -> Model | None:
    try:
        return model.model_validate(raw)
    except ValidationError as found:
        for error in found.errors(include_url=False):
            path = ".".join(str(part) for part in error["loc"] if not OF_PYDANTIC(str(part)))
            faults.append(Fault(where, path, in_words(error)))
        return None


A_TABLE = Sentence("must be a table of its own")
WRONG = {
    "missing": Sentence("is missing"),
    "extra_forbidden": Sentence("is not known here"),
    "int_type": Sentence("must be a whole number"),
    "string_type": Sentence("must be a text in quotes"),
    "bool_type": Sentence("must be true or false"),
    "list_type": Sentence("must be a list, like [1, 2]"),
    "dict_type": A_TABLE,
    "model_type": A_TABLE,
    "model_attributes_type": A_TABLE,
    "string_pattern_mismatch": Sentence("must be a-z first, then a-z 0-9 _ -"),
    "string_too_short": Sentence("must not be empty"),
    "too_short": Sentence("needs one at least"),
}
"""What is wrong, by pydantic's name for it; of a number and of one among several see below."""
UNSHOWN = {"missing", "extra_forbidden", "list_type", "string_too_short", "too_short"}
"""Where the value that is wrong need not be shown."""


def in_words(error: Mapping[str, Any]) -> Sentence:
    """What a validation error means for who writes the pack."""
    kind, told, context = error["type"], error["input"], error.get("ctx", {})
    if kind == "greater_than_equal":
        words = Sentence("must be {n} or more", n=context["ge"])
    elif kind == "less_than_equal":
        words = Sentence("must be {n} or less", n=context["le"])
    elif kind == "string_too_long":
        words = Sentence("must have {n} letters or less", n=context["max_length"])
    elif kind == "literal_error":
        values = re.findall(r"'[^']*'", context["expected"])
        words = Sentence("must be one of {values}", values=", ".join(values))
    else:
        words = WRONG.get(kind, Sentence("does not fit here"))
    if kind in UNSHOWN or words is A_TABLE or not isinstance(told, int | float | str):
        return words
    shown = str(told).lower() if isinstance(told, bool) else repr(told)[:60]
    return Sentence("{fault}, not {told}", fault=words, told=shown)


def _doubles(pack: Pack, lists: Mapping[str, Any]) -> Iterator[Fault]:
    """Ids that two entries share; cards share one list of ids, decks have their own."""
    ids = {
        "card": [_id(raw) for name in pack.tables for raw in _rows(lists[name])],
        "deck": [_id(raw) for raw in _rows(lists["deck"])],
    }
    for kind, found in ids.items():
        for double, count in Counter(filter(None, found)).items():
            if count > 1:
                where = Sentence("{kind} {which}", kind=ENTRIES[kind], which=double)
                yield Fault(where, "id", Sentence("{n} entries have this id", n=count))


def _unknown_cards(pack: Pack, lists: Mapping[str, Any]) -> Iterator[Fault]:
    known = {_id(raw) for name in pack.tables for raw in _rows(lists[name])}
    for deck in pack.decks:
        for card in deck.cards:
            if card not in known:
                yield Fault(named(deck), f"cards.{card}", Sentence("no card has this id"))


def _rows(raw: object) -> list[Any]:
    return raw if isinstance(raw, list) else []


def _id(raw: object) -> str:
    found = raw.get("id") if isinstance(raw, dict) else None
    return found if isinstance(found, str) else ""


def named(deck: DeckList) -> Sentence:
    """A deck as faults name it."""
    return entry_of("deck", deck.id, deck.name)


def size_fault(deck: DeckList, size: int) -> Iterator[Fault]:
    """A deck with more or fewer cards than it must have."""
    count = sum(deck.cards.values())
    if count != size:
        words = Sentence("{n} cards, and a deck has {size}", n=count, size=size)
        yield Fault(named(deck), "cards", words)


def copies_faults(deck: DeckList, names: Mapping[str, str], most: int) -> Iterator[Fault]:
    """Names that a deck holds more often than allowed; `names` gives each card's, by id."""
    counts: Counter[str] = Counter()
    for card, count in deck.cards.items():
        if card in names:
            counts[names[card]] += count
    for name, count in counts.items():
        if count > most:
            words = "{n} copies of {card}, and {most} are the most allowed"
            said = Sentence(words, n=count, card=name, most=most)
            yield Fault(named(deck), "cards", said)
