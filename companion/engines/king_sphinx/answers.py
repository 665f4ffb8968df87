"""What may be answered: every option, made once and shared."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations

from companion.engines.core import Option, Options, Piece, Seat, Text
from companion.engines.king_sphinx.pieces import ALIENS, CHARACTERS, named

KEYS_OF_CHARACTERS = {key: n for n, key in enumerate(CHARACTERS, 1)}
KEYS_OF_ALIENS = {key: n for n, key in enumerate(ALIENS, 1)}


@cache
def turn_options(act: str, *, reclaim: bool) -> Options[str]:
    """What a turn may be: `morph` or `battle`, or `reclaim`; one of them, never two (R14)."""
    acts = (act, "reclaim") if reclaim else (act,)
    return Options(Option(act, act, Text(act.capitalize())) for act in acts)


@cache
def character_options(free: tuple[str, ...]) -> Options[str]:
    return Options(
        Option(f"character {key}", key, Text(CHARACTERS[key].name), key=KEYS_OF_CHARACTERS[key])
        for key in free
    )


def usual_character(seat: Seat, free: tuple[str, ...], seats: Iterable[Seat]) -> str:
    """A seat's namesake, or else somebody who is nobody's, so that everybody's stays free."""
    if seat in free:
        return f"character {seat}"
    others = [key for key in free if key not in seats]
    return f"character {(others or free)[0]}"


@cache
def lane_options(free: tuple[int, ...]) -> Options[int]:
    return Options(Option(f"lane {n}", n, Text("Lane {n}", {"n": n}), key=n) for n in free)


@cache
def alien_options(free: tuple[str, ...]) -> Options[str]:
    return Options(
        Option(f"alien {key}", key, Text(ALIENS[key]), key=KEYS_OF_ALIENS[key]) for key in free
    )


@cache
def chip_options(up: tuple[int, ...]) -> Options[tuple[int, ...]]:
    """Every choice of faceup chips, none among them (R21, R26)."""
    return Options(
        Option(
            f"chips {' '.join(map(str, chips)) or 'none'}",
            chips,
            Text("Lay {chips}", {"chips": ", ".join(map(str, chips))}) if chips else Text("None"),
            parts=chips,
        )
        for count in range(len(up) + 1)
        for chips in combinations(up, count)
    )


@cache
def reclaim_options(down: tuple[int, ...]) -> Options[int]:
    return Options(Option(f"chip {n}", n, Text("Chip {n}", {"n": n}), key=n) for n in down)


@cache
def blocker_options(stand: Piece | None) -> Options[str]:
    """To look under the blocker, or not; a stand that is known may be set on the pad instead."""
    look = Option("look", "look", Text("Look under it"), piece=stand)
    return Options((Option("leave it", "leave it", Text("Leave it")), look))


@cache
def _other(place: str, stand: Piece | None) -> Option[str]:
    return Option(f"look {place}", place, named(place), piece=stand)


@lru_cache(4096)
def other_options(stands: tuple[tuple[str, Piece | None], ...]) -> Options[str]:
    """The other putties on the board, each by its space."""
    return Options(_other(place, stand) for place, stand in stands)


@cache
def swap_options(kept: Piece | None, swapped: Piece | None) -> Options[bool]:
    """Which of the two goes back before the fighter."""
    keep = Option("keep", False, Text("Keep"), piece=kept)
    return Options((keep, Option("swap", True, Text("Swap them"), piece=swapped)))


@cache
def alien_swap_options(others: tuple[tuple[Seat, str], ...]) -> Options[Seat | None]:
    keep: Option[Seat | None] = Option("keep", None, Text("Keep"))
    swaps = [
        Option(f"swap {seat}/alien", seat, Text("Swap with {alien}", {"alien": ALIENS[alien]}))
        for seat, alien in others
    ]
    return Options((keep, *swaps))


def level_options(stands: Iterable[Piece], levels: dict[Piece, int]) -> Options[Piece]:
    """Where no reader answers: the level read off the label, whichever stand has it."""
    first: dict[int, Piece] = {}
    for stand in stands:
        first.setdefault(levels[stand], stand)
    return Options(
        Option(f"level {level}", first[level], Text("Level {level}", {"level": level}))
        for level in sorted(first)
    )
