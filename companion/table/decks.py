"""Whose deck, and who holds its cards: what the first screen asks before a game of cards.

Nothing need be chosen: whoever has chosen nothing plays a deck that came with the game, dealt by
the Pi. What was chosen once is kept for the next evening. Packs are read when they are wanted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.engines.core import Json, Seat, Text
from companion.engines.game import KINDS_OF_DECK, Deck, Game
from companion.errors import OptionError, TagError
from companion.table.packs.library import Shelf
from companion.table.sentences import text_of
from companion.table.store import Store
from companion.table.tags import Box

NOTE = "decks"
FAULTS = 4
"""So many faults of packs that are left out are shown."""
KINDS: Mapping[str, Text] = {
    "virtual": Text("dealt to the screen"),
    "tagged": Text("real cards with tags"),
    "told": Text("real cards, told"),
}

UNTAGGED = Text(
    "No card of this deck has a tag yet: the owner's page gives them tags, or touch each card on"
    " the screen when it turns up."
)


@dataclass(frozen=True)
class Choice:
    """A seat's deck, as `pack/deck` (empty: any), and of which kind."""

    deck: str = ""
    kind: str = KINDS_OF_DECK[0]


def shelf_of(game: Game) -> Shelf | None:
    """Where the decks of a game of cards lie."""
    return game.decks if isinstance(game.decks, Shelf) else None


def card_games(games: Mapping[str, Game]) -> list[Game]:
    """The games that are played with decks."""
    return [game for game in games.values() if game.decks is not None]


class Decks:
    """What every seat has chosen, game by game."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._chosen: dict[tuple[str, Seat], Choice] = {}
        for line in store.note(NOTE).splitlines():
            game, seat, deck, kind = line.split(" ")
            self._chosen[game, seat] = Choice(deck if deck != "-" else "", kind)

    def chosen(self, game: Game, seat: Seat) -> Choice:
        """What `seat` plays: its choice, if that deck is still on the shelf."""
        choice, shelf = self._chosen.get((game.id, seat), Choice()), shelf_of(game)
        there = {name for name, _ in shelf.choices()} if shelf and choice.deck else set()
        return choice if choice.deck in there or not choice.deck else Choice("", choice.kind)

    def choose(self, game: Game, seat: Seat, choice: Choice) -> None:
        """Let `seat` play that deck."""
        shelf = shelf_of(game)
        names = {name for name, _ in shelf.choices()} if shelf else set()
        if choice.kind not in KINDS_OF_DECK or (choice.deck and choice.deck not in names):
            raise OptionError("there is no such deck for {game}", game=game.title)
        chosen = {**self._chosen, (game.id, seat): choice}
        lines = (f"{g} {s} {c.deck or '-'} {c.kind}" for (g, s), c in chosen.items())
        self.store.keep_note(NOTE, "\n".join(lines))
        self._chosen = chosen

    def next_deck(self, game: Game, seat: Seat) -> None:
        """The next deck of the shelf; after the last one any."""
        choice, shelf = self.chosen(game, seat), shelf_of(game)
        names = ["", *(name for name, _ in shelf.choices())] if shelf else [""]
        following = names[(names.index(choice.deck) + 1) % len(names)]
        self.choose(game, seat, Choice(following, choice.kind))

    def next_kind(self, game: Game, seat: Seat) -> None:
        """Dealt, real with tags, or real and told."""
        choice = self.chosen(game, seat)
        at = (KINDS_OF_DECK.index(choice.kind) + 1) % len(KINDS_OF_DECK)
        self.choose(game, seat, Choice(choice.deck, KINDS_OF_DECK[at]))

    def options(
        self, game: Game, seats: Sequence[Seat], robots: Collection[Seat]
    ) -> dict[str, str]:
        """The choices as options of the game; a robot's cards are always dealt."""
        if game.decks is None:
            return {}
        choices = [
            Choice(chosen.deck) if seat in robots else chosen
            for seat in seats
            for chosen in [self.chosen(game, seat)]
        ]
        told = {}
        if any(choice.deck for choice in choices):
            told["decks"] = ",".join(choice.deck for choice in choices)
        if any(choice.kind != KINDS_OF_DECK[0] for choice in choices):
            told["deck_kinds"] = ",".join(choice.kind for choice in choices)
        return told | self._size(game, {choice.deck for choice in choices if choice.deck})

    def _size(self, game: Game, decks: Collection[str]) -> dict[str, str]:
        """The house rule about the size of a deck follows the decks that were chosen."""
        shelf = shelf_of(game)
        if shelf is None or not any(switch.name == "deck_size" for switch in game.switches):
            return {}
        sizes = {sum(shelf.find(deck, KINDS_OF_DECK[0]).counts.values()) for deck in decks}
        return {"deck_size": str(sizes.pop())} if len(sizes) == 1 else {}

    # -- what screens show

    def shown(self, game: Game, seats: Iterable[Seat], tagged: Mapping[str, int]) -> Json:
        """Whose deck is whose, and which there are."""
        shelf = shelf_of(game)
        names = dict(shelf.choices()) if shelf else {}
        return {
            "seats": [self._shown(game, seat, names, tagged) for seat in seats],
            "decks": [{"deck": deck, "name": name} for deck, name in names.items()],
            "kinds": [{"kind": kind, "words": words.json()} for kind, words in KINDS.items()],
            "faults": [text_of(fault).json() for fault in shelf.faults[:FAULTS]] if shelf else [],
        }

    def _shown(
        self, game: Game, seat: Seat, names: Mapping[str, str], tagged: Mapping[str, int]
    ) -> Json:
        choice = self.chosen(game, seat)
        boxes = f"{game.id}/{choice.deck}/" if choice.deck else f"{game.id}/"
        known = any(n for box, n in tagged.items() if box.startswith(boxes))
        return {
            "seat": seat,
            "deck": choice.deck,
            "name": names.get(choice.deck),
            "kind": choice.kind,
            "words": KINDS[choice.kind].json(),
            "tagged": tagged.get(f"{game.id}/{choice.deck}/1", 0),
            "lacks": UNTAGGED.json() if choice.kind == "tagged" and not known else None,
        }


def box_of(game: Game | None, deck: str, number: int) -> Box:
    """The box of that deck list, to be enrolled."""
    shelf = shelf_of(game) if game else None
    if game is None or shelf is None:
        raise TagError("that game has no cards with tags")
    if not 1 <= number <= 9:
        raise TagError("a deck has up to nine boxes, 1 to 9")
    found: Deck = shelf.find(deck, "tagged")
    return Box.of(game.id, found, number)


def enrollable(games: Mapping[str, Game]) -> Json:
    """Every deck list whose cards may get tags."""
    return [
        {"game": game.id, "deck": deck, "name": name}
        for game in card_games(games)
        if (shelf := shelf_of(game))
        for deck, name in shelf.lists()
    ]
