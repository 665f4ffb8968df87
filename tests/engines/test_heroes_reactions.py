"""Reactions and abilities: whose, when, how often, and what pays for them."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engines.heroes.cards import Combat, Effect, Enemy
from tests.engines.heroes_table import FILL, NAMES, QUIET, Battle, bite, cards, hero

START = "jason: start"
PASS = "jason: pass"
ENERGY = Effect("gain_energy")


def reaction(when: str, *effects: Effect, **more: Any) -> Combat:
    return Combat("join", "Join", "reaction", effects=effects, when=(when,), **more)


def ability(*when: str, effects: tuple[Effect, ...] = (ENERGY,), **more: Any) -> Combat:
    return Combat("knack", "Knack", "ability", effects=effects, when=when, **more)


def held(card: Combat, foe: Enemy = QUIET, seats: int = 1, **options: str) -> Battle:
    """Every Ranger has this card in hand, or can do this by itself."""
    counts: dict[str, Any] = {"knack": 0} if card.type == "ability" else {}
    many: dict[str, Any] = {foe.id: 10}
    decks = {"foot": cards(foe, **many)}
    decks |= {name: hero(card, **counts) for name in NAMES[:seats]}
    draws = {} if counts else dict.fromkeys(NAMES[:seats], card.id)
    return Battle(seats, decks, draws, **options).say(START)


def joining(battle: Battle, seat: str = "jason") -> list[str]:
    """Who may join in now."""
    return [a.split(".")[0] for a in battle.legal(seat) if a.startswith(("react", "use"))]


# -- what pays for them


def test_a_reaction_is_paid_out_of_the_pool() -> None:
    """R20 R23"""
    battle = held(reaction("damage", Effect("reduce_damage"), cost=1), bite(2)).say(PASS)

    battle.say("jason: react jason.join.1")

    assert battle.now.pool == 1
    assert "jason takes 1." in battle.said()


def test_energy_may_be_added_for_a_reaction_that_costs_what_one_likes() -> None:
    """R21 R28"""
    dome = reaction("damage", Effect("reduce_damage", per="x"), cost="X")
    foe = Enemy("foe", "Foe", effects=(Effect("drain", 2), Effect("damage", 3)))
    battle = held(dome, foe).say(PASS)

    assert battle.legal() == ["on", "react jason.join.1", "store jason", "flip jason"]
    battle.say("jason: flip jason", "jason: react jason.join.1", "jason: spend 2")
    assert "jason takes 1." in battle.said()


def test_a_token_that_also_fills_the_hand_may_be_turned_in_any_moment() -> None:
    """R28"""
    battle = held(reaction("damage", Effect("reduce_damage")), bite(2), two_rangers="true")

    battle.say(PASS)

    assert "flip jason" in battle.legal()


def test_an_ability_is_paid_too_and_energy_may_be_added_for_it() -> None:
    """R20 R28 R64"""
    battle = held(ability("turn", "damage", cost=2), bite(2))
    battle.say("jason: use jason.knack")
    assert battle.now.pool == 1

    battle = held(ability("damage", cost=3), bite(2)).say(PASS)
    assert battle.legal() == ["on", "store jason", "flip jason"]
    battle.say("jason: store jason")
    assert battle.legal() == ["on", "use jason.knack"]


def test_an_ability_never_costs_more_than_there_is() -> None:
    """R20 R64"""
    battle = held(ability("turn", cost=3))

    assert joining(battle) == []


def test_what_makes_cards_dearer_makes_no_ability_dearer() -> None:
    """R47 R64"""
    toll = Enemy("toll", "Toll", keywords=("PASSIVE",), passive=(Effect("more_cost", 2),))

    battle = held(ability("turn", cost=2), toll).say("jason: use jason.knack")

    assert battle.now.pool == 1


# -- whose


@pytest.mark.parametrize(
    ("whose", "able"), [("any", ["jason", "billy"]), ("self", ["jason"]), ("other", ["billy"])]
)
def test_a_reaction_waits_for_its_own_rangers_act_or_for_anothers(
    whose: str, able: list[str]
) -> None:
    """R23"""
    battle = held(reaction("roll", Effect("add_hits"), whose=whose), seats=2)

    battle.say("jason: play jason.fill.1", "jason: at foot.quiet.1").roll("3")

    assert joining(battle) == [f"react {name}" for name in able]


@pytest.mark.parametrize("when", ["start", "turn", "enemy"])
@pytest.mark.parametrize("whose", ["any", "self", "other"])
def test_where_no_ranger_acts_whose_act_does_not_matter(when: str, whose: str) -> None:
    """R14 R23 R64"""
    battle = held(ability(when, whose=whose))
    if when == "enemy":
        battle.say(PASS)

    assert joining(battle) == ["use jason"]


# -- how often


def test_what_is_not_once_a_battle_comes_once_a_moment() -> None:
    """R64"""
    battle = held(ability("turn", "enemy", once_per_battle=False))

    battle.say("jason: use jason.knack")
    assert joining(battle) == []
    battle.say(PASS)
    assert battle.view()["act"]["kind"] == "enemy"
    battle.say("jason: use jason.knack")
    assert battle.now.pool == 4
    assert joining(battle) == ["use jason"]


def test_damage_dealt_twice_is_two_moments() -> None:
    """R38 R64"""
    ward = ability("damage", effects=(Effect("reduce_damage", 1),), once_per_battle=False)
    battle = held(ward, bite(2, times=2)).say(PASS)

    battle.say("jason: use jason.knack", "jason: use jason.knack")

    assert battle.said().count("jason takes 1.") == 2


def test_a_moment_inside_another_does_not_bring_an_ability_back() -> None:
    """R64"""
    knack = ability("roll", "defeated", once_per_battle=False)
    decks = {
        "foot": cards(QUIET, quiet=10),
        "jason": hero(knack, reaction("roll", Effect("hit", 3)), knack=0),
    }
    battle = Battle(1, decks, {"jason": "join join"}).say(START)
    battle.say("jason: play jason.fill.1", "jason: at foot.quiet.1").roll("1")

    battle.say("jason: use jason.knack", "jason: react jason.join.1", "jason: at foot.quiet.2")
    assert joining(battle) == ["use jason"]
    battle.say("jason: on")

    assert joining(battle) == ["react jason"]


def test_a_new_battle_brings_abilities_back() -> None:
    """R64"""
    storm = Combat("storm", "Storm", "maneuver", effects=(Effect("hit", 9, "each"),))
    decks = {
        "foot": cards(QUIET, quiet=10),
        "jason": cards(ability("turn"), storm, FILL, knack=0, storm=20, fill=0),
    }
    battle = Battle(1, decks, battles="2").say(START, "jason: use jason.knack")
    assert joining(battle) == []

    battle.say("jason: play jason.storm.1", START, "jason: enough")

    assert joining(battle) == ["use jason"]
    assert battle.now.pool == 2


def test_an_ability_never_calls_for_itself() -> None:
    """R64"""
    knack = ability(
        "attack", effects=(Effect("attack", hits=1),), once_per_battle=False, whose="self"
    )
    battle = held(knack).say("jason: play jason.fill.1", "jason: use jason.knack")

    assert joining(battle) == []
    battle.say("jason: at foot.quiet.1")
    assert battle.now.rows[0][0].hits == 1


def test_no_dice_added_are_no_dice_thrown() -> None:
    """R21 R30"""
    flood = reaction("roll", Effect("add_dice", per="x"), cost="X")
    battle = held(flood).say("jason: play jason.fill.1", "jason: at foot.quiet.1").roll("3")

    battle.say("jason: react jason.join.1", "jason: spend 0")

    assert battle.now.rows[0][0].hits == 1
