"""What a duel with dealt cards asks turn by turn: questions made once and shared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TypeVar

from companion.engines.bandai.cards import Card
from companion.engines.core import Choose, Option, Options, Seat, Text, choose

T = TypeVar("T")
KEYS = 6
"""So many shared keys has the panel."""
HIGHEST = 30
"""The highest value or damage that a screen offers where a card is not entered."""
HANDS = 2048
"""So many hands of cards are remembered with the question that they make."""
WHICH = Text("Which card, on three?")
THREE = Text("Three!")
NOTHING: Option[Card | None] = Option("nothing", None, Text("No card"))
NONE = Text("Put nothing down")
DOWN_OR_NONE = Options([Option("down", True, Text("Put it down")), Option("none", False, NONE)])
ONLY_NONE = Options([Option("none", False, NONE)])


@lru_cache(HANDS)
def which_card(seat: Seat, cards: tuple[Card, ...]) -> Choose[Card | None]:
    """`choose match`, or `nothing`."""
    return choose(seat, WHICH, Options([*named("choose", cards), NOTHING]), hold="nothing")


@lru_cache(HANDS)
def payment(seat: Seat, played: Card, n: int, cards: tuple[Card, ...]) -> Choose[Card]:
    """`pay match`: one of the `n` cards that are still to be paid for the played one."""
    prompt = Text("Pay for {card}: {n} more", {"card": played.label, "n": n})
    return choose(seat, prompt, Options(named("pay", cards)))


def named(verb: str, cards: Sequence[Card]) -> Iterator[Option[Card]]:
    """Cards as answers, by their ids."""
    for n, card in enumerate(cards, 1):
        yield Option(f"{verb} {card.id}", card, card.label, key(n))


@cache
def on_three(seat: Seat, *, has_chosen: bool) -> Choose[bool]:
    """`down` or `none`."""
    if has_chosen:
        return choose(seat, THREE, DOWN_OR_NONE, press="down", hold="none", lapse="down")
    return choose(seat, THREE, ONLY_NONE, press="none", hold="none", lapse="none")


@cache
def which_element(seat: Seat, called: tuple[str, ...], *, own: bool) -> Choose[str]:
    """`element tide`."""
    prompt = Text("You fight with …") if own else Text("The opponent fights with …")
    options = (
        Option(f"element {name}", name, Text("{element}", {"element": name}), n)
        for n, name in enumerate(called, 1)
    )
    return choose(seat, prompt, Options(options))


def key(n: int) -> int | None:
    """The panel key of that number, if there is one."""
    return n if 1 <= n <= KEYS else None


class Numbers(Options[int]):
    """Numbers read off real cards: the first are offered, any other may be typed."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(map(number, range(HIGHEST + 1)))
        offered = self.find
        self.find = lambda told: offered(told) or (number(int(told)) if typed(told) else None)


def number(n: int) -> Option[int]:
    return Option(str(n), n, Text("{n}", {"n": n}), key(n))


def typed(told: str) -> bool:
    """Whether it is a number as one writes it, and none that no card could bear."""
    return told.isascii() and told.isdigit() and told == str(int(told[:9])) and len(told) < 6


NUMBERS = Numbers()
