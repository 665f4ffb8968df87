"""Attacks on the enemy cards: their targets, their dice, and where the hits go."""

from __future__ import annotations

from companion.engines.core import Option, Options, Piece, Text, roll, rule
from companion.engines.heroes.answers import OTHER_ROW
from companion.engines.heroes.asking import NOBODY, Answers
from companion.engines.heroes.cards import Cause, Effect
from companion.engines.heroes.enemies import EnemySide
from companion.engines.heroes.pieces import HITS, NO_BONUS, Act, Bonus, Foe

REROLLS = tuple(
    Option(f"reroll {n}", n, Text(name), key=n + 1)
    for n, name in enumerate(("The misses", "Misses and single hits", "All dice"))
)
NO_DICE = Option("reroll none", -1, Text("No dice"))


class Attacks(EnemySide):
    """What the Rangers do to the enemy cards."""

    @rule("R26", "R30", "R67", heading="Attack")
    async def attack(self, effect: Effect, cause: Cause) -> None:
        """An attack, performed again if the card says so: each with its own target and dice.

        What was promised to the next attack counts for this one, every time it is performed.
        """
        kept = NO_BONUS
        for _ in range(effect.times):
            if not self.standing() or cause.seat not in self.fighting:
                return
            kept = await self.one_attack(effect, cause, kept)

    @rule("R26", "R29", "R30", "R42", "R50", heading="Attack")
    async def one_attack(self, effect: Effect, cause: Cause, kept: Bonus) -> Bonus:
        """Pick the target, throw the dice once, place the hits. Returns the bonus that it had.

        Whoever falls meanwhile, by a card of its own, attacks no more.
        """
        per = cause.x if effect.per == "x" else 1
        outer, act = self.act, Act("attack", cause.name, cause.seat, hits=effect.hits * per)
        act.ignore_guard, act.to, act.bonus = effect.ignore_guard, effect.to, kept + self.bonus
        self.act, self.bonus = act, NO_BONUS
        aim = self.aim_at_many if act.to in ("each", "divided") else self.pick_target
        if not await aim(act):
            self.act, self.bonus = outer, act.bonus
            return NO_BONUS
        act.step = "roll"
        act.hits += act.bonus.hits
        await self.throw(act, effect.dice * per + act.bonus.dice)
        for how in act.bonus.rerolls:
            await self.throw_again(act, how, again=True)
        await self.window("roll")
        if cause.seat in self.fighting:
            hits = dict.fromkeys(act.targets, act.hits)
            if act.to == "divided":
                hits = await self.divide(act.hits, self.targets(act))
            act.targets = cause.attacked = tuple(hits)
            act.step = "done"
            await self.place_hits(hits)
        self.act = outer
        return act.bonus

    def open_attack(self) -> Act | None:
        """The attack whose hits are not placed yet, if one is open."""
        act = self.act
        return act if act and act.kind == "attack" and act.step != "done" else None

    # -- targets

    async def aim_at_many(self, act: Act) -> bool:
        """The targets of an attack; False if there is none any more, or nobody to attack it."""
        self.aim_at_each(act)
        await self.window("attack")
        self.aim_at_each(act)
        return bool(self.targets(act)) and act.by in self.fighting

    def aim_at_each(self, act: Act) -> None:
        """All that can be attacked, unless the hits are divided later."""
        if act.to == "each":
            act.targets = tuple([foe.piece for foe in self.targets(act)])

    @rule("R33", "R45")
    def targets(self, act: Act) -> list[Foe]:
        """Standing cards, resolved ones too, but for those that a GUARD keeps."""
        free = act.ignore_guard or act.bonus.free_aim
        return self.standing() if free else self.in_reach()

    async def pick_target(self, act: Act) -> bool:
        """The card that is attacked; meanwhile reactions may still make the attack stronger."""
        front = 0
        outer, self.moment = self.moment, []
        while act.by in self.fighting and (able := self.targets(act)):
            if len(able) == 1 and not self.may_react("attack"):
                act.targets = (able[0].piece,)
                break
            _, answer = await self.team(
                Text("{card}: which target?", {"card": act.name}),
                self.aims_and_reactions(able, front),
                hold=self.turned_by_holding(able),
            )
            if answer == OTHER_ROW.value:
                front = 1 - front
            elif isinstance(answer, str):
                act.targets = (answer,)
                break
            else:
                await self.respond(answer)
        self.moment = outer
        return bool(act.targets)

    def aims_and_reactions(self, able: list[Foe], front: int) -> Answers:
        """The cards that may be attacked, and what anybody may do about the attack."""
        aims = self.foe_answers(able, front)
        if "attack" not in self.printed.moments:
            return self.to_all(Options(aims))
        return self.each_its_own(lambda viewer: aims + self.reactions(viewer, "attack"))

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

    # -- dice

    async def throw(self, act: Act, dice: int) -> None:
        """Dice of an attack, if any, beside those that lie there already."""
        if not dice:
            return
        faces = await roll(dice, act.by or "", Text("Throw {n}.", {"n": dice}))
        act.faces = (*(act.faces or ()), *faces)
        act.hits += sum([HITS[face] for face in faces])

    @rule("R26", "R30")
    async def throw_again(self, act: Act, how: str, *, again: bool = False) -> None:
        """The misses of an attack once more; or any of its dice, if the card says so."""
        faces = list(act.faces or ())
        chosen = [n for n, face in enumerate(faces) if not HITS[face]]
        if faces and (how == "any" or self.house["reroll"] == "any_dice_once"):
            chosen = await self.dice_to_reroll(faces, again=again)
        if not chosen:
            return
        prompt = Text("Throw {n}.", {"n": len(chosen)})
        thrown = await roll(len(chosen), act.by or "", prompt)
        for n, face in zip(chosen, thrown, strict=True):
            act.hits += HITS[face] - HITS[faces[n]]
            faces[n] = face
        act.faces = tuple(faces)

    async def dice_to_reroll(self, faces: list[int], *, again: bool) -> list[int]:
        """Any dice, picked by how low they may be; none where the attack is performed again."""
        options = [REROLLS[n] for n in sorted({HITS[face] for face in faces})]
        press = NOBODY
        if again:
            options.append(NO_DICE)
            press = self.for_all(NO_DICE)
        prompt = Text("Which dice are thrown again?")
        _, most = await self.team(prompt, self.to_all(Options(options)), press=press)
        return [n for n, face in enumerate(faces) if HITS[face] <= most]
