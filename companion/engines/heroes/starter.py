"""A few plain cards to play with where no card pack is read: for a first look, and for tests."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engines.core import Seat
from companion.engines.game import Deck, Decks
from companion.engines.heroes.cards import Combat, Effect, Enemy

HERO: Mapping[str, tuple[Combat, int]] = {
    card.id: (card, count)
    for card, count in (
        (Combat("jab", "Jab", dice=2, shields=2), 2),
        (Combat("haymaker", "Haymaker", cost=2, dice=4, shields=3), 2),
        (
            Combat("rally", "Rally", "maneuver", effects=(Effect("gain_energy", 2),), shields=1),
            2,
        ),
        (
            Combat(
                "keep-calm",
                "Keep Calm",
                "reaction",
                effects=(Effect("reroll"),),
                when=("roll",),
                whose="other",
                shields=2,
            ),
            2,
        ),
        (
            Combat(
                "duck",
                "Duck",
                "reaction",
                cost=1,
                effects=(Effect("reduce_damage", 2),),
                when=("damage",),
                shields=2,
            ),
            1,
        ),
        (Combat("one-two", "One Two", dice=2, effects=(Effect("play_again"),), shields=3), 1),
    )
}

FOOT: Mapping[str, tuple[Enemy, int]] = {
    card.id: (card, count)
    for card, count in (
        (Enemy("scratch", "Scratch", effects=(Effect("damage", 2),)), 3),
        (Enemy("rush", "Rush", keywords=("FAST",), effects=(Effect("damage", 1),)), 2),
        (
            Enemy(
                "bar-the-way",
                "Bar The Way",
                health=3,
                keywords=("GUARD",),
                effects=(Effect("drain", 1),),
            ),
            2,
        ),
        (
            Enemy(
                "drumming",
                "Drumming",
                health=3,
                keywords=("PASSIVE",),
                passive=(Effect("more_damage", 1, "all"),),
            ),
            3,
        ),
    )
}

BIG: Mapping[str, tuple[Enemy, int]] = {
    card.id: (card, count)
    for card, count in (
        (Enemy("swipe", "Swipe", "monster", 4, effects=(Effect("damage", 3),)), 3),
        (Enemy("roar", "Roar", "monster", 3, effects=(Effect("damage", 1, "each"),)), 2),
        (Enemy("devour", "Devour", "monster", 5, effects=(Effect("discard_deck", 2, "lead"),)), 2),
        (Enemy("sleep", "Sleep", "monster", 7), 1),
    )
}


def deck(cards: Mapping[str, tuple[Combat | Enemy, int]], name: str, kind: str = "virtual") -> Deck:
    """A deck out of cards with their counts."""
    return Deck(
        {card: printed for card, (printed, _) in cards.items()},
        {card: count for card, (_, count) in cards.items()},
        kind,
        name,
    )


def starter_decks(seats: tuple[Seat, ...]) -> Decks:
    """The same plain deck for every seat, foot soldiers and a monster."""
    places = {
        "foot": deck(FOOT, "Scufflers"),
        "foot2": deck(FOOT, "More Scufflers"),
        "monster": deck(BIG, "Something Large"),
        "boss": deck(BIG, "Something Larger"),
    }
    return {seat: deck(HERO, "A Hero") for seat in seats} | places
