"""What lies on the table, and the questions that rules ask about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engines.core import TABLE, Json, Piece, Position, Seat
from companion.engines.game import Value
from companion.engines.king_sphinx import view
from companion.engines.king_sphinx.coach import Coach
from companion.engines.king_sphinx.pieces import (
    ALIEN_STANDS,
    PUTTY_STANDS,
    Fight,
    Player,
    SeenSwap,
    Swap,
)
from companion.engines.king_sphinx.stands import Stands
from companion.engines.piles import Stock


@dataclass
class Board(Position):
    """The whole table.

    `putties` by their space (`jason/1`), `aliens` by their figure. `clip`: its mark on the track,
    0 first. `memory`, `swaps_seen` and the `coach` are for single seats' own screens.
    """

    options: Mapping[str, Value] = field(default_factory=dict)
    players: dict[Seat, Player] = field(default_factory=dict)
    putties: Stands = field(init=False)
    aliens: Stands = field(init=False)
    clip: int = 0
    turn: Seat | None = None
    phase: str = "setup"
    fight: Fight | None = None
    swapping: Swap | None = None
    megazord: bool = False
    swaps_seen: dict[Seat, SeenSwap] = field(default_factory=dict)
    memory: dict[Seat, dict[str, int]] = field(default_factory=dict)
    coach: Coach | None = None

    def __post_init__(self) -> None:
        self.putties = self.stands(PUTTY_STANDS, "putty_levels")
        self.aliens = self.stands(ALIEN_STANDS, "alien_levels")
        if self.options["coach"] == "on":
            kinds = ("putty", "alien")
            self.coach = Coach({kind: self.numbers(f"{kind}_levels") for kind in kinds})

    def stands(self, stands: tuple[Piece, ...], levels: str) -> Stands:
        """All stands of one kind, mixed: nobody knows which is where."""
        tagged = self.options["stands"] == "tagged"
        labels = Stock(TABLE, list(stands), real=tagged)
        lie = str(self.options["layout"]) if tagged else "dealt"
        return Stands(labels, dict(zip(stands, self.numbers(levels), strict=True)), lie)

    def view(self, viewer: Seat) -> dict[str, Json]:
        return view.table(self, viewer)

    def numbers(self, option: str) -> tuple[int, ...]:
        value = self.options[option]
        assert isinstance(value, tuple)  # noqa: S101  (the switch reads it so)
        return value

    @property
    def track(self) -> tuple[int, ...]:
        return self.numbers("sphinx_track")

    @property
    def sphinx_level(self) -> int:
        """The number under the clip (R50)."""
        return self.track[self.clip]

    @property
    def fighting(self) -> Fight:
        assert self.fight is not None  # noqa: S101  (only asked within a fight)
        return self.fight

    def blocker(self, seat: Seat) -> str:
        """The space of the next putty in the own lane (R32)."""
        return f"{seat}/{self.players[seat].beaten + 1}"

    def alien_of(self, seat: Seat) -> str:
        alien = self.players[seat].alien
        assert alien is not None  # noqa: S101  (a Dinozord stands before one)
        return alien

    def swappable(self, fighter: Seat, blocker: str) -> tuple[str, ...]:
        """Every other putty on the board (R34, R65); the own lane may be barred by a switch."""
        others = [place for place in self.putties.under if place != blocker]
        if self.options["swap_targets"] == "not_fighters_lane":
            others = [place for place in others if not place.startswith(f"{fighter}/")]
        return tuple(others)

    def places(self) -> dict[str, Piece]:
        """Where the tagged stands are that the Pi follows: with `layout=scanned`, all of them."""
        if self.putties.lie != "scanned":
            return {}
        figures = {p.alien: f"{seat}/alien" for seat, p in self.players.items() if p.alien}
        lying = {**self.putties.under, **{figures[f]: s for f, s in self.aliens.under.items()}}
        return {place: stand for place, stand in lying.items() if stand is not None}

    def taken_away(self, stands: Stands, thing: str) -> None:
        """It was beaten where the Pi did not see it; which level it had, nobody tells the Pi."""
        stands.remove(thing)
        if self.coach:
            self.coach.gone(thing)
