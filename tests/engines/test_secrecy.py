"""Nobody's view tells what they cannot know: change the hidden, and no byte of it changes.

Each property changes one hidden thing in a played log, plays both side by side, and compares every
byte of the views that must not tell them apart. The last tests plant leaks and see them found.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engines.core import AUDIENCE, Deal, Draw, Json, Look, Piece, Seat
from companion.engines.game import Game
from companion.engines.king_sphinx import GAME
from companion.engines.king_sphinx.rules import KingSphinx
from companion.engines.match import Entry, Match
from companion.errors import RuleError
from tests.engines.evenings import EVENINGS, Evening, seen, viewers

SEEDS = st.integers(0, 2**32 - 1)
HIDDEN = [
    Evening("heroes", {"hands_visible": "owner_only"}) if evening.game == "heroes" else evening
    for evening in EVENINGS
]
every_evening = pytest.mark.parametrize("evening", HIDDEN, ids=str)
Pair: TypeAlias = tuple[str, str]
Until: TypeAlias = Callable[[Match, Entry, Pair], bool]
AS_LONG = 60
"""So many answers the two are played side by side."""
some_seeds = settings(max_examples=6, deadline=None, derandomize=True, database=None)


def renamed(log: Sequence[Entry], one: str, other: str) -> list[Entry]:
    """The log, had the two pieces lain in each other's place."""
    names = {one: other, other: one}
    return [(by, " ".join(names.get(word, word) for word in n.split(" "))) for by, n in log]


def same(match: Match, other: Match, watching: Sequence[Seat]) -> None:
    """What must be equal for viewers who cannot know the difference."""
    for viewer in watching:
        assert seen(match, viewer) == seen(other, viewer), viewer
    assert match.position.said == other.position.said
    assert match.awaited() == other.awaited()


def draws(evening: Evening, seed: int) -> Iterator[tuple[int, Seat, str, tuple[str, ...]]]:
    """Where a piece was settled and nothing said about it: when, for whom, which, what else."""
    match = evening.start(seed)
    log = evening.played(seed).log
    for number, (by, notation) in enumerate(log):
        ask, said = match.ask_of(by), len(match.position.said)
        unseen = match.view(AUDIENCE)["table"].get("phase") == "setup"
        match.apply(by, notation)
        if isinstance(ask, Draw | Deal) and (unseen or ask.to in match.seats):
            for settled in notation.split(" "):
                others = tuple(piece for piece in ask.pieces if piece != settled)
                if others and (isinstance(ask, Deal) or len(match.position.said) == said):
                    yield number, ask.to, settled, others


def permuted(evening: Evening, game: Game, seed: int, until: Until) -> int:
    """Exchange a settled piece and another from there on; how many views were compared.

    Whoever comes to look at one of them itself may see the difference from then on.
    """
    chance, compared = random.Random(seed), 0
    log, seats = evening.played(seed).log, evening.start(seed).seats
    options = game.options(evening.options)
    found = list(draws(evening, seed))
    for number, to, piece, others in chance.sample(found, min(3, len(found))):
        other = chance.choice(others)
        match = Match(game, seats, options, log[:number])
        twin = Match(game, seats, options, log[:number])
        watching = [viewer for viewer in viewers(match) if viewer != to]
        following = log[number : number + AS_LONG]
        for entry, instead in zip(following, renamed(following, piece, other), strict=True):
            if until(match, entry, (piece, other)):
                break
            match.apply(*entry)
            try:
                twin.apply(*instead)
            except RuleError:  # another card in the hand may do other things
                break
            watching = [v for v in watching if not looks_at_it(match, twin, v)]
            same(match, twin, watching)
            compared += len(watching)
    return compared


def looks_at_it(match: Match, twin: Match, viewer: Seat) -> bool:
    ask = match.ask_of(viewer)
    return isinstance(ask, Look) and ask != twin.ask_of(viewer)


def acted_on(match: Match, entry: Entry, _: Pair) -> bool:
    """Whether dice decide or a seat acts: what it does with a piece may be in public."""
    by, notation = entry
    settled = by.startswith("deck/") and by != "deck/table"
    sealed = by in match.seats and match.view(by)["sealed"]
    return not settled and not sealed and notation != "seen" and by != "table"


def judged(match: Match, entry: Entry, pair: Pair) -> bool:
    """Whether a fight against one of the two is about to be decided in public."""
    position, by = match.position, entry[0]
    assert isinstance(position, KingSphinx)
    fight = position.fight
    if position.phase == "check" and by.startswith("deck/"):
        return entry[1] in pair
    if not by.startswith("dice/") or not fight or fight.against not in ("putty", "alien"):
        return False
    if fight.against == "putty":
        return position.putties.under[str(fight.place)] in pair
    return position.aliens.under[position.alien_of(fight.seat)] in pair


@every_evening
@some_seeds
@given(seed=SEEDS)
def test_which_piece_a_seat_has_drawn_is_in_no_other_view(evening: Evening, seed: int) -> None:
    permuted(evening, evening.rules, seed, acted_on)


DEALT = [evening for evening in HIDDEN if evening.game == "king_sphinx"]


@pytest.mark.parametrize("evening", DEALT, ids=str)
@some_seeds
@given(seed=SEEDS)
def test_labels_stay_secret_until_a_fight_decides_over_them(evening: Evening, seed: int) -> None:
    assert permuted(evening, evening.rules, seed, judged) > 0


@every_evening
@some_seeds
@given(seed=SEEDS)
def test_sealed_choices_change_no_other_view(evening: Evening, seed: int) -> None:
    chance = random.Random(seed)
    log, start = evening.played(seed).log, evening.start(seed)
    match = evening.start(seed)
    for number, (by, notation) in enumerate(log):
        legal = [n for n in match.legal_actions(by) if n != notation]
        match.apply(by, notation)
        if not legal or by not in match.seats or not match.view(by)["sealed"]:
            continue
        twin = Match(evening.rules, start.seats, start.options, log[:number])
        twin.apply(by, chance.choice(legal))
        if twin.view(by)["sealed"]:
            same(match, twin, [viewer for viewer in viewers(match) if viewer != by])


def swap_steps(match: Match, log: Sequence[Entry]) -> Iterator[int]:
    """Play the log; stop at the first question of each putty swap."""
    before = None
    for number, entry in enumerate(log):
        position = match.position
        assert isinstance(position, KingSphinx)
        if position.swapping != before:
            before = position.swapping
            if before and before.kind == "putty":
                yield number
        match.apply(*entry)


def walk(match: Match, by: Seat, chance: random.Random) -> Iterator[Match]:
    """Any way through the swap step."""
    while match.position.swapping:  # type: ignore[attr-defined]
        asked = match.answerers()[0]
        assert asked.rpartition("/")[2] == by
        match.apply(asked, chance.choice(match.legal_actions(asked)))
        yield match


def besides_the_swap(match: Match, by: Seat) -> dict[str, Any]:
    """What whoever swapped sees of everything but that."""
    view = match.view(by)
    del view["table"]["mine"]["swaps_seen"]
    return view


def hidden_steps(game: Game, evening: Evening, seed: int) -> int:
    """Walk any way through some swap steps; nobody else can tell it from `leave it`."""
    chance, steps = random.Random(seed), 0
    log, start = evening.played(seed).log, evening.start(seed)
    options = game.options(evening.options)
    found = list(swap_steps(evening.start(seed), log))
    for number in chance.sample(found, min(3, len(found))):
        left = Match(game, start.seats, options, log[:number])
        fighter, by, _ = left.position.swapping  # type: ignore[attr-defined]
        dark = [viewer for viewer in viewers(left) if viewer != by]
        before = {viewer: seen(left, viewer) for viewer in dark}
        left.apply(by, "leave it")
        for _ in range(4):
            match = Match(game, start.seats, options, log[:number])
            for now in walk(match, by, chance):
                steps += 1
                if now.position.swapping:  # type: ignore[attr-defined]
                    assert {viewer: seen(now, viewer) for viewer in dark} == before
            same(match, left, (fighter, AUDIENCE))
            if evening.options.get("memory_aid") != "on":
                assert besides_the_swap(match, by) == besides_the_swap(left, by)
    return steps


@pytest.mark.parametrize("evening", DEALT, ids=str)
@some_seeds
@given(seed=SEEDS)
def test_a_swap_step_is_the_same_for_all_but_the_neighbour(evening: Evening, seed: int) -> None:
    assert hidden_steps(evening.rules, evening, seed) > 0


@pytest.mark.parametrize("evening", DEALT, ids=str)
def test_no_level_is_in_any_view_but_in_a_look(evening: Evening) -> None:
    for match in evening.play(5):
        for viewer in viewers(match):
            view = match.view(viewer)
            asked = view.pop("ask")
            mine = view["table"].pop("mine", None)
            view["said"], view["result"] = [], None
            text = str(view)
            assert not any(
                f"{kind}-{n}'" in text for kind in ("putty", "alien") for n in range(1, 13)
            )
            assert "level" not in text.replace("checks the level", "")
            assert evening.options.get("memory_aid") == "on" or not (mine and mine["memory"])
            assert not asked or asked["kind"] in ("look", "draw") or "level" not in str(asked)


# -- planted leaks


class TellsHowMany(KingSphinx):
    """Leaks how many labels are settled."""

    def view(self, viewer: Seat) -> dict[str, Json]:
        return {**super().view(viewer), "left": len(self.putties.labels.unseen)}


class TellsTheLevel(KingSphinx):
    """Leaks a label that somebody has seen."""

    def view(self, viewer: Seat) -> dict[str, Json]:
        return {**super().view(viewer), "front": self.putties.under.get("jason/1")}


class TellsTheFighter(KingSphinx):
    """Leaks to the fighter what the others may see of a swap."""

    def view(self, viewer: Seat) -> dict[str, Json]:
        shown = super().view(viewer)
        return {**shown, "swaps": [list(s.places) for s in self.swaps_seen.values()]}


class TellsTheStep(KingSphinx):
    """Leaks by its phase that somebody looks."""

    async def secret_look(self, *args: Any, **more: Any) -> Piece:
        self.phase = "look"
        return await super().secret_look(*args, **more)


class SaysIt(KingSphinx):
    """Leaks by saying aloud."""

    def follow(self, by: Seat, one: str, other: str) -> None:
        super().follow(by, one, other)
        self.tell("{by} is done.", by=by)


def leaky(position: type[KingSphinx]) -> Game:
    return replace(GAME, start=lambda seats, options: position(seats, options=options))


def finds(position: type[KingSphinx], look: Callable[[Game, int], object]) -> bool:
    """Whether a property finds the leak in some evenings."""
    for seed in range(1, 12):
        try:
            look(leaky(position), seed)
        except AssertionError:
            return True
    return False


@pytest.mark.parametrize("leak", [TellsHowMany, TellsTheFighter, TellsTheStep, SaysIt])
def test_a_planted_leak_of_a_swap_is_found(leak: type[KingSphinx]) -> None:
    assert finds(leak, lambda game, seed: hidden_steps(game, Evening("king_sphinx"), seed))


def test_a_planted_leak_of_a_label_is_found() -> None:
    evening = Evening("king_sphinx")

    assert finds(TellsTheLevel, lambda game, seed: permuted(evening, game, seed, judged))


def test_without_a_leak_nothing_is_found() -> None:
    evening = Evening("king_sphinx")

    assert not finds(KingSphinx, lambda game, seed: permuted(evening, game, seed, judged))
    assert not finds(KingSphinx, lambda game, seed: hidden_steps(game, evening, seed))
