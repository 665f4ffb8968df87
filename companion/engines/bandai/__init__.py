"""Bandai's Power Rangers card game of 2008: a duel of two decks, on the count of three."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engines.bandai.cards import BLANK, blank, plain
from companion.engines.bandai.rules import Bandai
from companion.engines.core import Seat
from companion.engines.game import (
    DECK_KINDS,
    DECKS,
    Decks,
    Game,
    Switch,
    Value,
    each,
    integer,
    one_of,
)
from companion.errors import OptionError


def choice(name: str, clause: str, about: str, *values: str) -> Switch:
    return Switch(name, values[0], one_of(*values), ", ".join(values), clause, about)


SWITCHES = (
    Switch("deck_size", 20, integer(1), "1 or more", "R2", "how many cards a deck has"),
    Switch("starting_hand", 0, integer(0), "0 or more", "R3", "cards drawn before the first turn"),
    choice(
        "element_mode",
        "R14",
        "which card names the element one fights with",
        "opponent_assigns",
        "own",
    ),
    choice(
        "cost_timing",
        "R6",
        "when both pay for their cards",
        "before_reveal",
        "on_reveal",
    ),
    choice(
        "drawn_battle_cards_to",
        "R20",
        "where the fighting cards go after equal values",
        "discard",
        "hand",
    ),
    choice("damage_to", "R19", "where cards drawn as damage go", "hand", "discard"),
    DECKS,
    DECK_KINDS,
)


def start(
    seats: tuple[Seat, ...], options: Mapping[str, Value], decks: Decks | None = None
) -> Bandai:
    """The table before the shuffle; without card packs both play a plain deck."""
    size, hand = options["deck_size"], options["starting_hand"]
    assert isinstance(size, int)  # noqa: S101
    assert isinstance(hand, int)  # noqa: S101
    if hand > size:
        raise OptionError("starting_hand={n}: a deck has only {size} cards", n=hand, size=size)
    if decks is None:
        decks = given(seats, options, size)
    for seat in seats:
        if BLANK.id in decks[seat].counts and decks[seat].kind != "told":
            words = "{seat}: cards of which nothing is entered are told, not dealt"
            raise OptionError(words, seat=seat)
        count = sum(decks[seat].counts.values())
        if count != size:
            raise OptionError(
                "{seat}'s deck {deck} has {n} cards, and deck_size is {size}",
                seat=seat,
                deck=decks[seat].name,
                n=count,
                size=size,
            )
    if options["element_mode"] == "opponent_assigns":
        _one_set(seats, decks)
    return Bandai(seats, options=options, decks=decks)


def _one_set(seats: tuple[Seat, ...], decks: Decks) -> None:
    """A card must have a value for whatever element the other's may call (R14, R16)."""
    sets = [
        {element for card in decks[seat].cards.values() for element in card.values}
        for seat in seats
    ]
    if len({frozenset(elements) for elements in sets if elements}) > 1:
        one, two = (
            f"{decks[seat].name} ({', '.join(sorted(s))})"
            for seat, s in zip(seats, sets, strict=True)
        )
        raise OptionError(
            "{one} and {two} have different Battle Elements: take two decks of one set",
            one=one,
            two=two,
        )


def given(seats: tuple[Seat, ...], options: Mapping[str, Value], size: int) -> Decks:
    """The decks that need no pack: plain cards, or real ones with nothing entered (`blank`)."""
    named, kinds = each(options["decks"], seats), each(options["deck_kinds"], seats)
    decks = {}
    for seat in seats:
        name = named[seat] or ("blank" if kinds[seat] == "told" else "plain")
        if name not in ("plain", "blank"):
            words = "decks: there is no deck {deck}; there are: {decks}"
            raise OptionError(words, deck=repr(name), decks="plain, blank")
        decks[seat] = (plain if name == "plain" else blank)(size, kinds[seat])
    return decks


GAME = Game(
    "bandai",
    "Power Rangers card game, 2008",
    1,
    range(2, 3),
    start,
    SWITCHES,
    {"as printed": {}, "with children": {"starting_hand": "3"}},
    about="A duel of two decks, on the count of three.",
    how=(
        "Two decks run down. Whoever must draw from an empty deck loses.",
        "Choose a card in secret and pay for it with others of your hand.",
        "On three both of you put the chosen card down, or hold it back.",
        "Each card says with which of its values the other one fights; the higher value wins.",
        "The loser draws as many cards as the winning card says.",
    ),
)

__all__ = ["GAME", "Bandai"]
