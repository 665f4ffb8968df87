"""The battle in the rulebook's order: preparation, combat sequence, Ranger turn, cleanup.

The other chapters lie beside it: the enemy side in `enemies.py`, damage and defeat of Rangers in
`damage.py`, what single cards do in `verbs.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.engines.core import (
    TABLE,
    GameOver,
    Json,
    Offer,
    Option,
    Options,
    Seat,
    Statement,
    Text,
    choose,
    rule,
)
from companion.engines.heroes.cards import ABILITY, WHEN, Cause, Combat, Effect
from companion.engines.heroes.damage import RangerSide
from companion.engines.heroes.pieces import (
    BIGS,
    FEET,
    NEEDED,
    Act,
    Add,
    BattleOver,
    EachSeat,
    Play,
    Ranger,
)
from companion.engines.heroes.starter import starter_decks
from companion.engines.heroes.verbs import DO
from companion.engines.heroes.view import view_of
from companion.engines.match import Decks, Value
from companion.engines.piles import Hand, Pile, Stock
from companion.errors import IllegalAction, OptionError, UnknownAction

PASS: Option[None] = Option("pass", None, Text("Pass"))
START: Option[None] = Option("start", None, Text("Start the battle"), key=1)
COMMAND_CENTER = {1: 2, 2: 2, 3: 4, 4: 4, 5: 3}
"""Energy in the Command Center at the start, by the number of players."""


class Fact(NamedTuple):
    """A public fact that the table states: hits on a card, energy in the pool or elsewhere."""

    kind: str
    whom: str
    n: int


@dataclass
class Heroes(RangerSide):
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
        for _ in range(min(room, len(ranger.deck) - 1)):
            await ranger.deck.draw(ranger.hand)

    # -- preparation

    @rule("R2", "R7", "R14", "R64", "R65", heading="Preparation")
    async def preparation(self) -> None:
        """The Rangers gather and draw, the enemies appear, effects of the start happen."""
        self.gather()
        await self.start_a_battle()
        for seat in self.from_the_lead():
            if seat in self.fighting:
                await self.draw_up(seat)
        self.pool = 3 if self.house["two_rangers"] else 2
        await self.enemies_appear()
        self.act = None
        if self.house["megazord"]:
            self.tell("The Megazord strikes every enemy card.")
            await self.place_hits({foe.piece: 1 for foe in self.standing()})
        await self.window("start")
        self.check_over()

    @rule("R8", "R13", "R66")
    def gather(self) -> None:
        """Everybody at this place takes part, and nobody comes later."""
        self.fighting = list(self.seats)
        self.rows, self.order, self.passives, self.turns, self.at = [], [], [], [], 0
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
                ranger.actions = nth(self.house["actions"], 0) or 1
        able = [seat for seat in self.seats if self.rangers[seat].actions]
        seat, _ = await Offer(
            dict.fromkeys(able, _START),
            Text("Who starts the battle?"),
            press=dict.fromkeys(able, "start"),
            public=Text("Who starts the battle?"),
        )
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

    # -- Ranger turn

    @rule("R19", "R25", "R28", heading="Ranger turn")
    async def ranger_turn(self) -> None:
        """One card of one Ranger, whoever the team likes, or none."""
        self.ready_abilities()
        while True:
            by, answer = await Offer(
                self.turn_options(self.fighting),
                Text("Rangers: play one card, or pass."),
                hold=dict.fromkeys(self.fighting, "pass"),
                public=Text("Rangers: play one card, or pass."),
                statement=Statement(self.statement, self.examples),
            )
            if isinstance(answer, Play) and self.cards[answer.piece].type != ABILITY:
                self.shields = []
                await self.play_card(answer)
                break
            if answer is None:
                self.shields = []
                self.tell("{seat}: the Rangers pass.", seat=by)
                break
            await self.respond(answer)
            self.check_over()
        self.act = None
        self.at += 1
        self.check_over()

    def turn_options(self, players: Sequence[Seat], *, more: bool = True) -> EachSeat:
        """What each seat may answer at a Ranger turn: a card, an ability, energy, or to pass."""

        def answers(viewer: Seat) -> list[Option[Any]]:
            whose = self.in_charge_of(viewer)
            options = [
                self.card_option("play", seat, piece, viewer)
                for seat in whose
                if seat in players
                for piece in self.hand_of(seat)
                if self.playable(self.cards[piece])
            ]
            for seat in whose if more else ():
                options += self.ability_options(seat, "turn")
            return [*options, *self.energy_options(viewer), PASS]

        return EachSeat(self.fighting, answers)

    @rule("R19", "R20")
    def playable(self, card: Combat) -> bool:
        """Attacks and maneuvers that the pool can pay."""
        return card.type in ("attack", "maneuver", "any") and self.cost(card) <= self.pool

    @rule("R20", "R24", heading="Play a card")
    async def play_card(self, play: Play) -> None:
        """Paid first, then carried out, then laid on the owner's discard pile."""
        seat, piece = play
        card = self.cards[piece]
        self.out_of_hand(seat, piece)
        self.in_play.append(play)
        x = await self.pay(seat, card)
        outer = self.act
        if card.type != "reaction" and not (outer and card.blank):
            self.act = Act("card", card.name, seat, piece)
        self.reveal("{seat} plays {card}.", seat=seat, card=card.name)
        await self.carry_out(card.whole(), Cause(seat, name=card.name, x=x))
        self.act = outer
        self.put_away(play)

    @rule("R20", "R21", heading="Pay")
    async def pay(self, seat: Seat, card: Combat) -> int:
        """Energy out of the shared pool. What is picked for an X is X; extra costs are not."""
        cost, x = self.cost(card), 0
        if not isinstance(card.cost, int) and self.pool > cost:
            x = await choose(
                seat,
                Text("{card}: spend how much energy?", {"card": card.name}),
                Options(_SPEND[: self.pool - cost + 1]),
                press="spend 0",
                public=Text("{seat} pays.", {"seat": seat}),
            )
        self.pool -= cost + x
        return x

    def put_away(self, play: Play) -> None:
        """Onto the discard pile, unless the card says otherwise."""
        if play not in self.in_play:
            return
        self.in_play.remove(play)
        ranger = self.rangers[play.seat]
        goes = self.cards[play.piece].goes
        if goes == "hand":
            ranger.hand.held.append(play.piece)
        elif goes == "top":
            ranger.deck.put_on_top(play.piece)
        elif goes == "bottom":
            ranger.deck.put_under(play.piece)
        else:
            ranger.discard.append(play.piece)

    def put_all_away(self) -> None:
        """The battle broke off in the middle of an act."""
        for play in tuple(self.in_play):
            self.put_away(play)

    async def carry_out(self, effects: Iterable[Effect], cause: Cause) -> None:
        """Line by line, as long as the Ranger who does it is in the battle."""
        for effect in effects:
            if cause.seat and cause.seat not in self.fighting:
                return
            await DO[effect.do](self, effect, cause)

    @rule("R22", heading="Another card")
    async def another_card(self, seat: Seat, who: str) -> None:
        """The same Ranger, another one or any may play a card at once; it is paid like any."""
        others = [s for s in self.fighting if s != seat]
        able = {"self": [seat], "other": others}.get(who, self.fighting)
        while self.standing() and any(seat in self.fighting for seat in able):
            options = self.turn_options([s for s in able if s in self.fighting], more=False)
            _, answer = await Offer(
                options,
                Text("Another card may be played."),
                hold=dict.fromkeys(self.fighting, "pass"),
                public=Text("Another card may be played."),
            )
            if answer is None:
                return
            if isinstance(answer, Play):
                await self.play_card(answer)
                return
            await self.respond(answer)

    # -- reactions, abilities, energy

    @rule("R23", "R28", "R64")
    async def respond(self, answer: Any) -> None:
        """Somebody joins in while an act is open."""
        if isinstance(answer, Add):
            await self.add_energy(answer)
        elif isinstance(answer, Fact):
            await self.state(answer)
        elif self.cards[answer.piece].type == ABILITY:
            await self.use(answer)
        else:
            await self.play_card(answer)

    @rule("R28")
    async def add_energy(self, answer: Add) -> None:
        """Stored energy, or two more for an action token."""
        ranger = self.rangers[answer.seat]
        if answer.what == "store":
            ranger.stored -= 1
            self.pool += 1
            self.tell("{seat} adds stored energy.", seat=answer.seat)
            return
        ranger.actions -= 1
        self.pool += self.per_action
        self.tell("{seat} turns an action token for energy.", seat=answer.seat)
        if self.house["two_rangers"]:
            await self.draw_up(answer.seat)

    @rule("R64")
    async def use(self, play: Play) -> None:
        """What a Ranger itself can do: once a battle if it says so, else once a moment."""
        card: Combat = self.cards[play.piece]
        self.rangers[play.seat].used.append(play.piece)
        self.tell("{seat}: {card}.", seat=play.seat, card=card.name)
        await self.carry_out(card.whole(), Cause(play.seat, name=card.name))

    def ready_abilities(self) -> None:
        """What is not only once a battle may be used again in each turn."""
        for ranger in self.rangers.values():
            ranger.used = [p for p in ranger.used if self.cards[p].once_per_battle]

    # -- what the table states

    def statement(self, notation: str) -> Fact:
        """What a Zord or a ruling did: `hits foot.jab.1 2`, `pool 3`, `stored billy 1`."""
        words = notation.split(" ")
        kind, whom, n = words[0], words[1] if len(words) == 3 else "", words[-1]
        if kind not in ("hits", "pool", "stored", "command") or not n.isdecimal() or len(n) > 2:
            raise UnknownAction(f"{notation!r} is nothing the table may say")
        known = {
            "hits": [foe.piece for foe in self.standing()],
            "stored": list(self.seats) if int(n) <= 1 else [],
        }.get(kind, [""])
        if whom not in known or not n.isascii():
            raise IllegalAction(f"the table may not say {notation!r} now")
        return Fact(kind, whom, int(n))

    def examples(self) -> tuple[str, ...]:
        return (
            f"hits {self.standing()[0].piece} 1",
            "pool 3",
            f"stored {self.lead} 1",
            "command 2",
        )

    @rule("R64", "R65")
    async def state(self, fact: Fact) -> None:
        """A Zord, a figure elsewhere or a ruling of the table changes something."""
        self.tell("The table says: {kind} {n}.", kind=fact.kind, n=fact.n)
        if fact.kind == "hits":
            await self.place_hits({fact.whom: fact.n})
        elif fact.kind == "pool":
            self.pool = fact.n
        elif fact.kind == "stored":
            self.rangers[fact.whom].stored = fact.n
        else:
            self.command = fact.n

    # -- cleanup

    @rule("R59", "R61", "R62", "R71", heading="Cleanup")
    async def cleanup(self) -> None:
        """Energy is shared out, the big one may be defeated, the cards go back."""
        self.act = None
        self.tell("The battle is over.")
        await self.share_energy()
        for foe in self.foes():
            place = foe.piece.partition(".")[0]
            if foe.defeated and place in BIGS:
                self.beaten[place].append(foe.piece)
            else:
                self.enemies[place].shuffle([foe.piece])
        self.big_defeat()
        self.calm_down()
        self.rows, self.order, self.passives, self.shields = [], [], [], []
        self.bonus_dice, self.bonus_hits, self.free_aim = 0, 0, False

    @rule("R60", heading="Leftover energy")
    async def share_energy(self) -> None:
        """Each of them can store one, as they like; the rest goes back to the supply."""
        took_part = self.house["leftover_energy_to"] == "all_who_took_part"
        able = list(self.seats if took_part else self.fighting)
        while self.pool and (open_ := [seat for seat in able if not self.rangers[seat].stored]):
            seat = open_[0]
            if len(open_) > self.pool:
                options = Options(self.seat_option(seat) for seat in open_)
                prompt = Text("Who stores an energy?")
                press = {seat: seat for seat in open_}
                _, seat = await Offer(dict.fromkeys(able, options), prompt, press, public=prompt)
            self.rangers[seat].stored = 1
            self.pool -= 1
            self.tell("{seat} stores an energy.", seat=seat)
        self.pool = 0

    @rule("R55", "R56", "R57", "R62", heading="A big enemy is defeated?")
    def big_defeat(self) -> None:
        """Four of its cards, or six of a boss, over all battles; and a Ranger stands at the end."""
        if not self.big or len(self.beaten[self.big]) < NEEDED[self.big]:
            return
        if self.house["big_defeat_needs_survivor"] and not self.fighting:
            self.tell("Nobody is left to see it fall: {deck} stays.", deck=self.deck_name(self.big))
            return
        self.gone.append(self.big)
        self.tell("{deck} is defeated.", deck=self.deck_name(self.big))
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


_START = Options([START])
_SPEND = tuple(
    Option(f"spend {n}", n, Text("{n} energy", {"n": n}), key=n if 1 <= n <= 6 else None)
    for n in range(100)
)


def nth(values: Value, n: int) -> int:
    """The n-th of a list of numbers; the last one counts for all that follow."""
    numbers = _numbers(values)
    return numbers[min(n, len(numbers) - 1)]


def _numbers(values: Value) -> tuple[int, ...]:
    return values if isinstance(values, tuple) else (int(values),)


def start(
    seats: tuple[Seat, ...], options: Mapping[str, Value], decks: Decks | None = None
) -> Heroes:
    """The table before the first battle."""
    decks = starter_decks(seats) if decks is None else decks
    missing = [seat for seat in seats if seat not in decks]
    if missing:
        raise OptionError(f"no deck for {', '.join(missing)}")
    asked = {*str(options["big"]).split(",")} - {"none"}
    asked |= {place for place in FEET if any(_numbers(options[place]))}
    if without := sorted(asked - decks.keys()):
        raise OptionError(f"no deck for {', '.join(without)}")
    battle = Heroes(seats, house=dict(options), decks=decks)
    for place, deck in decks.items():
        pieces = deck.pieces(place)
        cards = [card for card, count in deck.counts.items() for _ in range(count)]
        battle.cards |= {p: deck.cards[card] for p, card in zip(pieces, cards, strict=True)}
        battle.cards |= {f"{place}.{card}": deck.cards[card] for card in deck.cards}
        if place in seats:
            owner = TABLE if options["hands_visible"] == "team" else place
            stock = Stock(owner, list(pieces), deck.real)
            at = seats.index(place)
            battle.rangers[place] = Ranger(
                place,
                Pile(stock, len(pieces)),
                Hand(stock),
                stored=nth(options["stored"], at),
                actions=nth(options["actions"], at),
                abilities=tuple(
                    f"{place}.{card.id}" for card in deck.cards.values() if card.type == ABILITY
                ),
                waiting={
                    when: frozenset(p for p in pieces if when in battle.cards[p].when)
                    for when in WHEN
                },
            )
        elif place in (*FEET, *BIGS):
            battle.enemies[place] = Pile.shuffled(TABLE, pieces, real=deck.real)
            battle.beaten |= {place: []} if place in BIGS else {}
    battle.rangers = {seat: battle.rangers[seat] for seat in seats}
    told = options["command_center"]
    battle.command = COMMAND_CENTER[len(seats)] if told == "printed" else int(str(told))
    battle.panicked = options["panicked"] is True
    return battle
