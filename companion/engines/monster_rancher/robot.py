"""A robot at the ranch: it trains whatever it can, and fights whenever it is called.

It knows its own seat's view and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Json: TypeAlias = Any
Pick: TypeAlias = Callable[[int], int]
WORTH = {"battle": 0, "event": 1, "attachment": 2, "training": 3, "monster": 4}
OF_COURSE = ("send", "ready", "show", "both", "after", "done", "0", "1")
"""Answers that a robot gives where they stand first.

What the table decides is not a robot's to say: its cards do nothing more, its numbers are least.
"""
STEPS = {"C": -1, "R": 1, "H": 0}


def decide(view: Mapping[str, Any], pick: Pick) -> str:
    """The answer to the view's question, in notation. `pick(n)` is a number below n by chance."""
    answers = [option["answer"] for option in view["ask"]["options"]]
    table = _Table(view)
    first = answers[0].split(" ")[0]
    powers = [answer for answer in answers if answer.startswith("power ")]
    if powers and table.phase != "end":
        return str(powers[pick(len(powers))])
    choice = table.choice(answers, first)
    return str(choice if choice in answers else answers[pick(len(answers))])


class _Table:
    """The view, as the robot reads it."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.seat: str = view["viewer"]
        table = view["table"]
        self.phase: str = table["phase"]
        self.arena: Json = table["arena"]
        self.pull: Json = table["pull"]
        players = {player["seat"]: player for player in table["players"]}
        self.me: Json = players[self.seat]
        self.foe: Json = next(p for seat, p in players.items() if seat != self.seat)
        self.hand: dict[str, Json] = {card["id"]: card for card in table["mine"]["hand"]}

    def choice(self, answers: list[str], first: str) -> str | None:
        """The answer the robot likes best; None where it has no opinion."""
        likes: dict[str, Callable[[list[str]], str | None]] = {
            "take": self.begin,
            "on": self.strongest,
            "pass": self.play,
            "none": self.lay,
            "move": self.go,
            "step": self.step,
            "discard": self.least,
        }
        if first in likes:
            return likes[first](answers)
        return answers[0] if first in OF_COURSE else None

    def begin(self, answers: list[str]) -> str:
        """The big ones stand last in a list."""
        return [answer for answer in answers if answer != "done"][-1]

    def strongest(self, answers: list[str]) -> str:
        return max(answers, key=lambda answer: self.strength(answer.partition(" ")[2]))

    def lay(self, answers: list[str]) -> str | None:
        """A card may be laid, or none: to meddle, to attack, to be rid of it."""
        if any(answer.startswith("attack") for answer in answers):
            return self.attack(answers)
        return self.throw_away(answers) if self.phase == "end" else self.meddle(answers)

    # -- at the ranch

    def play(self, answers: list[str]) -> str:
        """A monster first, then training, then what hangs on a hook."""
        plays = [answer for answer in answers if answer.startswith("play ")]
        if not plays:
            return "pass"
        return max(plays, key=lambda answer: self.use(self.card(answer)))

    def use(self, card: Json) -> int:
        """The higher, the sooner it is played: easy training before hard."""
        return WORTH[card["type"]] * 10 + int(card.get("target") or 0)

    def meddle(self, answers: list[str]) -> str:
        """Hinder with a card that is good for nothing else, where it may decide."""
        pull = self.pull
        useless = [
            answer
            for answer in answers
            if answer.startswith("hinder ") and self.card(answer)["type"] in ("event", "battle")
        ]
        if pull["seat"] == self.seat or pull["target"] >= 6 or not useless:
            return "none"
        return useless[0]

    def throw_away(self, answers: list[str]) -> str:
        """Battle cards do nothing in the hand: back into the deck with them, by and by."""
        idle = [
            answer
            for answer in answers
            if answer.startswith("discard ") and self.card(answer)["type"] in ("event", "battle")
        ]
        return min(idle, key=lambda a: self.worth(self.card(a))) if idle else "none"

    def card(self, answer: str) -> Json:
        """The hand card that an answer names."""
        return self.hand[answer.partition(" ")[2]]

    def least(self, answers: list[str]) -> str:
        """The card that is least useful in the hand."""
        return min(answers, key=lambda answer: self.worth(self.card(answer)))

    def worth(self, card: Json) -> int:
        return WORTH[card["type"]]

    def strength(self, monster: str) -> int:
        """What a monster is good for, all in all."""
        everyone = (*self.me["monsters"], *self.foe["monsters"])
        found = next(m for m in everyone if m["id"] == monster)
        return int(sum(found["traits"].values())) - 100 * bool(found["injured"])

    # -- in the arena

    def go(self, answers: list[str]) -> str:
        return max(answers, key=lambda answer: self.after(self.card(answer)["move"]))

    def step(self, _: list[str]) -> str:
        return "step" if self.reach(self.distance() - 1) > 0 else "stay"

    def fighter(self, player: Json) -> Json:
        return next(monster for monster in player["monsters"] if monster["active"])

    def distance(self) -> int:
        return int(self.arena["distance"])

    def after(self, move: str | None) -> tuple[int, int]:
        """How good it is to stand there after a move: the damage done, then nearness."""
        there = self.distance()
        if move == "S":
            there += 1 if there == 1 else -1
        else:
            there = max(1, there + STEPS.get(move or "H", 0))
        return self.reach(there), -there

    def reach(self, distance: int) -> int:
        """The most damage that an attack does from that far."""
        mine = self.fighter(self.me)
        return max(
            (
                self.damage(attack)
                for attack in mine["card"]["attacks"] or ()
                if attack["range"] == distance and self.ready(mine, attack)
            ),
            default=0,
        )

    def ready(self, monster: Json, attack: Json) -> bool:
        """Whether the icons that an attack needs are attached."""
        attached = (*monster["attached"], *self.me["attachments"])
        icons = [icon for card in attached for icon in card["card"].get("icons", ())]
        needs = attack.get("need", {})
        return all(icons.count(icon) >= needed for icon, needed in needs.items())

    def damage(self, attack: Json) -> int:
        trait = "power" if attack["kind"] == "physical" else "intelligence"
        mine, foe = self.fighter(self.me)["traits"], self.fighter(self.foe)["traits"]
        return int(attack["damage"]) + int(mine[trait]) - int(foe["defense"])

    def attack(self, answers: list[str]) -> str:
        """The attack that hurts most, if any does."""
        attacks = [answer for answer in answers if answer.startswith("attack ")]
        if not attacks:
            return "attack"
        listed = self.fighter(self.me)["card"]["attacks"]

        def hurts(answer: str) -> int:
            return self.damage(listed[int(answer.split(" ")[1]) - 1])

        best = max(attacks, key=hurts)
        return best if hurts(best) > 0 else "none"
