"""Bandai's card game of 2008, in the order of its one sheet of rules.

Each turn has six steps: both draw, both choose in secret, both pay, both put down on three; one
card alone inflicts its damage, two cards battle. The clauses are indexed in this folder's README.

Cards that the Pi deals are chosen on the seat's screen. A hand of real cards is only a count: what
is in it shows when it is paid with or put down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.engines.bandai import view
from companion.engines.bandai.cards import Card
from companion.engines.bandai.pieces import Clash, Player, numbers
from companion.engines.core import (
    TABLE,
    GameOver,
    Json,
    Option,
    Options,
    Piece,
    Position,
    Seat,
    Text,
    choose,
    rule,
    together,
)
from companion.engines.match import Decks, Value

Paid = list[Piece | None]
"""Cards paid; None is one that is only counted."""
TOP = 10
"""How far the scale of values reaches where no card is entered."""
DOWN = Text("Put it down")
NONE = Text("Put nothing down")


@dataclass
class Bandai(Position):
    """Two decks run down against each other."""

    options: Mapping[str, Value] = field(default_factory=dict)
    decks: Decks = field(default_factory=dict, repr=False, compare=False)
    players: dict[Seat, Player] = field(init=False)
    turn: int = 0
    step: str = "shuffle"
    clash: Clash | None = None

    def __post_init__(self) -> None:
        self.players = {seat: Player(seat, self.decks[seat]) for seat in self.seats}
        decks = self.decks.values()
        values = [deck.cards[card].values for deck in decks for card in deck.counts]
        self.elements = tuple(dict.fromkeys(element for card in values for element in card))
        self.top = max((value for card in values for value in card.values()), default=TOP)

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
            for seat in self.seats:
                self.players[seat].chosen = None

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

    @rule("R22", "R23", "R24", "R25", "R28")
    def lost(self, short: Sequence[Seat]) -> None:
        """Whoever must draw and cannot, loses; if both, it is a draw."""
        self.step = "over"
        if len(short) == len(self.seats):
            raise GameOver((), Text("Both must draw and cannot: a draw."))
        winners = [seat for seat in self.seats if seat not in short]
        raise GameOver(winners, Text("{seat} must draw and cannot.", {"seat": short[0]}))

    # -- steps 2 to 4

    async def one_two_three(self) -> Clash:
        """Choose, pay, put down; by house rule choose and pay sealed together, then put down."""
        if self.options["cost_timing"] == "on_reveal":
            sealed = await self.choose_and_pay()
            self.clash = clash = Clash(self.turn)
            down = await self.flip({seat: piece for seat, (piece, _) in sealed.items()})
            self.put_down(clash, down)
            for seat, piece in down.items():
                real = piece and self.players[seat].real
                paid = await self.pay_after(seat, piece) if piece and real else sealed[seat][1]
                self.discard(clash, seat, paid)
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
        chosen = await together(
            {seat: self.choose_card(seat) for seat in self.seats if not self.players[seat].real},
            Text("Both choose a card in secret."),
        )
        for seat, piece in chosen.items():
            self.players[seat].chosen = piece

    @rule("R5", "R6", "R7", "R8")
    async def choose_card(self, seat: Seat) -> Piece | None:
        """Any card whose cost the rest of the hand can pay, or nothing."""
        player = self.players[seat]
        hand = player.hand.held
        ready = [piece for piece in hand if (player.card(piece).cost or 0) < len(hand)]
        cards: list[Option[Piece | None]] = [*player.options("choose", ready)]
        return await choose(
            seat,
            Text("Which card, on three?"),
            Options([*cards, Option("nothing", None, Text("No card"))]),
            hold="nothing",
        )

    @rule("R6", "R7", "R8", heading="Step 3: pay")
    async def pay_costs(self) -> dict[Seat, Paid]:
        """Both pay openly and at once. Who holds real cards lays them down and says `ready`."""
        self.step = "pay"
        scripts = {}
        for seat, player in self.players.items():
            if player.real:
                scripts[seat] = self.pay_openly(seat)
            elif player.chosen and player.card(player.chosen).cost:
                scripts[seat] = self.pay(seat, player.chosen)
        return await together(scripts, Text("Pay openly: cards from the hand to the discard pile."))

    @rule("R6", "R8")
    async def pay(self, seat: Seat, played: Piece) -> Paid:
        """As many cards of the hand as the played one costs; it is not one of them (A8)."""
        player = self.players[seat]
        rest = [piece for piece in player.hand.held if piece != played]
        cost = player.card(played).cost or 0
        if cost == len(rest):
            return [*rest]
        paid: Paid = []
        while len(paid) < cost:
            prompt = Text(
                "Pay for {card}: {n} more",
                {"card": player.card(played).label, "n": cost - len(paid)},
            )
            piece = await choose(seat, prompt, Options(player.options("pay", rest)))
            paid.append(piece)
            rest.remove(piece)
        return paid

    @rule("R6", "R27")
    async def pay_openly(self, seat: Seat) -> Paid:
        """Real cards are laid open, each scanned or tapped or only counted, until all is ready.

        One card must be left to put down.
        """
        paid: Paid = []
        room = len(self.players[seat].hand) - 1
        while True:
            ready: Option[Paid] = Option("ready", [], Text("Ready for three"))
            more = await choose(
                seat,
                Text("Pay openly what your card costs. Then: ready?"),
                Options([ready, *self.payments(seat, paid, room - len(paid))]),
                press="ready",
                lapse=self.at_three("ready"),
            )
            if not more:
                return paid
            paid += more

    def at_three(self, answer: str) -> str | None:
        """Both hold real cards: nothing is left to answer before three, so one touch counts."""
        return answer if all(player.real for player in self.players.values()) else None

    def payments(self, seat: Seat, paid: Paid, room: int) -> list[Option[Paid]]:
        """Cards that could still lie in a real hand, and plain counts of them."""
        if room < 1:
            return []
        player = self.players[seat]
        left = [piece for piece in player.pile.stock.unseen if piece not in paid]
        counts: list[Option[Paid]] = [
            Option(f"pay {n}", [None] * n, Text("{n} cards", {"n": n}), n if n <= 6 else None)
            for n in range(1, room + 1)
        ]
        if not known(player):
            return counts
        cards = player.options("pay", left)
        pieces = (
            Option(o.notation, list[Piece | None]([o.value]), o.label, piece=o.piece) for o in cards
        )
        return [*pieces, *counts]

    @rule("R9", "R10", "R26", "R27", heading="Step 4: one, two, three")
    async def count(self) -> dict[Seat, Piece | None]:
        """On three each puts the chosen card down, or bluffs and keeps it."""
        self.step = "three"
        return await together(
            {seat: self.put(seat) for seat in self.seats if not self.players[seat].real},
            Text("One, two, three!"),
        )

    @rule("R10", "R26", "R27")
    async def put(self, seat: Seat) -> Piece | None:
        """Down, or nothing. Whoever has chosen nothing is asked as well: nobody can tell."""
        chosen = self.players[seat].chosen
        nothing: Option[Piece | None] = Option("none", None, NONE)
        if chosen is None:
            return await choose(
                seat, Text("Three!"), Options([nothing]), press="none", hold="none", lapse="none"
            )
        card: Option[Piece | None] = Option("down", chosen, DOWN)
        return await choose(
            seat, Text("Three!"), Options([card, nothing]), press="down", hold="none", lapse="down"
        )

    @rule("R9", "R10", "R27", heading="Step 4: flip")
    async def flip(
        self, down: Mapping[Seat, Piece | None], paid: Mapping[Seat, int] | None = None
    ) -> dict[Seat, Piece | None]:
        """Real cards are turned up: each is scanned or tapped; whoever put none down says so."""
        real = [seat for seat, player in self.players.items() if player.real]
        self.step = "flip" if real else self.step
        shown = await together(
            {seat: self.turned_up(seat, paid[seat] if paid else None) for seat in real},
            Text("Flip! Scan the open card; press if there is none."),
        )
        return {seat: shown[seat] if seat in shown else down[seat] for seat in self.seats}

    @rule("R6", "R7", "R10")
    async def turned_up(self, seat: Seat, paid: int | None) -> Piece | None:
        """The open card of a real hand: one that is paid for exactly, or can be paid now."""
        player = self.players[seat]
        room = len(player.hand) - 1

        def fits(piece: Piece) -> bool:
            cost = player.card(piece).cost
            return cost is None or (cost == paid if paid is not None else cost <= room)

        cards = [piece for piece in player.pile.stock.unseen if fits(piece)]
        nothing: Option[Piece | None] = Option("none", None, NONE)
        return await choose(
            seat,
            Text("Scan or tap the card that you put down."),
            Options([*player.options("down", cards), nothing]),
            press="none",
        )

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
                self.reveal("{seat} puts down {card}.", seat=seat, card=player.card(piece).label)

    @rule("R6")
    def discard(self, clash: Clash, seat: Seat, paid: Paid) -> None:
        """Paid cards go to the open discard pile."""
        player = self.players[seat]
        clash.paid[seat] = len(paid)
        clash.paid_with[seat] = tuple(piece for piece in paid if piece)
        for piece in paid:
            player.lose(piece)
            name = player.card(piece).label if piece else Text("a card")
            self.reveal("{seat} pays with {card}.", seat=seat, card=name)

    # -- the other reading of step 3: all is sealed until three

    @rule("R5", "R6", "R9", "R10", "R26", "R27", heading="Steps 2 to 4: choose, pay, three")
    async def choose_and_pay(self) -> dict[Seat, tuple[Piece | None, Paid]]:
        """Card and payment are sealed together, so that paying tells nothing."""
        self.step = "choose"
        return await together(
            {seat: self.sealed(seat) for seat in self.seats}, Text("Both choose a card in secret.")
        )

    async def sealed(self, seat: Seat) -> tuple[Piece | None, Paid]:
        if self.players[seat].real:
            ready = Option("ready", None, Text("Ready for three"))
            await choose(
                seat,
                Text("Ready for three?"),
                Options([ready]),
                press="ready",
                lapse=self.at_three("ready"),
            )
            return None, []
        piece = await self.choose_card(seat)
        return piece, await self.pay(seat, piece) if piece else []

    @rule("R6")
    async def pay_after(self, seat: Seat, played: Piece) -> Paid:
        """Scan, tap or count what a real card cost; without an entered cost until `ready`."""
        paid: Paid = []
        player = self.players[seat]
        cost = player.card(played).cost
        room = len(player.hand) if cost is None else cost
        while len(paid) < room:
            options = self.payments(seat, paid, room - len(paid))
            done: list[Option[Paid]] = [Option("ready", [], Text("That was all"))]
            more = await choose(
                seat,
                Text("Which cards paid for it?"),
                Options([*(done if cost is None else ()), *options]),
                press="ready" if cost is None else None,
            )
            if not more:
                break
            paid += more
        return paid

    # -- steps 5 and 6

    @rule("R12", heading="Step 5: nobody")
    def nobody(self) -> None:
        self.tell("Nobody puts a card down: nothing happens.")

    @rule("R11", "R20", heading="Step 5: no opponent")
    async def unopposed(self, clash: Clash, down: Mapping[Seat, Piece]) -> None:
        """One card alone inflicts its damage, whatever its values."""
        self.step = "damage"
        [winner] = down
        await self.damage(clash, winner)
        self.players[winner].discard.append(down[winner])

    @rule("R13", "R17", "R18", "R20", heading="Step 6: battle")
    async def battle(self, clash: Clash, down: Mapping[Seat, Piece]) -> None:
        """The higher value wins and inflicts its damage; equal values inflict none."""
        self.step = "battle"
        cards = {seat: self.players[seat].card(piece) for seat, piece in down.items()}
        clash.elements = await self.call(cards)
        clash.values = await self.read(cards, clash.elements)
        one, two = self.seats
        mine, theirs = clash.values[one], clash.values[two]
        self.tell("{one} {mine}, {two} {theirs}.", one=one, mine=mine, two=two, theirs=theirs)
        if mine != theirs:
            await self.damage(clash, one if mine > theirs else two)
        else:
            self.tell("Equal: nobody is damaged.")
        for seat, piece in down.items():
            if mine == theirs and self.options["drawn_battle_cards_to"] == "hand":
                self.players[seat].give_back(piece)
            else:
                self.players[seat].discard.append(piece)

    @rule("R14", "R15", heading="Step 6A: elements")
    async def call(self, cards: Mapping[Seat, Card]) -> dict[Seat, str]:
        """What each fights with: the element that the other's card calls, one of several."""
        own = self.options["element_mode"] == "own"
        every = tuple(next((card.values for card in cards.values() if card.values), ()))
        offered = {s: card.calls or (() if own else every) for s, card in cards.items()}
        several = {seat: called for seat, called in offered.items() if len(called) > 1}
        picked = await together(
            {seat: self.pick(seat, called) for seat, called in several.items()},
            Text("Whose card names several elements picks one."),
        )
        one, two = self.seats
        names = {seat: picked.get(seat) or next(iter(offered[seat]), "") for seat in self.seats}
        if own:
            return names
        return {one: names[two], two: names[one]}

    @rule("R15")
    async def pick(self, seat: Seat, called: Sequence[str]) -> str:
        """Any one of the elements that the own card names."""
        own = self.options["element_mode"] == "own"
        prompt = Text("You fight with …") if own else Text("The opponent fights with …")
        options = (
            Option(f"element {name}", name, Text("{element}", {"element": name}), n)
            for n, name in enumerate(called, 1)
        )
        return await choose(seat, prompt, Options(options))

    @rule("R16", heading="Step 6B: values")
    async def read(self, cards: Mapping[Seat, Card], used: Mapping[Seat, str]) -> dict[Seat, int]:
        """The value of that element on the own card; where it is not entered, the table tells."""
        told = await together(
            {seat: self.tell_value(seat, used[seat]) for seat in cards if not cards[seat].values},
            Text("Read the value off the card."),
        )
        return {
            seat: told[seat] if seat in told else card.values[used[seat]]
            for seat, card in cards.items()
        }

    async def tell_value(self, seat: Seat, element: str) -> int:
        prompt = Text("Which value has your card for {element}?", {"element": element})
        return await choose(
            seat, prompt if element else Text("Which value has your card?"), numbers()
        )

    @rule("R19", "R22", "R25", "R29", heading="Step 6C: damage")
    async def damage(self, clash: Clash, winner: Seat) -> None:
        """The loser draws what the winner's card says, or what is left, and then loses."""
        self.step = "damage"
        [loser] = [seat for seat in self.seats if seat != winner]
        player, piece = self.players[loser], clash.played[winner]
        assert piece is not None  # noqa: S101
        card = self.players[winner].card(piece)
        damage = card.damage
        if damage is None:
            damage = await choose(winner, Text("How much damage does your card do?"), numbers())
        clash.winner, clash.damage = winner, damage
        self.tell("{seat} inflicts {n}: {loser} draws.", seat=winner, n=damage, loser=loser)
        enough = damage <= len(player.pile)
        for _ in range(damage if enough else len(player.pile)):
            await self.draw_damage(player)
        if not enough:
            self.lost([loser])

    async def draw_damage(self, player: Player) -> None:
        """To the hand (A6), or by house rule open to the discard pile."""
        if self.options["damage_to"] == "hand":
            await player.pile.draw(player.hand)
        elif player.real and not known(player):
            player.pile.take()
            player.untold += 1
        else:
            piece = await player.pile.reveal(
                TABLE,
                prompt=Text("{seat}: turn up the top card.", {"seat": player.seat}),
                told=lambda: Options(player.options("card", player.pile.stock.unseen)),
            )
            player.discard.append(piece)
            self.reveal("{seat} loses {card}.", seat=player.seat, card=player.card(piece).label)

    def snapshot(self) -> str:
        """All that a script could change, in few words: it is asked for at every sealed answer."""
        players = tuple([player.snapshot() for player in self.players.values()])
        said, clash = len(self.said), self.clash and self.clash.snapshot()
        return str(hash((said, self.turn, self.step, players, clash)))

    def view(self, viewer: Seat) -> dict[str, Json]:
        return view.table(self, viewer)


def known(player: Player) -> bool:
    """Whether the cards of this deck are entered."""
    return any(card.values for card in player.deck.cards.values())
