"""Who there is, and what is said: a seat, a piece, and texts that can be translated."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Seat: TypeAlias = str
Piece: TypeAlias = str
Json: TypeAlias = Any

KEY = re.compile(r"[a-z][a-z0-9_.-]*")
RESERVED = frozenset({"dice", "deck", "all", "any", "table", "audience", "owner"})
AUDIENCE: Seat = "audience"
TABLE: Seat = "table"


@dataclass(slots=True, unsafe_hash=True)
class Text:
    """An English template with its arguments, so that a screen can translate it and draw a seat.

    Never changed once it is made.

    >>> str(Text("{seat} wins with {power}.", {"seat": "billy", "power": 7}))
    'billy wins with 7.'
    """

    template: str
    args: Mapping[str, Arg] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**{name: str(arg) for name, arg in self.args.items()})

    def json(self) -> Json:
        if not self.args:
            return {"text": self.template}
        args = {name: a.json() if isinstance(a, Text) else a for name, a in self.args.items()}
        return {"text": self.template, "args": args}


Arg: TypeAlias = int | str | Text
