"""The enemy side: how its cards come into the row, take their turn, are attacked and defeated."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engines.core import Option, Options, Piece, Text, choose, rule
from companion.engines.heroes.answers import key_of
from companion.engines.heroes.asking import Asking
from companion.engines.heroes.cards import Cause
from companion.engines.heroes.pieces import FEET, ROW, TRACK, ZORDS, Act, BattleOver, Foe

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


def label(words: tuple[str, ...]) -> Text:
    """Keywords side by side."""
    places = " ".join(f"{{{word}}}" for word in words)
    return Text(places, {word: Text(word) for word in words}) if words else Text("No keyword")


KEYWORDS = Options(
    Option(" ".join(words).lower() or "none", words, label(words), key=key_of(n))
    for n, words in enumerate(KEYWORD_SETS, 1)
)


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
        count = min(count, len(pile))
        await pile.deal(count)
        for _ in range(count):
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
        if not foe.defeated:
            self.act = Act("enemy", foe.card.name, piece=foe.piece)
            self.shields = []
            await self.window("enemy")
        if foe.defeated:
            self.tell("{card} lies face down: nothing happens.", card=foe.card.name)
        else:
            self.tell("{card} resolves.", card=foe.card.name)
            self.resolving = True
            await self.carry_out(foe.card.effects, Cause(foe=foe.piece, name=foe.card.name))
            self.resolving = False
            self.check_over()
            await self.window("resolved")
        self.act = None
        self.check_over()

    @rule("R35", "R58")
    def check_over(self) -> None:
        """With the last enemy card the battle is over at once; one that resolves still does all."""
        if self.resolving:
            return
        for foe in self.order:
            if not foe.defeated:
                return
        raise BattleOver

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
        """Whatever has no health left falls, also what a PASSIVE held up; then comes what waits."""
        while down := self.without_health():
            self.defeat(down)
            self.fallen.append(down)
        while self.fallen:
            await self.after_defeat(self.fallen.pop(0))
        self.check_over()

    @rule("R35", "R36", "R73")
    async def after_defeat(self, foe: Foe) -> None:
        """What its own card says of that, to the end; then whoever waited for it."""
        outer, self.resolving = self.resolving, True
        await self.carry_out(foe.card.defeated, Cause(foe=foe.piece, name=foe.card.name))
        self.resolving = outer
        await self.window("defeated")

    def without_health(self) -> Foe | None:
        for foe in self.standing():
            if foe.hits >= foe.health and foe.hits >= self.health(foe):
                return foe
        return None

    @rule("R44", "R54", "R72", "R73")
    def defeat(self, foe: Foe) -> None:
        """The card turns face down and its tokens go back; a foot soldier's figure leaves."""
        foe.defeated, foe.hits = True, 0
        self.tell("{card} is defeated.", card=foe.card.name)
        place = foe.piece.partition(".")[0]
        if place not in FEET or not foe.figure:
            return
        foe.figure = False
        self.figures[place] -= 1
        self.track += 1
        self.tell("{n} more to fill the experience track.", n=TRACK - self.track)
        if self.track == TRACK:
            self.track = 0
            self.call_a_zord()

    @rule("R65")
    def call_a_zord(self) -> None:
        """By six foot soldiers or by a monster; when all have come, nobody is left to call."""
        if self.zords < ZORDS:
            self.zords += 1
            self.tell("A Zord answers the call.")


_TURN_UP = Text("Turn up an enemy card.")
