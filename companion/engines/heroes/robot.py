"""A robot on the team: plays its strongest card, helps where it can, spares whoever is weak."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

View: TypeAlias = Mapping[str, Any]
Pick: TypeAlias = Callable[[int], int]

FEW = 3
"""With so few cards left in the deck nobody draws more than needed."""


def decide(view: View, pick: Pick) -> str:
    """An answer to what this seat is asked, from what this seat may see.

    What a card does that the table decides is not a robot's to say: it adds nothing.
    """
    answers = [str(option["answer"]) for option in view["ask"]["options"]]
    table = view["table"]
    if "done" in answers:
        return "done"
    for kind, choice in CHOICES.items():
        able = [answer for answer in answers if answer.startswith(kind) and sure(table, answer)]
        if able:
            best = choice(table, able)
            if best in answers:
                return best
    for quiet in ("on", "pass", "enough"):
        if quiet in answers:
            return quiet
    able = _rangers(table, answers) or answers
    return able[pick(len(able))]


def sure(table: View, answer: str) -> bool:
    """Whether a card to be played is known to be in a hand: of real ones a robot sees none."""
    verb, _, piece = answer.partition(" ")
    return verb not in ("play", "react") or piece in held(table)


def held(table: View) -> dict[str, Mapping[str, Any]]:
    """The cards in hands, as far as this seat sees them."""
    hands = [card for ranger in table["rangers"] for card in ranger["cards"] or ()]
    return {card["piece"]: card for card in [*hands, *table.get("mine", {}).get("hand", ())]}


def strongest(table: View, answers: list[str]) -> str:
    """The card with most hits to expect; a maneuver is worth two of them."""
    known = held(table)

    def worth(answer: str) -> float:
        card = known.get(answer.partition(" ")[2])
        if card is None or card["type"] != "attack":
            return 2.0
        return float(card["dice"] * 5 / 6 + card["hits"] + 0.1 * (3 - (card["shields"] or 0)))

    return max(answers, key=worth)


def nearly_down(table: View, answers: list[str]) -> str:
    """The card that needs fewest hits, and of those one that has not resolved yet."""
    foes = {foe["piece"]: foe for row in table["rows"] for foe in row}

    def left(answer: str) -> tuple[int, bool]:
        foe = foes.get(answer.partition(" ")[2])
        return (foe["health"] - foe["hits"], foe["resolved"]) if foe else (99, True)

    return min(answers, key=left)


def first(table: View, answers: list[str]) -> str:
    del table
    return answers[0]


def draw(table: View, answers: list[str]) -> str:
    """A full hand, unless the deck is the life that is left."""
    mine = table.get("mine", {}).get("seat")
    deck = next((r["deck"] for r in table["rangers"] if r["seat"] == mine), 0)
    able = [answer for answer in answers if deck - int(answer.partition(" ")[2]) >= FEW]
    return able[-1] if able else "enough"


def spend(table: View, answers: list[str]) -> str:
    """All there is: an X wants it."""
    del table
    return answers[-1]


CHOICES: Mapping[str, Callable[[View, list[str]], str]] = {
    "start": first,
    "draw ": draw,
    "play ": strongest,
    "react ": first,
    "use ": first,
    "at ": nearly_down,
    "spend ": spend,
    "fight ": first,
    "first ": first,
}


def _rangers(table: View, answers: list[str]) -> list[str]:
    """If Rangers are offered: the one with the biggest deck takes it."""
    decks = {ranger["seat"]: ranger["deck"] for ranger in table["rangers"]}
    if not answers or any(answer not in decks for answer in answers):
        return []
    return [max(answers, key=lambda answer: int(decks[answer]))]
