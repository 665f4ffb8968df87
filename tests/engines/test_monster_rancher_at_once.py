"""What follows at once from a change: knock-outs, hands, new decks, and the end of the match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engines.monster_rancher.cards import Attachment, Battle, Effect, Event
from companion.engines.monster_rancher.pieces import Attached, InPlay
from tests.engines.ranch import (
    COUNTS,
    FLUFF,
    GAZER,
    SEATS,
    Evening,
    Requires,
    Special,
    begun,
    called,
    deck,
    fought,
    playing,
)


def hung(on: str, *effects: Effect) -> Attachment:
    """An attachment in place of the Hat."""
    return Attachment("hat", "Charm", 3, "C", "", on, effects=effects)


# -- Life


def test_whose_life_is_lessened_to_its_damage_is_knocked_out() -> None:
    """R13: by an attachment"""
    weight = hung("foe_monster", Effect("trait", -3, trait="life"))
    evening = playing(["hat", "one"], jason_deck=deck("virtual", weight))
    fluff = evening.ranch("billy").monsters[0]
    fluff.damage = 3

    evening.say("jason: play hat")

    assert fluff.injured
    assert evening.ranch("billy").active is None


def test_who_loses_added_life_is_knocked_out() -> None:
    """R13 R44: by discarding an attachment"""
    long_life = hung("player", Effect("trait", 3, trait="life"))
    evening = playing(["hat", "one"], jason_deck=deck("virtual", long_life))
    evening.say("jason: play hat", "billy: pass")
    gazer = evening.ranch("jason").monsters[0]
    gazer.damage = 7

    evening.say("jason: drop jason.hat.1")

    assert gazer.injured


def test_life_of_the_week_ends_with_it() -> None:
    """R13 R45"""
    evening = begun().go("play")
    gazer = evening.ranch("jason").monsters[0]
    gazer.passing["life"], gazer.damage = 3, 7

    evening.go("play", week=2)

    assert gazer.injured
    assert evening.said.count("Gazer of jason is active.") == 1


# -- the hand


def test_a_hand_that_is_too_big_is_lessened_when_its_monster_falls() -> None:
    """R51: at any time"""
    pocket = Attachment("collar", "Pocket", 3, "C", "", "monster", effects=(Effect("hand"),))
    evening = playing(["collar", "one", "two", "three", "four"], jason_deck=deck("virtual", pocket))
    evening.say("jason: play collar").go("play", week=2)
    assert len(evening.ranch("jason").hand) == 6

    evening.say("table: damage jason.gazer.1 9")

    assert evening.match.awaited() == ["jason"]
    assert all(answer.startswith("discard ") for answer in evening.answers("jason"))


# -- the deck


def test_the_new_deck_is_made_with_the_last_card_not_with_the_next() -> None:
    """R7: what is discarded after that is in no deck"""
    evening = playing(["one", "three", "mite"])
    jason = evening.ranch("jason")
    jason.pile.middle, jason.pile.stock.unseen[:] = 1, ["jason.two.1"]
    jason.discard[:] = ["jason.four.1", "jason.four.2"]

    evening.say("jason: play one", "billy: none")

    assert jason.pile.stock.unseen == ["jason.four.1", "jason.four.2"]
    assert jason.discard == ["jason.two.1"]


# -- Battle cards


def test_when_the_highest_battle_card_cannot_be_used_the_next_one_is() -> None:
    """R33 R50: what can be used must be"""
    good = Battle("b6", "Good Battle", 6, "H", "", "goodies")
    evening = begun(jason_deck=deck("virtual", good))
    evening.pulls = {"jason": ["b6", "two"], "billy": ["b4", "four", "four", "five"]}

    evening.go("play")

    assert "jason.b6.1" in evening.ranch("jason").discard
    assert evening.ranch("billy").removed == ["billy.b4.1"]
    assert "billy.b4.1" not in evening.ranch("billy").discard


def test_who_decides_second_knows_what_the_faster_does() -> None:
    """R48, send_choice"""
    said = [called(send_choice="rank_order").say(f"billy: {c}").said[-1] for c in ("send", "stay")]

    assert said == ["billy sends Fluff.", "billy does not send Fluff."]


# -- the end


def lame(evening: Evening, seat: str) -> None:
    """All monsters of a seat are in play, and injured for ever."""
    ranch = evening.ranch(seat)
    owned = [piece for piece in ranch.cards if ranch.card(piece).kind == "monster"]
    owned = [piece for piece in owned if piece.startswith(seat)]
    ranch.monsters = [InPlay(piece, ranch.card(piece), injured=-1) for piece in owned]
    ranch.active = None
    for where in (ranch.pile.stock.unseen, ranch.hand.held, ranch.discard):
        where[:] = [piece for piece in where if piece not in owned]
    ranch.pile.middle = len(ranch.pile.stock.unseen)


@pytest.mark.parametrize(
    ("options", "over"),
    [
        ({"no_active_monster": "no_battle"}, True),
        ({"no_active_monster": "no_battle", "fame_unreachable": "play_on"}, True),
        ({}, False),
    ],
    ids=["no battle", "no battle, played on", "battles are lost"],
)
def test_without_a_foe_for_ever_a_match_without_battles_ends(
    options: dict[str, str], over: bool
) -> None:
    """HOUSE A4 A7 A35, heal_turns"""
    evening = begun(heal_turns="never", **options).go("play")
    lame(evening, "billy")
    evening.ranch("jason").fame = 1

    evening.go_on(week=2)

    result = evening.match.result
    assert (result is not None) is over
    assert result is None or result.winners == {"jason"}


def test_battle_cards_of_a_player_without_monsters_are_none() -> None:
    """HOUSE A35: nobody can use them"""
    evening = begun(heal_turns="never").go("play")
    lame(evening, "billy")
    evening.ranch("billy").fame = 1
    evening.ranch("jason").removed += [f"jason.{card}.1" for card in ("b2", "b4", "b6")]

    evening.go_on(week=3)

    assert evening.match.result is not None
    assert evening.match.result.winners == {"billy"}


def test_each_fame_counter_is_said_and_there_are_three() -> None:
    """R1 R4: an Event may give several"""
    feast = Event("rain", "Rain", 3, "H", "", (Effect("fame", 2),))
    evening = begun(jason_deck=deck("virtual", feast))
    evening.ranch("jason").fame = 2
    evening.pulls["jason"] = ["rain", "two"]
    more = begun(jason_deck=deck("virtual", feast))
    more.pulls["jason"] = ["rain", "two"]

    evening.settle()
    more.go("play")

    assert evening.ranch("jason").fame == 3
    assert [line[-2:] for line in more.said if "fame" in line] == ["1.", "2."]


@pytest.mark.parametrize(("fame", "winners"), [(2, {"jason", "billy"}), (1, {"jason"})])
def test_who_earn_their_third_fame_at_once_are_both_first(fame: int, winners: set[str]) -> None:
    """R1 R18: by one Event for both"""
    feast = Event("rain", "Rain", 3, "H", "", (Effect("fame", 1, "both"),))
    evening = begun(jason_deck=deck("virtual", feast))
    evening.ranch("jason").fame, evening.ranch("billy").fame = 2, fame
    evening.pulls["jason"] = ["rain", "two"]

    evening.settle()

    assert evening.match.result is not None
    assert evening.match.result.winners == winners


@pytest.mark.parametrize(("verb", "over"), [("fame", False), ("draw", True)])
def test_the_match_goes_on_while_an_event_may_give_fame(verb: str, over: bool) -> None:
    """HOUSE A35, fame_unreachable"""
    gift = Event("rain", "Rain", 3, "H", "", (Effect(verb),))
    evening = called(jason_deck=deck("virtual", gift))
    for seat in SEATS:
        evening.ranch(seat).removed += [f"{seat}.{card}.1" for card in ("b2", "b4", "b6")]
    evening.ranch("jason").removed.remove("jason.b6.1")

    evening.say("billy: stay", "jason: stay")

    assert (evening.match.result is not None) is over


def test_an_event_that_has_given_its_fame_gives_no_more() -> None:
    """R18, HOUSE A35"""
    gift = Event("rain", "Rain", 3, "H", "", (Effect("fame"),))
    evening = called(jason_deck=deck("virtual", gift))
    for seat in SEATS:
        evening.ranch(seat).removed += [f"{seat}.{card}.1" for card in ("b2", "b4", "b6")]
    evening.ranch("jason").removed += ["jason.rain.1"]

    evening.say("billy: stay", "jason: stay")

    assert evening.match.result is not None


def test_a_side_that_nobody_has_makes_a_battle_card_none() -> None:
    """R47, HOUSE A35"""
    bad = [Battle(card, card, 2, "H", "", "baddies") for card in ("b2", "b4", "b6")]
    good = {card: n for card, n in COUNTS.items() if card != "gazer"} | {"one": 2}
    table = begun("fluff", jason_deck=deck("virtual", *bad, counts=good)).table

    assert not table.has_battles("jason")
    assert table.has_battles("billy")


def test_an_unlisted_attack_reaches_no_farther_than_three() -> None:
    """R57 R61"""
    blank = replace(FLUFF, attacks=None)
    evening = fought(billy_deck=deck("virtual", blank)).say("billy: move three")

    assert "attack" not in evening.answers("billy")
    assert evening.table.arena is not None
    assert evening.table.arena.distance() == 4


@pytest.mark.parametrize(
    ("when", "loyalty", "counts"), [("any", 0, True), ("battle", 0, False), ("play", 1, False)]
)
def test_only_a_power_that_can_be_used_may_still_give_fame(
    when: str, loyalty: int, counts: bool
) -> None:
    """R46, HOUSE A35"""
    power = Special("Bow", (Effect("fame"),), when, requires=Requires({"loyalty": loyalty}))
    evening = begun(jason_deck=deck("virtual", replace(GAZER, special=power)))

    assert evening.table.gifts() is counts


def test_a_foes_event_may_heal_an_injury_for_ever() -> None:
    """R18 R39, HOUSE A35"""

    def hopeful(verb: str, whom: str) -> bool:
        event = Event("rain", "Rain", 3, "H", "", (Effect(verb, 1, whom),))
        evening = begun(jason_deck=deck("virtual", event), heal_turns="never")
        lame(evening, "billy")
        return evening.table.hopeful("billy")

    assert hopeful("heal", "foe")
    assert hopeful("heal", "both")
    assert not hopeful("heal", "me")
    assert not hopeful("draw", "foe")


def test_the_new_deck_is_made_at_once_after_a_draw_as_well() -> None:
    """R7"""
    power = Special("Fetch", (Effect("draw"),), "play")
    fetches = deck("virtual", replace(GAZER, special=power))
    evening = playing(["one", "three", "mite"], jason_deck=fetches)
    jason = evening.ranch("jason")
    jason.pile.middle, jason.pile.stock.unseen[:] = 1, ["jason.two.1"]
    jason.discard[:] = ["jason.four.1", "jason.four.2"]
    jason.hand.held.pop()

    evening.say("jason: power jason.gazer.1")

    assert "jason.two.1" in jason.hand.held
    assert (len(jason.pile), jason.discard) == (2, [])


POCKET = Attachment("collar", "Pocket", 3, "C", "", "monster", effects=(Effect("hand"),))


def only_discards(evening: Evening, seat: str) -> bool:
    """Whether a seat is asked to discard a card, and may do nothing else."""
    answers = evening.answers(seat)
    return bool(answers) and all(answer.startswith("discard ") for answer in answers)


def test_a_hand_that_is_too_big_for_the_new_active_monster_is_lessened() -> None:
    """R24 R51: before the other names one"""
    evening = Evening(deck("virtual", POCKET))
    evening.pulls = {"jason": ["six", "six"], "billy": ["two", "five"]}
    for seat in SEATS:
        for take in ("take gazer", "take mite", "done"):
            evening.match.apply(seat, take)
    gazer = next(iter(evening.ranch("jason").monsters), None)
    assert gazer is not None
    gazer.attach(Attached("jason.collar.1", POCKET))
    evening.say("jason: on jason.gazer.1", "billy: on billy.gazer.1").go("activation", week=2)
    evening.ranch("jason").hand.held.append("jason.collar.1")

    evening.say("jason: on jason.mite.1")

    assert len(evening.ranch("jason").hand) > 5
    assert evening.match.awaited() == ["jason"]
    assert only_discards(evening, "jason")


def test_a_hand_that_is_too_big_after_a_knock_out_is_lessened() -> None:
    """R51"""
    power = Special("Glare", (Effect("damage", 9, "foe"),), "battle")
    evening = fought(
        jason_deck=deck("virtual", POCKET),
        billy_deck=deck("virtual", replace(FLUFF, special=power)),
    )
    jason = evening.ranch("jason")
    jason.monsters[0].attach(Attached("jason.collar.1", POCKET))
    jason.hand.held.append("jason.hat.1")

    evening.say("billy: power billy.fluff.1")

    assert only_discards(evening, "jason")


def test_a_hand_that_is_too_big_when_a_card_is_consumed_is_lessened() -> None:
    """R51 R57, need_icons"""
    bag = hung("player", Effect("icon", 1, icon="lamp"), Effect("hand", 2))
    evening = fought(jason_deck=deck("virtual", bag), need_icons="consumed")
    jason = evening.ranch("jason")
    jason.attach(Attached("jason.hat.1", bag))
    evening.say("billy: move one", "billy: discard one")
    jason.hand.held += ["jason.hat.1", "jason.collar.1"]
    assert len(jason.hand) == jason.limit()

    evening.say("jason: move three", "jason: attack 3", "jason: discard one")

    assert only_discards(evening, "jason")
    assert len(jason.hand) == jason.limit() + 1


def test_a_hand_that_is_too_big_after_an_event_is_lessened() -> None:
    """R31 R51"""
    thief = Event("rain", "Thief", 3, "H", "", (Effect("strip", 1, "foe"),))
    evening = begun(jason_deck=deck("virtual", thief))
    billy = evening.ranch("billy")
    billy.active = billy.monsters[0]
    billy.active.attach(Attached("billy.collar.1", POCKET))
    evening.pulls["jason"] = ["rain", "two"]

    assert only_discards(evening, "billy")
    assert evening.table.phase == "event"


def test_a_monster_without_life_is_injured_like_any_other() -> None:
    """R13 R21"""
    fall = Event("rain", "Fall", 3, "H", "", (Effect("injure", 1, "foe"),))
    evening = begun(jason_deck=deck("virtual", fall))
    evening.ranch("billy").monsters[0].passing["life"] = -9
    evening.pulls["jason"] = ["rain", "two"]

    evening.go("play")

    assert evening.ranch("billy").monsters[0].injured
