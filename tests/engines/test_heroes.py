"""The battle in the rulebook's order; its worked examples are told as they are printed."""

from __future__ import annotations

import re

import pytest

from companion.engines.core import Roll
from companion.engines.heroes.cards import ANY_CARD, ANY_ENEMY, Combat, Effect, Enemy
from companion.engines.match import Match
from companion.errors import IllegalAction, OptionError, StaleAction, UnknownAction
from tests.engines.heroes_table import (
    FAST,
    FILL,
    GUARD,
    QUIET,
    Battle,
    bite,
    cards,
    hero,
)

START = "jason: start"
PASS = "jason: pass"


def quiet(seats: int = 1, **more: str) -> Battle:
    """Four enemy cards that do nothing."""
    return Battle(seats, {"foot": cards(QUIET, quiet=10)}, **more).say(START)


# -- preparation


def test_whoever_turns_an_action_token_leads() -> None:
    """R1 R2"""
    battle = Battle(3)

    battle.say("billy: start")

    assert battle.now.lead == "billy"
    assert battle.now.rangers["billy"].actions == 1
    assert battle.now.fighting == ["jason", "billy", "kimberly"]


def test_t1_a_full_hand_draws_none_and_may_still_lead_while_others_fill_up() -> None:
    """R3 R4 R5"""
    battle = Battle(3, hands="5,3,4")

    battle.say(START)

    assert battle.now.lead == "jason"
    assert battle.match.awaited() == ["billy"]
    assert battle.legal("billy") == ["draw 1", "draw 2", "enough"]
    battle.say("billy: draw 1", "billy: enough")
    assert len(battle.now.rangers["billy"].hand) == 4
    battle.say("kimberly: draw 1")
    assert [len(ranger.hand) for ranger in battle.now.rangers.values()] == [5, 4, 5]


def test_effects_may_fill_a_hand_past_five() -> None:
    """R5 R24"""
    think = Combat("think", "Think", "maneuver", effects=(Effect("draw", 2),))
    battle = quiet_with(think)

    battle.say("jason: play jason.think.1")

    assert len(battle.now.rangers["jason"].hand) == 6
    assert battle.view()["rangers"][0]["discard"] == ["Think"]


def quiet_with(*printed: Combat, seats: int = 1, **options: str) -> Battle:
    """Four quiet enemy cards, and the first cards of every hand are those printed."""
    decks = {"foot": cards(QUIET, quiet=10)}
    draws = {}
    for seat in ("jason", "billy", "kimberly")[:seats]:
        decks[seat] = hero(*printed)
        draws[seat] = " ".join(card.id for card in printed)
    return Battle(seats, decks, draws, **options).say(START)


def test_drawing_the_last_card_defeats_at_once_even_in_the_preparation() -> None:
    """R6 R49 R70"""
    battle = Battle(2, {"jason": cards(FILL, fill=4)}, hands="1,5")

    battle.say("jason: start", "jason: draw 3", "jason: enough")

    assert battle.now.fighting == ["billy"]
    assert battle.now.command == 1
    assert battle.now.lead == "billy"


def test_two_energy_make_the_pool() -> None:
    """R7"""
    assert quiet().now.pool == 2
    assert quiet(two_rangers="true").now.pool == 3


@pytest.mark.parametrize("figures", [1, 2, 3, 4])
def test_t10_four_foot_soldiers_or_fewer_all_fight(figures: int) -> None:
    """R8"""
    battle = quiet(foot=str(figures))

    assert len(battle.row()) == figures


def test_more_than_four_of_one_kind_are_four() -> None:
    """R8 R9"""
    battle = quiet(foot="7")

    assert len(battle.row()) == 4


def test_t11_of_two_kinds_the_lead_picks_two_and_two_or_four_of_one() -> None:
    """R9 R10 R11"""
    battle = Battle(2, {"foot": cards(QUIET, quiet=10), "foot2": cards(FAST, GUARD)}, foot="5")
    battle = Battle(
        2,
        {"foot": cards(QUIET, quiet=10), "foot2": cards(GUARD, guard=10)},
        foot="4",
        foot2="3",
    ).say("billy: start")

    assert battle.legal("billy") == ["fight 4 0", "fight 3 1", "fight 2 2", "fight 1 3"]
    battle.say("billy: fight 2 2", "billy: first foot2")
    assert battle.row() == ["guard", "guard", "quiet", "quiet"]


def test_house_rule_up_to_four_offers_fewer() -> None:
    """R9"""
    battle = Battle(1, foot="5", foot_choice="up_to_four").say(START)

    assert battle.legal() == ["fight 4 0", "fight 3 0", "fight 2 0", "fight 1 0"]


def test_t18_fast_goes_to_the_far_left_as_it_is_drawn() -> None:
    """R11 R12"""
    decks = {
        "foot": cards(Enemy("regrow", "Regrow"), Enemy("swarm", "Swarm"), FAST),
    }
    battle = Battle(1, decks, {"foot": "regrow swarm fast"}, foot="3").say(START)

    assert battle.row() == ["fast", "regrow", "swarm"]


@pytest.mark.parametrize(
    ("order", "row"),
    [
        ("latest_first", ["foot.fast.2", "foot.fast.1", "foot.quiet.1"]),
        ("draw_order", ["foot.fast.1", "foot.fast.2", "foot.quiet.1"]),
    ],
)
def test_of_two_fast_cards_the_later_stands_first(order: str, row: list[str]) -> None:
    """R12 R17"""
    draws = {"foot": "quiet fast fast"}
    battle = Battle(1, {"foot": cards(FAST, QUIET)}, draws, foot="3", fast_order=order).say(START)

    assert [foe.piece for foe in battle.now.rows[0]] == row


def test_a_boss_brings_four_cards_in_a_row_of_its_own_above() -> None:
    """R13"""
    battle = Battle(1, {"boss": cards(BOSS, boss=8)}, big="boss").say(START)

    assert battle.row(0) == ["boss"] * 4
    assert len(battle.row(1)) == 4


BOSS = Enemy("boss", "Boss", "boss", 4)


def test_a_short_deck_gives_what_is_there() -> None:
    """R13"""
    battle = Battle(1, {"boss": cards(BOSS, boss=3)}, big="boss").say(START)

    assert battle.row(0) == ["boss"] * 3


def test_effects_of_the_start_come_after_the_enemies() -> None:
    """R14 R64 R65"""
    ability = Combat("aura", "Aura", "ability", effects=(Effect("gain_energy"),), when=("start",))
    battle = Battle(
        1,
        {"foot": cards(QUIET, quiet=10), "jason": hero(ability, aura=0)},
        megazord="true",
    ).say(START)

    assert [foe.hits for foe in battle.now.rows[0]] == [1, 1, 1, 1]
    assert battle.legal() == ["on", "use jason.aura"]
    battle.say("jason: use jason.aura")
    assert battle.now.pool == 3
    assert "use jason.aura" not in battle.legal()


# -- turns


def turns(battle: Battle) -> str:
    return " ".join(battle.now.turns)


def test_t5_eight_cards_without_fast_make_nine_ranger_turns() -> None:
    """R15 R18"""
    decks = {"foot": cards(QUIET, quiet=10), "boss": cards(BOSS, boss=8)}
    battle = Battle(1, decks, big="boss").say(START)

    assert turns(battle) == "R1 E1 R2 E2 R3 E3 R4 E4 R5 E5 R6 E6 R7 E7 R8 E8 R9"
    for _ in range(9):
        assert not battle.match.result
        battle.say(PASS)
    assert battle.match.result


@pytest.mark.parametrize("fasts", [1, 2])
def test_t6_fast_costs_the_rangers_their_first_turn_once(fasts: int) -> None:
    """R16 R17 R18"""
    decks = {"foot": cards(QUIET, FAST, quiet=10), "boss": cards(BOSS, boss=8)}
    draws = {"foot": " ".join(["fast"] * fasts + ["quiet"] * (4 - fasts))}
    battle = Battle(1, decks, draws, big="boss").say(START)

    assert battle.now.rows[0][0].resolved
    assert battle.now.rows[0][0].card.id == "boss"
    assert turns(battle) == "E1 R1 E2 R2 E3 R3 E4 R4 E5 R5 E6 R6 E7 R7 E8 R8"
    for _ in range(8):
        assert not battle.match.result
        battle.say(PASS)
    assert battle.match.result


def test_t9_enemy_cards_resolve_from_left_to_right() -> None:
    """R31 R32"""
    names = ("frenzy", "mayhem", "havoc", "movement")
    decks = {"foot": cards(*(Enemy(name, name.title()) for name in names))}
    battle = Battle(1, decks, {"foot": " ".join(names)}).say(START)

    battle.say(*[PASS] * 5)

    assert [line for line in battle.said() if "resolves" in line] == [
        f"{name.title()} resolves." for name in names
    ]


@pytest.mark.parametrize(("order", "first"), [("big_first", "boss"), ("foot_first", "foot")])
def test_the_upper_row_resolves_first(order: str, first: str) -> None:
    """R31"""
    battle = Battle(
        1, {"boss": cards(BOSS, boss=8)}, {"foot": "scratch"}, big="boss", row_order=order
    ).say(START)

    assert battle.now.order[0].piece.startswith(first)
    assert battle.now.rows[0][0].piece.startswith("boss")


# -- Ranger turns


def test_t12_the_cost_is_paid_before_the_attack() -> None:
    """R19 R20"""
    blaster = Combat("blaster", "Blaster", cost=2, dice=3)
    battle = quiet_with(blaster)

    battle.say("jason: play jason.blaster.1")

    assert battle.now.pool == 0
    assert battle.legal()[0] == "at foot.quiet.1"


def test_what_cannot_be_paid_cannot_be_played() -> None:
    """R20"""
    blaster = Combat("blaster", "Blaster", cost=3, dice=3)
    battle = quiet_with(blaster)

    assert "play jason.blaster.1" not in battle.legal()
    battle.say("jason: store jason")
    assert "play jason.blaster.1" in battle.legal()


def test_reactions_are_not_played_in_their_stead() -> None:
    """R19"""
    battle = quiet_with(CALM)

    assert "play jason.calm.1" not in battle.legal()
    with pytest.raises(IllegalAction):
        battle.say("jason: react jason.calm.1")


CALM = Combat("calm", "Calm", "reaction", effects=(Effect("reroll"),), when=("roll",))
DUCK = Combat("duck", "Duck", "reaction", effects=(Effect("reduce_damage", 2),), when=("damage",))


def test_x_is_what_is_spent_and_extra_costs_are_not() -> None:
    """R21 R47"""
    flood = Combat("flood", "Flood", cost="X", effects=(Effect("attack", dice=1, per="x"),))
    toll = Enemy("toll", "Toll", keywords=("PASSIVE",), passive=(Effect("more_cost", 1),))
    decks = {"foot": cards(toll, QUIET), "jason": hero(flood)}
    draws = {"foot": "toll quiet quiet", "jason": "flood"}
    battle = Battle(1, decks, draws, foot="3").say(START, "jason: flip jason")

    battle.say("jason: play jason.flood.1")
    assert battle.legal() == ["spend 0", "spend 1", "spend 2", "spend 3"]
    battle.say("jason: spend 2", "jason: at foot.quiet.1")

    ask = battle.match.open()[0]
    assert isinstance(ask, Roll)
    assert ask.dice == 2
    assert battle.now.pool == 1


def test_a_card_may_let_another_be_played_which_is_paid_too() -> None:
    """R22"""
    one_two = Combat("one-two", "One Two", hits=1, effects=(Effect("play_again"),))
    costly = Combat("costly", "Costly", cost=2, hits=1)
    battle = quiet_with(one_two, costly)

    battle.say("jason: play jason.one-two.1", "jason: at foot.quiet.1")
    battle.say("jason: play jason.costly.1", "jason: at foot.quiet.1")

    assert battle.now.pool == 0
    assert battle.now.rows[0][0].hits == 2
    assert battle.now.rows[0][0].resolved


def test_t13_another_rangers_reaction_rolls_the_misses_again_and_only_they() -> None:
    """R23 R26"""
    blaster = Combat("blaster", "Blaster", dice=4)
    decks = {"foot": cards(QUIET, quiet=10), "jason": hero(blaster), "billy": hero(CALM)}
    battle = Battle(2, decks, {"jason": "blaster", "billy": "calm"}).say(START)
    battle.say("jason: play jason.blaster.1", "jason: at foot.quiet.1").roll("1 3 2 6")

    battle.say("billy: react billy.calm.1")

    ask = battle.match.open()[0]
    assert isinstance(ask, Roll)
    assert ask.dice == 2
    battle.roll("5 1")
    assert battle.view("billy")["rangers"][1]["discard"] == ["Calm"]
    assert "Quiet: hits 4." in battle.said()


def test_house_rule_any_dice_may_be_rolled_again() -> None:
    """R26"""
    blaster = Combat("blaster", "Blaster", dice=3)
    battle = quiet_with(blaster, CALM, reroll="any_dice_once")
    battle.say("jason: play jason.blaster.1", "jason: at foot.quiet.1").roll("1 3 6")

    battle.say("jason: react jason.calm.1")

    assert battle.legal() == ["reroll 0", "reroll 1", "reroll 2"]
    battle.say("jason: reroll 1").roll("1 1")
    assert battle.now.rows[0][0].hits == 2


def test_a_reaction_closes_with_the_next_act() -> None:
    """R23"""
    blaster = Combat("blaster", "Blaster", dice=1)
    battle = quiet_with(blaster, CALM, seats=2)
    battle.say("jason: play jason.blaster.1", "jason: at foot.quiet.1").roll("3")

    assert battle.match.awaited() == ["jason", "billy"]
    assert battle.match.view("billy")["ask"]["press"] == "on"
    assert battle.match.view("billy")["ask"]["implied"] == "on"
    battle.say("billy: on")
    assert battle.now.rows[0][0].hits == 1
    with pytest.raises(IllegalAction):
        battle.say("jason: react jason.calm.1")


def test_where_nobody_can_react_nobody_is_asked() -> None:
    """R23"""
    battle = quiet()

    battle.say(
        next(f"jason: {a}" for a in battle.legal() if a.startswith("play jason.jab")),
        "jason: at foot.quiet.1",
    ).roll("3 3")

    assert battle.now.rows[0][0].hits == 2
    assert battle.now.at == 2


def test_a_ranger_turn_may_be_passed() -> None:
    """R25"""
    battle = quiet().say(PASS)

    assert battle.now.order[0].resolved


def test_a_card_may_go_elsewhere_than_to_the_discard_pile() -> None:
    """R24"""
    back = Combat("back", "Back", "maneuver", effects=(Effect("gain_energy"),), goes="bottom")
    battle = quiet_with(back).say("jason: play jason.back.1")

    assert battle.now.rangers["jason"].deck.bottom == ["jason.back.1"]
    assert battle.now.rangers["jason"].discard == []


def test_energy_gained_goes_to_the_pool() -> None:
    """R27"""
    rally = Combat("rally", "Rally", "maneuver", effects=(Effect("gain_energy", 2),))
    battle = quiet_with(rally, stored="0").say("jason: play jason.rally.1")

    assert battle.now.pool == 4
    assert battle.now.rangers["jason"].stored == 0


def test_stored_energy_and_action_tokens_may_be_added() -> None:
    """R28"""
    battle = quiet(2).say("billy: store billy", "billy: flip billy")

    assert battle.now.pool == 5
    assert battle.now.rangers["billy"].stored == 0
    assert battle.now.rangers["billy"].actions == 1
    assert "store billy" not in battle.legal("billy")


def test_who_leads_two_rangers_gets_three_and_a_full_hand_for_a_token() -> None:
    """R28"""
    battle = quiet(two_rangers="true", hands="4").say("jason: enough", "jason: flip jason")

    assert battle.now.pool == 6
    assert battle.legal() == ["draw 1", "enough"]


def test_divided_hits_are_all_placed_at_once() -> None:
    """R29"""
    fan = Combat("fan", "Fan", effects=(Effect("attack", hits=3, to="divided"),))
    battle = quiet_with(fan).say("jason: play jason.fan.1")

    battle.say("jason: at foot.quiet.2", "jason: 2")
    assert [foe.hits for foe in battle.now.rows[0]] == [0, 0, 0, 0]
    battle.say("jason: at foot.quiet.1")

    assert [foe.hits for foe in battle.now.rows[0]] == [1, 2, 0, 0]


def test_bonus_dice_are_for_the_first_attack_and_every_time_it_is_performed() -> None:
    """R30"""
    focus = Combat("focus", "Focus", "maneuver", effects=(Effect("add_hits", 1),))
    twice = Combat(
        "twice",
        "Twice",
        effects=(Effect("attack", hits=1, times=2), Effect("attack", hits=1)),
    )
    battle = quiet_with(focus, twice).say("jason: play jason.focus.1")

    battle.say("jason: play jason.twice.1")
    battle.say(*[f"jason: at foot.quiet.{n}" for n in (1, 2, 3)])

    assert [foe.hits for foe in battle.now.rows[0]] == [2, 2, 1, 0]


def test_two_attacks_on_one_card_are_settled_one_after_the_other() -> None:
    """R67"""
    blades = Combat(
        "blades", "Blades", effects=(Effect("attack", hits=2), Effect("attack", hits=2))
    )
    battle = quiet_with(blades).say("jason: play jason.blades.1", "jason: at foot.quiet.1")

    assert battle.now.rows[0][0].hits == 2
    battle.say("jason: at foot.quiet.1")
    assert battle.now.rows[0][0].defeated


@pytest.mark.parametrize("to", ["one", "divided"])
def test_an_attack_ends_when_a_reaction_leaves_nothing_to_attack(to: str) -> None:
    """R23 R29 R58"""
    hit = Combat("hit", "Hit", effects=(Effect("attack", hits=2, to=to),))
    storm = Combat(
        "storm", "Storm", "reaction", effects=(Effect("hit", 9, "each"),), when=("attack",)
    )
    battle = quiet_with(hit, storm).say("jason: play jason.hit.1")

    battle.say("jason: react jason.storm.1")

    assert "The battle is over." in battle.said()
    assert battle.match.result


# -- enemy turns


def test_t14_a_resolved_card_is_still_a_target() -> None:
    """R33"""
    battle = quiet_with(Combat("hit", "Hit", hits=1)).say(PASS)

    assert battle.now.rows[0][0].resolved
    battle.say("jason: play jason.hit.1")
    assert "at foot.quiet.1" in battle.legal()


def test_a_defeated_card_still_takes_its_turn_and_does_nothing() -> None:
    """R34 R44 R72"""
    strong = Combat("strong", "Strong", hits=5)
    decks = {"foot": cards(bite(3), bite=10), "jason": hero(strong)}
    battle = Battle(1, decks, {"jason": "strong"}).say(START)

    battle.say("jason: play jason.strong.1", "jason: at foot.bite.1")

    assert "Bite lies face down: nothing happens." in battle.said()
    assert battle.now.rows[0][0].defeated
    assert battle.now.rows[0][0].hits == 0
    assert battle.now.turns[battle.now.at] == "R2"


def test_a_card_that_falls_while_it_resolves_finishes() -> None:
    """R35 R41"""
    thorns = Combat("thorns", "Thorns", shields=1, star=(Effect("hit", 2, "each"),))
    both = Enemy("both", "Both", health=2, effects=(Effect("damage", 1), Effect("drain", 2)))
    decks = {"foot": cards(both, QUIET), "jason": cards(thorns, thorns=12)}
    battle = Battle(1, decks, {"foot": "both quiet"}, foot="2").say(START, PASS)

    assert battle.now.rows[0][0].defeated
    assert battle.now.pool == 0
    assert battle.now.rows[0][1].hits == 2


def test_the_lead_decides_the_order_where_it_matters() -> None:
    """R36"""
    decks = {"foot": cards(bite(2, "each"), bite=10), "billy": cards(FILL, fill=7)}
    battle = Battle(2, decks).say("billy: start", "billy: pass")

    ask = battle.match.view("billy")["ask"]
    assert [option["answer"] for option in ask["options"]] == ["jason", "billy"]
    assert battle.match.awaited() == ["billy"]
    assert battle.match.open()[0].formality == "jason"  # type: ignore[attr-defined]


# -- damage to Rangers


def hurt(damage: int, shields: str, seats: int = 1, **options: str) -> Battle:
    """Jason takes damage; the shields of his deck come in this order."""
    printed = [Combat(f"s{n}", f"S{n}", shields=n, dice=1) for n in range(5)]
    decks = {"foot": cards(bite(damage), bite=10), "jason": cards(*printed)}
    draws = {"jason": "s4 s4 s0 s0 s3 " + " ".join(f"s{n}" for n in shields.split())}
    battle = Battle(seats, decks, draws, **options).say(START, PASS)
    return battle.say("jason: jason") if seats > 1 else battle


def test_t2_fewer_shields_are_discarded_and_more_go_under_the_deck() -> None:
    """R37 R40"""
    jason = hurt(2, "1 3").now.rangers["jason"]

    assert jason.discard == ["jason.s1.1"]
    assert jason.deck.bottom == ["jason.s3.2"]


def test_t3_as_many_shields_as_damage_are_discarded() -> None:
    """R40"""
    jason = hurt(2, "2").now.rangers["jason"]

    assert jason.discard == ["jason.s2.1"]
    assert len(jason.deck) == 4


def test_t4_the_last_card_discarded_defeats_the_ranger() -> None:
    """R49 R50 R51"""
    last = Combat("last", "Last", shields=3, dice=1)
    decks = {"foot": cards(bite(3), bite=10), "jason": cards(last, last=6)}
    battle = Battle(2, decks).say(START, PASS, "jason: jason")

    assert battle.now.fighting == ["billy"]
    assert battle.now.command == 1
    assert battle.now.rangers["jason"].discard == []


def test_t17_four_damage_against_three_and_two() -> None:
    """R40"""
    jason = hurt(4, "3 2").now.rangers["jason"]

    assert jason.discard == ["jason.s3.2"]
    assert jason.deck.bottom == ["jason.s2.1"]


def test_the_shields_are_shown_one_by_one() -> None:
    """R40"""
    battle = hurt(2, "1 3")

    assert [found["shields"] for found in battle.view()["revealed"]] == [1, 3]
    assert battle.said()[-4:] == [
        "Bite resolves.",
        "jason takes 2.",
        "jason: S1, shields 1.",
        "jason: S3, shields 3.",
    ]


def test_the_team_picks_who_is_hit_and_the_own_button_means_oneself() -> None:
    """R37"""
    battle = Battle(3, {"foot": cards(bite(1), bite=10)}).say(START, PASS)

    assert battle.match.awaited() == ["jason", "billy", "kimberly"]
    assert battle.match.view("billy")["ask"]["press"] == "billy"
    assert battle.legal("billy") == ["jason", "billy", "kimberly"]
    battle.say("kimberly: billy")
    assert "billy takes 1." in battle.said()


def taken(battle: Battle) -> list[str]:
    """What was said about damage to Rangers."""
    return [line for line in battle.said() if re.search(r"takes \d+\.", line)]


@pytest.mark.parametrize(
    ("to", "asked", "hit"),
    [
        ("lead", (), ["billy"]),
        ("each", ("billy: kimberly", "billy: jason"), ["kimberly", "jason", "billy"]),
        ("half", ("jason: billy", "jason: jason"), ["billy", "jason"]),
        ("most_hand", (), ["kimberly"]),
        ("fewest_deck", (), ["billy"]),
    ],
)
def test_cards_say_whom_they_hit(to: str, asked: tuple[str, ...], hit: list[str]) -> None:
    """R38"""
    decks = {"foot": cards(bite(1, to), bite=10), "billy": cards(FILL, fill=8)}
    battle = Battle(3, decks, hands="3,4,5").say(
        "billy: start", "billy: enough", "jason: enough", "billy: pass"
    )

    for line in asked:
        battle.say(line)
        if to == "half" and line == asked[-1] and len(battle.match.awaited()) == 1:
            battle.say("billy: billy")

    assert {line.split(" ")[0] for line in taken(battle)} == set(hit)


def test_twice_is_the_same_ranger_and_two_sentences_may_be_two() -> None:
    """R38"""
    twice = Enemy("twice", "Twice", effects=(Effect("damage", 1, times=2), Effect("damage", 1)))
    battle = Battle(2, {"foot": cards(twice, twice=10)}).say(START, PASS)

    battle.say("jason: jason", "jason: billy")

    assert taken(battle) == ["jason takes 1.", "jason takes 1.", "billy takes 1."]


def test_divided_damage_is_shared_before_it_is_taken() -> None:
    """R38"""
    battle = Battle(2, {"foot": cards(bite(3, "divided"), bite=10)}).say(START, PASS)

    battle.say("jason: jason", "jason: 1", "billy: billy", "billy: 2", "jason: billy")

    assert taken(battle) == ["billy takes 2.", "jason takes 1."]


def test_damage_is_reduced_before_the_first_card_is_turned_up() -> None:
    """R39"""
    decks = {"foot": cards(bite(2), bite=10), "jason": hero(DUCK), "billy": hero(DUCK)}
    battle = Battle(2, decks, {"jason": "duck", "billy": "duck"}).say(START, PASS)
    before = len(battle.now.rangers["jason"].deck)

    battle.say("jason: jason", "billy: react billy.duck.1")

    assert "jason takes 0." not in battle.said()[:-2]
    battle.say("jason: on")
    assert len(battle.now.rangers["jason"].deck) == before
    assert battle.now.rangers["jason"].discard == []


def test_a_star_happens_when_the_card_is_turned_up() -> None:
    """R41"""
    spark = Combat("spark", "Spark", shields=3, star=(Effect("gain_energy"),))
    decks = {"foot": cards(bite(1), bite=10), "jason": cards(spark, spark=10)}
    battle = Battle(1, decks).say(START, PASS)

    assert battle.now.pool == 3
    assert battle.now.rangers["jason"].deck.bottom == ["jason.spark.6"]


# -- damage to enemies, GUARD, PASSIVE


def test_hit_tokens_stay_until_they_are_as_many_as_the_health() -> None:
    """R42 R43 R44"""
    battle = quiet_with(Combat("hit", "Hit", hits=2))

    battle.say("jason: play jason.hit.1", "jason: at foot.quiet.1")
    assert battle.now.rows[0][0].hits == 2
    assert not battle.now.rows[0][0].defeated

    battle = quiet_with(Combat("hit", "Hit", hits=5))
    battle.say("jason: play jason.hit.1", "jason: at foot.quiet.1")
    assert battle.now.rows[0][0].defeated
    assert [foe.hits for foe in battle.now.rows[0]] == [0, 0, 0, 0]


def guarded(**options: str) -> Battle:
    decks = {
        "foot": cards(QUIET, GUARD, quiet=10),
        "boss": cards(BOSS, boss=8),
        "jason": hero(
            Combat("hit", "Hit", hits=1),
            Combat("past", "Past", effects=(Effect("attack", hits=1, ignore_guard=True),)),
            Combat("spill", "Spill", "maneuver", effects=(Effect("hit", 1),)),
        ),
    }
    draws = {"foot": "quiet guard quiet quiet", "jason": "hit past spill"}
    return Battle(1, decks, draws, big="boss", **options).say(START)


def test_guard_keeps_its_neighbours_from_attacks_but_not_across_the_corner() -> None:
    """R45"""
    battle = guarded().say("jason: play jason.hit.1")

    assert [a for a in battle.legal() if a.startswith("at ")] == [
        "at boss.boss.1",
        "at boss.boss.3",
        "at boss.boss.4",
        "at foot.guard.1",
        "at foot.quiet.3",
    ]
    assert [foe["guarded"] for foe in battle.view()["rows"][1]] == [True, False, True, False]


def test_house_rule_only_guards_can_be_attacked() -> None:
    """R45"""
    battle = guarded(guard_scope="only_guards_targetable")

    battle.say("jason: play jason.hit.1")

    assert battle.now.rows[1][1].hits == 1


def test_guards_never_guard_each_other() -> None:
    """R45"""
    battle = Battle(1, {"foot": cards(GUARD, guard=10)}).say(START)

    assert not any(foe["guarded"] for foe in battle.view()["rows"][0])


def test_what_is_no_attack_passes_a_guard() -> None:
    """R46"""
    battle = guarded().say("jason: play jason.spill.1")
    assert len([a for a in battle.legal() if a.startswith("at ")]) == 8

    battle = guarded().say("jason: play jason.past.1")
    assert len([a for a in battle.legal() if a.startswith("at ")]) == 8


def test_with_more_targets_than_keys_the_keys_mean_one_row() -> None:
    """R26"""
    battle = guarded().say("jason: play jason.spill.1")
    keys = {
        o["answer"]: o["key"] for o in battle.match.view("jason")["ask"]["options"] if "key" in o
    }
    assert keys == {f"at boss.boss.{n}": n for n in (1, 2, 3, 4)}

    battle.say("jason: row")

    keys = {
        o["answer"]: o["key"] for o in battle.match.view("jason")["ask"]["options"] if "key" in o
    }
    assert list(keys.values()) == [1, 2, 3, 4]
    assert all(answer.startswith("at foot.") for answer in keys)


def test_passive_cards_act_as_long_as_they_stand() -> None:
    """R47"""
    drum = Enemy(
        "drum", "Drum", health=1, keywords=("PASSIVE",), passive=(Effect("more_damage", 2),)
    )
    wall = Enemy(
        "wall",
        "Wall",
        health=1,
        keywords=("PASSIVE",),
        passive=(Effect("more_health", 1, "adjacent"),),
    )
    decks = {
        "foot": cards(bite(1), drum, wall, QUIET),
        "jason": hero(Combat("spill", "Spill", "maneuver", effects=(Effect("hit", 3),))),
    }
    draws = {"foot": "quiet wall bite drum", "jason": "spill spill"}
    battle = Battle(1, decks, draws).say(START)
    assert [foe["health"] for foe in battle.view()["rows"][0]] == [4, 1, 3, 1]

    battle.say("jason: play jason.spill.1", "jason: at foot.quiet.1")
    assert not battle.now.rows[0][0].defeated
    battle.say("jason: play jason.spill.2", "jason: at foot.wall.1")
    assert battle.now.rows[0][0].defeated
    battle.say(PASS)
    assert "jason takes 3." in battle.said()


# -- drain


def test_drain_takes_the_pool_then_stored_energy_then_cards_then_nothing() -> None:
    """R48"""
    leech = Enemy("leech", "Leech", effects=(Effect("drain", 4),))
    battle = Battle(2, {"foot": cards(leech, leech=10)}, stored="1,0").say(START, PASS)

    assert battle.now.pool == 0
    assert battle.now.rangers["jason"].stored == 0
    lost = battle.legal("billy")[0]
    assert lost == "discard billy.jab.1"
    battle.say(f"billy: {lost}")
    assert battle.view()["rangers"][1]["discard"] == ["Jab"]


# -- defeat


def falling(seats: int = 2, damage: int = 3, to: str = "lead", **options: str) -> Battle:
    """Decks of six, a hand of five: the Lead falls in the first enemy turn."""
    decks = {"foot": cards(bite(damage, to), bite=10)}
    decks |= {seat: cards(FILL, fill=6) for seat in ("jason", "billy", "kimberly")[:seats]}
    return Battle(seats, decks, **options).say(START, PASS)


def test_t15_a_defeated_ranger_is_whole_again_but_out_of_this_battle() -> None:
    """R50 R51 R52 R66"""
    battle = falling(stored="0")
    assert battle.legal("jason") == [*(f"draw {n}" for n in range(1, 6)), "enough"]

    battle.say("jason: draw 3", "jason: enough")

    jason = battle.now.rangers["jason"]
    assert (len(jason.deck), len(jason.hand), jason.discard, jason.stored) == (3, 3, [], 1)
    assert battle.now.fighting == ["billy"]
    assert battle.now.lead == "billy"
    assert battle.view()["rangers"][0]["defeated"]
    assert battle.match.ask_of("jason") is None
    with pytest.raises(StaleAction):
        battle.say(PASS)
    battle.say("billy: pass")


def test_the_lead_passes_to_whom_the_team_picks() -> None:
    """R52"""
    battle = falling(3).say("jason: draw 5")

    assert battle.legal("billy") == ["billy", "kimberly"]
    battle.say("kimberly: kimberly")
    assert battle.now.lead == "kimberly"


def test_house_rule_five_cards_are_drawn_after_a_defeat() -> None:
    """R51"""
    battle = falling(recovery_draw="five")

    assert len(battle.now.rangers["jason"].hand) == 5


def test_no_energy_in_the_command_center_loses_the_game() -> None:
    """R50 R68"""
    battle = falling(command_center="0")

    assert battle.match.result
    assert battle.match.result.winners == frozenset()
    assert "no energy left" in str(battle.match.result.how)


def test_losing_the_last_energy_is_not_yet_a_loss() -> None:
    """R50 R68"""
    battle = falling(command_center="1").say("jason: enough")

    assert not battle.match.result
    assert battle.now.command == 0


def test_with_all_rangers_defeated_the_battle_is_over_and_cleanup_follows() -> None:
    """R53 R59 R69"""
    battle = falling(1, battles="2").say("jason: draw 5")

    assert battle.now.battle == 2
    assert battle.said()[-2:] == ["No Ranger is left in the battle.", "The battle is over."]
    assert len(battle.now.enemies["foot"]) == 10


def test_a_foot_soldier_card_is_a_foot_soldier() -> None:
    """R54 R73"""
    battle = quiet_with(Combat("hit", "Hit", hits=5))

    battle.say("jason: play jason.hit.1", "jason: at foot.quiet.1")

    assert battle.now.figures["foot"] == 3
    assert battle.now.track == 1


def test_t7_one_on_the_track_and_five_more_to_go() -> None:
    """R54 R65"""
    battle = quiet_with(Combat("hit", "Hit", hits=5))

    battle.say("jason: play jason.hit.1", "jason: at foot.quiet.1")

    assert "5 more to fill the experience track." in battle.said()


def test_the_sixth_foot_soldier_calls_a_zord() -> None:
    """R65"""
    storm = Combat("storm", "Storm", "maneuver", effects=(Effect("hit", 5, "each"),), shields=1)
    decks = {"foot": cards(QUIET, quiet=10), "jason": cards(storm, storm=12)}
    battle = Battle(1, decks, battles="2").say(START, "jason: play jason.storm.1")
    assert battle.now.battle == 2

    battle.say(START, "jason: enough", "jason: play jason.storm.2")

    assert (battle.now.zords, battle.now.track) == (1, 2)


# -- the big ones


def big_battle(kind: str, health: int = 1, **options: str) -> Battle:
    """A storm that fells a whole row of big cards a turn."""
    storm = Combat("storm", "Storm", "maneuver", effects=(Effect("hit", health, "each"),))
    big = Enemy("claw", "Claw", kind, health)
    decks = {
        kind: cards(big, claw=8),
        "foot": cards(Enemy("tough", "Tough", health=9), tough=10),
        "jason": cards(storm, storm=20),
    }
    return Battle(1, decks, big=kind, **options)


def test_a_monster_needs_four_cards_and_a_ranger_who_stands_at_the_end() -> None:
    """R55 R56 R57"""
    battle = big_battle("monster", battles="2").say(START, "jason: play jason.storm.1")
    assert battle.now.big == "monster"
    assert battle.now.battle == 1

    battle.say(*[PASS] * 8)

    assert battle.now.gone == ["monster"]
    assert battle.now.beaten["monster"] == [f"monster.claw.{n}" for n in (1, 2, 3, 4)]
    assert battle.now.figures == {"foot": 4, "foot2": 0}
    assert battle.now.track == 0


def test_a_boss_needs_six_counted_over_battles() -> None:
    """R55 R56"""
    battle = big_battle("boss", battles="2").say(START, "jason: play jason.storm.1", *[PASS] * 8)
    assert battle.now.gone == []

    battle.say(START, "jason: enough", "jason: play jason.storm.2", *[PASS] * 8)

    assert battle.now.gone == ["boss"]
    assert len(battle.now.beaten["boss"]) == 8


def test_t16_defeated_boss_cards_are_out_of_later_battles() -> None:
    """R61 R62 R71"""
    battle = big_battle("boss", battles="2").say(START, "jason: play jason.storm.1", *[PASS] * 8)

    assert len(battle.now.enemies["boss"]) == 4
    assert len(battle.now.enemies["foot"]) == 10
    battle.say(START, "jason: enough")
    assert {foe.piece for foe in battle.now.rows[0]}.isdisjoint(battle.now.beaten["boss"])


@pytest.mark.parametrize(("needed", "gone"), [("true", []), ("false", ["monster"])])
def test_without_a_survivor_the_big_one_stays(needed: str, gone: list[str]) -> None:
    """R55"""
    storm = Combat("storm", "Storm", "maneuver", effects=(Effect("hit", 1, "each"),))
    decks = {
        "monster": cards(Enemy("claw", "Claw", "monster", 1), claw=8),
        "foot": cards(Enemy("maul", "Maul", health=9, effects=(Effect("damage", 9),)), maul=10),
        "jason": cards(storm, storm=6),
    }
    battle = Battle(
        1,
        decks,
        big="monster",
        row_order="foot_first",
        big_defeat_needs_survivor=needed,
        recovery_draw="five",
    ).say(START, "jason: play jason.storm.1")

    assert battle.match.result
    assert battle.now.gone == gone
    assert len(battle.now.beaten["monster"]) == 4


def test_the_last_enemy_card_ends_the_battle_at_once() -> None:
    """R58"""
    storm = Combat("storm", "Storm", "maneuver", effects=(Effect("hit", 3, "each"),))
    battle = quiet_with(storm).say("jason: play jason.storm.1")

    assert battle.match.result
    assert battle.match.result.winners == {"jason"}


# -- cleanup


def test_t8_of_leftover_energy_a_ranger_stores_one() -> None:
    """R60"""
    battle = quiet(stored="0", foot="1").say(PASS, PASS)

    assert battle.match.result
    assert battle.now.rangers["jason"].stored == 1
    assert battle.now.pool == 0


def test_leftover_energy_is_shared_as_they_like() -> None:
    """R60"""
    battle = quiet(3, stored="0", foot="1").say(PASS, PASS)
    assert battle.legal() == ["jason", "billy", "kimberly"]

    battle.say("kimberly: kimberly", "kimberly: jason")

    assert [ranger.stored for ranger in battle.now.rangers.values()] == [1, 0, 1]


@pytest.mark.parametrize(("who", "stored"), [("standing", [0, 1]), ("all_who_took_part", [1, 1])])
def test_who_shares_the_leftover_energy(who: str, stored: list[int]) -> None:
    """R60"""
    battle = falling(stored="0", foot="1", leftover_energy_to=who, recovery_draw="five")
    battle.now.rangers["jason"].stored = 0

    battle.say("billy: pass")

    assert [ranger.stored for ranger in battle.now.rangers.values()] == stored


def test_panic_ends_with_the_last_figure() -> None:
    """R63"""
    storm = Combat("storm", "Storm", "maneuver", effects=(Effect("hit", 3, "each"),))

    battle = quiet_with(storm, panicked="true").say("jason: play jason.storm.1")
    assert not battle.now.panicked

    battle = quiet_with(storm, panicked="true", foot="6").say("jason: play jason.storm.1")
    assert battle.now.panicked


def test_the_table_may_state_what_a_zord_did() -> None:
    """R64 R65"""
    battle = quiet(2).say("table: hits foot.quiet.2 3", "table: pool 4", "table: command 1")

    assert battle.now.rows[0][1].defeated
    assert (battle.now.pool, battle.now.command) == (4, 1)
    battle.say("table: stored billy 0")
    assert battle.now.rangers["billy"].stored == 0
    with pytest.raises(UnknownAction):
        battle.say("table: shout 3")
    with pytest.raises(IllegalAction):
        battle.say("table: hits foot.quiet.2 1")


def test_the_table_may_state_what_happened_to_a_ranger() -> None:
    """R47"""
    thorny = Enemy("thorny", "Thorny", keywords=("PASSIVE",), passive=(Effect("table"),))
    decks = {"foot": cards(thorny, thorny=10), "billy": hero()}
    battle = Battle(2, decks, recovery_draw="five").say(START)

    battle.say("table: damage billy 2", "table: mill billy 1", "table: draw billy 1")
    assert "billy takes 2." in battle.said()
    assert len(battle.now.rangers["billy"].discard) == 3
    assert len(battle.now.rangers["billy"].hand) == 6
    battle.say("table: discard billy 1", "billy: discard billy.fill.1")
    assert len(battle.now.rangers["billy"].hand) == 5

    with pytest.raises(IllegalAction):
        battle.say("table: damage zach 1")
    battle.say("table: mill billy 9")
    assert battle.now.fighting == ["jason"]
    assert battle.legal("jason")[-1] == "pass"


# -- hands


def test_open_hands_let_one_device_play_for_all() -> None:
    """R19 R23"""
    battle = quiet(2)

    assert any(answer.startswith("play billy.") for answer in battle.legal("jason"))
    assert battle.view()["rangers"][1]["cards"]


def test_house_rule_hands_are_their_owners_alone() -> None:
    """R3"""
    battle = quiet(2, hands_visible="owner_only")

    assert not any(answer.startswith("play billy.") for answer in battle.legal("jason"))
    assert all(ranger["cards"] is None for ranger in battle.view("jason")["rangers"])
    assert "mine" not in battle.view()
    assert len(battle.view("jason")["mine"]["hand"]) == 5


def test_hidden_hands_open_the_same_window_whatever_they_hold() -> None:
    """R23"""
    blaster = Combat("blaster", "Blaster", dice=1)
    for held in ("blaster", "blaster calm"):
        decks = {"foot": cards(QUIET, quiet=10), "jason": hero(blaster, CALM)}
        battle = Battle(1, decks, {"jason": held}, hands_visible="owner_only").say(START)
        battle.say("jason: play jason.blaster.1", "jason: at foot.quiet.1").roll("3")
        assert battle.legal()[0] == "on"


# -- real cards


def real(kind: str, *printed: Combat, foot: Enemy = QUIET) -> Battle:
    decks = {"foot": cards(foot, **{foot.id: 10}), "jason": hero(*printed, kind=kind)}
    return Battle(1, decks).say(START)


def test_a_real_hand_is_a_number() -> None:
    """R3"""
    battle = real("tagged", CALM)

    assert battle.view()["rangers"][0]["hand"] == 5
    assert battle.view()["rangers"][0]["cards"] == []
    assert "play jason.fill.12" in battle.legal()
    assert [by for by, _ in battle.match.log] == ["jason", "deck/table"]


def test_a_real_card_is_known_once_it_is_played_and_is_refused_a_second_time() -> None:
    """R24"""
    battle = real("tagged").say("jason: play jason.fill.3", "jason: at foot.quiet.1").roll("1")

    assert battle.now.rangers["jason"].hand.unseen == 4
    assert battle.now.rangers["jason"].discard == ["jason.fill.3"]
    with pytest.raises(IllegalAction) as again:
        battle.say("jason: play jason.fill.3")
    with pytest.raises(IllegalAction) as other:
        battle.say("jason: play billy.fill.3")
    assert str(again.value).replace("jason.", "") == str(other.value).replace("billy.", "")


def test_real_shields_are_scanned_one_by_one() -> None:
    """R40"""
    battle = real("tagged", foot=bite(2)).say(PASS)
    ask = battle.match.view("jason")["ask"]

    assert ask["kind"] == "draw"
    battle.say("deck/table: jason.fill.1")
    with pytest.raises(IllegalAction):
        battle.say("deck/table: jason.fill.1")
    battle.say("deck/table: jason.fill.2")
    assert battle.now.rangers["jason"].discard == ["jason.fill.1", "jason.fill.2"]


def test_without_tags_each_kind_of_card_is_told_once() -> None:
    """R40"""
    battle = real("told", DUCK, foot=bite(2)).say(PASS)
    assert battle.legal() == ["on", "react jason.duck.1"]

    battle.say("jason: on")

    options = battle.match.view("jason")["ask"]["options"]
    assert [(o["answer"], o["key"]) for o in options] == [("duck", 1), ("fill", 2)]


def test_with_no_card_entered_at_all_the_table_tells_what_happens() -> None:
    """R20 R26 R37 R40"""
    decks = {
        "jason": cards(ANY_CARD, any=10, kind="told"),
        "foot": cards(ANY_ENEMY, any=10, kind="told"),
    }
    battle = Battle(1, decks, foot="1").say(START, "jason: 4", "jason: none")

    battle.say("jason: play jason.any.1", "jason: spend 1", "jason: hits foot.any.1", "jason: 3")
    assert battle.now.rows[0][0].hits == 3
    assert battle.now.pool == 1
    battle.say("jason: done", "jason: damage jason", "jason: 2")
    assert battle.legal() == ["on", "react jason.any.2", "store jason", "flip jason"]
    battle.say("jason: react jason.any.2", "jason: spend 0", "jason: reduce", "jason: 1")
    battle.say("jason: done", "jason: on")
    assert battle.legal() == [str(n) for n in range(7)]
    battle.say("jason: 1", "jason: done", PASS)
    assert battle.match.result


def blank_battle(seats: int = 2, **options: str) -> Battle:
    """No card is entered at all; the only enemy card has four health."""
    decks = {name: cards(ANY_CARD, any=10, kind="told") for name in ("jason", "billy")[:seats]}
    decks["foot"] = cards(ANY_ENEMY, any=10, kind="told")
    return Battle(seats, decks, foot="1", **options).say(START, "jason: 4", "jason: none")


def test_a_card_that_is_not_entered_joins_in_while_the_table_decides() -> None:
    """R20 R23 R28"""
    battle = blank_battle().say("jason: play jason.any.1", "jason: spend 2")

    battle.say("jason: flip billy", "billy: react billy.any.1", "billy: spend 1")
    battle.say("billy: hits foot.any.1", "billy: 2", "billy: done")

    assert battle.now.pool == 1
    assert battle.now.rangers["billy"].discard == ["billy.any.1"]
    assert battle.now.rows[0][0].hits == 2
    assert battle.view()["act"]["name"] == "a card"


def test_a_card_that_is_not_entered_costs_at_least_what_all_cards_cost_more() -> None:
    """R20 R47"""
    toll = Enemy("toll", "Toll", keywords=("PASSIVE",), passive=(Effect("more_cost", 3),))
    trick = Combat("trick", "Trick", "ability", effects=(Effect("table"),), when=("turn",))
    decks = {"foot": cards(toll, toll=10), "jason": hero(trick, trick=0)}
    decks["billy"] = cards(ANY_CARD, any=10, kind="told")
    battle = Battle(2, decks, foot="1").say(START, "jason: use jason.trick")
    assert not [a for a in battle.legal() if a.startswith("react")]

    battle.say("jason: store jason")

    assert "react billy.any.1" in battle.legal()


def test_the_table_may_let_another_card_be_played_and_bring_cards_back() -> None:
    """R22"""
    battle = blank_battle(1).say("jason: play jason.any.1", "jason: spend 0", "jason: done")
    battle.say("jason: done").say("jason: play jason.any.2", "jason: spend 0")

    battle.say("jason: again", "jason: play jason.any.3", "jason: spend 0", "jason: done")
    battle.say("jason: heal", "jason: 2", "jason: take jason.any.1", "jason: take jason.any.3")
    battle.say("jason: search", "jason: 1", "jason: pay", "jason: 1")
    battle.say(f"jason: {battle.legal()[0]}")

    jason = battle.now.rangers["jason"]
    assert (len(jason.deck), len(jason.hand), len(jason.discard)) == (6, 2, 1)


def test_the_table_may_deploy_figures_and_let_cards_stand_again() -> None:
    """R23 R63"""
    decks = {"foot": cards(ANY_ENEMY, any=10, kind="told")}
    decks["jason"] = hero(Combat("strong", "Strong", hits=9))
    told = ["jason: 4", "jason: none"] * 2
    battle = Battle(1, decks, {"jason": "strong"}, foot="2").say(START, *told)
    battle.say("jason: play jason.strong.1", "jason: at foot.any.2")

    battle.say("jason: deploy", "jason: 2", "jason: revive", "jason: 1", "jason: done")

    assert battle.now.figures["foot"] == 3
    assert not battle.now.rows[0][1].defeated


def test_whoever_falls_by_what_the_table_decides_does_nothing_more() -> None:
    """R50"""
    trick = Combat("trick", "Trick", "maneuver", effects=(Effect("table"),))
    decks = {"foot": cards(QUIET, quiet=10), "jason": cards(trick, trick=6)}
    battle = Battle(2, decks, recovery_draw="five").say(START, "jason: play jason.trick.1")

    battle.say("billy: draw jason", "billy: 1")

    assert battle.now.fighting == ["billy"]
    assert "Quiet resolves." in battle.said()


def test_no_deck_no_battle() -> None:
    """R3"""
    with pytest.raises(OptionError):
        Battle(2, {}).match.game.start(("nobody",), {}, {})


def test_a_record_replays_to_the_same_table() -> None:
    """R59"""
    battle = quiet(3).say(PASS, "billy: store billy", PASS)

    again = Match(battle.match.game, battle.match.seats, battle.match.options, battle.match.log)

    assert again.position == battle.match.position
