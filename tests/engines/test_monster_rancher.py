"""The ranch: set-up, the phases of a week, pulls and training."""

from __future__ import annotations

import pytest

from companion.engines.match import Match
from companion.engines.monster_rancher import GAME, cards
from companion.engines.monster_rancher.pieces import Attached
from companion.errors import IllegalAction, OptionError, StaleAction
from tests.engines.ranch import (
    B2,
    COUNTS,
    FLUFF,
    GIANT,
    SEATS,
    Evening,
    Requires,
    Special,
    begun,
    deck,
    playing,
)

# -- the game and its cards


def test_two_play_and_no_more() -> None:
    """R2"""
    with pytest.raises(OptionError):
        Match(GAME, ("jason", "billy", "zach"))


def test_it_is_said_at_the_start_that_some_rules_are_ours() -> None:
    """R1"""
    match = Match(GAME, SEATS)

    assert "rules of our own" in str(match.position.said[0])


def test_three_fame_counters_win() -> None:
    """R1"""
    evening = begun()
    evening.ranch("billy").fame = 2
    evening.pulls["billy"] = ["b6", "two", "four", "five"]

    evening.go("event").say("jason: stay", "billy: send")

    assert evening.match.result is not None
    assert evening.match.result.winners == {"billy"}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"six": 2}, "29 cards"),
        ({"six": 4, "one": 0}, "4 copies of Six"),
        ({"b2": 0, "one": 2}, "2 Battle cards"),
    ],
)
def test_a_deck_must_be_built_by_the_rules(wrong: dict[str, int], words: str) -> None:
    """R3 R5 R6"""
    with pytest.raises(OptionError, match=words):
        Evening(deck(counts=COUNTS | wrong))


def test_another_card_of_the_same_name_is_the_same_card() -> None:
    """R6"""
    twin = cards.Training("again", "Six", 1, "C", "", 3, {})

    faults = list(cards.faults(deck("virtual", twin, counts=COUNTS | {"again": 1, "one": 0}), 30))

    assert faults == ["has 4 copies of Six: at most 3"]


def test_a_deck_of_sixty_is_the_rule_and_thirty_may_be_agreed() -> None:
    """R3, deck_size"""
    with pytest.raises(OptionError, match="not 60"):
        Evening(deck_size="60")

    assert Evening(deck_size="30").match.result is None


def test_exactly_three_battle_cards_may_be_agreed() -> None:
    """R5, battle_cards"""
    four = deck(counts=COUNTS | {"b2": 2, "one": 0})

    assert Evening(four, four).match.result is None
    with pytest.raises(OptionError, match="exactly 3"):
        Evening(four, four, battle_cards="exactly_3")


# -- set-up


def test_one_monster_of_four_is_allowed() -> None:
    """R22, T4"""
    evening = begun("giant", "giant")

    assert [m.card.name for m in evening.ranch("jason").monsters] == ["Giant"]


def test_four_monsters_of_one_are_allowed_and_a_fifth_point_is_not() -> None:
    """R22, T4"""
    evening = Evening()
    evening.match.apply("jason", "take gazer")

    assert "take giant" not in evening.match.legal_actions("jason")
    for monster in ("mite", "mite", "mite"):
        evening.match.apply("jason", f"take {monster}")

    assert evening.match.ask_of("jason") is None


def test_at_least_one_monster_is_chosen() -> None:
    """R22"""
    assert "done" not in Evening().answers("jason")


def test_first_monsters_stay_face_down_until_both_are_ready() -> None:
    """R22"""
    evening = Evening()
    before = evening.match.view("billy")
    evening.match.apply("jason", "take giant")

    assert evening.match.view("billy") == before
    assert evening.match.awaited() == ["jason", "billy"]


def test_first_monsters_come_out_of_the_deck() -> None:
    """R22"""
    evening = begun("giant", "fluff").go("play")

    jason = evening.ranch("jason")
    assert len(jason.pile) + len(jason.hand) + len(jason.rank) == 29


# -- draw phase


def test_hands_are_filled_to_five_and_only_their_owner_sees_them() -> None:
    """R23"""
    evening = begun().go("play")

    assert len(evening.match.view("jason")["table"]["mine"]["hand"]) == 5
    assert "mine" not in evening.match.view("audience")["table"]
    assert [p["hand"] for p in evening.match.view("billy")["table"]["players"]] == [5, 5]


def test_an_event_or_battle_card_in_a_normal_draw_does_nothing() -> None:
    """R18 R19"""
    evening = begun()
    evening.hands["jason"] = ["rain", "b6"]

    evening.go("play")

    assert {"jason.rain.1", "jason.b6.1"} <= set(evening.ranch("jason").hand.held)


def test_an_empty_deck_is_made_anew_from_the_discard_pile() -> None:
    """R7 R30 R34"""
    evening = playing(["mite", "one", "three"])
    jason = evening.ranch("jason")
    jason.pile.middle, jason.pile.stock.unseen[:] = 0, []
    jason.discard += ["jason.four.1", "jason.giant.1"]
    jason.removed += ["jason.rain.1"]

    assert evening.table.restock(jason)

    assert jason.pile.stock.unseen == ["jason.four.1", "jason.giant.1"]
    assert (len(jason.pile), jason.discard) == (2, [])


def test_too_many_cards_are_discarded_face_up_at_once() -> None:
    """R23 R51 R68: as soon as the hand's limit falls"""
    evening = playing(["hat", "one", "three", "mite", "rain"])
    evening.say("jason: play hat")
    evening.go("play", week=2)
    evening.turn("jason")
    assert len(evening.ranch("jason").hand) == 6

    evening.say("jason: drop jason.hat.1", "jason: discard rain")

    assert evening.ranch("jason").discard[-1] == "jason.rain.1"
    assert evening.table.phase == "play"


# -- activation


def test_a_sole_monster_is_active_without_asking() -> None:
    """R24"""
    evening = begun().go("play")

    assert evening.ranch("jason").active.card.name == "Gazer"


def test_the_youngest_names_the_active_monster_first() -> None:
    """R24, youngest"""

    def first(**options: str) -> list[str]:
        evening = Evening(**options)
        for seat in SEATS:
            for take in ("take gazer", "take mite", "done"):
                evening.match.apply(seat, take)
        evening.settle()
        return evening.match.awaited()

    assert first() == ["jason"]
    assert first(youngest="2") == ["billy"]


def test_whoever_was_faster_last_week_names_first() -> None:
    """R24"""
    evening = begun()
    evening.pulls = {"jason": ["one", "two"], "billy": ["six", "five", "four", "two"]}
    evening.go("play")

    assert evening.table.order == ("billy", "jason")


# -- speed rank


def ranked(jason: list[str], billy: list[str], **more: str) -> Evening:
    """A week's Speed Rank with these pulls. Gazer has Speed 2, Fluff Speed 4."""
    evening = begun(**more)
    evening.pulls = {"jason": jason, "billy": billy}
    return evening


def test_the_next_highest_card_breaks_a_tie() -> None:
    """R26 R27, T1"""
    evening = ranked(["six", "two"], ["six", "five", "four", "two"]).go("play")

    assert evening.table.order == ("billy", "jason")
    assert "Fluff of billy has a Speed Rank of 6:5:4:2." in evening.said


def test_the_pi_turns_up_a_speed_rank_at_once_and_it_is_said_card_by_card() -> None:
    """R10 R26"""
    evening = ranked(["six", "two"], ["six", "five", "four", "two"]).go("play")

    turned_up = [answer for by, answer in evening.match.log if by == "deck/table"]
    assert turned_up[0] == "jason.six.1 jason.two.1"
    assert len(turned_up) == 2
    assert "jason pulls Six: 6." in evening.said
    assert "jason pulls Two: 2." in evening.said


def test_a_deck_that_ends_within_a_speed_rank_is_made_anew_there() -> None:
    """R7 R26"""
    evening = begun()
    jason = evening.ranch("jason")
    jason.pile.middle = 6
    jason.pile.stock.unseen.remove("jason.six.3")
    jason.discard.append("jason.six.3")

    evening.go("play")

    assert "jason shuffles the discard pile into a new deck." in evening.said
    assert evening.table.speed_rank("jason") == [6, 2]


def test_equal_as_far_as_both_go_more_cards_win() -> None:
    """R27, T6"""
    evening = ranked(["five", "three"], ["five", "three", "one", "one"])
    evening.hands = {s: ["two", "four", "four", "six", "six"] for s in SEATS}
    evening.ranch("billy").monsters[0].passing["speed"] = -1

    evening.go("play")

    assert evening.table.speed_rank("billy") == [5, 3, 1]
    assert evening.table.order == ("billy", "jason")


def tied(breakers: int, **options: str) -> Evening:
    """Gazer against Gazer, tied through so many tie-breakers."""
    evening = begun("gazer", "gazer", **options)
    pulls = ["four", "two", *["five", "six", "lamp"][:breakers]]
    evening.pulls = {seat: list(pulls) for seat in SEATS}
    return evening


def test_a_tie_breaker_decides_and_replaces_nothing() -> None:
    """R28 R30"""
    evening = tied(1)
    evening.pulls["jason"].append("four")
    evening.pulls["billy"].append("six")

    evening.go("play")

    assert evening.table.order == ("billy", "jason")
    assert evening.table.speed_rank("billy") == [4, 2]
    assert [p.number for p in evening.ranch("billy").breakers] == [5, 6]


def test_after_three_tie_breakers_the_youngest_hides_counters() -> None:
    """R29"""
    evening = tied(3)

    assert evening.answers("jason") == ("hide 1", "hide 2", "fist")
    assert evening.answers("billy") == ()


def test_nobody_guesses_before_the_counters_are_hidden() -> None:
    """R29"""
    evening = tied(3)
    evening.settle()

    with pytest.raises(StaleAction):
        evening.match.apply("billy", "guess 1")


def test_nobody_sees_how_many_counters_are_hidden() -> None:
    """R29"""
    views = []
    for answer in ("hide 1", "hide 2", "fist"):
        evening = tied(3).say(f"jason: {answer}")
        views.append([evening.match.view(v) for v in ("billy", "audience", "jason")])

    assert views[0] == views[1] == views[2]


@pytest.mark.parametrize(("guess", "faster"), [("guess 2", "billy"), ("guess 1", "jason")])
def test_the_older_player_wins_the_tie_by_a_right_guess(guess: str, faster: str) -> None:
    """R29"""
    evening = tied(3).say("jason: hide 2", f"billy: {guess}")

    assert evening.table.order[0] == faster


def test_counters_in_a_real_fist_are_counted_when_it_opens() -> None:
    """R29"""
    evening = tied(3).say("jason: fist", "billy: guess 2", "jason: open 2")

    assert evening.table.order[0] == "billy"


def test_speed_rank_cards_lie_aside_until_the_end_of_the_week() -> None:
    """R10 R30 R45"""
    evening = ranked(["six", "two"], ["six", "five", "four", "two"]).go("play")
    assert not evening.ranch("jason").discard

    evening.go("play", week=2)

    assert {"jason.six.1", "jason.two.1"} <= set(evening.ranch("jason").discard)


def test_without_any_card_the_speed_rank_is_shorter() -> None:
    """R7 R26"""
    evening = begun()
    jason = evening.ranch("jason")
    jason.pile.middle = 6

    evening.go("play")

    assert evening.table.speed_rank("jason") == [2]


def test_without_an_active_monster_one_is_the_slower() -> None:
    """R26"""
    evening = begun()
    evening.ranch("jason").monsters[0].injured = 2

    evening.go("play")

    assert evening.table.order == ("billy", "jason")
    assert evening.ranch("jason").rank == []


# -- events


def test_events_act_the_highest_first_and_leave_the_game() -> None:
    """R18 R31 R34"""
    evening = ranked(["rain", "hail"], ["two", "four", "four", "five"]).go("play")

    jason = evening.ranch("jason")
    assert evening.said.index("Hail of jason!") < evening.said.index("Rain of jason!")
    assert jason.removed == ["jason.hail.1", "jason.rain.1"]
    assert evening.ranch("billy").monsters[0].damage == 2
    assert evening.table.speed_rank("jason") == []


def test_of_equal_events_the_faster_players_comes_first() -> None:
    """R32"""
    evening = ranked(["hail", "two"], ["hail", "five", "four", "two"]).go("play")

    events = [line for line in evening.said if line.startswith("Hail")]
    assert events == ["Hail of billy!", "Hail of jason!"]


def test_of_own_equal_events_one_chooses() -> None:
    """R32"""
    twin = cards.Event("fog", "Fog", 5, "H", "", (cards.Effect("damage"),))
    mine = deck("virtual", twin, counts=COUNTS | {"fog": 1, "one": 0})
    evening = begun(jason_deck=mine)
    evening.pulls["jason"] = ["hail", "fog"]

    evening.go("event")
    assert evening.answers("jason") == ("first jason.hail.1", "first jason.fog.1")
    evening.say("jason: first jason.fog.1")

    assert evening.ranch("jason").removed == ["jason.fog.1", "jason.hail.1"]


def test_an_event_in_a_training_pull_is_a_number_and_no_more() -> None:
    """R18"""
    evening = playing(["one", "three", "mite"])
    evening.pulls["jason"] = ["hail"]

    evening.say("jason: play one", "billy: none")

    assert evening.ranch("jason").discard[0] == "jason.hail.1"
    assert evening.ranch("billy").monsters[0].damage == 0


def test_the_rank_is_compared_anew_without_the_used_cards() -> None:
    """R34, rank_after_removal"""
    pulls = ["hail", "two"], ["four", "four", "one", "two"]

    assert ranked(*map(list, pulls)).go("play").table.order == ("billy", "jason")
    kept = ranked(*map(list, pulls), rank_after_removal="keep").go("play")
    assert kept.table.order == ("jason", "billy")


def tie_broken_by_an_event(**options: str) -> Evening:
    evening = tied(0, **options)
    evening.pulls["jason"].append("hail")
    evening.pulls["billy"].append("one")
    evening.hands["billy"] = ["three", "mite", "mite", "mite", "friends"]
    return evening.go("play")


def test_a_used_tie_breaker_still_tells_who_is_faster() -> None:
    """R67"""
    evening = tie_broken_by_an_event()

    assert evening.ranch("jason").removed == ["jason.hail.1"]
    assert evening.table.order == ("jason", "billy")


def test_tie_breakers_act_unless_agreed_otherwise() -> None:
    """R31, tiebreak_cards_act"""
    evening = tie_broken_by_an_event(tiebreak_cards_act="false")

    assert evening.ranch("jason").removed == []


# -- card play


def test_the_faster_plays_first_and_then_in_turn() -> None:
    """R36"""
    evening = playing(["mite", "one", "three"])
    assert evening.match.awaited() == ["jason"]

    evening.say("jason: play mite")

    assert evening.match.awaited() == ["billy"]


def test_who_has_passed_may_play_while_not_all_pass_in_a_row() -> None:
    """R36 R70"""
    evening = playing(["mite", "one", "three"])

    evening.say("jason: pass", "billy: play mite", "jason: play mite", "billy: pass")
    assert evening.table.phase == "play"
    evening.say("jason: pass")

    assert evening.table.phase == "end"


def test_only_monsters_training_and_attachments_are_played() -> None:
    """R8 R35"""
    evening = playing(["rain", "b6", "mite", "one", "hat"])

    assert evening.answers("jason") == ("pass", "play mite", "play one", "play hat")


def test_training_succeeds_with_the_target_or_less() -> None:
    """R9 R15 R17"""
    evening = playing(["one", "collar", "friends", "mite", "hat"])
    evening.pulls["jason"] = ["three"]

    evening.say("jason: play one", "billy: none")

    gazer = evening.ranch("jason").monsters[0]
    assert gazer.rating("power") == 2
    assert [card.card.name for card in gazer.attached] == ["One"]


def test_a_failed_training_is_discarded_and_another_may_be_tried() -> None:
    """R15 R37"""
    evening = playing(["one", "three", "friends", "mite", "hat"])
    evening.pulls["jason"] = ["four", "two"]

    evening.say("jason: play one", "billy: none")
    assert evening.ranch("jason").discard == ["jason.four.1", "jason.one.1"]
    evening.say("billy: pass", "jason: play three", "billy: none")

    assert evening.ranch("jason").monsters[0].trained


def test_one_training_card_is_attached_to_a_monster_a_week() -> None:
    """R37"""
    evening = playing(["one", "three", "friends", "mite", "hat"])
    evening.pulls["jason"] = ["two"]

    evening.say("jason: play one", "billy: none", "billy: pass")

    assert "play three" not in evening.answers("jason")


@pytest.mark.parametrize(("pull", "works"), [("four", True), ("five", False)])
def test_loyalty_is_taken_off_the_pull(pull: str, works: bool) -> None:
    """R14 R16, T2"""
    evening = playing(["one", "three", "friends", "mite", "hat"])
    evening.pulls["jason"] = ["two"]
    evening.say("jason: play friends", "billy: none", "billy: pass", "jason: pass")
    assert evening.ranch("jason").monsters[0].rating("loyalty") == 1
    evening.go("play", week=2)
    evening.turn("jason")
    evening.pulls["jason"] = [pull]

    evening.say("jason: play one", "billy: none")

    assert evening.ranch("jason").monsters[0].trained is works


def test_loyalty_counts_as_it_was_before_the_card() -> None:
    """R16"""
    evening = playing(["friends", "three", "one", "mite", "hat"])
    evening.pulls["jason"] = ["five"]

    evening.say("jason: play friends", "billy: none")

    assert not evening.ranch("jason").monsters[0].trained


@pytest.mark.parametrize(
    ("pull", "meddling", "result"), [("four", "help", 3), ("three", "hinder", 4)]
)
def test_the_other_may_help_or_hinder_with_any_card(pull: str, meddling: str, result: int) -> None:
    """R41 R64"""
    evening = begun()
    evening.hands = {"jason": ["one", "mite"], "billy": ["b6", "three"]}
    evening.pulls = {"jason": ["six", "six", pull], "billy": ["two", "four", "four", "five"]}
    evening.go("play")

    evening.say("jason: play one", f"billy: {meddling} b6")

    assert evening.table.pull is not None
    assert evening.table.pull.result == result
    assert evening.ranch("jason").monsters[0].trained is (result <= 3)
    assert evening.ranch("billy").discard == ["billy.b6.1"]


def test_nobody_helps_oneself() -> None:
    """R41"""
    evening = playing(["one", "three", "friends", "mite", "hat"]).say("jason: play one")

    assert evening.match.awaited() == ["billy"]


def test_help_is_laid_before_the_pull_unless_agreed_otherwise() -> None:
    """R41, help_timing"""

    def known(**options: str) -> int | None:
        evening = playing(["one", "three", "friends", "mite", "hat"], **options)
        evening.pulls["jason"] = ["four"]
        evening.say("jason: play one")
        assert evening.table.pull is not None
        return evening.table.pull.number

    assert known() is None
    assert known(help_timing="after_pull") == 4


def test_without_any_card_to_pull_a_training_fails() -> None:
    """R7 R15"""
    evening = playing(["one", "three", "friends", "mite", "hat"])
    jason = evening.ranch("jason")
    jason.pile.middle = 0

    evening.say("jason: play one", "billy: none")

    assert not jason.monsters[0].trained


def test_a_monster_is_played_freely_and_bears_nothing_that_week() -> None:
    """R35 R40"""
    evening = playing(["mite", "one", "collar"])

    evening.say("jason: play mite", "billy: pass", "jason: play collar")

    assert [m.card.name for m in evening.ranch("jason").monsters] == ["Gazer", "Mite"]
    assert evening.ranch("jason").monsters[0].fitted


def test_of_six_healthy_monsters_one_is_discarded_with_its_cards() -> None:
    """R39"""
    evening = Evening()
    for take in ("gazer", "mite", "mite", "mite"):
        evening.match.apply("jason", f"take {take}")
    for take in ("take giant",):
        evening.match.apply("billy", take)
    evening.hands["jason"] = ["fluff", "giant", "collar", "one", "three"]
    evening.settle()
    evening.say("jason: on jason.gazer.1").go("play")
    evening.turn("jason")
    evening.say("jason: play collar", "jason: on jason.mite.1", "billy: pass")
    evening.say("jason: play fluff", "billy: pass", "jason: play giant")
    assert "on jason.giant.1" in evening.answers("jason")

    evening.say("jason: on jason.mite.1")

    assert len(evening.ranch("jason").healthy()) == 5
    assert {"jason.mite.1", "jason.collar.1"} <= set(evening.ranch("jason").discard)


def test_an_injured_monster_is_not_one_of_the_five() -> None:
    """R39"""
    evening = playing(["mite", "one", "three"])
    jason = evening.ranch("jason")
    jason.monsters[0].injured = 2
    monster = jason.monsters[0]
    jason.monsters += [type(monster)(f"jason.x.{n}", monster.card) for n in range(4)]

    evening.say("jason: play mite")

    assert len(jason.healthy()) == 5
    assert evening.match.awaited() == ["billy"]


def test_one_attachment_a_week_on_a_monster_and_one_on_oneself() -> None:
    """R20 R38 R69"""
    evening = playing(["collar", "torc", "hat", "one", "mite"])

    evening.say("jason: play collar", "billy: pass")
    assert "play torc" not in evening.answers("jason")
    evening.say("jason: play hat")

    assert evening.ranch("jason").monsters[0].rating("defense") == 2
    assert evening.ranch("jason").limit() == 6


def test_a_foes_attachment_is_none_of_ones_own() -> None:
    """R38: each may play one on a monster"""
    weight = cards.Attachment("hat", "Weight", 3, "C", "", "foe_monster", effects=())
    evening = begun(jason_deck=deck("virtual", weight))
    evening.hands = {"jason": ["hat", "one"], "billy": ["collar", "one"]}
    evening.pulls = {"jason": ["six", "six"], "billy": ["two", "four", "four", "five"]}
    evening.go("play").say("jason: play hat")

    assert "play collar" in evening.answers("billy")


def test_an_attachment_on_oneself_may_ask_for_a_monster() -> None:
    """R20: one of the own monsters must be what the card asks for"""

    def offered(loyalty: int) -> bool:
        hat = cards.Attachment(
            "hat", "Hat", 3, "C", "", "player", "", Requires({"loyalty": 1}), effects=()
        )
        evening = playing(["hat", "one", "mite"], jason_deck=deck("virtual", hat))
        evening.ranch("jason").monsters[0].passing["loyalty"] = loyalty
        evening.say("jason: play mite", "billy: pass")
        return "play hat" in evening.answers("jason")

    assert not offered(0)
    assert offered(1)


def test_what_a_player_has_counts_for_what_cards_ask_of_monsters() -> None:
    """R20 R62"""
    friend = cards.Effect("trait", 1, trait="loyalty")
    hat = cards.Attachment("hat", "Hat", 3, "C", "", "player", effects=(friend,))
    proud = cards.Training("one", "Proud", 1, "C", "", 3, {}, (), Requires({"loyalty": 1}))
    evening = playing(["one", "hat", "three"], jason_deck=deck("virtual", hat, proud))
    assert "play one" not in evening.answers("jason")

    evening.say("jason: play hat", "billy: pass")

    assert "play one" in evening.answers("jason")


def test_what_is_added_and_taken_from_a_trait_is_summed_before_it_is_nothing() -> None:
    """R12 R17"""
    evening = begun()
    ranch, gazer = evening.ranch("jason"), evening.ranch("jason").monsters[0]
    gazer.passing["power"] = -3
    assert ranch.rating(gazer, "power") == 0

    more = cards.Attachment("hat", "Hat", effects=(cards.Effect("trait", 1, trait="power"),))
    ranch.attach(Attached("jason.hat.1", more))

    assert ranch.rating(gazer, "power") == 0


def test_an_old_attachment_is_discarded_for_one_of_its_kind() -> None:
    """R42 R43"""
    evening = playing(["collar", "torc", "one", "three", "mite"])
    evening.say("jason: play collar").go("play", week=2)
    evening.turn("jason")

    evening.say("jason: play torc")

    gazer = evening.ranch("jason").monsters[0]
    assert [card.card.name for card in gazer.attached] == ["Torc"]
    assert "jason.collar.1" in evening.ranch("jason").discard


def test_an_attachment_may_be_discarded_instead_of_playing() -> None:
    """R43 R44"""
    evening = playing(["collar", "torc", "one", "three", "mite"])

    evening.say("jason: play collar", "billy: pass", "jason: drop jason.collar.1")

    assert evening.ranch("jason").monsters[0].attached == []
    assert evening.match.awaited() == ["billy"]


def test_what_is_on_a_foes_monster_goes_back_to_its_owners_pile() -> None:
    """R20 R43"""
    weight = cards.Attachment(
        "hat",
        "Weight",
        3,
        "C",
        "",
        "foe_monster",
        effects=(cards.Effect("trait", -1, trait="power"),),
    )
    evening = playing(["hat", "one"], jason_deck=deck("virtual", weight))
    evening.say("jason: play hat")
    fluff = evening.ranch("billy").monsters[0]
    assert fluff.rating("power") == 2

    evening.say("billy: drop jason.hat.1")

    assert evening.ranch("jason").discard == ["jason.hat.1"]


def test_a_card_may_ask_for_loyalty() -> None:
    """R21 R62"""
    proud = cards.Training(
        "one", "Proud", 1, "C", "", 3, {"power": 1}, (), Requires({"loyalty": 1})
    )
    evening = playing(["one", "three", "friends"], jason_deck=deck("virtual", proud))
    assert "play one" not in evening.answers("jason")
    evening.ranch("jason").monsters[0].passing["loyalty"] = 1

    evening.say("jason: pass", "billy: play mite")

    assert "play one" in evening.answers("jason")


# -- end of the week


def test_each_may_discard_one_card_at_the_end() -> None:
    """R45"""
    evening = begun().go("end")
    seat = evening.match.awaited()[0]

    evening.say(f"{seat}: discard mite")

    assert f"{seat}.mite.1" in evening.ranch(seat).discard


def test_nothing_is_left_of_the_week_at_its_end() -> None:
    """R37 R45"""
    evening = playing(["one", "three", "collar"])
    evening.pulls["jason"] = ["two"]
    evening.say("jason: play one", "billy: none", "billy: pass", "jason: play collar")

    evening.go("play", week=2)

    gazer = evening.ranch("jason").monsters[0]
    assert not gazer.trained
    assert not gazer.fitted


# -- special powers


def powerful(when: str = "any", **more: object) -> cards.Monster:
    special = Special("Growl", (cards.Effect("trait", trait="power"),), when, **more)  # type: ignore[arg-type]
    return cards.Monster("gazer", "Gazer", 1, "C", "", "goodie", "eye", 6, 1, 2, 2, 1, (), special)


def test_the_active_monsters_power_is_used_once_a_week() -> None:
    """R25 R46"""
    evening = playing(["one", "three", "mite"], jason_deck=deck("virtual", powerful()))

    evening.say("jason: power jason.gazer.1")
    assert "power jason.gazer.1" not in evening.answers("jason")
    evening.go("play", week=2)

    assert not evening.ranch("jason").monsters[0].spent


def test_a_power_may_be_used_in_the_foes_turn_but_nobody_waits_for_it() -> None:
    """R46"""
    evening = playing(["one", "three", "mite"], jason_deck=deck("virtual", powerful()))
    evening.say("jason: pass")
    assert evening.match.awaited() == ["billy"]

    evening.say("jason: power jason.gazer.1")

    assert evening.match.awaited() == ["billy"]
    assert evening.ranch("jason").monsters[0].spent


def test_the_faster_may_use_its_power_first() -> None:
    """R46"""
    both = {"jason_deck": deck("virtual", powerful()), "billy_deck": deck("virtual", powerful())}
    evening = begun("gazer", "gazer", **both)
    evening.pulls = {"jason": ["six", "six"], "billy": ["two", "four"]}
    evening.go("play").say("jason: pass", "billy: power billy.gazer.1")

    assert evening.answers("jason") == ("after", "power jason.gazer.1")
    evening.say("jason: power jason.gazer.1")

    uses = [line for line in evening.said if "uses Growl" in line]
    assert [line.split(" ")[2] for line in uses] == ["jason", "billy"]


def test_a_power_may_need_loyalty_or_another_time() -> None:
    """R46 R62"""
    shy = powerful(requires=Requires({"loyalty": 1}))
    for special in (shy, powerful("battle")):
        evening = playing(["one", "three", "mite"], jason_deck=deck("virtual", special))
        assert not [a for a in evening.answers("jason") if a.startswith("power")]


def test_only_a_power_that_says_so_is_used_at_rest() -> None:
    """R21 R25"""

    def answers(monster: cards.Monster) -> list[str]:
        evening = Evening(deck("virtual", monster))
        for take in ("take gazer", "take mite", "done"):
            evening.match.apply("jason", take)
        for take in ("take fluff", "done"):
            evening.match.apply("billy", take)
        evening.say("jason: on jason.mite.1").go("play")
        return [a for a in evening.answers("jason") if a.startswith("power")]

    assert answers(powerful()) == []
    assert answers(powerful(resting=True)) == ["power jason.gazer.1"]


# -- verbs


@pytest.mark.parametrize(
    ("effect", "line"),
    [
        (cards.Effect("draw", 2, "both"), "billy draws 2."),
        (cards.Effect("damage", 1, "foe"), "Fluff takes 1 damage."),
        (cards.Effect("damage", 9, "foe"), "Fluff of billy is injured."),
        (cards.Effect("injure", 1, "foe"), "Fluff of billy is injured."),
        (cards.Effect("mend", 1, "foe"), "Fluff recovers from 1 damage."),
        (cards.Effect("trait", 1, "me", "power"), "Gazer: Power +1 this week."),
        (cards.Effect("fame", 1, "me"), "jason earns a fame counter: 1."),
    ],
)
def test_verbs_of_events(effect: cards.Effect, line: str) -> None:
    """R21 R31"""
    event = cards.Event("rain", "Rain", 3, "H", "", (effect,))
    evening = begun(jason_deck=deck("virtual", event))
    evening.pulls["jason"] = ["rain", "two"]

    evening.go("play")

    assert line in evening.said


def test_an_event_may_make_one_discard() -> None:
    """R21"""
    event = cards.Event("rain", "Rain", 3, "H", "", (cards.Effect("discard", 1, "foe"),))
    evening = begun(jason_deck=deck("virtual", event))
    evening.pulls["jason"] = ["rain", "two"]
    evening.go("event")

    evening.say("billy: discard mite")

    assert evening.ranch("billy").discard == ["billy.mite.1"]


def test_the_table_decides_what_an_unknown_card_does() -> None:
    """R21"""
    event = cards.Event("rain", "Rain", 3, "H")
    evening = begun(jason_deck=deck("virtual", event))
    evening.pulls["jason"] = ["rain", "two"]
    evening.go("event")

    evening.say("jason: damage", "jason: billy", "jason: less", "jason: billy", "jason: power")
    evening.say("jason: done")

    fluff = evening.ranch("billy").monsters[0]
    assert (fluff.damage, fluff.rating("power")) == (1, 2)


def test_an_injured_monster_is_healed_by_a_card() -> None:
    """R39"""
    event = cards.Event("rain", "Rain", 3, "H", "", (cards.Effect("heal", 1, "both"),))
    evening = begun(jason_deck=deck("virtual", event))
    evening.ranch("billy").monsters[0].injured = 2
    evening.pulls["jason"] = ["rain", "two"]

    evening.go("play")

    assert not evening.ranch("billy").monsters[0].injured


# -- the traits


def test_a_rating_is_the_number_of_its_letters_and_what_is_attached() -> None:
    """R12, T3"""
    assert [getattr(FLUFF, trait) for trait in cards.TRAITS[:5]] == [5, 3, 0, 4, 2]
    assert GIANT.life == 8
    assert B2.kind == "battle"


def test_a_refused_answer_changes_nothing() -> None:
    """R36"""
    evening = playing(["one", "three", "mite"])
    before = list(evening.match.log)

    with pytest.raises(IllegalAction):
        evening.match.apply("jason", "play giant")

    assert evening.match.log == before
