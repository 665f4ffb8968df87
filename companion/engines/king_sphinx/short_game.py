"""The short game for younger players: everybody rolls, the highest moves on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engines.core import GameOver, Json, Position, Seat, Text, roll_each, rule
from companion.engines.game import Value
from companion.engines.king_sphinx.pieces import ALIENS, CHARACTERS, LANES, RANKS
from companion.engines.king_sphinx.questions import which_character
from companion.engines.king_sphinx.view import LIGHTNING, megazord


@dataclass
class ShortGame(Position):
    """A lane each: three putties, then an alien. `beaten` counts what has been knocked over."""

    options: Mapping[str, Value] = field(default_factory=dict)
    character: dict[Seat, str] = field(default_factory=dict)
    beaten: dict[Seat, int] = field(default_factory=dict)
    faces: dict[Seat, int] = field(default_factory=dict)
    highest: tuple[Seat, ...] = ()
    phase: str = "setup"

    async def play(self) -> None:
        await self.set_up()
        while True:
            await self.all_roll()

    @rule("R57", heading="Set-up")
    async def set_up(self) -> None:
        """Each Ranger starts on its lightning bolt, three putties and an alien before it."""
        for seat in self.seats:
            free = tuple(key for key in CHARACTERS if key not in self.character.values())
            self.character[seat] = await which_character(seat, free, self.seats)
            self.beaten[seat] = 0

    @rule("R58", "R59", "R61", heading="All roll")
    async def all_roll(self) -> None:
        """The highest knocks over what is in front; those that tie for it all do."""
        self.phase = "roll"
        prompt = Text("Go, go! All roll; the highest presses.")
        thrown = await roll_each(self.seats, prompt, counted=True)
        self.faces, self.highest = dict(thrown.faces), thrown.highest
        for seat in self.highest:
            self.knock_over(seat)
        done = tuple(seat for seat in self.highest if self.alien(seat) is None)
        if done:
            await self.win(done)

    @rule("R58", "R59")
    def knock_over(self, seat: Seat) -> None:
        """A putty, or the alien; with the third putty the Dinozord is there at once."""
        alien = self.alien(seat)
        self.beaten[seat] += 1
        if self.beaten[seat] < len(RANKS):
            self.tell("{seat} knocks a putty over.", seat=seat)
        elif self.beaten[seat] == len(RANKS):
            dinozord = CHARACTERS[self.character[seat]].dinozord
            self.tell("{seat} knocks a putty over: {dinozord}!", seat=seat, dinozord=dinozord)
        else:
            self.tell("{seat} knocks {alien} over.", seat=seat, alien=ALIENS[str(alien)])

    @rule("R60", heading="Winning")
    async def win(self, done: tuple[Seat, ...]) -> None:
        """The first alien down; several in one roll win together, or roll it off (`short_tie`)."""
        while len(done) > 1 and self.options["short_tie"] == "roll_off":
            self.phase = "roll_off"
            done = (await roll_each(done, Text("The tied ones roll again."))).highest
        self.phase = "over"
        heroes = [Text(CHARACTERS[self.character[seat]].name) for seat in done]
        args = {f"n{n}": hero for n, hero in enumerate(heroes)}
        names = Text(", ".join(f"{{{name}}}" for name in args), args)
        raise GameOver(done, Text("{names}: hang up the Megazord!", {"names": names}))

    def alien(self, seat: Seat) -> str | None:
        """Whoever still stands at the end of the lane."""
        if self.beaten.get(seat, 0) > len(RANKS):
            return None
        return tuple(ALIENS)[self.seats.index(seat)]

    def view(self, viewer: Seat) -> dict[str, Json]:  # noqa: ARG002
        """Everything lies open: the same for all."""
        over = self.phase == "over"
        return {
            "lanes": [self.lane(number) for number in LANES],
            "turn": None,
            "phase": self.phase,
            "fight": None,
            "swap": None,
            "clip": None,
            "track": [],
            "megazord": {"built": over, "pieces": megazord({} if over else CHARACTERS)},
            "round": {"faces": dict(self.faces) or None, "highest": list(self.highest)},
        }

    def lane(self, number: int) -> Json:
        """A seat's lane, in seat order; the others are empty."""
        seat = self.seats[number - 1] if number <= len(self.seats) else None
        beaten = self.beaten.get(seat, 0) if seat else len(RANKS)
        alien = self.alien(seat) if seat else None
        dinozord = "dinozord" if alien else "final"
        return {
            "lane": number,
            "seat": seat,
            "character": self.character.get(seat) if seat else None,
            "stage": ("ranger" if beaten < len(RANKS) else dinozord) if seat else None,
            "rank": LIGHTNING + beaten if seat else None,
            "putties": [rank > beaten for rank in RANKS],
            "alien": alien,
            "alien_name": ALIENS[alien] if alien else None,
            "chips": {},
        }
