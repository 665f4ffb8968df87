"""What must hold for every game on the shelf, in play at random."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from companion.engines.catalogue import GAMES
from companion.engines.core import Draw, Look, Roll
from companion.engines.match import Match
from companion.errors import IllegalAction
from companion.table.chance import SeededChance, outcome

SEATS = ("jason", "billy", "kimberly", "zach")
MOST = 20_000


def new(game: str, players: int = 9, **told: str) -> Match:
    of = GAMES[game]
    return Match(of, SEATS[: min(players, of.seats[-1], len(SEATS))], of.options(told))


def step(match: Match, rng: random.Random, chance: SeededChance) -> None:
    by = rng.choice(match.answerers())
    ask = match.ask_of(by)
    told = outcome(ask, chance) if "/" in by else rng.choice(match.legal_actions(by))
    match.apply(by, told)


def played(game: str, seed: int, answers: int = MOST, **told: str) -> Match:
    rng, chance = random.Random(seed), SeededChance(str(seed))
    match = new(game, **told)
    while match.result is None and len(match.log) < answers:
        step(match, rng, chance)
    return match


def views(match: Match) -> dict[str, str]:
    return {viewer: json.dumps(match.view(viewer)) for viewer in (*match.seats, "audience")}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_random_play_ends_and_its_log_replays_to_an_equal_position(game, seed):
    match = played(game, seed)
    assert match.result is not None, f"not over after {MOST} answers"
    again = Match(match.game, match.seats, match.options, match.log)
    assert again.position == match.position
    assert views(again) == views(match)


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_answer_applies(game):
    rng, chance = random.Random(game), SeededChance(game)
    match = new(game)
    for _ in range(40):
        if match.result:
            break
        for by in match.answerers():
            for told in rng.sample(legal := match.legal_actions(by), min(6, len(legal))):
                match.check(by, told)
                match.rewind(len(match.log)).apply(by, told)
        step(match, rng, chance)


@pytest.mark.parametrize("game", GAMES)
def test_undo_and_then_the_same_answer_is_as_if_nothing_had_been(game):
    rng, chance = random.Random(1), SeededChance("1")
    match, undone = new(game), 0
    for _ in range(120):
        if match.result:
            break
        before = views(match)
        step(match, rng, chance)
        try:
            back = match.undo()
        except IllegalAction:
            continue
        assert views(back) == before
        back.apply(*match.log[-1])
        assert (back.position, views(back)) == (match.position, views(match))
        undone += 1
    assert undone


def test_each_piece_is_drawn_as_often_as_any_other():
    ask, chance = Draw(tuple("abcdef"), "jason"), SeededChance("frequencies")
    drawn = Counter(outcome(ask, chance) for _ in range(6000))
    assert set(drawn) == set("abcdef")
    assert all(800 < times < 1200 for times in drawn.values())
    faces = Counter(outcome(Roll(1, "jason"), chance) for _ in range(6000))
    assert all(800 < faces[face] < 1200 for face in "123456")


def leaks(match: Match, by: str, one: str, other: str) -> list[str]:
    """The viewers beside `by` whose bytes tell the two answers apart."""
    a, b = match.rewind(len(match.log)), match.rewind(len(match.log))
    a.apply(by, one)
    b.apply(by, other)
    seen_a, seen_b = views(a), views(b)
    seat = by.rpartition("/")[2]
    return [viewer for viewer in seen_a if viewer != seat and seen_a[viewer] != seen_b[viewer]]


@pytest.mark.parametrize("told", [{}, {"stands": "tagged"}, {"memory_aid": "on"}])
@pytest.mark.parametrize("seed", range(4))
def test_which_label_it_is_changes_no_byte_for_anybody_who_does_not_look(seed, told):
    """Every label that is settled for a look: any other one gives all others the same bytes."""
    whole, tried = played("king_sphinx", seed, **told), 0
    match = new("king_sphinx", **told)
    for by, notation in whole.log:
        ask = match.ask_of(by)
        if isinstance(ask, Draw):
            after = match.rewind(len(match.log))
            after.apply(by, notation)
            secret = isinstance(after.ask_of(ask.to), Look)
            for other in ask.pieces if secret else ():
                twin = match.rewind(len(match.log))
                twin.apply(by, other)
                if isinstance(twin.ask_of(ask.to), Look):
                    assert leaks(match, by, notation, other) == []
                    tried += 1
        match.apply(by, notation)
    assert tried > 20


@pytest.mark.parametrize("seed", range(3))
def test_two_labels_that_a_viewer_cannot_know_may_change_places(seed):
    """Swap their names through the log: until one is shown, each viewer's bytes stay the same."""
    whole = played("king_sphinx", seed)
    rng = random.Random(seed)
    compared = 0
    for viewer in (*whole.seats, "audience"):
        one, other = rng.sample([f"putty-{n}" for n in range(1, 13)], 2)
        exchange = {one: other, other: one}
        real, twin = new("king_sphinx"), new("king_sphinx")
        for by, notation in whole.log:
            if by == f"deck/{viewer}" and notation in exchange:
                break
            real.apply(by, notation)
            told = exchange.get(notation, notation) if by.startswith("deck/") else notation
            try:
                twin.apply(by, told)
            except (IllegalAction, LookupError):
                break
            if real.position.said != twin.position.said or real.awaited() != twin.awaited():
                break
            if isinstance(look := real.ask_of(viewer), Look) and look != twin.ask_of(viewer):
                break
            assert json.dumps(real.view(viewer)) == json.dumps(twin.view(viewer))
            compared += 1
    assert compared > 100


def test_a_planted_leak_is_caught(monkeypatch):
    from companion.engines.king_sphinx.rules import KingSphinx

    honest = KingSphinx.view

    def leaky(self, viewer):
        return {**honest(self, viewer), "under": {**self.putties.under, **self.aliens.under}}

    monkeypatch.setattr(KingSphinx, "view", leaky)
    with pytest.raises(AssertionError):
        test_which_label_it_is_changes_no_byte_for_anybody_who_does_not_look(0, {})
