"""Robots fill empty seats. A robot sees its own seat's encoded view and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from companion.engines.game import Game
from companion.table.chance import Chance

Pick: TypeAlias = Callable[[int], int]
"""A number below n, each with the same weight."""
Decide: TypeAlias = Callable[[Mapping[str, Any], Pick], str]


def robot_of(game: Game) -> Decide:
    """The game's own robot, or one that takes any legal answer."""
    start = game.start.__module__
    package = start if hasattr(import_module(start), "__path__") else start.rpartition(".")[0]
    name = f"{package}.robot"
    if package.startswith("companion.engines.") and find_spec(name):
        decide: Decide = import_module(name).decide
        return decide
    return anything


def anything(view: Mapping[str, Any], pick: Pick) -> str:
    """Any answer that is offered, each with the same weight."""
    ask = view["ask"]
    if ask["kind"] == "look":
        return "seen"
    return str(ask["options"][pick(len(ask["options"]))]["answer"])


def answer_of(decide: Decide, frame: bytes, chance: Chance) -> str:
    """What a robot answers to the bytes of its own view."""
    return decide(json.loads(frame), lambda n: chance.pick(range(n)))
