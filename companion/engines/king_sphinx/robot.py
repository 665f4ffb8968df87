"""How a robot plays King Sphinx, from what its own seat may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.engines.king_sphinx.coach import share
from companion.engines.king_sphinx.pieces import (
    ALIEN_LEVELS,
    CHIPS,
    DICE,
    MORPH_TARGET,
    PUTTY_LEVELS,
)

Pick = Callable[[int], int]
Shown = Mapping[str, Any]

LOOKS = 3
"""One swap step in so many a robot looks."""
WORTH_OF_A_CHIP = 0.04
"""So much more chance a point of chips must bring to be laid."""
POOR = 0.3
"""With less chance than this even with all its chips, a robot reclaims first."""


def decide(view: Shown, pick: Pick) -> str:
    """The answer to the view's question, in notation. `pick(n)` is a number below n by chance."""
    ask = view["ask"]
    if ask["kind"] == "look":
        return "seen"
    answers: list[str] = [option["answer"] for option in ask["options"]]
    if "reclaim" in answers:
        return turn(view, answers)
    if "chips none" in answers:
        return chips(view, ask["options"])
    if answers[0] in ("leave it", "keep"):
        return swap(view, answers, pick)
    if answers[-1].startswith("chip "):
        return answers[-1]
    return answers[pick(len(answers))]


def turn(view: Shown, answers: Sequence[str]) -> str:
    """Reclaim while the next fight is steep and chips lie facedown; else go on."""
    own = next(lane for lane in view["table"]["lanes"] if lane["seat"] == view["viewer"])
    stage = "sphinx" if own["stage"] == "final" else own["stage"]
    stage = "megazord" if stage == "sphinx" and view["table"]["megazord"]["built"] else stage
    up = sum(number for number in CHIPS if own["chips"][str(number)] == "up")
    levels = {"morpher": (MORPH_TARGET,), "ranger": PUTTY_LEVELS, "dinozord": ALIEN_LEVELS}
    needed = levels.get(stage, (view["table"]["clip"],))
    best = likely(DICE.get(stage, 1), up, needed)
    steep = best < POOR and up < sum(CHIPS)
    return "reclaim" if steep else next(act for act in answers if act != "reclaim")


def chips(view: Shown, options: Sequence[Shown]) -> str:
    """The chips that bring most for what they cost; none where they do not help."""
    fight = view["table"]["fight"]
    needed = levels_of(view, fight)

    def worth(option: Shown) -> float:
        laid = sum(option["parts"])
        last = 0.0 if fight["against"] == "sphinx" else WORTH_OF_A_CHIP
        return likely(fight["dice"], laid, needed) - last * laid - laid / 1000

    return str(max(options, key=worth)["answer"])


def levels_of(view: Shown, fight: Shown) -> Sequence[int]:
    """What the enemy's level may be: what is told, else what this seat's screen remembers."""
    if fight["needed"]:
        return (fight["needed"],)
    known = remembered(view).get(fight["place"])
    if known:
        return (known,)
    return PUTTY_LEVELS if fight["against"] == "putty" else ALIEN_LEVELS


def swap(view: Shown, answers: Sequence[str], pick: Pick) -> str:
    """Look now and then; a higher one in the neighbour's way if the screen remembers them."""
    if "look" in answers:
        return "leave it" if pick(LOOKS) else "look"
    known = remembered(view).get(view["table"]["fight"]["place"])
    if known is None or view["table"]["swap"]["kind"] == "alien":
        return answers[pick(len(answers))] if pick(2) else "keep"
    average = sum(PUTTY_LEVELS) / len(PUTTY_LEVELS)
    return "keep" if known > average else "swap"


def remembered(view: Shown) -> dict[str, int]:
    return {seen["place"]: seen["level"] for seen in view["table"]["mine"]["memory"]}


def likely(dice: int, more: int, levels: Sequence[int]) -> float:
    """How likely dice and chips reach the level, where each of `levels` is as likely."""
    good, of = share(dice, more, levels)
    return good / of
