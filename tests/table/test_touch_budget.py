"""How many touches an act costs: a press, a hold, a key or a scan is one.

The fastest legal path, with real dice and real tagged stands, through the inbox's own items.
"""

from __future__ import annotations

import pytest

from companion.engines.catalogue import GAMES
from companion.table.tags import Tags

PUTTIES = (2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7)
ALIENS = (8, 10, 12, 14)


class Counted:
    """A table whose touches are counted."""

    def __init__(self, table, seats=("jason", "billy")):
        self.table, self.touches, self.seats = table, 0, seats

    def press(self, seat):
        self.touches += 1
        assert self.table.press(seat).status == "ok"

    def hold(self, seat):
        self.touches += 1
        self.table.hold(seat)

    def key(self, *numbers):
        for number in numbers:
            self.touches += 1
            assert self.table.key(number).status == "ok"

    def place(self, piece):
        self.touches += 1
        tag = self.table.session.sitting.tags.tag(piece)
        assert self.table.place(tag).status == "ok"

    def cost(self, act):
        """The touches of `act`, and what was said aloud by it."""
        before, heard = self.touches, len(self.position.said)
        act()
        return self.touches - before, [str(said) for said in self.position.said[heard:]]

    @property
    def position(self):
        return self.table.session.sitting.play.match.position

    def say(self, statement):
        """The table catches up, by consent."""
        assert self.table.do("owner", "speak", statement=statement).status == "ok"
        for seat in self.seats:
            self.table.do(seat, "consent", yes=True)


def enrol(t):
    tags = Tags(t.session.store)
    for n, level in enumerate((*PUTTIES, *ALIENS)):
        tags.enrol(level)
        tags.placed(f"0A0B0C{n:02X}")
    t.session.sitting.tags = tags


@pytest.fixture
def tagged(table):
    """King Sphinx with real dice and tagged stands, before anybody is first."""
    t = table(games=GAMES, tonight="king_sphinx", short="king_sphinx_short", dice="real")
    enrol(t)
    t.started("jason", "billy", stands="tagged")
    for seat in ("jason", "jason", "billy", "billy"):
        t.press(seat)
    assert t.ask("jason")["kind"] == "roll_each"
    return Counted(t)


@pytest.fixture
def playing(tagged):
    """Jason is on turn, nobody has morphed."""
    tagged.press("jason")
    tagged.table.wait(3)
    return tagged


@pytest.fixture
def rangers(playing):
    """Both have morphed; jason is on turn."""
    playing.key(6)
    playing.key(6)
    return playing


@pytest.fixture
def dinozords(rangers):
    """Both stand before their aliens; jason is on turn."""
    for rank in (1, 2, 3):
        for seat, piece in (("jason", f"putty-{rank}"), ("billy", f"putty-{rank + 3}")):
            rangers.press(seat)
            if rangers.position.swapping:
                rangers.press(rangers.position.left_of(seat))
            rangers.key(6)
            rangers.place(piece)
    assert rangers.position.players["billy"].stage == "dinozord"
    return rangers


def test_the_start_player_is_found_by_one_touch(tagged):
    def act():
        tagged.press("billy")
        tagged.table.wait(3)

    assert tagged.cost(act) == (1, ["billy goes first."])


def test_a_morph_without_chips_is_one_touch(playing):
    assert playing.cost(lambda: playing.key(5)) == (1, ["jason: 5. Morphed!"])


def test_a_reclaim_is_two(playing):
    def act():
        playing.hold("jason")
        playing.key(3)

    touches, said = playing.cost(act)
    assert touches == 2
    assert said == ["jason rolls 3 and turns up nothing."]


def test_a_putty_battle_without_swap_is_four_the_neighbours_touch_among_them(rangers):
    def act():
        rangers.press("jason")
        rangers.press("billy")
        rangers.key(5)
        rangers.place("putty-3")

    assert rangers.cost(act) == (4, ["jason: 5 against 3. Won!"])


def test_a_full_swap_by_hand_costs_nothing_more(rangers):
    """With `layout=free` the labels are real and the stands change places by hand."""

    def act():
        rangers.press("jason")
        rangers.press("billy")
        rangers.key(5)
        rangers.place("putty-11")

    assert rangers.cost(act) == (4, ["jason loses with 5."])
    assert rangers.table.ask("jason")["kind"] == "look"


def test_a_full_swap_on_the_pad_is_three_touches_more_at_most(table):
    """With `layout=scanned`: look, look, and the stand that is to stand here."""
    t = table(games=GAMES, tonight="king_sphinx", dice="real")
    enrol(t)
    t.started("jason", "billy", stands="tagged", layout="scanned")
    counted = Counted(t)
    for n in range(1, 7):
        counted.place(f"putty-{n}")
    for seat, alien in (("jason", "alien-1"), ("billy", "alien-2")):
        t.press(seat)
        counted.place(alien)
        t.press(seat)
    counted.press("jason")
    t.wait(3)
    counted.key(6)
    counted.key(6)

    def act():
        counted.press("jason")
        counted.place("putty-1")
        counted.place("putty-6")
        counted.place("putty-6")
        counted.key(4)

    touches, said = counted.cost(act)
    assert touches <= 4 + 3
    assert said == ["jason: 4 against 4. Won!"]


def test_an_alien_battle_is_five(dinozords):
    def act():
        dinozords.press("jason")
        dinozords.press("billy")
        dinozords.key(4, 5)
        dinozords.place("alien-1")

    assert dinozords.cost(act) == (5, ["jason: 9 against 8. Won!"])


def test_a_try_at_king_sphinx_is_five_at_most(dinozords):
    for seat, piece in (("jason", "alien-1"), ("billy", "alien-2")):
        dinozords.press(seat)
        if seat == "jason":
            dinozords.press("billy")
        dinozords.key(6, 6)
        dinozords.place(piece)
    assert dinozords.position.megazord
    touches, said = dinozords.cost(lambda: dinozords.key(6, 6, 6, 5))
    assert touches <= 5
    assert said == ["jason: 23 against 28. The clip is at 27."]


def test_a_round_of_the_short_game_is_one_touch_a_winner(table):
    t = table(games=GAMES, tonight="king_sphinx", short="king_sphinx_short", dice="real")
    counted = Counted(t.started("jason", "billy", game="short"))

    def one():
        counted.press("jason")
        t.wait(3)

    def tied():
        counted.press("billy")
        t.wait(1)
        counted.press("jason")
        t.wait(3)

    assert counted.cost(one) == (1, ["jason knocks a putty over."])
    assert counted.cost(tied)[0] == 2
    assert counted.position.beaten == {"jason": 2, "billy": 1}


def test_a_turn_played_without_the_device_is_caught_up(rangers):
    rangers.say("turn billy")
    assert rangers.position.turn == "billy"
