"""An evening without a single screen: buttons, keys, and tagged stands on the pad."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.table.tags import KINDS
from tests.e2e.conftest import SimTable

SEATS = ("jason", "billy", "kimberly", "zach")
PUTTY_LEVELS = (3, 7, 2, 5, 4, 6, 2, 7, 3, 5, 4, 6)
ALIEN_LEVELS = (12, 8, 14, 10)
ALIENS = {1: "Goldar", 2: "Squatt", 3: "Baboo", 4: "King Sphinx"}


def tag_of(stand: str) -> str:
    """The tag that is glued under a stand."""
    kind, _, number = stand.partition("-")
    return f"04{'A1' if kind == 'alien' else 'B2'}00000000{int(number):02X}"


@dataclass
class People:
    """Four people with the old box: they know where the stands lie and throw real dice."""

    table: SimTable
    lies: dict[str, str] = field(default_factory=dict)
    chance: random.Random = field(default_factory=lambda: random.Random(7))

    def set_up(self) -> None:
        """Mix the stands and set them up unseen; every alien figure has one."""
        putties = [f"putty-{n}" for n in range(1, 13)]
        aliens = [f"alien-{n}" for n in range(1, 5)]
        self.chance.shuffle(putties)
        self.chance.shuffle(aliens)
        self.lies = {f"{seat}/{rank}": putties.pop() for seat in SEATS for rank in (1, 2, 3)}
        self.lies |= {name: aliens.pop() for name in ALIENS.values()}

    def answer(self, seat: str, ask: dict[str, Any]) -> None:
        """Do with the hands what is asked, and wait until the table has understood."""
        before = ask["question"]
        getattr(self, f"on_{ask['kind']}")(seat, ask)
        self.table.until(
            lambda: (self.table.ask(seat) or {}).get("question") != before,
            f"{seat} after {ask}",
        )

    def on_look(self, seat: str, _: dict[str, Any]) -> None:
        self.table.hands.press(seat)

    def on_draw(self, _: str, ask: dict[str, Any]) -> None:
        thing = ask["prompt"]["args"]["thing"]
        putty = thing.get("args")
        tag = tag_of(self.lies["{seat}/{n}".format(**putty) if putty else thing["text"]])
        self.table.hands.place("pad", tag)
        self.table.hands.lift("pad", tag)

    def on_roll(self, _: str, ask: dict[str, Any]) -> None:
        self.table.hands.throw(faces=[self.die() for _ in range(ask["dice"])])

    def on_roll_each(self, seat: str, _: dict[str, Any]) -> None:
        """Whoever rolled highest presses."""
        self.table.hands.press(seat)

    def on_choose(self, seat: str, ask: dict[str, Any]) -> None:
        hands, answers = self.table.hands, [option["answer"] for option in ask["options"]]
        if "chips none" in answers:
            return self.lay_chips(seat, ask)
        if "morph" in answers and self.chance.random() < 0.5:
            return hands.key(self.die())  # one touch: morph, no chips, and this die
        if ask["hold"] == "reclaim" and self.tired(seat) and self.chance.random() < 0.4:
            return hands.hold(seat)
        if ask["press"] is None:
            return hands.key(self.chance.choice(ask["options"])["key"])
        return hands.press(seat)

    def lay_chips(self, seat: str, ask: dict[str, Any]) -> None:
        """Hold, touch the chips, press. Or throw at once: that is no chips and the die."""
        hands, up = self.table.hands, sorted({n for o in ask["options"] for n in o["parts"]})
        if self.chance.random() < 0.5:
            return self.on_roll(seat, ask["next"])
        hands.down(seat)
        self.table.until(lambda: self.table.lays(seat), "the hold")
        for number in up:
            hands.key(number)
        self.table.until(lambda: (self.table.ask(seat) or {}).get("laid") == up, f"chips {up}")
        hands.up(seat)
        return hands.press(seat)

    def die(self) -> int:
        return self.chance.choice((1, 3, 5, 6, 6, 6))

    def tired(self, seat: str) -> bool:
        lanes = self.table.frame()["table"]["lanes"]
        chips = next(lane["chips"] for lane in lanes if lane["seat"] == seat)
        return list(chips.values()).count("down") >= 3


def test_sixteen_stands_are_enrolled_and_a_game_for_four_is_won_by_buttons_and_tags_alone(
    sim_table: Callable[..., SimTable],
) -> None:
    table = sim_table(dice="real", options={"stands": "tagged", "layout": "free"})
    enrol(table)
    for seat in SEATS:
        table.hands.press(seat)
    table.until(lambda: sum(s["sitting"] for s in table.frame()["seats"]) == 4, "four seats")
    table.hands.key(1)
    table.until(lambda: table.frame()["stage"] == "play", "the start")
    people = People(table)
    people.set_up()

    while table.frame()["stage"] == "play":
        seat, ask = table.until(lambda: asked(table) or over(table), "a question")
        if ask:
            people.answer(seat, ask)

    over_ = table.frame()
    assert len(over_["result"]["winners"]) == 1
    scanned = [entry for entry in table.log if entry[0].startswith("deck/")]
    assert len(scanned) > 12
    assert {seat for seat, _ in table.log if seat in SEATS} == set(SEATS)


def enrol(table: SimTable) -> None:
    """Touch the level under each stand, set the stand on the pad."""
    levels = {"putty": PUTTY_LEVELS, "alien": ALIEN_LEVELS}
    for kind in KINDS:
        for number, level in enumerate(levels[kind.name], start=1):
            assert table.do("owner", "tags.enrol", level=level).status == "ok"
            tag = tag_of(f"{kind.name}-{number}")
            table.hands.place("pad", tag)
            table.until(lambda: not table.frame("owner")["owner"]["tags"]["waiting"], tag)
            table.hands.lift("pad", tag)
    assert table.frame("owner")["owner"]["tags"]["complete"]


def asked(table: SimTable) -> tuple[str, dict[str, Any]] | None:
    """A seat with its question: what it knows from the shared screen and the rules."""
    for seat in table.frame()["awaited"]:
        if ask := table.ask(seat):
            return seat, ask
    return None


def over(table: SimTable) -> tuple[str, None] | None:
    return ("", None) if table.frame()["stage"] == "over" else None
