"""A whole duel of real cards: nothing is scanned face down, and no screen is touched."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion.table.chance import SeededChance
from tests.e2e.conftest import SimTable
from tests.e2e.real_cards import RealDeck, begin, key, press, scan, set_up

SEATS = ("jason", "billy")


def test_a_duel_is_decided_by_tags_and_buttons_alone(
    sim_table: Callable[..., SimTable],
) -> None:
    chance = random.Random(4)
    table = sim_table(beat_s=0.02, chance=SeededChance(4))
    decks = {
        "jason": RealDeck(table, "bandai", "night-shift/roofs", chance),
        "billy": RealDeck(table, "bandai", "night-shift/harbour", chance),
    }
    for deck in decks.values():
        deck.enrol()
    set_up(table, 1, ("jason", 1), ("billy", 2))
    begin(table, 1)

    rounds, bluffs = 0, 0
    while table.frame()["stage"] == "play":
        draw_up(table, decks)
        chosen = {seat: choose_and_pay(seat, decks[seat], chance) for seat in SEATS}
        one_two_three(table, SEATS[rounds % 2])
        for seat, card in chosen.items():
            flip(table, decks[seat], seat, card)
        pick_elements(table)
        rounds, bluffs = rounds + 1, bluffs + (None in chosen.values())

    assert table.frame()["result"]["how"]["text"]
    assert rounds > 5
    assert bluffs
    assert {by for by, _ in table.log} == set(SEATS)
    for player in table.frame()["table"]["players"]:
        deck = decks[player["seat"]]
        assert [card["id"] for card in player["discard"]] == [
            name.partition(".")[0] for name in deck.discard
        ]


def draw_up(table: SimTable, decks: dict[str, RealDeck]) -> None:
    """Draw as many as the table says: each turn, and as damage."""
    for player in table.frame()["table"]["players"]:
        decks[player["seat"]].draw(player["hand"])


def choose_and_pay(seat: str, deck: RealDeck, chance: random.Random) -> str | None:
    """A card that the rest of the hand can pay, mostly; its cost is laid open, card by card."""
    able = [name for name in deck.hand if deck.card(name).cost < len(deck.hand)]
    if not able or chance.random() < 0.2:
        return None
    chosen = max(able, key=lambda name: deck.card(name).damage)
    deck.hand.remove(chosen)
    for _ in range(deck.card(chosen).cost):
        paid = deck.hand.pop()
        scan(deck, paid, seat)
        deck.discard.append(paid)
    return chosen


def one_two_three(table: SimTable, seat: str) -> None:
    """One touch for both: the table counts."""
    table.hands.press(seat)
    table.until(lambda: table.frame()["table"]["step"] == "flip", "three")


def flip(table: SimTable, deck: RealDeck, seat: str, card: str | None) -> None:
    """Turn the card up and scan it, or press: there was none."""
    if card is None:
        press(table, seat)
        return
    scan(deck, card, seat)
    deck.discard.append(card)


def pick_elements(table: SimTable) -> None:
    """Whose card names several elements picks the first, until the next count.

    A shared key is of whoever pressed last: with two to pick, one presses first.
    """
    while found := table.until(lambda: what_next(table), "what comes next"):
        if found[0] == "":
            return
        if last_pressed(table) != found[0]:
            table.hands.press(found[0])
            table.until(lambda seat=found[0]: last_pressed(table) == seat, "a press")
        key(table, 1, found[0])


def last_pressed(table: SimTable) -> str | None:
    return table.session.sitting.last_pressed(list(SEATS))


def what_next(table: SimTable) -> tuple[str, Any] | None:
    """Whoever is to pick an element; nobody, once the next count may begin or all is over."""
    frame = table.frame()
    if frame["stage"] == "over":
        return "", None
    asks = {seat: table.ask(seat) for seat in frame["awaited"]}
    if frame["table"]["step"] == "pay":
        return "", None
    return next(((s, a) for s, a in asks.items() if a and a["options"][0].get("key")), None)
