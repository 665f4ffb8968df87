"""Moments in which somebody joins in, and what the table may decide there."""

from __future__ import annotations

import pytest

from companion.engines.heroes.cards import Combat, Effect, Enemy
from tests.engines.heroes_table import FILL, NAMES, QUIET, Battle, bite, cards, hero

START = "jason: start"
PASS = "jason: pass"
BITE = bite(2)


def joining(when: str, *effects: Effect, **more: object) -> Combat:
    return Combat("join", "Join", "reaction", effects=effects, when=(when,), **more)  # type: ignore[arg-type]


def holding(*printed: Combat, foot: Enemy = QUIET, seats: int = 1, n: int = 2) -> Battle:
    """The first Ranger holds plain cards and the last one of each of these; n such enemies."""
    last = NAMES[seats - 1]
    decks = {name: hero() for name in NAMES[:seats]}
    decks |= {last: hero(*printed), "foot": cards(foot)}
    draws = {last: " ".join(card.id for card in printed)}
    return Battle(seats, decks, draws, foot=str(n)).say(START)


def hits(battle: Battle) -> list[int]:
    return [foe.hits for foe in battle.now.rows[0]]


# -- a Ranger turn


def test_a_reaction_may_wait_for_a_ranger_turn_and_takes_nobodys_place() -> None:
    """R19 R23: before the card that is played, and once it has been paid."""
    battle = holding(joining("turn", Effect("gain_energy"), cost=1))
    assert "react jason.join.1" in battle.legal()
    battle.say("jason: react jason.join.1")
    assert (battle.now.pool, battle.now.turns[battle.now.at]) == (2, "R1")
    assert "play jason.fill.1" in battle.legal()


def test_before_the_last_ranger_turn_too() -> None:
    """R18 R23"""
    battle = holding(joining("turn", Effect("hit")), foot=QUIET, n=1).say(PASS)
    assert battle.now.turns[battle.now.at] == "R2"
    battle.say("jason: react jason.join.1")
    assert hits(battle) == [1]


# -- a card has been carried out


def test_after_an_attack_its_target_is_hit_once_more() -> None:
    """R23 R46"""
    battle = holding(joining("played", Effect("hit", 1, "target"), whose="other"), seats=2)
    battle.say("jason: play jason.fill.1", "jason: at foot.quiet.2").roll("3")
    battle.say("billy: react billy.join.1")
    assert hits(battle) == [0, 2]


@pytest.mark.parametrize(("to", "back"), [("hand", "hand"), ("top", "deck"), ("bottom", "deck")])
def test_a_card_that_was_played_may_be_kept(to: str, back: str) -> None:
    """R24: it is not discarded; the reaction is."""
    battle = holding(joining("played", Effect("keep", to=to), whose="other"), seats=2)
    battle.say("jason: play jason.fill.1", "jason: at foot.quiet.1").roll("3")
    battle.say("billy: react billy.join.1")
    ranger = battle.now.rangers["jason"]
    places = {"hand": ranger.hand.held, "deck": [*ranger.deck.top, *ranger.deck.bottom]}
    assert "jason.fill.1" in places[back]
    assert (ranger.discard, battle.now.rangers["billy"].discard) == ([], ["billy.join.1"])


def test_whoever_fell_by_the_own_card_has_played_nothing() -> None:
    """R51: nobody reacts to that; the card is in the new deck."""
    greedy = Combat("greedy", "Greedy", "maneuver", effects=(Effect("draw", 9),))
    decks = {"jason": cards(greedy, greedy=6), "billy": hero(joining("played", Effect("keep")))}
    decks["foot"] = cards(QUIET)
    battle = Battle(2, decks, {"billy": "join"}, foot="1")
    battle.say(START, "jason: play jason.greedy.1", "jason: enough")
    assert len(battle.now.rangers["jason"].deck) == 6
    assert battle.now.kept == {}


# -- a card is turned up


def test_more_shields_for_the_card_that_is_turned_up() -> None:
    """R40: one shield and two more against two damage: under the deck."""
    battle = holding(joining("shield", Effect("add_shields", 2)), foot=BITE)
    battle.say(PASS)
    assert battle.legal() == ["on", "react jason.join.1"]
    battle.say("jason: react jason.join.1")
    [shown] = battle.view()["revealed"]
    assert (shown["shields"], shown["against"]) == (3, 2)
    assert len(battle.now.rangers["jason"].deck.bottom) == 1


def test_each_card_that_is_turned_up_is_such_a_moment() -> None:
    """R23 R40"""
    battle = holding(joining("shield", Effect("add_shields")), foot=BITE)
    battle.say(PASS, "jason: on")
    assert battle.legal() == ["on", "react jason.join.1"]
    assert battle.view()["act"]["damage"] == 1


def test_a_card_that_was_turned_up_may_be_kept() -> None:
    """R24 R40: its shields count, and it comes into the hand."""
    battle = holding(joining("shield", Effect("keep")), foot=bite(1)).say(PASS)
    battle.say("jason: react jason.join.1")
    assert battle.now.rangers["jason"].discard == ["jason.join.1"]
    assert battle.hand().count("fill") == 5
    assert battle.view()["revealed"][0]["kept"] == "hand"


def test_whoever_keeps_the_last_card_has_no_deck() -> None:
    """R49"""
    jason = cards(FILL, joining("shield", Effect("keep")), fill=5, join=1)
    battle = Battle(1, {"jason": jason, "foot": cards(BITE)}, {"jason": "join"}, foot="1")
    battle.say(START, PASS, "jason: react jason.join.1")
    assert battle.now.fighting == []


# -- an enemy card has resolved


def test_an_enemy_card_is_hit_after_it_has_resolved() -> None:
    """R23 R32 R46"""
    battle = holding(joining("resolved", Effect("hit", 2, "target")), foot=Enemy("calm", "Calm"))
    battle.say(PASS, "jason: react jason.join.1")
    assert battle.now.order[0].defeated
    assert battle.now.turns[battle.now.at] == "R2"


def test_a_card_that_lies_face_down_has_not_resolved() -> None:
    """R34"""
    jab = Combat("jab", "Jab", hits=3)
    battle = holding(jab, joining("resolved", Effect("hit", 2, "target")))
    battle.say("jason: play jason.jab.1", "jason: at foot.quiet.1")
    assert battle.now.turns[battle.now.at] == "R2"


# -- what enemies may do beside damage


def test_the_rangers_miss_their_next_turn_and_no_other() -> None:
    """R15: the last one as well."""
    stun = Enemy("stun", "Stun", effects=(Effect("skip_turn"),))
    battle = holding(foot=stun).say(PASS)
    assert "The Rangers miss this turn." in battle.said()
    assert battle.match.result
    assert battle.said().count("The Rangers miss this turn.") == 2


def test_no_turn_is_missed_in_the_next_battle() -> None:
    """R59"""
    stun = Enemy("stun", "Stun", effects=(Effect("skip_turn", 3),))
    decks = {"jason": hero(), "foot": cards(stun)}
    battle = Battle(1, decks, foot="1", battles="2").say(START, PASS, START)
    assert battle.now.turns[battle.now.at] == "R1"
    assert "pass" in battle.legal()


def test_the_dearest_card_is_lost() -> None:
    """An X is worth nothing in the hand."""
    dear, wild = Combat("dear", "Dear", cost=2), Combat("wild", "Wild", cost="X", hits=1)
    greed = Enemy("greed", "Greed", effects=(Effect("discard_hand", how="highest_cost"),))
    battle = holding(dear, wild, foot=greed).say(PASS)
    assert battle.legal() == ["discard jason.dear.1"]


@pytest.mark.parametrize(("to", "more"), [("own", [1, 1, 1, 0, 0]), ("foot", [0, 0, 0, 1, 1])])
def test_a_passive_may_be_for_its_own_deck_or_for_foot_soldiers(to: str, more: list[int]) -> None:
    """R47"""
    raise_ = (Effect("more_health", to=to),)
    chief = Enemy("chief", "Chief", "monster", 3, ("PASSIVE",), passive=raise_)
    plain = Enemy("plain", "Plain", "monster", 3)
    decks = {"jason": hero(), "foot": cards(QUIET), "monster": cards(chief, plain, chief=1)}
    battle = Battle(1, decks, foot="2", big="monster").say(START)
    assert [battle.now.health(foe) - 3 for foe in battle.now.order] == more


# -- the table decides


def decided(foot: Enemy = QUIET, **more: object) -> Battle:
    """A card of which no verb says what it does."""
    return holding(Combat("knack", "Knack", effects=(Effect("table"),), **more), foot=foot)  # type: ignore[arg-type]


def test_the_table_promises_the_next_attack_dice_hits_and_aim() -> None:
    battle = decided(type="maneuver").say("jason: play jason.knack.1")
    battle.say("jason: dice", "jason: 2", "jason: more", "jason: 1", "jason: aim", "jason: done")
    bonus = battle.now.bonus
    assert (bonus.dice, bonus.hits, bonus.free_aim) == (2, 1, True)


def test_the_table_changes_the_attack_that_is_open() -> None:
    battle = decided(type="reaction", when=("attack",)).say("jason: play jason.fill.1")
    battle.say("jason: react jason.knack.1", "jason: dice", "jason: 2", "jason: done")
    battle.say("jason: at foot.quiet.1").roll("1 3 3")
    assert hits(battle) == [2, 0]


def test_the_table_tells_shields_and_where_a_card_goes() -> None:
    battle = decided(type="reaction", when=("shield",), foot=BITE).say(PASS)
    battle.say("jason: react jason.knack.1", "jason: shields", "jason: 3", "jason: keep top")
    battle.say("jason: done")
    assert battle.view()["revealed"][0]["shields"] == 4
    assert battle.now.rangers["jason"].deck.top == ["jason.fill.5"]


def test_the_table_spends_energy_and_lets_a_ranger_suffer() -> None:
    battle = decided().say("jason: play jason.knack.1")
    battle.say("jason: spend", "jason: 1", "jason: mill", "jason: 1", "jason: suffer", "jason: 2")
    assert battle.now.pool == 1
    assert len(battle.now.rangers["jason"].discard) == 3
    battle.say("jason: top", "jason: 1", "jason: take jason.fill.5")
    assert battle.now.rangers["jason"].deck.top == ["jason.fill.5"]


def test_the_table_takes_hits_off_an_enemy_card_and_a_turn_from_the_rangers() -> None:
    moody = Enemy("moody", "Moody", health=3, effects=(Effect("table"),))
    battle = holding(foot=moody).say("jason: play jason.fill.1", "jason: at foot.moody.1").roll("6")
    battle.say("jason: mend foot.moody.1", "jason: 2", "jason: skip", "jason: draw", "jason: 1")
    assert hits(battle) == [0, 0]
    battle.say("jason: done")
    assert battle.said()[-2:] == ["The Rangers miss this turn.", "Moody resolves."]
    assert len(battle.hand()) == 5


def test_damage_in_the_middle_of_damage_may_fell_a_ranger() -> None:
    """R49: a star lets another card be played, and that one hurts."""
    star = Combat("star", "Star", shields=3, star=(Effect("play_again"),))
    knack = Combat("knack", "Knack", "maneuver", effects=(Effect("table"),))
    draws = {"jason": "knack fill fill fill fill star"}
    decks = {"jason": cards(FILL, star, knack, fill=6, star=1, knack=1), "foot": cards(BITE)}
    battle = Battle(1, decks, draws, foot="1").say(START, PASS, "jason: play jason.knack.1")
    battle.say("jason: suffer", "jason: 1", "jason: done")
    [shown] = battle.view()["revealed"]
    assert (shown["card"], shown["against"]) == ("Star", 2)
    assert battle.now.fighting == ["jason"]

    battle = Battle(1, decks, draws, foot="1").say(START, PASS, "jason: play jason.knack.1")
    battle.say("jason: suffer", "jason: 2")
    assert battle.now.fighting == []


# -- an enemy card that does something when it is defeated


SPITE = Enemy("spite", "Spite", health=2, defeated=(Effect("damage", 2),))
JAB = Combat("jab", "Jab", hits=2)


def test_a_card_may_hurt_when_it_is_defeated() -> None:
    """R73: at once, and the PASSIVE cards that stand count."""
    drum = Enemy("drum", "Drum", "foot", 9, ("PASSIVE",), passive=(Effect("more_damage"),))
    decks = {"jason": hero(JAB), "foot": cards(SPITE, drum)}
    battle = Battle(1, decks, {"jason": "jab", "foot": "spite drum"}, foot="2").say(START)
    battle.say("jason: play jason.jab.1", "jason: at foot.spite.1")
    assert "jason takes 3." in battle.said()


def test_the_last_card_hurts_before_the_battle_is_over() -> None:
    """R35 R58"""
    battle = holding(JAB, foot=SPITE, n=1)
    battle.say("jason: play jason.jab.1")
    told = battle.said()
    assert told.index("jason takes 2.") < told.index("The battle is over.")
    assert battle.now.track == 1


def test_the_last_ranger_may_fall_by_the_last_card() -> None:
    """R43 R69: the figure is on the track all the same."""
    jason = cards(JAB, FILL, jab=1, fill=6)
    battle = Battle(1, {"jason": jason, "foot": cards(SPITE)}, {"jason": "jab"}, foot="1")
    battle.say(START, "jason: play jason.jab.1")
    assert (battle.now.track, battle.now.fighting) == (1, [])


def test_whoever_hits_back_lets_the_next_one_do_its_worst_too() -> None:
    """R35: what falls in the middle of it is no end either."""
    back = joining("damage", Effect("hit", 2))
    battle = holding(JAB, back, foot=SPITE)
    battle.say("jason: play jason.jab.1", "jason: at foot.spite.1", "jason: react jason.join.1")
    assert battle.said().count("jason takes 2.") == 2
    assert battle.match.result


@pytest.mark.parametrize(("spite", "stands"), [("damage", False), ("discard_deck", True)])
def test_a_star_defeats_a_card_that_hurts_while_the_last_card_is_turned_up(
    spite: str, stands: bool
) -> None:
    """R49: there is no card to turn up against that damage; and none that could be lost."""
    last = Combat("last", "Last", shields=3, star=(Effect("hit", 2),))
    foe = Enemy("foe", "Foe", effects=(Effect("damage", 2),), defeated=(Effect(spite),))
    decks = {"jason": cards(FILL, last, fill=5, last=1), "foot": cards(foe)}
    battle = Battle(1, decks, {"jason": "fill fill fill fill fill last"}, foot="1")
    battle.say(START, PASS)
    assert bool(battle.now.fighting) == stands
    assert battle.now.track == 1


def test_the_table_lets_a_card_attack_with_dice() -> None:
    """R26 R30: a maneuver whose text is an attack, with what was promised to it."""
    battle = decided(type="maneuver").say("jason: play jason.knack.1", "jason: more", "jason: 1")
    battle.say("jason: attack", "jason: 2", "jason: at foot.quiet.2").roll("1 3")
    assert hits(battle) == [0, 2]
    battle.say("jason: done")
    assert battle.now.turns[battle.now.at] == "R2"


@pytest.mark.parametrize("side", ["ranger", "enemy"])
def test_the_table_rolls_dice_for_something_else(side: str) -> None:
    wild = Enemy("wild", "Wild", effects=(Effect("table"),))
    battle = decided() if side == "ranger" else holding(foot=wild)
    battle.say("jason: play jason.knack.1" if side == "ranger" else PASS)
    battle.say("jason: roll", "jason: 3").roll("1 3 6")
    assert battle.said()[-1] == "The dice show 3 hits."
    assert "done" in battle.legal()
