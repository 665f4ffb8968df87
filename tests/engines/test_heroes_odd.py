"""Odd situations of a battle, and what the rulebook makes of them."""

from __future__ import annotations

import pytest

from companion.engines.core import Offer
from companion.engines.heroes.cards import Combat, Effect, Enemy
from companion.engines.heroes.robot import decide
from tests.engines.heroes_table import FILL, GUARD, QUIET, Battle, bite, cards, hero

FREE = Combat(
    "free", "Free", "reaction", effects=(Effect("reduce_damage", how="all"),), when=("damage",)
)
CLEAN_UP = Combat(
    "clean-up", "Clean Up", "reaction", effects=(Effect("hit", 1),), when=("defeated",)
)


def last_card(star: Effect) -> Battle:
    """Two damage against a Ranger whose last card has three shields and a star."""
    last = Combat("last", "Last", shields=3, star=(star,))
    jason = cards(FILL, last, fill=5, last=1)
    draws = {"jason": "fill fill fill fill fill last"}
    battle = Battle(1, {"jason": jason, "foot": cards(bite(2))}, draws, foot="1")
    return battle.say("jason: start", "jason: pass")


@pytest.mark.parametrize("do", ["draw", "search", "gain_energy"])
def test_the_last_card_turned_up_with_more_shields_is_still_the_deck(do: str) -> None:
    """R40 R41 R49: whatever its star does, it goes under the deck, and nobody has fallen."""
    battle = last_card(Effect(do))
    assert battle.now.fighting == ["jason"]
    assert battle.now.rangers["jason"].deck.bottom == ["jason.last.1"]


def test_where_no_damage_falls_nobody_reduces_it() -> None:
    """R37 R39: damage for each foot soldier card, and none stands."""
    ogre = Enemy("ogre", "Ogre", "monster", effects=(Effect("damage", per="foot"),))
    decks = {"jason": hero(FREE), "monster": cards(ogre, ogre=4)}
    battle = Battle(1, decks, {"jason": "free"}, foot="0", big="monster")
    battle.say("jason: start", "jason: pass")
    assert battle.said()[-2:] == ["Ogre resolves.", "jason takes 0."]
    assert "play jason.fill.1" in battle.legal()


def test_cards_that_fall_by_the_same_hits_are_all_down_before_anybody_reacts() -> None:
    """R29 R43 R45: nobody hits a card that is defeated, and a fallen GUARD keeps nobody."""
    sweep = Combat("sweep", "Sweep", hits=3, effects=(Effect("hit", 3, "each"),))
    foot = cards(GUARD, QUIET, guard=1, quiet=3)
    decks = {"jason": hero(sweep, CLEAN_UP), "foot": foot}
    draws = {"jason": "sweep clean-up", "foot": "quiet guard quiet"}
    battle = Battle(1, decks, draws, foot="3")
    battle.say("jason: start", "jason: play jason.sweep.1")
    assert battle.legal() == ["on", "react jason.clean-up.1"]
    battle.say("jason: on")
    assert [foe.defeated for foe in battle.now.order] == [True, True, True]
    assert battle.now.track == 3


def test_each_of_them_is_a_moment_of_its_own() -> None:
    """R23: two fall at once, and two reactions wait for that; the prompt says what happened."""
    sweep = Combat("sweep", "Sweep", "maneuver", effects=(Effect("hit", 3, "each"),))
    tough = Enemy("tough", "Tough", health=6)
    decks = {"jason": hero(sweep, CLEAN_UP), "foot": cards(QUIET, tough)}
    draws = {"jason": "sweep clean-up clean-up", "foot": "quiet quiet tough"}
    battle = Battle(1, decks, draws, foot="3")
    battle.say("jason: start", "jason: play jason.sweep.1")
    [ask] = battle.match.open()
    assert isinstance(ask, Offer)
    assert str(ask.public) == "An enemy card is defeated. Reactions?"
    battle.say("jason: react jason.clean-up.1", "jason: on")
    assert battle.legal() == ["on", "react jason.clean-up.2"]
    battle.say("jason: react jason.clean-up.2")
    assert [foe.hits for foe in battle.now.order] == [0, 0, 5]


def test_what_waits_for_several_defeats_comes_before_the_end() -> None:
    """R58: the last card falls while the first of two defeats is answered."""
    sweep = Combat("sweep", "Sweep", "maneuver", effects=(Effect("hit", 3, "each"),))
    spoil = Combat(
        "spoil", "Spoil", "reaction", effects=(Effect("gain_energy"),), when=("defeated",)
    )
    decks = {"jason": hero(sweep, CLEAN_UP, spoil), "foot": cards(QUIET)}
    draws = {"jason": "sweep spoil spoil"}
    battle = Battle(1, decks, draws, foot="2", stored="0")
    battle.say("jason: start", "jason: play jason.sweep.1")
    battle.say("jason: react jason.spoil.1", "jason: on", "jason: react jason.spoil.2")
    assert battle.said().count("1 energy for the pool.") == 2
    assert battle.match.result


def test_an_empty_deck_defeats_at_the_next_gathering_too() -> None:
    """R49 R70: the battle broke off with the star of the last card, which was thrown away."""
    last = Combat("last", "Last", shields=3, star=(Effect("hit", 9, "each"),))
    jason = cards(FILL, last, fill=5, last=1)
    draws = {"jason": "fill fill fill fill fill last"}
    decks = {"jason": jason, "foot": cards(QUIET)}
    battle = Battle(1, decks, draws, foot="1", battles="2")
    battle.say("jason: start", "table: damage jason 1")
    assert battle.now.battle == 2
    battle.say("jason: start")
    assert "jason is defeated and carried to the Command Center." in battle.said()


def test_a_robot_leaves_to_people_what_the_table_decides() -> None:
    """A card of which no verb says what it does is played, and nothing more."""
    knack = Combat("knack", "Knack", effects=(Effect("table"),))
    battle = Battle(2, {"jason": cards(knack, knack=10), "foot": cards(QUIET)}, foot="1")
    battle.say("jason: start", "jason: play jason.knack.1")
    assert "draw billy" in battle.legal()
    assert decide(battle.match.view("jason"), lambda _: 0) == "done"
