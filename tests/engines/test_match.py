"""A match is its script and its log; what rules may not do is found out at once."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.engines.core import (
    GameOver,
    Offer,
    Option,
    Options,
    Position,
    Seat,
    Text,
    choose,
    look,
    roll,
    rule,
    together,
)
from companion.engines.game import Game, Switch, boolean, integer, integers, one_of
from companion.engines.match import Match
from companion.errors import (
    BrokenRule,
    IllegalAction,
    OptionError,
    RecordMismatch,
    StaleAction,
    UnknownAction,
)

AB = Options(Option(letter, letter, Text(letter)) for letter in "ab")
GO = Text("Go.")


@dataclass
class Tiny(Position):
    """What a test's script needs: somewhere to write."""

    script: Callable[[Tiny], Coroutine[Any, Any, None]] = field(
        default=lambda _: None,  # type: ignore[assignment, return-value]
        compare=False,
    )
    notes: list[str] = field(default_factory=list)

    async def play(self) -> None:
        await self.script(self)

    def view(self, viewer: Seat) -> dict[str, Any]:  # noqa: ARG002
        return {"notes": list(self.notes)}


def tiny(script: Callable[[Tiny], Coroutine[Any, Any, None]], seats: str = "jason billy") -> Match:
    def start(seats: tuple[Seat, ...], _: Any) -> Tiny:
        return Tiny(seats, script=script)

    return Match(Game("tiny", "Tiny", 1, range(1, 4), start), seats.split(" "))


async def letters(table: Tiny) -> None:
    while True:
        for seat in table.seats:
            table.notes.append(await choose(seat, GO, AB))


def test_answers_are_logged_and_a_log_is_the_match() -> None:
    match = tiny(letters)
    match.apply("jason", "a")
    match.apply("billy", "b")

    assert match.log == [("jason", "a"), ("billy", "b")]
    assert match.view("jason")["table"] == {"notes": ["a", "b"]}
    assert match.rewind(1).view("jason")["table"] == {"notes": ["a"]}


def test_an_answer_that_is_none_changes_nothing_and_is_named() -> None:
    match = tiny(letters)

    for by, notation, error in (
        ("jason", "c", IllegalAction),
        ("billy", "a", StaleAction),
        ("nobody", "a", UnknownAction),
        ("dice/jason", "3", StaleAction),
        ("dice/nobody", "3", UnknownAction),
    ):
        with pytest.raises(error):
            match.check(by, notation)
        with pytest.raises(error):
            match.apply(by, notation)
    assert match.log == []
    assert match.answerers() == ("jason",)


def test_a_log_that_does_not_fit_says_where_and_what_would_have() -> None:
    match = tiny(letters)

    with pytest.raises(RecordMismatch) as fault:
        Match(match.game, match.seats, log=[("jason", "a"), ("jason", "b")])

    assert fault.value.at == 2
    assert fault.value.found == "jason: b"
    assert fault.value.legal == ("billy: a", "billy: b")


@pytest.mark.parametrize("seat", ["Jason", "1st", "dice", "table", "audience", "a b", ""])
def test_seat_keys_are_plain_and_none_is_reserved(seat: str) -> None:
    with pytest.raises(OptionError):
        tiny(letters, f"{seat} billy" if " " not in seat else "a,b billy")


def test_seats_are_as_many_as_the_game_takes_and_each_once() -> None:
    with pytest.raises(OptionError, match="1 to 3 seats"):
        tiny(letters, "a b c d")
    with pytest.raises(OptionError, match="twice"):
        tiny(letters, "a a")


# -- going back


def test_undo_is_free_until_somebody_has_learnt_something() -> None:
    async def script(table: Tiny) -> None:
        await choose("jason", GO, AB)
        await roll(1, "jason")
        await choose("jason", GO, AB)
        await look("billy", Text("7"))
        await choose("jason", GO, AB)
        table.reveal("It is 7.")
        await choose("jason", GO, AB)

    match = tiny(script)
    match.apply("jason", "a")
    assert match.undo().log == []
    match.apply("dice/jason", "3")
    with pytest.raises(IllegalAction, match="learnt"):
        match.undo()
    match.apply("jason", "a")
    with pytest.raises(IllegalAction, match="learnt"):
        match.undo()
    match.apply("billy", "seen")
    assert match.undo().answerers() == ("billy",)
    match.apply("jason", "b")
    with pytest.raises(IllegalAction, match="learnt"):
        match.undo()


# -- ending


def test_the_game_ends_from_however_deep() -> None:
    async def script(_: Tiny) -> None:
        await choose("jason", GO, AB)
        raise GameOver(["billy"], Text("Enough."))

    match = tiny(script)
    match.apply("jason", "a")

    assert match.result
    assert match.result.winners == {"billy"}
    assert match.open() == []
    assert match.view("audience")["result"] == {"winners": ["billy"], "how": {"text": "Enough."}}
    with pytest.raises(StaleAction):
        match.apply("jason", "a")


def test_a_script_that_ends_is_a_game_that_nobody_won() -> None:
    async def script(_: Tiny) -> None:
        await choose("jason", GO, AB)

    match = tiny(script)
    match.apply("jason", "a")

    assert match.result
    assert match.result.winners == frozenset()


# -- offers and sealed choices


def test_the_first_answer_closes_an_offer_and_a_later_one_is_stale() -> None:
    async def script(table: Tiny) -> None:
        by, letter = await Offer({"jason": AB, "billy": AB}, GO)
        table.notes.append(f"{by} {letter}")
        await choose("jason", GO, AB)

    match = tiny(script)
    match.apply("billy", "b")

    assert match.view("jason")["table"] == {"notes": ["billy b"]}
    with pytest.raises(StaleAction):
        match.apply("billy", "a")


async def sealed(table: Tiny) -> None:
    chosen = await together({seat: choose(seat, GO, AB) for seat in table.seats})
    table.notes = [f"{seat} {letter}" for seat, letter in chosen.items()]
    await choose("jason", GO, AB)


def test_sealed_choices_show_nothing_until_all_are_in() -> None:
    match = tiny(sealed)
    before = match.view("jason")

    match.apply("billy", "b")

    assert match.view("jason") == before
    assert match.awaited() == ["jason", "billy"]
    assert match.view("billy")["sealed"]
    assert match.withdraw("billy").view("billy")["ask"]
    match.apply("jason", "a")
    assert match.view("audience")["table"] == {"notes": ["jason a", "billy b"]}
    with pytest.raises(IllegalAction, match="learnt"):
        match.undo()
    with pytest.raises(IllegalAction):
        match.withdraw("billy")


def test_a_part_may_be_a_mere_question_and_others_may_seem_to_be_waited_for() -> None:
    async def script(table: Tiny) -> None:
        answers = await together({"billy": choose("billy", GO, AB)}, GO, waits_for=table.seats)
        table.notes.append(str(answers))
        await choose("jason", GO, AB)

    match = tiny(script)

    assert match.awaited() == ["jason", "billy"]
    assert match.legal_actions("jason") == ()
    match.apply("billy", "b")
    assert match.view("jason")["table"] == {"notes": ["{'billy': 'b'}"]}


def test_nobody_together_is_no_question() -> None:
    async def script(table: Tiny) -> None:
        table.notes.append(str(await together({})))
        await choose("jason", GO, AB)

    assert tiny(script).view("jason")["table"] == {"notes": ["{}"]}


async def ends(_: Seat) -> None:
    raise GameOver([], GO)


async def nests(seat: Seat) -> None:
    await together({seat: choose(seat, GO, AB)})


@pytest.mark.parametrize(("branch", "words"), [(ends, "end the game"), (nests, "inside together")])
def test_a_branch_only_asks(branch: Callable[[Seat], Any], words: str) -> None:
    async def script(_: Tiny) -> None:
        await together({"jason": branch("jason")})

    with pytest.raises(BrokenRule, match=words):
        tiny(script)


def test_a_branch_that_changes_the_position_is_found_out() -> None:
    async def script(table: Tiny) -> None:
        async def cheats(seat: Seat) -> str:
            letter = await choose(seat, GO, AB)
            table.notes.append(letter)
            return letter

        await together({seat: cheats(seat) for seat in table.seats})

    match = tiny(script)

    with pytest.raises(BrokenRule, match="changed the position"):
        match.apply("jason", "a")


def test_a_seat_is_asked_one_thing_at_a_time() -> None:
    async def twice(seat: Seat) -> str:
        return await choose(seat, GO, AB)

    async def script(_: Tiny) -> None:
        await together({"jason": twice("jason"), "billy": twice("jason")})

    with pytest.raises(BrokenRule, match="two things at once"):
        tiny(script)


def test_a_question_is_put_to_somebody() -> None:
    async def script(_: Tiny) -> None:
        await Offer({}, GO)

    with pytest.raises(BrokenRule, match="to nobody"):
        tiny(script)


# -- reading the open rules


def test_the_open_rules_are_read_off_the_awaits_in_branches_too() -> None:
    @rule("R1", "R2", heading="Outer")
    async def outer(table: Tiny) -> None:
        await together({seat: inner(seat) for seat in table.seats})

    @rule("R3", heading="Inner")
    async def inner(seat: Seat) -> None:
        await choose(seat, GO, AB)

    match = tiny(outer)

    assert [cited.heading for cited in match.where()] == ["Outer", "Inner"]
    assert match.view("audience")["where"] == [
        {"heading": "Outer", "clauses": ["R1", "R2"]},
        {"heading": "Inner", "clauses": ["R3"]},
    ]


def test_a_stranger_sees_what_the_audience_sees() -> None:
    match = tiny(letters)

    assert match.view("owner") == match.view("audience")
    assert match.view("audience")["ask"] is None
    assert match.view("audience")["awaited"] == ["jason"]


# -- house rules


def test_every_faulty_house_rule_is_named_at_once() -> None:
    game = Game(
        "tiny",
        "Tiny",
        1,
        range(1, 4),
        lambda seats, _: Tiny(seats),
        (
            Switch("size", 3, integer(1, 5), "1 to 5", "R1", "how many"),
            Switch("fast", False, boolean, "true, false", "R2", "how fast"),
            Switch("kind", "a", one_of("a", "b"), "a, b", "R3", "which"),
            Switch("list", (1,), integers(lambda _: None), "numbers", "R4", "a list"),
        ),
    )

    assert game.options({"fast": "true", "list": "3,4"}) == {
        "size": 3,
        "fast": True,
        "kind": "a",
        "list": (3, 4),
    }
    with pytest.raises(OptionError) as fault:
        game.options({"size": "6", "kind": "c", "speed": "1"})
    words = str(fault.value)
    assert "size=6: takes a number, 1 to 5" in words
    assert "kind=c: takes a, b" in words
    assert "speed: tiny has no such option" in words
