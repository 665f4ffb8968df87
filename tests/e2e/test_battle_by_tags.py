"""A battle of Rangers with real cards in tagged sleeves against a row that the Pi deals."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion.table.chance import SeededChance
from tests.e2e.conftest import SimTable
from tests.e2e.real_cards import RealDeck, begin, key, press, scan, set_up

SEATS = ("jason", "billy")
PLAIN = {"attack", "gain_energy", "add_dice", "reduce_damage", "reroll", "play_again", "draw"}


def test_a_battle_is_fought_by_tags_and_buttons_alone(
    sim_table: Callable[..., SimTable],
) -> None:
    chance = random.Random(2)
    table = sim_table(chance=SeededChance(3))
    rangers = {
        "jason": Ranger(table, "heroes", "night-market/ladle", chance),
        "billy": Ranger(table, "heroes", "night-market/wick", chance),
    }
    for ranger in rangers.values():
        ranger.enrol()
    set_up(table, 2, ("jason", 1), ("billy", 2))
    begin(table, 1)

    while table.frame()["stage"] == "play":
        for seat, ranger in rangers.items():
            ranger.follow(table.frame()["table"], seat)
        seat, ask = table.until(lambda: asked(table), "a question")
        if ask:
            answer(table, rangers, seat, ask)

    scanned = [(by, told) for by, told in table.log if told.startswith(("play ", "react "))]
    turned_up = [told for by, told in table.log if by == "deck/table" and told.startswith(SEATS)]
    assert table.frame()["result"]["how"]["text"]
    assert len(scanned) > 2
    assert len(turned_up) > 2
    for seat, ranger in rangers.items():
        ranger.follow(table.frame()["table"], seat)
        shown = next(r for r in table.frame()["table"]["rangers"] if r["seat"] == seat)
        assert (shown["deck"], shown["hand"]) == (len(ranger.pile), len(ranger.hand))


class Ranger(RealDeck):
    """A Ranger's cards, moved as the shared screen says."""

    def __init__(self, *told: Any) -> None:
        super().__init__(*told)
        self.open: list[str] = []
        """Cards that lie open until the table says where they go."""

    def follows(self, card: str) -> bool:
        """Whether a card does nothing with other cards, so that counts tell where all are."""
        return all(effect.do in PLAIN for effect in self.card(card).effects)

    def follow(self, shown: dict[str, Any], seat: str) -> None:
        """Put open cards where they belong, begin anew when carried off, draw what is drawn."""
        mine = next(ranger for ranger in shown["rangers"] if ranger["seat"] == seat)
        if len(self.discard) > len(mine["discard"]):
            self.pile += [*self.discard, *self.hand, *self.open]
            self.chance.shuffle(self.pile)
            self.discard, self.hand, self.open = [], [], []
        while self.open and len(self.discard) < len(mine["discard"]):
            self.discard.append(self.open.pop(0))
        while self.open and len(self.pile) < mine["deck"]:
            self.pile.insert(0, self.open.pop(0))
        self.draw(mine["hand"])


def answer(table: SimTable, rangers: dict[str, Ranger], seat: str, ask: dict[str, Any]) -> None:
    """Scan what is turned up or played; else press, or a key."""
    if ask["kind"] == "draw":
        whose = ask["prompt"]["args"]["seat"]
        card = rangers[whose].pile.pop()
        rangers[whose].open.append(card)
        scan(rangers[whose], card, seat)
        return
    options = {option["answer"]: option for option in ask["options"]}
    for answer_ in options:
        verb, _, piece = answer_.partition(" ")
        whose, _, card = piece.partition(".")
        held = whose in rangers and card in rangers[whose].hand and rangers[whose].follows(card)
        if held and verb in ("play", "react", "discard"):
            rangers[whose].hand.remove(card)
            rangers[whose].open.append(card)
            scan(rangers[whose], card, seat)
            return
    if ask["press"]:
        press(table, seat)
    elif keyed := [option["key"] for option in options.values() if option.get("key")]:
        key(table, keyed[0], seat)
    else:
        table.hands.hold(seat)
        table.until(lambda: (table.ask(seat) or {}).get("question") != ask["question"], "a hold")


def asked(table: SimTable) -> tuple[str, Any] | None:
    """Whoever is awaited, with the question; nobody once it is over."""
    if table.frame()["stage"] == "over":
        return "", None
    asks = {seat: table.ask(seat) for seat in table.frame()["awaited"]}
    return next(((seat, ask) for seat, ask in asks.items() if ask), None)
