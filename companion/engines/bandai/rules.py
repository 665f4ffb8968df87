"""Bandai's card game of 2008, in the order of its one sheet of rules.

Each turn has six steps: both draw, both choose in secret, both pay, both put down on three; one
card alone inflicts its damage, two cards battle. The clauses are indexed in this folder's README.

Cards that the Pi deals are chosen on the seat's screen. For hands of real cards see real_cards.py,
for steps 5 and 6 battle.py.
"""

from __future__ import annotations

from companion.engines.bandai import view
from companion.engines.bandai.battle import Battles
from companion.engines.bandai.cards import Card
from companion.engines.bandai.pieces import Clash, Paid
from companion.engines.bandai.questions import on_three, payment, which_card
from companion.engines.bandai.real_cards import RealCards
from companion.engines.core import Choose, Json, Piece, Seat, Text, rule, together

IN_SECRET = Text("Both choose a card in secret.")
OPENLY = Text("Pay openly: cards from the hand to the discard pile.")
COUNT = Text("One, two, three!")


class Bandai(Battles, RealCards):
    """Two decks run down against each other."""

    @rule("R1", "R21", heading="Turn flow")
    async def play(self) -> None:
        """Steps 1 to 6 again and again, until somebody must draw and cannot."""
        await self.shuffle()
        while True:
            self.turn += 1
            await self.draw_one_each()
            clash = await self.one_two_three()
            down = {seat: piece for seat, piece in clash.played.items() if piece}
            if len(down) == 2:
                await self.battle(clash, down)
            elif down:
                await self.unopposed(clash, down)
            else:
                self.nobody()
            for player in self.players.values():
                player.chosen = None

    @rule("R2", "R3", heading="Shuffle")
    async def shuffle(self) -> None:
        """Each shuffles the own deck and cuts the other's; a starting hand only by house rule."""
        self.tell("Each deck is shuffled, and cut by the other player.")
        for player in self.players.values():
            for _ in range(int(str(self.options["starting_hand"]))):
                await player.pile.draw(player.hand)

    # -- step 1

    @rule("R4", "R22", "R23", "R28", heading="Step 1: draw")
    async def draw_one_each(self) -> None:
        """Each draws one card from the top of the own deck."""
        self.step = "draw"
        short = [seat for seat, player in self.players.items() if not len(player.pile)]
        if short:
            self.lost(short)
        for player in self.players.values():
            await player.pile.draw(player.hand)

    # -- steps 2 to 4

    async def one_two_three(self) -> Clash:
        """Choose, pay, put down; by house rule choose and pay sealed together, then put down."""
        if self.options["cost_timing"] == "on_reveal":
            sealed = await self.choose_and_pay()
            self.clash = clash = Clash(self.turn)
            down = await self.flip({seat: piece for seat, (piece, _) in sealed.items()})
            self.put_down(clash, down)
            told = await self.tell_payments(down)
            for seat in self.seats:
                self.discard(clash, seat, told.get(seat, sealed[seat][1]))
        else:
            await self.choose_cards()
            payments = await self.pay_costs()
            self.clash = clash = Clash(self.turn)
            for seat, paid in payments.items():
                self.discard(clash, seat, paid)
            self.put_down(clash, await self.flip(await self.count(), clash.paid))
        return clash

    @rule("R5", heading="Step 2: choose")
    async def choose_cards(self) -> None:
        """Each chooses a card in secret, or none. Who holds real cards chooses in the hand."""
        self.step = "choose"
        chosen = await together({seat: self.choose_card(seat) for seat in self.dealt}, IN_SECRET)
        for seat, card in chosen.items():
            self.players[seat].chosen = self.held(seat, card)

    @rule("R5", "R6", "R7", "R8")
    def choose_card(self, seat: Seat) -> Choose[Card | None]:
        """Any card whose cost the rest of the hand can pay, or nothing."""
        player = self.players[seat]
        held = player.hand.held
        cards = [card for card in player.kinds_of(held) if (card.cost or 0) < len(held)]
        return which_card(seat, tuple(cards))

    def held(self, seat: Seat, card: Card | None) -> Piece | None:
        """The piece of the hand that is such a card."""
        player = self.players[seat]
        return player.one_of(card, player.hand.held) if card else None

    @rule("R6", "R7", "R8", heading="Step 3: pay")
    async def pay_costs(self) -> dict[Seat, Paid]:
        """Both pay openly and at once. Who holds real cards lays them down and says `ready`.

        The table waits for both, whoever has anything to pay: nobody can tell until all is paid.
        """
        self.step = "pay"
        scripts = {}
        for seat, player in self.players.items():
            if player.real:
                scripts[seat] = self.pay_openly(seat)
            elif player.chosen and player.cards[player.chosen].cost:
                scripts[seat] = self.pay(seat, player.chosen)
        return await together(scripts, OPENLY, waits_for=self.seats)

    @rule("R6", "R8")
    async def pay(self, seat: Seat, played: Piece) -> Paid:
        """As many cards of the hand as the played one costs; it is not one of them (A8)."""
        player = self.players[seat]
        rest = [piece for piece in player.hand.held if piece != played]
        card = player.cards[played]
        cost = card.cost or 0
        if cost == len(rest):
            return [*rest]
        paid: Paid = []
        for left in range(cost, 0, -1):
            with_it = await payment(seat, card, left, player.kinds_of(rest))
            piece = player.one_of(with_it, rest)
            paid.append(piece)
            rest.remove(piece)
        return paid

    @rule("R9", "R10", "R26", "R27", heading="Step 4: one, two, three")
    async def count(self) -> dict[Seat, Piece | None]:
        """On three each puts the chosen card down, or bluffs and keeps it."""
        self.step = "three"
        down = await together({seat: self.put(seat) for seat in self.dealt}, COUNT)
        return {seat: self.players[seat].chosen if down[seat] else None for seat in down}

    @rule("R10", "R26", "R27")
    def put(self, seat: Seat) -> Choose[bool]:
        """Down, or nothing. Whoever has chosen nothing is asked as well: nobody can tell."""
        return on_three(seat, has_chosen=self.players[seat].chosen is not None)

    @rule("R9", "R10", "R26")
    def put_down(self, clash: Clash, down: dict[Seat, Piece | None]) -> None:
        """All see at once what lies on the table. A card held back stays in the hand, unseen."""
        clash.played = down
        for seat, piece in down.items():
            player = self.players[seat]
            if piece is None:
                self.reveal("{seat} puts nothing down.", seat=seat)
            else:
                player.take(piece)
                self.reveal("{seat} puts down {card}.", seat=seat, card=player.cards[piece].label)

    @rule("R6")
    def discard(self, clash: Clash, seat: Seat, paid: Paid) -> None:
        """Paid cards go to the open discard pile."""
        player = self.players[seat]
        clash.paid[seat] = len(paid)
        clash.paid_with[seat] = tuple([piece for piece in paid if piece])
        for piece in paid:
            player.lose(piece)
            name = player.cards[piece].label if piece else Text("a card")
            self.reveal("{seat} pays with {card}.", seat=seat, card=name)

    # -- the other reading of step 3: all is sealed until three

    @rule("R5", "R6", "R9", "R10", "R26", "R27", heading="Steps 2 to 4: choose, pay, three")
    async def choose_and_pay(self) -> dict[Seat, tuple[Piece | None, Paid]]:
        """Card and payment are sealed together, so that paying tells nothing."""
        self.step = "choose"
        return await together({seat: self.sealed(seat) for seat in self.seats}, IN_SECRET)

    async def sealed(self, seat: Seat) -> tuple[Piece | None, Paid]:
        if self.players[seat].real:
            await self.ready_for_three(seat)
            return None, []
        piece = self.held(seat, await self.choose_card(seat))
        return piece, await self.pay(seat, piece) if piece else []

    def view(self, viewer: Seat) -> dict[str, Json]:
        return view.table(self, viewer)
