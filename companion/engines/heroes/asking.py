"""How the team is asked: any of them answers for all, and nobody is polled for reactions."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from companion.engines.core import TABLE, Offer, OnOffer, Option, Options, Piece, Seat, Text, rule
from companion.engines.heroes.answers import GO_ON, OTHER_ROW, Play, numbers
from companion.engines.heroes.cards import ANY_CARD
from companion.engines.heroes.pieces import Foe, Table
from companion.engines.heroes.printed import fits
from companion.engines.piles import Pile, Stock

NOBODY: Mapping[Seat, str] = {}
"""No button means anything."""
Answers: TypeAlias = Mapping[Seat, OnOffer[Any]]
"""What each seat may answer."""


class Asking(Table):
    """The questions of a battle, and what each seat may answer."""

    # -- what a seat may answer

    def hand_answers(
        self, verb: str, viewer: Seat, seats: Sequence[Seat], among: Container[Piece]
    ) -> list[Option[Any]]:
        """`play jason.jab.1`: cards of these hands, one's own first. One's panel keys mean them."""
        answers, hands = self.printed.hands[verb], self.hands()
        own, friends = answers.own, answers.friends
        found: list[Option[Any]] = []
        if viewer in seats:
            found += [own[at] for at in self.numbered(viewer) if at[1] in among]
        others = [piece for seat in seats if seat != viewer for piece in hands[seat]]
        found += [friends[piece] for piece in others if piece in among]
        return found

    def energy_answers(self, viewer: Seat) -> list[Option[Any]]:
        """Energy may be added at any time: `store jason`, `flip jason`."""
        rangers, energy = self.rangers, self.printed.energy
        found: list[Option[Any]] = []
        for seat in self.in_charge[viewer]:
            ranger = rangers[seat]
            found += energy[seat, ranger.stored, ranger.actions]
        return found

    @rule("R64")
    def abilities(self, seat: Seat, when: str, energy: int) -> list[Option[Any]]:
        """`use jason.steady-hand`: what the Ranger itself can do now, beside its cards."""
        used, acting, cards = self.rangers[seat].used, self.acting(), self.cards
        return [
            self.printed.uses[Play(seat, piece)]
            for piece in self.printed.abilities[seat]
            if piece not in used
            and piece not in self.moment
            and piece not in self.using
            and cards[piece].least <= energy
            and fits(cards[piece], when, seat, acting)
        ]

    def foe_answers(self, foes: list[Foe], front: int) -> list[Option[Any]]:
        """`at foot.rush.1`. With more of them than keys, the keys mean one row at a time."""
        aims = self.printed.aims
        if len(foes) <= 6:
            return [aims[number, foe.piece] for number, foe in enumerate(foes, 1)]
        row = [foe for foe in foes if foe.row == front]
        keys = {foe.piece: number for number, foe in enumerate(row, 1)}
        return [*[aims[keys.get(foe.piece), foe.piece] for foe in foes], OTHER_ROW]

    # -- questions to the team

    def team(
        self,
        prompt: Text,
        answers: Answers,
        *,
        press: Mapping[Seat, str] = NOBODY,
        hold: Mapping[Seat, str] = NOBODY,
        implied: Mapping[Seat, str] = NOBODY,
    ) -> Offer[Any]:
        """Whoever of the team answers first, answers for all."""
        return Offer(answers, prompt, press, hold, implied, prompt)

    def for_all(self, option: Option[Any]) -> Mapping[Seat, str]:
        """Everybody's button means this."""
        return dict.fromkeys(self.fighting, option.notation)

    def to_all(self, options: Options[Any]) -> Answers:
        """The same answers for everybody in the battle."""
        return dict.fromkeys(self.fighting, options)

    def each_its_own(self, find: Callable[[Seat], list[Option[Any]]]) -> Answers:
        """Other answers for everybody in the battle, found once that seat looks."""
        return dict.fromkeys(self.fighting, find)

    async def how_many(self, prompt: Text, low: int, high: int) -> int:
        """A number that the team tells."""
        if low == high:
            return low
        _, n = await self.team(prompt, self.to_all(numbers(low, high)))
        return int(n)

    async def pick_ranger(self, prompt: Text, seats: list[Seat]) -> Seat:
        """One of these Rangers, as the team likes; pressing one's own button means oneself."""
        if len(seats) == 1:
            return seats[0]
        press = {seat: seat for seat in seats if seat in self.fighting}
        answers = self.to_all(self.printed.rangers[tuple(seats)])
        _, seat = await self.team(prompt, answers, press=press)
        return str(seat)

    async def pick_foe(self, prompt: Text, foes: list[Foe]) -> Foe:
        """One of these enemy cards."""
        front = 0
        while len(foes) > 1:
            answers = self.to_all(Options(self.foe_answers(foes, front)))
            _, answer = await self.team(prompt, answers, hold=self.turned_by_holding(foes))
            if answer != OTHER_ROW.value:
                return self.foe(answer)
            front = 1 - front
        return foes[0]

    def turned_by_holding(self, foes: list[Foe]) -> Mapping[Seat, str]:
        """Holding the button turns to the other row, where keys mean one row at a time."""
        return self.for_all(OTHER_ROW) if len(foes) > 6 else NOBODY

    # -- reactions

    def acting(self) -> Seat | None:
        """The Ranger whose act or whose damage is open."""
        act = self.act
        return (act.by or act.on) if act else None

    def may_react(self, when: str) -> bool:
        """Whether anybody could have a reaction to this, as far as everybody knows."""
        printed, acting = self.printed, self.acting()
        if when not in printed.moments or (acting and acting not in self.fighting):
            return False
        if when in printed.uses_at:
            most = self.pool + self.extra_energy()
            if any(self.abilities(seat, when, most) for seat in self.fighting):
                return True
        energy = self.energy()
        affordable, wanting = printed.waiting[when, acting, energy]
        if affordable and self.any_could_be(affordable):
            return True
        if not wanting:
            return False
        all_energy = energy + self.extra_energy()
        return self.any_could_be(printed.waiting[when, acting, all_energy].affordable)

    def reactions(self, viewer: Seat, when: str) -> list[Option[Any]]:
        """What `viewer` may answer to what is happening."""
        printed = self.printed
        affordable, wanting = printed.waiting[when, self.acting(), self.energy()]
        seats = self.in_charge[viewer]
        more = bool(self.house["two_rangers"])
        if when in printed.uses_at:
            found, most = [], self.pool + self.extra_energy()
            for seat in seats:
                found += self.hand_answers("react", viewer, (seat,), affordable)
                found += (now := self.abilities(seat, when, self.pool))
                more = more or now != self.abilities(seat, when, most)
        else:
            found = self.hand_answers("react", viewer, seats, affordable)
        if more or (wanting and self.any_could_be(wanting)):
            found += self.energy_answers(viewer)
        return found

    @rule("R23")
    async def window(self, when: str) -> None:
        """Nobody is polled: whoever wants to react says so, and the next act closes it."""
        if when not in self.printed.moments:
            return
        outer, self.moment = self.moment, []
        while self.may_react(when):
            on = self.for_all(GO_ON)
            _, answer = await self.team(
                Text("{act}. Reactions?", {"act": self.doing(when)}),
                self.each_its_own(lambda viewer: [GO_ON, *self.reactions(viewer, when)]),
                press=on,
                implied=on,
            )
            if answer is None:
                break
            await self.respond(answer)
        self.moment = outer

    def doing(self, when: str) -> Text:
        """What is happening, for a question about it."""
        act = self.act
        if when == "defeated":
            return Text("An enemy card is defeated")
        if act is None:
            return Text("The battle begins")
        if act.damage is not None:
            return Text("{n} damage for {seat}", {"n": act.damage, "seat": act.on or ""})
        if act.faces is not None or act.hits:
            return Text("1 hit") if act.hits == 1 else Text("{n} hits", {"n": act.hits})
        return Text("{card}", {"card": act.name})

    # -- face-down cards

    async def turn_up(self, pile: Pile, place: str, prompt: Text) -> Piece:
        """The top card of a deck, for all to see."""
        piece = pile.take()
        return piece if piece is not None else await self.settle(pile.stock, place, prompt)

    async def settle(self, stock: Stock, place: str, prompt: Text) -> Piece:
        """Find out which card it is. Of a deck without entered cards there is nothing to find."""
        if place in self.printed.blank and self.all_blank(stock.unseen):
            return stock.unseen.pop(0)
        by = place if place in self.seats else self.lead or None
        return await stock.settle(
            TABLE, prompt=prompt, told=lambda: self.printed.told(place, stock.unseen), by=by
        )

    def all_blank(self, pieces: Iterable[Piece]) -> bool:
        return all(self.cards[piece].id == ANY_CARD.id for piece in pieces)
