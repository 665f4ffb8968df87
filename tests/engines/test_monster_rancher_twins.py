"""The same evening twice: with cards that the Pi deals, and with real ones of which it is told.

Whatever is true can be told, scanned or not, and the game goes the same way.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.engines.core import Draw, Piece, Seat
from companion.engines.game import Deck
from companion.engines.match import Match
from companion.engines.monster_rancher import GAME, MonsterRancher
from companion.engines.monster_rancher import cards as c
from companion.engines.monster_rancher.pieces import Ranch
from tests.engines.test_monster_rancher_random import VALUES, Box

SEATS = ("jason", "billy")
SIZE = 30
FORCED = {
    "Too many cards: discard one.",
    "Discard a card.",
    "Discard a card for the attack.",
}
"""Real cards go to the discard pile without a question: here the dealt evening is behind."""


class Entered(Box):
    """A box in which nothing is left to the table."""

    def cards(self) -> Iterator[c.Card]:
        for card in super().cards():
            match card:
                case c.Monster(attacks=None):
                    yield replace(card, attacks=(self.attack(),))
                case c.Training():
                    traits = {"power": 1} if card.traits is None else card.traits
                    yield replace(card, target=card.target or 3, traits=traits)
                case c.Battle(arrangement="table"):
                    yield replace(card, arrangement="active_vs_active")
                case _:
                    yield card

    def act(self) -> c.Effect:
        return self.entered(super().act)

    def lasts(self) -> c.Effect:
        return self.entered(super().lasts)

    def entered(self, make: Any) -> c.Effect:
        effect: c.Effect = make()
        while effect.do == "table":
            effect = make()
        return effect


class Twins:
    """A `dealt` match that is played by chance, and a `told` one that is told all that happens."""

    def __init__(self, seed: int, kind: str) -> None:
        self.pick = random.Random(seed).choice
        told = {name: self.pick(values) for name, values in VALUES.items()}
        options = GAME.options(told | {"deck_size": str(SIZE)})
        dealt, real = {}, {}
        for seat in SEATS:
            cards = {
                card.id: card for card in Entered(random.Random(self.pick(range(999)))).cards()
            }
            counts = dict.fromkeys(cards, 1) | {f"battle{i}": 1 for i in range(3)}
            while sum(counts.values()) < SIZE:
                counts[self.pick([card for card, n in counts.items() if n < c.COPIES])] += 1
            dealt[seat] = Deck(cards, counts, "virtual", "Random")
            real[seat] = Deck(cards, counts, kind, "Random")
        self.dealt = Match(replace(GAME, decks=lambda *_: dealt), SEATS, options)
        self.told = Match(replace(GAME, decks=lambda *_: real), SEATS, options)
        self.first: dict[Seat, list[str]] = {seat: [] for seat in SEATS}

    def table(self, match: Match) -> MonsterRancher:
        assert isinstance(match.position, MonsterRancher)
        return match.position

    def ranches(self, seat: Seat) -> tuple[Ranch, Ranch]:
        return self.table(self.dealt).ranches[seat], self.table(self.told).ranches[seat]

    # -- playing

    def play(self, answers: int) -> None:
        while self.dealt.result is None and len(self.dealt.log) < answers:
            by = self.pick(self.dealt.answerers())
            legal = self.dealt.legal_actions(by)
            hits = [answer for answer in legal if answer.startswith("attack ")]
            self.answer(by, self.pick(hits or legal))
            if self.alike():
                assert self.seen(self.dealt) == self.seen(self.told)

    def answer(self, by: Seat, answer: str) -> None:
        """One answer in the dealt evening, and what is told of it in the other."""
        forced = str(getattr(self.dealt.ask_of(by), "prompt", "")) in FORCED
        phase = self.table(self.dealt).phase
        word, _, what = answer.partition(" ")
        here = f"{word} {self.there(what)}" if word in ("on", "drop", "power", "first") else answer
        self.dealt.apply(by, answer)
        if phase == "setup":
            self.set_up(by, word, what)
        elif by == "deck/table":
            for piece in answer.split(" "):
                self.turned_up(piece)
        elif by in SEATS and not forced:
            self.act(by, word, what, here)

    def act(self, by: Seat, word: str, what: str, answer: str) -> None:
        """A hand card is named, or only what is done with it; everything else is said as it is."""
        if word == "move":
            self.say(by, "show")
            move = self.ranches(by)[0].deck.cards[what].move
            self.name(by, what, f"move-{str(move).lower()}")
        elif word in ("play", "help", "hinder", "discard"):
            self.say(by, word, answer)
            if self.told.log[-1] == (by, "play"):
                self.name(by, what)
        else:
            self.say(by, answer)

    def set_up(self, by: Seat, word: str, what: str) -> None:
        """First monsters are only laid down; both are named once both are ready."""
        if word == "take":
            self.first[by].append(what)
        if self.table(self.dealt).phase == "setup":
            return
        for seat in SEATS:
            self.say(seat, "ready")
        for seat, cards in self.first.items():
            for n, card in enumerate(cards, start=1):
                self.name(seat, card)
                if "more" in self.told.legal_actions(seat):
                    self.say(seat, "more" if n < len(cards) else "done")

    def turned_up(self, piece: Piece) -> None:
        """A pulled card, unless it was left over in the arena: that is only put away."""
        if "deck/table" not in self.told.answerers():
            return
        seat, name, _ = piece.split(".")
        card = self.ranches(seat)[0].card(piece)
        ranking = self.table(self.told).phase == "speed"
        acts = ranking and card.kind in ("event", "battle")
        self.name(seat, name, None if acts else f"pull-{card.pull}")

    def name(self, seat: Seat, card: str, fact: str | None = None) -> None:
        """A card is scanned or touched in the list, or only the fact is told that matters."""
        ask = self.told.ask_of("deck/table")
        assert isinstance(ask, Draw)
        assert ask.by == seat
        pieces = [piece for piece in ask.pieces if piece.startswith(f"{seat}.{card}.")]
        assert pieces
        assert fact is None or fact in ask.pieces
        self.say("deck/table", self.pick(pieces), *([fact] if fact else ()))

    def say(self, by: Seat, *answers: str) -> None:
        """One of the ways to say it that may be said."""
        legal = [a for a in answers if by == "deck/table" or a in self.told.legal_actions(by)]
        self.told.apply(by, self.pick(legal or answers))

    def there(self, piece: Piece) -> Piece:
        """What is called so in the dealt evening, as it is called in the other."""
        found = {}
        for seat in SEATS:
            mine, theirs = self.ranches(seat)
            for one, other in ((mine, theirs), *zip(mine.monsters, theirs.monsters, strict=True)):
                pairs = list(zip(one.attached, other.attached, strict=True))
                found |= {a.piece: b.piece for a, b in pairs}
            both = [(r.monsters, [*r.rank, *r.breakers]) for r in (mine, theirs)]
            for lying, lie in zip(*both, strict=True):
                found |= {a.piece: b.piece for a, b in zip(lying, lie, strict=True)}
        return found[piece]

    # -- comparing

    def alike(self) -> bool:
        """Whether neither evening is behind the other."""
        open_ = self.dealt.open()
        behind = any(str(getattr(ask, "prompt", "")) in FORCED for ask in open_)
        dealing = any(by.startswith("deck/") for by in self.dealt.answerers())
        return self.table(self.dealt).phase != "setup" and not behind and not dealing

    def seen(self, match: Match) -> object:
        """All that lies open on the table, by the names on the cards."""
        table = self.table(match)
        arena = table.arena and (
            *(table.arena.spaces, table.arena.round),
            [[place is None for place in column] for column in table.arena.columns.values()],
        )
        ranches = [self.ranch(ranch) for ranch in table.ranches.values()]
        now = (table.week, table.phase, table.order, match.awaited(), match.result)
        return now, ranches, arena

    def ranch(self, ranch: Ranch) -> object:
        monsters = [
            (
                *(monster.card.id, monster.damage, monster.injured, monster is ranch.active),
                [card.card.id for card in monster.attached],
                [ranch.rating(monster, trait) for trait in c.TRAITS],
            )
            for monster in ranch.monsters
        ]
        piles = (len(ranch.hand), len(ranch.pile), len(ranch.discard) + ranch.unnamed)
        rank = [(pulled.number, pulled.gone) for pulled in ranch.rank]
        attached = [card.card.id for card in ranch.attached]
        return ranch.fame, piles, len(ranch.removed), rank, ranch.breaks, attached, monsters


@pytest.mark.parametrize("kind", ["told", "tagged"])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_truly_is_never_refused_and_the_game_is_the_same(seed: int, kind: str) -> None:
    """R7 R10 R11 R18 R22 R41 R52"""
    twins = Twins(seed, kind)

    twins.play(500)

    assert twins.table(twins.told).week > 3
