"""Steps 5 and 6: one card alone, or two that battle; and the damage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engines.bandai.cards import Card
from companion.engines.bandai.pieces import Clash, Duel, Player
from companion.engines.bandai.questions import NUMBERS, which_element
from companion.engines.core import (
    TABLE,
    Choose,
    GameOver,
    Options,
    Piece,
    Seat,
    Text,
    choose,
    rule,
    together,
)


class Battles(Duel):
    """What becomes of the cards that lie on the table."""

    @rule("R12", heading="Step 5: nobody")
    def nobody(self) -> None:
        self.tell("Nobody puts a card down: nothing happens.")

    @rule("R11", "R20", heading="Step 5: no opponent")
    async def unopposed(self, clash: Clash, down: Mapping[Seat, Piece]) -> None:
        """One card alone inflicts its damage, whatever its values."""
        self.step = "damage"
        [winner] = down
        await self.damage(clash, winner)
        self.put_away(clash)

    @rule("R13", "R17", "R18", "R20", heading="Step 6: battle")
    async def battle(self, clash: Clash, down: Mapping[Seat, Piece]) -> None:
        """The higher value wins and inflicts its damage; equal values inflict none."""
        self.step = "battle"
        cards = {seat: self.players[seat].cards[piece] for seat, piece in down.items()}
        clash.elements = await self.call(cards)
        clash.values = await self.read(cards, clash.elements)
        one, two = self.seats
        mine, theirs = clash.values[one], clash.values[two]
        self.tell("{one} {mine}, {two} {theirs}.", one=one, mine=mine, two=two, theirs=theirs)
        if mine != theirs:
            await self.damage(clash, one if mine > theirs else two)
        else:
            self.tell("Equal: nobody is damaged.")
            if self.options["drawn_battle_cards_to"] == "hand":
                for seat, piece in down.items():
                    self.players[seat].give_back(piece)
                return
        self.put_away(clash)

    @rule("R20")
    def put_away(self, clash: Clash) -> None:
        """Used cards go to their owners' discard piles, also when the game ends with them."""
        for seat, piece in clash.played.items():
            if piece:
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
    def pick(self, seat: Seat, called: tuple[str, ...]) -> Choose[str]:
        """Any one of the elements that the own card names."""
        return which_element(seat, called, own=self.options["element_mode"] == "own")

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

    def tell_value(self, seat: Seat, element: str) -> Choose[int]:
        prompt = Text("Which value has your card for {element}?", {"element": element})
        return choose(seat, prompt if element else Text("Which value has your card?"), NUMBERS)

    @rule("R19", "R22", "R25", "R29", heading="Step 6C: damage")
    async def damage(self, clash: Clash, winner: Seat) -> None:
        """The loser draws what the winner's card says, or what is left, and then loses."""
        self.step = "damage"
        [loser] = [seat for seat in self.seats if seat != winner]
        player, piece = self.players[loser], clash.played[winner]
        assert piece is not None  # noqa: S101
        card = self.players[winner].cards[piece]
        damage = card.damage
        if damage is None:
            damage = await choose(winner, Text("How much damage does your card do?"), NUMBERS)
        clash.winner, clash.damage = winner, damage
        self.tell("{seat} inflicts {n}: {loser} draws.", seat=winner, n=damage, loser=loser)
        enough = damage <= len(player.pile)
        for _ in range(damage if enough else len(player.pile)):
            await self.draw_damage(player)
        if not enough:
            self.put_away(clash)
            self.lost([loser])

    async def draw_damage(self, player: Player) -> None:
        """To the hand (A6), or by house rule open to the discard pile."""
        if self.options["damage_to"] == "hand":
            await player.pile.draw(player.hand)
        elif player.real and not player.known:
            player.pile.take()
            player.untold += 1
        else:
            piece = await player.pile.reveal(
                TABLE,
                prompt=Text("{seat}: turn up the top card.", {"seat": player.seat}),
                told=lambda: Options(player.options("card", player.pile.stock.unseen)),
            )
            player.discard.append(piece)
            self.reveal("{seat} loses {card}.", seat=player.seat, card=player.cards[piece].label)

    @rule("R22", "R23", "R24", "R25", "R28")
    def lost(self, short: Sequence[Seat]) -> None:
        """Whoever must draw and cannot, loses; if both, it is a draw."""
        self.step = "over"
        if len(short) == len(self.seats):
            raise GameOver((), Text("Both must draw and cannot: a draw."))
        winners = [seat for seat in self.seats if seat not in short]
        raise GameOver(winners, Text("{seat} must draw and cannot.", {"seat": short[0]}))
