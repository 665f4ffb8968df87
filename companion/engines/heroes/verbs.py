"""Every verb that may stand on a card, with the function that does it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from companion.engines.heroes import verbs_of_enemies as enemies
from companion.engines.heroes import verbs_of_rangers as rangers
from companion.engines.heroes.cards import Cause, Effect
from companion.engines.heroes.damage import RangerSide
from companion.engines.heroes.verbs_of_table import table

Verb: TypeAlias = Callable[[RangerSide, Effect, Cause], Awaitable[None]]

DO: Mapping[str, Verb] = {
    verb.__name__: verb
    for verb in (
        RangerSide.attack,
        rangers.hit,
        rangers.gain_energy,
        rangers.add_dice,
        rangers.add_hits,
        rangers.ignore_guard,
        rangers.reroll,
        rangers.reduce_damage,
        rangers.add_shields,
        rangers.keep,
        rangers.play_again,
        rangers.draw,
        rangers.search,
        rangers.recover,
        rangers.top_of_deck,
        rangers.shuffle_back,
        rangers.pay_card,
        enemies.damage,
        enemies.drain,
        enemies.discard_hand,
        enemies.discard_deck,
        enemies.deploy,
        enemies.skip_turn,
        enemies.revive,
        table,
    )
}
"""Every verb of `cards.VERBS` but the three that merely stand there while a card is in play."""
