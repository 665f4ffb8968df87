"""Battles with any cards and any house rules: somebody is always asked, until they end."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.engines.core import Deal, Draw, Roll
from companion.engines.game import Deck
from companion.engines.heroes import GAME
from companion.engines.heroes.cards import (
    ANY_CARD,
    GOES,
    KEYWORDS,
    VERBS,
    WHEN,
    WHOSE,
    Combat,
    Effect,
    Enemy,
    any_enemy,
)
from companion.engines.heroes.rules import Heroes
from companion.engines.match import Match
from companion.table.chance import SeededChance
from tests.engines.evenings import answer
from tests.engines.heroes_table import NAMES

KINDS = ("virtual", "tagged", "told")
LONGEST = 20_000


class Anything(random.Random):
    """Any card, any deck, any house rules."""

    def effect(self, side: str) -> Effect:
        """A verb with some of what it takes."""
        verb = self.choice([name for name, verb in VERBS.items() if verb.side in (side, "any")])
        told: dict[str, Any] = {}
        for field, words in VERBS[verb].takes.items():
            if field == "ignore_guard":
                told[field] = self.random() < 0.5
            elif words:
                told[field] = self.choice(("", *words))
            else:
                told[field] = self.randint(0 if field in ("dice", "hits") else 1, 3)
        return Effect(verb, **told)

    def effects(self, side: str, low: int = 0, high: int = 2) -> tuple[Effect, ...]:
        return tuple(self.effect(side) for _ in range(self.randint(low, high)))

    def whens(self) -> tuple[str, ...]:
        return tuple(self.sample(list(WHEN), 2))

    def combat(self, name: str, kind: str) -> Combat:
        waits = kind in ("reaction", "ability")
        return Combat(
            name,
            name.upper(),
            kind,
            cost=self.choice((0, 0, 1, 2, "X")),
            shields=self.randint(0, 3),
            dice=self.randint(0, 3) if kind == "attack" else 0,
            hits=self.randint(0, 2) if kind == "attack" else 0,
            effects=self.effects("ranger", 1),
            star=self.effects("ranger", 0, 1),
            when=self.whens() if waits else (),
            whose=self.choice(WHOSE),
            goes=self.choice((*GOES, "discard", "discard")),
            once_per_battle=self.random() < 0.5,
        )

    def ranger(self, kind: str) -> Deck:
        """Ten cards, or ten of which nothing is entered."""
        if kind == "told" and self.random() < 0.5:
            return Deck({"any": ANY_CARD}, {"any": 10}, kind)
        types = [self.choice(("attack", "maneuver", "reaction")) for _ in range(5)]
        printed = [self.combat(f"c{n}", kind_) for n, kind_ in enumerate(types)]
        knack = self.combat("knack", "ability")
        cards = {card.id: card for card in (*printed, knack)}
        return Deck(cards, {card.id: 2 for card in printed}, kind)

    def enemy(self, name: str, kind: str) -> Enemy:
        keywords = tuple(word for word in KEYWORDS if self.random() < 0.3)
        passive = self.effects("passive", 1, 1) if "PASSIVE" in keywords else ()
        effects = self.effects("enemy")
        last = self.effects("enemy", 0, 1)
        health = self.randint(1, 5)
        return Enemy(name, name.upper(), kind, health, keywords, effects, passive, defeated=last)

    def enemies(self, place: str, size: int, kind: str) -> Deck:
        what = "foot" if place == "foot2" else place
        if kind == "told" and self.random() < 0.5:
            return Deck({"any": any_enemy(what)}, {"any": size}, kind)
        cards = {f"e{n}": self.enemy(f"e{n}", what) for n in range(size // 2)}
        return Deck(cards, dict.fromkeys(cards, 2), kind)

    def options(self, seats: int) -> dict[str, str]:
        """Every house rule, with any value that it takes."""
        told = {
            switch.name: self.choice(switch.values.split(", "))
            for switch in GAME.switches
            if ", " in switch.values and switch.name not in ("decks", "enemies", "big", "dice")
        }
        told.pop("deck_kinds")
        told.pop("command_center")
        for name, most in (("hands", 5), ("stored", 1), ("actions", 2)):
            told[name] = ",".join(str(self.randint(0, most)) for _ in range(seats))
        for name, most in (("foot", 6), ("foot2", 3)):
            told[name] = f"{self.randint(0, most)},{self.randint(1, most)}"
        told["big"] = self.choice(("none", "none,monster", "boss", "nemesis,none"))
        told["battles"] = str(self.randint(1, 3))
        return told

    def match(self) -> Match:
        seats = NAMES[: self.randint(1, 5)]
        options = self.options(len(seats))
        decks = {seat: self.ranger(self.choice(KINDS)) for seat in seats}
        for place in ("foot", "foot2"):
            decks[place] = self.enemies(place, 10, options["enemy_kind"])
        for place in ("monster", "nemesis", "boss"):
            decks[place] = self.enemies(place, 8, options["enemy_kind"])
        game = replace(GAME, decks=lambda _seats, _options: decks)
        return Match(game, seats, game.options(options))


@pytest.mark.parametrize("seed", range(120))
def test_somebody_is_always_asked_until_the_match_has_ended(seed: int) -> None:
    """R49 R53 R58 R59"""
    match, chance = Anything(seed).match(), SeededChance(seed)

    while not match.result:
        assert len(match.log) < LONGEST
        able = [by for by in match.answerers() if can_answer(match, by)]
        assert able == list(match.answerers()) != []
        by = chance.pick(able)
        match.apply(by, answer(match.ask_of(by), by, chance))
        nothing_is_less_than_none(match)

    every_card_is_somewhere(match)


def can_answer(match: Match, by: str) -> bool:
    ask = match.ask_of(by)
    if isinstance(ask, Roll):
        return ask.dice > 0
    return bool(ask.pieces if isinstance(ask, Draw | Deal) else match.legal_actions(by))


def table_of(match: Match) -> Heroes:
    assert isinstance(match.position, Heroes)
    return match.position


def nothing_is_less_than_none(match: Match) -> None:
    table = table_of(match)
    assert min(table.pool, table.command, *table.figures.values()) >= 0
    assert {ranger.stored for ranger in table.rangers.values()} <= {0, 1}
    assert {ranger.actions for ranger in table.rangers.values()} <= {0, 1, 2}


def every_card_is_somewhere(match: Match) -> None:
    table = table_of(match)
    for seat, ranger in table.rangers.items():
        deck, unseen = ranger.deck, ranger.deck.stock.unseen
        known = [*deck.top, *deck.bottom, *ranger.hand.held, *ranger.discard]
        known += [play.piece for play in table.in_play if play.seat == seat]
        assert sorted([*unseen, *known]) == sorted(match.decks[seat].pieces(seat))
        assert len(unseen) == deck.middle + ranger.hand.unseen
