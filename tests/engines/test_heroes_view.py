"""What the view of a battle tells a drawing, and what it keeps to itself."""

from __future__ import annotations

import json

from companion.engines.heroes.cards import Combat
from tests.engines.heroes_table import FAST, GUARD, QUIET, Battle, bite, cards, hero

PUNCH = Combat("punch", "Punch", dice=2, shields=3, text="Straight ahead.")
PARRY = Combat("parry", "Parry", shields=2)


def begun(seats: int = 1, foes: str = "quiet", **options: str) -> Battle:
    """A battle in which jason holds a Punch, before the first turn."""
    decks = {name: hero(PUNCH, PARRY) for name in ("jason", "billy")[:seats]}
    decks |= {
        "foot": cards(QUIET, FAST, GUARD, bite(4)),
        "monster": cards(QUIET, QUIET, quiet=8),
    }
    battle = Battle(seats, decks, {"jason": "punch", "foot": foes}, hands="1", **options)
    battle.say("jason: start", *[f"{name}: enough" for name in ("jason", "billy")[:seats]])
    return battle


def test_the_order_says_which_card_is_e1() -> None:
    """R31"""
    battle = begun(foes="quiet guard", foot="2", big="monster", row_order="foot_first")

    view = battle.view()
    big, foot = ([foe["piece"] for foe in row] for row in view["rows"])

    assert view["order"] == foot + big
    assert view["sequence"][view["at"]] == "R1"


def test_the_played_card_lies_there_until_it_is_done() -> None:
    """R24"""
    battle = begun(foes="quiet quiet", foot="2")

    battle.say("jason: play jason.punch.1")
    played = battle.view()["played"]
    battle.say("jason: at foot.quiet.1").roll("4 1")

    assert [(card["seat"], card["name"], card["dice"]) for card in played] == [
        ("jason", "Punch", 2)
    ]
    assert battle.view()["played"] == []


def test_shields_are_shown_with_the_damage_that_was_left_when_they_came() -> None:
    """R40"""
    battle = begun(foes="bite", foot="1")
    battle.draws["jason"] = ["punch", "parry"]

    battle.say("jason: pass")

    revealed = battle.view()["revealed"]
    assert battle.view()["sequence"][battle.view()["at"]] == "R2"
    assert [(card["card"], card["shields"], card["against"]) for card in revealed] == [
        ("Punch", 3, 4),
        ("Parry", 2, 1),
    ]
    battle.say("jason: pass")
    assert battle.view()["revealed"] == []


def test_the_list_of_a_deck_tells_what_is_printed_and_never_where_a_card_is() -> None:
    """R3"""
    battle = begun(2)
    before = battle.view("jason")["mine"]["list"]
    battle.say("jason: play jason.punch.1")

    mine = battle.view("jason")["mine"]["list"]

    assert [card["id"] for card in mine] == ["punch", "parry", "fill"]
    assert mine == before
    assert [ranger["list"] for ranger in battle.view("jason")["rangers"]] == [None, None]
    assert "mine" not in battle.view()


def test_the_list_of_a_real_deck_is_seen_by_everybody() -> None:
    """R3"""
    decks = {"jason": hero(PUNCH, kind="told"), "foot": cards(QUIET)}
    battle = Battle(1, decks, hands="2")

    (ranger,) = battle.view()["rangers"]

    assert [card["name"] for card in ranger["list"]] == ["Punch", "Fill"]
    assert ranger["cards"] == []
    assert ranger["hand"] == 2


def test_with_hidden_hands_a_hand_is_in_its_owners_view_alone() -> None:
    """R3"""
    battle = begun(2, hands_visible="owner_only")

    assert "jason.punch.1" in json.dumps(battle.view("jason"))
    assert "jason.punch.1" not in json.dumps(battle.view("billy"))
    assert "Punch" not in json.dumps(battle.view())
