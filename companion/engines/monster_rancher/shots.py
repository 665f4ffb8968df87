"""Shots in the arena: move, attack, draw."""

from __future__ import annotations

from typing import TypeAlias

from companion.engines.core import Option, Options, Seat, Text, choose, rule
from companion.engines.monster_rancher import questions
from companion.engines.monster_rancher.cards import ICONS, MOVES, Attack, Card
from companion.engines.monster_rancher.pieces import SPACES, Arena, Attached, InPlay, Power
from companion.engines.monster_rancher.pulls import never
from companion.engines.monster_rancher.verbs import Verbs

STEP = Options(
    [
        Option("step", True, Text("One space forward")),
        Option("stay", False, Text("Stay")),
    ]
)
SHOW: Options[None] = Options([Option("show", None, Text("Turn up the move card"))])
ATTACK = Text("Attack?")
MOVE = Text("Which card moves your monster?")
REST: Option[Attack | None] = Option("none", None, Text("No attack"))
FARTHEST = 3
"""No attack reaches farther."""
TOLD = Attack("an attack", 0, "told")
NO_MORE: Option[Attached | None] = Option("done", None, Text("No more"))
ON_SIGHT: Option[Attack | None] = Option("attack", TOLD, Text("Attack"), key=1)
Fighters: TypeAlias = dict[Seat, InPlay]


class Shots(Verbs):
    """The rules of a shot. A fight is over at once when a monster falls."""

    @rule("R54", "R58", heading="Shot")
    async def shot(self, arena: Arena, fighters: Fighters, seat: Seat) -> None:
        """Move, attack, draw; over at once when a monster falls."""
        await self.move(arena, seat)
        if self.felled():
            return
        attacked = await self.attack(arena, fighters, seat)
        if self.felled():
            return
        if not attacked or not len(self.ranches[seat].hand):
            await self.draw_from_arena(arena, seat)

    # -- move

    @rule("R11", "R54", "R55", "R63", "R64", heading="Move")
    async def move(self, arena: Arena, seat: Seat) -> None:
        """Any hand card, face down, then turned up: obey its icon, and take it back."""
        card = await self.move_card(seat)
        if card is None:
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
        while len(ranch.hand) and not self.felled():
            if ranch.real:
                shown = await self.ask(seat, MOVE, SHOW, press="show", implied="show")
                if isinstance(shown, Power):
                    await self.use_power(shown)
                    continue
                return await self.shown_move(seat)
            answer = await self.ask(seat, MOVE, Options(self.in_hand(seat, questions.move)))
            if isinstance(answer, Power):
                await self.use_power(answer)
                continue
            return answer
        if not self.felled():
            self.tell("{seat} has no card to move with and holds.", seat=seat)
        return None

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
        while len(ranch.hand) and len(options := self.attacks(arena, seat, fighters[seat])) > 1:
            answer = await self.ask(seat, ATTACK, options, press="none")
            if isinstance(answer, Power):
                await self.use_power(answer)
                if self.felled():
                    return False
                continue
            if answer is None:
                return False
            await self.carry_out_attack(fighters, seat, answer)
            return True
        return False

    @rule("R57", "R61")
    def attacks(self, arena: Arena, seat: Seat, monster: InPlay) -> Options[Attack | None]:
        """The attacks that reach exactly to the foe and have their icons attached."""
        found, ranch = [REST], self.ranches[seat]
        if monster.card.attacks is None and arena.distance() <= FARTHEST:
            found.append(ON_SIGHT)
        for option in questions.attacks(monster.card):
            attack = option.value
            if attack.range == arena.distance() and all(
                ranch.icons(monster, icon) >= needed for icon, needed in attack.need.items()
            ):
                found.append(option)
        return Options(found)

    @rule("R13", "R58")
    async def carry_out_attack(self, fighters: Fighters, seat: Seat, attack: Attack) -> None:
        """Discard a card; the damage is the attack's and the trait's, less the foe's Defense."""
        mine, foe = fighters[seat], fighters[self.foe(seat)]
        self.tell("{monster} attacks: {attack}.", monster=mine.card.name, attack=attack.name)
        await self.discard_one(seat, Text("Discard a card for the attack."))
        if self.house.need_icons == "consumed":
            await self.use_up(seat, mine, attack)
            await self.settle()
        if self.house.attack_resolution == "pull_to_hit" and not await self.hits(seat, foe):
            self.tell("{monster} misses.", monster=mine.card.name)
            return
        if attack is TOLD:
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
        """The cards with the needed icons are discarded, one icon after the other.

        A card may bear several: all of its icons count.
        """
        ranch, prompt = self.ranches[seat], Text("Discard which card for the attack?")
        while attack is TOLD and (attached := [*monster.attached, *ranch.attached]):
            options = Options([NO_MORE, *(card.drop for card in attached)])
            told = await choose(seat, prompt, options, press="done")
            if told is None:
                return
            self.drop(ranch, told)
        used: list[str] = []
        for icon, needed in attack.need.items():
            while used.count(icon) < needed:
                attached = [*monster.attached, *ranch.attached]
                fitting = [c for c in attached if icon in c.card.icons]
                card = await self.pick_attached(seat, prompt, fitting)
                used += card.card.icons
                self.drop(ranch, card)

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
