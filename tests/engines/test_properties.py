"""What is so of every game on the shelf, whoever plays it and whatever they answer."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engines.catalogue import GAMES
from companion.engines.core import Deal, Draw, Roll
from companion.engines.king_sphinx.rules import KingSphinx
from companion.engines.match import Match
from companion.errors import IllegalAction, RuleError
from companion.table.chance import SeededChance, outcome
from companion.table.record import header_of, parse_text, replay, to_text
from tests.engines.evenings import (
    EVENINGS,
    LONGEST,
    SEATS,
    Evening,
    answered,
    seen,
    some,
    viewers,
)

SEEDS = st.integers(0, 2**32 - 1)
every_evening = pytest.mark.parametrize("evening", EVENINGS, ids=str)
few = settings(max_examples=6, deadline=None, derandomize=True, database=None)


@every_evening
@few
@given(seed=SEEDS)
def test_a_replay_is_equal_to_what_was_played(evening: Evening, seed: int) -> None:
    match = evening.played(seed)

    again = replay(*parse_text(to_text(header_of(match), match.log)), GAMES)

    assert again.position == match.position
    assert again.result == match.result
    assert [seen(again, v) for v in viewers(match)] == [seen(match, v) for v in viewers(match)]


@every_evening
@few
@given(seed=SEEDS)
def test_a_replay_of_a_part_asks_the_same(evening: Evening, seed: int) -> None:
    log = evening.played(seed).log
    (keep,) = some(1, len(log), seed)
    match = evening.start(seed)
    for by, notation in log[:keep]:
        match.apply(by, notation)

    again = match.rewind(keep)

    assert again.position == match.position
    assert [a.question() for a in again.open()] == [a.question() for a in match.open()]
    assert [seen(again, v) for v in viewers(match)] == [seen(match, v) for v in viewers(match)]


@every_evening
@few
@given(seed=SEEDS)
def test_every_match_comes_to_its_end_and_asks_each_one_thing(evening: Evening, seed: int) -> None:
    for match in evening.play(seed):
        assert len(match.log) < LONGEST
        answerers = [by for ask in match.open() for by in ask.answerers()]
        assert len(answerers) == len(set(answerers))
        assert set(match.awaited()) <= set(match.seats)

    assert match.result
    assert match.open() == []
    assert match.result.winners <= set(match.seats)


@every_evening
@few
@given(seed=SEEDS)
def test_all_legal_answers_apply_and_no_other(evening: Evening, seed: int) -> None:
    start, log = evening.start(seed), evening.played(seed).log
    for keep in some(3, len(log), seed):
        match = Match(evening.rules, start.seats, start.options, log[:keep])
        before = match.position.snapshot()
        for by in (*match.answerers(), "table"):
            legal = match.legal_actions(by)
            for number in some(16, len(legal), seed):
                match.check(by, legal[number])
                match.rewind(keep).apply(by, legal[number])
            with pytest.raises(RuleError):
                match.apply(by, "no such answer")
        with pytest.raises(RuleError):
            match.apply("nobody", "seen")
        assert match.position.snapshot() == before
        assert match.log == log[:keep]


@every_evening
def test_undo_and_the_same_answer_change_nothing(evening: Evening) -> None:
    undone = 0
    for match in evening.play(11):
        if undone == 30:
            break
        try:
            back = match.undo()
        except IllegalAction:
            continue
        back.apply(*match.log[-1])
        undone += 1
        assert back.position == match.position
        assert back.log == match.log
        assert [seen(back, v) for v in viewers(back)] == [seen(match, v) for v in viewers(match)]
    assert undone


@every_evening
@few
@given(seed=SEEDS)
def test_nobody_takes_back_what_somebody_has_learnt(evening: Evening, seed: int) -> None:
    for match in evening.play(seed):
        by, _ = match.log[-1]
        if by.startswith(("dice/", "deck/")) or any(ask.learns for ask in match.open()):
            with pytest.raises(IllegalAction):
                match.undo()


@every_evening
def test_a_hidden_piece_is_any_of_them_with_the_same_weight(evening: Evening) -> None:
    asked = {type(ask): ask for match in evening.play(1) for ask in match.open()}
    found = [ask for ask in asked.values() if isinstance(ask, Draw | Deal)]
    assert found or evening.game == "king_sphinx_short"
    for ask in found:
        assert len(set(ask.pieces)) == len(ask.pieces)
        times, chance = 400, SeededChance(7)
        drawn = [outcome(ask, chance).split(" ") for _ in range(times * len(ask.pieces))]
        for place in zip(*drawn, strict=True):
            here = Counter(place)
            assert set(here) == set(ask.pieces)
            assert all(abs(count - times) < 0.25 * times for count in here.values())


def test_what_is_dealt_comes_in_any_order_with_the_same_weight() -> None:
    chance = SeededChance(5)
    dealt = Counter(outcome(Deal(("a", "b", "c"), "jason", 2), chance) for _ in range(6000))

    assert set(dealt) == {"a b", "a c", "b a", "b c", "c a", "c b"}
    assert all(800 < count < 1200 for count in dealt.values())


def test_every_face_of_a_die_is_as_likely() -> None:
    chance = SeededChance(3)
    faces = Counter(outcome(Roll(1, "jason"), chance) for _ in range(6000))

    assert all(800 < faces[face] < 1200 for face in "123456")


@pytest.mark.parametrize("seats", [2, 4])
def test_levels_are_found_as_often_as_there_are_labels_of_them(seats: int) -> None:
    """However stands are looked at and swapped: each label is as likely to lie anywhere."""
    rules = GAMES["king_sphinx"]
    options = rules.options({"putty_levels": "2,2,2,2,2,2,3,3,3,4,4,7"})
    found: Counter[int] = Counter()
    for seed in range(700):
        match, level = Match(rules, SEATS[:seats], options), None
        chance = SeededChance(seed)
        while level is None:
            by, notation = answered(match, chance)
            match.apply(by, notation)
            level = levels_of(match).get(notation)
        found[level] += 1

    expected = {2: 350, 3: 175, 4: 117, 7: 58}
    assert all(abs(found[level] - n) < 5 * n**0.5 for level, n in expected.items()), found


def levels_of(match: Match) -> dict[str, int]:
    assert isinstance(match.position, KingSphinx)
    return match.position.putties.levels
