"""Heroes of the Grid, the battle: Rangers together against rows of enemy cards."""

from __future__ import annotations

from collections.abc import Callable

from companion.engines.game import (
    Game,
    Switch,
    Value,
    boolean,
    deck_ids,
    integer,
    integers,
    one_of,
    words,
)
from companion.engines.heroes.pieces import BIGS
from companion.engines.heroes.setup import start
from companion.errors import OptionError, Sentence

__all__ = ["GAME"]


def up_to(high: int) -> Callable[[str], Value]:
    """A list of numbers, none above `high`."""
    return integers(
        lambda told: Sentence("takes 0 to {high} each", high=high) if max(told) > high else None
    )


def big(text: str) -> Value:
    """`none,monster,boss`: who is there in each battle."""
    if any(word not in ("none", *BIGS) for word in text.split(",")):
        values = ", ".join(("none", *BIGS))
        raise OptionError("takes {values}, with commas between", values=values)
    return text


def command_center(text: str) -> Value:
    return text if text == "printed" else integer(0, 20)(text)


def _choice(name: str, values: str, clause: str, about: str) -> Switch:
    read = values.split(", ")
    return Switch(name, read[0], one_of(*read), values, clause, about)


def _flag(name: str, *, default: bool, clause: str, about: str) -> Switch:
    return Switch(name, default, boolean, "true, false", clause, about)


GAME = Game(
    id="heroes",
    title="Heroes of the Grid: battle",
    rules=4,
    seats=range(1, 6),
    start=start,
    switches=(
        _choice(
            "fast_order",
            "latest_first, draw_order",
            "R12",
            "of two FAST cards, which stands further left",
        ),
        _choice("row_order", "big_first, foot_first", "R31", "which row resolves first"),
        _choice("guard_scope", "adjacent, only_guards_targetable", "R45", "whom a GUARD keeps"),
        _flag(
            "big_defeat_needs_survivor",
            default=True,
            clause="R55",
            about="whether a big enemy is defeated only if a Ranger stands at the end",
        ),
        _choice("hands_visible", "team, owner_only", "R3", "who sees the hands"),
        _choice(
            "foot_choice",
            "exactly_four, up_to_four",
            "R9",
            "how many foot soldiers come if there are more than four",
        ),
        _choice(
            "recovery_draw", "choose, five", "R51", "the new hand of a Ranger after its defeat"
        ),
        _choice(
            "leftover_energy_to",
            "standing, all_who_took_part",
            "R60",
            "who shares the energy that is left",
        ),
        _choice(
            "reroll", "misses_once, any_dice_once", "R26", "which dice a reroll may throw again"
        ),
        Switch(
            "battles",
            1,
            integer(1, 20),
            "1 to 20",
            "R59",
            "how many battles are fought in a row, with the same decks",
        ),
        Switch(
            "foot",
            (4,),
            up_to(12),
            "numbers",
            "R8",
            "how many foot soldiers there are, battle by battle",
        ),
        Switch(
            "foot2",
            (0,),
            up_to(12),
            "numbers",
            "R9",
            "how many of a second type of foot soldiers, battle by battle",
        ),
        Switch(
            "big",
            "none",
            big,
            "none, monster, …",
            "R13",
            "which big enemy there is, battle by battle",
        ),
        Switch(
            "hands", (5,), up_to(5), "numbers", "R3", "cards in hand at the start, seat by seat"
        ),
        Switch("stored", (1,), up_to(1), "numbers", "R28", "own energy at the start, seat by seat"),
        Switch(
            "actions", (2,), up_to(2), "numbers", "R1", "action tokens at the start, seat by seat"
        ),
        Switch(
            "command_center",
            "printed",
            command_center,
            "printed, or a number",
            "R50",
            "energy in the Command Center at the start",
        ),
        _flag(
            "two_rangers", default=False, clause="R7", about="whether a player leads two Rangers"
        ),
        _flag(
            "megazord",
            default=False,
            clause="R65",
            about="whether the Megazord stands at this place",
        ),
        _flag("panicked", default=False, clause="R63", about="whether each place is panicked"),
        Switch("decks", "", deck_ids, "pack/deck, …", "R3", "whose deck, seat by seat"),
        Switch(
            "deck_kinds",
            "virtual",
            words("virtual", "tagged", "told"),
            "virtual, tagged, told, one for all or by seat",
            "R3",
            "where the Rangers' cards are: dealt by the screen, real with tags, or real and told",
        ),
        Switch("enemies", "", deck_ids, "pack/deck, …", "R8", "the enemies' decks"),
        _choice("enemy_kind", "virtual, tagged, told", "R8", "where the enemies' cards are"),
        Switch("dice", "pi", one_of("pi", "real"), "pi, real", "R26", "how the dice are thrown"),
    ),
    presets={
        "skirmish": {},
        "evening": {"battles": "3", "foot": "4", "big": "none,monster,boss"},
    },
    about="One to five Rangers together against rows of enemies.",
    how=(
        "You are one team: all of you win once no enemy is left, or all of you lose.",
        "Rangers and enemies take turns. You play a card, and its dice say how hard it hits.",
        "Whoever is hit turns up cards of the own deck until their shields are enough.",
        "A Ranger whose deck is empty is defeated.",
    ),
    alone=2,
)
