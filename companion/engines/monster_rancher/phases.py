"""The set-up and the six phases of a week."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engines.core import (
    GameOver,
    Option,
    Options,
    Piece,
    Seat,
    Text,
    choose,
    rule,
    together,
)
from companion.engines.match import Decks, Value
from companion.engines.monster_rancher.battle import Battles
from companion.engines.monster_rancher.cards import (
    BEGINNERS,
    PLAYS,
    START_TOTAL,
    Attachment,
    Card,
    Monster,
    Playable,
    Training,
    faults,
)
from companion.engines.monster_rancher.pieces import (
    FOREVER,
    Attached,
    House,
    InPlay,
    Power,
    Pulled,
    Ranch,
)
from companion.engines.monster_rancher.pulls import acts
from companion.engines.monster_rancher.spoken import Fact, Spoken
from companion.engines.monster_rancher.starter import plain
from companion.engines.monster_rancher.verbs import drop
from companion.engines.monster_rancher.view import view
from companion.errors import OptionError

OURS = (
    "Some pages of the rulebook are lost: how an attack is resolved, knock-outs, injury and what"
    " becomes of damage and arena cards are rules of our own."
)
READY: Options[None] = Options([Option("ready", None, Text("My monsters lie face down"))])
MORE = Options(
    [Option("more", True, Text("One more monster")), Option("done", False, Text("That is all"))]
)
ELSEWHERE = ("decks", "deck_kinds")
"""Switches that only say which decks there are."""
PASS = Option("pass", "pass", Text("Pass"))
PLAY = Option("play", "play", Text("Play a card"))
KEEP: Option[Piece | None] = Option("none", None, Text("Discard nothing"))


class MonsterRancher(Battles, Spoken):
    """The game, from the set-up to the third fame counter."""

    @classmethod
    def start(
        cls,
        seats: tuple[Seat, ...],
        options: Mapping[str, Value],
        decks: Decks | None = None,
    ) -> MonsterRancher:
        """The table before the game; `OptionError` names what is wrong with a deck."""
        values: dict[str, Any] = {n: v for n, v in options.items() if n not in ELSEWHERE}
        house = House(**values)
        size = int(house.deck_size)
        decks = decks or dict.fromkeys(seats, plain(size))
        wrong = [
            f"the deck of {seat} {fault}"
            for seat in seats
            for fault in faults(decks[seat], size, house.battle_cards)
        ]
        if wrong:
            raise OptionError("; ".join(wrong))
        ranches = {seat: Ranch.of(seat, decks[seat], size) for seat in seats}
        return cls(seats=seats, house=house, ranches=ranches)

    def view(self, viewer: Seat) -> dict[str, Any]:
        return view(self, viewer)

    @rule("R1", "R2")
    async def play(self) -> None:
        """Week after week, until one player has three fame counters."""
        self.tell(OURS)
        await self.set_up()
        while True:
            await self.one_week()

    # -- before the game

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
            options = self.beginners(ranch, chosen, left)
            if not options:
                return chosen
            if chosen:
                options.append(Option("done", None, Text("That is all")))
            prompt = Text("Choose a first monster: {left} left to spend.", {"left": left})
            press = "done" if chosen else None
            piece = await choose(seat, prompt, Options(options), press=press)
            if piece is None:
                return chosen
            chosen.append(piece)

    def beginners(self, ranch: Ranch, chosen: list[Piece], left: int) -> list[Option[Piece | None]]:
        """The monsters of the deck that may still be chosen."""
        found: dict[str, Option[Piece | None]] = {}
        for piece in ranch.pile.stock.unseen:
            card = ranch.card(piece)
            if card.kind == "monster" and (card.pull or 1) <= left and piece not in chosen:
                label = Text("{card}, pull {pull}", {"card": card.name, "pull": card.pull or 1})
                found.setdefault(card.id, Option(f"take {card.id}", piece, label))
        return list(found.values())

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
            if not await choose(seat, Text("Another one?"), MORE, press="done", implied="more"):
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

    # -- the week

    async def one_week(self) -> None:
        """Draw, Monster Activation, Speed Rank, Event, Card Play, End."""
        self.week += 1
        await self.draw_phase()
        await self.activation_phase()
        await self.speed_rank_phase()
        await self.event_phase()
        await self.card_play_phase()
        await self.end_phase()
        self.stalemate()

    @rule("R23", heading="Draw Phase")
    async def draw_phase(self) -> None:
        """Each fills the hand to five."""
        self.phase = "draw"
        for seat in self.order:
            await self.fill_hand(seat)

    @rule("R24", heading="Monster Activation Phase")
    async def activation_phase(self) -> None:
        """Each names the active monster, whoever was faster last week first; a sole one is it."""
        self.phase = "activation"
        for seat in self.order:
            ranch = self.ranches[seat]
            ranch.active = None
            healthy = ranch.healthy()
            if healthy:
                ranch.active = await self.pick(seat, Text("Which monster is active?"), healthy)
                name = ranch.active.card.name
                self.tell("{monster} of {seat} is active.", monster=name, seat=seat)

    # -- event phase

    @rule("R18", "R31", "R34", heading="Event Phase")
    async def event_phase(self) -> None:
        """Events that were pulled act now, then one Battle card."""
        self.phase = "event"
        acting = [pulled for pulled in self.lying() if acts(pulled.card)]
        events = [pulled for pulled in acting if pulled.card.kind == "event"]
        while events:
            event = await self.next_of(events)
            events.remove(event)
            self.acting = event
            self.tell("{card} of {seat}!", card=event.card.name, seat=event.seat)
            await self.carry_out(event.seat, event.card.effects)  # type: ignore[attr-defined]
            self.remove(event)
        battles = [pulled for pulled in acting if pulled.card.kind == "battle"]
        if battles:
            used = self.acting = await self.next_of(battles)
            await self.use_battle_card(used, [other for other in battles if other is not used])
        elif any(pulled.gone for pulled in acting):
            self.rank_anew()
        self.acting = None
        self.most_fame()

    def lying(self) -> list[Pulled]:
        """The cards pulled for the Speed Rank that may act."""
        rows = [ranch.rank for ranch in self.ranches.values()]
        if self.house.tiebreak_cards_act:
            rows += [ranch.breakers for ranch in self.ranches.values()]
        return [pulled for row in rows for pulled in row]

    @rule("R31", "R32", "R33")
    async def next_of(self, pulled: list[Pulled]) -> Pulled:
        """The highest number first; of equal ones the faster player's, who picks among them."""
        top = max(card.number for card in pulled)
        highest = [card for card in pulled if card.number == top]
        seat = next(seat for seat in self.order if any(card.seat == seat for card in highest))
        mine = [card for card in highest if card.seat == seat]
        if len({card.piece for card in mine}) == 1:
            return mine[0]
        options = Options(
            Option(f"first {card.piece}", card, Text("{card}", {"card": card.card.name}))
            for card in {card.piece: card for card in mine}.values()
        )
        return await choose(seat, Text("Which comes first?"), options)

    def most_fame(self) -> None:
        """Without a Battle card in the game three fame counters are out of reach."""
        if self.house.fame_unreachable == "most_fame" and not any(
            self.battle_cards_left(ranch) for ranch in self.ranches.values()
        ):
            self.end_by_fame(Text("No Battle card is left: more fame wins."))

    def battle_cards_left(self, ranch: Ranch) -> int:
        """How many Battle cards are in the game; an unlisted deck is taken to have some."""
        if not ranch.listed:
            return 1
        cards = ranch.deck.cards
        held = sum(n for card, n in ranch.deck.counts.items() if cards[card].kind == "battle")
        return held - sum(ranch.card(piece).kind == "battle" for piece in ranch.removed)

    def stalemate(self) -> None:
        """Nobody has, or can ever have, a healthy monster: more fame wins."""
        if self.house.heal_turns == "never" and not any(map(self.hopeful, self.ranches.values())):
            self.end_by_fame(Text("No monster is left that could fight: more fame wins."))

    def hopeful(self, ranch: Ranch) -> bool:
        """Whether a player has a healthy monster, or one that may still come."""
        if ranch.healthy() or not ranch.listed:
            return True
        cards = ranch.deck.cards
        owned = sum(n for card, n in ranch.deck.counts.items() if cards[card].kind == "monster")
        return owned > len(ranch.monsters)

    def end_by_fame(self, how: Text) -> None:
        fame = {seat: ranch.fame for seat, ranch in self.ranches.items()}
        best = max(fame.values())
        winners = [seat for seat in self.seats if fame[seat] == best]
        raise GameOver(winners if len(winners) == 1 else (), how)

    # -- card play phase

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
            options = self.plays(seat)
            idle = not len(ranch.hand) and len(options) == 1
            answer = await self.ask(
                seat,
                Text("Play a card, or pass."),
                options,
                press="pass",
                implied="play" if ranch.real and len(ranch.hand) else None,
                formality="pass" if idle else None,
                statement=self.statement(),
            )
            if isinstance(answer, Fact):
                await self.state(answer)
                continue
            if isinstance(answer, Power):
                await self.use_power(answer)
                continue
            if isinstance(answer, Attached):
                self.drop_attachment(ranch, answer)
            elif answer == "play":
                await self.play_real(seat)
            elif answer != "pass":
                await self.play_card(seat, answer, ranch.card(answer))
            return bool(answer != "pass")

    def plays(self, seat: Seat) -> Options[Any]:
        """What `seat` may do in its turn of the Card Play Phase."""
        ranch = self.ranches[seat]
        found: list[Option[Piece | Attached]] = [PASS]
        if ranch.real and len(ranch.hand) and any(map(self.may_play(seat), self.kinds(ranch))):
            found.append(PLAY)
        found += self.in_hand(seat, "play", "Play {card}", self.may_play(seat))
        found += [drop(card) for card in self.attachments(ranch)]
        return Options(found)

    def kinds(self, ranch: Ranch) -> list[Card]:
        """The cards that a real hand may hold."""
        if not ranch.listed:
            return list(PLAYS.values())
        return [*self.unseen(ranch), *map(ranch.card, ranch.hand.held)]

    def may_play(self, seat: Seat) -> Any:
        """Tells of a card whether it has a place to go to."""

        def may(card: Card) -> bool:
            if isinstance(card, Monster):
                return True
            if isinstance(card, Training):
                return bool(self.trainees(seat, card))
            if isinstance(card, Attachment):
                return bool(self.bearers(seat, card))
            return False

        return may

    def attachments(self, ranch: Ranch) -> list[Attached]:
        """The Attachments that a player has in play."""
        rows = [ranch.attached, *(monster.attached for monster in ranch.monsters)]
        return [card for row in rows for card in row if card.card.kind == "attachment"]

    @rule("R44")
    def drop_attachment(self, ranch: Ranch, card: Attached) -> None:
        """Discard an Attachment instead of playing a card."""
        for row in (ranch.attached, *(monster.attached for monster in ranch.monsters)):
            if any(other is card for other in row):
                self.take_off(ranch, row, card)
                return

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
    def trainees(self, seat: Seat, card: Training) -> list[InPlay]:
        """The own monsters that may be trained: not new, not from a fight, not trained yet."""
        return [
            monster
            for monster in self.ranches[seat].monsters
            if not monster.new
            and not monster.fought
            and not monster.trained
            and monster.meets(card.requires)
        ]

    @rule("R15", "R17", "R37")
    async def play_training(self, seat: Seat, piece: Piece, card: Training) -> None:
        """If the training succeeds the card is attached, otherwise discarded."""
        ranch = self.ranches[seat]
        monster = await self.pick(seat, Text("Train which monster?"), self.trainees(seat, card))
        ranch.spend(piece)
        self.reveal(
            "{seat} trains {monster}: {card}.",
            seat=seat,
            monster=monster.card.name,
            card=card.name,
        )
        if await self.train(seat, card, monster):
            attached = Attached(self.key(seat, piece), card)
            monster.attached.append(attached)
            monster.trained = True
            await self.told_traits(seat, attached)
        else:
            ranch.put_away(piece)

    @rule("R20", "R35", "R38", "R40", "R62", "R69")
    def bearers(self, seat: Seat, card: Attachment) -> list[InPlay | Ranch]:
        """Who may bear an Attachment: one a week on each monster, and on each player."""
        whose = self.ranches[self.foe(seat) if card.on.startswith("foe") else seat]
        if card.on in ("player", "foe"):
            return [] if whose.fitted else [whose]
        return [
            monster
            for monster in whose.monsters
            if not monster.new
            and not monster.fought
            and not monster.fitted
            and monster.meets(card.requires)
        ]

    @rule("R20", "R42")
    async def play_attachment(self, seat: Seat, piece: Piece, card: Attachment) -> None:
        """No pull. Of a kind of which one may be attached, the old one is discarded first."""
        bearer = await self.bearer(seat, card)
        ranch = bearer if isinstance(bearer, Ranch) else self.owner(bearer)
        self.ranches[seat].spend(piece)
        self.reveal("{seat} attaches {card}.", seat=seat, card=card.name)
        for old in [old for old in bearer.attached if card.slot and _slot(old.card) == card.slot]:
            self.take_off(ranch, bearer.attached, old)
        attached = Attached(self.key(seat, piece), card)
        bearer.attached.append(attached)
        bearer.fitted = True
        await self.told_traits(seat, attached)

    async def bearer(self, seat: Seat, card: Attachment) -> InPlay | Ranch:
        """On whom an Attachment goes."""
        bearers = self.bearers(seat, card)
        monsters = [bearer for bearer in bearers if isinstance(bearer, InPlay)]
        if not monsters:
            return bearers[0]
        return await self.pick(seat, Text("Attach it to which monster?"), monsters)

    # -- end phase

    @rule("R45", heading="End Phase")
    async def end_phase(self) -> None:
        """Each may discard a hand card and must discard the Speed Rank cards."""
        self.phase = "end"
        for seat in self.order:
            await self.may_discard(seat)
        for seat, ranch in self.ranches.items():
            self.clear_rank(ranch)
            ranch.fitted = False
            for monster in list(ranch.monsters):
                monster.rest()
                await self.recover(seat, monster)
            await self.discard_down(seat)

    async def may_discard(self, seat: Seat) -> None:
        """A card of the hand, if the player likes."""
        ranch = self.ranches[seat]
        while len(ranch.hand):
            found = [KEEP, *self.in_hand(seat, "discard", "Discard {card}")]
            if ranch.real:
                found.append(Option("discard", "", Text("Discard a card")))
            answer = await self.ask(seat, Text("Discard a card?"), Options(found), press="none")
            if isinstance(answer, Power):
                await self.use_power(answer)
                continue
            if answer is not None:
                self.discard(seat, answer or None)
            return

    @rule("R30", "R45")
    def clear_rank(self, ranch: Ranch) -> None:
        """The Speed Rank cards and tie-breakers that still lie there are discarded."""
        for pulled in (*ranch.rank, *ranch.breakers):
            if not pulled.gone:
                ranch.put_away(pulled.piece)
        ranch.rank, ranch.breakers, ranch.breaks = [], [], []

    async def recover(self, seat: Seat, monster: InPlay) -> None:
        """An injured monster is an End Phase nearer to its health."""
        if monster.injured in (0, FOREVER):
            return
        monster.injured -= 1
        if not monster.injured:
            await self.heal(seat, monster)


def _slot(card: Playable) -> str:
    return card.slot if isinstance(card, Attachment) else ""
