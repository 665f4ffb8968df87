"""How many touches the card games cost with real cards: a press, a hold, a key or a scan is one."""

from __future__ import annotations

import pytest

from tests.table.tagged import first, tag_of

ROOFS, HARBOUR = "bandai/night-shift/roofs", "bandai/night-shift/harbour"
LADLE, EMBER = "heroes/night-market/ladle", "monster_rancher/valley/ember-starter"


class Counted:
    """A table whose touches are counted."""

    def __init__(self, table):
        self.table, self.touches = table, 0

    def press(self, seat):
        self.touches += 1
        assert self.table.press(seat).status == "ok"

    def key(self, number):
        self.touches += 1
        assert self.table.key(number).status == "ok"

    def scan(self, piece):
        self.touches += 1
        assert self.table.place(tag_of(self.table, piece)).status == "ok", piece

    def cost(self, *acts):
        """What these acts cost."""
        before = self.touches
        for act in acts:
            act()
        return self.touches - before


@pytest.fixture
def counted(begun):
    def begin(*told, **options):
        return Counted(begun(*told, **options))

    return begin


def test_a_round_of_the_duel_is_one_touch_a_player_and_one_for_the_count(counted):
    c = counted("bandai", (ROOFS, HARBOUR), "jason", "billy", deck_kinds="tagged")

    def three():
        c.press("billy")
        for _ in "123":
            c.table.wait(c.table.house.beat_s)

    touches = c.cost(three, lambda: c.scan(first(ROOFS)), lambda: c.scan(first(HARBOUR)))

    assert touches == 3
    assert all(side["down"] for side in c.table.frame()["table"]["clash"]["sides"])


def test_with_cards_of_the_pi_a_round_is_three_touches_as_well(counted):
    c = counted("bandai", (), "jason", "billy", starting_hand="2")
    for seat in ("jason", "billy"):
        hand = c.table.frame(seat)["table"]["mine"]["hand"]
        free = next(card["id"] for card in hand if card["cost"] == 0)
        c.touches += 1
        assert c.table.answer(seat, f"choose {free}").status == "ok"
    c.touches += 1
    c.table.three("jason")

    assert c.touches == 3
    assert all(side["down"] for side in c.table.frame()["table"]["clash"]["sides"])


@pytest.fixture
def battle(counted):
    """One Ranger with a tagged deck; the row has appeared, and it is the Ranger's turn."""
    c = counted("heroes", (LADLE,), "jason", deck_kinds="tagged", foot="2")
    while "play" not in words(c):
        c.press("jason")
        assert c.touches < 9
    return c


def words(c, seat="jason"):
    ask = c.table.ask(seat)
    return ask["prompt"]["text"] if ask else ""


def step(c):
    """Which turn of the combat sequence it is."""
    table = c.table.frame()["table"]
    return table["sequence"][table["at"]]


def test_a_rangers_turn_is_three_touches_at_most(battle):
    """The card, its target; the dice are the Pi's."""
    turn = step(battle)

    def target():
        while step(battle) == turn:
            battle.key(1)

    touches = battle.cost(lambda: battle.scan(f"{LADLE}/1.hot-splash.1"), target)

    assert step(battle) != turn
    assert touches <= 3


def test_an_enemys_turn_is_two_touches_at_most_and_a_defence_one(battle):
    """The card that is turned up closes the question whether anybody reacts."""
    turn = step(battle)
    battle.scan(f"{LADLE}/1.hot-splash.1")
    while step(battle) == turn:
        battle.key(1)
    assert step(battle).startswith("E")
    assert "Reactions?" in words(battle)

    defence = battle.cost(lambda: battle.scan(f"{LADLE}/1.ladle-swing.1"))
    rest = 0
    while step(battle).startswith("E"):
        rest += battle.cost(lambda: battle.press("jason"))

    assert defence == 1
    assert defence + rest <= 2
    assert any("Ladle Swing, shields 3" in said for said in battle.table.said())


def test_a_pull_is_one_touch(counted):
    c = counted(
        "monster_rancher",
        (EMBER, EMBER.replace("ember", "shallows")),
        "jason",
        "billy",
        deck_kinds="tagged,virtual",
        deck_size="30",
    )
    t = c.table
    while "turn up a card" not in words(c):
        ask, other = t.ask("jason"), t.ask("billy")
        if ask and ask["kind"] == "draw":
            piece = ask["options"][0]["answer"]
            c.scan(f"{EMBER}/1.{piece}.1")
        elif ask and ask["press"]:
            c.press("jason")
        else:
            asked = other or ask
            t.answer("billy" if other else "jason", asked["options"][0]["answer"])
    pulled = len(ranks(t))
    assert t.frame()["awaited"] == ["jason"]

    touches = c.cost(lambda: c.scan(f"{EMBER}/1.{training(t)}.1"))

    assert touches == 1
    assert len(ranks(t)) == pulled + 1


def ranks(t):
    return t.frame()["table"]["players"][0]["rank"]


def training(t):
    """A training card of the deck."""
    deck = t.session.sitting.play.match.decks["jason"]
    return next(card for card in deck.counts if deck.cards[card].kind == "training")
