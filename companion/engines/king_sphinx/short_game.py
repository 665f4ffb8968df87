"""The short game for younger players: everybody rolls, the highest moves on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engines.core import GameOver, Json, Position, Seat, Text, choose, roll_each, rule
from companion.engines.king_sphinx.pieces import (
    ALIENS,
    CHARACTERS,
    LANES,
    RANKS,
    character_options,
)
from companion.engines.king_sphinx.view import megazord
from companion.engines.match import Value


@dataclass
class ShortGame(Position):
    """A lane each: three putties, then an alien. `beaten` counts what has been knocked over."""

    options: Mapping[str, Value] = field(default_factory=dict)
    character: dict[Seat, str] = field(default_factory=dict)
    beaten: dict[Seat, int] = field(default_factory=dict)
    faces: dict[Seat, int] = field(default_factory=dict)
    highest: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()

    async def play(self) -> None:
        await self.set_up()
        while True:
            await self.go_go()

    @rule("R57", heading="Set-up")
    async def set_up(self) -> None:
        """Each Ranger starts on its lightning bolt, three putties and an alien before it."""
        for seat in self.seats:
            taken = set(self.character.values())
            free = tuple(key for key in CHARACTERS if key not in taken)
            namesakes = [key for key in free if key not in self.seats]
            usual = f"character {seat if seat in free else (namesakes or free)[0]}"
            self.character[seat] = await choose(
                seat,
                Text("Who are you?"),
                character_options(free),
                press=usual,
                formality=usual,
                public=Text("{seat} chooses a character", {"seat": seat}),
            )
            self.beaten[seat] = 0

    @rule("R58", "R59", "R60", "R61", heading="All roll")
    async def go_go(self) -> None:
        """The highest knocks over what is in front; tied ones all do. First alien down wins."""
        thrown = await roll_each(self.seats, Text("All roll! The highest presses."))
        self.faces, self.highest = dict(thrown.faces), thrown.highest
        for seat in self.highest:
            self.knock_over(seat)
        done = tuple(seat for seat in self.highest if self.beaten[seat] > len(RANKS))
        if done:
            await self.win(done)

    @rule("R58", "R59")
    def knock_over(self, seat: Seat) -> None:
        self.beaten[seat] += 1
        if self.beaten[seat] < len(RANKS):
            self.tell("{seat} knocks a putty over.", seat=seat)
        elif self.beaten[seat] == len(RANKS):
            zord = CHARACTERS[self.character[seat]].dinozord
            self.tell("{seat}: {dinozord}!", seat=seat, dinozord=zord)
        else:
            self.tell("{seat} knocks the alien over.", seat=seat)

    @rule("R60", heading="Winning")
    async def win(self, done: tuple[Seat, ...]) -> None:
        """Joint winners, or with `short_tie=roll_off` the highest of them; Megazord pieces up."""
        while len(done) > 1 and self.options["short_tie"] == "roll_off":
            done = (await roll_each(done, Text("The tied ones roll again."))).highest
        self.winners = done
        names = ", ".join(CHARACTERS[self.character[seat]].name for seat in done)
        how = Text("{names}: the first alien is down. Hang up the Megazord!", {"names": names})
        raise GameOver(done, how)

    def view(self, viewer: Seat) -> dict[str, Json]:  # noqa: ARG002
        """Everything lies open: the same for all."""
        lanes: list[Json] = [
            self.lane(number, seat) for number, seat in zip(LANES, self.seats, strict=False)
        ]
        lanes += [{"lane": number, "seat": None} for number in LANES[len(self.seats) :]]
        return {
            "lanes": lanes,
            "turn": None,
            "fight": None,
            "swap": None,
            "clip": None,
            "track": [],
            "megazord": megazord(bool(self.winners), list(self.character.values())),
            "round": {"faces": dict(self.faces), "highest": list(self.highest)},
        }

    def lane(self, number: int, seat: Seat) -> Json:
        beaten = self.beaten.get(seat, 0)
        alien = tuple(ALIENS)[number - 1] if beaten <= len(RANKS) else None
        return {
            "lane": number,
            "seat": seat,
            "character": self.character.get(seat),
            "stage": "ranger" if beaten < len(RANKS) else "dinozord" if alien else "final",
            "rank": 1 + beaten,
            "putties": [rank > beaten for rank in RANKS],
            "alien": alien,
            "alien_name": ALIENS.get(alien or "", None),
            "chips": {},
        }
