"""King Sphinx, in the order of the 1994 rulebook.

Set-up, turn, morphing, chips, reclaiming, the Putty Patrol, the aliens, the Megazord, the last
fight. The clauses cited are indexed in this folder's README.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engines.core import (
    TABLE,
    GameOver,
    Json,
    Offer,
    Options,
    Piece,
    Position,
    Seat,
    Statement,
    Text,
    choose,
    draw,
    look,
    roll,
    roll_each,
    rule,
)
from companion.engines.king_sphinx import view
from companion.engines.king_sphinx.pieces import (
    ALIEN_STANDS,
    ALIENS,
    CHARACTERS,
    CHIPS,
    DICE,
    LANES,
    MORPH_TARGET,
    PUTTIES,
    RANKS,
    Fact,
    Fight,
    Swap,
    alien_options,
    alien_swap_options,
    blocker_options,
    character_options,
    chip_options,
    lane_options,
    level_options,
    other_options,
    reclaim_options,
    swap_options,
    turn_options,
)
from companion.engines.match import Value
from companion.engines.piles import Stock
from companion.errors import IllegalAction, UnknownAction


@dataclass
class Player:
    """One seat's pieces. `stage`: morpher, ranger, dinozord, final (all in the own lane, R5)."""

    character: str = ""
    lane: int = 0
    stage: str = "morpher"
    beaten: int = 0
    alien: str | None = None
    chips: dict[int, str] = field(default_factory=lambda: dict.fromkeys(CHIPS, "up"))

    def chips_that_lie(self, side: str) -> tuple[int, ...]:
        return tuple(n for n, lies in self.chips.items() if lies == side)


@dataclass
class KingSphinx(Position):
    """What lies on the table.

    `putties` maps each occupied space (`jason/1`) to the label under its stand, None while nobody
    has needed to know; `labels` are the stands of which that is not settled yet. `under_alien` is
    the same for the four aliens, who are told apart by their figures.
    """

    options: Mapping[str, Value] = field(default_factory=dict)
    players: dict[Seat, Player] = field(default_factory=dict)
    levels: dict[Piece, int] = field(default_factory=dict)
    putties: dict[str, Piece | None] = field(default_factory=dict)
    labels: Stock = field(default_factory=lambda: Stock(TABLE, []))
    under_alien: dict[str, Piece | None] = field(default_factory=dict)
    alien_labels: Stock = field(default_factory=lambda: Stock(TABLE, []))
    clip: int = 0
    turn: Seat | None = None
    fight: Fight | None = None
    swapping: Swap | None = None
    megazord: bool = False
    swaps_seen: dict[Seat, tuple[Seat, Seat, tuple[str, ...]]] = field(default_factory=dict)
    memory: dict[Seat, dict[str, int]] = field(default_factory=dict)

    def view(self, viewer: Seat) -> dict[str, Json]:
        return view.table(self, viewer)

    async def play(self) -> None:
        await self.set_up()
        self.turn = await self.first_player()
        while True:
            await self.take_turn(self.turn)

    # -- Setup

    @rule("R1", "R2", "R6", "R7", "R8", "R11", "R12", "R62", heading="Set-up")
    async def set_up(self) -> None:
        """Pieces, lanes, putties, aliens, chips, clip, in that order."""
        real = self.options["stands"] == "tagged"
        stands = (*PUTTIES, *ALIEN_STANDS)
        levels = (*self.numbers("putty_levels"), *self.numbers("alien_levels"))
        self.levels = dict(zip(stands, levels, strict=True))
        self.labels = Stock(TABLE, list(PUTTIES), real)
        self.alien_labels = Stock(TABLE, list(ALIEN_STANDS), real)
        self.players = {seat: Player() for seat in self.seats}
        for seat in self.seats:
            await self.choose_character(seat)
        for seat in self.seats:
            await self.choose_lane(seat)
        for seat in self.seats:
            for rank in RANKS:
                await self.place_putty(f"{seat}/{rank}")
        for seat in self.seats:
            await self.take_alien(seat)

    @rule("R1", "R2", "R3", heading="Set-up: choose a character")
    async def choose_character(self, seat: Seat) -> None:
        taken = {player.character for player in self.players.values()}
        free = tuple(key for key in CHARACTERS if key not in taken)
        usual = f"character {seat if seat in free else self.not_sitting(free)}"
        prompt = Text("Who are you?")
        public = Text("{seat} chooses a character", {"seat": seat})
        self.players[seat].character = await choose(
            seat, prompt, character_options(free), press=usual, formality=usual, public=public
        )

    def not_sitting(self, free: tuple[str, ...]) -> str:
        """A character that is nobody's namesake, so that everybody's own stays free."""
        return next((key for key in free if key not in self.seats), free[0])

    @rule("R4", "R5", heading="Set-up: choose a lane")
    async def choose_lane(self, seat: Seat) -> None:
        taken = {player.lane for player in self.players.values()}
        free = tuple(lane for lane in LANES if lane not in taken)
        usual = f"lane {free[0]}"
        public = Text("{seat} chooses a lane", {"seat": seat})
        self.players[seat].lane = await choose(
            seat,
            Text("Which lane?"),
            lane_options(free),
            press=usual,
            formality=usual,
            public=public,
        )

    @rule("R6", "R7", heading="Set-up: place the Putty Patrol")
    async def place_putty(self, place: str) -> None:
        """Unseen. Only `layout=scanned` finds out which stand it is, and shows nobody its level."""
        self.putties[place] = None
        if self.scanned:
            prompt = Text("Set the putty for {place} on the pad.", {"place": place})
            self.putties[place] = await self.labels.settle(TABLE, prompt=prompt)

    @rule("R8", "R9", "R10", heading="Set-up: take an alien")
    async def take_alien(self, seat: Seat) -> None:
        """One alien, one look at its level; nobody gets a second look (R9)."""
        taken = {player.alien for player in self.players.values()}
        free = tuple(key for key in ALIENS if key not in taken)
        public = Text("{seat} takes an alien", {"seat": seat})
        options = alien_options(free)
        alien = await choose(
            seat, Text("Take an alien."), options, press=options.notations[0], public=public
        )
        self.players[seat].alien = alien
        self.under_alien[alien] = None
        if self.free:
            await look(seat, Text("Look under {alien}.", {"alien": ALIENS[alien]}), public=public)
            return
        level = self.levels[await self.label_under_alien(alien, seat, public)]
        secret = Text("{alien} has level {level}.", {"alien": ALIENS[alien], "level": level})
        await look(seat, secret, public=public)
        self.remember(seat, alien, level)

    # -- Gameplay

    @rule("R13", heading="Who goes first?")
    async def first_player(self) -> Seat:
        """One die each, the highest begins; the tied ones roll again."""
        tied = self.seats
        while len(tied) > 1:
            prompt = Text("One die each: the highest goes first.")
            tied = (await roll_each(tied, prompt)).highest
        self.tell("{seat} goes first.", seat=tied[0])
        return tied[0]

    @rule("R14", "R15", "R16", "R26", "R27", heading="Your turn")
    async def take_turn(self, seat: Seat) -> None:
        """Morph, battle or reclaim: one of them, announced first; or the table speaks."""
        stage = self.players[seat].stage
        act = "morph" if stage == "morpher" else "battle"
        may_reclaim = act == "battle" or bool(self.options["reclaim_before_morph"])
        by, said = await Offer(
            {seat: turn_options(act, reclaim=may_reclaim)},
            prompt=Text("Your turn."),
            press={seat: act},
            hold={seat: "reclaim"} if may_reclaim else {},
            implied={seat: act},
            public=Text("{seat} is on turn", {"seat": seat}),
            statement=self.statement,
        )
        if by == TABLE:
            self.hear(said)
            return
        self.swaps_seen.clear()
        await (self.reclaim(seat) if said == "reclaim" else self.act(stage, seat))
        self.build_megazord()
        self.turn = self.left_of(seat)

    async def act(self, stage: str, seat: Seat) -> None:
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
        """A Power Level of 5 or more."""
        self.fight = Fight(seat, "morph", None, MORPH_TARGET, DICE["ranger"])
        power = await self.power_level(seat)
        if power < MORPH_TARGET:
            return self.tell("{seat}: {power}. No morph yet.", seat=seat, power=power)
        self.players[seat].stage = "ranger"
        return self.tell("{seat}: {power}. Morphed!", seat=seat, power=power)

    # -- Power Chips

    async def power_level(self, seat: Seat) -> int:
        """Chips, then dice."""
        await self.power_up(seat)
        return await self.roll(seat)

    @rule("R21", "R22", "R26", "R37", "R45", heading="Power up!")
    async def power_up(self, seat: Seat) -> None:
        """Any number of faceup chips, laid before the roll."""
        up = self.players[seat].chips_that_lie("up")
        if not up:
            return
        none = "chips none"
        chips = await choose(
            seat,
            Text("Add chips?"),
            chip_options(up),
            press=none,
            implied=none,
            public=Text("{seat} may add chips", {"seat": seat}),
        )
        for number in chips:
            self.players[seat].chips[number] = "in"
        self.fighting.chips = chips

    @rule("R23", "R24", "R25", "R38", "R51", "R63", heading="Roll!")
    async def roll(self, seat: Seat) -> int:
        """Dice and chips are the Power Level; the chips then turn facedown, whatever comes."""
        fight = self.fighting
        fight.faces = await roll(fight.dice, seat)
        for number in fight.chips:
            self.players[seat].chips[number] = "down"
        return fight.power

    # -- Reclaiming Power Chips

    @rule("R27", "R28", "R29", "R30", "R31", heading="Reclaiming Power Chips")
    async def reclaim(self, seat: Seat) -> None:
        """One die, no chips: its number turns faceup; a 6 is any chip."""
        self.fight = Fight(seat, "reclaim", None, None, DICE["ranger"])
        self.fight.faces = await roll(1, seat)
        face = self.fight.faces[0]
        player = self.players[seat]
        down = player.chips_that_lie("down")
        if face == 6 and down:
            back = (
                down if self.options["reclaim_six"] == "all" else (await self.any_chip(seat, down),)
            )
        else:
            back = (face,) if face in down else ()
        for number in back:
            player.chips[number] = "up"
        if not back:
            return self.tell("{seat} rolls {face}: no chip turns up.", seat=seat, face=face)
        chips = ", ".join(map(str, back))
        return self.tell(
            "{seat} rolls {face}: chip {chips} turns up.", seat=seat, face=face, chips=chips
        )

    async def any_chip(self, seat: Seat, down: tuple[int, ...]) -> int:
        """The one chip that a 6 turns up; a single one needs no question (R30)."""
        if len(down) == 1:
            return down[0]
        public = Text("{seat} turns up a chip", {"seat": seat})
        return await choose(seat, Text("Which chip?"), reclaim_options(down), public=public)

    # -- Battling the Putty Patrol

    @rule("R32", "R33", "R36", "R40", "R41", "R67", heading="Battling the Putty Patrol")
    async def battle_putty(self, seat: Seat) -> None:
        """Swap, power up, roll: who is more powerful?"""
        blocker = self.blocker(seat)
        self.fight = Fight(seat, "putty", blocker, None, DICE["ranger"])
        await self.swap_putty(seat)
        power = await self.power_level(seat)
        piece = await self.check_putty(seat, blocker)
        level = self.levels[piece]
        if power < level:
            self.tell("{seat} loses with {power}.", seat=seat, power=power)
            await self.see(seat, Text("The putty has level {level}.", {"level": level}))
            self.remember(seat, blocker, level)
            return
        self.reveal("{seat}: {power} against {level}. Won!", seat=seat, power=power, level=level)
        self.beat_putty(seat, piece)

    @rule("R34", "R35", "R36", "R64", "R65", heading="Swap!")
    async def swap_putty(self, fighter: Seat) -> None:
        """The left neighbour may look under the blocker and one other, and exchange them."""
        blocker, by = self.blocker(fighter), self.left_of(fighter)
        others = tuple(place for place in self.putties if self.may_swap(place, fighter))
        if not others:
            return
        self.swapping = Swap(fighter, by, "putty")
        public = Text("{by} may swap", {"by": by})
        exchanged: tuple[str, ...] = ()
        first = await choose(
            by,
            Text("Look under the blocker?"),
            blocker_options(self.stand(blocker)),
            press="leave it",
            hold="look",
            public=public,
        )
        if first == "look":
            await self.look_under(by, blocker, public)
            stands = tuple(self.stand(place) for place in others)
            prompt = Text("Look under which other?")
            other = await choose(by, prompt, other_options(others, stands), public=public)
            await self.look_under(by, other, public)
            options = swap_options(self.stand(blocker), self.stand(other))
            prompt = Text("Swap them?")
            if (
                await choose(by, prompt, options, press="keep", hold="swap", public=public)
                == "swap"
            ):
                self.exchange(by, blocker, other)
                exchanged = (blocker, other)
        self.swapping = None
        self.witness(fighter, by, exchanged, by_hand=first == "leave it" and self.free)

    @rule("R39", heading="Who's more powerful?")
    async def check_putty(self, seat: Seat, blocker: str) -> Piece:
        """The fighter checks the label in secret."""
        return await self.label_under(blocker, seat, self.checks(seat))

    @rule("R17", "R41", "R42", heading="Won")
    def beat_putty(self, seat: Seat, piece: Piece) -> None:
        """The putty leaves the board, the Ranger moves on; after the third: the Dinozord."""
        place, player = self.blocker(seat), self.players[seat]
        del self.putties[place]
        if piece in self.labels.unseen:
            self.labels.unseen.remove(piece)
        player.beaten += 1
        if player.beaten == len(RANKS):
            player.stage = "dinozord"
            zord = CHARACTERS[player.character].dinozord
            self.tell("{seat}: {dinozord}!", seat=seat, dinozord=zord)

    # -- Battling the Space Aliens

    @rule("R46", "R47", "R48", "R49", "R67", "R68", heading="Battling the Space Aliens")
    async def battle_alien(self, seat: Seat) -> None:
        """Swap unseen, power up, two dice."""
        self.fight = Fight(seat, "alien", f"{seat}/alien", None, DICE["dinozord"])
        await self.swap_alien(seat)
        power = await self.power_level(seat)
        alien = self.alien_of(seat)
        piece = await self.check_alien(seat, alien)
        level = self.levels[piece]
        if power < level:
            self.tell("{seat} loses with {power}.", seat=seat, power=power)
            secret = Text("{alien} has level {level}.", {"alien": ALIENS[alien], "level": level})
            await self.see(seat, secret)
            self.remember(seat, alien, level)
            return
        self.reveal("{seat}: {power} against {level}. Won!", seat=seat, power=power, level=level)
        self.players[seat].alien = None
        self.players[seat].stage = "final"

    @rule("R43", "R44", "R65", heading="Swap!")
    async def swap_alien(self, fighter: Seat) -> None:
        """The left neighbour may exchange the alien for another; nobody looks."""
        others = tuple(
            (seat, player.alien)
            for seat, player in self.players.items()
            if player.alien and seat != fighter
        )
        if not others:
            return
        by = self.left_of(fighter)
        self.swapping = Swap(fighter, by, "alien")
        options, prompt = alien_swap_options(others), Text("Swap the alien?")
        public = Text("{by} may swap", {"by": by})
        other = await choose(by, prompt, options, press="keep", public=public)
        self.swapping = None
        if other is None:
            return
        mine, theirs = self.players[fighter], self.players[other]
        mine.alien, theirs.alien = theirs.alien, mine.alien
        self.tell("{by} swaps in {alien}.", by=by, alien=ALIENS[self.alien_of(fighter)])

    @rule("R46", heading="Who's more powerful?")
    async def check_alien(self, seat: Seat, alien: str) -> Piece:
        """The fighter checks the label in secret."""
        return await self.label_under_alien(alien, seat, self.checks(seat))

    # -- Building the Megazord

    @rule("R54", "R55", "R56", heading="Building the Megazord")
    def build_megazord(self) -> None:
        """Once all aliens are beaten the Dinozords become the Megazord: four dice from now on."""
        done = all(player.stage == "final" for player in self.players.values())
        if done and not self.megazord:
            self.megazord = True
            self.tell("The Megazord is built: four dice from now on.")

    # -- The Final Battle

    @rule("R50", "R51", "R52", "R53", "R67", heading="The Final Battle")
    async def battle_sphinx(self, seat: Seat) -> None:
        """Three dice, or four, against the number under the clip."""
        dice = DICE["megazord" if self.megazord else "sphinx"]
        needed = self.sphinx_level
        self.fight = Fight(seat, "sphinx", None, needed, dice)
        power = await self.power_level(seat)
        if power >= needed:
            how = Text(
                "{seat} beats King Sphinx: {power} against {needed}.",
                {"seat": seat, "power": power, "needed": needed},
            )
            self.tell(how.template, **how.args)
            raise GameOver([seat], how)
        self.clip = min(self.clip + 1, len(self.numbers("sphinx_track")) - 1)
        self.tell(
            "{seat}: {power} against {needed}. The clip is at {level}.",
            seat=seat,
            power=power,
            needed=needed,
            level=self.sphinx_level,
        )

    # -- Looking under stands

    async def label_under(self, place: str, by: Seat, public: Text) -> Piece:
        """Which label is under the putty there, settled now if nobody knew.

        With `layout=free` putties are moved by hand unseen: each scan decides anew.
        """
        known = self.putties[place]
        if known is not None:
            return known
        prompt = Text("Set the putty of {place} on the pad.", {"place": place})
        if self.free:
            stands = tuple(self.labels.unseen)
            return await draw(
                stands, by, real=True, prompt=prompt, told=lambda: self.told(stands), public=public
            )
        piece = self.putties[place] = await self.labels.settle(
            by, prompt=prompt, told=lambda: self.told(tuple(self.labels.unseen)), public=public
        )
        return piece

    async def label_under_alien(self, alien: str, by: Seat, public: Text) -> Piece:
        known = self.under_alien[alien]
        if known is not None:
            return known
        prompt = Text("Set {alien} on the pad.", {"alien": ALIENS[alien]})
        piece = self.under_alien[alien] = await self.alien_labels.settle(
            by,
            prompt=prompt,
            told=lambda: self.told(tuple(self.alien_labels.unseen)),
            public=public,
        )
        return piece

    async def look_under(self, by: Seat, place: str, public: Text) -> None:
        level = self.levels[await self.label_under(place, by, public)]
        secret = Text("{place} has level {level}.", {"place": place, "level": level})
        await look(by, secret, public=public)
        self.remember(by, place, level)

    async def see(self, seat: Seat, secret: Text) -> None:
        """After a lost battle the fighter alone sees the label (R40, R47)."""
        await look(seat, secret, public=self.checks(seat))

    def told(self, stands: tuple[Piece, ...]) -> Options[Piece]:
        return level_options(stands, tuple(self.levels[stand] for stand in stands))

    def remember(self, seat: Seat, thing: str, level: int) -> None:
        """With `memory_aid`: what this seat has itself looked at, where it lay then."""
        if self.options["memory_aid"] == "on":
            self.memory.setdefault(seat, {})[thing] = level

    def exchange(self, by: Seat, one: str, other: str) -> None:
        """Two putties change places. Only who did it knows; so does its memory."""
        labels, mine = self.putties, self.memory.get(by, {})
        labels[one], labels[other] = labels[other], labels[one]
        if one in mine and other in mine:
            mine[one], mine[other] = mine[other], mine[one]

    def witness(
        self, fighter: Seat, by: Seat, exchanged: tuple[str, ...], *, by_hand: bool
    ) -> None:
        """Whoever did not turn away saw which places were exchanged, or that none were."""
        if by_hand or self.options["swap_seen_by_others"] == "nothing":
            return
        for seat in self.seats:
            if seat not in (fighter, by):
                self.swaps_seen[seat] = (by, fighter, exchanged)

    # -- Questions

    @property
    def fighting(self) -> Fight:
        assert self.fight is not None  # noqa: S101  (only asked within a battle)
        return self.fight

    @property
    def free(self) -> bool:
        return self.options["stands"] == "tagged" and self.options["layout"] == "free"

    @property
    def scanned(self) -> bool:
        return self.options["stands"] == "tagged" and self.options["layout"] == "scanned"

    @property
    def sphinx_level(self) -> int:
        return self.numbers("sphinx_track")[self.clip]

    def numbers(self, option: str) -> tuple[int, ...]:
        value = self.options[option]
        assert isinstance(value, tuple)  # noqa: S101  (the switch reads it so)
        return value

    def blocker(self, seat: Seat) -> str:
        """The space of the next putty in the own lane (R32)."""
        return f"{seat}/{self.players[seat].beaten + 1}"

    def alien_of(self, seat: Seat) -> str:
        alien = self.players[seat].alien
        assert alien is not None  # noqa: S101  (a Dinozord stands before one)
        return alien

    def stand(self, place: str) -> Piece | None:
        """The tagged stand that is known to be there, so that it may be set on the pad."""
        return self.putties[place] if self.scanned else None

    def may_swap(self, place: str, fighter: Seat) -> bool:
        own = place.startswith(f"{fighter}/")
        return place != self.blocker(fighter) and not (
            own and self.options["swap_targets"] == "not_fighters_lane"
        )

    def checks(self, seat: Seat) -> Text:
        return Text("{seat} checks the label", {"seat": seat})

    # -- The table speaks

    @property
    def statement(self) -> Statement[str]:
        return Statement(self.read_fact, self.facts)

    def read_fact(self, notation: str) -> str:
        self.fact(notation)
        return notation

    def facts(self) -> tuple[str, ...]:
        track = self.numbers("sphinx_track")
        found = [f"clip {number}" for number in track]
        for seat in self.seats:
            found += [f"turn {seat}", f"chips {seat} 1 down", f"chips {seat} 2 4 up"]
        return tuple(found)

    def fact(self, notation: str) -> Fact:
        """What the words mean; a `RuleError` names what the table may say."""
        match notation.split(" "):
            case ["clip", number] if number.isdecimal():
                if int(number) not in self.numbers("sphinx_track"):
                    track = ", ".join(map(str, self.numbers("sphinx_track")))
                    raise IllegalAction(f"the clip may stand at {track}")
                return Fact("clip", numbers=(int(number),))
            case ["turn", seat]:
                return Fact("turn", self.at_table(seat))
            case ["chips", seat, *numbers, ("up" | "down") as side] if numbers:
                if not set(numbers) <= {str(n) for n in CHIPS} or len(set(numbers)) < len(numbers):
                    raise IllegalAction("chips are 1 to 5, each named once")
                return Fact("chips", self.at_table(seat), tuple(map(int, numbers)), side)
            case _:
                raise UnknownAction(
                    "the table may say: clip 25, chips billy 2 4 down (or up), turn trini"
                )

    def at_table(self, seat: str) -> Seat:
        if seat not in self.seats:
            raise UnknownAction(f"nobody at this table is called {seat!r}")
        return seat

    def hear(self, notation: str) -> None:
        """Put right what the Pi has missed."""
        fact = self.fact(notation)
        if fact.kind == "clip":
            self.clip = self.numbers("sphinx_track").index(fact.numbers[0])
            self.tell("The table says: the clip is at {level}.", level=self.sphinx_level)
        elif fact.kind == "turn":
            self.turn = fact.seat
            self.tell("The table says: {seat} is on turn.", seat=fact.seat)
        else:
            for number in fact.numbers:
                self.players[fact.seat].chips[number] = fact.side
            chips = ", ".join(map(str, fact.numbers))
            self.tell(
                "The table says: chips {chips} of {seat} lie face{side}.",
                chips=chips,
                seat=fact.seat,
                side=fact.side,
            )
