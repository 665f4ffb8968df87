"""Battles: who shows up, the arena, shots, attacks, and how a fight ends."""

from __future__ import annotations

import pytest

from companion.engines.core import GameOver
from companion.engines.monster_rancher import cards
from companion.engines.monster_rancher.pieces import Attached
from companion.errors import IllegalAction
from tests.engines.ranch import (
    BITE,
    GAZE,
    SEATS,
    Evening,
    begun,
    called,
    deck,
    fought,
    near,
)


def spaces(evening: Evening) -> tuple[int, ...]:
    assert evening.table.arena is not None
    return tuple(evening.table.arena.spaces.values())


def columns(evening: Evening) -> list[int]:
    assert evening.table.arena is not None
    return [len(column) for column in evening.table.arena.columns.values()]


# -- Battle cards


def test_of_two_battle_cards_the_higher_is_fought_and_the_other_discarded() -> None:
    """R19 R33 R34, T7"""
    evening = begun()
    evening.pulls = {"jason": ["b4", "b6"], "billy": ["two", "four", "four", "five"]}

    evening.go("play")

    assert evening.ranch("jason").removed == ["jason.b6.1"]
    assert "jason.b4.1" in evening.ranch("jason").discard
    assert evening.table.speed_rank("jason") == []


def test_of_equal_battle_cards_the_faster_players_is_used() -> None:
    """R32 R33"""
    evening = begun()
    evening.pulls = {"jason": ["b6", "two"], "billy": ["b6", "four", "four", "five"]}

    evening.go("play")

    assert evening.ranch("billy").removed == ["billy.b6.1"]
    assert "jason.b6.1" in evening.ranch("jason").discard


def test_the_used_battle_card_leaves_the_game_even_without_a_winner() -> None:
    """R19 R66"""
    evening = called().say("jason: stay", "billy: stay")

    assert "Nobody wins the battle." in evening.said
    assert evening.ranch("jason").removed == ["jason.b6.1"]
    assert [evening.ranch(seat).fame for seat in SEATS] == [0, 0]


def test_whoever_shows_up_alone_wins() -> None:
    """R48"""
    evening = called().say("jason: stay", "billy: send")

    assert evening.ranch("billy").fame == 1
    assert not evening.ranch("billy").monsters[0].fought


def test_nobody_knows_who_sends_before_both_have_decided() -> None:
    """R48"""
    views = []
    for choice in ("send", "stay"):
        evening = called().say(f"jason: {choice}")
        views.append([evening.match.view(viewer) for viewer in ("billy", "audience")])

    assert views[0] == views[1]


def test_the_faster_may_decide_first_openly() -> None:
    """R48, send_choice"""
    evening = called(send_choice="rank_order")

    assert evening.match.awaited() == ["billy"]
    evening.say("billy: send")
    assert evening.match.awaited() == ["jason"]


def test_without_a_foe_the_owner_of_the_card_wins() -> None:
    """R47 R50"""
    evening = begun()
    evening.ranch("billy").monsters[0].injured = 2
    evening.pulls = {"jason": ["b6", "two"], "billy": []}

    evening.go("play")

    assert evening.ranch("jason").fame == 1
    assert evening.ranch("jason").removed == ["jason.b6.1"]


def test_without_a_foe_there_may_be_no_battle() -> None:
    """R50, no_active_monster"""
    evening = begun(no_active_monster="no_battle")
    evening.ranch("billy").monsters[0].injured = 2
    evening.pulls = {"jason": ["b6", "two"], "billy": []}

    evening.go("play")

    assert evening.ranch("jason").fame == 0
    assert "jason.b6.1" in evening.ranch("jason").discard


def test_a_card_may_name_only_the_goodies() -> None:
    """R21 R47 R49"""
    good = cards.Battle("b6", "Good Battle", 6, "H", "", "goodies")
    mine = begun(billy_deck=deck("virtual", good))
    mine.pulls = {"jason": ["two", "six"], "billy": ["b6", "four", "four", "five"]}
    theirs = begun(jason_deck=deck("virtual", good))
    theirs.pulls = {"jason": ["b6", "six"], "billy": ["two", "four", "four", "five"]}

    assert mine.go("play").ranch("billy").fame == 1
    theirs.go("play")

    assert "jason.b6.1" in theirs.ranch("jason").discard
    assert theirs.ranch("billy").fame == 0


def test_the_table_may_tell_whom_a_card_names() -> None:
    """R49"""
    vague = cards.Battle("b6", "Vague Battle", 6, "H", "", "table")
    evening = called(jason_deck=deck("virtual", vague))

    assert evening.answers("jason") == ("both", "only jason", "only billy")
    evening.say("jason: only jason")

    assert evening.ranch("jason").fame == 1


# -- the arena


def test_hands_are_filled_before_the_battle() -> None:
    """R51"""
    evening = called(send_choice="rank_order")
    evening.ranch("jason").hand.held[:] = []
    evening.hands = {seat: [] for seat in SEATS}

    evening.say("billy: send", "jason: send")

    assert len(evening.ranch("jason").hand) == 5


def test_the_arena_has_five_spaces_and_five_unseen_cards_a_side() -> None:
    """R4 R52 R59"""
    evening = fought()

    arena = evening.match.view("jason")["table"]["arena"]
    assert arena["spaces"] == ["jason", None, None, None, "billy"]
    assert arena["columns"] == {seat: ["card"] * 5 for seat in SEATS}
    assert [by for by, _ in evening.match.log[-2:]] == ["jason", "billy"]


def test_counters_lie_where_there_are_no_cards() -> None:
    """R53"""
    evening = called(send_choice="rank_order")
    jason = evening.ranch("jason")
    jason.pile.middle = 2

    evening.say("billy: send", "jason: send")
    arena = evening.match.view("jason")["table"]["arena"]
    assert arena["columns"]["jason"] == ["card", "card", "counter", "counter", "counter"]


def test_a_counter_is_only_removed() -> None:
    """R53"""
    evening = fought()
    assert evening.table.arena is not None
    evening.table.arena.columns["jason"] = [None] * 5

    evening.say("billy: move three", "billy: discard two", "jason: move three")

    assert columns(evening) == [4, 4]
    assert len(evening.ranch("jason").hand) == 5


def test_arena_cards_are_in_no_new_deck() -> None:
    """R7 R52"""
    evening = fought()
    jason = evening.ranch("jason")
    arena = evening.table.arena
    assert arena is not None
    lying = list(jason.pile.stock.unseen)
    jason.pile.middle = 0
    jason.discard.append("jason.four.3")

    evening.table.restock(jason)

    assert jason.pile.stock.unseen == ["jason.four.3"]
    assert all(stock is not None and stock.unseen == lying for stock in arena.columns["jason"])


# -- shots


def test_the_faster_shoots_first_in_each_round() -> None:
    """R54"""
    evening = fought()
    assert evening.match.awaited() == ["billy"]

    evening.say("billy: move three", "billy: discard three", "jason: move three")
    evening.say("jason: discard three")

    assert evening.match.awaited() == ["billy"]
    assert evening.table.arena is not None
    assert evening.table.arena.round == 2


def test_a_move_card_is_shown_and_taken_back() -> None:
    """R11 R55 R63"""
    evening = fought().say("billy: move one")

    assert spaces(evening) == (1, 4)
    assert "billy.one.1" in evening.ranch("billy").hand.held
    assert "billy shows One: Charge." in evening.said


def test_any_hand_card_can_be_a_move_card() -> None:
    """R64"""
    evening = fought()

    moves = {answer for answer in evening.answers("billy") if answer.startswith("move ")}
    assert moves == {"move one", "move five", "move giant", "move three", "move two"}


@pytest.mark.parametrize(
    ("start", "answers", "end"),
    [
        ((1, 5), ["move one"], (1, 4)),
        ((1, 4), ["move two"], (1, 5)),
        ((1, 4), ["move three"], (1, 4)),
        ((3, 4), ["move giant"], (2, 4)),
        ((2, 4), ["move giant", "step"], (2, 3)),
        ((2, 4), ["move giant", "stay"], (2, 4)),
        ((1, 5), ["move two"], (1, 5)),
        ((3, 4), ["move one"], (3, 4)),
        ((1, 2), ["move giant"], (1, 2)),
    ],
)
def test_moves(start: tuple[int, int], answers: list[str], end: tuple[int, int]) -> None:
    """R55 R56, T5"""
    evening = fought()
    assert evening.table.arena is not None
    evening.table.arena.spaces = dict(zip(SEATS, start, strict=True))

    evening.say(*(f"billy: {answer}" for answer in answers))

    assert spaces(evening) == end


def test_an_empty_hand_holds() -> None:
    """R11 R55"""
    evening = fought()
    evening.ranch("jason").hand.held.clear()

    evening.say("billy: move one", "billy: discard one")

    assert "jason has no card to move with and holds." in evening.said
    assert evening.match.awaited() == ["billy"]


# -- attacks


def test_an_attack_needs_the_foe_exactly_at_its_range() -> None:
    """R57 R61"""
    evening = near(fought()).say("billy: move one")
    assert evening.answers("billy") == ("none", "attack 1")

    evening.say("billy: none", "billy: discard two", "jason: move three")

    assert evening.answers("jason") == ("none", "attack 1")


def test_an_attack_needs_its_icons_attached() -> None:
    """R17 R57"""

    def offered(*icons: str) -> tuple[str, ...]:
        evening = fought("gazer", "fluff")
        gazer = evening.ranch("jason").monsters[0]
        lamp = evening.ranch("jason").deck.cards["lamp"]
        for n, _ in enumerate(icons):
            gazer.attach(_attached(f"jason.lamp.{n}", lamp))
        evening.say("billy: move one", "billy: discard one", "jason: move three")
        return evening.answers("jason")

    assert not [a for a in offered() if a.startswith("attack")]
    assert offered("lamp") == ("none", "attack 3")


@pytest.mark.parametrize(("rule", "left"), [("kept", 1), ("consumed", 0)])
def test_icons_that_a_player_has_serve_an_attack(rule: str, left: int) -> None:
    """R20 R57, need_icons"""
    icon = cards.Effect("icon", 1, icon="lamp")
    hat = cards.Attachment("hat", "Hat", 3, "C", "", "player", effects=(icon,))
    evening = fought(jason_deck=deck("virtual", hat), need_icons=rule)
    evening.ranch("jason").attach(_attached("jason.hat.1", hat))
    evening.say("billy: move one", "billy: discard one", "jason: move three")

    evening.say("jason: attack 3", "jason: discard one")

    assert len(evening.ranch("jason").attached) == left


def _attached(piece: str, card: cards.Training | cards.Attachment) -> object:
    return Attached(piece, card)


def test_an_attack_costs_a_hand_card_and_does_its_damage() -> None:
    """R13 R58, HOUSE A1: 2 and Power 3, less Defense 1"""
    evening = near(fought()).say("billy: move one", "billy: attack 1", "billy: discard three")

    assert evening.ranch("jason").monsters[0].damage == 4
    assert evening.ranch("billy").discard == ["billy.three.1"]
    assert columns(evening) == [5, 5]
    assert evening.match.awaited() == ["jason"]


def test_attacking_is_optional_and_whoever_does_not_draws() -> None:
    """R58 R65"""
    evening = near(fought()).say("billy: move one", "billy: none")

    assert columns(evening) == [5, 4]
    assert "discard one" in evening.answers("billy")


def test_above_five_cards_one_discards_at_once() -> None:
    """R59"""
    evening = fought().say("billy: move one", "billy: discard two")

    assert len(evening.ranch("billy").hand) == 5
    assert evening.ranch("billy").discard == ["billy.two.1"]


def test_after_an_attack_with_the_last_card_one_draws() -> None:
    """R58"""
    evening = near(fought())
    evening.ranch("billy").hand.held[1:] = []

    evening.say("billy: move one", "billy: attack 1", "billy: discard one")

    assert columns(evening) == [5, 4]
    assert len(evening.ranch("billy").hand) == 1


def test_without_a_hand_card_there_is_no_attack() -> None:
    """R57, HOUSE A1"""
    evening = near(fought())
    evening.ranch("jason").hand.held.clear()

    evening.say("billy: move three", "billy: none", "billy: discard two")

    assert columns(evening)[0] == 4
    assert evening.ranch("billy").monsters[0].damage == 0


def test_defense_never_heals() -> None:
    """R13, attack_min_damage"""

    def damage(**options: str) -> int:
        evening = near(fought("mite", "fluff", **options))
        evening.ranch("billy").monsters[0].passing["defense"] = 9
        evening.say("billy: move three", "billy: none", "billy: discard two")
        evening.say("jason: move three", "jason: attack 1", "jason: discard three")
        return int(evening.ranch("billy").monsters[0].damage)

    assert damage() == 0
    assert damage(attack_min_damage="1") == 1


@pytest.mark.parametrize(("pull", "damage"), [("one", 0), ("two", 4)])
def test_an_attack_may_need_a_pull_of_the_foes_speed(pull: str, damage: int) -> None:
    """HOUSE A1, attack_resolution"""
    evening = near(fought(attack_resolution="pull_to_hit"))
    evening.ranch("billy").hand.held.remove("billy.one.1")
    evening.ranch("billy").pile.stock.unseen.append("billy.one.1")
    evening.pulls["billy"] = [pull]

    evening.say("billy: move three", "billy: attack 1", "billy: discard three")

    assert evening.ranch("jason").monsters[0].damage == damage


def test_needed_icons_stay_unless_they_are_consumed() -> None:
    """HOUSE A2, need_icons"""

    def left(**options: str) -> int:
        evening = fought(**options)
        jason = evening.ranch("jason")
        jason.monsters[0].attach(_attached("jason.lamp.9", jason.deck.cards["lamp"]))
        evening.say("billy: move one", "billy: discard one", "jason: move three")
        evening.say("jason: attack 3", "jason: discard one")
        return len(jason.monsters[0].attached)

    assert left() == 1
    assert left(need_icons="consumed") == 0


def test_a_consumed_card_serves_with_all_of_its_icons() -> None:
    """HOUSE A2, need_icons: two needed icons on one card are one card"""
    both = cards.Training("lamp", "Lamp", 2, "C", "", 4, {}, ("lamp", "bell"))
    beam = cards.Attack("Beam", 3, "psychic", 2, {"lamp": 1, "bell": 1})
    gazer = cards.Monster("gazer", "Gazer", 1, "C", "", "baddie", "eye", 6, 1, 2, 2, 1, (beam,))
    evening = fought(jason_deck=deck("virtual", both, gazer), need_icons="consumed")
    monster = evening.ranch("jason").monsters[0]
    monster.attach(_attached("jason.lamp.9", both))
    evening.say("billy: move one", "billy: discard one", "jason: move three")

    evening.say("jason: attack 1", "jason: discard one")

    assert monster.attached == []
    assert evening.match.awaited() == ["billy"]


def test_psychic_attacks_take_intelligence() -> None:
    """R12 R13 R61"""
    evening = fought()
    fluff = evening.ranch("billy").monsters[0]
    gazer = evening.ranch("jason").monsters[0]

    assert evening.table.damage("jason", gazer, GAZE, fluff) == 1
    assert evening.table.damage("jason", gazer, BITE, fluff) == 1


def test_the_table_tells_what_an_unlisted_attack_does() -> None:
    """R21 R61"""
    blank = cards.Monster("fluff", "Fluff", 1, "H", "", "goodie", "puff", 5, 3, 0, 4, 2, None)
    evening = fought(billy_deck=deck("virtual", blank))

    evening.say("billy: move one", "billy: attack", "billy: discard three", "billy: 3")

    assert evening.ranch("jason").monsters[0].damage == 3


# -- the end of a fight


def knocked_out(**options: str) -> Evening:
    """Fluff bites Gazer twice."""
    evening = near(fought(**options))
    evening.say("billy: move three", "billy: attack 1", "billy: discard three")
    evening.say("jason: move three", "jason: none", "jason: discard two")
    return evening.say("billy: move one", "billy: attack 1", "billy: discard two")


def test_a_knock_out_ends_the_fight_and_wins_a_fame_counter() -> None:
    """R1 R13 R54, HOUSE A3"""
    evening = knocked_out()

    assert "Gazer of jason is knocked out." in evening.said
    assert evening.ranch("billy").fame == 1
    assert evening.table.arena is None


def test_the_knocked_out_monster_is_injured_and_keeps_its_cards() -> None:
    """R39, HOUSE A4"""
    gazer = knocked_out().ranch("jason").monsters[0]

    assert (gazer.injured, gazer.damage) == (2, 0)


@pytest.mark.parametrize(("turns", "weeks"), [("1", 1), ("2", 2), ("3", 3)])
def test_an_injured_monster_is_well_after_some_end_phases(turns: str, weeks: int) -> None:
    """HOUSE A4, heal_turns"""
    evening = knocked_out(heal_turns=turns)
    gazer = evening.ranch("jason").monsters[0]

    for week in range(2, weeks + 1):
        evening.go("play", week=week)
        assert gazer.injured
    evening.go("play", week=weeks + 1)

    assert not gazer.injured


def test_an_injury_may_last_for_ever() -> None:
    """HOUSE A4, heal_turns"""
    evening = knocked_out(heal_turns="never").go("play", week=3)

    assert evening.ranch("jason").monsters[0].injured


def test_when_no_monster_can_come_any_more_the_match_ends() -> None:
    """HOUSE A4 A35"""
    evening = begun(heal_turns="never").go("play")
    for seat in SEATS:
        ranch = evening.ranch(seat)
        monster = ranch.monsters[0]
        ranch.monsters = [type(monster)(f"{seat}.x.{n}", monster.card) for n in range(6)]
        for other in ranch.monsters:
            other.injured = -1

    with pytest.raises(GameOver):
        evening.table.stalemate()


@pytest.mark.parametrize(("rule", "left"), [("cleared", 0), ("stays", 4)])
def test_damage_on_a_survivor_is_cleared_unless_it_stays(rule: str, left: int) -> None:
    """HOUSE A5, survivor_damage"""
    evening = near(fought(survivor_damage=rule))
    evening.say("billy: move three", "billy: attack 1", "billy: discard three")
    evening.ranch("billy").monsters[0].damage = 9
    evening.say("jason: move three")

    assert evening.table.arena is None
    assert evening.ranch("jason").monsters[0].damage == left


def test_leftover_arena_cards_are_discarded_and_the_fighters_are_not_trained() -> None:
    """R35, HOUSE A6"""
    evening = knocked_out().go("play")

    assert len(evening.ranch("billy").discard) >= 7
    assert evening.ranch("billy").monsters[0].fought
    assert "play one" not in evening.answers("billy")


def last_card(jason: int, billy: int, **options: str) -> Evening:
    """So much damage on each side; billy has one arena card left and draws it."""
    evening = fought(**options)
    assert evening.table.arena is not None
    for seat, damage in zip(SEATS, (jason, billy), strict=True):
        evening.ranch(seat).monsters[0].damage = damage
    evening.table.arena.columns["billy"][1:] = []
    return evening.say("billy: move three", "billy: discard two")


def test_when_time_runs_out_less_damage_wins() -> None:
    """R60"""
    evening = last_card(1, 2)

    assert evening.ranch("jason").fame == 1


def test_equal_damage_and_nobody_wins() -> None:
    """R60 R66, T8"""
    evening = last_card(2, 2)

    assert "Nobody wins the battle." in evening.said
    assert evening.ranch("jason").removed == ["jason.b6.1"]


def test_the_round_may_be_finished_when_time_is_out() -> None:
    """R60, time_out"""
    evening = last_card(1, 2, time_out="finish_round")
    assert evening.match.awaited() == ["jason"]

    evening.say("jason: move three", "jason: discard three")

    assert evening.table.arena is None


@pytest.mark.parametrize(("rule", "over"), [("most_fame", True), ("play_on", False)])
def test_without_battle_cards_more_fame_wins(rule: str, over: bool) -> None:
    """HOUSE A35, fame_unreachable"""
    evening = called(fame_unreachable=rule, send_choice="rank_order")
    evening.ranch("billy").fame = 1
    for seat in SEATS:
        evening.ranch(seat).removed += [f"{seat}.{card}.1" for card in ("b2", "b4", "b6")]
    evening.ranch("jason").removed.remove("jason.b6.1")

    evening.say("billy: stay", "jason: stay")

    result = evening.match.result
    assert (result is not None) is over
    assert result is None or result.winners == {"billy"}


def test_a_power_may_end_a_fight() -> None:
    """R46 R54"""
    special = cards.Special("Glare", (cards.Effect("damage", 9, "foe"),), "battle")
    gazer = cards.Monster(
        "gazer", "Gazer", 1, "C", "", "goodie", "eye", 6, 1, 2, 2, 1, (BITE,), special
    )
    evening = near(fought(jason_deck=deck("virtual", gazer)))
    evening.say("billy: move three", "jason: power jason.gazer.1")

    assert evening.ranch("jason").fame == 1


def test_nobody_sends_a_monster_that_is_not_active() -> None:
    """R48"""
    assert called().answers("jason") == ("send", "stay")


def test_a_foe_out_of_reach_is_not_attacked() -> None:
    """R57"""
    evening = fought()

    with pytest.raises(IllegalAction):
        evening.match.apply("billy", "attack 1")
