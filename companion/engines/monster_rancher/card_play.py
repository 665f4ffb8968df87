"""The Card Play Phase: monsters, training, attachments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engines.core import Option, Options, Piece, Seat, Text, rule
from companion.engines.monster_rancher import questions
from companion.engines.monster_rancher.cards import (
    ANYTHING,
    PLAYS,
    Attachment,
    Card,
    Monster,
    Playable,
    Requires,
    Training,
)
from companion.engines.monster_rancher.pieces import Attached, InPlay, Power, Ranch
from companion.engines.monster_rancher.set_up import SetUp
from companion.engines.monster_rancher.spoken import Fact, Spoken

PASS = Option("pass", "pass", Text("Pass"))
PLAY = Option("play", "play", Text("Play a card"))
TURN = Text("Play a card, or pass.")
TRAIN = Text("Train which monster?")


class CardPlay(SetUp, Spoken):
    """The rules of playing cards."""

    @rule("R36", "R70", heading="Card Play Phase")
    async def card_play_phase(self) -> None:
        """The faster first, a card or pass, until all pass in a row."""
        self.phase = "play"
        passed = 0
        while passed < len(self.seats):
            for seat in self.order:
                passed = 0 if await self.play_or_pass(seat) else passed + 1
                if passed == len(self.seats):
                    break
        self.pull = None

    @rule("R35", "R44")
    async def play_or_pass(self, seat: Seat) -> bool:
        """One card, or an Attachment discarded instead, or pass; whether `seat` did anything."""
        ranch = self.ranches[seat]
        while True:
            options, holds = self.plays(seat), len(ranch.hand)
            idle = not holds and len(options) == 1
            answer = await self.ask(
                seat,
                TURN,
                options,
                press="pass",
                implied="play" if ranch.real and holds else None,
                formality="pass" if idle else None,
                statement=self.statement,
            )
            if answer == "pass":
                return False
            if isinstance(answer, Fact):
                await self.state(answer)
                await self.settle()
                continue
            if isinstance(answer, Power):
                await self.use_power(answer)
                continue
            if isinstance(answer, Attached):
                self.drop(ranch, answer)
            elif answer == "play":
                await self.play_real(seat)
            else:
                await self.play_card(seat, ranch.held(answer), answer)
            await self.settle()
            return True

    def plays(self, seat: Seat) -> Options[Any]:
        """What `seat` may do in its turn of the Card Play Phase."""
        ranch = self.ranches[seat]
        may = self.may_play(seat)
        found: list[Option[Any]] = [PASS]
        if ranch.real and len(ranch.hand) and any(map(may, self.kinds(ranch))):
            found.append(PLAY)
        found += [questions.play(card) for card in ranch.different(ranch.hand.held) if may(card)]
        found += [card.drop for bearer in (ranch, *ranch.monsters) for card in bearer.hung]
        return Options(found)

    def kinds(self, ranch: Ranch) -> list[Card]:
        """The cards that a real hand may hold."""
        if not ranch.listed:
            return list(PLAYS.values())
        return [ranch.card(piece) for piece in (*self.unknown(ranch, True), *ranch.hand.held)]

    def may_play(self, seat: Seat) -> Callable[[Card], bool]:
        """Tells of a card whether it has a place to go to."""
        ranch, trainable = self.ranches[seat], self.trainees(seat, ANYTHING)

        def may(card: Card) -> bool:
            if isinstance(card, Training):
                return bool(ranch.fit(trainable, card.requires))
            if isinstance(card, Attachment):
                return bool(self.bearers(seat, card))
            return isinstance(card, Monster)

        return may

    async def play_real(self, seat: Seat) -> None:
        """A real card is laid down and named."""
        ranch, may = self.ranches[seat], self.may_play(seat)
        piece = await self.name_card(
            seat,
            Text("{seat}: which card do you play?", {"seat": seat}),
            () if ranch.listed else [fact for fact, card in PLAYS.items() if may(card)],
            among=may,
            listed=may,
            hand=True,
        )
        await self.play_card(seat, piece, ranch.card(piece))

    @rule("R8", "R35")
    async def play_card(self, seat: Seat, piece: Piece, card: Card) -> None:
        """A Monster, Training or Attachment card comes into play."""
        match card:
            case Monster():
                await self.play_monster(seat, piece, card)
            case Training():
                await self.play_training(seat, piece, card)
            case Attachment():
                await self.play_attachment(seat, piece, card)

    @rule("R39")
    async def play_monster(self, seat: Seat, piece: Piece, card: Monster) -> None:
        """A monster is free. More than five are not allowed."""
        self.ranches[seat].spend(piece)
        await self.enter(seat, InPlay(self.key(seat, piece), card, new=True))
        await self.keep_five(seat)

    @rule("R35", "R37", "R40", "R62")
    def trainees(self, seat: Seat, requires: Requires) -> list[InPlay]:
        """The own monsters that may be trained: not new, not from a fight, not trained yet."""
        ranch = self.ranches[seat]
        free = [m for m in ranch.monsters if not (m.new or m.fought or m.trained)]
        return ranch.fit(free, requires)

    @rule("R15", "R17", "R37")
    async def play_training(self, seat: Seat, piece: Piece, card: Training) -> None:
        """If the training succeeds the card is attached, otherwise discarded."""
        ranch = self.ranches[seat]
        monster = await self.pick(seat, TRAIN, self.trainees(seat, card.requires))
        ranch.spend(piece)
        self.reveal(
            "{seat} trains {monster}: {card}.",
            seat=seat,
            monster=monster.card.name,
            card=card.name,
        )
        trained = await self.train(seat, card, monster)
        if trained and self.monster(monster.piece):
            attached = Attached(self.key(seat, piece), card)
            monster.attach(attached)
            monster.trained = True
            await self.told_traits(seat, monster, attached)
        else:
            ranch.put_away(piece)

    @rule("R20", "R35", "R38", "R40", "R62", "R69")
    def bearers(self, seat: Seat, card: Attachment) -> list[InPlay | Ranch]:
        """Who may bear an Attachment of `seat`: one a week on each monster, and on each player.

        What it asks for on a player, one of that player's monsters must be or have.
        """
        whose = self.ranches[self.foe(seat) if card.on.startswith("foe") else seat]
        if card.on in ("player", "foe"):
            fits = card.requires is ANYTHING or whose.fit(whose.healthy(), card.requires)
            return [whose] if fits and seat not in whose.fitted else []
        free = [m for m in whose.monsters if not (m.new or m.fought or seat in m.fitted)]
        return [*whose.fit(free, card.requires)]

    @rule("R20", "R42")
    async def play_attachment(self, seat: Seat, piece: Piece, card: Attachment) -> None:
        """No pull. Of a kind of which one may be attached, the old one is discarded first."""
        bearer = await self.bearer(seat, card)
        ranch = bearer if isinstance(bearer, Ranch) else self.owner(bearer)
        self.ranches[seat].spend(piece)
        self.reveal("{seat} attaches {card}.", seat=seat, card=card.name)
        for old in [old for old in bearer.attached if card.slot and _slot(old.card) == card.slot]:
            self.take_off(ranch, bearer, old)
        attached = Attached(self.key(seat, piece), card)
        bearer.attach(attached)
        bearer.fitted.append(seat)
        await self.told_traits(seat, bearer, attached)

    async def bearer(self, seat: Seat, card: Attachment) -> InPlay | Ranch:
        """On whom an Attachment goes."""
        bearers = self.bearers(seat, card)
        monsters = [bearer for bearer in bearers if isinstance(bearer, InPlay)]
        if not monsters:
            return bearers[0]
        return await self.pick(seat, Text("Attach it to which monster?"), monsters)


def _slot(card: Playable) -> str:
    return card.slot if isinstance(card, Attachment) else ""
