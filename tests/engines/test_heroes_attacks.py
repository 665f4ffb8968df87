"""Attacks: whom they may hit, what is added to them, and who joins in."""

from __future__ import annotations

import pytest

from companion.engines.core import Roll
from companion.engines.heroes.cards import Combat, Effect, Enemy
from companion.engines.heroes.pieces import NO_BONUS, Bonus
from tests.engines.heroes_table import FILL, GUARD, NAMES, QUIET, Battle, bite, cards, hero

START = "jason: start"
PASS = "jason: pass"


def facing(*printed: Combat, row: str = "", seats: int = 1, **options: str) -> Battle:
    """Every Ranger holds one of each of these cards; four quiet enemy cards, or this row."""
    decks = {"foot": cards(QUIET, GUARD, quiet=10, guard=4)}
    decks |= {name: hero(*printed) for name in NAMES[:seats]}
    draws = {name: " ".join(card.id for card in printed) for name in NAMES[:seats]}
    row = row or "quiet quiet quiet quiet"
    draws["foot"], options["foot"] = row, options.get("foot", str(len(row.split())))
    return Battle(seats, decks, draws, **options).say(START)


def reaction(when: str, *effects: Effect, name: str = "join", **more: object) -> Combat:
    return Combat(name, name.title(), "reaction", effects=effects, when=(when,), **more)  # type: ignore[arg-type]


def hits(battle: Battle) -> list[int]:
    return [foe.hits for foe in battle.now.rows[0]]


def dice(battle: Battle) -> int:
    """How many dice are to be thrown now."""
    ask = battle.match.open()[0]
    assert isinstance(ask, Roll)
    return ask.dice


JAB = Combat("jab", "Jab", hits=1)
FAN = Combat("fan", "Fan", effects=(Effect("attack", hits=1, to="divided"),))
SURF = Combat("surf", "Surf", effects=(Effect("attack", hits=1, to="each"),))


# -- hits that are no attack


@pytest.mark.parametrize(
    ("to", "placed"), [("target", [0, 2, 0, 0]), ("adjacent", [1, 1, 1, 0]), ("each", [1, 2, 1, 1])]
)
def test_a_reaction_hits_what_the_open_attack_is_aimed_at(to: str, placed: list[int]) -> None:
    """R23 R46"""
    battle = facing(JAB, reaction("roll", Effect("hit", 1, to)))

    battle.say("jason: play jason.jab.1", "jason: at foot.quiet.2", "jason: react jason.join.1")

    assert hits(battle) == placed


@pytest.mark.parametrize(("to", "placed"), [("target", [0, 2, 0, 0]), ("adjacent", [1, 1, 1, 0])])
def test_after_divided_hits_the_target_is_what_they_hit(to: str, placed: list[int]) -> None:
    """R29 R46"""
    fan = Combat("fan", "Fan", effects=(*FAN.effects, Effect("hit", 1, to)))
    battle = facing(fan)

    battle.say("jason: play jason.fan.1", "jason: at foot.quiet.2")

    assert hits(battle) == placed


def test_where_nothing_was_attacked_there_is_no_target() -> None:
    """R46"""
    trick = Combat("trick", "Trick", "maneuver", effects=(Effect("hit", 1, "target"),))

    assert hits(facing(trick).say("jason: play jason.trick.1")) == [0, 0, 0, 0]


# -- what is added while the attack is open


@pytest.mark.parametrize("attack", [JAB, FAN, SURF], ids=lambda card: card.id)
def test_hits_added_while_the_dice_lie_there_are_for_this_attack(attack: Combat) -> None:
    """R23 R30"""
    battle = facing(attack, reaction("roll", Effect("add_hits", 2)), row="quiet")

    battle.say(f"jason: play jason.{attack.id}.1", "jason: react jason.join.1")

    assert "Quiet: hits 3." in battle.said()
    assert battle.now.bonus.hits == 0


def test_dice_added_while_the_dice_lie_there_are_thrown_at_once() -> None:
    """R23 R30"""
    battle = facing(FILL, reaction("roll", Effect("add_dice", 2)))
    battle.say("jason: play jason.fill.1", "jason: at foot.quiet.1").roll("3")

    battle.say("jason: react jason.join.1")
    assert dice(battle) == 2
    battle.roll("6 1")

    assert "Quiet: hits 3." in battle.said()
    assert battle.now.bonus.dice == 0


def test_what_comes_after_the_hits_is_for_the_next_attack() -> None:
    """R30"""
    strong = Combat("strong", "Strong", hits=3)
    battle = facing(strong, FILL, reaction("defeated", Effect("add_hits", 2)))

    battle.say("jason: play jason.strong.1", "jason: at foot.quiet.4", "jason: react jason.join.1")
    battle.say("jason: play jason.fill.1", "jason: at foot.quiet.1").roll("1")

    assert hits(battle) == [2, 0, 0, 0]


@pytest.mark.parametrize("attack", [FAN, SURF], ids=lambda card: card.id)
@pytest.mark.parametrize("when", ["attack", "roll"])
def test_a_guard_may_be_passed_by_an_attack_on_several(attack: Combat, when: str) -> None:
    """R23 R29 R45"""
    battle = facing(attack, reaction(when, Effect("ignore_guard")), row="guard quiet")

    battle.say(f"jason: play jason.{attack.id}.1", "jason: react jason.join.1")

    if attack is FAN:
        assert battle.legal() == ["at foot.guard.1", "at foot.quiet.1"]
    else:
        assert hits(battle) == ([1, 1] if when == "attack" else [1, 0])


def test_no_divided_hit_goes_past_a_guard() -> None:
    """R29 R45"""
    fan = Combat("fan", "Fan", effects=(Effect("attack", hits=2, to="divided"),))
    battle = facing(fan, row="guard quiet quiet").say("jason: play jason.fan.1")

    battle.say("jason: at foot.guard.1", "jason: 1")

    assert battle.legal() == ["at foot.guard.1", "at foot.quiet.2"]


@pytest.mark.parametrize("scope", ["adjacent", "only_guards_targetable"])
def test_a_guard_that_is_defeated_keeps_nobody(scope: str) -> None:
    """R45"""
    strong = Combat("strong", "Strong", hits=3)
    battle = facing(strong, JAB, row="quiet guard quiet", guard_scope=scope)

    battle.say("jason: play jason.strong.1", "jason: play jason.jab.1")

    assert battle.now.rows[0][1].defeated
    assert battle.legal() == ["at foot.quiet.1", "at foot.quiet.2"]


def test_as_many_hits_as_a_strong_card_has_health_are_counted() -> None:
    """R42 R43"""
    rock = Enemy("rock", "Rock", health=5)
    strong = Combat("strong", "Strong", hits=5)
    decks = {"foot": cards(rock, rock=10), "jason": hero(strong)}
    battle = Battle(1, decks, {"jason": "strong"}, foot="2").say(START)

    battle.say("jason: play jason.strong.1", "jason: at foot.rock.2")

    assert battle.now.rows[0][1].defeated


def test_fast_goes_to_the_far_left_of_the_upper_row_too() -> None:
    """R12 R13"""
    slow, quick = Enemy("slow", "Slow", "boss"), Enemy("quick", "Quick", "boss", 2, ("FAST",))
    decks = {"boss": cards(slow, quick, slow=6), "foot": cards(QUIET, quiet=10)}

    battle = Battle(1, decks, {"boss": "slow slow quick slow"}, big="boss").say(START)

    assert battle.row(0) == ["quick", "slow", "slow", "slow"]


@pytest.mark.parametrize(("to", "taken"), [("self", 1), ("adjacent", 2), ("all", 2)])
def test_what_a_passive_card_raises_for_itself_is_no_other_cards(to: str, taken: int) -> None:
    """R47"""
    drum = Enemy("drum", "Drum", keywords=("PASSIVE",), passive=(Effect("more_damage", 1, to),))
    decks = {"foot": cards(bite(1), drum)}

    battle = Battle(1, decks, {"foot": "bite drum"}, foot="2").say(START, PASS)

    assert f"jason takes {taken}." in battle.said()


# -- performed again


def test_bonus_dice_are_thrown_every_time_the_attack_is_performed() -> None:
    """R30"""
    focus = Combat("focus", "Focus", "maneuver", effects=(Effect("add_dice", 2),))
    twice = Combat("twice", "Twice", effects=(Effect("attack", dice=1, times=2),))
    battle = facing(focus, twice).say("jason: play jason.focus.1", "jason: play jason.twice.1")

    battle.say("jason: at foot.quiet.1")
    assert dice(battle) == 3
    battle.roll("1 1 1").say("jason: at foot.quiet.1")
    assert dice(battle) == 3


def test_a_reroll_is_for_every_time_the_attack_is_performed_and_for_no_other_attack() -> None:
    """R30"""
    twice = Combat(
        "twice", "Twice", effects=(Effect("attack", dice=2, times=2), Effect("attack", dice=2))
    )
    battle = facing(twice, reaction("roll", Effect("reroll")))
    battle.say("jason: play jason.twice.1", "jason: at foot.quiet.1").roll("1 3")

    battle.say("jason: react jason.join.1").roll("1")
    battle.say("jason: at foot.quiet.2").roll("1 3")
    assert dice(battle) == 1
    battle.roll("6").say("jason: at foot.quiet.3").roll("1 1")

    assert "Quiet: hits 0." in battle.said()
    assert [foe.defeated for foe in battle.now.rows[0]] == [False, True, False, False]


def test_any_dice_are_rerolled_again_only_if_the_team_likes() -> None:
    """R26 R30"""
    twice = Combat("twice", "Twice", effects=(Effect("attack", dice=1, times=2),))
    battle = facing(twice, reaction("roll", Effect("reroll", how="any")))
    battle.say("jason: play jason.twice.1", "jason: at foot.quiet.1").roll("3")
    battle.say("jason: react jason.join.1", "jason: reroll 1").roll("3")

    battle.say("jason: at foot.quiet.1").roll("6")
    assert battle.legal() == ["reroll 2", "reroll none"]
    battle.say("jason: reroll none")

    assert battle.now.rows[0][0].defeated


# -- who falls attacks no more


def test_whoever_falls_while_aiming_attacks_no_more() -> None:
    """R49 R50"""
    decks = {
        "foot": cards(QUIET, quiet=10),
        "jason": cards(JAB, reaction("attack", Effect("draw")), jab=4),
    }
    battle = Battle(2, decks, {"jason": "join jab jab jab jab"}).say(START)

    battle.say("jason: play jason.jab.1", "jason: react jason.join.1", "jason: enough")

    assert battle.now.fighting == ["billy"]
    assert "Quiet resolves." in battle.said()
    assert hits(battle) == [0, 0, 0, 0]


def test_whoever_falls_with_dice_on_the_table_places_no_hits() -> None:
    """R49 R50"""
    decks = {
        "foot": cards(QUIET, quiet=10),
        "jason": cards(JAB, reaction("roll", Effect("draw")), jab=4),
    }
    battle = Battle(2, decks, {"jason": "join jab jab jab jab"}).say(START)

    battle.say("jason: play jason.jab.1", "jason: at foot.quiet.1")
    battle.say("jason: react jason.join.1", "jason: enough")

    assert hits(battle) == [0, 0, 0, 0]
    assert battle.now.act is None


def test_a_token_for_two_rangers_may_cost_the_last_card_and_the_attack() -> None:
    """R28 R49 R50"""
    boom = reaction("attack", Effect("add_dice"), name="boom", cost=9)
    decks = {"foot": cards(QUIET, quiet=10), "jason": cards(JAB, boom, boom=4)}
    draws = {"jason": "jab jab boom boom boom"}
    battle = Battle(2, decks, draws, two_rangers="true").say(START)

    battle.say("jason: play jason.jab.1", "jason: flip jason", "jason: draw 1", "jason: enough")

    assert battle.now.fighting == ["billy"]
    assert "Quiet resolves." in battle.said()


def test_the_promise_to_the_next_attack_outlives_one_that_was_broken_off() -> None:
    """R30 R50"""
    focus = Combat("focus", "Focus", "maneuver", effects=(Effect("add_hits", 1),))
    decks = {
        "foot": cards(QUIET, quiet=10),
        "jason": cards(FILL, reaction("attack", Effect("draw")), fill=4),
        "billy": hero(focus),
    }
    draws = {"jason": "join fill fill fill fill", "billy": "focus"}
    battle = Battle(2, decks, draws).say(START, "billy: play billy.focus.1")
    battle.say("jason: play jason.fill.1", "jason: react jason.join.1", "jason: enough")

    battle.say("billy: play billy.fill.1", "billy: at foot.quiet.1").roll("1")

    assert hits(battle) == [1, 0, 0, 0]


# -- a card that changes its own attack


def test_a_card_may_add_to_its_own_attack_for_each_energy_spent() -> None:
    """R21 R30: 1 die, and one more for each energy."""
    laser = Combat("laser", "Laser", cost="X", dice=1, effects=(Effect("add_dice", per="x"),))
    battle = facing(laser, row="quiet")
    battle.say("jason: play jason.laser.1", "jason: spend 2").roll("6 1 1")
    assert battle.now.order[0].hits == 2
    assert battle.now.bonus == NO_BONUS


def test_a_card_may_roll_its_own_dice_again() -> None:
    """R26: any of them, and as often as the attack is performed."""
    charge = Combat("charge", "Charge", dice=2, effects=(Effect("reroll", how="any"),))
    battle = facing(charge, row="quiet quiet")
    battle.say("jason: play jason.charge.1", "jason: at foot.quiet.1").roll("1 3")
    assert battle.legal() == ["reroll 0", "reroll 1", "reroll none"]
    battle.say("jason: reroll 0").roll("6")
    assert battle.now.order[0].defeated


def test_a_card_may_attack_past_a_guard() -> None:
    """R45"""
    arrow = Combat("arrow", "Arrow", dice=1, effects=(Effect("ignore_guard"),))
    battle = facing(arrow, row="guard quiet").say("jason: play jason.arrow.1")
    assert battle.legal() == ["at foot.guard.1", "at foot.quiet.1"]


@pytest.mark.parametrize(
    ("line", "bonus"),
    [
        (Effect("add_dice", to="next"), Bonus(dice=1)),
        (Effect("add_hits", to="next"), Bonus(hits=1)),
        (Effect("ignore_guard", to="next"), Bonus(free_aim=True)),
        (Effect("reroll", how="any", to="next"), Bonus(rerolls=("any",))),
    ],
)
def test_what_is_for_the_next_attack_is_not_for_this_one(line: Effect, bonus: Bonus) -> None:
    """R30"""
    feint = Combat("feint", "Feint", dice=1, effects=(line,))
    battle = facing(feint, FILL, row="quiet").say("jason: play jason.feint.1").roll("3")
    assert battle.now.order[0].hits == 1
    assert battle.now.bonus == bonus


def test_a_maneuver_lets_the_next_attack_roll_again() -> None:
    """R26 R30: its misses, of themselves."""
    plan = Combat("plan", "Plan", "maneuver", effects=(Effect("reroll"), Effect("play_again")))
    strong = Combat("strong", "Strong", dice=2)
    battle = facing(plan, strong, row="quiet")
    battle.say("jason: play jason.plan.1", "jason: play jason.strong.1").roll("2 3").roll("3")
    assert battle.now.order[0].hits == 2
