"""King Sphinx as one writes it by hand when speed is all: a state machine, for comparison.

    python -m tests.bench.state_machine 10 1

plays the same game with the same answers, checked and logged, and prints how many actions a second
of processor time it takes, how many the rules, and their ratio (medians of five rounds, each
playing both in turn, so that other programs disturb both). It knows no views, no undo, no switches
and no tags.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from itertools import combinations
from operator import truediv

from companion.engines.king_sphinx.pieces import (
    ALIEN_LEVELS,
    ALIENS,
    CHARACTERS,
    PUTTY_LEVELS,
    SPHINX_TRACK,
)
from tests.bench.playouts import DIE, SEATS, measure, of_game

CHIPS = {
    up: {
        f"chips {' '.join(map(str, laid)) or 'none'}": laid
        for count in range(len(up) + 1)
        for laid in combinations(up, count)
    }
    for count in range(6)
    for up in combinations((1, 2, 3, 4, 5), count)
}
SEEN = {"seen": 0}
MORPH = {"morph": 0, "reclaim": 1}
BATTLE = {"battle": 0, "reclaim": 1}
LEAVE = {"leave it": 0, "look": 1}
KEEP = {"keep": 0, "swap": 1}
FACES = frozenset(DIE)


class Machine:
    """The whole game in one object: who is to answer, what they may, and what follows."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.seats, self.log = seats, list[tuple[str, str]]()
        self.said: list[tuple[str, dict[str, object]]] = []
        self.character = dict.fromkeys(seats, "")
        self.lane = dict.fromkeys(seats, 0)
        self.stage = dict.fromkeys(seats, 0)
        self.beaten = dict.fromkeys(seats, 0)
        self.alien: dict[str, str | None] = dict.fromkeys(seats)
        self.up = {seat: {1, 2, 3, 4, 5} for seat in seats}
        self.labels = dict(zip((f"putty-{n}" for n in range(1, 13)), PUTTY_LEVELS, strict=True))
        self.alien_labels = dict(
            zip((f"alien-{n}" for n in range(1, 5)), ALIEN_LEVELS, strict=True)
        )
        self.putties: dict[str, int | None] = {f"{s}/{n}": None for s in seats for n in (1, 2, 3)}
        self.under: dict[str, int | None] = dict.fromkeys(ALIENS)
        self.free_aliens = list(ALIENS)
        self.clip = 0
        self.megazord = False
        self.winner = ""
        self.chips: tuple[int, ...] = ()
        self.power = 0
        self.other = ""
        self.seat = seats[0]
        self.tied = seats
        self.number = 0
        self.ask_character()

    # -- asking: `by` answers, `legal` maps each answer to its meaning, `then` goes on with it

    def ask(self, by: str, legal: dict[str, object], then: Callable[[object], None]) -> None:
        self.by, self.legal, self.dice, self.then = by, legal, 0, then

    def ask_dice(self, by: str, dice: int, then: Callable[[object], None]) -> None:
        self.by, self.dice, self.then = by, dice, then

    def ask_label(self, by: str, labels: dict[str, int], then: Callable[[object], None]) -> None:
        self.by, self.legal, self.dice, self.then = f"deck/{by}", labels, 0, then

    def tell(self, template: str, **args: object) -> None:
        self.said.append((template, args))

    def apply(self, by: str, answer: str) -> None:
        if by != self.by:
            raise ValueError(by)
        meant: object
        if self.dice:
            faces = answer.split(" ")
            if len(faces) != self.dice or not FACES.issuperset(faces):
                raise ValueError(answer)
            meant = faces
        else:
            if answer not in self.legal:
                raise ValueError(answer)
            meant = self.legal[answer]
        self.log.append((by, answer))
        self.answer = answer
        self.then(meant)

    # -- set-up

    def ask_character(self) -> None:
        seat = self.seats[self.number]
        taken = self.character.values()
        self.ask(
            seat, {f"character {c}": c for c in CHARACTERS if c not in taken}, self.got_character
        )

    def got_character(self, meant: object) -> None:
        self.character[self.seats[self.number]] = str(meant)
        self.number += 1
        if self.number < len(self.seats):
            self.ask_character()
        else:
            self.number = 0
            self.ask_lane()

    def ask_lane(self) -> None:
        taken = self.lane.values()
        legal = {f"lane {n}": n for n in (1, 2, 3, 4) if n not in taken}
        self.ask(self.seats[self.number], legal, self.got_lane)

    def got_lane(self, meant: object) -> None:
        self.lane[self.seats[self.number]] = meant
        self.number += 1
        if self.number < len(self.seats):
            self.ask_lane()
        else:
            self.number = 0
            self.ask_alien()

    def ask_alien(self) -> None:
        legal = {f"alien {alien}": alien for alien in self.free_aliens}
        self.ask(self.seats[self.number], legal, self.got_alien)

    def got_alien(self, meant: object) -> None:
        alien = str(meant)
        self.alien[self.seats[self.number]] = alien
        self.free_aliens.remove(alien)
        self.ask_label(self.seats[self.number], self.alien_labels, self.settled_alien)

    def settled_alien(self, meant: object) -> None:
        seat = self.seats[self.number]
        self.under[self.alien[seat]] = meant
        del self.alien_labels[self.answer]
        self.ask(seat, SEEN, self.seen_alien)

    def seen_alien(self, _: object) -> None:
        self.number += 1
        if self.number < len(self.seats):
            self.ask_alien()
        else:
            self.ask_dice("dice/all", len(self.tied), self.got_first)

    def got_first(self, faces: object) -> None:
        best = max(faces)
        self.tied = tuple(s for s, face in zip(self.tied, faces, strict=True) if face == best)
        if len(self.tied) > 1:
            self.ask_dice("dice/all", len(self.tied), self.got_first)
        else:
            self.seat = self.tied[0]
            self.tell("{seat} goes first.", seat=self.seat)
            self.ask_turn()

    # -- a turn

    def ask_turn(self) -> None:
        self.ask(self.seat, BATTLE if self.stage[self.seat] else MORPH, self.got_turn)

    def got_turn(self, meant: object) -> None:
        if meant:
            self.ask_dice(f"dice/{self.seat}", 1, self.got_reclaim)
            return
        stage = self.stage[self.seat]
        if stage == 1:
            self.ask_swap()
        elif stage == 2:
            self.ask_alien_swap()
        else:
            self.ask_chips()

    def end_turn(self) -> None:
        if not self.megazord and all(stage == 3 for stage in self.stage.values()):
            self.megazord = True
            self.tell("The Megazord is built: four dice from now on.")
        self.seat = self.seats[(self.seats.index(self.seat) + 1) % len(self.seats)]
        self.ask_turn()

    def got_reclaim(self, faces: object) -> None:
        face, up = int(faces[0]), self.up[self.seat]
        if face < 6:
            self.tell("{seat} rolls {face}.", seat=self.seat, face=face)
            up.add(face)
            self.end_turn()
            return
        down = [n for n in (1, 2, 3, 4, 5) if n not in up]
        if len(down) > 1:
            self.ask(self.seat, {f"chip {n}": n for n in down}, self.got_chip)
        else:
            self.tell("{seat} rolls {face}.", seat=self.seat, face=face)
            up.update(down)
            self.end_turn()

    def got_chip(self, meant: object) -> None:
        self.tell("{seat} turns up {chip}.", seat=self.seat, chip=meant)
        self.up[self.seat].add(meant)
        self.end_turn()

    # -- swap

    def ask_swap(self) -> None:
        self.place = f"{self.seat}/{self.beaten[self.seat] + 1}"
        if len(self.putties) < 2:
            self.ask_chips()
            return
        self.left = self.seats[(self.seats.index(self.seat) + 1) % len(self.seats)]
        self.ask(self.left, LEAVE, self.got_look)

    def got_look(self, meant: object) -> None:
        if not meant:
            self.ask_chips()
        elif self.putties[self.place] is None:
            self.ask_label(self.left, self.labels, self.settled_blocker)
        else:
            self.ask(self.left, SEEN, self.seen_blocker)

    def settled_blocker(self, meant: object) -> None:
        self.putties[self.place] = meant
        del self.labels[self.answer]
        self.ask(self.left, SEEN, self.seen_blocker)

    def seen_blocker(self, _: object) -> None:
        legal = {f"look {place}": place for place in self.putties if place != self.place}
        self.ask(self.left, legal, self.got_other)

    def got_other(self, meant: object) -> None:
        self.other = str(meant)
        if self.putties[self.other] is None:
            self.ask_label(self.left, self.labels, self.settled_other)
        else:
            self.ask(self.left, SEEN, self.seen_other)

    def settled_other(self, meant: object) -> None:
        self.putties[self.other] = meant
        del self.labels[self.answer]
        self.ask(self.left, SEEN, self.seen_other)

    def seen_other(self, _: object) -> None:
        self.ask(self.left, KEEP, self.got_swap)

    def got_swap(self, meant: object) -> None:
        if meant:
            one, other, putties = self.place, self.other, self.putties
            putties[one], putties[other] = putties[other], putties[one]
        self.ask_chips()

    def ask_alien_swap(self) -> None:
        others = {f"swap {s}/alien": s for s, a in self.alien.items() if a and s != self.seat}
        if not others:
            self.ask_chips()
            return
        left = self.seats[(self.seats.index(self.seat) + 1) % len(self.seats)]
        self.ask(left, {"keep": "", **others}, self.got_alien_swap)

    def got_alien_swap(self, meant: object) -> None:
        if meant:
            alien, one, other = self.alien, self.seat, str(meant)
            alien[one], alien[other] = alien[other], alien[one]
            self.tell("{seat} has another alien.", seat=one)
        self.ask_chips()

    # -- chips and dice

    def ask_chips(self) -> None:
        up = self.up[self.seat]
        if up:
            self.ask(self.seat, CHIPS[tuple(sorted(up))], self.got_chips)
        else:
            self.got_chips(())

    def got_chips(self, meant: object) -> None:
        self.chips = meant
        stage = self.stage[self.seat]
        dice = (1, 1, 2, 4 if self.megazord else 3)[stage]
        self.ask_dice(f"dice/{self.seat}", dice, self.got_roll)

    def got_roll(self, faces: object) -> None:
        self.power = sum(map(int, faces)) + sum(self.chips)
        self.up[self.seat].difference_update(self.chips)
        stage = self.stage[self.seat]
        if stage == 0:
            self.tell("{seat}: {power}.", seat=self.seat, power=self.power)
            if self.power >= 5:
                self.stage[self.seat] = 1
            self.end_turn()
        elif stage == 1:
            level = self.putties[self.place]
            if level is None:
                self.ask_label(self.seat, self.labels, self.settled_fight)
            else:
                self.compare(level)
        elif stage == 2:
            self.compare(self.under[self.alien[self.seat]])
        elif self.power >= SPHINX_TRACK[self.clip]:
            self.winner, self.by = self.seat, ""
        else:
            self.clip = min(self.clip + 1, len(SPHINX_TRACK) - 1)
            self.tell("{seat}: {power}. The clip falls.", seat=self.seat, power=self.power)
            self.end_turn()

    def settled_fight(self, meant: object) -> None:
        self.putties[self.place] = meant
        del self.labels[self.answer]
        self.compare(meant)

    def compare(self, level: int) -> None:
        if self.power < level:
            self.tell("{seat} loses with {power}.", seat=self.seat, power=self.power)
            self.ask(self.seat, SEEN, self.seen_lost)
            return
        self.tell("{seat} wins against {level}.", seat=self.seat, level=level)
        if self.stage[self.seat] == 1:
            del self.putties[self.place]
            self.beaten[self.seat] += 1
            if self.beaten[self.seat] == 3:
                self.stage[self.seat] = 2
        else:
            self.alien[self.seat] = None
            self.stage[self.seat] = 3
        self.end_turn()

    def seen_lost(self, _: object) -> None:
        self.end_turn()


def playout(seats: tuple[str, ...], chance: random.Random) -> Machine:
    """One game to its end, by the same uniform choice as the rules are played."""
    machine, pick = Machine(seats), chance.random
    while not machine.winner:
        if machine.dice:
            answer = " ".join([DIE[int(pick() * 6)] for _ in range(machine.dice)])
        else:
            legal = tuple(machine.legal)
            answer = legal[int(pick() * len(legal))]
        machine.apply(machine.by, answer)
    return machine


def main() -> None:
    line = argparse.ArgumentParser(prog="python -m tests.bench.state_machine", description=__doc__)
    line.add_argument("seconds", type=float, metavar="SECONDS", help="how long each plays")
    line.add_argument("seed", type=int, metavar="SEED", help="the same games for the same seed")
    told = line.parse_args()

    def by_hand(chance: random.Random) -> int:
        return sum("/" not in by for by, _ in playout(SEATS, chance).log)

    rounds = 5
    machine, rules = [], []
    for number in range(rounds):
        for of, one in ((machine, by_hand), (rules, of_game("king_sphinx"))):
            found = measure(one, told.seconds / rounds, told.seed + number, time.process_time)
            of.append(found["actions"] / found["seconds"])
    print(  # noqa: T201
        json.dumps(
            {
                "machine": round(statistics.median(machine)),
                "rules": round(statistics.median(rules)),
                "ratio": round(statistics.median(map(truediv, rules, machine)), 3),
            }
        )
    )


if __name__ == "__main__":
    main()
