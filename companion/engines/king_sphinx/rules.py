"""King Sphinx, in the order of the 1994 rulebook.

Set-up, turn, morphing, chips, reclaiming, the Putty Patrol, the aliens, the Megazord, the last
fight. The clauses cited are indexed in this folder's README.
"""

from __future__ import annotations

from companion.engines.core import (
    TABLE,
    GameOver,
    Piece,
    Seat,
    Text,
    look,
    roll,
    roll_each,
    rule,
)
from companion.engines.king_sphinx.pieces import (
    ALIENS,
    CHARACTERS,
    DICE,
    LANES,
    MORPH_TARGET,
    RANKS,
    Fight,
    Player,
    SeenSwap,
    Swap,
    named,
)
from companion.engines.king_sphinx.questions import (
    checks,
    look_or_leave,
    may_swap,
    swap_or_keep,
    takes_alien,
    which_alien,
    which_alien_in,
    which_character,
    which_chip,
    which_chips,
    which_lane,
    which_other,
    your_turn,
)
from companion.engines.king_sphinx.spoken import Spoken
from companion.engines.king_sphinx.stands import Stands


class KingSphinx(Spoken):
    """The race down the lanes and the last fight."""

    async def play(self) -> None:
        await self.set_up()
        self.turn = await self.first_player()
        while True:
            await self.take_turn(self.turn)

    # -- Setup

    @rule("R1", "R7", "R10", "R12", "R62", heading="Set-up")
    async def set_up(self) -> None:
        """Each a character and a lane; the Putty Patrol; each an alien. The rest is out of play."""
        for seat in self.seats:
            self.players[seat] = Player()
            await self.choose_character(seat)
        for seat in self.seats:
            await self.choose_lane(seat)
        for seat in self.seats:
            await self.place_putties(seat)
        for seat in self.seats:
            await self.take_alien(seat)

    @rule("R1", "R2", "R3", "R11", heading="Set-up: choose a character")
    async def choose_character(self, seat: Seat) -> None:
        """All its pieces come with it: Morpher, Ranger, Dinozord, Megazord piece, five chips."""
        taken = {player.character for player in self.players.values()}
        free = tuple(key for key in CHARACTERS if key not in taken)
        self.players[seat].character = await which_character(seat, free, self.seats)

    @rule("R4", "R5", "R66", heading="Set-up: choose a lane")
    async def choose_lane(self, seat: Seat) -> None:
        """Wherever the Morpher is put, that column is the lane; one player a lane."""
        taken = {player.lane for player in self.players.values()}
        free = tuple(lane for lane in LANES if lane not in taken)
        self.players[seat].lane = await which_lane(seat, free)

    @rule("R6", "R7", heading="Set-up: place the Putty Patrol")
    async def place_putties(self, seat: Seat) -> None:
        """Three in each lane that is used, unseen; the others are out of play."""
        for rank in RANKS:
            await self.putties.place(f"{seat}/{rank}", f"{seat}/{rank}")

    @rule("R8", "R9", "R10", heading="Set-up: take an alien")
    async def take_alien(self, seat: Seat) -> None:
        """One alien and one look at its level, alone; there is no second look."""
        free = tuple(alien for alien in ALIENS if alien not in self.aliens.under)
        public = takes_alien(seat)
        alien = await which_alien(seat, free)
        self.players[seat].alien = alien
        await self.aliens.place(alien, f"{seat}/alien")
        if self.aliens.lie == "free":
            await look(seat, Text("Look under {alien}.", {"alien": ALIENS[alien]}), public=public)
        else:
            await self.secret_look(self.aliens, alien, seat, public)

    # -- Gameplay

    @rule("R13", heading="Who goes first?")
    async def first_player(self) -> Seat:
        """One die each, the highest begins; the tied ones roll again."""
        self.phase = "start"
        tied = self.seats
        while len(tied) > 1:
            prompt = Text("One die each: the highest goes first.")
            tied = (await roll_each(tied, prompt)).highest
        self.tell("{seat} goes first.", seat=tied[0])
        return tied[0]

    @rule("R14", "R15", "R16", "R27", heading="Your turn")
    async def take_turn(self, seat: Seat) -> None:
        """Morph, battle or reclaim: one of them, announced first. Or the table speaks."""
        self.phase = "turn"
        stage = self.players[seat].stage
        act = "morph" if stage == "morpher" else "battle"
        reclaim = act == "battle" or self.options["reclaim_before_morph"] is True
        question = your_turn(seat, act, reclaim=reclaim)
        by, said = await question.or_said(self.statement)
        if by == TABLE:
            self.hear(said)
        else:
            self.swaps_seen.clear()
            await (self.reclaim(seat) if said == "reclaim" else self.act(stage, seat))
            self.turn = self.left_of(seat)
        self.build_megazord()

    async def act(self, stage: str, seat: Seat) -> None:
        """What stands next in the lane."""
        if stage == "morpher":
            await self.morph(seat)
        elif stage == "ranger":
            await self.battle_putty(seat)
        elif stage == "dinozord":
            await self.battle_alien(seat)
        else:
            await self.battle_sphinx(seat)

    # -- Power Morphing

    @rule("R18", "R19", "R20", "R67", heading="Power Morphing")
    async def morph(self, seat: Seat) -> None:
        """A Power Level of 5 or more puts the Ranger on the lightning bolt."""
        self.fight = Fight(seat, "morph", None, MORPH_TARGET, DICE["ranger"])
        power = await self.power_level(seat)
        if power < MORPH_TARGET:
            return self.tell("{seat}: {power}. No morph yet.", seat=seat, power=power)
        self.players[seat].stage = "ranger"
        return self.tell("{seat}: {power}. Morphed!", seat=seat, power=power)

    # -- Power Chips

    async def power_level(self, seat: Seat) -> int:
        """First the chips, then the dice (R22)."""
        await self.power_up(seat)
        return await self.roll(seat)

    @rule("R21", "R22", "R25", "R26", "R37", "R45", heading="Power up!")
    async def power_up(self, seat: Seat) -> None:
        """Any number of faceup chips, or none, laid on the board before the roll."""
        self.phase = "chips"
        player = self.players[seat]
        up = player.chips_lying("up")
        if not up:
            return
        chips = await which_chips(seat, up)
        for number in chips:
            player.chips[number] = "in"
        self.fighting.chips = chips

    @rule("R23", "R24", "R38", "R45", "R51", "R63", heading="Roll!")
    async def roll(self, seat: Seat) -> int:
        """Dice and chips are the Power Level; the chips then turn facedown, whatever comes."""
        self.phase = "roll"
        fight = self.fighting
        fight.faces = await roll(fight.dice, seat)
        for number in fight.chips:
            self.players[seat].chips[number] = "down"
        return fight.power

    # -- Reclaiming Power Chips

    @rule("R16", "R27", "R28", "R29", "R30", "R31", heading="Reclaiming Power Chips")
    async def reclaim(self, seat: Seat) -> None:
        """One die, no chips added: the facedown chip of its number turns up; a 6 is any chip."""
        self.phase = "roll"
        self.fight = Fight(seat, "reclaim", None, None, DICE["ranger"])
        self.fight.faces = await roll(1, seat)
        face = self.fight.faces[0]
        down = self.players[seat].chips_lying("down")
        if face == 6:
            back = await self.chips_of_six(seat, down)
        else:
            back = (face,) if face in down else ()
        for number in back:
            self.players[seat].chips[number] = "up"
        if not back:
            return self.tell("{seat} rolls {face} and turns up nothing.", seat=seat, face=face)
        chips = ", ".join(map(str, back))
        return self.tell(
            "{seat} rolls {face} and turns up {chips}.", seat=seat, face=face, chips=chips
        )

    @rule("R30", heading="Reclaim with a 6")
    async def chips_of_six(self, seat: Seat, down: tuple[int, ...]) -> tuple[int, ...]:
        """Any one chip; nobody need be asked which if only one lies facedown."""
        if len(down) < 2 or self.options["reclaim_six"] == "all":
            return down
        return (await which_chip(seat, down),)

    # -- Battling the Putty Patrol

    @rule("R17", "R32", "R33", "R40", "R41", "R67", heading="Battling the Putty Patrol")
    async def battle_putty(self, seat: Seat) -> None:
        """Swap, power up, roll, compare."""
        blocker = self.blocker(seat)
        self.fight = Fight(seat, "putty", blocker, None, DICE["ranger"])
        await self.swap_putty(seat, blocker)  # 1 SWAP!
        await self.power_up(seat)  # 2 POWER UP!
        power = await self.roll(seat)  # 3 ROLL!
        if await self.check(self.putties, blocker, seat, power):  # 4 WHO'S MORE POWERFUL?
            self.next_putty(seat)

    @rule("R34", "R35", "R36", "R64", "R65", heading="Swap!")
    async def swap_putty(self, fighter: Seat, blocker: str) -> None:
        """The left neighbour may look under the blocker and one other, and exchange them."""
        by = self.left_of(fighter)
        others = self.swappable(fighter, blocker)
        if not others:
            return
        self.phase, self.swapping = "swap", Swap(fighter, by, "putty")
        other = None
        if await look_or_leave(by, self.putties.known_stand(blocker)) == "look":
            other = await self.look_and_swap(by, blocker, others)
        self.swapping = None
        self.witness(SeenSwap(by, fighter, (blocker, other) if other else ()))

    async def look_and_swap(self, by: Seat, blocker: str, others: tuple[str, ...]) -> str | None:
        """The two looks, and what comes of them: the other place if they were exchanged (R35)."""
        stand = self.putties.known_stand
        first = await self.secret_look(self.putties, blocker, by, may_swap(by))
        other = await which_other(by, tuple([(place, stand(place)) for place in others]))
        await self.secret_look(self.putties, other, by, may_swap(by), beside=first)
        if not await swap_or_keep(by, blocker, stand(blocker), stand(other)):
            return None
        self.putties.exchange(blocker, other)
        self.follow(by, blocker, other)
        return other

    @rule("R17", "R42", heading="Won")
    def next_putty(self, seat: Seat) -> None:
        """The Ranger moves into the putty's space; after the third it is the Dinozord's turn."""
        player = self.players[seat]
        player.beaten += 1
        if player.beaten == len(RANKS):
            player.stage = "dinozord"
            dinozord = CHARACTERS[player.character].dinozord
            self.tell("{seat}: {dinozord}!", seat=seat, dinozord=dinozord)

    @rule("R39", "R40", "R41", "R46", "R47", "R48", heading="Who is more powerful?")
    async def check(self, stands: Stands, thing: str, seat: Seat, power: int) -> bool:
        """The fighter checks in secret: a level not reached stays secret, a beaten one is shown."""
        self.phase = "check"
        label = await stands.look_under(thing, seat, checks(seat))
        level = stands.levels[label]
        if power < level:
            self.tell("{seat} loses with {power}.", seat=seat, power=power)
            await look(seat, self.secret(thing, level), public=checks(seat))
            self.remember(seat, thing, level)
            return False
        self.reveal("{seat}: {power} against {level}. Won!", seat=seat, power=power, level=level)
        self.fighting.needed = level
        stands.remove(thing, label)
        if self.coach:
            self.coach.shown_to_all(thing, level)
        return True

    # -- Battling the Space Aliens

    @rule("R17", "R46", "R47", "R48", "R49", "R67", "R68", heading="Battling the Space Aliens")
    async def battle_alien(self, seat: Seat) -> None:
        """Swap unseen, power up, roll two dice, compare."""
        self.fight = Fight(seat, "alien", f"{seat}/alien", None, DICE["dinozord"])
        await self.swap_alien(seat)
        await self.power_up(seat)
        power = await self.roll(seat)
        if await self.check(self.aliens, self.alien_of(seat), seat, power):
            self.next_alien(seat)

    @rule("R43", "R44", "R65", heading="Swap!")
    async def swap_alien(self, fighter: Seat) -> None:
        """The left neighbour may exchange the alien for another one; nobody looks under it."""
        by, mine = self.left_of(fighter), self.players[fighter]
        others = tuple([(s, p.alien) for s, p in self.players.items() if p.alien and s != fighter])
        if not others:
            return
        self.phase, self.swapping = "swap", Swap(fighter, by, "alien")
        other = await which_alien_in(by, others)
        self.swapping = None
        if other is None:
            return
        theirs = self.players[other]
        mine.alien, theirs.alien = theirs.alien, mine.alien
        self.tell("{by} swaps in {alien}.", by=by, alien=ALIENS[self.alien_of(fighter)])

    @rule("R17", "R48", "R49", heading="Won")
    def next_alien(self, seat: Seat) -> None:
        """The Dinozord moves into the alien's space: King Sphinx himself is next."""
        self.players[seat].alien = None
        self.players[seat].stage = "final"

    # -- Building the Megazord

    @rule("R54", "R55", "R56", heading="Building the Megazord")
    def build_megazord(self) -> None:
        """Once all aliens are beaten the Dinozords become the Megazord: four dice from now on."""
        if self.megazord or self.aliens.under:
            return
        self.megazord = True
        for seat, player in self.players.items():
            pieces = Text(" and ".join(CHARACTERS[player.character].megazord))
            self.tell("{seat} hangs up the {pieces}.", seat=seat, pieces=pieces)
        self.tell("The Megazord is built: four dice from now on.")

    # -- The Final Battle

    @rule("R50", "R51", "R52", "R53", "R67", heading="The Final Battle")
    async def battle_sphinx(self, seat: Seat) -> None:
        """Three dice, or four with the Megazord, against the number under the clip."""
        needed = self.sphinx_level
        dice = DICE["megazord" if self.megazord else "sphinx"]
        self.fight = Fight(seat, "sphinx", None, needed, dice)
        power = await self.power_level(seat)
        if power >= needed:
            self.win(seat, power, needed)
        self.clip = min(self.clip + 1, len(self.track) - 1)
        words = "{seat}: {power} against {needed}. The clip is at {level}."
        self.tell(words, seat=seat, power=power, needed=needed, level=self.sphinx_level)

    @rule("R53", heading="Winning the Game")
    def win(self, seat: Seat, power: int, needed: int) -> None:
        """Whoever reaches his level has won, at once."""
        self.phase, self.turn = "over", None
        words = "{seat} beats King Sphinx: {power} against {needed}."
        self.tell(words, seat=seat, power=power, needed=needed)
        raise GameOver([seat], self.said[-1])

    # -- Looking and remembering

    async def secret_look(
        self, stands: Stands, thing: str, by: Seat, public: Text, beside: Piece | None = None
    ) -> Piece:
        """The level under a stand, for one seat alone, gone once it is seen (R9, R35)."""
        label = await stands.look_under(thing, by, public, beside)
        await look(by, self.secret(thing, stands.levels[label]), public=public)
        self.remember(by, thing, stands.levels[label])
        return label

    def secret(self, thing: str, level: int) -> Text:
        return Text("{thing} has level {level}.", {"thing": named(thing), "level": level})

    def remember(self, seat: Seat, thing: str, level: int) -> None:
        """With `memory_aid` what a seat has itself looked at stays on its own screen."""
        if self.options["memory_aid"] == "on":
            self.memory.setdefault(seat, {})[thing] = level
        if self.coach:
            self.coach.looked(seat, thing, level)

    def follow(self, by: Seat, one: str, other: str) -> None:
        """Whoever exchanged two putties knows where they are now; nobody else's memory changes."""
        if mine := self.memory.get(by):
            mine[one], mine[other] = mine[other], mine[one]

    def witness(self, seen: SeenSwap) -> None:
        """All but the fighter saw which places were exchanged, or that none were (R36).

        Whoever did it sees it in any case. What hands do the Pi has not seen: where stands are
        free it has nothing to show.
        """
        by_hand = not seen.places and self.putties.lie == "free"
        watched = not by_hand and self.options["swap_seen_by_others"] == "places"
        if self.coach:
            self.coach.swap_over(self.seats, seen, watched=watched, by_hand=by_hand)
        for seat in self.seats:
            if seat != seen.fighter and (watched or (seat == seen.by and not by_hand)):
                self.swaps_seen[seat] = seen
