"""What every card pack has in common, whatever the game.

A pack is one TOML file: a head (`format`, `game`, `id`, `name`, `licence` …), tables of cards
(`[[card]]`, or what the game calls them) and `[[deck]]` tables that count cards. Nothing in a pack
is ever run: a card is numbers, words and the documented verbs of its game.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from companion.engines.game import Deck
from companion.errors import PackError

Model = TypeVar("Model", bound=BaseModel)
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$", max_length=40)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Words = Annotated[str, Field(max_length=400)]
Count = Annotated[int, Field(ge=1, le=99)]
VERSION = 1
LARGEST = 1_000_000
"""No pack is larger than so many bytes."""


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
    words: str

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.where, self.field))) + f": {self.words}"


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
        raise PackError((f"{source}: larger than {LARGEST} characters",))
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise PackError((f"{source}: this is no TOML: {fault}",)) from None


def read(text: str, source: str, form: Format) -> Pack:
    """The pack of this text. `PackError` names every fault: file, card and field."""
    raw = parse(text, source)
    faults: list[Fault] = []
    lists = {name: raw.pop(name, []) for name in (*form.tables, "deck")}
    head = _valid(form.head, raw, "", faults)
    if head and head.game != form.game:
        faults.append(Fault("", "game", f"must be {form.game}"))
    tables = {
        name: tuple(_entries(model, lists[name], name, faults))
        for name, model in form.tables.items()
    }
    decks = tuple(_entries(form.deck, lists["deck"], "deck", faults))
    if not any(lists[name] for name in tables):
        faults.append(
            Fault("", " or ".join(f"[[{name}]]" for name in tables), "needs one at least")
        )
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
    raise PackError(tuple(f"{source}: {fault}" for fault in dict.fromkeys(faults)))


def _as_far_as_known(form: Format, pack: Pack) -> Iterable[Fault]:
    """What is wrong between the entries that are right in themselves.

    Decks that count faulty cards are left out: what they lack is said already.
    """
    known = pack.cards()
    decks = tuple(deck for deck in pack.decks if known.keys() >= deck.cards.keys())
    return form.rules(Pack(pack.head, pack.tables, decks, pack.text, pack.source))


def entry(name: str, number: int, raw: object) -> str:
    """How a fault names a table entry: its id and name, or its place in the file.

    >>> entry("card", 3, {"id": "roof-runner", "name": "Roof Runner"})
    'card roof-runner (Roof Runner)'
    >>> entry("card", 3, {})
    'card number 3'
    """
    told = raw if isinstance(raw, dict) else {}
    if not isinstance(told.get("id"), str):
        named = told.get("name")
        return f"{name} number {number}" + (f" ({named})" if isinstance(named, str) else "")
    called = told.get("name")
    return f"{name} {told['id']}" + (f" ({called})" if isinstance(called, str) else "")


def _entries(model: type[Model], raw: object, name: str, faults: list[Fault]) -> Iterator[Model]:
    if not isinstance(raw, list):
        faults.append(Fault("", name, f"is written as [[{name}]], once for each"))
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
            path = ".".join(str(p) for p in error["loc"] if p != "[key]")
            faults.append(Fault(where, path, in_words(error)))
        return None


def in_words(error: Mapping[str, Any]) -> str:
    """What a validation error means for who writes the pack."""
    told, context = error["input"], error.get("ctx", {})
    shown = f", not {told!r}" if isinstance(told, int | float | str) else ""
    words = {
        "missing": "is missing",
        "extra_forbidden": "is not known here",
        "int_type": f"must be a whole number{shown}",
        "string_type": f"must be a text in quotes{shown}",
        "list_type": "must be a list, like [1, 2]",
        "dict_type": "must be a table of its own",
        "model_type": "must be a table of its own",
        "model_attributes_type": "must be a table of its own",
        "greater_than_equal": f"must be {context.get('ge')} or more{shown}",
        "less_than_equal": f"must be {context.get('le')} or less{shown}",
        "literal_error": f"must be {context.get('expected')}{shown}",
        "string_pattern_mismatch": f"must be a-z first, then a-z 0-9 _ -{shown}",
        "string_too_short": "must not be empty",
        "too_short": "needs one at least",
    }
    return words.get(error["type"], str(error["msg"]))


def _doubles(pack: Pack, lists: Mapping[str, Any]) -> Iterator[Fault]:
    """Ids that two entries share; cards share one list of ids, decks have their own."""
    ids = {
        "card": [_id(raw) for name in pack.tables for raw in _rows(lists[name])],
        "deck": [_id(raw) for raw in _rows(lists["deck"])],
    }
    for kind, found in ids.items():
        for double, count in Counter(filter(None, found)).items():
            if count > 1:
                yield Fault(f"{kind} {double}", "id", f"{count} entries have this id")


def _unknown_cards(pack: Pack, lists: Mapping[str, Any]) -> Iterator[Fault]:
    known = {_id(raw) for name in pack.tables for raw in _rows(lists[name])}
    for deck in pack.decks:
        for card in deck.cards:
            if card not in known:
                yield Fault(f"deck {deck.id} ({deck.name})", f"cards.{card}", "no card has this id")


def _rows(raw: object) -> list[Any]:
    return raw if isinstance(raw, list) else []


def _id(raw: object) -> str:
    found = raw.get("id") if isinstance(raw, dict) else None
    return found if isinstance(found, str) else ""


def named(deck: DeckList) -> str:
    """A deck as faults name it."""
    return f"deck {deck.id} ({deck.name})"


def size_fault(deck: DeckList, size: int) -> Iterator[Fault]:
    """A deck with more or fewer cards than it must have."""
    count = sum(deck.cards.values())
    if count != size:
        yield Fault(named(deck), "cards", f"{count} cards, and a deck has {size}")


def copies_faults(deck: DeckList, names: Mapping[str, str], most: int) -> Iterator[Fault]:
    """Names that a deck holds more often than allowed; `names` gives each card's, by id."""
    counts: Counter[str] = Counter()
    for card, count in deck.cards.items():
        if card in names:
            counts[names[card]] += count
    for name, count in counts.items():
        if count > most:
            yield Fault(
                named(deck), "cards", f"{count} copies of {name}, and {most} are the most allowed"
            )
