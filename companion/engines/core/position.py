"""What lies on the table, what is said aloud, and which clause is carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from types import CodeType
from typing import Any, NamedTuple, TypeVar

from companion.engines.core.text import Arg, Json, Piece, Seat, Text

F = TypeVar("F", bound=Callable[..., Any])


class GameOver(Exception):
    """Raised by the rule that ends the game, however deep in a turn."""

    def __init__(self, winners: Iterable[Seat], how: Text) -> None:
        self.winners, self.how = frozenset(winners), how
        super().__init__(str(how))


class Rule(NamedTuple):
    """The clauses that a function carries out, and the step's name on the screen."""

    clauses: tuple[str, ...]
    heading: str


RULES: dict[CodeType, Rule] = {}


def rule(*clauses: str, heading: str = "") -> Callable[[F], F]:
    """Cite the rulebook; the function itself is left as it is. Innermost decorator of all."""

    def cite(function: F) -> F:
        RULES[function.__code__] = Rule(clauses, heading)
        return function

    return cite


@dataclass
class Position:
    """What lies on the table. Engines subclass it; their `view` decides who sees what."""

    seats: tuple[Seat, ...]
    said: list[Text] = field(default_factory=list)
    revealed: int = 0

    def tell(self, template: str, **args: Arg) -> None:
        """Say aloud what nobody learns anything hidden by."""
        self.said.append(Text(template, args))

    def reveal(self, template: str, **args: Arg) -> None:
        """Turn a hidden thing up for all: nobody can take that back."""
        self.said.append(Text(template, args))
        self.revealed += 1

    def left_of(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    async def play(self) -> None:
        """The rules, from the set-up to `GameOver`."""
        raise NotImplementedError

    def places(self) -> dict[str, Piece]:
        """Where the tagged pieces lie that the Pi follows as they move; in no view."""
        return {}

    def view(self, viewer: Seat) -> dict[str, Json]:
        """What `viewer` may see of the table: a white list. A stranger is the audience."""
        raise NotImplementedError

    def snapshot(self) -> object:
        """All that lies on the table, for telling whether anything has changed."""
        kept = (getattr(self, f.name) for f in fields(self) if f.compare and f.name != "said")
        return f"{len(self.said)} {list(kept)!r}"
