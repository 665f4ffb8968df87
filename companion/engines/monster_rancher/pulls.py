"""Pulls: the number of a card turned up. The Speed Rank, its ties, and training."""

from __future__ import annotations

from functools import cache

from companion.engines.core import TABLE, Option, Options, Piece, Seat, Text, choose, rule
from companion.engines.monster_rancher import questions
from companion.engines.monster_rancher.cards import (
    BATTLE_CARDS,
    EVENTS,
    NUMBERS,
    Card,
    Training,
)
from companion.engines.monster_rancher.pieces import InPlay, Power, Pulled, TrainingPull
from companion.engines.monster_rancher.questions import Meddling
from companion.engines.monster_rancher.table import Table

TIE_BREAKERS = 3
HIDE = Options(
    [
        Option("hide 1", 1, Text("Hide one counter")),
        Option("hide 2", 2, Text("Hide two counters")),
        Option("fist", 0, Text("I have hidden one or two in my real fist")),
    ]
)
GUESS = Options(Option(f"guess {n}", n, Text("{n}", {"n": n}), key=n) for n in (1, 2))
OPEN = Options(Option(f"open {n}", n, Text("{n}", {"n": n}), key=n) for n in (1, 2))


def acts(card: Card) -> bool:
    """Whether a card does something when it is pulled for the Speed Rank."""
    return card.kind in ("event", "battle")


def never(_: Card) -> bool:
    return False


class Pulls(Table):
    """The rules of pulling."""

    @rule("R9", "R10")
    async def pull_card(self, seat: Seat, *, ranking: bool = False) -> tuple[Piece, Card] | None:
        """Turn up the top card of the own deck; None when there is no card left at all.

        Only in the Speed Rank does it matter more than its number.
        """
        ranch = self.ranches[seat]
        if not self.restock(ranch):
            return None
        piece = ranch.pile.take()
        if ranch.real:
            piece = await self.name_pulled(seat, ranking=ranking)
        elif piece is None:
            piece = await ranch.pile.stock.settle(TABLE)
        self.restock(ranch)
        return piece, ranch.card(piece)

    async def name_pulled(self, seat: Seat, *, ranking: bool) -> Piece:
        """Which real card has been turned up; mostly its number will do."""
        facts = [*NUMBERS]
        if ranking and not self.ranches[seat].listed:
            facts += [*EVENTS, *BATTLE_CARDS]
        prompt = Text("{seat}: turn up a card.", {"seat": seat})
        return await self.name_card(seat, prompt, facts, listed=acts if ranking else never)

    # -- the Speed Rank

    @rule("R26", "R30", heading="Speed Rank Phase")
    async def speed_rank_phase(self) -> None:
        """Each pulls as many cards as the active monster has Speed; they stay aside."""
        self.phase = "speed"
        for seat in self.order:
            ranch = self.ranches[seat]
            if ranch.active is None:
                continue
            speed = ranch.rating(ranch.active, "speed")
            await ranch.pile.deal(speed, TABLE)
            for _ in range(speed):
                await self.pull_aside(seat, ranch.rank)
            numbers = ":".join(map(str, self.speed_rank(seat))) or "-"
            self.tell(
                "{monster} of {seat} has a Speed Rank of {rank}.",
                monster=ranch.active.card.name,
                seat=seat,
                rank=numbers,
            )
        await self.rank_monsters()

    async def pull_aside(self, seat: Seat, row: list[Pulled]) -> int:
        """Pull a card and leave it beside the deck; its number, 0 without a card."""
        pulled = await self.pull_card(seat, ranking=True)
        if pulled is None:
            return 0
        piece, card = pulled
        number = card.pull or 0
        row.append(Pulled(seat, piece, number, card))
        if piece in NUMBERS:
            self.reveal("{seat} pulls {number}.", seat=seat, number=number)
        else:
            words = "{seat} pulls {card}: {number}."
            self.reveal(words, seat=seat, card=card.name, number=number)
        return number

    @rule("R26", "R27")
    def speed_rank(self, seat: Seat) -> list[int]:
        """The numbers of the Speed Rank cards that still lie there, the highest first.

        Compared as they stand: the first that differs decides, then the longer row.
        """
        rank = self.ranches[seat].rank
        return sorted([pulled.number for pulled in rank if not pulled.gone], reverse=True)

    @rule("R26", "R27")
    async def rank_monsters(self) -> None:
        """Find the faster monster; a player without one is the slower."""
        first, second = self.order
        racing = [seat for seat in self.order if self.ranches[seat].active]
        if len(racing) == 1:
            self.order = (racing[0], self.foe(racing[0]))
        if len(racing) == 2:
            faster = self.faster(self.speed_rank(first), self.speed_rank(second))
            faster = faster or await self.break_tie()
            self.order = (faster, self.foe(faster))
        if racing:
            self.tell("{seat} is the faster.", seat=self.order[0])

    def faster(self, first: list[int], second: list[int]) -> Seat | None:
        """Whose row is the higher, in the order of `order`."""
        if first == second:
            return None
        return self.order[0] if first > second else self.order[1]

    @rule("R28", heading="Speed Rank tied")
    async def break_tie(self) -> Seat:
        """Each tied player pulls one more card, up to three times; then a guess decides."""
        for _ in range(TIE_BREAKERS):
            self.tell("The Speed Ranks are tied: each pulls one more card.")
            for seat in self.order:
                ranch = self.ranches[seat]
                ranch.breaks.append(await self.pull_aside(seat, ranch.breakers))
            first, second = (self.ranches[seat].breaks[-1:] for seat in self.order)
            faster = self.faster(first, second)
            if faster:
                return faster
        return await self.guess_counters()

    @rule("R29", heading="Guess the counters")
    async def guess_counters(self) -> Seat:
        """The youngest hides one or two counters; the other guesses.

        Hidden in a real fist, they are counted when it opens.
        """
        youngest, older = self.youngest, self.foe(self.youngest)
        self.tell("Still tied: {seat} hides one or two counters.", seat=youngest)
        self.fist = await choose(
            youngest,
            Text("Hide one or two counters."),
            HIDE,
            press="fist",
            public=Text("{seat} hides one or two counters.", {"seat": youngest}),
        )
        guess = await choose(
            older,
            Text("How many counters does {seat} hide?", {"seat": youngest}),
            GUESS,
            public=Text("{seat} guesses.", {"seat": older}),
        )
        hidden = self.fist or await choose(
            youngest, Text("Open the fist: how many are there?"), OPEN
        )
        self.fist = None
        self.reveal("{seat} guesses {n}; it was {hidden}.", seat=older, n=guess, hidden=hidden)
        return older if guess == hidden else youngest

    @rule("R34", "R67")
    def rank_anew(self) -> None:
        """Compare the cards that are left: used ones count no longer, tie-breakers still do.

        All tied after that, the earlier order holds.
        """
        if self.house.rank_after_removal == "keep":
            return
        first, second = self.order
        faster = self.faster(self.speed_rank(first), self.speed_rank(second)) or self.faster(
            self.ranches[first].breaks, self.ranches[second].breaks
        )
        if faster == second:
            self.order = (second, first)
            self.tell("Without the used cards {seat} is the faster.", seat=second)

    # -- training

    @rule("R15", "R16", "R37", heading="Training")
    async def train(self, seat: Seat, card: Training, monster: InPlay) -> bool:
        """Pull the target or less. Loyalty and help are taken off, hindrance is added.

        The loyalty counts that the monster has before.
        """
        target = card.target or await self.number(seat, Text("What is the target?"), 1, 6)
        ranch = self.ranches[seat]
        less = ranch.rating(monster, "loyalty")
        pull = self.pull = TrainingPull(seat, card, monster.piece, target, loyalty=less)
        laid: list[Piece | None] = []
        if self.house.help_timing == "before_pull":
            laid = await self.help_or_hinder(pull)
        pulled = await self.pull_card(seat)
        if pulled:
            piece, pulled_card = pulled
            pull.number = pulled_card.pull or 0
            self.reveal("{seat} pulls {number}.", seat=seat, number=pull.number)
            ranch.put_away(piece)
        if self.house.help_timing == "after_pull":
            laid = await self.help_or_hinder(pull)
        for meddling in laid:
            self.put_away_meddling(self.foe(seat), meddling)
        if pull.number is None:
            self.tell("{seat} has no card left to pull: the training fails.", seat=seat)
            return False
        pull.lasting = ranch.lasting("pull", monster)
        pull.result = pull.number - less + pull.meddling + pull.lasting
        return self.verdict(pull)

    def verdict(self, pull: TrainingPull) -> bool:
        """Whether the training has succeeded, said aloud."""
        result = pull.result or 0
        well = result <= pull.target
        words = (
            "{card} succeeds: {result} against {target}."
            if well
            else "{card} fails: {result} against {target}."
        )
        self.tell(words, card=pull.card.name, result=result, target=pull.target)
        return well

    @rule("R41", "R64", heading="Help or hinder")
    async def help_or_hinder(self, pull: TrainingPull) -> list[Piece | None]:
        """The other player may lay one hand card: one less or one more. What was laid, if any.

        Any card will do, whatever its number. It is not drawn again before the next draw.
        """
        other, prompt = self.foe(pull.seat), help_or_hinder(pull.seat)
        ranch = self.ranches[other]
        while len(ranch.hand):
            options = questions.meddlings(ranch.different(ranch.hand.held), ranch.real)
            answer = await self.ask(other, prompt, options, press="none")
            if isinstance(answer, Power):
                await self.use_power(answer)
                continue
            return [self.lay(pull, other, answer)] if answer else []
        return []

    def lay(self, pull: TrainingPull, other: Seat, meddling: Meddling) -> Piece | None:
        """A card of the hand is laid open beside the training; which it is, if that is known."""
        ranch, card = self.ranches[other], meddling.card
        piece = ranch.held(card) if card else None
        ranch.spend(piece)
        pull.meddling += meddling.by
        pull.laid.append((other, card, meddling.by))
        words = "{seat} helps with {card}." if meddling.by < 0 else "{seat} hinders with {card}."
        self.reveal(words, seat=other, card=card.name if card else Text("a card"))
        return piece

    def put_away_meddling(self, other: Seat, piece: Piece | None) -> None:
        """A helping or hindering card is discarded after the pull."""
        ranch = self.ranches[other]
        if piece is None:
            ranch.unnamed += 1
        else:
            ranch.put_away(piece)

    async def use_power(self, power: Power) -> None:
        """Carry out a special power (see verbs.py)."""
        raise NotImplementedError


@cache
def help_or_hinder(seat: Seat) -> Text:
    return Text("Help or hinder {seat}?", {"seat": seat})
