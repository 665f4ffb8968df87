"""The duel in the order of its sheet of rules; T1 to T7 are the sheet's own consequences."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.engines.bandai import GAME
from companion.engines.bandai.cards import Card, plain
from companion.engines.bandai.robot import decide
from companion.engines.bandai.rules import Bandai
from companion.engines.game import Deck
from companion.engines.match import Match
from companion.errors import IllegalAction, OptionError, StaleAction
from tests.engines.duel import SEATS, Duel


def test_two_players_with_a_deck_of_twenty_each_and_no_starting_hand() -> None:
    """R1 R2 R3 R4"""
    duel = Duel()

    assert duel.counts("jason") == duel.counts("billy") == (19, 1, 0)
    assert duel.said() == ["Each deck is shuffled, and cut by the other player."]
    with pytest.raises(OptionError, match="2 seats"):
        Match(GAME, ("jason",))


def test_t1_the_only_card_of_turn_1_is_not_playable_at_any_cost() -> None:
    """R5 R6 R7 R8"""
    duel = Duel("dear", "high")

    assert duel.legal("jason") == ["nothing"]
    assert duel.legal("billy") == ["choose high", "nothing"]


def test_the_played_card_does_not_pay_for_itself() -> None:
    """R6 A8"""
    duel = Duel("dear dear peak").both("nothing", "nothing")

    assert duel.legal("jason") == ["choose dear", "nothing"]
    duel.both("nothing", "nothing")
    assert duel.legal("jason") == ["choose dear", "choose peak", "nothing"]


def test_paying_moves_cards_of_ones_choice_from_hand_to_discard_pile() -> None:
    """R6 A10"""
    duel = Duel("dear low high").rounds(2).say("jason: choose dear", "billy: nothing")

    assert duel.legal("jason") == ["pay low", "pay high"]
    duel.say("jason: pay high")

    assert duel.held("jason") == ["dear", "low"]
    assert duel.counts("jason") == (17, 2, 1)
    assert duel.view("audience")["table"]["players"][0]["discard"] == [
        {"id": "high", "name": "High"}
    ]
    assert duel.view("audience")["table"]["clash"]["sides"][0]["paid_with"] == ["High"]
    assert duel.said()[-1] == "jason pays with High."


@pytest.mark.parametrize("kinds", ["virtual,virtual", "virtual,tagged"])
def test_nobody_can_tell_who_pays_before_both_have_paid(kinds: str) -> None:
    """R6 R27 A4"""

    def before_billy_pays(answer: str) -> dict[str, Any]:
        duel = Duel("dear low high", "dear low high", kinds=kinds)
        real = kinds.endswith("tagged")
        for _ in range(2):
            duel.say("jason: nothing", "billy: ready" if real else "billy: nothing")
            duel.say("jason: none", "billy: none")
        duel.say(f"jason: {answer}")
        if not real:
            duel.say("billy: choose dear")
        return duel.match.view("billy")

    seen = [before_billy_pays(answer) for answer in ("choose dear", "choose low", "nothing")]
    assert seen[0]["awaited"] == ["jason", "billy"]
    assert seen[0] == seen[1] == seen[2]


def test_a_real_card_and_what_pays_for_it_are_sealed_together_and_told_by_both_at_once() -> None:
    """R6 A4 with `cost_timing=on_reveal`"""
    duel = Duel("dear low high", "dear low high", kinds="tagged,tagged", cost_timing="on_reveal")
    for _ in range(2):
        duel.say("jason: ready", "billy: ready", "jason: none", "billy: none")
    duel.say("jason: ready", "billy: ready", "jason: down dear.1", "billy: down dear.1")

    assert duel.match.awaited() == ["jason", "billy"]
    duel.say("billy: pay low.1")
    assert "pays" not in duel.said()[-1]
    duel.say("jason: pay high.1")
    assert duel.said()[-4:-2] == ["jason pays with High.", "billy pays with Low."]


def test_two_decks_have_the_same_elements() -> None:
    """R14 R16 A13"""
    ember = Card("ember", "Ember", 0, 1, ("fire",), {"fire": 4, "ice": 2})
    decks = {
        "jason": plain(20, "virtual"),
        "billy": Deck({"ember": ember}, {"ember": 20}, "virtual", "Fire"),
    }
    game = replace(GAME, decks=lambda _seats, _options: decks)

    with pytest.raises(OptionError, match="take two decks of one set"):
        Match(game, ["jason", "billy"])
    assert Match(game, ["jason", "billy"], game.options({"element_mode": "own"}))


def test_a_number_of_a_real_card_may_be_any() -> None:
    """R16 R19"""
    duel = Duel(kinds="blank,blank").say("jason: ready", "billy: ready")
    duel.say("jason: down card", "billy: down card")

    for wrong in ("-1", "007", "1.5", "", "123456789012", "²"):
        with pytest.raises(IllegalAction):
            duel.say(f"jason: {wrong}")
    duel.say("jason: 4000", "billy: 31", "jason: 100")
    assert duel.view("audience")["table"]["clash"]["winner"] == "jason"


def test_the_card_that_ends_the_game_goes_to_the_discard_pile_as_well() -> None:
    """R20 R22"""
    duel = Duel("low low", "dear low", size=4).rounds(1).say("jason: nothing", "billy: choose dear")
    duel.say("jason: none", "billy: down")

    assert duel.match.result
    assert duel.match.result.winners == {"billy"}
    assert duel.counts("billy") == (2, 0, 2)


def test_damage_without_cards_to_draw_is_no_loss() -> None:
    """R29"""
    duel = Duel("calm", "calm", size=1).say("jason: choose calm", "billy: nothing")
    duel.say("jason: down", "billy: none")

    assert duel.match.result is not None
    assert str(duel.match.result.how) == "Both must draw and cannot: a draw."


def test_who_must_pay_with_all_the_rest_is_not_asked_which() -> None:
    """R6"""
    duel = Duel("dear low").rounds(1).say("jason: choose dear", "billy: nothing")

    assert duel.counts("jason") == (18, 1, 1)
    assert duel.legal("jason") == ["down", "none"]


def test_both_put_down_at_once() -> None:
    """R9"""
    duel = Duel("low", "high").say("jason: choose low", "billy: choose high", "billy: down")

    assert duel.view("jason")["table"]["clash"]["open"] is False
    duel.say("jason: down")

    assert duel.said()[1:3] == ["jason puts down Low.", "billy puts down High."]


def test_a_bluff_keeps_the_card_unseen_and_what_was_paid_is_gone() -> None:
    """R10 R26 R27"""
    duel = Duel("dear low").rounds(1).say("jason: choose dear", "billy: nothing")

    duel.say("jason: none", "billy: none")

    assert duel.held("jason")[0] == "dear"
    assert duel.counts("jason") == (17, 2, 1)
    assert "Dear" not in " ".join(duel.said())


def test_t2_one_card_alone_inflicts_its_damage_without_any_comparison() -> None:
    """R11 R19 R20"""
    duel = Duel("low", "high").both("nothing", "high")

    assert duel.counts("jason") == (16, 4, 0)  # one drawn in turn 1, two damage, one in turn 2
    assert duel.counts("billy") == (18, 1, 1)
    assert "jason puts nothing down." in duel.said()


def test_t6_nobody_plays_and_no_card_moves_but_by_the_next_draw() -> None:
    """R12 R21"""
    duel = Duel().both("nothing", "nothing")

    assert duel.now.turn == 2
    assert duel.counts("jason") == duel.counts("billy") == (18, 2, 0)


def test_each_card_names_the_element_that_the_opponent_fights_with() -> None:
    """R13 R14 R16 R17"""
    duel = Duel("low", "high").both("low", "high")  # low calls spark, high calls tide

    sides = duel.view("audience")["table"]["clash"]["sides"]
    assert [(side["element"], side["value"]) for side in sides] == [("tide", 3), ("spark", 5)]
    assert duel.view("audience")["table"]["clash"]["winner"] == "billy"
    assert duel.counts("jason") == (16, 3, 1)
    assert duel.counts("billy") == (18, 1, 1)


def test_a_card_with_several_elements_lets_its_owner_pick_one_in_the_open_battle() -> None:
    """R15"""
    duel = Duel("wide", "high").both("wide", "high")

    assert duel.match.awaited() == ["jason"]
    assert duel.legal("jason") == ["element spark", "element tide"]
    duel.say("jason: element tide")

    sides = duel.view("audience")["table"]["clash"]["sides"]
    assert sides[1]["element"] == "tide"
    assert sides[1]["value"] == 3


def test_both_pick_their_element_in_secret() -> None:
    """R15 A3"""
    duel = Duel("wide", "wide").both("wide", "wide")

    before = duel.view("billy")
    duel.say("jason: element tide")
    assert duel.view("billy") == before
    duel.say("billy: element spark")

    assert [side["element"] for side in duel.view("billy")["table"]["clash"]["sides"]] == [
        "spark",
        "tide",
    ]


def test_t3_equal_values_do_no_damage_and_both_cards_are_discarded() -> None:
    """R18 R20 A5"""
    duel = Duel("low", "low").both("low", "low")

    assert duel.counts("jason") == duel.counts("billy") == (18, 1, 1)
    assert "Equal: nobody is damaged." in duel.said()


def test_damage_goes_to_the_hand_and_nobody_else_sees_the_cards() -> None:
    """R19 A6"""
    duel = Duel("low high dear peak", "high").both("nothing", "high")

    assert duel.held("jason") == ["low", "high", "dear", "peak"]
    assert "Dear" not in str(duel.view("billy")["table"])


def test_t4_an_empty_deck_at_step_1_loses() -> None:
    """R22 R24 R28"""
    duel = Duel("low", "low low", size=3).both("nothing", "low").both("nothing", "nothing")

    assert duel.match.result is not None
    assert duel.match.result.winners == {"billy"}
    assert str(duel.match.result.how) == "jason must draw and cannot."


def test_t4_both_decks_empty_at_step_1_is_a_draw() -> None:
    """R22 R23"""
    duel = Duel(size=2).rounds(2)

    assert duel.match.result is not None
    assert duel.match.result.winners == frozenset()


def test_t5_damage_beyond_the_deck_draws_what_is_there_and_loses() -> None:
    """R19 R22"""
    duel = Duel("low low", "dear low", size=4).rounds(1).say("jason: nothing", "billy: choose dear")

    duel.say("jason: none", "billy: down")

    assert duel.counts("jason") == (0, 4, 0)
    assert duel.match.result is not None
    assert duel.match.result.winners == {"billy"}


def test_t7_a_deck_that_is_just_empty_plays_the_turn_to_its_end() -> None:
    """R24"""
    duel = Duel(size=1).say("jason: choose low", "billy: choose low", "jason: down")

    assert duel.match.result is None
    duel.say("billy: down")
    assert "Equal: nobody is damaged." in duel.said()


def test_damage_of_exactly_the_whole_deck_does_not_lose_at_once() -> None:
    """R22 R24"""
    duel = Duel("low", "high", size=3).both("nothing", "high")

    assert "billy inflicts 2: jason draws." in duel.said()
    assert duel.match.result is not None  # only at the next step 1
    assert duel.now.turn == 2


def test_the_discard_pile_never_becomes_a_deck_again() -> None:
    """R25"""
    duel = Duel(size=1).both("low", "low")

    assert duel.match.result is not None
    assert duel.counts("jason") == (0, 0, 1)


def test_damage_0_draws_nothing_and_cannot_lose() -> None:
    """R29"""
    duel = Duel("low", "calm", size=2).both("low", "calm")

    assert duel.now.clash is not None
    assert duel.match.result is None
    assert duel.counts("jason") == (0, 1, 1)


def test_twenty_turns_at_most() -> None:
    """R21 R22"""
    duel = Duel().rounds(20)

    assert duel.match.result is not None
    assert duel.now.turn == 21


# -- house rules


def test_deck_size_may_be_another() -> None:
    """R2"""
    assert Duel(size=7).counts("jason") == (6, 1, 0)
    with pytest.raises(OptionError, match="has 20 cards, and deck_size is 30"):
        Match(
            GAME.__class__(**{**vars(GAME), "decks": lambda *_: Duel().match.decks}),
            SEATS,
            GAME.options({"deck_size": "30"}),
        )


def test_a_starting_hand_by_house_rule() -> None:
    """R3 A1"""
    assert Duel(starting_hand="3").counts("billy") == (16, 4, 0)
    assert Duel(starting_hand="1").counts("billy") == (18, 2, 0)
    with pytest.raises(OptionError, match="a deck has only 2 cards"):
        Duel(size=2, starting_hand="3")
    assert Duel(size=2, starting_hand="2").match.result


def test_element_mode_own_fights_with_the_element_on_the_own_card() -> None:
    """R14 A2"""
    duel = Duel("low", "high", element_mode="own").both("low", "high")

    sides = duel.view("audience")["table"]["clash"]["sides"]
    assert [(side["element"], side["value"]) for side in sides] == [("spark", 2), ("tide", 3)]


def test_on_reveal_card_and_payment_are_sealed_together() -> None:
    """R6 R9 A4"""
    duel = Duel("dear low high", cost_timing="on_reveal").both_sealed()

    before = duel.view("billy")
    duel.say("jason: choose dear", "jason: pay low")
    assert duel.view("billy") == before
    duel.say("billy: nothing")

    assert "jason pays with Low." in duel.said()
    assert duel.now.players["jason"].discard == ["jason.low.1", "jason.dear.1"]


def test_on_reveal_a_card_held_back_costs_nothing() -> None:
    """R10 R26 A4"""
    duel = Duel("dear low", cost_timing="on_reveal").both_sealed()

    assert duel.counts("jason")[2] == 0
    assert duel.held("jason")[:2] == ["dear", "low"]


def test_cards_of_a_drawn_battle_may_return_to_the_hand() -> None:
    """R18 R20 A5"""
    duel = Duel("low", "low", drawn_battle_cards_to="hand").both("low", "low")

    assert duel.counts("jason") == duel.counts("billy") == (18, 2, 0)
    real = Duel("low", "low", kinds="tagged,virtual", drawn_battle_cards_to="hand")
    real.say("billy: choose low", "jason: ready", "billy: down", "jason: down low.1")
    assert real.counts("jason") == (18, 2, 0)
    real.say("billy: nothing", "jason: ready", "billy: none", "jason: down low.1")  # it is back
    won = Duel("high", "low", drawn_battle_cards_to="hand").both("high", "low")
    assert (won.counts("jason"), won.counts("billy")) == ((18, 1, 1), (16, 3, 1))


def test_damage_may_go_open_to_the_discard_pile() -> None:
    """R19 A6"""
    duel = Duel("low high dear", "high", damage_to="discard").both("nothing", "high")

    assert duel.counts("jason") == (16, 2, 2)
    assert duel.said()[-2:] == ["jason loses High.", "jason loses Dear."]


# -- cards that lie on the table


def test_a_real_hand_is_a_count_and_asks_nothing_when_it_draws_or_chooses() -> None:
    """R4 R5"""
    duel = Duel(kinds="tagged,told")

    assert duel.match.log == []
    assert duel.match.awaited() == ["jason", "billy"]
    assert duel.legal("jason") == ["ready"]
    mine = duel.view("jason")["table"]["mine"]
    assert (mine["hand"], mine["unseen"], mine["chosen"]) == ([], 1, None)


def test_real_cards_are_told_by_the_list_of_the_own_deck() -> None:
    duel = Duel("dear high", kinds="tagged,virtual")

    mine = duel.view("jason")["table"]["mine"]
    assert [card["id"] for card in mine["list"]] == ["high", "dear", "low"]
    assert "list" not in duel.view("billy")["table"]["mine"]
    assert "list" not in str(duel.view("audience")["table"])


def test_the_scale_reaches_to_the_highest_value_of_both_decks() -> None:
    duel = Duel("high", "dear")

    assert duel.view("audience")["table"]["top"] == 9
    assert [player["size"] for player in duel.view("audience")["table"]["players"]] == [20, 20]
    blank = Duel(kinds="blank,blank")
    assert blank.view("audience")["table"]["top"] == 10


def test_real_cards_are_paid_openly_then_flipped_and_scanned() -> None:
    """R6 R9 R10 R19"""
    duel = Duel("dear low", "high low", kinds="tagged,tagged")
    duel.say("jason: ready", "billy: ready", "jason: none", "billy: none")

    duel.say("jason: pay low.1", "jason: ready", "billy: ready")
    assert "jason pays with Low." in duel.said()
    assert duel.legal("jason") == ["down dear.1", "none"]
    duel.say("billy: none", "jason: down dear.1")

    assert duel.counts("jason") == (17, 1, 2)
    assert duel.counts("billy") == (14, 6, 0)
    assert duel.now.players["billy"].hand.unseen == 6


def test_too_few_cards_paid_for_the_card_that_turns_up() -> None:
    """R6 R7"""
    duel = Duel("dear low peak", "low", kinds="tagged,virtual")
    for _ in range(2):
        duel.say("billy: nothing", "jason: ready", "billy: none", "jason: none")
    duel.say("billy: nothing", "jason: pay low.1", "jason: ready", "billy: none")

    refused = []
    for answer in ("down peak.1", "down low.2", "down low.1", "down high.1", "down dear.9"):
        with pytest.raises(IllegalAction) as fault:
            duel.say(f"jason: {answer}")
        refused.append(str(fault.value).replace(repr(answer), "…"))
    assert len(set(refused)) == 1
    duel.say("jason: none")
    assert duel.counts("jason")[2] == 1


def test_a_card_is_refused_only_if_it_cannot_still_be_there() -> None:
    """R6"""
    duel = Duel("low high", "low", kinds="tagged,told")
    duel.say("jason: ready", "billy: ready", "jason: down high.1", "billy: none")
    duel.say("jason: ready", "billy: ready", "jason: none", "billy: none")

    assert "pay high.1" not in duel.legal("jason")
    assert "pay low.19" in duel.legal("jason")  # perhaps in the deck; nobody can know
    with pytest.raises(IllegalAction):
        duel.say("jason: pay high.1")


def test_one_card_must_be_left_to_put_down() -> None:
    """R6 A8"""
    duel = Duel("dear low", "low", kinds="tagged,told")
    duel.say("jason: ready", "billy: ready", "jason: none", "billy: none")

    duel.say("jason: pay low.1")

    assert duel.legal("jason") == ["ready"]


def test_a_card_scanned_twice_pays_once() -> None:
    """R6"""
    duel = Duel("peak low low", "low", kinds="tagged,told")
    for _ in range(2):
        duel.say("jason: ready", "billy: ready", "jason: none", "billy: none")

    duel.say("jason: pay low.1")

    with pytest.raises(IllegalAction):
        duel.say("jason: pay low.1")
    with pytest.raises(IllegalAction):
        duel.say("jason: pay billy.low.2")


def test_told_cards_are_tapped_by_kind_or_only_counted() -> None:
    """R6 R10"""
    duel = Duel("dear low", "low", kinds="told,told")
    duel.say("jason: ready", "billy: ready", "jason: none", "billy: none")

    assert duel.legal("jason") == ["ready", "pay low", "pay dear", "pay 1"]
    duel.say("jason: pay 1", "jason: ready", "billy: ready")

    assert duel.said()[-1] == "jason pays with a card."
    assert duel.view("audience")["table"]["players"][0]["untold"] == 1
    side = duel.view("audience")["table"]["clash"]["sides"][0]
    assert (side["paid"], side["paid_with"]) == (1, [])
    duel.say("jason: down dear", "billy: none")
    assert duel.counts("jason") == (17, 1, 2)


def test_with_no_card_entered_the_table_tells_value_and_damage() -> None:
    """R13 R16 R17 R19"""
    duel = Duel(kinds="blank,blank").say("jason: ready", "billy: ready")

    duel.say("jason: down card", "billy: down card", "billy: 4", "jason: 6", "jason: 3")

    assert duel.said()[-2:] == ["jason 6, billy 4.", "jason inflicts 3: billy draws."]
    assert duel.counts("billy") == (15, 4, 1)


def test_a_card_as_it_is_against_an_entered_one_picks_any_element() -> None:
    """R14 R15 R16"""
    duel = Duel("low", kinds="virtual,blank").say("jason: choose low", "billy: ready")

    duel.say("jason: down", "billy: down card")
    assert duel.legal("billy") == ["element spark", "element tide"]
    duel.say("billy: element tide", "billy: 0", "jason: nothing")

    assert "jason 3, billy 0." in duel.said()


def test_on_reveal_real_cards_are_paid_after_the_flip() -> None:
    """R6 A4"""
    duel = Duel("dear low", "low", kinds="tagged,blank", cost_timing="on_reveal")
    duel.say("jason: ready", "billy: ready", "jason: none", "billy: none")

    duel.say("jason: ready", "billy: ready")
    assert "down peak.1" not in duel.legal("jason")
    duel.say("jason: down dear.1", "billy: down card")
    assert duel.legal("jason")[0] == "pay low.1"
    duel.say("jason: pay 1", "billy: ready", "billy: element spark", "billy: 1")

    assert duel.now.clash is not None
    assert duel.counts("jason")[2] == 2


def test_damage_to_the_discard_pile_is_scanned_or_only_counted() -> None:
    """R19 A6"""
    duel = Duel("low high", "high", kinds="tagged,virtual", damage_to="discard")
    duel.say("billy: choose high", "jason: ready", "billy: down", "jason: none")

    assert duel.match.answerers() == ("deck/table",)
    duel.match.apply("deck/table", "jason.high.1")
    duel.match.apply("deck/table", "jason.low.4")
    duel.deal()
    assert duel.counts("jason") == (16, 2, 2)


@pytest.mark.parametrize("kind", ["tagged", "told"])
def test_what_is_left_of_a_real_deck_is_read_by_its_owner_alone(kind: str) -> None:
    """R19 A6 A11"""
    duel = Duel("low high", "high", kinds=f"{kind},virtual", damage_to="discard")
    duel.say("billy: choose high", "jason: ready", "billy: down", "jason: none")

    assert duel.view("jason")["ask"]["options"]
    assert duel.view("billy")["ask"] is duel.view("audience")["ask"] is None


def test_damage_to_the_discard_pile_of_blank_cards_is_only_counted() -> None:
    """R19 A6"""
    blank = Duel("", "high", kinds="blank,virtual", damage_to="discard")
    blank.say("billy: choose high", "jason: ready", "billy: down", "jason: none")
    assert blank.counts("jason") == (16, 2, 2)


# -- secrecy


@pytest.mark.parametrize("kinds", ["virtual,virtual", "virtual,tagged", "virtual,told"])
def test_before_three_a_play_and_a_bluff_make_the_same_signs(kinds: str) -> None:
    """R10 R27"""

    def signs(*choice: str) -> list[object]:
        duel, seen = Duel("high", "low", kinds=kinds), []
        billy = "billy: nothing" if kinds.endswith("virtual") else "billy: ready"
        for answer in (f"jason: {choice[0]}", billy, f"jason: {choice[1]}"):
            duel.say(answer)
            seen += [duel.view("billy"), duel.view("audience")]
            last = duel.match.awaited() == ["billy"] and kinds != "virtual,virtual"
            if last:
                break
        return seen

    assert signs("choose high", "down") == signs("choose high", "none") == signs("nothing", "none")


def test_a_card_drawn_to_a_hand_is_in_its_owners_view_alone() -> None:
    """R4 R5"""
    one, two = Duel("high dear"), Duel("low peak")

    for viewer in ("billy", "audience"):
        assert one.view(viewer)["table"] == two.view(viewer)["table"]
    assert one.view("jason")["table"] != two.view("jason")["table"]


def test_what_lies_sealed_may_be_taken_back_until_the_other_has_chosen() -> None:
    """R5"""
    duel = Duel("high", "low").say("jason: choose high")

    again = duel.match.withdraw("jason")

    assert again.legal_actions("jason") == ("choose high", "nothing")
    with pytest.raises(StaleAction):
        duel.say("jason: nothing")


# -- by chance


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("cost_timing", ["before_reveal", "on_reveal"])
@pytest.mark.parametrize("damage_to", ["hand", "discard"])
@pytest.mark.parametrize("kinds", ["virtual", "tagged", "told", "told,virtual", "virtual,tagged"])
@pytest.mark.parametrize("decks", ["plain", ""])
def test_any_duel_ends_replays_and_loses_no_card(
    kinds: str, decks: str, damage_to: str, cost_timing: str, seed: int
) -> None:
    """R21 R22"""
    chance = random.Random(seed)
    options = GAME.options(
        {"deck_kinds": kinds, "decks": decks, "damage_to": damage_to, "cost_timing": cost_timing}
    )
    match = Match(GAME, SEATS, options)
    while match.result is None:
        by = chance.choice(match.answerers())
        match.apply(by, chance.choice(match.legal_actions(by)))
        assert isinstance(match.position, Bandai)
        if any(by.startswith("deck/") for by in match.answerers()):
            continue
        on_table = match.position.clash.played if match.position.clash else {}
        for seat, player in match.position.players.items():
            lies = on_table.get(seat)
            in_play = int(lies is not None and lies not in [*player.discard, *player.hand.held])
            count = len(player.pile) + len(player.hand) + len(player.discard) + player.untold
            assert 20 - count in {0, in_play}

    again = Match(GAME, SEATS, options, match.log)
    assert again.position == match.position
    assert again.view("jason") == match.view("jason")


def test_a_robot_plays_from_its_own_view_to_the_end() -> None:
    chance = random.Random(3)
    match = Match(GAME, SEATS)
    while match.result is None:
        by = chance.choice(match.answerers())
        if "/" in by:
            answer = chance.choice(match.legal_actions(by))
        else:
            answer = decide({**match.view(by), "viewer": by}, chance.randrange)
        match.apply(by, answer)

    assert match.position.said


@pytest.mark.parametrize("kinds", ["tagged", "told"])
def test_a_robot_may_take_over_a_real_hand_too(kinds: str) -> None:
    chance = random.Random(3)
    match = Match(GAME, SEATS, GAME.options({"deck_kinds": kinds}))
    while match.result is None:
        by = chance.choice(match.answerers())
        match.apply(by, decide({**match.view(by), "viewer": by}, chance.randrange))

    assert match.result.winners <= set(SEATS)
