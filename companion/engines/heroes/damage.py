"""The Rangers' side: damage against their decks, energy drain, cards lost, and defeat."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

from companion.engines.core import (
    TABLE,
    GameOver,
    Json,
    Option,
    Piece,
    Seat,
    Text,
    choose,
    draw,
    rule,
)
from companion.engines.heroes.answers import Play, drawing
from companion.engines.heroes.attacks import Attacks
from companion.engines.heroes.cards import Cause, Combat, Effect
from companion.engines.heroes.pieces import HAND, Act, BattleOver, Ranger

HIGHEST: Mapping[str, Callable[[Combat], int]] = {
    "highest_shield": lambda card: card.shields or 0,
    "highest_cost": lambda card: card.least,
}


class RangerSide(Attacks):
    """What happens to the Rangers and their cards."""

    # -- drawing

    @rule("R3", "R4", "R5", heading="Draw cards")
    async def draw_up(self, seat: Seat, *, keep: int = 0, ask: bool = True) -> None:
        """Up to five cards in hand, as many as the player likes, seen one by one."""
        ranger = self.rangers[seat]
        while (room := min(HAND - len(ranger.hand), len(ranger.deck) - keep)) > 0:
            n = room
            if ask:
                n = await choose(
                    seat,
                    Text("Draw how many?"),
                    drawing(room),
                    press=f"draw {room}",
                    hold="enough",
                    public=Text("{seat} may draw cards.", {"seat": seat}),
                )
            if not n:
                return
            await self.draw_cards(seat, n)
            if keep == 0 and seat not in self.fighting:
                return

    @rule("R6", "R70")
    async def draw_cards(self, seat: Seat, n: int) -> None:
        """Cards off the deck into the hand. Whoever draws the last one is defeated at once.

        Where the last card is turned up just now, there is none to draw, and nobody falls by that.
        """
        ranger = self.rangers[seat]
        n = min(n, len(ranger.deck))
        if not n:
            return
        await ranger.deck.draw(ranger.hand, n)
        self.tell("{seat} draws {n}.", seat=seat, n=n)
        await self.check_deck(seat)

    # -- who is meant

    @rule("R36")
    async def next_of(self, meant: list[Seat], cards: int, *, damage: bool = False) -> Seat | None:
        """One effect on several Rangers is settled one by one, as the Lead likes.

        It may cost each of them so many `cards` of the deck.
        """
        meant[:] = [seat for seat in meant if seat in self.fighting]
        if len(meant) < 2:
            return meant.pop() if meant else None
        seat = await self.first_of(meant, cards, damage=damage)
        meant.remove(seat)
        return seat

    @rule("R37", "R38", heading="Which Ranger?")
    async def meant(self, effect: Effect, name: str) -> list[Seat]:
        """`one` is picked by the team, unless the card says otherwise."""
        here = self.fighting
        if effect.to == "lead":
            return [self.lead]
        if effect.to == "each":
            return list(here)
        if effect.to in ("most_hand", "fewest_deck"):
            return [await self.extreme(effect.to)]
        prompt = Text("{card}: which Ranger?", {"card": name})
        if effect.to == "half":
            return await self.pick_rangers(prompt, -(-len(here) // 2))
        if effect.to == "different":
            return await self.pick_rangers(prompt, effect.count)
        return [await self.pick_ranger(prompt, here)]

    async def pick_rangers(self, prompt: Text, count: int) -> list[Seat]:
        """So many different Rangers."""
        picked: list[Seat] = []
        while len(picked) < min(count, len(self.fighting)):
            left = [seat for seat in self.fighting if seat not in picked]
            if len(left) <= count - len(picked):
                return picked + left
            picked.append(await self.pick_ranger(prompt, left))
        return picked

    @rule("R36")
    async def extreme(self, which: str) -> Seat:
        """The Ranger with most cards in hand, or fewest in the deck; the Lead settles a tie."""
        size: Callable[[Ranger], int] = (
            (lambda r: len(r.hand)) if which == "most_hand" else (lambda r: -len(r.deck))
        )
        most = max(size(self.rangers[seat]) for seat in self.fighting)
        tied = [seat for seat in self.fighting if size(self.rangers[seat]) == most]
        return await self.lead_picks(Text("A tie: which Ranger?"), tied)

    @rule("R36")
    async def first_of(self, seats: list[Seat], cards: int, *, damage: bool) -> Seat:
        """The Lead decides the order. It is a formality where that makes no difference.

        It makes one if several may fall, and with damage if a star or a reaction may come first.
        """
        near = sum(len(self.rangers[seat].deck) <= cards for seat in seats)
        matters = near > 1 or (
            damage and (not self.printed.starred.isdisjoint(seats) or self.may_react("damage"))
        )
        return await self.lead_picks(Text("Who comes first?"), seats, formality=not matters)

    async def lead_picks(self, prompt: Text, seats: list[Seat], *, formality: bool = False) -> Seat:
        if len(seats) == 1:
            return seats[0]
        return await choose(
            self.lead,
            prompt,
            self.printed.rangers[tuple(seats)],
            press=seats[0],
            formality=seats[0] if formality else None,
            public=Text("{seat} decides the order.", {"seat": self.lead}),
        )

    # -- damage

    @rule("R37", "R39", "R40", "R41", heading="Damage to a Ranger")
    async def take_damage(self, seat: Seat, damage: int, name: str = "") -> None:
        """Cards are turned up from the deck until their shields cover the damage."""
        outer, act = self.act, Act("damage", name, on=seat, damage=damage)
        self.act, self.shields = act, []
        if damage:
            await self.window("damage")
        if seat in self.fighting:
            self.tell("{seat} takes {n}.", seat=seat, n=act.damage or 0)
        stars: dict[Piece, int] = {}
        while act.damage and seat in self.fighting:
            await self.turn_up_a_shield(seat, act, stars)
        self.act = outer

    @rule("R40", "R41", "R49")
    async def turn_up_a_shield(self, seat: Seat, act: Act, stars: dict[Piece, int]) -> None:
        """More shields than damage: under the deck. As many or fewer: discarded.

        The star of a card that comes back before the damage is any less does nothing: else a card
        without shields could bring back itself, and the damage would never end. Whose last card
        is turned up against other damage already has none to turn up, and falls.
        """
        ranger, lying = self.rangers[seat], self.shields
        if not len(ranger.deck):
            await self.fall(seat)
            return
        prompt = Text("{seat}: turn up the top card.", {"seat": seat})
        piece = await self.turn_up(ranger.deck, seat, prompt)
        card = self.cards[piece]
        shields = card.shields
        if shields is None:
            shields = await self.how_many(Text("{seat}: how many shields?", {"seat": seat}), 0, 6)
        shown: dict[str, Json] = {"seat": seat, "card": card.name, "kept": None}
        shown |= {"shields": shields, "against": act.damage}
        self.shields.append(shown)
        self.reveal("{seat}: {card}, shields {n}.", seat=seat, card=card.name, n=shields)
        play = Play(seat, piece)
        act.piece, act.shields = piece, shields
        self.in_play.append(play)
        if card.star and stars.get(piece) != act.damage:
            stars[piece] = act.damage or 0
            await self.carry_out(card.star, Cause(seat, name=card.name))
        if play in self.in_play:
            await self.window("shield")
        act.piece, self.shields = None, lying
        if play not in self.in_play:
            return
        self.in_play.remove(play)
        damage, shields = act.damage or 0, act.shields
        kept = self.kept.pop(piece, None)
        lying[-1] = {**shown, "against": damage, "shields": shields, "kept": kept}
        self.lay(play, kept or ("bottom" if shields > damage else "discard"))
        act.damage = max(0, damage - shields)
        await self.check_deck(seat)

    def lay(self, play: Play, where: str) -> None:
        """A card that was turned up or played leaves the table."""
        ranger = self.rangers[play.seat]
        if where == "hand":
            ranger.hand.held.append(play.piece)
        elif where == "top":
            ranger.deck.put_on_top(play.piece)
        elif where == "bottom":
            ranger.deck.put_under(play.piece)
        else:
            ranger.discard.append(play.piece)

    # -- energy drain and lost cards

    @rule("R48", heading="Energy drain")
    async def drain(self, n: int) -> None:
        """Out of the pool; then stored energy; then a card of the hand each; then nothing."""
        taken = min(n, self.pool)
        self.pool -= taken
        self.tell("{n} energy is drained.", n=n)
        for _ in range(n - taken):
            holders = [seat for seat in self.fighting if self.rangers[seat].stored]
            if holders:
                seat = await self.pick_ranger(Text("Whose stored energy is drained?"), holders)
                self.rangers[seat].stored -= 1
            elif any(len(self.rangers[seat].hand) for seat in self.fighting):
                await self.lose_a_card(self.fighting, Text("Drained: discard which card?"))

    async def lose_a_card(
        self, seats: list[Seat], prompt: Text, among: Container[Piece] | None = None
    ) -> None:
        """A card of one of these hands is discarded."""
        holders = [seat for seat in seats if len(self.rangers[seat].hand)]

        def answers(viewer: Seat) -> list[Option[Any]]:
            whose = [seat for seat in self.in_charge[viewer] if seat in seats]
            return self.hand_answers(
                "discard", viewer, whose, self.cards if among is None else among
            )

        asked = self.fighting if self.open_hands else holders
        _, lost = await self.team(prompt, dict.fromkeys(asked, answers))
        self.out_of_hand(*lost)
        self.rangers[lost.seat].discard.append(lost.piece)
        self.reveal("{seat} discards {card}.", seat=lost.seat, card=self.cards[lost.piece].name)

    async def lose_from_hand(self, seat: Seat, how: str) -> None:
        """The player picks, or chance, or it is one of those with most shields, or the dearest."""
        ranger = self.rangers[seat]
        hand = ranger.hand
        if not len(hand):
            return
        prompt = Text("{seat}: discard which card?", {"seat": seat})
        if how == "random" and not hand.unseen:
            piece = await draw(tuple(hand.held), TABLE)
            hand.held.remove(piece)
            ranger.discard.append(piece)
            self.reveal("{seat} discards {card}.", seat=seat, card=self.cards[piece].name)
            return
        among = None
        if how in HIGHEST and not hand.unseen:
            worth = {piece: HIGHEST[how](self.cards[piece]) for piece in hand.held}
            most = max(worth.values())
            among = [piece for piece in hand.held if worth[piece] == most]
        await self.lose_a_card([seat], prompt, among)

    @rule("R49")
    async def lose_from_deck(self, seat: Seat, how: str) -> None:
        """The top or the bottom card of the deck is turned up and discarded."""
        ranger = self.rangers[seat]
        pile, prompt = ranger.deck, Text("{seat}: turn up that card.", {"seat": seat})
        if not len(pile):
            return
        if how == "bottom" and pile.bottom:
            piece = pile.bottom.pop()
        elif how == "bottom" and pile.middle:
            pile.middle -= 1
            piece = await self.settle(pile.stock, seat, prompt)
        elif how == "bottom" and pile.top:
            piece = pile.top.pop(0)
        else:
            piece = await self.turn_up(pile, seat, prompt)
        ranger.discard.append(piece)
        self.reveal("{seat} loses {card}.", seat=seat, card=self.cards[piece].name)
        await self.check_deck(seat)

    def out_of_hand(self, seat: Seat, piece: Piece) -> None:
        """A card leaves the hand; a real one is known only now."""
        hand = self.rangers[seat].hand
        if piece in hand.held:
            hand.held.remove(piece)
        else:
            hand.stock.unseen.remove(piece)
            hand.unseen -= 1

    # -- defeat

    @rule("R49", "R70")
    async def check_deck(self, seat: Seat) -> None:
        """No card in the deck, at any point: the Ranger is defeated."""
        if seat in self.fighting and not len(self.rangers[seat].deck):
            await self.fall(seat)

    @rule("R50", "R51", "R52", "R53", "R68", "R69", "R73", heading="A Ranger is defeated")
    async def fall(self, seat: Seat) -> None:
        """To the Command Center: an energy is lost there, the deck is whole again."""
        self.take_part([other for other in self.fighting if other != seat])
        self.tell("{seat} is defeated and carried to the Command Center.", seat=seat)
        if not self.command:
            raise GameOver((), Text("The Command Center has no energy left: the Rangers lose."))
        self.command -= 1
        await self.recover_at_base(seat)
        if not self.fighting:
            self.tell("No Ranger is left in the battle.")
            raise BattleOver
        if self.lead == seat:
            prompt = Text("Who takes the Lead?")
            self.lead = await self.pick_ranger(prompt, self.fighting)
            self.tell("{seat} takes the Lead.", seat=self.lead)

    @rule("R51", heading="In the Command Center")
    async def recover_at_base(self, seat: Seat) -> None:
        """Hand and discard pile become the new deck; a new hand; one energy, if it has none."""
        ranger = self.rangers[seat]
        played = [play.piece for play in self.in_play if play.seat == seat]
        self.in_play = [play for play in self.in_play if play.seat != seat]
        for piece in played:
            self.kept.pop(piece, None)
        ranger.deck.middle += ranger.hand.unseen
        ranger.deck.shuffle(ranger.discard, ranger.hand.held, played)
        ranger.hand.unseen = 0
        ranger.hand.held.clear()
        ranger.discard.clear()
        ranger.stored = max(ranger.stored, 1)
        await self.draw_up(seat, keep=1, ask=self.house["recovery_draw"] == "choose")
