"""What goes wrong with cards at a real table, and what the table makes of it."""

from __future__ import annotations

import pytest

from tests.table.tagged import first, tag_of

ROOFS, HARBOUR = "bandai/night-shift/roofs", "bandai/night-shift/harbour"
LADLE, REFRAIN = "heroes/night-market/ladle", "heroes/night-market/refrain"


def scan(t, piece):
    return t.place(tag_of(t, piece))


def unchanged(t, act):
    """Whether an act answers nothing and is refused, with the words that are always said."""
    before = t.log
    reply = act()
    return t.log == before and reply.status == "illegal" and "Not now" in str(reply.words)


def duel(begun, **options):
    return begun("bandai", (ROOFS, HARBOUR), "jason", "billy", **options)


def test_a_card_scanned_twice_answers_once(begun):
    t = duel(begun, starting_hand="2")
    assert scan(t, f"{ROOFS}/1.kite-scout.1").status == "ok"
    assert unchanged(t, lambda: scan(t, f"{ROOFS}/1.kite-scout.1"))
    assert t.log == [("jason", "pay kite-scout.1")]


def test_a_card_of_the_other_deck_answers_for_nobody(begun):
    t = duel(begun)
    t.three("jason")
    scan(t, first(HARBOUR))
    assert t.frame("billy")["sealed"]
    assert unchanged(t, lambda: scan(t, f"{HARBOUR}/1.old-anchor.2"))
    assert not t.frame("jason")["sealed"]


def test_nobody_pays_with_the_card_that_is_played(begun):
    t = duel(begun, starting_hand="2")
    scan(t, f"{ROOFS}/1.lamp-lighter.1")
    t.three("billy")
    assert unchanged(t, lambda: scan(t, f"{ROOFS}/1.lamp-lighter.1"))


def test_a_card_for_which_too_few_were_paid_is_not_put_down(begun):
    t = duel(begun, starting_hand="3")
    dear = next(c for c, card in printed_of(t, "jason").items() if card.cost == 2)
    scan(t, f"{ROOFS}/1.kite-scout.1")
    t.three("billy")
    assert unchanged(t, lambda: scan(t, f"{ROOFS}/1.{dear}.1"))
    assert t.frame("jason")["ask"]["options"][-1]["answer"] == "none"


def printed_of(t, seat):
    return t.session.sitting.play.match.decks[seat].cards


def battle(begun, *decks, **options):
    """The first Ranger turn of a battle."""
    seats = ("jason", "billy")[: max(1, len(decks))] if decks else ("jason", "billy")
    t = begun("heroes", decks, *seats, foot="2", **options)
    while not asks(t, "Rangers: play"):
        assert t.press(next(s for s in t.frame()["awaited"] if t.ask(s))).status == "ok"
    return t


def asks(t, words, seat="jason"):
    ask = t.ask(seat)
    return ask is not None and words in ask["prompt"]["text"]


def test_a_card_of_the_hand_is_not_turned_up_from_the_deck(begun):
    """Once it was played it lies open: the deck cannot turn it up."""
    t = battle(begun, LADLE)
    scan(t, f"{LADLE}/1.hot-splash.1")
    while not asks(t, "Reactions?") and (t.ask("jason") or {}).get("kind") != "draw":
        t.key(1)
    assert unchanged(t, lambda: scan(t, f"{LADLE}/1.hot-splash.1"))
    assert scan(t, f"{LADLE}/1.hot-splash.2").status == "ok"


def test_a_reaction_that_nobody_asked_for_is_refused(begun):
    """It waits for damage; on the own turn there is none."""
    t = battle(begun, LADLE)
    assert unchanged(t, lambda: scan(t, f"{LADLE}/1.lid-on.1"))
    assert t.answer("jason", "react jason.lid-on.1").status == "illegal"


@pytest.mark.parametrize("kind", ["virtual", "tagged"])
def test_the_team_plays_on_when_a_seat_leaves_in_mid_battle(begun, kind):
    """A robot has the seat; of a real hand it plays nothing, but the others may scan its cards."""
    decks = (LADLE, REFRAIN) if kind == "tagged" else ()
    t = battle(begun, *decks)
    assert t.do("jason", "leave").status == "ok"
    assert t.session.sitting.robots == {"jason"}
    if kind == "tagged":
        before = len(t.log)
        assert scan(t, f"{LADLE}/1.hot-splash.1").status == "ok"
        assert "play jason.hot-splash.1" in [told for _, told in t.log[before:]]

    for _ in range(600):
        if t.frame()["stage"] != "play":
            break
        play_on(t, "billy")
    assert t.frame()["stage"] == "over"


def play_on(t, seat):
    """Whoever is left answers as plainly as can be."""
    ask = t.ask(seat)
    if ask is None:
        t.wait(5)
    elif ask["kind"] == "draw":
        assert t.answer(seat, ask["options"][0]["answer"]).status == "ok"
    else:
        answers = [option["answer"] for option in ask["options"]]
        quiet = [a for a in ("on", "pass", "enough") if a in answers]
        assert t.answer(seat, (quiet or answers)[0]).status == "ok"


def test_a_robot_that_takes_over_a_real_hand_puts_down_no_card_it_cannot_see(begun):
    t = duel(begun)
    t.do("jason", "leave")
    for _ in range(60):
        if t.frame()["stage"] != "play":
            break
        ask = t.ask("billy")
        if ask and ask.get("lapse"):
            t.three("billy")
        elif ask:
            assert t.answer("billy", "none").status == "ok"
        else:
            t.wait(5)

    assert t.frame()["stage"] == "over"
    assert {told for by, told in t.log if by == "jason"} == {"ready", "none"}


def test_a_ranch_that_is_left_is_led_by_a_robot(begun):
    t = begun("monster_rancher", (), "jason", "billy", deck_size="30")
    t.do("billy", "leave")
    for _ in range(400):
        if t.frame()["stage"] != "play" or t.frame()["table"]["week"] > 2:
            break
        ask = t.ask("jason") if "jason" in t.frame()["awaited"] else None
        if ask is None:
            t.wait(5)
        else:
            assert t.answer("jason", ask["press"] or ask["options"][0]["answer"]).status == "ok"

    assert t.frame()["stage"] == "over" or t.frame()["table"]["week"] > 2
    assert [by for by, _ in t.log].count("billy") > 3
