"""`tableside play`: one game in this terminal, the keyboard going round the table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from companion.cli.games import named
from companion.cli.paper import board, words
from companion.cli.records import count, write_file
from companion.engines.core import (
    TABLE,
    Ask,
    Choose,
    Deal,
    Draw,
    Look,
    Offer,
    Roll,
    RollEach,
    Seat,
)
from companion.engines.match import Match
from companion.errors import OptionError, RuleError
from companion.table.chance import Chance, SeededChance, SystemChance, outcome
from companion.table.record import header_of, to_text

CLEAR = "\033[2J\033[3J\033[H"
HELP = "A number answers; so does its text. Also: undo, board, quit."


def add(commands: Any) -> None:
    play = commands.add_parser(
        "play",
        help="a game in this terminal",
        description="Play a game in this terminal. The keyboard goes round the table; where"
        " something is secret it asks the others to look away.",
    )
    play.add_argument("game", metavar="GAME", help="a game's id, as `tableside games` lists it")
    play.add_argument(
        "--seats",
        metavar="A,B",
        required=True,
        type=lambda text: text.split(","),
        help="who plays, clockwise: jason,billy,…; the next is the left neighbour",
    )
    play.add_argument(
        "--option",
        metavar="NAME=VALUE",
        nargs="+",
        action="extend",
        default=[],
        help="house rules, as `tableside options GAME` lists them",
    )
    play.add_argument("--seed", metavar="N", type=count, help="throw the same dice every time")
    play.add_argument("--auto", action="store_true", help="play any legal answers to the end")
    play.add_argument("--out", metavar="FILE", help="write the record there; - is stdout")
    play.set_defaults(carry_out=play_game)


def play_game(args: argparse.Namespace) -> int:
    """Play one match, by hand or by itself, and write its record."""
    game = named(args.game)
    match = Match(game, args.seats, game.options(house_rules(args.option)))
    chance = SystemChance() if args.seed is None else SeededChance(args.seed)
    if args.auto:
        play_out(match, chance)
        lines = [*map(str, match.position.said), *_end(match)]
        print("\n".join(lines), file=sys.stderr if args.out == "-" else sys.stdout)
    else:
        match = Terminal(match, chance).play()
    if args.out:
        write_file(args.out, to_text(header_of(match), match.log))
    return 0


def house_rules(told: list[str]) -> dict[str, str]:
    """Options as typed.

    >>> house_rules(["sphinx_track=28,24,20", "memory_aid=on"])
    {'sphinx_track': '28,24,20', 'memory_aid': 'on'}
    """
    rules: dict[str, str] = {}
    for rule in told:
        name, equals, value = rule.partition("=")
        if not equals:
            raise OptionError(f"--option takes name=value, not {rule!r}")
        if name in rules:
            raise OptionError(f"--option {name} is told twice")
        rules[name] = value
    return rules


def play_out(match: Match, chance: Chance) -> None:
    """Play to the end: any answerer, any of its legal answers, each with the same weight."""
    while not match.result:
        by = chance.pick(match.answerers())
        ask = match.ask_of(by)
        if isinstance(ask, Roll | RollEach | Draw | Deal):
            match.apply(by, outcome(ask, chance))
        else:
            match.apply(by, chance.pick(match.legal_actions(by)))


def _end(match: Match) -> list[str]:
    if match.result is None:
        return [f"Stopped after {len(match.log)} answers."]
    winners = [seat for seat in match.seats if seat in match.result.winners]
    return [str(match.result.how), f"Won: {', '.join(winners) or 'nobody'}"]


class Stopped(Exception):
    """Whoever has the keyboard has had enough."""


class Terminal:
    """A table for one keyboard and one screen."""

    def __init__(
        self,
        match: Match,
        chance: Chance,
        read: Callable[[str], str] = input,
        write: Callable[[str], object] = print,
    ) -> None:
        self.match, self.chance, self.read, self.write = match, chance, read, write
        self.heard = 0
        self.curtain: Seat | None = None
        """Who alone looks at the screen now."""

    def play(self) -> Match:
        """Ask until the match is over or somebody quits."""
        self.write(f"{self.match.game.title}. {HELP}")
        try:
            while not self.match.result:
                self.listen()
                self.ask()
        except EOFError:
            self.write("")
            self.draw_curtain(None)
        except Stopped:
            self.draw_curtain(None)
        self.listen()
        self.write("\n".join(_end(self.match)))
        return self.match

    def listen(self) -> None:
        """Print what was said since."""
        said = self.match.position.said
        self.heard = min(self.heard, len(said))
        for saying in said[self.heard :]:
            self.draw_curtain(None)
            self.write(f"  {saying}")
        self.heard = len(said)

    def ask(self) -> None:
        """Put the first open question to whoever answers it."""
        by = self.match.answerers()[0]
        ask = self.match.ask_of(by)
        assert ask is not None  # noqa: S101  (an answerer is asked something)
        if isinstance(ask, Draw | Deal) and not ask.real:
            self.match.apply(by, outcome(ask, self.chance))
            return
        if isinstance(ask, Choose) and ask.formality:
            self.match.apply(by, ask.formality)
            return
        self.draw_curtain(self.alone(ask))
        while True:
            answer = self.answer_to(ask, by)
            if answer is None:
                return
            try:
                self.match.apply(by, answer)
            except RuleError as fault:
                self.write(f"{fault}. {HELP}")
            else:
                return

    def alone(self, ask: Ask[Any]) -> Seat | None:
        """Who alone may see this question; None if all may."""
        if isinstance(ask, Roll | RollEach | Offer):
            return None
        if isinstance(ask, Draw):
            return None if ask.to == TABLE else ask.to
        sealed = len(self.match.awaited()) > 1
        hidden = isinstance(ask, Look) or (isinstance(ask, Choose) and self.aside(ask))
        return ask.awaited()[0] if hidden or sealed else None

    def aside(self, ask: Choose[Any]) -> bool:
        """Whether a seat that is not on turn decides something which the others only hear of."""
        turn = self.match.view(ask.by)["table"].get("turn")
        return ask.public is not None and turn not in (None, ask.by)

    def draw_curtain(self, seat: Seat | None) -> None:
        """Clear what only one seat might see, and pass the keyboard on."""
        if seat == self.curtain:
            return
        if self.curtain is not None:
            self.write(CLEAR if sys.stdout.isatty() else "-" * 20)
        self.curtain = seat
        if seat is not None:
            self.read(f"Pass the keyboard to {seat}. All others look away. [Enter] ")

    def answer_to(self, ask: Ask[Any], by: Seat) -> str | None:
        """What was typed, in notation; None if something else was done instead."""
        typed = self.read(self.prompt(ask, by)).strip()
        if typed == "quit":
            raise Stopped
        if typed == "undo":
            try:
                self.match = self.match.undo()
            except RuleError as fault:
                self.write(str(fault))
            return None
        if typed in ("board", "?", "help"):
            self.write("\n".join(board(self.match.view(by)["table"])))
            self.write(HELP)
            return None
        return self.meaning(ask, typed)

    def prompt(self, ask: Ask[Any], by: Seat) -> str:
        """The question with its numbered answers."""
        if isinstance(ask, Look):
            return f"{ask.by}: {ask.secret} [Enter when you have seen it] "
        if isinstance(ask, Roll | RollEach):
            dice = ask.dice if isinstance(ask, Roll) else len(ask.seats)
            who = ", ".join(ask.awaited())
            what = "the face" if dice == 1 else f"the {dice} faces"
            return f"{who}: {ask.prompt} [type {what}, or Enter: they are thrown for you] "
        shown = ask.shown(ask.awaited()[0] if ask.awaited() else self.match.seats[0])
        options = shown["options"]
        if any("parts" in option for option in options):
            return f"{by}: {words(shown['prompt'])} [numbers, as 2 3; Enter for none] "
        listed = "".join(
            f"\n  [{n}] {words(option['label'])}" for n, option in enumerate(options, start=1)
        )
        who = by.rpartition("/")[2]
        return f"{who}: {words(shown['prompt'])}{listed}\n> "

    def meaning(self, ask: Ask[Any], typed: str) -> str:
        """The answer that was meant: by its number, its chips, its faces or its own text."""
        if isinstance(ask, Look):
            return typed or "seen"
        if isinstance(ask, Roll | RollEach):
            return outcome(ask, self.chance) if not typed else _spaced(typed)
        shown = ask.shown(ask.awaited()[0] if ask.awaited() else self.match.seats[0])
        options = shown["options"]
        parts = {tuple(o["parts"]): o["answer"] for o in options if "parts" in o}
        if parts and (not typed or set(typed) <= set("123456 ")):
            laid = tuple(sorted(int(n) for n in _spaced(typed).split()))
            return str(parts.get(laid, f"chips {typed}"))
        if typed.isdecimal() and 0 < int(typed) <= len(options):
            return str(options[int(typed) - 1]["answer"])
        return typed or str(shown.get("press") or "")


def _spaced(typed: str) -> str:
    """Faces as the record has them.

    >>> _spaced("46"), _spaced("4, 6")
    ('4 6', '4 6')
    """
    return " ".join(typed.replace(",", " ").replace(" ", ""))
