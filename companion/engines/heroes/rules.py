"""The battle in the rulebook's order: preparation, combat sequence, cleanup.

The other chapters lie beside it: the Ranger turn in `turn.py`, the enemy side in `enemies.py`,
damage and defeat of Rangers in `damage.py`, what single cards do in `verbs.py`.
"""

from __future__ import annotations

from companion.engines.core import GameOver, Json, Seat, Text, rule
from companion.engines.game import Value
from companion.engines.heroes.answers import START
from companion.engines.heroes.pieces import ACTIONS, BIGS, FEET, NEEDED, NO_BONUS, BattleOver
from companion.engines.heroes.turn import RangerTurn
from companion.engines.heroes.view import view_of


class Heroes(RangerTurn):
    """One to five Rangers against one or two rows of enemy cards; several battles in a row."""

    @rule("R59", "R71", heading="Heroes")
    async def play(self) -> None:
        """The battles, one after the other; decks, hands and energy are kept between them."""
        for seat in self.seats:
            await self.first_hand(seat)
        for number in range(1, int(str(self.house["battles"])) + 1):
            self.battle = number
            try:
                await self.preparation()
                await self.combat_sequence()
            except BattleOver:
                self.put_all_away()
            await self.cleanup()
        if self.fighting:
            how = Text(
                "The Rangers have come through: {n} of them stand.", {"n": len(self.fighting)}
            )
            raise GameOver(self.seats, how)
        raise GameOver((), Text("No Ranger was left standing."))

    async def first_hand(self, seat: Seat) -> None:
        """The hand that a Ranger brings along."""
        ranger = self.rangers[seat]
        room = nth(self.house["hands"], self.seats.index(seat))
        await ranger.deck.draw(ranger.hand, min(room, len(ranger.deck) - 1))

    # -- preparation

    @rule("R2", "R7", "R14", "R64", "R65", heading="Preparation")
    async def preparation(self) -> None:
        """The Rangers gather and draw, the enemies appear, effects of the start happen."""
        self.gather()
        await self.start_a_battle()
        for seat in self.from_the_lead():
            if seat in self.fighting:
                await self.draw_up(seat)
                await self.check_deck(seat)
        self.pool = 3 if self.house["two_rangers"] else 2
        await self.enemies_appear()
        self.act = None
        if self.house["megazord"]:
            self.tell("The Megazord strikes every enemy card.")
            await self.place_hits({foe.piece: 1 for foe in self.standing()})
        await self.window("start")

    @rule("R8", "R13", "R66")
    def gather(self) -> None:
        """Everybody at this place takes part, and nobody comes later."""
        self.take_part(self.seats)
        self.lay_out([], [])
        self.turns, self.at = [], 0
        self.panicked = self.house["panicked"] is True
        for ranger in self.rangers.values():
            ranger.used.clear()
        self.figures = {
            place: nth(self.house[place], self.battle - 1)
            for place in FEET
            if place in self.enemies
        }
        words = str(self.house["big"]).split(",")
        self.big = words[min(self.battle, len(words)) - 1]
        if self.big in self.gone or self.big not in self.enemies:
            self.big = ""

    @rule("R1", "R2", heading="A battle starts")
    async def start_a_battle(self) -> None:
        """Somebody turns an own action token face down and is the Lead Ranger."""
        if not any(ranger.actions for ranger in self.rangers.values()):
            self.tell("A new round: all action tokens are turned up.")
            for ranger in self.rangers.values():
                ranger.actions = ACTIONS
        able = [seat for seat in self.seats if self.rangers[seat].actions]
        prompt = Text("Who starts the battle?")
        answers = dict.fromkeys(able, START)
        seat, _ = await self.team(prompt, answers, press=dict.fromkeys(able, "start"))
        self.rangers[seat].actions -= 1
        self.lead = seat
        self.tell("{seat} starts the battle and takes the Lead.", seat=seat)

    def from_the_lead(self) -> list[Seat]:
        at = self.seats.index(self.lead)
        return [*self.seats[at:], *self.seats[:at]]

    # -- the combat sequence

    @rule("R15", "R16", "R17", "R18", "R58", heading="Combat sequence")
    async def combat_sequence(self) -> None:
        """Rangers and enemies take turns; FAST costs the Rangers their first; one turn is last."""
        fast = any("FAST" in foe.keywords for foe in self.order)
        self.turns = [] if fast else ["R1"]
        for n in range(1, len(self.order) + 1):
            self.turns += [f"E{n}", f"R{n if fast else n + 1}"]
        if not fast:
            await self.ranger_turn()
        for foe in tuple(self.order):
            await self.enemy_turn(foe)
            self.at += 1
            await self.ranger_turn()

    # -- cleanup

    @rule("R59", "R61", "R62", "R71", heading="Cleanup")
    async def cleanup(self) -> None:
        """Energy is shared out, the big one may be defeated, the cards go back."""
        self.act, self.resolving, self.skipped = None, False, 0
        self.using.clear()
        self.fallen.clear()
        self.tell("The battle is over.")
        await self.share_energy()
        for foe in [foe for row in self.rows for foe in row]:
            place = foe.piece.partition(".")[0]
            if foe.defeated and place in BIGS:
                self.beaten[place].append(foe.piece)
            else:
                self.enemies[place].shuffle([foe.piece])
        self.big_defeat()
        self.calm_down()
        self.lay_out([], [])
        self.shields = []
        self.bonus = NO_BONUS

    @rule("R60", heading="Leftover energy")
    async def share_energy(self) -> None:
        """Each of them can store one, as they like; the rest goes back to the supply."""
        took_part = self.house["leftover_energy_to"] == "all_who_took_part"
        able = list(self.seats if took_part else self.fighting)
        while self.pool and (open_ := [seat for seat in able if not self.rangers[seat].stored]):
            seat = open_[0]
            if len(open_) > self.pool:
                prompt = Text("Who stores an energy?")
                answers = dict.fromkeys(able, self.printed.rangers[tuple(open_)])
                press = {seat: seat for seat in open_}
                _, seat = await self.team(prompt, answers, press=press)
            self.rangers[seat].stored = 1
            self.pool -= 1
            self.tell("{seat} stores an energy.", seat=seat)
        self.pool = 0

    @rule("R55", "R56", "R57", "R62", "R65", heading="A big enemy is defeated?")
    def big_defeat(self) -> None:
        """Four of its cards, or six of a boss, over all battles; and a Ranger stands at the end."""
        if not self.big or len(self.beaten[self.big]) < NEEDED[self.big]:
            return
        if self.house["big_defeat_needs_survivor"] and not self.fighting:
            self.tell("Nobody is left to see it fall: {deck} stays.", deck=self.deck_name(self.big))
            return
        self.gone.append(self.big)
        self.tell("{deck} is defeated.", deck=self.deck_name(self.big))
        if self.big == "monster":
            self.call_a_zord()
        self.big = ""
        self.figures = dict.fromkeys(self.figures, 0)

    @rule("R63")
    def calm_down(self) -> None:
        """No enemy figure is left here: no panic either."""
        if self.panicked and not self.big and not any(self.figures.values()):
            self.panicked = False
            self.tell("No enemy is left here: the panic is over.")

    def view(self, viewer: Seat) -> dict[str, Json]:
        return view_of(self, viewer)


def nth(values: Value, n: int) -> int:
    """The n-th of a list of numbers; the last one counts for all that follow."""
    if not isinstance(values, tuple):
        return int(values)
    return values[min(n, len(values) - 1)]
