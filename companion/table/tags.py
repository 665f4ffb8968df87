"""Which tag is on which stand.

A tag holds no secret and a stand's name tells no level; which tag is on which stand, and what
stands on its label, never leaves the Pi. Enrolled levels replace the assumed ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.engines.core import Piece, Text
from companion.errors import TagError
from companion.table.store import Store


@dataclass(frozen=True)
class Kind:
    """Stands of one kind: how many there are, the span of their levels, the option they fill."""

    name: str
    count: int
    low: int
    high: int

    @property
    def option(self) -> str:
        return f"{self.name}_levels"


KINDS = (Kind("putty", 12, 2, 7), Kind("alien", 4, 8, 14))
"""The stands of King Sphinx: the level alone tells which kind it is."""


class Tagged(NamedTuple):
    """A tag, the stand it is on, and the level on the stand's label."""

    tag: str
    piece: Piece
    level: int


class Tags:
    """The stands that are enrolled. Every fault is a `TagError` in words that tell no secret."""

    def __init__(self, store: Store, kinds: tuple[Kind, ...] = KINDS) -> None:
        self.store, self.kinds = store, kinds
        self._all = [Tagged(*row) for row in store.tags()]
        self._level: int | None = None
        self._moving: Piece | None = None

    def piece(self, tag: str) -> Piece | None:
        """The stand with that tag."""
        return next((t.piece for t in self._all if t.tag == tag), None)

    def tag(self, piece: Piece) -> str | None:
        return next((t.tag for t in self._all if t.piece == piece), None)

    @property
    def waiting(self) -> bool:
        """Whether the next tag on the pad is enrolled and not played."""
        return self._level is not None or self._moving is not None

    def enrol(self, level: int) -> None:
        """The level under a stand was read and touched: the stand comes to the pad next."""
        kind = self._kind(level)
        if self._next(kind) is None:
            raise TagError(
                f"all {kind.count} {kind.name} stands are enrolled: undo or forget one first"
            )
        self._level, self._moving = level, None

    def move(self, piece: Piece) -> None:
        """Give this stand another tag: it comes to the pad next."""
        if self.tag(piece) is None:
            raise TagError("no such stand is enrolled")
        self._level, self._moving = None, piece

    def placed(self, tag: str) -> Text:
        """The awaited stand came to the pad; what was done, in words."""
        if self.piece(tag) is not None:
            raise TagError("that tag is on another stand already: one tag, one stand")
        if self._moving is not None:
            piece, self._moving = self._moving, None
            self._keep([t._replace(tag=tag) if t.piece == piece else t for t in self._all])
            return Text("The stand has its new tag.")
        if self._level is None:
            raise TagError("touch the level first, then set the stand on the pad")
        kind = self._kind(self._level)
        made = self._next(kind)
        if made is None:
            raise TagError(f"all {kind.count} {kind.name} stands are enrolled")
        self._keep([*self._all, Tagged(tag, made, self._level)])
        self._level = None
        count = sum(self._kind(t.level) is kind for t in self._all)
        return Text(
            "Stand {n} of {all} ({kind}) is enrolled.",
            {"n": count, "all": kind.count, "kind": kind.name},
        )

    def undo(self) -> None:
        """Forget the level just touched, or else the stand enrolled last."""
        if self.waiting:
            self._level = self._moving = None
        elif self._all:
            self._keep(self._all[:-1])
        else:
            raise TagError("nothing is enrolled")

    def forget(self, piece: Piece) -> None:
        """Take the tag off this stand; `all` takes off every one."""
        kept = [] if piece == "all" else [t for t in self._all if t.piece != piece]
        if len(kept) == len(self._all):
            raise TagError("no such stand is enrolled")
        self._keep(kept)

    @property
    def complete(self) -> bool:
        """Whether every stand of every kind is enrolled."""
        return all(self._next(kind) is None for kind in self.kinds)

    def options(self) -> dict[str, str]:
        """The enrolled levels in the order of the stands, as house rules."""
        level = {t.piece: str(t.level) for t in self._all}
        return {
            kind.option: ",".join(level[f"{kind.name}-{n}"] for n in range(1, kind.count + 1))
            for kind in self.kinds
        }

    def shown(self) -> Mapping[str, object]:
        """What the owner's page may show: how many of each kind, never which or what level."""
        return {
            "kinds": [
                {
                    "kind": kind.name,
                    "tagged": sum(self._kind(t.level) is kind for t in self._all),
                    "of": kind.count,
                    "levels": [kind.low, kind.high],
                }
                for kind in self.kinds
            ],
            "waiting": self.waiting,
            "complete": self.complete,
        }

    def _kind(self, level: int) -> Kind:
        for kind in self.kinds:
            if kind.low <= level <= kind.high:
                return kind
        spans = ", ".join(f"{k.low} to {k.high} for a {k.name}" for k in self.kinds)
        raise TagError(f"no stand has such a level: {spans}")

    def _next(self, kind: Kind) -> Piece | None:
        taken = {t.piece for t in self._all}
        names = (f"{kind.name}-{n}" for n in range(1, kind.count + 1))
        return next((name for name in names if name not in taken), None)

    def _keep(self, tags: list[Tagged]) -> None:
        self.store.keep_tags(tags)
        self._all = tags
