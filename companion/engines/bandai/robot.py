"""How a robot plays the duel, from what its own seat may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Pick = Callable[[int], int]
BLUFF = 8
"""Once in so many counts of three it keeps its card."""


def decide(view: Mapping[str, Any], pick: Pick) -> str:
    """The answer to the view's question, in notation. `pick(n)` is a number below n by chance.

    In a hand of real cards it sees nothing, and so it puts nothing down.
    """
    ask, table = view["ask"], view["table"]
    answers: list[str] = [option["answer"] for option in ask["options"]]
    if answers[-1] == "nothing":
        return choose(answers, table, pick)
    if "down" in answers and pick(BLUFF):
        return "down"
    if quiet := [answer for answer in ("ready", "none") if answer in answers]:
        return quiet[0]
    hand = {card["id"]: card for card in table["mine"]["hand"]}
    if hand and answers[0].startswith("pay "):
        return min(answers, key=lambda answer: worth(hand[answer.removeprefix("pay ")]))
    if answers[0].startswith("element "):
        return weakest(answers, table, view["viewer"])
    return answers[pick(len(answers))]


def choose(answers: Sequence[str], table: Mapping[str, Any], pick: Pick) -> str:
    """A good card that leaves something in the hand, with a little chance; rarely none."""
    hand = {card["id"]: card for card in table["mine"]["hand"]}
    cards = [answer.removeprefix("choose ") for answer in answers if answer != "nothing"]
    if not cards or pick(12) == 0:
        return "nothing"
    spare = len(table["mine"]["hand"]) - 1

    def merit(card: str) -> float:
        found = hand[card]
        dear = 3.0 * found["cost"] / max(1, spare)
        return float(worth(found) - dear + pick(4))

    return f"choose {max(cards, key=merit)}"


def worth(card: Mapping[str, Any]) -> float:
    """How good a card is in itself: its mean value and its damage."""
    values = card["values"].values()
    return float(sum(values) / len(values) + card["damage"])


def weakest(answers: Sequence[str], table: Mapping[str, Any], viewer: str) -> str:
    """The element in which the opponent's open card is weakest."""
    other = next(side for side in table["clash"]["sides"] if side["seat"] != viewer)
    values = (other["card"] or {}).get("values") or {}
    return min(answers, key=lambda answer: values.get(answer.removeprefix("element "), 0))
