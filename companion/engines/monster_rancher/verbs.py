"""What cards do: special powers, and the verbs of events and attachments."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engines.core import GameOver, Option, Options, Seat, Text, choose, rule
from companion.engines.monster_rancher.cards import Effect
from companion.engines.monster_rancher.pieces import (
    FAME,
    FOREVER,
    MONSTERS,
    Attached,
    Bearer,
    InPlay,
    Power,
    Ranch,
)
from companion.engines.monster_rancher.told import Told, named

NOT_NOW: Options[None] = Options([Option("none", None, Text("Not now"))])


class Verbs(Told):
    """The rules of what stands on cards. Where a card contradicts the rulebook, the card holds."""

    # -- special powers

    @rule("R46", heading="Special power")
    async def use_power(self, power: Power) -> None:
        """Once a week; when both want to, the higher Speed Rank goes first."""
        first = self.order[0]
        if power.seat != first and (faster := self.powers().get(first)):
            before = await choose(
                first,
                Text("{seat} uses a special power. Yours first?", {"seat": power.seat}),
                Options[Power | None]([Option("after", None, Text("No")), *faster]),
                press="after",
            )
            if before:
                await self.spend_power(before)
        await self.spend_power(power)

    async def spend_power(self, power: Power) -> None:
        """Use a power; it is lost until the next week. It may have become useless meanwhile."""
        ranch, monster = self.ranches[power.seat], self.monster(power.monster)
        special = monster and monster.special
        if not monster or not special or not self.usable(ranch, monster, special) or self.felled():
            return
        monster.spent = True
        self.reveal(
            "{monster} of {seat} uses {power}.",
            monster=monster.card.name,
            seat=power.seat,
            power=named(special),
        )
        await self.carry_out(power.seat, special.effects)

    @rule("R46")
    async def may_use_powers(self, prompt: Text) -> None:
        """Before what comes next, whoever has a power for any time may use it, the faster first.

        Elsewhere powers are used while another question waits, and nobody is asked.
        """
        for seat in self.order:
            while seat in self.powers():
                answer = await self.ask(seat, prompt, NOT_NOW, press="none")
                if answer is None:
                    break
                await self.use_power(answer)

    # -- verbs

    @rule("R21")
    async def carry_out(self, owner: Seat, effects: Iterable[Effect]) -> None:
        """Do what a card of `owner` says, in the order it says it."""
        for effect in effects:
            if effect.do == "table":
                await self.table_decides(owner)
                continue
            foe = self.foe(owner)
            whom = {"me": (owner,), "foe": (foe,), "both": (owner, foe)}[effect.whom]
            if effect.do == "fame":
                self.gain_fame(whom, effect.n)
                continue
            for seat in whom:
                await self.do(owner, seat, effect)
        await self.settle()

    @rule("R13", "R51", "R59")
    async def settle(self) -> None:
        """After every change, at once: no monster outlives its Life, no hand passes its limit."""
        for ranch in self.ranches.values():
            fighter = ranch.active if self.arena else None
            for monster in ranch.monsters:
                if not monster.damage or monster.injured or monster is fighter:
                    continue
                if ranch.fallen(monster):
                    self.injure(monster)
        for seat in self.order:
            ranch = self.ranches[seat]
            if len(ranch.hand) > ranch.limit():
                await self.discard_down(seat)

    async def do(self, owner: Seat, seat: Seat, effect: Effect) -> None:
        """One verb, on one player or on the active monster of that player."""
        n, active = effect.n, self.ranches[seat].active
        match effect.do:
            case "draw":
                await self.draw_more(seat, n)
            case "discard":
                for _ in range(min(n, len(self.ranches[seat].hand))):
                    await self.discard_one(seat, Text("Discard a card."))
            case "heal":
                await self.heal_some(seat, n)
            case "fame":
                self.gain_fame((seat,), n)
            case "step":
                self.walk(seat, n)
            case "strip" if active:
                await self.strip(owner, active, n)
            case _ if active:
                self.change(active, effect)

    async def draw_more(self, seat: Seat, n: int) -> None:
        """Cards beside the Draw Phase; the hand keeps its limit."""
        self.tell("{seat} draws {n}.", seat=seat, n=n)
        await self.draw_cards(seat, n)
        await self.discard_down(seat)

    def walk(self, seat: Seat, n: int) -> None:
        """So many spaces forward in the arena; backward, if it is less than none."""
        for _ in range(abs(n)):
            self.step(seat, 1 if n > 0 else -1)

    def change(self, monster: InPlay, effect: Effect) -> None:
        """A verb that changes a monster: its damage, or a trait until the week ends."""
        name, n = monster.card.name, effect.n
        match effect.do:
            case "damage":
                self.tell("{monster} takes {n} damage.", monster=name, n=n)
                self.hurt(monster, n)
            case "mend":
                self.tell("{monster} recovers from {n} damage.", monster=name, n=n)
                monster.damage = max(0, monster.damage - n)
            case "injure":
                self.hurt(monster, max(1, self.owner(monster).rating(monster, "life")))
            case "trait":
                words = "{monster}: {trait} {n} this week."
                self.tell(words, monster=name, trait=effect.trait.capitalize(), n=f"{n:+}")
                monster.passing[effect.trait] = monster.passing.get(effect.trait, 0) + n
                self.hurt(monster, 0)

    def step(self, seat: Seat, by: int) -> None:
        """A step in the arena (see battle.py)."""
        raise NotImplementedError

    @rule("R13")
    def hurt(self, monster: InPlay, n: int) -> None:
        """Damage counters: with as many as its Life it is knocked out."""
        monster.damage += n
        if not self.arena and self.fallen(monster):
            self.injure(monster)

    @rule("R39")
    def injure(self, monster: InPlay) -> None:
        """Injured, a monster is not active and not among the five; it keeps its cards."""
        turns = self.house.heal_turns
        monster.injured = FOREVER if turns == "never" else int(turns)
        monster.damage = 0
        ranch = self.owner(monster)
        if ranch.active is monster:
            ranch.active = None
        self.tell("{monster} of {seat} is injured.", monster=monster.card.name, seat=ranch.seat)

    async def heal_some(self, seat: Seat, n: int) -> None:
        """Injured monsters are healthy again, those that the player chooses."""
        for _ in range(n):
            injured = [monster for monster in self.ranches[seat].monsters if monster.injured]
            if injured:
                await self.heal(seat, await self.pick(seat, Text("Heal which one?"), injured))

    @rule("R39")
    async def heal(self, seat: Seat, monster: InPlay) -> None:
        """Healed, it counts among the five again."""
        monster.injured, monster.damage = 0, 0
        self.tell("{monster} of {seat} is well again.", monster=monster.card.name, seat=seat)
        await self.keep_five(seat)

    @rule("R39")
    async def keep_five(self, seat: Seat) -> None:
        """At most five healthy monsters: discard others at once, with their cards."""
        ranch = self.ranches[seat]
        while len(ranch.healthy()) > MONSTERS:
            choice = [m for m in ranch.healthy() if not (self.arena and m is ranch.active)]
            monster = await self.pick(seat, Text("Too many monsters: discard one."), choice)
            self.dismiss(ranch, monster)

    def dismiss(self, ranch: Ranch, monster: InPlay) -> None:
        """Discard a monster with its cards."""
        ranch.monsters = [other for other in ranch.monsters if other is not monster]
        if ranch.active is monster:
            ranch.active = None
        for piece in (monster.piece, *(card.piece for card in monster.attached)):
            self.owner_of(ranch, piece).put_away(piece)
        self.tell("{seat} discards {monster}.", seat=ranch.seat, monster=monster.card.name)

    def owner_of(self, ranch: Ranch, piece: str) -> Ranch:
        """Whose discard pile a card goes to: its own player's, wherever it is attached."""
        return self.ranches.get(piece.rsplit(".", 2)[0], ranch)

    async def strip(self, owner: Seat, monster: InPlay, n: int) -> None:
        """Attached cards of a monster are discarded; the player of the effect chooses."""
        for _ in range(min(n, len(monster.attached))):
            card = await self.pick_attached(owner, Text("Discard which card?"), monster.attached)
            self.take_off(self.owner(monster), monster, card)

    @rule("R44")
    def drop(self, ranch: Ranch, card: Attached) -> None:
        """Discard what is attached to a player, or to one of the player's monsters."""
        for bearer in (ranch, *ranch.monsters):
            if any(other is card for other in bearer.attached):
                self.take_off(ranch, bearer, card)
                return

    @rule("R43")
    def take_off(self, ranch: Ranch, bearer: Bearer, card: Attached) -> None:
        """Discard an attached card. That is the only way it ever leaves its place."""
        bearer.detach(card)
        self.owner_of(ranch, card.piece).put_away(card.piece)
        self.tell("{card} is discarded.", card=card.card.name)

    @rule("R1")
    def gain_fame(self, seats: tuple[Seat, ...], n: int = 1) -> None:
        """Three fame counters, and nobody has more, win. Who earn their third at once both win."""
        for seat in seats:
            ranch = self.ranches[seat]
            for _ in range(min(n, FAME - ranch.fame)):
                ranch.fame += 1
                self.tell("{seat} earns a fame counter: {fame}.", seat=seat, fame=ranch.fame)
        first = [seat for seat in seats if self.ranches[seat].fame >= FAME]
        if len(first) > 1:
            raise GameOver(first, Text("Both have three fame counters."))
        if first:
            raise GameOver(first, Text("{seat} has three fame counters.", {"seat": first[0]}))

    # -- choosing

    async def pick(self, seat: Seat, prompt: Text, monsters: list[InPlay]) -> InPlay:
        """One of some monsters; nobody is asked where there is only one."""
        if len(monsters) == 1:
            return monsters[0]
        return await choose(seat, prompt, Options([monster.on for monster in monsters]))

    async def pick_attached(self, seat: Seat, prompt: Text, cards: list[Attached]) -> Attached:
        """One of some attached cards."""
        if len(cards) == 1:
            return cards[0]
        return await choose(seat, prompt, Options([card.drop for card in cards]))
