"""The enemy side: how its cards come into the row, take their turn, are attacked and defeated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engines.core import Option, Options, Piece, Seat, Text, choose, roll, rule
from companion.engines.heroes.answers import OTHER_ROW, EachSeat, key_of
from companion.engines.heroes.asking import Asking
from companion.engines.heroes.cards import Cause, Effect
from companion.engines.heroes.pieces import FEET, HITS, ROW, TRACK, Act, BattleOver, Foe

KEYWORD_SETS = (
    (),
    ("FAST",),
    ("GUARD",),
    ("PASSIVE",),
    ("FAST", "GUARD"),
    ("GUARD", "PASSIVE"),
    ("FAST", "PASSIVE"),
    ("FAST", "GUARD", "PASSIVE"),
)
KEYWORDS = Options(
    Option(
        " ".join(words).lower() or "none",
        words,
        Text(" ".join(words) or "No keyword"),
        key=key_of(n),
    )
    for n, words in enumerate(KEYWORD_SETS, 1)
)
NO_BONUS = (0, 0, False)


class EnemySide(Asking):
    """What happens to the enemy cards."""

    # -- preparation

    @rule("R8", "R11", "R12", "R13", "R31", heading="Enemies appear")
    async def enemies_appear(self) -> None:
        """A row of foot soldier cards, and above it four cards of a monster, nemesis or boss."""
        foot: list[Foe] = []
        for place, count in await self.foot_to_fight():
            await self.fill(foot, place, count)
        big: list[Foe] = []
        if self.big:
            await self.fill(big, self.big, ROW)
        rows = [row for row in (big, foot) if row]
        below_first = self.house["row_order"] == "foot_first"
        self.lay_out(rows, [foe for row in (rows[::-1] if below_first else rows) for foe in row])
        if not self.order:
            self.tell("No enemy is here.")
            raise BattleOver

    @rule("R8", "R9", "R10")
    async def foot_to_fight(self) -> list[tuple[str, int]]:
        """Four foot soldiers at most; the Lead picks which, and the deck to draw from first."""
        here = {place: count for place, count in self.figures.items() if count}
        if sum(here.values()) > ROW and (
            len(here) > 1 or self.house["foot_choice"] != "exactly_four"
        ):
            here = await choose(
                self.lead,
                Text("Which foot soldiers do you fight?"),
                Options(self.foot_choices(here)),
                public=Text("{seat} picks the foot soldiers.", {"seat": self.lead}),
            )
        chosen = [(place, min(count, ROW)) for place, count in here.items() if count]
        if len(chosen) > 1:
            first = await choose(
                self.lead,
                Text("Draw from which deck first?"),
                Options(
                    Option(f"first {place}", place, self.deck_name(place), key=n)
                    for n, (place, _) in enumerate(chosen, 1)
                ),
                press=f"first {chosen[0][0]}",
            )
            chosen.sort(key=lambda taken: taken[0] != first)
        return chosen

    def foot_choices(self, here: Mapping[str, int]) -> list[Option[dict[str, int]]]:
        """Every mix of four, and with the house rule of fewer."""
        few = 1 if self.house["foot_choice"] == "up_to_four" else ROW
        mixes = [
            {FEET[0]: first, FEET[1]: total - first}
            for total in range(ROW, few - 1, -1)
            for first in range(total, -1, -1)
            if first <= here.get(FEET[0], 0) and total - first <= here.get(FEET[1], 0)
        ]
        return [
            Option(
                f"fight {mix[FEET[0]]} {mix[FEET[1]]}",
                mix,
                Text("{first} and {second}", {"first": mix[FEET[0]], "second": mix[FEET[1]]}),
                key=key_of(n),
            )
            for n, mix in enumerate(mixes, 1)
        ]

    def deck_name(self, place: str) -> Text:
        return Text("{deck}", {"deck": self.decks[place].name or place})

    async def fill(self, row: list[Foe], place: str, count: int) -> None:
        """Draw cards into a row, one by one, from left to right."""
        pile = self.enemies[place]
        for _ in range(min(count, len(pile))):
            piece = await self.turn_up(pile, place, _TURN_UP)
            foe = await self.described(piece)
            row.insert(self.place_in(row, foe), foe)
            self.reveal("{card} appears.", card=foe.card.name)

    async def described(self, piece: Piece) -> Foe:
        """The card as it comes; what is not entered of it the table tells."""
        card = self.cards[piece]
        if card.health is not None:
            return Foe(piece, card, card.health, card.keywords)
        health = await self.how_many(Text("How much health has it?"), 1, 12)
        _, keywords = await self.team(Text("Which keywords has it?"), self.to_all(KEYWORDS))
        return Foe(piece, card, health, keywords)

    @rule("R11", "R12", "R17")
    def place_in(self, row: list[Foe], foe: Foe) -> int:
        """FAST goes to the far left; of two, the one drawn later stands first."""
        if "FAST" not in foe.keywords:
            return len(row)
        if self.house["fast_order"] == "latest_first":
            return 0
        return sum("FAST" in other.keywords for other in row)

    # -- enemy turn

    @rule("R31", "R32", "R33", "R34", "R35", "R47", heading="Enemy turn")
    async def enemy_turn(self, foe: Foe) -> None:
        """One card resolves and stays where it is; a defeated one does nothing."""
        foe.resolved = True
        if foe.defeated:
            self.tell("{card} lies face down: nothing happens.", card=foe.card.name)
            return
        self.act = Act("enemy", foe.card.name, piece=foe.piece)
        self.shields = []
        await self.window("enemy")
        self.tell("{card} resolves.", card=foe.card.name)
        await self.carry_out(foe.card.effects, Cause(foe=foe.piece, name=foe.card.name))
        self.act = None
        self.check_over()

    @rule("R58")
    def check_over(self) -> None:
        """With the last enemy card defeated the battle is over at once."""
        for foe in self.order:
            if not foe.defeated:
                return
        raise BattleOver

    # -- attacks

    @rule("R26", "R30", "R67", heading="Attack")
    async def attack(self, effect: Effect, cause: Cause) -> None:
        """An attack, performed again if the card says so: each with its own target and dice.

        What was promised to the next attack counts for this one, every time it is performed.
        """
        promised = NO_BONUS
        for _ in range(effect.times):
            if not self.standing() or cause.seat not in self.fighting:
                return
            self.bonus_dice += promised[0]
            self.bonus_hits += promised[1]
            self.free_aim |= promised[2]
            promised = await self.one_attack(effect, cause)

    @rule("R26", "R29", "R42", heading="Attack")
    async def one_attack(self, effect: Effect, cause: Cause) -> tuple[int, int, bool]:
        """Pick the target, throw the dice once, place the hits. Returns the bonus that it had."""
        per = cause.x if effect.per == "x" else 1
        outer, act = self.act, Act("attack", cause.name, cause.seat, hits=effect.hits * per)
        act.ignore_guard = effect.ignore_guard
        self.act = act
        if not await self.aim(act, effect):
            self.act = outer
            return NO_BONUS
        bonus = (self.bonus_dice, self.bonus_hits, self.free_aim)
        self.bonus_dice, self.bonus_hits, self.free_aim = NO_BONUS
        act.hits += bonus[1]
        if dice := effect.dice * per + bonus[0]:
            act.faces = await roll(dice, cause.seat, Text("Throw {n}.", {"n": dice}))
            act.hits += sum([HITS[face] for face in act.faces])
        await self.window("roll")
        cause.attacked.extend(act.targets)
        if effect.to == "divided":
            await self.place_hits(await self.divide(act.hits, self.aimed_at(act, bonus[2])))
        else:
            await self.place_hits(dict.fromkeys(act.targets, act.hits))
        self.act = outer
        return bonus

    async def aim(self, act: Act, effect: Effect) -> bool:
        """The target of an attack; False if a reaction has defeated the last of them."""
        if effect.to == "each":
            act.targets = tuple([foe.piece for foe in self.targets(act)])
        if effect.to in ("each", "divided"):
            await self.window("attack")
            return True
        return await self.pick_target(act)

    def targets(self, act: Act) -> list[Foe]:
        return self.aimed_at(act, self.free_aim)

    @rule("R33", "R45")
    def aimed_at(self, act: Act, free: bool) -> list[Foe]:
        """Standing cards, resolved ones too, but for those that a GUARD keeps."""
        return self.standing() if act.ignore_guard or free else self.in_reach()

    async def pick_target(self, act: Act) -> bool:
        """The card that is attacked; meanwhile reactions may still make the attack stronger."""
        front = 0
        while able := self.targets(act):
            if len(able) == 1 and not self.may_react("attack"):
                act.targets = (able[0].piece,)
                return True
            _, answer = await self.team(
                Text("{card}: which target?", {"card": act.name}),
                self.aims_and_reactions(able, front),
                hold=self.turned_by_holding(able),
            )
            if answer == OTHER_ROW.value:
                front = 1 - front
            elif isinstance(answer, str):
                act.targets = (answer,)
                return True
            else:
                await self.respond(answer)
        return False

    def aims_and_reactions(self, able: list[Foe], front: int) -> Mapping[Seat, Options[Any]]:
        """The cards that may be attacked, and what anybody may do about the attack."""
        aims = self.foe_answers(able, front)
        if "attack" not in self.printed.moments:
            return self.to_all(Options(aims))
        return EachSeat(self.fighting, lambda viewer: aims + self.reactions(viewer, "attack"))

    @rule("R29")
    async def divide(self, hits: int, foes: list[Foe]) -> dict[Piece, int]:
        """Hits on several cards: all are placed at the same time."""
        given: dict[Piece, int] = {}
        left = hits if foes else 0
        while left:
            prompt = Text("{n} hits to divide: on which card?", {"n": left})
            foe = await self.pick_foe(prompt, foes)
            last = len(foes) == 1
            n = left if last else await self.how_many(Text("How many hits?"), 1, left)
            given[foe.piece] = given.get(foe.piece, 0) + n
            left -= n
        return given

    # -- damage to enemies

    @rule("R42", "R43", "R44", "R72", heading="Damage to enemies")
    async def place_hits(self, hits: Mapping[Piece, int]) -> None:
        """Hit tokens go on the cards; as many as its health defeat a card."""
        for piece, n in hits.items():
            foe = self.foe(piece)
            if foe.defeated:
                continue
            foe.hits += n
            self.tell("{card}: hits {n}.", card=foe.card.name, n=n)
        await self.defeat_enemies()

    async def defeat_enemies(self) -> None:
        """Whatever has no health left falls; where a PASSIVE held others up, they fall after it."""
        while down := self.without_health():
            self.defeat(down)
            await self.window("defeated")

    def without_health(self) -> Foe | None:
        for foe in self.standing():
            if foe.hits >= foe.health and foe.hits >= self.health(foe):
                return foe
        return None

    @rule("R44", "R54", "R65", "R72", "R73")
    def defeat(self, foe: Foe) -> None:
        """The card turns face down and its tokens go back; a foot soldier's figure leaves."""
        foe.defeated, foe.hits = True, 0
        self.tell("{card} is defeated.", card=foe.card.name)
        place = foe.piece.partition(".")[0]
        if place not in FEET:
            return
        self.figures[place] -= 1
        self.track += 1
        self.tell("{n} more to fill the experience track.", n=TRACK - self.track)
        if self.track == TRACK:
            self.track = 0
            self.zords += 1
            self.tell("The experience track is full: a Zord answers the call.")


_TURN_UP = Text("Turn up an enemy card.")
