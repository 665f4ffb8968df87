"""Battles: who shows up, the arena, rounds of two shots, and who wins. Shots are in shots.py."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engines.core import Option, Options, Seat, Text, choose, rule, together
from companion.engines.monster_rancher.cards import Battle
from companion.engines.monster_rancher.pieces import SPACES, Arena, InPlay, Pulled
from companion.engines.monster_rancher.shots import Fighters, Shots
from companion.engines.piles import Stock

SENT = Text("Send your active monster into the battle?")
SEND = Options(
    [
        Option("send", True, Text("Send the active monster"), key=1),
        Option("stay", False, Text("Send nobody"), key=2),
    ]
)


class Battles(Shots):
    """The rules of battle."""

    @rule("R19", "R33", "R34", "R47", "R50", "R66", heading="Battle")
    async def use_battle_card(self, used: Pulled, others: Iterable[Pulled]) -> bool:
        """Whether a Battle card can be used: then it is, and leaves the game.

        Only one is used, the others are discarded; so is one that cannot be used.
        """
        assert isinstance(used.card, Battle)  # noqa: S101
        fighters = await self.named_by(used.seat, used.card)
        usable = used.seat in fighters and (
            len(fighters) == len(self.seats)
            or self.house.no_active_monster == "loses_usable_battle"
        )
        for pulled in others if usable else (used,):
            pulled.gone = True
            self.ranches[pulled.seat].put_away(pulled.piece)
            self.tell("{card} of {seat} is discarded.", card=pulled.card.name, seat=pulled.seat)
        if not usable:
            return False
        self.remove(used)
        self.tell("{card} of {seat}: a battle!", card=used.card.name, seat=used.seat)
        self.rank_anew()
        winner = await self.battle(used, fighters)
        if winner:
            self.gain_fame((winner,))
        else:
            self.tell("Nobody wins the battle.")
        return True

    def remove(self, used: Pulled) -> None:
        """Take a used Event or Battle card out of the game."""
        used.gone = True
        self.ranches[used.seat].removed.append(used.piece)

    @rule("R47", "R49")
    async def named_by(self, owner: Seat, card: Battle) -> Fighters:
        """The active monsters that a Battle card names; mostly the two of them."""
        active = {s: r.active for s, r in self.ranches.items() if r.active}
        match card.arrangement:
            case "goodies" | "baddies":
                return {s: m for s, m in active.items() if card.arrangement.startswith(m.card.side)}
            case "table":
                prompt = Text("Whom does {card} name?", {"card": card.name})
                options = [Option("both", active, Text("Both active monsters"))]
                options += [
                    Option(f"only {s}", {s: m}, Text("Only that of {seat}", {"seat": s}))
                    for s, m in active.items()
                ]
                return await choose(owner, prompt, Options(options), press="both")
        return active

    @rule("R48", "R50")
    async def battle(self, used: Pulled, fighters: Fighters) -> Seat | None:
        """Who wins it: without a foe, or alone in showing up, one wins without a fight."""
        if len(fighters) < len(self.seats):
            self.tell("{seat} finds no foe.", seat=used.seat)
            return used.seat
        sent = [seat for seat, goes in (await self.send_monsters(fighters)).items() if goes]
        if len(sent) < len(self.seats):
            return sent[0] if sent else None
        return await self.fight(used, fighters)

    @rule("R48", heading="Send the monster?")
    async def send_monsters(self, fighters: Fighters) -> dict[Seat, bool]:
        """Whether each sends the active monster, and no other.

        Secretly, unless it is agreed that the faster decides first, openly.
        """
        if self.house.send_choice == "rank_order":
            sent = {}
            for seat in self.order:
                sent[seat] = await choose(seat, SENT, SEND, press="send", hold="stay")
                self.say_sent(seat, fighters[seat], sent[seat])
            return sent
        sent = await together(
            {s: choose(s, SENT, SEND, press="send", hold="stay") for s in self.seats},
            Text("Both decide whether to send the monster."),
        )
        for seat in self.seats:
            self.say_sent(seat, fighters[seat], sent[seat])
        return sent

    def say_sent(self, seat: Seat, monster: InPlay, goes: bool) -> None:
        words = "{seat} sends {monster}." if goes else "{seat} does not send {monster}."
        self.reveal(words, seat=seat, monster=monster.card.name)

    # -- the arena

    @rule("R51", "R52", "R66", heading="Before the battle")
    async def fight(self, used: Pulled, fighters: Fighters) -> Seat | None:
        """Fill the hands, lay out the arena, fight; then everything is cleared away."""
        self.phase = "battle"
        for seat in self.order:
            await self.fill_hand(seat)
        for monster in fighters.values():
            monster.fought = True
        self.arena = arena = self.lay_out(used)
        winner = await self.fight_rounds(arena, fighters)
        self.arena = None
        for seat in self.order:
            await self.clear_column(seat, arena.columns[seat])
            self.after_fight(fighters[seat])
        self.phase = "event"
        await self.settle()
        return winner

    @rule("R4", "R52", "R53", "R59")
    def lay_out(self, used: Pulled) -> Arena:
        """A counter on each end space, and five cards in line for each, seen by nobody.

        The nearest comes first. A counter lies where there is no card left.
        """
        columns: dict[Seat, list[Stock | None]] = {}
        for seat, ranch in self.ranches.items():
            columns[seat] = []
            for _ in range(SPACES):
                there = self.restock(ranch)
                columns[seat].append(ranch.pile.stock if there else None)
                if there:
                    ranch.pile.take()
                    self.restock(ranch)
        first, second = self.seats
        return Arena(used.piece, {first: 1, second: SPACES}, columns)

    async def clear_column(self, seat: Seat, column: list[Stock | None]) -> None:
        """The cards that are left of the arena are discarded."""
        ranch = self.ranches[seat]
        for stock in column:
            if stock is None:
                continue
            if stock.real:
                ranch.unnamed += 1
            else:
                ranch.put_away(await stock.settle("table"))

    def after_fight(self, monster: InPlay) -> None:
        """Knocked out is injured; damage on the others is cleared, unless it stays."""
        if self.fallen(monster):
            self.injure(monster)
        elif self.house.survivor_damage == "cleared":
            monster.damage = 0

    # -- rounds and shots

    @rule("R54", "R60", heading="Round")
    async def fight_rounds(self, arena: Arena, fighters: Fighters) -> Seat | None:
        """The faster shoots, then the other, until one is knocked out or time runs out."""
        while True:
            arena.round += 1
            for seat in self.order:
                arena.shot = seat
                await self.shot(arena, fighters, seat)
                down = [s for s, monster in fighters.items() if self.fallen(monster)]
                if down:
                    return self.knocked_out(down, fighters)
                if self.house.time_out == "at_once" and self.out_of_time(arena):
                    return self.fewer_damage(fighters)
            if self.out_of_time(arena):
                return self.fewer_damage(fighters)

    def knocked_out(self, down: list[Seat], fighters: Fighters) -> Seat | None:
        """The other side wins; nobody, if both are down."""
        for seat in down:
            name = fighters[seat].card.name
            self.tell("{monster} of {seat} is knocked out.", monster=name, seat=seat)
        return self.foe(down[0]) if len(down) == 1 else None

    @rule("R60")
    def out_of_time(self, arena: Arena) -> bool:
        """Whether a player has drawn all own arena cards."""
        return not all(arena.columns.values())

    @rule("R60")
    def fewer_damage(self, fighters: Fighters) -> Seat | None:
        """Time is out: the monster with less damage wins; equal, neither."""
        first, second = self.seats
        damage = {seat: fighters[seat].damage for seat in self.seats}
        self.tell("Time is out: {a} against {b} damage.", a=damage[first], b=damage[second])
        if damage[first] == damage[second]:
            return None
        return min(self.seats, key=lambda seat: damage[seat])
