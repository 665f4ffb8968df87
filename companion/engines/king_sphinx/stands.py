"""What stands on the board, and which label is under it, as far as somebody had to know."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engines.core import TABLE, Options, Piece, Seat, Text, draw
from companion.engines.king_sphinx.pieces import named
from companion.engines.king_sphinx.questions import which_level
from companion.engines.piles import Stock


@dataclass
class Stands:
    """The stands of one kind. `under`: from a putty's space, or an alien's figure, to its label.

    None is a label that nobody had to know so far: it is one of the `unseen`, on the board or not.
    How they lie:

    `dealt`    the Pi settles a label when somebody first looks, and follows it from then on;
    `scanned`  every stand has a tag, is scanned as it is placed, and is followed;
    `free`     every stand has a tag, hands move them unseen: each look is a scan that decides anew.
    """

    labels: Stock
    levels: dict[Piece, int]
    lie: str
    under: dict[str, Piece | None] = field(default_factory=dict)

    async def place(self, thing: str, at: str) -> None:
        """Put it on the board unseen; only where stands are scanned it is known which it is."""
        self.under[thing] = None
        if self.lie == "scanned":
            prompt = Text("Set {thing} on the pad.", {"thing": named(thing)})
            self.under[thing] = await self.labels.settle(TABLE, prompt=prompt, at=at)

    async def look_under(
        self, thing: str, by: Seat, public: Text, beside: Piece | None = None
    ) -> Piece:
        """Which label it is, settled now if nobody knew. `by` alone will know.

        It is not the one that was looked at a moment ago and stands `beside` it.
        """
        known = self.under[thing]
        if known is not None:
            return known
        stands = tuple([stand for stand in self.labels.unseen if stand != beside])
        prompt = Text("Set {thing} on the pad.", {"thing": named(thing)})

        def told() -> Options[Piece]:
            return which_level(stands, self.levels)

        real = self.labels.real
        label = await draw(stands, by, real=real, prompt=prompt, told=told, public=public)
        if self.lie != "free":
            self.labels.unseen.remove(label)
            self.under[thing] = label
        return label

    def exchange(self, one: str, other: str) -> None:
        """Two change places."""
        under = self.under
        under[one], under[other] = under[other], under[one]

    def put_right(self, thing: str, stand: Piece) -> None:
        """`stand` is under it; the one that was thought to be there is where this one was."""
        thought, was_at = self.under[thing], [t for t, s in self.under.items() if s == stand]
        self.under[thing] = stand
        for other in was_at:
            self.under[other] = thought
        if not was_at:
            self.labels.unseen.remove(stand)
            self.labels.unseen += [thought] if thought else []

    def remove(self, thing: str, label: Piece | None = None) -> None:
        """Take it off the board; its label is out of play if it has been seen."""
        del self.under[thing]
        if label in self.labels.unseen:
            self.labels.unseen.remove(label)

    def known_stand(self, thing: str) -> Piece | None:
        """The tagged stand that is known to be there, so that it may be set on the pad."""
        return self.under[thing] if self.lie == "scanned" else None
