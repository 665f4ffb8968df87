"""Any house rules, any kind of deck, any cards, any answers: the match always goes on or ends."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from companion.engines.core import Piece, Seat
from companion.engines.game import KINDS_OF_DECK, Deck
from companion.engines.match import Match
from companion.engines.monster_rancher import GAME, MonsterRancher
from companion.engines.monster_rancher import cards as c
from companion.engines.monster_rancher.starter import blank, plain
from tests.engines.test_monster_rancher_decks import cards_of

ICONS = ("lamp", "bell")
VALUES = {
    "youngest": ("1", "2"),
    "send_choice": ("secret", "rank_order"),
    "help_timing": ("before_pull", "after_pull"),
    "tiebreak_cards_act": ("true", "false"),
    "rank_after_removal": ("recompute", "keep"),
    "time_out": ("at_once", "finish_round"),
    "no_active_monster": ("loses_usable_battle", "no_battle"),
    "attack_resolution": ("one_card_no_roll", "pull_to_hit"),
    "attack_min_damage": ("0", "1"),
    "need_icons": ("kept", "consumed"),
    "heal_turns": ("1", "2", "never"),
    "survivor_damage": ("cleared", "stays"),
    "fame_unreachable": ("most_fame", "play_on"),
}
"""Every switch that does not only say which decks there are."""


class Box:
    """A box of cards of every kind, with every verb somewhere."""

    def __init__(self, chance: random.Random) -> None:
        self.pick, self.n = chance.choice, chance.randint

    def cards(self) -> Iterator[c.Card]:
        yield from (self.monster(i) for i in range(6))
        yield from (self.training(i) for i in range(8))
        yield from (self.attachment(i) for i in range(6))
        for i in range(5):
            yield c.Event(*self.face(f"event{i}"), self.acts())
        for i in range(3):
            whom = self.pick(("active_vs_active", "goodies", "table"))
            yield c.Battle(*self.face(f"battle{i}"), whom)

    def face(self, name: str) -> tuple[str, str, int, str, str]:
        return name, name.capitalize(), self.n(1, 6), self.pick("CRHS"), ""

    def monster(self, i: int) -> c.Monster:
        n, pick = self.n, self.pick
        name, title, pull, move, text = self.face(f"monster{i}")
        return c.Monster(
            *(name, title, pull if i else 1, move, text, pick(("goodie", "baddie")), "some"),
            *(n(1, 6), n(0, 3), n(0, 3), n(0, 4), n(0, 3)),
            pick((None, (self.attack(),), (self.attack(), self.attack()))),
            pick((None, self.special(), self.special())),
        )

    def training(self, i: int) -> c.Training:
        trait, icons = self.pick(c.TRAITS), tuple(icon for icon in ICONS if self.n(0, 1))
        traits = self.pick((None, {trait: 1}, {trait: 2}, {trait: -1}))
        target = self.pick((None, 2, 3, 4, 5))
        return c.Training(*self.face(f"training{i}"), target, traits, icons, self.needs())

    def attachment(self, i: int) -> c.Attachment:
        on, slot = self.pick(("monster", "player", "foe_monster", "foe")), self.pick(("", "neck"))
        effects = tuple(self.lasts() for _ in range(self.n(1, 2)))
        return c.Attachment(*self.face(f"attachment{i}"), on, slot, self.needs(), effects)

    def attack(self) -> c.Attack:
        kind, need = self.pick(("physical", "psychic")), {icon: self.n(0, 2) for icon in ICONS}
        return c.Attack("Hit", self.n(1, 3), kind, self.n(0, 4), need)

    def special(self) -> c.Special:
        when, resting = self.pick(("any", "battle", "play")), self.n(1, 3) == 1
        return c.Special("Power", self.acts(), when, resting, self.needs())

    def needs(self) -> c.Requires:
        if self.n(1, 3) > 1:
            return c.ANYTHING
        traits = {self.pick(c.TRAITS): self.n(1, 2)}
        return c.Requires(traits, "", self.pick(("", "goodie", "baddie")))

    def acts(self) -> tuple[c.Effect, ...]:
        return tuple(self.act() for _ in range(self.n(1, 2)))

    def act(self) -> c.Effect:
        do, by = self.pick(sorted(c.AT_ONCE)), self.n(1, 3)
        if do in ("trait", "step"):
            by = self.pick((-2, -1, 1, 2))
        whom = self.pick(("me", "foe", "both"))
        return c.Effect(do, 1 if do == "fame" else by, whom, self.pick(c.TRAITS))

    def lasts(self) -> c.Effect:
        do, by = self.pick(sorted(c.LASTING)), self.n(1, 2)
        if do in ("trait", "hand", "pull"):
            by = self.pick((-2, -1, 1, 2))
        return c.Effect(do, by, trait=self.pick(c.TRAITS), icon=self.pick(ICONS))


def some_deck(chance: random.Random, kind: str, size: int) -> Deck:
    """Random cards, the plain ones, or real ones that nobody has entered."""
    which = chance.randrange(6)
    if which == 0:
        return plain(size, kind)
    if which == 1 and kind != "virtual":
        return blank(size, kind)
    box = {card.id: card for card in Box(chance).cards()}
    counts = dict.fromkeys(box, 1) | {f"battle{i}": 1 for i in range(3)}
    while sum(counts.values()) < size:
        card = chance.choice([card for card, count in counts.items() if count < 3])
        counts[card] += 1
    return Deck(box, counts, kind, "Random")


def begun(seed: int) -> tuple[Match, random.Random, int]:
    """A match by any house rules, with any decks; how many cards each has."""
    chance = random.Random(seed)
    size = chance.choice((60, 30))
    told = {name: chance.choice(values) for name, values in VALUES.items()}
    told["deck_size"] = str(size)
    seats = ("mr.x", "billy")
    decks = {seat: some_deck(chance, chance.choice(KINDS_OF_DECK), size) for seat in seats}
    game = replace(GAME, decks=lambda *_: decks)
    return Match(game, seats, game.options(told)), chance, size


def faults(match: Match, size: int) -> Iterator[str]:
    """What is wrong with the table, between two turns of the Card Play Phase."""
    table = match.position
    assert isinstance(table, MonsterRancher)
    for seat, ranch in table.ranches.items():
        if cards_of(match, seat) != size:
            yield f"{seat} has {cards_of(match, seat)} cards"
        if min(ranch.hand.unseen, ranch.pile.middle, ranch.unnamed) < 0:
            yield f"{seat} has less than no cards"
        if len(ranch.hand) > ranch.limit():
            yield f"{seat} holds {len(ranch.hand)} cards"
        if len(ranch.healthy()) > 5:
            yield f"{seat} has {len(ranch.healthy())} monsters"
        if any(table.fallen(monster) for monster in ranch.healthy()):
            yield f"{seat} has a monster that should be injured"
        if ranch.active and ranch.active not in ranch.healthy():
            yield f"{seat} has no such active monster"
        if not ranch.real and places(ranch.cards, seat) != places(located(table, seat), seat):
            yield f"{seat} misses a card"


def places(pieces: Iterable[Piece], seat: Seat) -> set[Piece]:
    return {piece for piece in pieces if piece.startswith(f"{seat}.")}


def located(table: MonsterRancher, seat: Seat) -> Iterator[Piece]:
    """Where the pieces of a seat's deck may be."""
    ranch = table.ranches[seat]
    yield from (*ranch.pile.stock.unseen, *ranch.hand.held, *ranch.discard, *ranch.removed)
    yield from (pulled.piece for pulled in (*ranch.rank, *ranch.breakers))
    yield from (monster.piece for monster in ranch.monsters)
    for other in table.ranches.values():
        for bearer in (other, *other.monsters):
            yield from (card.piece for card in bearer.attached)


def test_every_switch_has_its_values_here() -> None:
    assert set(VALUES) == {switch.name for switch in GAME.switches} - {
        *("decks", "deck_kinds", "deck_size", "battle_cards")
    }


def between_turns(match: Match) -> bool:
    """Whether somebody is to play a card or pass, and nothing else is under way."""
    return any("pass" in ask.notations(seat) for ask in match.open() for seat in ask.awaited())


@pytest.mark.parametrize("seed", range(40))
def test_always_somebody_is_asked_or_the_match_has_ended(seed: int) -> None:
    """R7 R34 R36 R39 R43 R51: and no card is lost, no hand or herd too big"""
    match, chance, size = begun(seed)
    while match.result is None and len(match.log) < 600:
        by = chance.choice(match.answerers())
        assert all(match.legal_actions(other) for other in match.answerers())
        match.apply(by, chance.choice(match.legal_actions(by)))
        assert match.result or match.answerers()
        if between_turns(match):
            assert list(faults(match, size)) == []
        for viewer in (*match.seats, "audience") if len(match.log) % 20 == 0 else ():
            assert match.view(viewer)


@pytest.mark.parametrize("battle", VALUES["no_active_monster"])
@pytest.mark.parametrize("seed", range(3))
def test_a_match_ends_though_injuries_are_for_ever(seed: int, battle: str) -> None:
    """HOUSE A4 A7 A35, heal_turns"""
    told = {"heal_turns": "never", "no_active_monster": battle, "deck_size": "30"}
    match, chance = Match(GAME, ("jason", "billy"), GAME.options(told)), random.Random(seed)
    while match.result is None:
        by = chance.choice(match.answerers())
        match.apply(by, chance.choice(match.legal_actions(by)))
        assert len(match.log) < 20_000
