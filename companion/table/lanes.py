"""The board as tag readers see it, beside the board as the match knows it.

Lane readers tell which stand lies on which space. A board that was knocked over is rebuilt with one
reader: set any stand on the pad, and the table says its space, never its level. After a restart the
differences are listed in words; nothing is applied before somebody says which is right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from companion.engines.core import Json, Piece, Text

Places: TypeAlias = Mapping[str, Piece]
"""From a space to the tagged piece that lies there, as the match knows it."""


class Difference(NamedTuple):
    """A space where another thing lies than the match knows; `piece` if it is a known one."""

    place: str
    words: Text
    piece: Piece | None

    def json(self) -> Json:
        """What everybody may read: where and in words, never which stand."""
        return {
            "place": self.place,
            "words": self.words.json(),
            "can_be_right": self.piece is not None,
        }


@dataclass
class Lanes:
    """What lies on lane readers. `spaces`: from a reader to its space, `jason/2`."""

    spaces: Mapping[str, str]
    lying: dict[str, str] = field(default_factory=dict)
    checking: bool = False
    """Whether last evening's board is compared with this one's; until the first new answer."""
    dismissed: set[str] = field(default_factory=set)

    def placed(self, reader: str, tag: str) -> str | None:
        """The space on which the tag lies now; None if this reader watches none."""
        space = self.spaces.get(reader)
        if space is not None:
            self.lying[space] = tag
        return space

    def lifted(self, reader: str, tag: str) -> None:
        space = self.spaces.get(reader)
        if space is not None and self.lying.get(space) == tag:
            del self.lying[space]

    def check_again(self) -> None:
        """Compare last evening's board with this one's."""
        self.checking = bool(self.spaces)
        self.dismissed.clear()

    def differences(
        self, known: Places, piece_of: Callable[[str], Piece | None], watched: Callable[[str], bool]
    ) -> list[Difference]:
        """Where readers that answer see something else than the match knows."""
        found = []
        for reader, space in sorted(self.spaces.items(), key=lambda pair: pair[1]):
            if not watched(reader) or space in self.dismissed:
                continue
            tag = self.lying.get(space)
            piece = piece_of(tag) if tag else None
            if space not in known and piece not in known.values():
                continue  # beaten, spare, or put there before it is its turn
            if piece != known.get(space) or (tag and piece is None):
                found.append(Difference(space, _words(space, tag, known), piece))
        return found if self.checking else []


def _words(space: str, tag: str | None, known: Places) -> Text:
    if tag is None:
        return Text("{place} is empty; a stand stood there.", {"place": space})
    if space not in known:
        return Text("A stand stands at {place}; the space was empty.", {"place": space})
    return Text("Another stand stands at {place}.", {"place": space})


@dataclass
class Rebuild:
    """A board being put up again. `left`: the pieces that have not come to the pad yet."""

    left: set[Piece]

    def placed(self, piece: Piece | None, known: Places) -> Text:
        """Where the piece on the pad belongs."""
        place = next((place for place, there in known.items() if there == piece), None)
        if piece is None or place is None:
            return Text("This one is not on the board. Lay it aside.")
        self.left.discard(piece)
        if not self.left:
            return Text("This one stands at {place}. The board is complete.", {"place": place})
        return Text("This one stands at {place}. {n} to go.", {"place": place, "n": len(self.left)})
