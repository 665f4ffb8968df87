"""Real cards: a hand is only a count, and what is in it shows when it is paid with or put down."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engines.bandai.pieces import Duel, Paid
from companion.engines.bandai.questions import key
from companion.engines.core import Option, Options, Piece, Seat, Text, choose, rule, together

NONE: Option[Piece | None] = Option("none", None, Text("Put nothing down"))
READY: Option[Paid] = Option("ready", [], Text("Ready for three"))
ALL_PAID: Option[Paid] = Option("ready", [], Text("That was all"))


class RealCards(Duel):
    """Steps 2 to 4 for whoever holds the cards at the table."""

    @rule("R6", "R27")
    async def pay_openly(self, seat: Seat) -> Paid:
        """Real cards are laid open, each scanned or tapped or only counted, until all is ready.

        One card must be left to put down.
        """
        paid: Paid = []
        room = len(self.players[seat].hand) - 1
        while True:
            more = await choose(
                seat,
                Text("Pay openly what your card costs. Then: ready?"),
                Options([READY, *self.payments(seat, paid, room - len(paid))]),
                press="ready",
                lapse=self.at_three("ready"),
            )
            if not more:
                return paid
            paid += more

    async def ready_for_three(self, seat: Seat) -> None:
        """Card and payment lie face down side by side: sealed, and told once they are open."""
        ready = Options([READY])
        prompt = Text("Put your card face down, and beside it what pays for it. Ready for three?")
        await choose(seat, prompt, ready, press="ready", lapse=self.at_three("ready"))

    def at_three(self, answer: str) -> str | None:
        """Both hold real cards: nothing is left to answer before three, so one touch counts."""
        return None if self.dealt else answer

    def payments(self, seat: Seat, paid: Paid, room: int) -> list[Option[Paid]]:
        """Cards that could still lie in a real hand, and plain counts of them."""
        if room < 1:
            return []
        player = self.players[seat]
        left = [piece for piece in player.pile.stock.unseen if piece not in paid]
        counts: list[Option[Paid]] = [
            Option(f"pay {n}", [None] * n, Text("{n} cards", {"n": n}), key(n))
            for n in range(1, room + 1)
        ]
        if not player.known:
            return counts
        cards = player.options("pay", left)
        pieces = (
            Option(o.notation, list[Piece | None]([o.value]), o.label, piece=o.piece) for o in cards
        )
        return [*pieces, *counts]

    @rule("R9", "R10", "R27", heading="Step 4: flip")
    async def flip(
        self, down: Mapping[Seat, Piece | None], paid: Mapping[Seat, int] | None = None
    ) -> dict[Seat, Piece | None]:
        """Real cards are turned up: each is scanned or tapped; whoever put none down says so."""
        if not self.in_hand:
            return dict(down)
        self.step = "flip"
        shown = await together(
            {seat: self.turned_up(seat, paid[seat] if paid else None) for seat in self.in_hand},
            Text("Flip! Scan the open card; press if there is none."),
        )
        return {seat: shown[seat] if seat in shown else down[seat] for seat in self.seats}

    @rule("R6", "R7", "R10")
    async def turned_up(self, seat: Seat, paid: int | None) -> Piece | None:
        """The open card of a real hand: one that is paid for exactly, or can be paid now."""
        player = self.players[seat]
        room = len(player.hand) - 1

        def fits(piece: Piece) -> bool:
            cost = player.cards[piece].cost
            return cost is None or (cost == paid if paid is not None else cost <= room)

        cards = [piece for piece in player.pile.stock.unseen if fits(piece)]
        return await choose(
            seat,
            Text("Scan or tap the card that you put down."),
            Options([*player.options("down", cards), NONE]),
            press="none",
        )

    @rule("R6")
    async def tell_payments(self, down: Mapping[Seat, Piece | None]) -> dict[Seat, Paid]:
        """What lay sealed beside real cards that were put down, told by both at once."""
        told = {seat: self.pay_after(seat, down[seat]) for seat in self.in_hand}
        return await together(told, Text("Turn up what has paid."))

    @rule("R6")
    async def pay_after(self, seat: Seat, played: Piece | None) -> Paid:
        """Scan, tap or count what a real card cost; without an entered cost until `ready`."""
        paid: Paid = []
        if played is None:
            return paid
        player = self.players[seat]
        cost = player.cards[played].cost
        room = len(player.hand) if cost is None else cost
        while len(paid) < room:
            options = self.payments(seat, paid, room - len(paid))
            more = await choose(
                seat,
                Text("Which cards paid for it?"),
                Options([*([ALL_PAID] if cost is None else ()), *options]),
                press="ready" if cost is None else None,
            )
            if not more:
                break
            paid += more
        return paid
