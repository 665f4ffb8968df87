"""A fight of monsters with a real deck in tagged sleeves; a robot has the other ranch."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion.table.chance import SeededChance
from tests.e2e.conftest import SimTable
from tests.e2e.real_cards import RealDeck, begin, key, press, scan, set_up

ME = "jason"


def test_a_fight_in_the_arena_is_decided_by_tags_and_buttons_alone(
    sim_table: Callable[..., SimTable],
) -> None:
    table = sim_table(chance=SeededChance(1))
    ranch = Ranch(table, "monster_rancher", "valley/ember-starter", random.Random(1))
    ranch.enrol()
    set_up(table, 3, (ME, 3))
    begin(table, 2)
    ranch.stack()

    fought = False
    while not fought or table.frame()["table"]["arena"]:
        found = table.until(lambda: asked(table), "a question")
        ranch.follow(table.frame()["table"])
        answer(table, ranch, found)
        fought = fought or table.frame()["table"]["arena"] is not None
        assert table.frame()["stage"] == "play"
    ranch.follow(table.frame()["table"])

    mine = ranch.shown(table.frame()["table"])
    scanned = [told for by, told in table.log if by == "deck/table" and told.startswith(f"{ME}.")]
    assert ranch.moves > 1
    assert len(scanned) > 1 + ranch.moves
    assert (mine["deck"], mine["hand"]) == (len(ranch.pile), len(ranch.hand))
    assert mine["discard"] or mine["unnamed"]


class Ranch(RealDeck):
    """One player's cards, moved as the shared screen says."""

    def __init__(self, *told: Any) -> None:
        super().__init__(*told)
        self.column: list[str] = []
        self.moves = 0

    def stack(self) -> None:
        """So lies the deck after this shuffle: a Battle card comes up in the first week."""
        battle = next(name for name in self.pile if self.card(name).kind == "battle")
        self.pile.remove(battle)
        self.pile.insert(-5, battle)

    def first_monster(self) -> str:
        """A monster of pull 4 or less, looked for in the deck."""
        monsters = [name for name in self.pile if self.card(name).kind == "monster"]
        found = max(
            (m for m in monsters if self.card(m).pull <= 4), key=lambda m: self.card(m).pull
        )
        self.pile.remove(found)
        return found

    def shown(self, table: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = next(p for p in table["players"] if p["seat"] == ME)
        return found

    def follow(self, table: dict[str, Any]) -> None:
        """Lay the arena's cards out and take them up; draw and discard until the hand is right."""
        mine, arena = self.shown(table), table["arena"]
        column = len(arena["columns"][ME]) if arena else 0
        if not self.column and column:
            self.column = [self.pile.pop() for _ in range(column)]
        while arena and len(self.column) > column:
            self.hand.append(self.column.pop(0))
        self.column = self.column if arena else []
        while len(self.hand) > mine["hand"]:
            self.discard.append(self.hand.pop())
        if mine["deck"] + mine["hand"] > len(self.pile) + len(self.hand):
            self.pile = [*self.discard, *self.pile]
            self.discard = []
        self.draw(mine["hand"])


def answer(table: SimTable, ranch: Ranch, ask: dict[str, Any]) -> None:
    """Scan what is turned up or moved with; else press, or a key."""
    words = ask["prompt"]["text"]
    if "first monster" in words and ask["kind"] == "draw":
        scan(ranch, ranch.first_monster(), ME)
    elif ask["kind"] == "draw":
        scan(ranch, ranch.pile.pop(), ME)
    elif "moves your monster" in words:
        ranch.moves += 1
        scan(ranch, ranch.hand[ranch.moves % len(ranch.hand)], ME)
    elif attacks := [o["key"] for o in ask["options"] if o["answer"].startswith("attack")]:
        key(table, attacks[0], ME)
    elif ask["press"]:
        press(table, ME)
    else:
        key(table, next(o["key"] for o in ask["options"] if o.get("key")), ME)


def asked(table: SimTable) -> dict[str, Any] | None:
    """The question at this ranch, once the robot has answered its own."""
    return table.ask(ME) if ME in table.frame()["awaited"] else None
