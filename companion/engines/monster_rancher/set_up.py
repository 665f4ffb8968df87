"""Before the game: the starting monsters, and how a monster comes into play."""

from __future__ import annotations

from companion.engines.core import Option, Options, Piece, Seat, Text, choose, rule, together
from companion.engines.monster_rancher import questions
from companion.engines.monster_rancher.cards import BEGINNERS, START_TOTAL, Card, Monster
from companion.engines.monster_rancher.pieces import InPlay, Ranch
from companion.engines.monster_rancher.verbs import Verbs

READY: Options[None] = Options([Option("ready", None, Text("My monsters lie face down"))])
MORE = Options(
    [Option("more", True, Text("One more monster")), Option("done", False, Text("That is all"))]
)
DONE: Option[Card | None] = Option("done", None, Text("That is all"))


class SetUp(Verbs):
    """The rules of the set-up."""

    @rule("R22", heading="Starting monsters")
    async def set_up(self) -> None:
        """Each lays monsters face down, then they are turned up together.

        They come out of the deck, and their pull numbers make four at the most.
        """
        chosen = await together(
            {seat: self.starting_monsters(seat) for seat in self.seats},
            Text("All choose their first monsters, face down."),
        )
        youngest = self.youngest
        self.order = (youngest, self.foe(youngest))
        for seat in self.seats:
            for piece in chosen[seat]:
                self.ranches[seat].pile.stock.unseen.remove(piece)
                await self.turn_up_monster(seat, piece)
            if self.ranches[seat].real:
                await self.turn_up_real_monsters(seat)

    async def starting_monsters(self, seat: Seat) -> list[Piece]:
        """The monsters of `seat`, one by one. Real ones are only laid down."""
        ranch = self.ranches[seat]
        if ranch.real:
            prompt = Text("Lay monsters face down: their pull numbers make 4 at the most.")
            await choose(seat, prompt, READY, press="ready")
            return []
        chosen: list[Piece] = []
        while True:
            left = START_TOTAL - sum(ranch.card(piece).pull or 0 for piece in chosen)
            rest = [piece for piece in ranch.pile.stock.unseen if piece not in chosen]
            options = [questions.take(card) for card in self.beginners(ranch, rest, left)]
            if not options:
                return chosen
            prompt = Text("Choose a first monster: {left} left to spend.", {"left": left})
            press = "done" if chosen else None
            offered = Options([*options, DONE] if chosen else options)
            card = await choose(seat, prompt, offered, press=press)
            if card is None:
                return chosen
            chosen.append(next(piece for piece in rest if ranch.card(piece) is card))

    def beginners(self, ranch: Ranch, pieces: list[Piece], left: int) -> list[Card]:
        """The different monsters among these that one may still begin with."""
        return [
            card
            for card in ranch.different(pieces)
            if card.kind == "monster" and (card.pull or 1) <= left
        ]

    async def turn_up_real_monsters(self, seat: Seat) -> None:
        """Real monsters are named one by one as they are turned up."""
        ranch, left = self.ranches[seat], START_TOTAL

        def begins(card: Card) -> bool:
            return card.kind == "monster" and (card.pull or 1) <= left

        while left:
            prompt = Text("{seat}: turn up a first monster.", {"seat": seat})
            facts = [fact for fact, card in BEGINNERS.items() if (card.pull or 1) <= left]
            piece = await self.name_card(
                seat, prompt, () if ranch.listed else facts, among=begins, listed=begins
            )
            left -= ranch.card(piece).pull or 1
            await self.turn_up_monster(seat, piece)
            if not left or (ranch.listed and not any(map(begins, self.unseen(ranch)))):
                return
            if not await choose(seat, Text("Another monster?"), MORE, press="done", implied="more"):
                return

    def unseen(self, ranch: Ranch) -> list[Card]:
        """The cards of a deck that have not been seen."""
        return [ranch.card(piece) for piece in ranch.pile.stock.unseen]

    async def turn_up_monster(self, seat: Seat, piece: Piece) -> None:
        """A first monster is turned up; the pile is a card shorter."""
        ranch = self.ranches[seat]
        ranch.pile.middle -= 1
        card = ranch.card(piece)
        assert isinstance(card, Monster)  # noqa: S101
        await self.enter(seat, InPlay(self.key(seat, piece), card))

    def key(self, seat: Seat, piece: Piece) -> Piece:
        """A card in play under a name of its own, also one that nobody has named."""
        if "." in piece:
            return piece
        taken = sum(
            1 + len(monster.attached) for r in self.ranches.values() for monster in r.monsters
        )
        taken += sum(len(r.attached) for r in self.ranches.values())
        return f"{seat}.{piece}.told-{len(self.said)}-{taken}"

    async def enter(self, seat: Seat, monster: InPlay) -> None:
        """A monster comes into play."""
        self.ranches[seat].monsters.append(monster)
        self.reveal("{seat} has {monster}.", seat=seat, monster=monster.card.name)
        await self.told_monster(seat, monster)
