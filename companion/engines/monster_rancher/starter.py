"""A plain deck, for trying the rules without a card pack."""

from __future__ import annotations

from companion.engines.game import Deck
from companion.engines.monster_rancher.cards import (
    TRAITS,
    Attachment,
    Attack,
    Battle,
    Card,
    Effect,
    Event,
    Monster,
    Training,
)

BITE = Attack("Bite", 1, "physical", 1)
KICK = Attack("Kick", 2, "physical", 1)
STARE = Attack("Stare", 2, "psychic", 1)
HUM = Attack("Hum", 3, "psychic", 1, {"bell": 1})

MONSTERS = (
    Monster("pup", "Pup", 1, "C", "", "goodie", "hound", 4, 1, 0, 2, 0, (BITE,)),
    Monster("kid", "Kid", 2, "S", "", "goodie", "goat", 6, 2, 0, 2, 1, (BITE, KICK)),
    Monster("owlet", "Owlet", 2, "R", "", "baddie", "owl", 5, 0, 2, 3, 0, (STARE, HUM)),
)
WORDS = {
    "life": "Long Sleep",
    "power": "Rope Pulling",
    "intelligence": "Card Tricks",
    "speed": "Hoop Running",
    "defense": "Pillow Fight",
    "loyalty": "Second Breakfast",
}
TRAININGS = (
    *(
        Training(f"{trait}-{n}", f"{WORDS[trait]} {n}", n + 1, "CRHS"[n], "", 5 - n, {trait: n})
        for trait in TRAITS
        for n in (1, 2)
    ),
    Training("bell-walk", "Bell Walk", 4, "C", "", 4, {"intelligence": 1}, ("bell",)),
)
EVENTS = (
    Event("windfall", "Windfall", 3, "H", "", (Effect("draw", 1, "both"),)),
    Event("nettles", "Nettles", 5, "S", "", (Effect("damage", 1, "foe"),)),
)
BATTLE = Battle("meadow-match", "Meadow Match", 4, "C")
ATTACHMENTS = (
    Attachment("scarf", "Scarf", 2, "R", slot="neck", effects=(Effect("trait", trait="defense"),)),
    Attachment(
        "anklets", "Anklets", 6, "H", slot="feet", effects=(Effect("trait", trait="speed"),)
    ),
)


def plain(size: object = 60, kind: str = "virtual") -> Deck:
    """Sixty cards, two or three of each; or thirty.

    >>> sum(plain(60).counts.values()), sum(plain(30).counts.values())
    (60, 30)
    """
    cards: tuple[Card, ...] = (*MONSTERS, *TRAININGS, *EVENTS, *ATTACHMENTS)
    total = int(str(size))
    counts = {card.id: (total - 3) // len(cards) for card in cards} | {BATTLE.id: 3}
    for card in cards[: total - sum(counts.values())]:
        counts[card.id] += 1
    return Deck({card.id: card for card in (*cards, BATTLE)}, counts, kind, "Plain")


def blank(_size: object = 60, kind: str = "told") -> Deck:
    """Real cards that nobody has entered: each tells what matters when it turns up."""
    return Deck({}, {}, kind, "Blank")
