"""What is asked, and what may be answered: questions and options, made once and shared."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations

from companion.engines.core import Choose, Offer, Option, Options, Piece, Seat, Text
from companion.engines.king_sphinx.pieces import ALIENS, CHARACTERS, named

KEYS_OF_CHARACTERS = {key: n for n, key in enumerate(CHARACTERS, 1)}
KEYS_OF_ALIENS = {key: n for n, key in enumerate(ALIENS, 1)}


# -- set-up


@cache
def which_character(seat: Seat, free: tuple[str, ...], seats: tuple[Seat, ...]) -> Choose[str]:
    """`character billy`. Usual is one's namesake, or else nobody's, so that all keep their own."""
    others = [key for key in free if key not in seats]
    usual = f"character {seat if seat in free else (others or free)[0]}"
    public = Text("{seat} chooses a character", {"seat": seat})
    options = Options(
        Option(f"character {key}", key, Text(CHARACTERS[key].name), key=KEYS_OF_CHARACTERS[key])
        for key in free
    )
    return Choose(seat, Text("Who are you?"), options, usual, formality=usual, public=public)


@cache
def which_lane(seat: Seat, free: tuple[int, ...]) -> Choose[int]:
    """`lane 2`. Usual is the first free one."""
    usual = f"lane {free[0]}"
    public = Text("{seat} chooses a lane", {"seat": seat})
    options = Options(Option(f"lane {n}", n, Text("Lane {n}", {"n": n}), key=n) for n in free)
    return Choose(seat, Text("Which lane?"), options, usual, formality=usual, public=public)


@cache
def takes_alien(seat: Seat) -> Text:
    return Text("{seat} takes an alien", {"seat": seat})


@cache
def which_alien(seat: Seat, free: tuple[str, ...]) -> Choose[str]:
    """`alien goldar`."""
    options = Options(
        Option(f"alien {key}", key, Text(ALIENS[key]), key=KEYS_OF_ALIENS[key]) for key in free
    )
    first = options.notations[0]
    return Choose(seat, Text("Take an alien."), options, first, public=takes_alien(seat))


# -- a turn


@cache
def your_turn(seat: Seat, act: str, *, reclaim: bool) -> Offer[str]:
    """`morph` or `battle`, or else `reclaim` if one may: one of them, never two (R14)."""
    acts = (act, "reclaim") if reclaim else (act,)
    return Offer(
        {seat: Options(Option(act, act, Text(act.capitalize())) for act in acts)},
        Text("Your turn."),
        press={seat: act},
        hold={seat: "reclaim"} if reclaim else {},
        implied={seat: act},
        public=Text("{seat} is on turn", {"seat": seat}),
    )


@cache
def which_chips(seat: Seat, up: tuple[int, ...]) -> Choose[tuple[int, ...]]:
    """`chips none`, `chips 2 3`: any number of the faceup chips (R21, R26)."""
    options = Options(
        Option(
            f"chips {' '.join(map(str, chips)) or 'none'}",
            chips,
            Text("Lay {chips}", {"chips": ", ".join(map(str, chips))}) if chips else Text("None"),
            parts=chips,
        )
        for count in range(len(up) + 1)
        for chips in combinations(up, count)
    )
    public = Text("{seat} may add chips", {"seat": seat})
    none = "chips none"
    return Choose(seat, Text("Add chips?"), options, press=none, implied=none, public=public)


@cache
def which_chip(seat: Seat, down: tuple[int, ...]) -> Choose[int]:
    """`chip 3`: what a 6 turns up (R30)."""
    public = Text("{seat} turns up a chip", {"seat": seat})
    options = Options(Option(f"chip {n}", n, Text("Chip {n}", {"n": n}), key=n) for n in down)
    return Choose(seat, Text("Which chip?"), options, public=public)


# -- the swap step: all that is read about it is that somebody may swap


@cache
def may_swap(by: Seat) -> Text:
    return Text("{by} may swap", {"by": by})


@cache
def look_or_leave(by: Seat, stand: Piece | None) -> Choose[str]:
    """`leave it` or `look`. A stand that is known may be set on the pad to look under it."""
    look = Option("look", "look", Text("Look under it"), piece=stand)
    options = Options((Option("leave it", "leave it", Text("Leave it")), look))
    prompt = Text("Look under the next putty?")
    return Choose(by, prompt, options, press="leave it", hold="look", public=may_swap(by))


@cache
def _other(place: str, stand: Piece | None) -> Option[str]:
    return Option(f"look {place}", place, named(place), piece=stand)


@lru_cache(4096)
def which_other(by: Seat, others: tuple[tuple[str, Piece | None], ...]) -> Choose[str]:
    """`look jason/2`: any other putty on the board."""
    options = Options(_other(place, stand) for place, stand in others)
    return Choose(by, Text("Look under which other?"), options, public=may_swap(by))


@cache
def swap_or_keep(by: Seat, blocker: str, kept: Piece | None, swapped: Piece | None) -> Choose[bool]:
    """`keep` or `swap`: which of the two stands goes back before the fighter."""
    keep = Option("keep", False, Text("Keep"), piece=kept, at=blocker)
    swap = Option("swap", True, Text("Swap them"), piece=swapped, at=blocker)
    options, prompt = Options((keep, swap)), Text("Swap them?")
    return Choose(by, prompt, options, press="keep", hold="swap", public=may_swap(by))


@cache
def which_alien_in(by: Seat, others: tuple[tuple[Seat, str], ...]) -> Choose[Seat | None]:
    """`keep`, or `swap jason/alien`: unseen, for all to see (R43, R44)."""
    keep: Option[Seat | None] = Option("keep", None, Text("Keep"))
    swaps = [
        Option(
            f"swap {seat}/alien", seat, Text("Swap with {alien}", {"alien": ALIENS[alien]}), key=n
        )
        for n, (seat, alien) in enumerate(others, start=1)
    ]
    prompt = Text("Swap the alien?")
    return Choose(by, prompt, Options((keep, *swaps)), press="keep", public=may_swap(by))


# -- checking


@cache
def checks(seat: Seat) -> Text:
    return Text("{seat} checks the level", {"seat": seat})


def which_level(stands: Iterable[Piece], levels: dict[Piece, int]) -> Options[Piece]:
    """`level 5`, where no reader answers: read off the label, whichever stand has it."""
    first: dict[int, Piece] = {}
    for stand in stands:
        first.setdefault(levels[stand], stand)
    return Options(
        Option(f"level {level}", first[level], Text("Level {level}", {"level": level}))
        for level in sorted(first)
    )
