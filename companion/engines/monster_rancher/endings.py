"""When three fame counters are out of reach: more fame wins then."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engines.core import GameOver, Seat, Text, rule
from companion.engines.monster_rancher.cards import Battle, Card, Effect, Monster
from companion.engines.monster_rancher.pieces import Ranch
from companion.engines.monster_rancher.table import Table

SIDES = {"goodies": "goodie", "baddies": "baddie"}
"""Of which side a Battle card's fighters are; of any, where it names none."""


class Endings(Table):
    """The rules of a match that nobody can win any more."""

    @rule("R1")
    def most_fame(self) -> None:
        """Nothing is left in the game that could give fame."""
        if self.house.fame_unreachable == "most_fame" and not (
            any(map(self.has_battles, self.seats)) or self.gifts()
        ):
            self.end_by_fame(Text("No Battle card is left: more fame wins."))

    @rule("R1")
    def stalemate(self) -> None:
        """Injuries are for ever, and those who could fight have no foe, or are no more."""
        if self.house.heal_turns != "never":
            return
        needed = 1 if self.house.no_active_monster == "loses_usable_battle" else len(self.seats)
        if sum(map(self.hopeful, self.seats)) < needed and not self.gifts():
            self.end_by_fame(Text("No monster is left that could fight: more fame wins."))

    def end_by_fame(self, how: Text) -> None:
        fame = {seat: ranch.fame for seat, ranch in self.ranches.items()}
        best = max(fame.values())
        winners = [seat for seat in self.seats if fame[seat] == best]
        raise GameOver(winners if len(winners) == 1 else (), how)

    # -- what may still come

    def has_battles(self, seat: Seat) -> bool:
        """Whether a player has a Battle card left that can be used one day.

        An unlisted deck is taken to have some.
        """
        ranch = self.ranches[seat]
        if not ranch.listed:
            return self.could_fight(seat, "")
        battles: Iterable[Battle] = left(ranch, "battle")
        return any(self.could_fight(seat, SIDES.get(card.arrangement, "")) for card in battles)

    def could_fight(self, seat: Seat, side: str) -> bool:
        """Whether a player can have a fighter of that side, and a foe where one is needed."""
        alone = self.house.no_active_monster == "loses_usable_battle"
        return self.hopeful(seat, side) and (alone or self.hopeful(self.foe(seat), side))

    def hopeful(self, seat: Seat, side: str = "") -> bool:
        """Whether a player has a healthy monster of a side, or one that may still come."""
        if self.rises(self.ranches[seat], side):
            return True
        foe = self.ranches[self.foe(seat)]
        return self.rises(foe) and any(
            effect.whom != "me" or effect.do == "table"
            for effect in events(foe)
            if effect.do in ("heal", "table")
        )

    def rises(self, ranch: Ranch, side: str = "") -> bool:
        """The same, without the other player's Events that might heal one."""

        def named(card: Card) -> bool:
            return isinstance(card, Monster) and side in ("", card.side)

        if not ranch.listed or any(named(monster.card) for monster in ranch.healthy()):
            return True
        cards = ranch.deck.cards
        owned = sum(n for card, n in ranch.deck.counts.items() if named(cards[card]))
        if self.house.heal_turns == "never":
            owned -= sum(named(monster.card) for monster in ranch.monsters)
        return owned > 0

    def gifts(self) -> bool:
        """Whether an Event, or a power of a monster in play, may still give fame."""
        return any(
            effect.do in ("fame", "table")
            for ranch in self.ranches.values()
            if self.hopeful(ranch.seat)
            for effect in (*events(ranch), *powers(ranch))
        )


def left(ranch: Ranch, kind: str) -> Iterable[Any]:
    """The cards of a kind in a listed deck of which not every copy has left the game."""
    gone = [ranch.card(piece) for piece in ranch.removed]
    return (card for card, n in ranch.copies.get(kind, ()) if gone.count(card) < n)


def events(ranch: Ranch) -> Iterable[Effect]:
    """What the Events do that are left in the game."""
    return (effect for card in left(ranch, "event") for effect in card.effects)


def powers(ranch: Ranch) -> Iterable[Effect]:
    """What the powers do of those in play who could use them outside a battle."""
    return (
        effect
        for monster in ranch.healthy()
        if (special := monster.special)
        and special.when != "battle"
        and ranch.meets(monster, special.requires)
        for effect in special.effects
    )
