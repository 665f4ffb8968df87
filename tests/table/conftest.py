"""A table for the tests: its own home, a clock that stands still, hands that one line moves."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.engines.catalogue import GAMES
from companion.table.board import Board, Signs, Sound
from companion.table.chance import SeededChance
from companion.table.house import House
from companion.table.inbox import (
    Answer,
    Command,
    Down,
    Held,
    Inbox,
    Key,
    Placed,
    Reply,
    Up,
)
from companion.table.packs.library import shelved
from companion.table.session import Session
from tests.table.tagged import enrol
from tests.table.toy_game import TOY


class Outputs:
    def __init__(self) -> None:
        self.signs: list[Signs] = []
        self.sounds: list[Sound] = []

    def show(self, signs: Signs) -> None:
        self.signs.append(signs)

    def sound(self, sound: Sound) -> None:
        self.sounds.append(sound)


def spoken(text: Any) -> str:
    args = text.get("args", {})
    return text["text"].format(
        **{name: spoken(a) if isinstance(a, dict) else a for name, a in args.items()}
    )


class Table:
    """A session, stepped through without a thread."""

    def __init__(self, home: Path, games: dict[str, Any], house: House, seed: int = 1) -> None:
        self.now, self.home, self.house, self.games = 100.0, home, house, games
        self.board, self.outputs, self.ids = Board(), Outputs(), 0
        self.session = Session(
            home,
            house,
            self.board,
            Inbox(),
            self.outputs,
            games=games,
            clock=lambda: self.now,
            chance=SeededChance(seed),
        )

    # hands
    def press(self, seat: str) -> Reply:
        first = self.session.step(Down(seat, self.now))
        second = self.session.step(Up(seat, self.now + 0.1))
        return first if first.status != "ok" else second

    def hold(self, seat: str, seconds: float = 0.6) -> None:
        self.session.step(Down(seat, self.now))
        self.session.step(Held(seat, 0.6, self.now))
        if seconds >= 2:
            self.session.step(Held(seat, 2.0, self.now))
        self.session.step(Up(seat, self.now))

    def key(self, *numbers: int) -> Reply:
        return [self.session.step(Key(number, self.now)) for number in numbers][-1]

    def place(self, tag: str) -> Reply:
        return self.session.step(Placed("pad", tag, self.now))

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.session.tick()

    def three(self, seat: str) -> None:
        """A press for the count, and the table counts to three."""
        self.press(seat)
        for _ in "123":
            self.wait(self.house.beat_s)

    # screens
    def frame(self, viewer: str = "audience") -> dict[str, Any]:
        return json.loads(self.board.frame(viewer).body)

    def ask(self, seat: str) -> dict[str, Any] | None:
        return self.frame(seat)["ask"]

    def answer(
        self, seat: str, answer: str, question: str | None = None, ticket: str = ""
    ) -> Reply:
        if question is None:
            ask = self.ask(seat)
            question = ask["question"] if ask else ""
        if not ticket:
            self.ids += 1
            ticket = f"{seat}-{self.ids}"
        return self.session.step(Answer(seat, question, answer, ticket))

    def do(self, viewer: str, name: str, /, **args: Any) -> Reply:
        return self.session.step(Command(viewer, name, args))

    # shortcuts
    def begun(self, first: str = "jason") -> Table:
        """Marbles with real dice, after the colours and the first throw; `first` begins."""
        self.started("jason", "billy", dice="real")
        self.answer("jason", "red")
        self.answer("billy", "blue")
        self.press(first)
        self.wait(3)
        return self

    def said(self, viewer: str = "audience") -> list[str]:
        return [spoken(text) for text in self.frame(viewer)["said"]]

    @property
    def log(self) -> list[tuple[str, str]]:
        play = self.session.sitting.play
        return list(play.match.log) if play else []

    def started(self, *seats: str, game: str = "tonight", **options: str) -> Table:
        for seat in seats:
            self.press(seat)
        reply = self.do("audience", "start", game=game, options=options)
        assert reply.status == "ok", reply
        return self

    def again(self) -> Table:
        """The same table after the power came back."""
        self.session.store.close()
        return Table(self.home, self.games, self.house)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    made: list[Table] = []

    def make(**settings: Any) -> Table:
        games = settings.pop("games", {"marbles": TOY})
        seed = settings.pop("seed", 1)
        settings = {"tonight": "marbles", "short": "", "pace_s": 0.0, **settings}
        home = settings.pop("home", tmp_path / "home")
        made.append(Table(home, games, House(**settings), seed))
        return made[-1]

    yield make
    for one in made:
        one.session.store.close()


@pytest.fixture
def begun(table: Callable[..., Table], tmp_path: Path) -> Callable[..., Table]:
    """A game of cards, already begun; the decks that are named lie there in tagged sleeves."""

    def begin(game: str, decks: Sequence[str], *seats: str, seed: int = 1, **options: str) -> Table:
        games = shelved(GAMES, tmp_path / "home", keep=True)
        t, n = table(games=games, tonight="king_sphinx", seed=seed), 0
        for deck in decks:
            n = enrol(t, deck, first=n)
        lists = ",".join(deck.partition("/")[2] for deck in decks)
        told = {"decks": lists, "deck_kinds": "tagged"} if decks else {}
        return t.started(*seats, game=game, **{**told, **options})

    return begin
