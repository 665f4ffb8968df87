"""What only the table knows: it reads a card, and tells what comes of it."""

from __future__ import annotations

from dataclasses import replace

from companion.engines.core import Option, Options, Seat, Text, choose, rule
from companion.engines.monster_rancher.cards import TRAITS, UNTOLD, Effect, Special
from companion.engines.monster_rancher.pieces import Attached, Bearer, InPlay
from companion.engines.monster_rancher.pulls import Pulls

DONE = "done"
OUTCOMES: Options[str] = Options(
    Option(verb, verb, words)
    for verb, words in {
        DONE: Text("That was all"),
        "draw": Text("Draw a card"),
        "discard": Text("Discard a card"),
        "damage": Text("One point of damage"),
        "mend": Text("One point of damage less"),
        "injure": Text("Injure the active monster"),
        "heal": Text("Heal an injured monster"),
        "strip": Text("Lose an attached card"),
        "step": Text("One space forward"),
        "back": Text("One space backward"),
        "more": Text("One more of a trait, this week"),
        "less": Text("One less of a trait, this week"),
        "fame": Text("A fame counter"),
    }.items()
)
"""What an event or a power may do."""
WHICH: Options[str] = Options(Option(t, t, Text(t.capitalize())) for t in TRAITS)
RAISES: Options[tuple[str, int]] = Options(
    [Option(DONE, ("", 0), Text("No more"))]
    + [Option(trait, (trait, 1), Text(trait.capitalize())) for trait in TRAITS]
)
"""What training may raise."""
CHANGES: Options[tuple[str, int]] = Options(
    [
        *RAISES,
        *(
            Option(
                f"less-{trait}", (trait, -1), Text("Less {trait}", {"trait": trait.capitalize()})
            )
            for trait in TRAITS
        ),
        Option("hand", ("hand", 1), Text("One card more in the hand")),
        Option("less-hand", ("hand", -1), Text("One card less in the hand")),
        Option("easier", ("pull", -1), Text("Training is easier by one")),
        Option("harder", ("pull", 1), Text("Training is harder by one")),
        Option("shield", ("shield", 1), Text("One damage less from attacks")),
    ]
)
"""What an attachment may change."""
TIMES: Options[str] = Options(
    [
        Option("power-any", "any", Text("At any time")),
        Option("power-play", "play", Text("Only while cards are played")),
        Option("power-battle", "battle", Text("Only in a battle")),
        Option("power-none", "", Text("It has none")),
    ]
)


class Told(Pulls):
    """The rules of cards that nobody has entered."""

    @rule("R21")
    async def table_decides(self, owner: Seat) -> None:
        """The table tells what a card does, one thing after the other."""
        while True:
            verb = await choose(owner, Text("What does the card do?"), OUTCOMES, press=DONE)
            if verb == DONE:
                return
            seat = await choose(
                owner,
                Text("To whom?"),
                Options(Option(s, s, Text("{seat}", {"seat": s})) for s in self.seats),
            )
            trait = ""
            if verb in ("more", "less"):
                trait = await choose(owner, Text("Which trait?"), WHICH)
            n = -1 if verb in ("less", "back") else 1
            known = {"more": "trait", "less": "trait", "back": "step"}
            await self.do(owner, seat, Effect(known.get(verb, verb), n, trait=trait))

    async def do(self, owner: Seat, seat: Seat, effect: Effect) -> None:
        """Carry out one verb (see verbs.py)."""
        raise NotImplementedError

    @rule("R17", "R20")
    async def told_traits(self, seat: Seat, bearer: Bearer, card: Attached) -> None:
        """The table tells, one by one, what an attached card raises or changes."""
        if not card.card.vague:
            return
        prompt, options = Text("What does {card} raise by one?", {"card": card.card.name}), RAISES
        if card.card.kind == "attachment":
            prompt, options = Text("What does {card} change?", {"card": card.card.name}), CHANGES
        while (told := await choose(seat, prompt, options, press=DONE))[1]:
            bearer.tell(card, *told)

    @rule("R12")
    async def told_monster(self, seat: Seat, monster: InPlay) -> None:
        """The table tells the traits that the card in the list does not have, and its power."""
        for trait in ("life", "power", "intelligence", "speed", "defense"):
            if getattr(monster.card, trait) is None:
                low = 1 if trait in ("life", "speed") else 0
                told = {"trait": trait.capitalize(), "card": monster.card.name}
                prompt = Text("{trait} of {card}?", told)
                monster.told[trait] = await self.number(seat, prompt, low, 10)
        if monster.card.special is UNTOLD:
            prompt = Text("When is the special power of {card} used?", {"card": monster.card.name})
            if when := await choose(seat, prompt, TIMES):
                monster.told_power = replace(UNTOLD, when=when)


def named(power: Special) -> str | Text:
    """What a power is called."""
    return power.name or Text("a special power")
