"""A phone gets a seat by the seat's own button, and by nothing else."""

from __future__ import annotations

import hashlib
import json

from companion.table.inbox import Down, Held, Up
from companion.table.seats import Seats
from companion.table.store import Store


def viewer(t, reply):
    return t.board.viewer(hashlib.sha256(reply.data["token"].encode()).hexdigest())


def test_a_held_button_gives_the_waiting_phone_its_seat(table):
    t = table()
    reply = t.do("audience", "claim", seat="billy")
    waiting = viewer(t, reply)
    assert json.loads(t.board.frame(waiting).body)["claim"]["signs"] == reply.data["signs"]
    assert [s.get("claim") for s in t.frame()["seats"] if s["seat"] == "billy"] == [
        reply.data["signs"]
    ]
    t.hold("billy", 2)
    assert viewer(t, reply) == "billy"
    assert t.frame()["seats"][1]["phone"]
    assert t.frame()["seats"][1]["sitting"]


def test_the_seat_is_kept_through_a_restart_and_its_token_is_nowhere(table):
    t = table()
    reply = t.do("audience", "claim", seat="billy")
    t.hold("billy", 2)
    again = t.again()
    assert viewer(again, reply) == "billy"
    assert reply.data["token"].encode() not in (t.home / "record.db").read_bytes()
    again.session.store.close()


def test_the_same_again_moves_the_seat_and_the_old_phone_has_lost_it(table):
    t = table()
    first = t.do("audience", "claim", seat="billy")
    t.hold("billy", 2)
    second = t.do("audience", "claim", seat="billy")
    assert viewer(t, first) == "billy"
    t.hold("billy", 2)
    assert viewer(t, second) == "billy"
    assert viewer(t, first) is None


def test_a_guest_does_not_get_the_seat_by_a_press_that_rolls(table):
    t = table().begun()
    reply = t.do("audience", "claim", seat="jason")
    t.press("jason")
    assert t.log[-1] == ("jason", "try")
    assert viewer(t, reply).startswith("claim/")


def test_a_hold_that_began_before_the_claim_gives_nothing(table):
    t = table().begun()
    t.session.step(Down("jason", 0))
    reply = t.do("audience", "claim", seat="jason")
    t.session.step(Held("jason", 0.6, 0))
    t.session.step(Held("jason", 2.0, 0))
    t.session.step(Up("jason", 2.1))
    assert viewer(t, reply).startswith("claim/")
    assert t.log[3] == ("jason", "rest")


def test_the_hold_that_gives_the_seat_is_no_answer(table):
    t = table().begun()
    t.do("audience", "claim", seat="jason")
    t.hold("jason", 2)
    assert len(t.log) == 3


def test_a_hold_that_is_let_go_in_time_is_still_the_other_choice(table):
    t = table().begun()
    t.do("audience", "claim", seat="jason")
    t.hold("jason", 0.7)
    assert t.log[3] == ("jason", "rest")


def test_one_claim_a_seat_and_it_lapses_after_thirty_seconds(table):
    t = table()
    first = t.do("audience", "claim", seat="billy")
    assert t.do("audience", "claim", seat="billy").status == "illegal"
    t.wait(30)
    assert viewer(t, first) is None
    assert "claim" not in t.frame()["seats"][1]
    t.hold("billy", 2)
    assert viewer(t, first) is None
    assert t.do("audience", "claim", seat="billy").status == "ok"


def test_another_seats_button_does_not_help(table):
    t = table()
    reply = t.do("audience", "claim", seat="billy")
    t.hold("jason", 2)
    assert viewer(t, reply) != "billy"
    assert t.do("audience", "claim", seat="bulk").status == "illegal"


def test_the_code_from_the_terminal_serves_a_table_without_buttons(table):
    t = table()
    code = t.session.terminal_code
    reply = t.do("audience", "claim", seat="zach", code=code.lower())
    assert viewer(t, reply) == "zach"
    for _ in range(5):
        assert t.do("audience", "claim", seat="billy", code="AAAAAA").status == "forbidden"
    assert t.do("audience", "claim", seat="billy", code=code).status == "forbidden"
    t.wait(61)
    assert t.do("audience", "claim", seat="billy", code=code).status == "ok"


def test_one_device_may_hold_several_seats(table):
    t = table()
    code = t.session.terminal_code
    replies = {s: t.do("audience", "claim", seat=s, code=code) for s in ("zach", "billy")}
    assert {viewer(t, reply) for reply in replies.values()} == {"zach", "billy"}
    t.do("zach", "release")
    assert viewer(t, replies["zach"]) is None
    assert viewer(t, replies["billy"]) == "billy"


def test_the_seat_code_holds_for_the_evening_and_through_a_power_cut(table):
    t = table()
    code = t.session.terminal_code
    again = t.again()
    assert again.session.terminal_code == code
    assert again.do("audience", "claim", seat="zach", code=code).status == "ok"
    again.session.store.close()


def test_the_next_evening_has_a_code_of_its_own(tmp_path):
    store, hours = Store(tmp_path), [20]

    def code():
        return Seats(store, lambda: 0.0, lambda: 1e9 + 3600 * hours[0]).terminal_code

    first = code()
    hours[0] = 31
    assert code() == first
    hours[0] = 33
    second = code()
    assert second != first
    hours[0] = 0
    assert code() != second, "a clock that was set back makes no code hold for years"
    store.close()
