"""The Ranger turn: one card of one Ranger, and whatever reactions, abilities and energy join it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.engines.core import Offer, Option, Seat, Text, choose, rule
from companion.engines.heroes.answers import PASS, Add, Play, spending
from companion.engines.heroes.asking import Answers
from companion.engines.heroes.cards import ABILITY, Cause, Combat, Effect
from companion.engines.heroes.pieces import Act
from companion.engines.heroes.printed import PLAYED
from companion.engines.heroes.spoken import Fact, Spoken
from companion.engines.heroes.verbs import DO

PLAY_ONE = Text("Rangers: play one card, or pass.")
PLAY_ANOTHER = Text("Another card may be played.")


class RangerTurn(Spoken):
    """What the Rangers do in their turn, and in between."""

    @rule("R19", "R25", "R28", heading="Ranger turn")
    async def ranger_turn(self) -> None:
        """One card of one Ranger, whoever the team likes, or none."""
        if self.skipped:
            self.skipped -= 1
            self.at += 1
            self.tell("The Rangers miss this turn.")
            return
        self.moment = []
        facts = self.facts()
        while True:
            by, answer = await Offer(
                self.each_its_own(self.turn_answers),
                PLAY_ONE,
                hold=self.for_all(PASS),
                public=PLAY_ONE,
                statement=facts,
            )
            if isinstance(answer, Play) and self.cards[answer.piece].type in PLAYED:
                self.shields = []
                await self.play_card(answer)
                break
            if answer is None:
                self.shields = []
                self.tell("{seat}: the Rangers pass.", seat=by)
                break
            await self.respond(answer)
        self.act = None
        self.at += 1

    def turn_answers(self, viewer: Seat) -> list[Option[Any]]:
        """A card, a reaction that waits for no more than a turn, an ability, energy, or to pass."""
        seats, able = self.in_charge[viewer], self.printed.uses_at
        options = self.hand_answers("play", viewer, seats, self.playable())
        if "turn" in self.printed.moments:
            now = self.printed.waiting["turn", None, self.energy()].affordable
            options += self.hand_answers("react", viewer, seats, now)
        for seat in seats if "turn" in able else ():
            options += self.abilities(seat, "turn", self.pool)
        options += self.energy_answers(viewer)
        options.append(PASS)
        return options

    @rule("R20", "R24", heading="Play a card")
    async def play_card(self, play: Play) -> None:
        """Paid first, then carried out, then laid on the owner's discard pile."""
        seat, piece = play
        card = self.cards[piece]
        self.out_of_hand(seat, piece)
        self.in_play.append(play)
        x = await self.pay(seat, card)
        outer, act, cause = self.act, None, Cause(seat, name=card.name, x=x)
        if card.type != "reaction" and not (outer and card.blank):
            self.act = act = Act("card", card.name, seat, piece)
        self.reveal("{seat} plays {card}.", seat=seat, card=card.name)
        await self.carry_out(card.whole, cause)
        if act:
            act.targets = cause.attacked
            await self.window("played")
        self.act = outer
        self.put_away(play)

    @rule("R20", "R21", heading="Pay")
    async def pay(self, seat: Seat, card: Combat) -> int:
        """Energy out of the shared pool. What is picked for an X is X; extra costs are not."""
        cost, x = self.cost(card), 0
        if not isinstance(card.cost, int) and self.pool > cost:
            x = await choose(
                seat,
                Text("{card}: spend how much energy?", {"card": card.name}),
                spending(self.pool - cost),
                press="spend 0",
                public=Text("{seat} pays.", {"seat": seat}),
            )
        self.pool -= cost + x
        return x

    def put_away(self, play: Play) -> None:
        """Onto the discard pile, unless the card says otherwise."""
        if play not in self.in_play:
            return
        self.in_play.remove(play)
        self.lay(play, self.kept.pop(play.piece, self.cards[play.piece].goes))

    def put_all_away(self) -> None:
        """The battle broke off in the middle of an act."""
        for play in tuple(self.in_play):
            self.put_away(play)

    async def carry_out(self, effects: Iterable[Effect], cause: Cause) -> None:
        """Line by line, as long as the Ranger who does it is in the battle."""
        for effect in effects:
            if cause.seat and cause.seat not in self.fighting:
                return
            await DO[effect.do](self, effect, cause)

    @rule("R22", heading="Another card")
    async def another_card(self, seat: Seat, who: str) -> None:
        """The same Ranger, another one or any may play a card at once; it is paid like any."""
        others = [s for s in self.fighting if s != seat]
        able = {"self": [seat], "other": others}.get(who, self.fighting)
        while self.standing() and (players := [s for s in able if s in self.fighting]):
            _, answer = await self.team(
                PLAY_ANOTHER,
                self.more_plays(players),
                hold=self.for_all(PASS),
            )
            if answer is None:
                return
            if isinstance(answer, Play):
                await self.play_card(answer)
                return
            await self.respond(answer)

    def more_plays(self, players: Sequence[Seat]) -> Answers:
        def answers(viewer: Seat) -> list[Option[Any]]:
            seats = [seat for seat in self.in_charge[viewer] if seat in players]
            cards = self.hand_answers("play", viewer, seats, self.playable())
            return [*cards, *self.energy_answers(viewer), PASS]

        return self.each_its_own(answers)

    # -- reactions, abilities, energy

    @rule("R23", "R28", "R64")
    async def respond(self, answer: Any) -> None:
        """Somebody joins in while an act is open."""
        if isinstance(answer, Add):
            await self.add_energy(answer)
        elif isinstance(answer, Fact):
            await self.state(answer)
        elif self.cards[answer.piece].type == ABILITY:
            await self.use(answer)
        else:
            await self.play_card(answer)

    @rule("R28")
    async def add_energy(self, answer: Add) -> None:
        """Stored energy, or two more for an action token."""
        ranger = self.rangers[answer.seat]
        if answer.what == "store":
            ranger.stored -= 1
            self.pool += 1
            self.tell("{seat} adds stored energy.", seat=answer.seat)
            return
        ranger.actions -= 1
        self.pool += self.per_action
        self.tell("{seat} turns an action token for energy.", seat=answer.seat)
        if self.house["two_rangers"]:
            await self.draw_up(answer.seat)

    @rule("R64")
    async def use(self, play: Play) -> None:
        """What a Ranger itself can do: once a battle if it says so, else once a moment."""
        card: Combat = self.cards[play.piece]
        used = self.rangers[play.seat].used if card.once_per_battle else self.moment
        used.append(play.piece)
        x = await self.pay(play.seat, card)
        self.tell("{seat}: {card}.", seat=play.seat, card=card.name)
        self.using.append(play.piece)
        await self.carry_out(card.whole, Cause(play.seat, name=card.name, x=x))
        self.using.remove(play.piece)
