"""How a robot plays King Sphinx, from what its own seat may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

Pick = Callable[[int], int]
GUESS = {"putty": 5, "alien": 12}
"""What to reckon with under a label nobody has shown: a little above the middle."""
ENOUGH = 0.6


@cache
def ways(dice: int, least: int) -> float:
    """The chance that `dice` dice show `least` or more together."""
    if dice == 0:
        return 1.0 if least <= 0 else 0.0
    return sum(ways(dice - 1, least - face) for face in range(1, 7)) / 6


def decide(view: Mapping[str, Any], pick: Pick) -> str:
    """The answer to the view's question, in notation. `pick(n)` is a number below n by chance."""
    ask = view["ask"]
    answers = [option["answer"] for option in ask.get("options", ())]
    if ask["kind"] == "look":
        return "seen"
    if "reclaim" in answers:
        return turn(view, answers)
    if "chips none" in answers:
        return chips(view, ask["options"])
    if "leave it" in answers:
        return "look" if pick(3) == 0 else "leave it"
    if "keep" in answers:
        return answers[pick(len(answers))] if pick(2) else "keep"
    return str(answers[pick(len(answers))])


def turn(view: Mapping[str, Any], answers: Sequence[str]) -> str:
    """Reclaim while most chips are down and the fight is steep; else go on."""
    own = next(lane for lane in view["table"]["lanes"] if lane.get("seat") == view["viewer"])
    up = sum(int(number) for number, lies in own["chips"].items() if lies == "up")
    down = sum(1 for lies in own["chips"].values() if lies == "down")
    dice = {"morpher": 1, "ranger": 1, "dinozord": 2}.get(own["stage"], 3)
    dice += own["stage"] == "final" and view["table"]["megazord"]["built"]
    needed = {"morpher": 5, "ranger": GUESS["putty"], "dinozord": GUESS["alien"]}.get(
        own["stage"], view["table"]["clip"]
    )
    hopeless = ways(dice, needed - up) < 0.15
    return "reclaim" if hopeless and down else next(a for a in answers if a != "reclaim")


def chips(view: Mapping[str, Any], options: Sequence[Mapping[str, Any]]) -> str:
    """The cheapest chips that make winning likely; none where even all would not do."""
    fight = view["table"]["fight"]
    needed = fight["needed"] or GUESS.get(fight["against"], MORPH)

    def chance(option: Mapping[str, Any]) -> float:
        return ways(fight["dice"], needed - sum(option["parts"]))

    likely = [option for option in options if chance(option) >= ENOUGH]
    if likely:
        return str(min(likely, key=lambda option: sum(option["parts"]))["answer"])
    best = max(options, key=chance)
    return str(best["answer"]) if chance(best) > 0.3 else "chips none"


MORPH = 5
