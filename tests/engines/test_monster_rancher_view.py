"""What the drawings need beside the pieces: a tie, the card that acts, what is laid, moves."""

from __future__ import annotations

from typing import Any

from tests.engines.ranch import SEATS, Evening, begun


def table(evening: Evening, viewer: str = "audience") -> Any:
    evening.settle()
    return evening.match.view(viewer)["table"]


def to_train() -> Evening:
    """Jason, whose Gazer is the only one, is about to train it with a card of target 3."""
    evening = begun()
    evening.hands = {seat: ["one", "two", "three", "four", "five"] for seat in SEATS}
    return evening.go("play").turn("jason").say("jason: play one")


def to_fight() -> Evening:
    """Both have been called to fight by a Battle card of six."""
    evening = begun()
    evening.pulls["jason"] = ["b6", "four"]
    return evening.go("event")


def tied() -> Evening:
    """Gazer against Gazer, tied through three tie-breakers."""
    evening = begun("gazer", "gazer")
    pulls = ["four", "two", "five", "six", "lamp"]
    evening.pulls = {seat: list(pulls) for seat in SEATS}
    return evening


def test_who_hides_counters_is_seen_and_never_how_many() -> None:
    evening = tied()
    assert table(evening)["tie"] == {"hides": "jason", "guesses": "billy", "hidden": False}

    seen = [table(tied().say(f"jason: {hidden}"))["tie"] for hidden in ("hide 1", "hide 2")]
    assert seen == [{"hides": "jason", "guesses": "billy", "hidden": True}] * 2

    evening.say("jason: hide 1", "billy: guess 1")
    assert table(evening)["tie"] is None


def test_a_training_pull_shows_what_is_taken_off_and_who_laid_what() -> None:
    evening = to_train()
    evening.pulls["jason"] = ["four"]
    before = table(evening)["pull"]
    evening.say("billy: help three")
    after = table(evening)["pull"]

    assert (before["pull"], before["laid"], before["loyalty"]) == (None, [], 0)
    assert [(laid["seat"], laid["card"]["name"], laid["by"]) for laid in after["laid"]] == [
        ("billy", "Three", -1)
    ]
    assert (after["pull"], after["meddling"], after["lasting"], after["result"]) == (4, -1, 0, 3)


def test_the_card_that_acts_is_shown_while_it_does() -> None:
    evening = to_fight()
    acting = table(evening)["acting"]
    assert (acting["seat"], acting["card"]["name"], acting["pull"]) == ("jason", "Great Battle", 6)

    evening.say("jason: stay", "billy: stay")
    assert table(evening)["acting"] is None


def test_a_move_is_seen_by_its_icon_and_the_card_stays_the_players_own() -> None:
    evening = to_fight().say("jason: send", "billy: send")
    assert table(evening)["arena"]["moves"] == {}

    mover = evening.match.awaited()[0]
    card = table(evening, mover)["mine"]["hand"][0]
    evening.say(f"{mover}: move {card['id']}")

    assert table(evening)["arena"]["moves"] == {mover: card["move"]}
