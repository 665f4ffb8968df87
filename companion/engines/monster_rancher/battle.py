"""Battles: who shows up, the arena, rounds of two shots, and who wins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from companion.engines.core import Option, Options, Seat, Text, choose, rule, together
from companion.engines.monster_rancher.cards import ICONS, MOVES, Attack, Battle, Card
from companion.engines.monster_rancher.pieces import SPACES, Arena, InPlay, Power, Pulled
from companion.engines.monster_rancher.pulls import never
from companion.engines.monster_rancher.verbs import Verbs
from companion.engines.piles import Stock

SEND = Options(
    [
        Option("send", True, Text("Send the active monster"), key=1),
        Option("stay", False, Text("Send nobody"), key=2),
    ]
)
STEP = Options(
    [
        Option("step", True, Text("One space forward")),
        Option("stay", False, Text("Stay")),
    ]
)
SHOW: Options[None] = Options([Option("show", None, Text("Turn up the move card"))])
REST = Option("none", None, Text("No attack"))
ON_SIGHT = Attack("an attack", 0, "told")
Fighters: TypeAlias = dict[Seat, InPlay]


class Battles(Verbs):
    """The rules of battle."""

    @rule("R19", "R33", "R34", "R47", "R50", "R66", heading="Battle")
    async def use_battle_card(self, used: Pulled, others: Iterable[Pulled]) -> None:
        """Only one Battle card is used, then it leaves the game; the others are discarded.

        A card that cannot be used is discarded as well.
        """
        assert isinstance(used.card, Battle)  # noqa: S101
        fighters = await self.named_by(used.seat, used.card)
        usable = used.seat in fighters and (
            len(fighters) == len(self.seats)
            or self.house.no_active_monster == "loses_usable_battle"
        )
        for pulled in (*others, *(() if usable else (used,))):
            pulled.gone = True
            self.ranches[pulled.seat].put_away(pulled.piece)
            self.tell("{card} of {seat} is discarded.", card=pulled.card.name, seat=pulled.seat)
        if usable:
            self.remove(used)
            self.tell("{card} of {seat}: a battle!", card=used.card.name, seat=used.seat)
        self.rank_anew()
        if usable:
            winner = await self.battle(used, fighters)
            if winner:
                self.gain_fame(winner)
            else:
                self.tell("Nobody wins the battle.")

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
        sent = [seat for seat, goes in (await self.send_monsters()).items() if goes]
        for seat in self.seats:
            words = "{seat} sends {monster}." if seat in sent else "{seat} does not send {monster}."
            self.reveal(words, seat=seat, monster=fighters[seat].card.name)
        if len(sent) < len(self.seats):
            return sent[0] if sent else None
        return await self.fight(used, fighters)

    @rule("R48", heading="Send the monster?")
    async def send_monsters(self) -> dict[Seat, bool]:
        """Whether each sends the active monster, and no other; secretly, unless agreed."""
        prompt = Text("Send your active monster into the battle?")
        if self.house.send_choice == "rank_order":
            sent = {}
            for seat in self.order:
                sent[seat] = await choose(seat, prompt, SEND, press="send", hold="stay")
                self.tell("{seat} has decided.", seat=seat)
            return sent
        return await together(
            {s: choose(s, prompt, SEND, press="send", hold="stay") for s in self.seats},
            Text("Both decide whether to send the monster."),
        )

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

    @rule("R54", "R58", heading="Shot")
    async def shot(self, arena: Arena, fighters: Fighters, seat: Seat) -> None:
        """Move, attack, draw; over at once when a monster falls."""
        await self.move(arena, seat)
        if any(map(self.fallen, fighters.values())):
            return
        attacked = await self.attack(arena, fighters, seat)
        if any(map(self.fallen, fighters.values())):
            return
        if not attacked or not len(self.ranches[seat].hand):
            await self.draw_from_arena(arena, seat)

    # -- move

    @rule("R11", "R54", "R55", "R63", "R64", heading="Move")
    async def move(self, arena: Arena, seat: Seat) -> None:
        """Any hand card, face down, then turned up: obey its icon, and take it back."""
        card = await self.move_card(seat)
        if card is None:
            self.tell("{seat} has no card to move with and holds.", seat=seat)
            return
        icon = arena.moves[seat] = card.move or "H"
        if card.name == MOVES[icon]:
            self.reveal("{seat} shows a move: {move}.", seat=seat, move=MOVES[icon])
        else:
            words = "{seat} shows {card}: {move}."
            self.reveal(words, seat=seat, card=card.name, move=MOVES[icon])
        await self.obey(arena, seat, icon)

    async def move_card(self, seat: Seat) -> Card | None:
        """The card that `seat` turns up; None from an empty hand."""
        ranch = self.ranches[seat]
        prompt = Text("Which card moves your monster?")
        while len(ranch.hand):
            if ranch.real:
                shown = await self.ask(seat, prompt, SHOW, press="show", implied="show")
                if isinstance(shown, Power):
                    await self.use_power(shown)
                    continue
                return await self.shown_move(seat)
            answer = await self.ask(seat, prompt, Options(self.moves(seat)))
            if isinstance(answer, Power):
                await self.use_power(answer)
                continue
            return answer
        return None

    def moves(self, seat: Seat) -> list[Option[Card]]:
        """The cards of a hand as moves."""
        ranch = self.ranches[seat]
        found = []
        for option in self.in_hand(seat, "move", "{card}"):
            card = ranch.card(option.value)
            label = Text("{card}: {move}", {"card": card.name, "move": MOVES[card.move or "H"]})
            found.append(Option(option.notation, card, label))
        return found

    async def shown_move(self, seat: Seat) -> Card:
        """The real card shown, or only its icon. A named one is known to be in the hand then."""
        ranch = self.ranches[seat]
        piece = await self.name_card(
            seat,
            Text("{seat}: turn up your move card.", {"seat": seat}),
            ICONS,
            listed=never,
            hand=True,
        )
        if piece not in ICONS and piece not in ranch.hand.held:
            ranch.hand.unseen -= 1
            ranch.hand.held.append(piece)
        return ranch.card(piece)

    @rule("R55")
    async def obey(self, arena: Arena, seat: Seat, icon: str) -> None:
        """Charge, Retreat, Hold, or Shove Back."""
        match icon:
            case "C":
                self.step(seat, 1)
            case "R":
                self.step(seat, -1)
            case "S" if arena.distance() == 1:
                self.step(self.foe(seat), -1)
            case "S" if await choose(seat, Text("Step forward?"), STEP, press="step", hold="stay"):
                self.step(seat, 1)

    @rule("R56")
    def step(self, seat: Seat, by: int) -> None:
        """A space towards the foe or away; not out of the arena, not onto the foe."""
        arena = self.arena
        if arena is None:
            return
        here, there = arena.spaces[seat], arena.spaces[self.foe(seat)]
        space = here + (by if here < there else -by)
        if 1 <= space <= SPACES and space != there:
            arena.spaces[seat] = space
            self.tell("{seat} stands on space {space}.", seat=seat, space=space)

    # -- attack

    @rule("R57", "R61", "R65", heading="Attack")
    async def attack(self, arena: Arena, fighters: Fighters, seat: Seat) -> bool:
        """One listed attack, or none. It costs a hand card; whether there was one."""
        ranch = self.ranches[seat]
        while len(ranch.hand) and len(options := self.attacks(arena, fighters[seat])) > 1:
            answer = await self.ask(seat, Text("Attack?"), options, press="none")
            if isinstance(answer, Power):
                await self.use_power(answer)
                if any(map(self.fallen, fighters.values())):
                    return False
                continue
            if answer is None:
                return False
            await self.carry_out_attack(fighters, seat, answer)
            return True
        return False

    @rule("R57", "R61")
    def attacks(self, arena: Arena, monster: InPlay) -> Options[Attack | None]:
        """The attacks that reach exactly to the foe and have their icons attached."""
        found: list[Option[Attack | None]] = [REST]
        if monster.card.attacks is None:
            found.append(Option("attack", ON_SIGHT, Text("Attack"), key=1))
        for n, attack in enumerate(monster.card.attacks or (), start=1):
            if attack.range == arena.distance() and all(
                monster.icons(icon) >= needed for icon, needed in attack.need.items()
            ):
                label = Text("{attack}", {"attack": attack.name})
                found.append(Option(f"attack {n}", attack, label, key=n))
        return Options(found)

    @rule("R13", "R58")
    async def carry_out_attack(self, fighters: Fighters, seat: Seat, attack: Attack) -> None:
        """Discard a card; the damage is the attack's and the trait's, less the foe's Defense."""
        mine, foe = fighters[seat], fighters[self.foe(seat)]
        self.tell("{monster} attacks: {attack}.", monster=mine.card.name, attack=attack.name)
        await self.discard_one(seat, Text("Discard a card for the attack."))
        if self.house.need_icons == "consumed":
            await self.use_up(seat, mine, attack)
        if self.house.attack_resolution == "pull_to_hit" and not await self.hits(seat, foe):
            self.tell("{monster} misses.", monster=mine.card.name)
            return
        if attack is ON_SIGHT:
            damage = await self.number(seat, Text("How much damage does it do?"), 0, 10)
        else:
            damage = self.damage(seat, mine, attack, foe)
        foe.damage += damage
        self.tell(
            "{monster} takes {n} damage: {damage} of {life}.",
            monster=foe.card.name,
            n=damage,
            damage=foe.damage,
            life=self.owner(foe).rating(foe, "life"),
        )

    @rule("R13")
    def damage(self, seat: Seat, mine: InPlay, attack: Attack, foe: InPlay) -> int:
        """Power counts for physical attacks, Intelligence for psychic ones."""
        trait = "power" if attack.kind == "physical" else "intelligence"
        theirs = self.ranches[self.foe(seat)]
        less = theirs.rating(foe, "defense") + theirs.lasting("shield", foe)
        strength = attack.damage + self.ranches[seat].rating(mine, trait)
        return max(self.house.attack_min_damage, strength - less)

    async def hits(self, seat: Seat, foe: InPlay) -> bool:
        """A pull of at least the foe's Speed hits, and a 6 always does."""
        pulled = await self.pull_card(seat)
        if pulled is None:
            return False
        piece, card = pulled
        self.ranches[seat].put_away(piece)
        number = card.pull or 0
        self.reveal("{seat} pulls {number}.", seat=seat, number=number)
        return number >= min(6, self.owner(foe).rating(foe, "speed"))

    async def use_up(self, seat: Seat, monster: InPlay, attack: Attack) -> None:
        """The cards with the needed icons are discarded, one icon after the other."""
        for icon, needed in attack.need.items():
            left = needed
            while left > 0:
                fitting = [c for c in monster.attached if icon in c.card.icons]
                prompt = Text("Discard which card for the attack?")
                card = await self.pick_attached(seat, prompt, fitting)
                left -= card.card.icons.count(icon)
                self.take_off(self.ranches[seat], monster.attached, card)

    # -- draw

    @rule("R53", "R58", "R59", heading="Draw")
    async def draw_from_arena(self, arena: Arena, seat: Seat) -> None:
        """The nearest card of the own column goes to the hand; a counter is only removed."""
        column, hand = arena.columns[seat], self.ranches[seat].hand
        if not column:
            return
        stock = column.pop(0)
        if stock is None:
            self.tell("{seat} removes a counter from the arena.", seat=seat)
            return
        self.tell("{seat} draws an arena card: {n} to go.", seat=seat, n=len(column))
        if stock.real:
            hand.unseen += 1
        else:
            hand.held.append(await stock.settle(seat))
        await self.discard_down(seat)
