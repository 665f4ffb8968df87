"""The cards of a battle: what is printed on them, and the verbs that say what they do.

A card's effect is a list of `Effect`s, a documented verb each. What no verb says, `table` does: the
screen then asks the players for the outcome. A card of which nothing is entered is `ANY_CARD` or
`ANY_ENEMY`: the table tells whatever the rules need to know of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

CARD = "card"
ABILITY = "ability"
CHANGES = ("add_dice", "add_hits", "ignore_guard", "reroll")
"""What changes an attack: on a card that attacks, its own, unless the line says the next one."""


@dataclass(frozen=True)
class Effect:
    """One thing that a card does: a verb and what it takes. See `VERBS`."""

    do: str
    n: int = 1
    to: str = ""
    times: int = 1
    count: int = 1
    per: str = ""
    dice: int = 0
    hits: int = 0
    how: str = ""
    ignore_guard: bool = False


@dataclass(frozen=True)
class Combat:
    """A combat card of a Ranger, or with the type `ability` what the Ranger itself can do.

    `cost` is a number, `"X"` where the player picks it, or None where the table tells it; so is
    `shields`. `dice` and `hits` are its attack, before its `effects`; `star` happens when the card
    is turned up for defence. A reaction or an ability says `when` it may be played, and after
    `whose` act. `goes` is where the card goes after it was played.
    """

    id: str
    name: str
    type: str = "attack"
    cost: int | str | None = 0
    shields: int | None = 1
    dice: int = 0
    hits: int = 0
    effects: tuple[Effect, ...] = ()
    star: tuple[Effect, ...] = ()
    when: tuple[str, ...] = ()
    whose: str = "any"
    goes: str = "discard"
    once_per_battle: bool = True
    text: str = ""
    ranger: str = ""

    @property
    def blank(self) -> bool:
        """Whether nothing is entered of this card: the table tells what it is."""
        return self.type == "any"

    @cached_property
    def least(self) -> int:
        """What it costs at least, as printed: an X may be nothing."""
        return self.cost if isinstance(self.cost, int) else 0

    @cached_property
    def whole(self) -> tuple[Effect, ...]:
        """All that it does: what changes the printed attack, that attack, and the rest."""
        if not (self.dice or self.hits):
            return self.effects
        own = [line for line in self.effects if line.do in CHANGES and line.to != "next"]
        rest = [line for line in self.effects if line not in own]
        return (*own, Effect("attack", dice=self.dice, hits=self.hits), *rest)


@dataclass(frozen=True)
class Enemy:
    """An enemy card: what it does when it resolves, while it stands, and when it is defeated.

    `health` is None where the table tells it.
    """

    id: str
    name: str
    kind: str = "foot"
    health: int | None = 2
    keywords: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    passive: tuple[Effect, ...] = ()
    text: str = ""
    enemy: str = ""
    defeated: tuple[Effect, ...] = ()


ANY_CARD = Combat(
    "any",
    "a card",
    "any",
    None,
    None,
    effects=(Effect("table"),),
    when=("attack", "roll", "damage"),
)
ANY_ENEMY = Enemy("any", "an enemy card", health=None, effects=(Effect("table"),))


def any_enemy(kind: str) -> Enemy:
    """An enemy card of that kind of which nothing is entered."""
    return replace(ANY_ENEMY, kind=kind)


WHEN = {
    "start": "the battle begins, before the first turn",
    "turn": "a Ranger turn, before or beside the card played",
    "attack": "an attack picks its target, before the dice",
    "roll": "the dice of an attack lie on the table, before its hits are placed",
    "played": "an attack or maneuver has been carried out, and is not laid away yet",
    "enemy": "an enemy card begins to resolve",
    "resolved": "an enemy card has resolved",
    "damage": "a Ranger is about to take damage, before the first card is turned up",
    "shield": "a card is turned up against damage, before its shields count",
    "defeated": "an enemy card was defeated",
}
"""When a reaction or an ability may be played."""

WHOSE = ("any", "self", "other")
TYPES = ("attack", "maneuver", "reaction", "ability")
GOES = ("discard", "hand", "top", "bottom")
KINDS = ("foot", "monster", "nemesis", "boss")
KEYWORDS = ("FAST", "GUARD", "PASSIVE")
RANGERS = (
    "one",
    "lead",
    "each",
    "half",
    "different",
    "most_hand",
    "fewest_deck",
    "divided",
)


class Verb(NamedTuple):
    """A verb: on whose cards it may stand, what it takes, and what it means.

    `takes` maps a field of `Effect` to the words it may be; no words mean any number from 1 up (for
    `dice` and `hits` from 0), `true` a yes or no.
    """

    side: str
    takes: Mapping[str, tuple[str, ...]]
    about: str


_N: Mapping[str, tuple[str, ...]] = {"n": ()}
_FOES = ("all", "adjacent", "self", "own", "foot")
_NEXT: Mapping[str, tuple[str, ...]] = {"to": ("next",)}
_MORE: Mapping[str, tuple[str, ...]] = {"n": (), "per": ("x",), **_NEXT}
_HARM: Mapping[str, tuple[str, ...]] = {"n": (), "to": RANGERS, "count": (), "per": ("foot",)}

VERBS: Mapping[str, Verb] = {
    "attack": Verb(
        "ranger",
        {
            "dice": (),
            "hits": (),
            "to": ("one", "divided", "each"),
            "times": (),
            "per": ("x",),
            "ignore_guard": ("true",),
        },
        "an attack: dice and fixed hits on one card, on each, or divided as the team likes;"
        " `times` performs it again",
    ),
    "hit": Verb(
        "ranger",
        {
            "n": (),
            "to": ("any", "target", "adjacent", "each", "divided"),
            "dice": (),
            "per": ("x", "foot"),
        },
        "hits that are no attack, past any GUARD; `target` is what was attacked last, by this"
        " card or by the attack that is open, `adjacent` those beside it",
    ),
    "gain_energy": Verb("ranger", {"n": (), "per": ("x",)}, "energy from the supply to the pool"),
    "add_dice": Verb("ranger", _MORE, "more dice for this or the next attack"),
    "add_hits": Verb("ranger", _MORE, "more hits for this or the next attack"),
    "ignore_guard": Verb("ranger", _NEXT, "this or the next attack may pick a guarded card"),
    "reroll": Verb(
        "ranger",
        {"how": ("misses", "any"), **_NEXT},
        "roll dice of this or the next attack again",
    ),
    "reduce_damage": Verb(
        "ranger", {"n": (), "how": ("all",), "per": ("x",)}, "this damage is less by `n`, or all"
    ),
    "add_shields": Verb(
        "ranger", {"n": (), "per": ("x",)}, "the card that is turned up has more shields"
    ),
    "keep": Verb(
        "ranger",
        {"to": ("hand", "top", "bottom")},
        "the card that is turned up or carried out is not discarded: into the hand, or the deck",
    ),
    "play_again": Verb(
        "ranger", {"to": ("self", "other", "any")}, "another card may be played at once"
    ),
    "draw": Verb("ranger", {"n": (), "to": ("self", "any", "each")}, "draw cards"),
    "search": Verb("ranger", _N, "take cards of your choice out of your deck, then shuffle it"),
    "recover": Verb("ranger", _N, "take cards of your discard pile into your hand"),
    "top_of_deck": Verb("ranger", _N, "put cards of your discard pile on top of your deck"),
    "shuffle_back": Verb("ranger", _N, "shuffle cards of your discard pile into your deck"),
    "pay_card": Verb("ranger", _N, "discard cards of your own hand"),
    "damage": Verb(
        "enemy",
        {**_HARM, "times": (), "dice": ()},
        "damage to Rangers; `dice` adds hits rolled, `times` is the same Ranger again",
    ),
    "drain": Verb("enemy", {"n": (), "per": ("foot",)}, "energy drain"),
    "discard_hand": Verb(
        "enemy",
        {**_HARM, "how": ("choose", "random", "highest_shield", "highest_cost")},
        "cards off the hand",
    ),
    "discard_deck": Verb("enemy", {**_HARM, "how": ("top", "bottom")}, "cards off the deck"),
    "deploy": Verb(
        "enemy", _N, "foot soldier figures come to this place; no card joins the battle"
    ),
    "skip_turn": Verb("enemy", _N, "the Rangers miss their next turn"),
    "revive": Verb("enemy", _N, "defeated cards of its deck stand again, without figures"),
    "more_damage": Verb("passive", {"n": (), "to": _FOES}, "damage grows"),
    "more_cost": Verb("passive", _N, "every card of the Rangers costs more"),
    "more_health": Verb("passive", {"n": (), "to": _FOES}, "enemy cards have more health"),
    "table": Verb("any", {}, "the table decides: the screen asks for the outcome"),
}


@dataclass(slots=True)
class Cause:
    """Why something happens: the Ranger or the enemy card that does it, and the X that was paid."""

    seat: str = ""
    foe: str = ""
    name: str = ""
    x: int = 0
    attacked: tuple[str, ...] = ()
    """The enemy cards that this card has attacked last."""
