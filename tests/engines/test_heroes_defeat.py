"""What a defeat brings, in which order, and when a battle is over."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engines.core import Choose
from companion.engines.heroes.cards import Combat, Effect, Enemy
from companion.errors import OptionError
from tests.engines.heroes_table import DUCK, FILL, NAMES, QUIET, Battle, bite, cards, hero

START = "jason: start"
PASS = "jason: pass"
STORM = Combat("storm", "Storm", "maneuver", effects=(Effect("hit", 9, "each"),))
STRONG = Combat("strong", "Strong", hits=9)


def foes(*printed: Enemy, **counts: Any) -> dict[str, Any]:
    return {"foot": cards(*printed, **counts)}


def only(*printed: Combat, **counts: Any) -> dict[str, Any]:
    """Jason has nothing but these."""
    return {"jason": cards(*printed, **counts)}


def formality(battle: Battle) -> str | None:
    """What is answered by itself, where the order of the Rangers is asked."""
    ask = battle.match.open()[0]
    assert isinstance(ask, Choose)
    assert str(ask.prompt) == "Who comes first?"
    return ask.formality


# -- a Ranger falls


@pytest.mark.parametrize(("seats", "energy"), [(1, 2), (2, 2), (3, 4), (4, 4), (5, 3)])
def test_the_command_center_has_energy_by_the_number_of_players(seats: int, energy: int) -> None:
    """R50"""
    assert Battle(seats).now.command == energy


@pytest.mark.parametrize("stored", ["0", "1"])
def test_a_defeated_ranger_has_one_energy_and_all_its_cards_again(stored: str) -> None:
    """R51"""
    decks = foes(bite(4, "lead"), bite=10) | only(FILL, fill=9)
    battle = Battle(2, decks, stored=stored, recovery_draw="five").say(START, PASS)

    jason = battle.now.rangers["jason"]
    assert battle.now.fighting == ["billy"]
    assert jason.stored == 1
    assert (len(jason.deck), len(jason.hand), jason.discard) == (4, 5, [])


def test_the_last_card_lost_off_the_deck_defeats() -> None:
    """R49"""
    mill = Enemy("mill", "Mill", effects=(Effect("discard_deck", 1, "lead"),))
    decks = foes(mill, mill=10) | only(FILL, fill=6)

    battle = Battle(2, decks, recovery_draw="five").say(START, PASS)

    assert battle.now.fighting == ["billy"]
    assert battle.now.command == 1


def test_the_lowest_card_is_lost_though_all_lie_on_top() -> None:
    """R49"""
    back = Combat(
        "back", "Back", "maneuver", effects=(Effect("pay_card", 2), Effect("top_of_deck", 2))
    )
    mill = Enemy("mill", "Mill", effects=(Effect("discard_deck", 2, how="bottom"),))
    decks = foes(mill, mill=10) | only(back, FILL, back=1, fill=5)
    battle = Battle(1, decks, {"jason": "back"}).say(START, "jason: play jason.back.1")

    battle.say("jason: discard jason.fill.1", "jason: discard jason.fill.2")
    battle.say("jason: take jason.fill.1", "jason: take jason.fill.2")

    jason = battle.now.rangers["jason"]
    assert jason.deck.top == ["jason.fill.2"]
    assert jason.discard == ["jason.back.1", "jason.fill.5", "jason.fill.1"]


def test_whoever_falls_by_an_own_reaction_takes_no_damage() -> None:
    """R23 R39 R50"""
    plan = Combat("plan", "Plan", "reaction", effects=(Effect("draw"),), when=("damage",))
    decks = foes(bite(1, "lead"), bite=10) | only(plan, FILL, plan=1, fill=5)
    battle = Battle(2, decks, {"jason": "plan"}, recovery_draw="five").say(START, PASS)

    battle.say("jason: react jason.plan.1")

    assert battle.now.fighting == ["billy"]
    assert "jason takes 1." not in battle.said()


# -- who is meant, and who comes first


@pytest.mark.parametrize("to", ["most_hand", "fewest_deck"])
def test_the_lead_settles_a_tie(to: str) -> None:
    """R36"""
    battle = Battle(2, foes(bite(1, to), bite=10)).say("billy: start", "billy: pass")

    assert battle.match.awaited() == ["billy"]
    assert battle.legal("billy") == ["jason", "billy"]


def test_so_many_different_rangers_are_hit() -> None:
    """R38"""
    battle = Battle(3, foes(bite(1, "different", count=2), bite=10)).say(START, PASS)

    battle.say("jason: kimberly", "jason: billy", "jason: kimberly")

    assert [line for line in battle.said() if line.endswith("takes 1.")] == [
        "kimberly takes 1.",
        "billy takes 1.",
    ]


def test_cards_to_lose_may_be_divided() -> None:
    """R38"""
    mill = Enemy("mill", "Mill", effects=(Effect("discard_deck", 3, "divided"),))
    battle = Battle(2, foes(mill, mill=10), hands="3").say(START, "jason: enough", "billy: enough")

    battle.say(PASS, "jason: billy", "jason: 2", "jason: jason", "jason: billy")

    assert [len(ranger.discard) for ranger in battle.now.rangers.values()] == [1, 2]


def test_with_nothing_to_come_first_the_order_is_a_formality() -> None:
    """R36"""
    decks = {name: hero() for name in NAMES[:2]}
    battle = Battle(2, foes(bite(1, "each"), bite=10) | decks).say(START, PASS)

    assert formality(battle) == "jason"


def test_the_order_matters_where_several_may_fall() -> None:
    """R36"""
    decks = {name: cards(FILL, fill=7) for name in NAMES[:2]}
    battle = Battle(2, foes(bite(2, "each"), bite=10) | decks).say(START, PASS)

    assert formality(battle) is None


@pytest.mark.parametrize("do", ["discard_deck", "damage"])
def test_the_order_matters_where_cards_of_the_deck_run_out(do: str) -> None:
    """R36 R49"""
    foe = Enemy("foe", "Foe", effects=(Effect(do, 2, "each"),))
    decks = {name: cards(FILL, fill=7) for name in NAMES[:2]} | {"kimberly": hero()}
    battle = Battle(3, foes(foe, foe=10) | decks).say(START, PASS)

    assert formality(battle) is None


def test_the_order_matters_where_a_star_may_pay_for_a_reaction() -> None:
    """R36 R41"""
    spark = Combat("spark", "Spark", shields=3, star=(Effect("gain_energy", 3),))
    decks = foes(bite(2, "each"), bite=10) | {"jason": hero(DUCK), "billy": cards(spark, spark=12)}
    battle = Battle(2, decks, {"jason": "duck"}, stored="0", actions="1,0").say(START, PASS)
    assert formality(battle) is None

    battle.say("jason: billy")

    assert "react jason.duck.1" in battle.legal()


def test_of_several_who_draw_their_last_card_the_lead_says_who_falls_first() -> None:
    """R36 R70"""
    feast = Combat("feast", "Feast", "maneuver", effects=(Effect("draw", 1, "each"),))
    decks = foes(QUIET, quiet=10) | {name: cards(feast, feast=6) for name in NAMES[:2]}
    battle = Battle(2, decks, command_center="1").say(START, "jason: play jason.feast.1")

    assert formality(battle) is None


# -- the damage ends


def test_a_star_does_not_bring_back_its_own_card_for_ever() -> None:
    """R41 R49"""
    again = Combat("again", "Again", dice=1, shields=0, star=(Effect("top_of_deck"),))
    decks = foes(bite(1, "lead"), bite=10) | only(again, again=10)
    battle = Battle(2, decks, recovery_draw="five").say(START, PASS)

    for _ in range(40):
        if battle.legal() and battle.legal()[0].startswith("take"):
            battle.say(f"jason: {battle.legal()[-1]}")

    assert battle.now.fighting == ["billy"]


# -- the last enemy card


def test_with_the_last_enemy_card_nothing_more_is_done() -> None:
    """R58"""
    last = Combat("last", "Last", hits=9, effects=(Effect("draw", 1),))
    decks = foes(QUIET, quiet=10) | only(last, last=6)
    battle = Battle(1, decks, foot="1", command_center="0").say(START, "jason: play jason.last.1")

    assert battle.match.result
    assert battle.match.result.winners == {"jason"}
    assert battle.now.rangers["jason"].discard == ["jason.last.1"]


def test_the_last_enemy_card_still_does_all_it_says_if_it_falls_meanwhile() -> None:
    """R35 R58"""
    thorns = Combat("thorns", "Thorns", shields=2, star=(Effect("hit", 9, "each"),))
    both = Enemy("both", "Both", effects=(Effect("damage", 1), Effect("drain", 2)))
    battle = Battle(1, foes(both, both=10) | only(thorns, thorns=12), stored="0", foot="1")

    battle.say(START, PASS)

    assert "2 energy is drained." in battle.said()
    assert battle.match.result


def test_what_waits_for_a_defeat_comes_before_the_end() -> None:
    """R23 R58"""
    cheer = Combat(
        "cheer", "Cheer", "reaction", effects=(Effect("gain_energy"),), when=("defeated",)
    )
    decks = foes(QUIET, quiet=10) | {"jason": hero(cheer, STRONG)}
    battle = Battle(1, decks, {"jason": "cheer strong"}, foot="1", stored="0")

    battle.say(START, "jason: play jason.strong.1", "jason: react jason.cheer.1")

    assert battle.match.result
    assert battle.now.rangers["jason"].stored == 1


def test_an_enemy_card_that_falls_before_it_resolves_does_nothing() -> None:
    """R34"""
    zap = Combat("zap", "Zap", "reaction", effects=(Effect("hit", 9),), when=("enemy",))
    decks = foes(bite(2), bite=10) | {"jason": hero(zap)}
    battle = Battle(1, decks, {"jason": "zap"}, foot="2").say(START, PASS)

    battle.say("jason: react jason.zap.1", "jason: at foot.bite.1")

    assert "Bite lies face down: nothing happens." in battle.said()
    assert "jason takes 2." not in battle.said()


def test_the_megazord_may_end_a_battle_before_it_begins() -> None:
    """R58 R65"""
    weak = Enemy("weak", "Weak", health=1)
    knack = Combat("knack", "Knack", "ability", effects=(Effect("gain_energy"),), when=("start",))

    battle = Battle(1, foes(weak, weak=10) | {"jason": hero(knack, knack=0)}, megazord="true")

    assert battle.say(START).match.result


# -- figures, Zords, panic


def test_a_foot_soldier_that_stands_again_is_no_second_figure() -> None:
    """R54 R63"""
    rise = Enemy("rise", "Rise", health=2, effects=(Effect("revive"),))
    spill = Combat("spill", "Spill", "maneuver", effects=(Effect("hit", 2),))
    decks = foes(rise, rise=10) | {"jason": hero(spill, spill=5)}
    draws = {"jason": "spill spill spill"}
    battle = Battle(1, decks, draws, foot="2", panicked="true").say(START)

    battle.say("jason: play jason.spill.1", "jason: at foot.rise.2")
    assert not battle.now.rows[0][1].defeated
    battle.say("jason: play jason.spill.2", "jason: at foot.rise.2", "jason: play jason.spill.3")

    assert battle.now.figures["foot"] == 0
    assert battle.now.track == 2
    assert not battle.now.panicked


def test_deployed_figures_are_there_and_keep_the_panic_up() -> None:
    """R63"""
    horn = Enemy("horn", "Horn", keywords=("FAST",), effects=(Effect("deploy", 2),))
    battle = Battle(1, foes(horn, horn=10) | only(STORM, storm=12), foot="2", panicked="true")

    battle.say(START, "jason: play jason.storm.1")

    assert battle.view()["figures"]["foot"] == 2
    assert battle.now.panicked


def test_panic_is_a_matter_of_each_place() -> None:
    """R63"""
    decks = foes(QUIET, quiet=10) | only(STORM, storm=20)
    battle = Battle(1, decks, foot="4,6", panicked="true", battles="2")

    battle.say(START, "jason: play jason.storm.1")
    assert "No enemy is left here: the panic is over." in battle.said()
    assert battle.now.panicked
    battle.say(START, "jason: enough", "jason: play jason.storm.2")
    assert battle.match.result
    assert battle.now.panicked


def big_battle(kind: str, **options: str) -> Battle:
    """A storm fells all big cards; the foot soldiers are tough."""
    gust = Combat("gust", "Gust", "maneuver", effects=(Effect("hit", 1, "each"),))
    decks = foes(Enemy("tough", "Tough", health=9), tough=10) | only(gust, gust=20)
    decks[kind] = cards(Enemy("claw", "Claw", kind, 1), claw=8)
    told = {"panicked": "true", "foot": "4", "big": kind, **options}
    return Battle(1, decks, None, **told).say(START, "jason: play jason.gust.1")


def test_foot_soldiers_beside_a_defeated_monster_go_to_the_supply() -> None:
    """R57 R63"""
    battle = big_battle("monster").say(*[PASS] * 8)

    assert battle.now.gone == ["monster"]
    assert sum(battle.now.figures.values()) == 0
    assert battle.now.track == 0
    assert not battle.now.panicked


def test_a_boss_that_stands_keeps_the_panic_up() -> None:
    """R55 R63"""
    battle = big_battle("boss", foot="0")

    assert battle.match.result
    assert battle.now.gone == []
    assert battle.now.panicked


def test_five_cards_of_a_boss_are_not_enough() -> None:
    """R55"""
    gust = Combat("gust", "Gust", "maneuver", effects=(Effect("hit", 1, "each"),))
    claw, rock = Enemy("claw", "Claw", "boss", 1), Enemy("rock", "Rock", "boss", 9)
    decks = {"boss": cards(claw, rock, claw=5, rock=3)} | only(gust, gust=20)
    draws = {"boss": "claw claw claw rock claw claw rock rock"}
    battle = Battle(1, decks, draws, big="boss", foot="0", battles="2")

    battle.say(START, "jason: play jason.gust.1", *[PASS] * 4, START, "jason: enough")
    battle.say("jason: play jason.gust.2", *[PASS] * 4)

    assert battle.match.result
    assert len(battle.now.beaten["boss"]) == 5
    assert battle.now.gone == []


@pytest.mark.parametrize(("kind", "zords"), [("monster", 1), ("nemesis", 0)])
def test_a_defeated_monster_calls_a_zord(kind: str, zords: int) -> None:
    """R65"""
    battle = big_battle(kind, foot="0")

    assert battle.now.gone == [kind]
    assert battle.now.zords == zords


def test_when_all_zords_have_come_nobody_is_left_to_call() -> None:
    """R65"""
    decks = foes(QUIET, quiet=10) | only(STORM, storm=30)
    battle = Battle(1, decks, battles="12")

    while not battle.match.result:
        storm = [a for a in battle.legal() if "storm" in a or a in ("start", "draw 1")]
        battle.say(f"jason: {storm[0]}")

    assert battle.said().count("A Zord answers the call.") == 6
    assert battle.now.zords == 6


# -- tokens and seats


def test_a_new_round_turns_all_action_tokens_up() -> None:
    """R1"""
    decks = foes(QUIET, quiet=10) | {name: cards(STORM, storm=20) for name in NAMES[:2]}
    battle = Battle(2, decks, battles="2", actions="1,0").say(START, "jason: play jason.storm.1")

    assert [ranger.actions for ranger in battle.now.rangers.values()] == [2, 2]


@pytest.mark.parametrize("name", ["foot", "foot2", "monster", "nemesis", "boss"])
def test_no_seat_has_the_name_of_an_enemy(name: str) -> None:
    """R8 R13"""
    match = Battle().match

    with pytest.raises(OptionError, match=f"{name}: an enemy's name here"):
        match.game.start((name, "billy"), match.options)
