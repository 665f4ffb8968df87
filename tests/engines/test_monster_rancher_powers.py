"""Special powers that come in between: what was about to happen may no longer be possible."""

from __future__ import annotations

import pytest

from companion.engines.monster_rancher.cards import Attack, Effect, Monster
from companion.engines.monster_rancher.pieces import InPlay
from tests.engines.ranch import BITE, Evening, Special, begun, deck, fought, playing
from tests.engines.test_monster_rancher_decks import cards_of


def gazer(*effects: Effect, when: str = "any", attacks: tuple[Attack, ...] = (BITE,)) -> Monster:
    power = Special("Stare", effects, when)
    return Monster("gazer", "Gazer", 1, "C", "", "goodie", "eye", 6, 1, 2, 2, 1, attacks, power)


def fluff(*effects: Effect, when: str = "any") -> Monster:
    power = Special("Purr", effects, when)
    return Monster("fluff", "Fluff", 1, "H", "", "goodie", "puff", 5, 3, 0, 4, 2, (BITE,), power)


def six(evening: Evening, seat: str) -> None:
    """Five healthy monsters of `seat` and an injured one, all out of its deck."""
    ranch = evening.ranch(seat)
    ranch.hand.held, ranch.hand.unseen = ranch.hand.held[:1], 0
    for n, card in enumerate(("mite.1", "mite.2", "mite.3", "giant.1", "fluff.1", "gazer.1")):
        piece = f"{seat}.{card}"
        if ranch.monsters[0].piece != piece and len(ranch.monsters) < 6:
            monster = InPlay(piece, ranch.card(piece), injured=2 * (n > 3))
            ranch.monsters.append(monster)
    ranch.pile.stock.unseen[:] = [
        piece
        for piece in ranch.pile.stock.unseen
        if piece not in [monster.piece for monster in ranch.monsters]
    ]
    ranch.pile.middle = len(ranch.pile.stock.unseen)


def test_the_fight_is_over_when_a_power_fells_who_is_to_move() -> None:
    """R46 R54: no power of the fallen one, and no move"""
    evening = fought(
        jason_deck=deck("virtual", gazer(Effect("damage", 9, "foe"), when="battle")),
        billy_deck=deck("virtual", fluff(Effect("mend", 9), when="battle")),
    )

    evening.say("jason: power jason.gazer.1", "billy: after")

    assert "Fluff of billy is knocked out." in evening.said
    assert evening.table.arena is None
    assert evening.ranch("jason").fame == 1
    assert not any("no card to move with" in line for line in evening.said)


def test_of_two_powers_the_second_is_lost_when_the_first_ends_the_fight() -> None:
    """R46 R54"""
    evening = fought(
        jason_deck=deck("virtual", gazer(Effect("damage", 9, "foe"), when="battle")),
        billy_deck=deck("virtual", fluff(Effect("damage", 9, "foe"), when="battle")),
    )

    evening.say("jason: power jason.gazer.1", "billy: power billy.fluff.1")

    assert "Fluff of billy is knocked out." not in evening.said
    assert [evening.ranch(seat).fame for seat in ("jason", "billy")] == [0, 1]


def test_a_power_is_lost_with_the_monster_that_the_fasters_power_makes_one_discard() -> None:
    """R39 R46"""
    evening = playing(
        ["one", "three", "two"],
        jason_deck=deck("virtual", gazer(Effect("heal", 1, "foe"))),
        billy_deck=deck("virtual", fluff(Effect("draw"))),
    )
    six(evening, "billy")
    evening.say("jason: pass", "billy: power billy.fluff.1", "jason: power jason.gazer.1")
    evening.say("billy: on billy.fluff.1")

    assert not any("uses Purr" in line for line in evening.said)
    assert evening.match.awaited() == ["billy"]


def test_training_fails_when_its_monster_is_discarded_meanwhile() -> None:
    """R37 R39 R46: the card is discarded like any other that is not attached"""
    evening = playing(["one"], jason_deck=deck("virtual", gazer(Effect("heal"))))
    six(evening, "jason")
    before = cards_of(evening.match, "jason")
    evening.pulls["jason"] = ["two"]

    evening.say("jason: play one", "jason: on jason.mite.1", "jason: power jason.gazer.1")
    evening.say("jason: on jason.mite.1", "billy: none")

    assert {"jason.one.1", "jason.mite.1"} <= set(evening.ranch("jason").discard)
    assert cards_of(evening.match, "jason") == before


def test_a_power_may_be_used_before_the_speed_rank() -> None:
    """R46: at any point of the turn, so that its Speed counts"""
    evening = begun(jason_deck=deck("virtual", gazer(Effect("trait", 2, trait="speed"))))
    evening.settle()
    assert evening.answers("jason") == ("none", "power jason.gazer.1")

    evening.say("jason: power jason.gazer.1")

    assert len(evening.ranch("jason").rank) == 4


@pytest.mark.parametrize(("pulled", "waiting"), [("hail", "Hail"), ("b6", "Great Battle")])
def test_a_power_may_be_used_before_a_pulled_card_acts(pulled: str, waiting: str) -> None:
    """R31 R46"""
    evening = begun(billy_deck=deck("virtual", fluff(Effect("trait", trait="defense"))))
    evening.pulls["jason"] = [pulled, "two"]
    evening.say("billy: none")
    acting = evening.match.view("billy")["table"]["acting"]
    assert acting["card"]["name"] == waiting
    assert evening.answers("billy") == ("none", "power billy.fluff.1")

    evening.say("billy: power billy.fluff.1")

    assert evening.ranch("billy").rating(evening.ranch("billy").monsters[0], "defense") == 3
    assert not evening.answers("billy") or "none" not in evening.answers("billy")


@pytest.mark.parametrize("when", ["play", "battle"])
def test_nobody_is_asked_for_a_power_of_another_time(when: str) -> None:
    """R46: unless the card says otherwise"""
    evening = begun(jason_deck=deck("virtual", gazer(Effect("draw"), when=when)))
    evening.pulls["jason"] = ["hail", "two"]
    evening.settle()

    assert evening.table.phase == "play"


def test_both_are_asked_the_faster_first() -> None:
    """R46"""
    evening = begun(
        jason_deck=deck("virtual", gazer(Effect("draw"))),
        billy_deck=deck("virtual", fluff(Effect("draw"))),
    )
    evening.settle()
    assert evening.match.awaited() == ["jason"]
    assert evening.answers("billy") == ("power billy.fluff.1",)

    evening.say("jason: none")

    assert evening.match.awaited() == ["billy"]
