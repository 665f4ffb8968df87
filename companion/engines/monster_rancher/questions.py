"""Answers that are offered week by week: made once and shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from companion.engines.core import Option, Options, Piece, Seat, Text
from companion.engines.monster_rancher.cards import FACTS, MOVES, Attack, Card, Monster, Special
from companion.engines.monster_rancher.pieces import Power

CARDS = 1024
"""Of so many cards the answers are remembered."""


# -- a card of the hand


@lru_cache(CARDS)
def play(card: Card) -> Option[Card]:
    return Option(f"play {card.id}", card, Text("Play {card}", {"card": card.name}))


@lru_cache(CARDS)
def discard(card: Card) -> Option[Card]:
    return Option(f"discard {card.id}", card, Text("Discard {card}", {"card": card.name}))


@lru_cache(CARDS)
def move(card: Card) -> Option[Card]:
    label = Text("{card}: {move}", {"card": card.name, "move": MOVES[card.move or "H"]})
    return Option(f"move {card.id}", card, label)


@lru_cache(CARDS)
def take(card: Card) -> Option[Card]:
    label = Text("{card}, pull {pull}", {"card": card.name, "pull": card.pull or 1})
    return Option(f"take {card.id}", card, label)


@dataclass(frozen=True)
class Meddling:
    """A card laid for or against another player's training; `card` None: a real one."""

    card: Card | None
    by: int


@lru_cache(CARDS)
def help_with(card: Card | None) -> Option[Meddling]:
    if card is None:
        return Option("help", Meddling(None, -1), Text("Help with a card"))
    label = Text("Help with {card}", {"card": card.name})
    return Option(f"help {card.id}", Meddling(card, -1), label)


@lru_cache(CARDS)
def hinder_with(card: Card | None) -> Option[Meddling]:
    if card is None:
        return Option("hinder", Meddling(None, +1), Text("Hinder with a card"))
    label = Text("Hinder with {card}", {"card": card.name})
    return Option(f"hinder {card.id}", Meddling(card, +1), label)


NEITHER: Option[Meddling | None] = Option("none", None, Text("Neither"))


def meddlings(hand: Sequence[Card], real: bool) -> Options[Meddling | None]:
    """What may be laid for or against another's training; a real card need not be named."""
    unnamed = [help_with(None), hinder_with(None)] if real else []
    return Options([NEITHER, *unnamed, *map(help_with, hand), *map(hinder_with, hand)])


# -- a monster


@lru_cache(CARDS)
def attacks(card: Monster) -> tuple[Option[Attack], ...]:
    """Every attack on the card, by its number."""
    return tuple(
        Option(f"attack {n}", attack, Text("{attack}", {"attack": attack.name}), key=n)
        for n, attack in enumerate(card.attacks or (), start=1)
    )


def power(seat: Seat, piece: Piece, special: Special) -> Option[Power]:
    label = Text("Use {power}", {"power": special.name or Text("the special power")})
    return Option(f"power {piece}", Power(seat, piece), label)


# -- what only the table knows


@cache
def fact(told: str) -> Option[Piece]:
    """What matters of a real card that nobody names."""
    card = FACTS[told]
    key = card.pull if card.kind in ("card", "monster") else None
    if card.move:
        key = "CRHS".index(card.move) + 1
    return Option(told, told, Text(card.name), key=key)


@cache
def numbers(low: int, high: int) -> Options[int]:
    return Options(
        Option(str(n), n, Text("{n}", {"n": n}), key=n if 1 <= n <= 6 else None)
        for n in range(low, high + 1)
    )
