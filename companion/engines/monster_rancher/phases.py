"""The game, and the six phases of a week."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engines.core import Option, Options, Seat, Text, choose, rule
from companion.engines.game import Decks, Value
from companion.engines.monster_rancher import questions
from companion.engines.monster_rancher.battle import Battles
from companion.engines.monster_rancher.card_play import CardPlay
from companion.engines.monster_rancher.cards import Card, faults
from companion.engines.monster_rancher.endings import Endings
from companion.engines.monster_rancher.pieces import (
    House,
    InPlay,
    Power,
    Pulled,
    Ranch,
)
from companion.engines.monster_rancher.pulls import acts
from companion.engines.monster_rancher.starter import plain
from companion.engines.monster_rancher.view import view
from companion.errors import OptionError, Sentence

OURS = (
    "Some pages of the rulebook are lost: how an attack is resolved, knock-outs, injury and what"
    " becomes of damage and arena cards are rules of our own."
)
ELSEWHERE = ("decks", "deck_kinds")
"""Switches that only say which decks there are."""
WHICH_ACTIVE = Text("Which monster is active?")
MAY_DISCARD = Text("Discard a card?")
BEFORE_RANK = Text("Before the Speed Rank: use a special power?")
BEFORE_EVENT = Text("Before the event: use a special power?")
BEFORE_BATTLE = Text("Before the battle: use a special power?")
CARD = Card("card", "a card")
KEEP: Option[Card | None] = Option("none", None, Text("Discard nothing"))
UNNAMED: Option[Card | None] = Option("discard", CARD, Text("Discard a card"))
"""A real card need not be named."""


class MonsterRancher(Battles, CardPlay, Endings):
    """The game, from the set-up to the third fame counter."""

    @classmethod
    def start(
        cls,
        seats: tuple[Seat, ...],
        options: Mapping[str, Value],
        decks: Decks | None = None,
    ) -> MonsterRancher:
        """The table before the game; `OptionError` names what is wrong with a deck."""
        values: dict[str, Any] = {n: v for n, v in options.items() if n not in ELSEWHERE}
        house = House(**values)
        size = int(house.deck_size)
        decks = decks or dict.fromkeys(seats, plain(size))
        wrong = [
            Sentence("the deck of {seat} {fault}", seat=seat, fault=fault)
            for seat in seats
            for fault in faults(decks[seat], size, house.battle_cards)
        ]
        if wrong:
            raise OptionError(Sentence.joined(wrong))
        ranches = {seat: Ranch.of(seat, decks[seat], size) for seat in seats}
        return cls(seats=seats, house=house, ranches=ranches)

    def view(self, viewer: Seat) -> dict[str, Any]:
        return view(self, viewer)

    @rule("R1", "R2")
    async def play(self) -> None:
        """Week after week, until one player has three fame counters."""
        self.tell(OURS)
        await self.set_up()
        while True:
            await self.one_week()

    # -- the week

    async def one_week(self) -> None:
        """Draw, Monster Activation, Speed Rank, Event, Card Play, End."""
        self.week += 1
        await self.draw_phase()
        await self.activation_phase()
        await self.speed_rank_phase()
        await self.event_phase()
        await self.card_play_phase()
        await self.end_phase()
        self.stalemate()

    @rule("R23", heading="Draw Phase")
    async def draw_phase(self) -> None:
        """Each fills the hand to five."""
        self.phase = "draw"
        for seat in self.order:
            await self.fill_hand(seat)

    @rule("R24", heading="Monster Activation Phase")
    async def activation_phase(self) -> None:
        """Each names the active monster, whoever was faster last week first; a sole one is it."""
        self.phase = "activation"
        for seat in self.order:
            ranch = self.ranches[seat]
            ranch.active = None
            healthy = ranch.healthy()
            if healthy:
                ranch.active = await self.pick(seat, WHICH_ACTIVE, healthy)
                name = ranch.active.card.name
                self.tell("{monster} of {seat} is active.", monster=name, seat=seat)
            await self.settle()
        await self.may_use_powers(BEFORE_RANK)

    # -- event phase

    @rule("R18", "R31", "R34", heading="Event Phase")
    async def event_phase(self) -> None:
        """Events that were pulled act now, then one Battle card."""
        self.phase = "event"
        acting = [pulled for pulled in self.lying() if acts(pulled.card)]
        events = [pulled for pulled in acting if pulled.card.kind == "event"]
        while events:
            event = self.acting = await self.next_of(events)
            events.remove(event)
            await self.may_use_powers(BEFORE_EVENT)
            self.tell("{card} of {seat}!", card=event.card.name, seat=event.seat)
            await self.carry_out(event.seat, event.card.effects)  # type: ignore[attr-defined]
            self.remove(event)
        self.rank_anew()
        battles = [pulled for pulled in acting if pulled.card.kind == "battle"]
        used = False
        while battles and not used:
            battle = self.acting = await self.next_of(battles)
            battles.remove(battle)
            await self.may_use_powers(BEFORE_BATTLE)
            used = await self.use_battle_card(battle, battles)
        if not used:
            self.rank_anew()
        self.acting = None
        self.most_fame()

    def lying(self) -> list[Pulled]:
        """The cards pulled for the Speed Rank that may act."""
        rows = [ranch.rank for ranch in self.ranches.values()]
        if self.house.tiebreak_cards_act:
            rows += [ranch.breakers for ranch in self.ranches.values()]
        return [pulled for row in rows for pulled in row]

    @rule("R31", "R32", "R33")
    async def next_of(self, pulled: list[Pulled]) -> Pulled:
        """The highest number first; of equal ones the faster player's, who picks among them."""
        top = max(card.number for card in pulled)
        highest = [card for card in pulled if card.number == top]
        seat = next(seat for seat in self.order if any(card.seat == seat for card in highest))
        mine = [card for card in highest if card.seat == seat]
        if len({card.piece for card in mine}) == 1:
            return mine[0]
        options = Options(
            Option(f"first {card.piece}", card, Text("{card}", {"card": card.card.name}))
            for card in {card.piece: card for card in mine}.values()
        )
        return await choose(seat, Text("Which comes first?"), options)

    # -- end phase

    @rule("R45", heading="End Phase")
    async def end_phase(self) -> None:
        """Each may discard a hand card and must discard the Speed Rank cards."""
        self.phase = "end"
        for seat in self.order:
            await self.may_discard(seat)
        for seat, ranch in self.ranches.items():
            self.clear_rank(ranch)
            ranch.fitted.clear()
            for monster in list(ranch.monsters):
                monster.rest()
                if monster.injured > 0:
                    await self.recover(seat, monster)
        await self.settle()

    async def may_discard(self, seat: Seat) -> None:
        """A card of the hand, if the player likes."""
        ranch = self.ranches[seat]
        while len(ranch.hand):
            found: list[Option[Card | None]] = [KEEP, *self.in_hand(seat, questions.discard)]
            if ranch.real:
                found.append(UNNAMED)
            answer = await self.ask(seat, MAY_DISCARD, Options(found), press="none")
            if isinstance(answer, Power):
                await self.use_power(answer)
                continue
            if answer:
                self.discard(seat, None if answer is CARD else ranch.held(answer))
            return

    @rule("R30", "R45")
    def clear_rank(self, ranch: Ranch) -> None:
        """The Speed Rank cards and tie-breakers that still lie there are discarded."""
        for pulled in (*ranch.rank, *ranch.breakers):
            if not pulled.gone:
                ranch.put_away(pulled.piece)
        ranch.rank, ranch.breakers, ranch.breaks = [], [], []

    async def recover(self, seat: Seat, monster: InPlay) -> None:
        """An injured monster is an End Phase nearer to its health."""
        monster.injured -= 1
        if not monster.injured:
            await self.heal(seat, monster)
