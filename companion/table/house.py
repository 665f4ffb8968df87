"""How this table is set up: what the sitting needs to know of the configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.engines.core import Seat

SEATS: tuple[Seat, ...] = ("jason", "billy", "kimberly", "zach", "trini")


@dataclass(frozen=True)
class House:
    """The table's own settings.

    `seats` clockwise as the buttons lie; `dice`: thrown by hand and entered, or by the Pi;
    `options`: house rules as text, passed to each game that knows them; `readers`: what each tag
    reader is for, and `spaces` which space of the board it watches, if any; `pace_s`: how long a
    robot takes to answer; `beat_s`: from one to two to three; `rewire` keeps which part was found
    wired as which other, in the configuration.
    """

    seats: tuple[Seat, ...] = SEATS
    dice: Literal["pi", "real"] = "pi"
    tonight: str = "king_sphinx"
    short: str = "king_sphinx_short"
    options: Mapping[str, str] = field(default_factory=dict)
    readers: Mapping[str, str] = field(default_factory=lambda: {"pad": "pad"})
    spaces: Mapping[str, str] = field(default_factory=dict)
    pace_s: float = 1.2
    beat_s: float = 0.7
    ask_formalities: bool = False
    rewire: Callable[[Mapping[str, str]], None] | None = None
