"""The small print: one short test for a clause, or for a half of one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engines.monster_rancher.cards import ANYTHING, Attachment, Effect, Event, Special
from companion.engines.monster_rancher.pieces import Attached, Pulled
from tests.engines.ranch import (
    BEAM,
    BITE,
    BLANK,
    COLLAR,
    FLUFF,
    GAZER,
    LAMP,
    NUMBERS,
    SEATS,
    Evening,
    begun,
    called,
    deck,
    fought,
    near,
    playing,
)


def hung(on: str, *effects: Effect, name: str = "hat") -> Attachment:
    """An attachment in place of the Hat, or of another card."""
    return Attachment(name, "Charm", 3, "C", "", on, effects=effects)


# -- the deck and the Draw Phase


def test_unnamed_discards_of_a_real_deck_are_shuffled_in_as_well() -> None:
    """R7"""
    evening = Evening(deck("told")).say("jason: ready", "billy: take fluff", "billy: done")
    jason = evening.ranch("jason")
    jason.pile.middle, jason.unnamed = 0, 3
    jason.discard.append("jason.six.1")

    evening.table.restock(jason)

    assert (len(jason.pile), jason.unnamed, jason.discard) == (4, 0, [])


# -- Monster Activation and Speed Rank


def test_the_faster_of_last_week_names_the_active_monster_first() -> None:
    """R24"""
    evening = Evening()
    for seat in SEATS:
        for take in ("take gazer", "take mite", "done"):
            evening.match.apply(seat, take)
    evening.pulls = {"jason": ["two", "four"], "billy": ["six", "five"]}
    evening.say("jason: on jason.gazer.1", "billy: on billy.gazer.1")

    evening.go("activation", week=2)

    assert evening.match.awaited() == ["billy"]


def tied(jason: str, billy: str) -> Evening:
    """Gazer against Gazer: equal ranks, an equal tie-breaker, then these."""
    evening = begun("gazer", "gazer")
    evening.pulls = {"jason": ["four", "two", "five", *jason.split()]}
    evening.pulls["billy"] = ["four", "two", "five", *billy.split()]
    return evening


def test_only_the_last_tie_breakers_are_compared() -> None:
    """R28"""
    evening = tied("two", "four").go("play")

    assert evening.table.order == ("billy", "jason")
    assert len(evening.ranch("jason").breakers) == 2


def test_there_are_three_tie_breakers() -> None:
    """R28 R29"""
    evening = tied("six lamp", "six lamp")

    assert "hide 1" in evening.answers("jason")
    assert [len(evening.ranch(seat).breakers) for seat in SEATS] == [3, 3]


def test_tie_breakers_are_discarded_at_the_end_of_the_week() -> None:
    """R30 R45"""
    evening = tied("two", "four").go("play")
    lying = [pulled.piece for pulled in evening.ranch("jason").breakers]
    assert not set(lying) & set(evening.ranch("jason").discard)

    evening.go("play", week=2)

    assert set(lying) <= set(evening.ranch("jason").discard)


def test_tie_breakers_count_when_ranks_are_compared_anew() -> None:
    """R34 R67"""
    table = begun().go("play").table
    for seat, number in zip(SEATS, (2, 4), strict=True):
        table.ranches[seat].rank[:] = [Pulled(seat, f"{seat}.three.1", 3, NUMBERS[2])]
        table.ranches[seat].breaks[:] = [number]
    table.order = ("jason", "billy")

    table.rank_anew()

    assert table.order == ("billy", "jason")


def test_the_used_battle_card_is_out_of_the_rank_when_the_battle_begins() -> None:
    """R34 R54"""
    evening = begun()
    evening.hands = {seat: ["one", "two", "three", "four", "six"] for seat in SEATS}
    evening.pulls = {"jason": ["b6", "two"], "billy": ["four", "four", "five", "five"]}
    evening.go("event")
    assert evening.table.order == ("billy", "jason")

    evening.hands = {seat: [] for seat in SEATS}
    evening.say("jason: send", "billy: send")

    assert evening.match.awaited() == ["billy"]


@pytest.mark.parametrize(("rule", "used"), [("recompute", "billy"), ("keep", "jason")])
def test_of_equal_battle_cards_the_faster_without_the_used_events(rule: str, used: str) -> None:
    """R32 R33 R34, rank_after_removal: an event that was used is no Speed Rank card any more"""
    evening = begun(rank_after_removal=rule)
    evening.pulls = {"jason": ["hail", "b4"], "billy": ["b4", "three", "two", "one"]}
    evening.hands["billy"] = ["four", "mite", "mite", "mite", "friends"]

    evening.go("play")

    removed = {"jason": ["jason.hail.1"], "billy": []}
    removed[used] = [*removed[used], f"{used}.b4.1"]
    assert {seat: evening.ranch(seat).removed for seat in SEATS} == removed


# -- Card Play


def test_two_points_of_loyalty_are_two_off_the_pull() -> None:
    """R16"""
    evening = playing(["one", "three"])
    evening.ranch("jason").monsters[0].passing["loyalty"] = 2
    evening.pulls["jason"] = ["five"]

    evening.say("jason: play one", "billy: none")

    assert evening.ranch("jason").monsters[0].trained


def test_what_is_attached_may_make_training_easier() -> None:
    """R20 R21"""
    charm = hung("player", Effect("pull", -1))
    evening = playing(["one", "hat"], jason_deck=deck("virtual", charm))
    evening.pulls["jason"] = ["four"]

    evening.say("jason: play hat", "billy: pass", "jason: play one", "billy: none")

    assert evening.ranch("jason").monsters[0].trained


def test_events_do_not_act_in_a_training_pull_of_unlisted_cards() -> None:
    """R18 R19"""
    evening = Evening(BLANK).say("jason: ready", "billy: take fluff", "billy: done")
    evening.say("deck/table: monster-3", *(f"jason: {n}" for n in (7, 2, 1, 1, 1)))
    evening.say("jason: power-none", "jason: done", "deck/table: pull-6").turn("jason")

    evening.say("jason: play", "deck/table: a-training", "jason: 3", "billy: none")

    assert evening.answers("deck/table") == tuple(f"pull-{n}" for n in range(1, 7))


def test_a_monster_of_this_week_is_not_trained() -> None:
    """R40"""
    evening = playing(["mite", "one"]).say("jason: play mite")

    trainees = evening.table.trainees("jason", ANYTHING)
    assert [monster.card.name for monster in trainees] == ["Gazer"]


def test_nothing_is_attached_to_who_has_fought() -> None:
    """R35"""
    table = fought().table

    assert table.bearers("billy", COLLAR) == []


def test_one_attachment_a_week_on_oneself() -> None:
    """R38 R69"""
    crown = hung("player", Effect("hand"), name="torc")
    evening = playing(["hat", "torc", "one"], jason_deck=deck("virtual", crown))
    evening.say("jason: play hat", "billy: pass")
    assert "play torc" not in evening.answers("jason")

    evening.go("play", week=2)
    evening.turn("jason")

    assert "play torc" in evening.answers("jason")


def test_attachments_of_no_kind_stay_beside_each_other() -> None:
    """R42: only of some kinds one may be attached"""
    charms = [hung("monster", Effect("trait", trait="power"), name=n) for n in ("torc", "collar")]
    evening = playing(["torc", "collar", "one"], jason_deck=deck("virtual", *charms))
    evening.say("jason: play torc").go("play", week=2)

    evening.turn("jason").say("jason: play collar")

    assert len(evening.ranch("jason").monsters[0].attached) == 2


def test_an_event_may_strip_the_active_monster() -> None:
    """R21 R43"""
    thief = Event("rain", "Thief", 3, "H", "", (Effect("strip", 1, "foe"),))
    evening = begun(jason_deck=deck("virtual", thief))
    evening.ranch("billy").monsters[0].attach(Attached("billy.lamp.1", LAMP))
    evening.pulls["jason"] = ["rain", "two"]

    evening.go("play")

    assert evening.ranch("billy").monsters[0].attached == []
    assert "billy.lamp.1" in evening.ranch("billy").discard


# -- in the arena


@pytest.mark.parametrize("left", [0, 2])
def test_the_deck_is_made_anew_before_counters_are_laid(left: int) -> None:
    """R7 R53"""
    evening = called(send_choice="rank_order")
    jason = evening.ranch("jason")
    jason.pile.middle, jason.pile.stock.unseen[:] = left, ["jason.six.1", "jason.six.3"][:left]
    jason.discard[:] = ["jason.four.1", "jason.four.2"]

    evening.say("billy: send", "jason: send")

    columns = evening.match.view("jason")["table"]["arena"]["columns"]
    assert columns["jason"] == ["card"] * (left + 2) + ["counter"] * (3 - left)


def test_the_nearest_of_the_column_is_drawn() -> None:
    """R53 R58"""
    evening = fought()
    assert evening.table.arena is not None
    column = evening.table.arena.columns["billy"]
    column[0] = None

    evening.say("billy: move three")

    assert "billy removes a counter from the arena." in evening.said
    assert None not in column


def test_an_attack_may_need_the_same_icon_twice() -> None:
    """R57"""
    gazer = replace(GAZER, attacks=(replace(BEAM, need={"lamp": 2}),))
    evening = fought(jason_deck=deck("virtual", gazer))
    monster = evening.ranch("jason").monsters[0]
    monster.attach(Attached("jason.lamp.8", LAMP))
    assert evening.table.arena is not None
    evening.table.arena.spaces = {"jason": 1, "billy": 4}
    assert len(evening.table.attacks(evening.table.arena, "jason", monster)) == 1

    monster.attach(Attached("jason.lamp.9", LAMP))

    assert len(evening.table.attacks(evening.table.arena, "jason", monster)) == 2


def test_a_shield_takes_damage() -> None:
    """R13 R20"""
    evening = near(fought())
    shield = hung("player", Effect("shield", 3))
    evening.ranch("jason").attach(Attached("jason.hat.1", shield))

    evening.say("billy: move three", "billy: attack 1", "billy: discard three")

    assert evening.ranch("jason").monsters[0].damage == 1


def test_a_six_always_hits() -> None:
    """HOUSE A1, attack_resolution"""
    evening = near(fought(attack_resolution="pull_to_hit"))
    evening.ranch("jason").monsters[0].passing["speed"] = 7
    evening.pulls["billy"] = ["six"]

    evening.say("billy: move three", "billy: attack 1", "billy: discard three")

    assert evening.ranch("jason").monsters[0].damage == 4


@pytest.mark.parametrize(("whom", "fame"), [("both", [0, 0]), ("foe", [1, 0])])
def test_nobody_wins_when_both_are_knocked_out(whom: str, fame: list[int]) -> None:
    """R54, HOUSE A3"""
    power = Special("Storm", (Effect("damage", 9, whom),), "battle")
    gazer = replace(GAZER, attacks=(BITE,), special=power)
    evening = fought(jason_deck=deck("virtual", gazer))

    evening.say("jason: power jason.gazer.1")

    assert [evening.ranch(seat).fame for seat in SEATS] == fame


@pytest.mark.parametrize(("spaces", "end"), [(2, {"jason": 1, "billy": 3}), (-2, None)])
def test_a_power_may_step(spaces: int, end: dict[str, int] | None) -> None:
    """R21 R56: forward and backward, and not out of the arena"""
    fluff = replace(FLUFF, special=Special("Hop", (Effect("step", spaces),), "battle"))
    evening = fought(billy_deck=deck("virtual", fluff))

    evening.say("billy: power billy.fluff.1")

    assert evening.table.arena is not None
    assert evening.table.arena.spaces == (end or {"jason": 1, "billy": 5})
