"""A small ranch for tests: thirty cards with plain names, dealt and pulled as a test says.

`one` to `six` are training cards with that pull number; moves go C R H S C R.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from companion.engines.core import Deal, Draw
from companion.engines.game import Deck
from companion.engines.match import Match
from companion.engines.monster_rancher import GAME, MonsterRancher
from companion.engines.monster_rancher.cards import (
    Attachment,
    Attack,
    Battle,
    Card,
    Effect,
    Event,
    Monster,
    Requires,
    Special,
    Training,
)
from tests.engines.evenings import laid

NAMES = ("one", "two", "three", "four", "five", "six")
BITE = Attack("Bite", 1, "physical", 2)
GAZE = Attack("Gaze", 2, "psychic", 1)
BEAM = Attack("Beam", 3, "psychic", 2, {"lamp": 1})

GAZER = Monster("gazer", "Gazer", 1, "C", "", "baddie", "eye", 6, 1, 2, 2, 1, (BITE, GAZE, BEAM))
FLUFF = Monster("fluff", "Fluff", 1, "H", "", "goodie", "puff", 5, 3, 0, 4, 2, (BITE,))
MITE = Monster("mite", "Mite", 1, "H", "", "goodie", "bug", 4, 1, 0, 1, 0, (BITE,))
GIANT = Monster("giant", "Giant", 4, "S", "", "goodie", "rock", 8, 4, 0, 1, 3, (BITE,))
NUMBERS = tuple(
    Training(name, name.capitalize(), n, "CRHSCR"[n - 1], "", 3, {"power": 1})
    for n, name in enumerate(NAMES, start=1)
)
FRIENDS = Training("friends", "Make Friends", 2, "S", "", 4, {"loyalty": 1})
LAMP = Training("lamp", "Lamp", 2, "C", "", 4, {"speed": 1}, ("lamp",))
RAIN = Event("rain", "Rain", 3, "H", "", (Effect("draw", 1, "me"),))
HAIL = Event("hail", "Hail", 5, "H", "", (Effect("damage", 2, "foe"),))
B2 = Battle("b2", "Small Battle", 2, "H")
B4 = Battle("b4", "Middle Battle", 4, "H")
B6 = Battle("b6", "Great Battle", 6, "H")
COLLAR = Attachment(
    "collar", "Collar", 3, "C", "", "monster", "neck", effects=(Effect("trait", trait="defense"),)
)
TORC = Attachment(
    "torc", "Torc", 3, "C", "", "monster", "neck", effects=(Effect("trait", trait="power"),)
)
HAT = Attachment("hat", "Hat", 3, "C", "", "player", effects=(Effect("hand"),))
CARDS: tuple[Card, ...] = (
    *(GAZER, FLUFF, MITE, GIANT, *NUMBERS, FRIENDS, LAMP, RAIN, HAIL, B2, B4, B6),
    *(COLLAR, TORC, HAT),
)
COUNTS = {card.id: 1 for card in CARDS} | {"mite": 3, "two": 2, "four": 3, "five": 3, "six": 3}
COUNTS |= {"friends": 2}


def deck(kind: str = "virtual", *more: Card, counts: dict[str, int] | None = None) -> Deck:
    """The thirty cards, with other cards in place of those of the same id."""
    cards = {card.id: card for card in (*CARDS, *more)}
    return Deck(cards, COUNTS if counts is None else counts, kind)


HELD = ["mite", "giant", "fluff", "gazer", "hat", "torc", "collar", "one", "three"]
PULLED = ["two", "four", "five", "six", "lamp", "friends"]
BLANK = Deck({}, {}, "told")
SEATS = ("jason", "billy")


class Evening:
    """A match in which the test says what is drawn and pulled.

    `hands` and `pulls` hold card ids by seat, first things first; else plain training cards come.
    """

    def __init__(
        self, jason: Deck | None = None, billy: Deck | None = None, **options: str
    ) -> None:
        decks = {"jason": jason or deck(), "billy": billy or deck()}
        game = replace(GAME, decks=lambda *_: decks)
        told = {"deck_size": "30"} | options
        self.match = Match(game, SEATS, game.options(told))
        self.hands: dict[str, list[str]] = {"jason": [], "billy": []}
        self.pulls: dict[str, list[str]] = {"jason": [], "billy": []}

    @property
    def table(self) -> MonsterRancher:
        position = self.match.position
        assert isinstance(position, MonsterRancher)
        return position

    def ranch(self, seat: str) -> Any:
        return self.table.ranches[seat]

    @property
    def said(self) -> list[str]:
        return [str(text) for text in self.table.said]

    def ask(self, seat: str) -> Any:
        self.settle()
        return self.match.view(seat)["ask"]

    def answers(self, seat: str) -> tuple[str, ...]:
        self.settle()
        return self.match.legal_actions(seat)

    def say(self, *lines: str) -> Evening:
        """Answers like `jason: pass`; what is drawn in between is as the test has laid it."""
        for line in lines:
            self.settle()
            by, _, answer = line.partition(": ")
            self.match.apply(by, answer)
        self.settle()
        return self

    def settle(self) -> None:
        """Let the decks answer."""
        while deck := next((d for d in self.match.answerers() if d.startswith("deck/")), None):
            ask = self.match.ask_of(deck)
            assert isinstance(ask, Draw | Deal)
            if ask.real:
                return
            self.match.apply(deck, laid(ask, partial(self.choose, ask.to)))

    def choose(self, to: str, pieces: list[str]) -> str:
        seat = pieces[0].partition(".")[0]
        queue = (self.pulls if to == "table" else self.hands)[seat]
        usual = PULLED if to == "table" else HELD
        wanted = [queue.pop(0)] if queue else usual
        for card in wanted:
            found = [piece for piece in pieces if piece.split(".")[1] == card]
            if found:
                return found[0]
        assert wanted is usual, f"{wanted[0]} of {seat} is not there: {pieces}"
        return pieces[0]

    def go(self, phase: str, *, week: int = 0) -> Evening:
        """Answer as quietly as one can until that phase asks somebody something."""
        self.settle()
        while self.table.phase != phase or self.table.week < week:
            self.quietly()
            assert not self.match.result
        return self

    def go_on(self, *, week: int) -> Evening:
        """The same until that week, or to the end of the match."""
        while self.table.week < week and not self.match.result:
            self.quietly()
        return self

    def quietly(self) -> None:
        """One answer, as quiet as can be."""
        self.settle()
        who, ask = next((a, ask) for ask in self.match.open() for a in ask.awaited())
        legal = ask.notations(who)
        quiet = [a for a in ("none", "pass", "stay", "ready", "done") if a in legal]
        self.say(f"{who}: {(quiet or legal)[0]}")

    def turn(self, seat: str) -> Evening:
        """Let the other pass until it is the turn of `seat`."""
        while self.match.awaited() != [seat]:
            self.say(f"{self.match.awaited()[0]}: pass")
        return self


def begun(
    jason: str = "gazer",
    billy: str = "fluff",
    *,
    jason_deck: Deck | None = None,
    billy_deck: Deck | None = None,
    **options: str,
) -> Evening:
    """An evening after the set-up, one monster each, nothing drawn yet."""
    evening = Evening(jason_deck, billy_deck, **options)
    evening.match.apply("jason", f"take {jason}")
    evening.match.apply("billy", f"take {billy}")
    for seat in SEATS:
        if "done" in evening.match.legal_actions(seat):
            evening.match.apply(seat, "done")
    return evening


def playing(hand: list[str], **options: str) -> Evening:
    """Jason's turn in the Card Play Phase with this hand."""
    evening = begun(**options)
    evening.hands["jason"] = hand
    evening.pulls = {"jason": ["six", "six"], "billy": ["two", "four", "four", "five"]}
    return evening.go("play")


def called(
    jason: str = "gazer", billy: str = "fluff", *, battle: str = "b6", **options: object
) -> Evening:
    """A Battle card of jason is about to be fought; billy's monster is the faster then."""
    evening = begun(jason, billy, **options)  # type: ignore[arg-type]
    evening.hands = {
        "jason": ["one", "lamp", "giant", "three", "two"],
        "billy": ["one", "five", "giant", "three", "two"],
    }
    evening.pulls = {"jason": [battle, "six"], "billy": ["six", "six", "four", "five"]}
    return evening.go("event")


def fought(jason: str = "gazer", billy: str = "fluff", **options: object) -> Evening:
    """Both have sent their monsters into the arena; billy takes the first shot.

    Either hand can Charge (twice), Shove Back, Hold and Retreat.
    """
    evening = called(jason, billy, **options)
    evening.hands = {seat: [] for seat in SEATS}
    return evening.say("jason: send", "billy: send")


def near(evening: Evening) -> Evening:
    """Gazer on space 3, Fluff on space 4; it is billy's shot."""
    arena = evening.table.arena
    assert arena is not None
    arena.spaces = {"jason": 3, "billy": 4}
    return evening


__all__ = [
    "BLANK",
    "CARDS",
    "COUNTS",
    "Evening",
    "Requires",
    "Special",
    "begun",
    "called",
    "deck",
    "fought",
    "near",
    "playing",
]
