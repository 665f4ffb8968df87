"""A duel of cards at the table: by phones alone, by buttons alone, against a robot."""

from __future__ import annotations

import json

import pytest

from companion.engines.catalogue import GAMES
from companion.table.inbox import Answer, Health
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
        if t.frame()["count"]:
            t.wait(t.house.beat_s)
            continue
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


def test_a_round_is_one_touch_to_choose_and_one_for_the_count(duel):
    t = duel()

    for seat in SEATS:
        t.answer(seat, "nothing")
    t.three("billy")

    assert t.frame()["table"]["turn"] == 2
    assert "Nobody puts a card down: nothing happens." in t.said()


def test_cards_as_they_are_in_the_box_by_buttons_and_keys_alone(duel):
    """The count is one touch and the flip one each; the round's values are keys."""
    t = duel(deck_kinds="told")

    t.three("jason")
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
    t.three("jason")
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
    t.three("jason")

    answers = ["down spring-tide.1", "down neon-sparrow.1", "down kite-scout.9", "down nothing"]
    replies = [t.answer("jason", answer) for answer in answers]

    assert len({(reply.status, str(reply.words)) for reply in replies}) == 1
    assert replies[0].status == "illegal"


def test_power_cut_between_choosing_and_three(duel):
    t = duel(starting_hand="3")
    t.answer("jason", free_card(t, "jason"))
    t.answer("billy", free_card(t, "billy"))
    t.answer("jason", "none")

    t = t.again()
    t.do("audience", "resume")

    assert t.frame("jason")["sealed"]
    assert t.frame()["count"] is None
    t.three("billy")
    assert [s["down"] for s in t.frame()["table"]["clash"]["sides"]] == [False, True]


def free_card(t, seat):
    """A card of the hand that costs nothing, as an answer."""
    hand = t.frame(seat)["table"]["mine"]["hand"]
    return f"choose {next(card['id'] for card in hand if card['cost'] == 0)}"


@pytest.mark.parametrize("kinds", ["virtual", "tagged"])
def test_the_table_counts_with_lamps_and_sound_and_only_on_three_all_is_open(duel, kinds):
    t = duel(starting_hand="3", deck_kinds=kinds)
    if kinds == "virtual":
        for seat in SEATS:
            t.answer(seat, free_card(t, seat))
    t.outputs.sounds.clear()

    counted = []
    t.press("billy")
    while (count := t.frame()["count"]) is not None:
        counted.append((count, lit(t), is_open(t)))
        t.wait(t.house.beat_s)

    assert counted == [(1, 1, False), (2, 2, False), (3, 3, True)]
    assert t.outputs.sounds[:3] == ["count", "count", "three"]
    assert t.frame()["table"]["step"] == ("flip" if kinds == "tagged" else "choose")


def is_open(t):
    """Whether three was said: real cards are then turned up, the others are open."""
    table = t.frame()["table"]
    return table["step"] == "flip" or bool((table["clash"] or {}).get("open"))


def lit(t):
    return sum(how == "on" for how in t.outputs.signs[-1].lamps.values())


@pytest.mark.parametrize("by", ["phone", "button"])
def test_before_three_a_bluff_and_a_play_make_the_same_signs(table, tmp_path, by):
    """The same duel twice; jason holds the card back once. Not even jason's own screen differs."""

    def signs(bluff):
        games = shelved(GAMES, tmp_path / "home", keep=True)
        t = table(games=games, tonight="bandai", seed=5)
        t.session.felt.wall = lambda: 0.0
        t.started(*SEATS, starting_hand="3")
        t.ids = 100 * bluff  # a repeated id would be taken for the same phone, asking again
        t.session.step(Health("button/jason", "fine", "", 0))
        for seat in SEATS:
            t.answer(seat, free_card(t, seat))
        assert not t.frame("jason")["sealed"]
        if by == "phone":
            t.answer("jason", "none" if bluff else "down")
        elif bluff:
            t.hold("jason")
        else:
            t.press("jason")
        assert t.frame("jason")["sealed"]
        assert t.ask("jason") is None
        seen = []
        for _ in "12":
            seen.append(frames(t))
            t.wait(t.house.beat_s)
        t.session.store.close()
        return seen, t.outputs.signs[:-1], t.outputs.sounds

    def frames(t):
        viewers = (*SEATS, "audience", "owner", "zach")
        bodies = {viewer: t.frame(viewer) for viewer in viewers}
        for body in bodies.values():
            (body["ask"] or {}).pop("question", None)
        return bodies, [len(t.board.frame(viewer).body) for viewer in viewers]

    held_back, played = signs(bluff=True), signs(bluff=False)

    for one, other in zip(held_back[0], played[0], strict=True):
        for viewer, body in one[0].items():
            assert body == other[0][viewer], viewer
    assert held_back[0] == played[0]
    assert held_back[1] == played[1]
    assert held_back[2][:-1] == played[2][:-1]
    assert [len(seen) for seen in held_back] == [len(seen) for seen in played]


def test_who_has_said_something_for_three_sees_so_at_once_and_may_say_otherwise(duel):
    t = duel(starting_hand="3")
    for seat in SEATS:
        t.answer(seat, free_card(t, seat))
    others = {viewer: t.board.frame(viewer) for viewer in ("billy", "audience", "owner", "zach")}

    t.answer("jason", "down")
    begun = {viewer: t.board.frame(viewer) for viewer in others}
    assert all(begun[viewer].version == others[viewer].version + 1 for viewer in others)
    assert t.frame("jason")["sealed"]
    t.do("jason", "withdraw")
    assert t.ask("jason")
    assert not t.frame("jason")["sealed"]
    t.answer("jason", "none")
    t.do("jason", "withdraw")
    t.answer("jason", "none")

    assert t.frame("jason")["sealed"]
    assert {viewer: t.board.frame(viewer) for viewer in others} == begun, "the count alone"
    for _ in "12":
        t.wait(t.house.beat_s)
    assert [side["down"] for side in t.frame()["table"]["clash"]["sides"]] == [False, True]


def test_a_finger_that_comes_with_three_is_told_only_if_it_meant_otherwise(duel):
    t = duel(starting_hand="3")
    for seat in SEATS:
        t.answer(seat, free_card(t, seat))
    question = t.ask("billy")["question"]
    t.three("jason")
    log = t.log[:]

    same = t.session.step(Answer("billy", question, "down", "1"))
    other = t.session.step(Answer("billy", question, "none", "2"))
    old = t.session.step(Answer("billy", "another", "down", "3"))

    assert same.status == "ok"
    assert str(other.words) == "Three was said before that: it does not count any more."
    assert (other.status, old.status) == ("stale", "stale")
    assert t.log == log


@pytest.mark.parametrize("one", ["down", "none"])
def test_what_one_says_and_takes_back_leaves_what_the_other_has_said(duel, one):
    """Not a byte of the other's screen tells that somebody thinks it over."""
    t = duel(starting_hand="3")
    for seat in SEATS:
        t.answer(seat, free_card(t, seat))
    t.answer("billy", "down")
    billys = t.board.frame("billy")

    t.answer("jason", one)
    t.do("jason", "withdraw")

    assert t.board.frame("billy") == billys
    assert t.frame("billy")["sealed"]


@pytest.mark.parametrize("said", ["down", "none"])
def test_after_a_pause_the_count_begins_anew_and_what_was_said_still_counts(duel, said):
    t = duel(starting_hand="3")
    for seat in SEATS:
        t.answer(seat, free_card(t, seat))
    t.answer("jason", said)
    t.do("billy", "pause", on=False)
    t.wait(t.house.beat_s)
    assert t.frame()["count"] is None
    t.do("billy", "pause", on=True)

    assert t.frame("jason")["sealed"]
    assert t.frame()["count"] == 1
    for _ in "12":
        t.wait(t.house.beat_s)
    downs = [side["down"] for side in t.frame()["table"]["clash"]["sides"]]
    assert downs == [said == "down", True]


def test_a_card_may_be_held_back_until_three(duel):
    t = duel(starting_hand="3")
    for seat in SEATS:
        t.answer(seat, free_card(t, seat))
    t.press("billy")
    t.wait(t.house.beat_s)
    t.answer("jason", "none")
    assert not is_open(t)
    t.wait(t.house.beat_s)

    assert [side["down"] for side in t.frame()["table"]["clash"]["sides"]] == [False, True]


def test_a_robot_waits_for_three_as_well(duel):
    t = duel("jason", game="alone")
    while t.frame()["table"]["step"] != "three":
        t.wait(5)
        ask = t.ask("jason")
        if ask and "lapse" not in ask:
            t.answer("jason", ask["options"][0]["answer"])
    t.wait(30)
    assert t.frame()["table"]["step"] == "three"
    t.three("jason")

    assert t.frame()["table"]["clash"]["open"]


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


def test_real_cards_against_a_robot_are_counted_as_well(table):
    """The robot has nothing to say before three: once the hand is ready, the table counts."""
    t = table(games=shelved(GAMES), tonight="bandai")
    t.press("jason")
    t.do("jason", "start", game="alone", options={"deck_kinds": "tagged,virtual"})
    for _ in range(20):
        if t.ask("jason"):
            break
        t.wait(5)
    t.press("jason")
    seen = []
    for _ in range(20):
        seen.append(t.frame()["count"])
        if t.frame()["table"]["step"] == "flip":
            break
        t.wait(t.house.beat_s)

    assert {1, 2, 3} <= set(seen)
    assert t.press("jason").status == "ok"
    assert t.frame()["table"]["turn"] == 2


@pytest.mark.parametrize("what", ["pause", "propose"])
def test_a_pause_or_a_proposal_stops_the_count(duel, what):
    t = duel(deck_kinds="tagged")
    t.press("billy")
    assert t.frame()["count"] == 1
    t.do("jason", what, **({"end": True} if what == "propose" else {}))
    for _ in "1234":
        t.wait(t.house.beat_s)

    assert t.frame()["count"] is None
    assert t.log == []


@pytest.mark.parametrize("first", ["hold", "press"])
def test_what_a_button_says_before_three_is_kept_on_no_page(duel, first):
    """Neither that a button was used nor a refusal's sound tells who has said what."""
    t = duel(starting_hand="3")
    t.session.step(Health("button/jason", "fine", "", 0))
    for seat in SEATS:
        t.answer(seat, free_card(t, seat))
    t.answer("billy", "down")
    others = {viewer: t.board.frame(viewer) for viewer in ("billy", "audience", "owner", "zach")}
    heard = len(t.outputs.signs), len(t.outputs.sounds)

    (t.hold if first == "hold" else t.press)("jason")
    t.press("jason")

    assert t.frame("jason")["sealed"]
    assert {viewer: t.board.frame(viewer) for viewer in others} == others
    assert (len(t.outputs.signs), len(t.outputs.sounds)) == heard
