"""A duel of cards at the table: by phones alone, by buttons alone, against a robot."""

from __future__ import annotations

import json

import pytest

from companion.engines.catalogue import GAMES
from companion.table.packs.library import shelved

SEATS = ("jason", "billy")


@pytest.fixture
def duel(table, tmp_path):
    games = shelved(GAMES, tmp_path / "home", keep=True)

    def begin(*seats, **options):
        return table(games=games, tonight="bandai").started(*(seats or SEATS), **options)

    return begin


def test_by_phones_alone_to_the_end_at_two_touches_a_round(duel):
    t = duel()
    touches, turns = dict.fromkeys(SEATS, 0), 0
    while t.frame()["stage"] == "play":
        for seat in SEATS:
            ask = t.ask(seat)
            if ask is None:
                continue
            answers = [option["answer"] for option in ask["options"]]
            free = [a for a in answers if a.startswith("choose") and cost(t, seat, a) == 0]
            assert t.answer(seat, (free or answers)[0]).status == "ok"
            touches[seat] += 1
        turns = t.frame()["table"]["turn"]

    result = t.frame()["result"]
    assert result["how"]["text"]
    assert max(touches.values()) <= 2 * turns + 8  # beside elements and payments


def cost(t, seat, answer):
    hand = t.frame(seat)["table"]["mine"]["hand"]
    return next(card["cost"] for card in hand if f"choose {card['id']}" == answer)


def test_a_round_is_one_touch_to_choose_and_one_on_three(duel):
    t = duel()

    for seat in SEATS:
        t.answer(seat, "nothing")
    for seat in SEATS:
        t.press(seat)

    assert t.frame()["table"]["turn"] == 2
    assert "Nobody puts a card down: nothing happens." in t.said()


def test_cards_as_they_are_in_the_box_by_buttons_and_keys_alone(duel):
    """Ready and flip are one touch each; so the round's values are keys."""
    t = duel(deck_kinds="told")

    t.press("jason")
    t.press("billy")
    t.answer("jason", "down card")
    t.press("billy")
    assert t.frame()["awaited"] == ["jason"]
    t.key(3)

    assert t.said()[-1] == "jason inflicts 3: billy draws."
    assert t.frame()["table"]["players"][1]["hand"] == 5


def test_before_three_no_byte_of_another_viewer_tells_what_was_chosen(duel):
    t = duel()
    t.answer("jason", "nothing")
    t.answer("billy", "nothing")
    t.press("jason")
    t.press("billy")
    free = [o["answer"] for o in t.ask("jason")["options"] if cost_free(t, o["answer"])]
    before = {viewer: t.board.frame(viewer) for viewer in ("billy", "audience", "owner")}
    signs = len(t.outputs.signs), len(t.outputs.sounds)

    t.answer("jason", free[0])

    assert {viewer: t.board.frame(viewer) for viewer in before} == before
    assert (len(t.outputs.signs), len(t.outputs.sounds)) == signs


def cost_free(t, answer):
    return answer == "nothing" or cost(t, "jason", answer) == 0


def test_no_card_of_a_hand_is_in_any_other_frame(duel):
    t = duel(starting_hand="3")

    hand = {card["name"] for card in t.frame("jason")["table"]["mine"]["hand"]}
    for viewer in ("billy", "audience", "owner", "zach"):
        own = {c["name"] for c in (t.frame(viewer)["table"].get("mine") or {}).get("hand", ())}
        body = t.board.frame(viewer).body.decode()
        assert not [name for name in hand - own if json.dumps(name) in body]


def test_a_refused_card_gets_the_same_words_whatever_the_reason(duel):
    t = duel(deck_kinds="tagged,tagged")
    t.press("jason")
    t.press("billy")

    answers = ["down spring-tide.1", "down neon-sparrow.1", "down kite-scout.9", "down nothing"]
    replies = [t.answer("jason", answer) for answer in answers]

    assert len({(reply.status, str(reply.words)) for reply in replies}) == 1
    assert replies[0].status == "illegal"


def test_power_cut_between_choosing_and_three(duel):
    t = duel()
    t.answer("jason", "nothing")
    t.answer("billy", "nothing")
    t.press("jason")

    t = t.again()
    t.do("audience", "resume")

    assert t.frame("jason")["sealed"]
    t.press("billy")
    assert t.frame()["table"]["turn"] == 2


def test_a_seat_that_leaves_in_mid_battle_is_played_by_a_robot(duel):
    t = duel()
    t.answer("jason", "nothing")
    t.do("jason", "leave")

    for _ in range(400):
        if t.frame()["stage"] != "play":
            break
        t.wait(5)
        ask = t.ask("billy")
        if ask:
            t.answer("billy", ask["options"][-1]["answer"])

    assert t.frame()["stage"] == "over"
