"""An evening: sitting down, playing, racing phones, mishaps, going on another day."""

from __future__ import annotations

import random
import threading
from dataclasses import replace

import pytest

from companion.engines.catalogue import GAMES
from companion.table.board import Board
from companion.table.house import House
from companion.table.inbox import Answer, Command, Inbox
from companion.table.record import Header, to_text
from companion.table.session import Session
from tests.table.conftest import spoken
from tests.table.toy_game import TOY


class First:
    def pick(self, things):
        return things[0]


class Last:
    def pick(self, things):
        return things[-1]


def random_match(t, seats, seed=1, check=lambda: None):
    pick = random.Random(seed)
    for _ in range(5000):
        if t.frame()["stage"] == "over":
            return
        asked = [s for s in seats if t.ask(s)]
        if not asked:
            t.wait(0.01)
            continue
        seat = pick.choice(asked)
        ask = t.ask(seat)
        told = "seen" if ask["kind"] == "look" else "mine"
        if "options" in ask:
            told = pick.choice(ask["options"])["answer"]
        assert t.answer(seat, told).status == "ok"
        check()
    raise AssertionError("no end")


def test_a_match_is_played_by_screens_alone(table):
    t = table().started("jason", "billy")
    random_match(t, ["jason", "billy"])
    assert t.frame()["result"]["winners"]
    assert "won" in t.outputs.sounds


@pytest.mark.parametrize("game", ["tonight", "short"])
def test_a_whole_evening_of_king_sphinx(table, game):
    t = table(games=GAMES, tonight="king_sphinx", short="king_sphinx_short")
    t.started("jason", "billy", "zach", game=game)
    random_match(t, ["jason", "billy", "zach"])
    assert t.frame()["result"]["winners"]


def test_pressing_a_button_sits_down_and_pressing_again_stands_up(table):
    t = table()
    t.press("jason")
    t.press("billy")
    t.press("jason")
    assert [s["seat"] for s in t.frame()["seats"] if s["sitting"]] == ["billy"]
    assert t.outputs.signs[-1].lamps["billy"] == "on"
    assert t.key(1).status == "illegal"
    assert spoken(t.frame()["toast"]) == (
        "2 seats are needed; 1 taken. Press your button to sit down,"
        " or key 3 to play against robots."
    )


def test_too_many_are_told_to_stand_up(table):
    t = table()
    for seat in ("jason", "billy", "kimberly", "zach"):
        t.press(seat)
    assert t.key(1).status == "illegal"
    assert "stand up" in t.frame()["toast"]["text"]


def test_key_three_fills_the_table_with_robots_and_they_play(table):
    t = table()
    t.press("billy")
    t.key(3)
    assert [s["seat"] for s in t.frame()["seats"] if s["robot"]] == ["jason", "kimberly"]
    random_match(t, ["billy"])


def test_robots_of_king_sphinx_play_from_their_own_view(table):
    t = table(games=GAMES, tonight="king_sphinx")
    t.key(3)
    assert sum(s["robot"] for s in t.frame()["seats"]) == 3
    random_match(t, ["jason"])


def test_a_robot_takes_a_moment_but_none_within_a_hidden_step(table):
    t = table(pace_s=1.0)
    t.press("billy")
    t.key(3)
    t.answer("billy", "red")
    assert len(t.log) == 1
    t.wait(0.9)
    assert len(t.log) == 1
    t.wait(0.1)
    assert len(t.log) == 2


def test_two_phones_race_and_the_second_is_stale(table):
    t = table().begun()
    question = t.ask("jason")["question"]
    assert t.answer("jason", "try", question).status == "ok"
    assert t.answer("jason", "rest", question).status == "stale"
    assert t.answer("jason", "try", "guessed").status == "stale"


def test_the_same_post_twice_gets_the_first_reply_and_counts_once(table):
    t = table().begun()
    question = t.ask("jason")["question"]
    first = t.answer("jason", "rest", question, ticket="a1")
    log = t.log
    assert t.answer("jason", "rest", question, ticket="a1") == first
    assert t.log == log
    assert t.answer("billy", "rest", question, ticket="a1").status != "ok"
    bad = t.answer("billy", "nonsense", ticket="b1")
    assert bad.status == "illegal"
    assert t.answer("billy", "rest", ticket="b1") == bad


def test_a_retry_after_the_power_came_back_counts_once(table):
    t = table().begun()
    question = t.ask("jason")["question"]
    t.answer("jason", "rest", question, ticket="a1")
    again = t.again()
    again.do("audience", "resume")
    log = again.log
    assert again.answer("jason", "rest", question, ticket="a1").status == "ok"
    assert again.log == log
    again.session.store.close()


def test_a_question_keeps_its_id_through_changes_that_are_not_its_own(table):
    t = table().started("jason", "billy")
    question = t.ask("jason")["question"]
    t.answer("billy", "red")
    t.do("owner", "name", seat="billy", name="Bill")
    assert t.ask("jason")["question"] == question
    t.do("billy", "withdraw")
    assert t.ask("jason")["question"] == question
    assert t.ask("billy")
    assert len(t.log) == 0


def test_who_does_not_play_may_not_answer(table):
    t = table().begun()
    for viewer in ("audience", "owner", "zach", "nobody"):
        question = t.ask("jason")["question"]
        assert t.answer(viewer, "try", question).status == "forbidden"


def test_undo_takes_a_whole_gesture_back(table):
    t = table().begun()
    t.answer("jason", "try")
    t.answer("jason", "chips 2")
    assert t.frame("jason")["undo"]
    assert not t.frame("billy")["undo"]
    assert t.do("billy", "undo").status == "illegal"
    assert t.do("jason", "undo").status == "ok"
    assert t.log[-1] == ("jason", "try")
    t.key(5)
    assert t.do("jason", "undo").status == "illegal"


def test_taking_back_replays_the_match_once(table):
    begun = []

    def start(*told):
        begun.append(told)
        return TOY.start(*told)

    t = table(games={"marbles": replace(TOY, start=start)}).begun()
    t.answer("jason", "try")
    t.answer("jason", "chips 2")
    before = len(begun)
    assert t.do("jason", "undo").status == "ok"
    assert t.ask("jason")["next"], "what comes after no chips is known again"
    assert len(begun) == before + 1


def test_a_gesture_over_two_questions_is_taken_back_as_one(table):
    t = table().begun()
    t.answer("jason", "chips 2")
    assert t.log[-2:] == [("jason", "try"), ("jason", "chips 2")]
    t.do("jason", "undo")
    assert len(t.log) == 3


def test_undo_survives_a_restart(table):
    t = table().begun()
    t.answer("jason", "chips 2")
    again = t.again()
    again.do("audience", "resume")
    assert again.do("jason", "undo").status == "ok"
    assert len(again.log) == 3
    again.session.store.close()


def test_a_match_is_gone_on_with_and_nothing_happens_before(table):
    t = table().begun()
    t.key(5)
    log, frame = t.log, t.frame("billy")
    again = t.again()
    first = again.frame()
    assert first["stage"] == "lobby"
    assert first["table"] is None
    assert [spoken(line) for line in first["lobby"]["last"]] == [
        "Last time: Marbles: Jason, Billy",
        f"Last time: {spoken(frame['said'][-2])}",
        f"Last time: {spoken(frame['said'][-1])}",
    ]
    assert again.key(4).status == "ok"
    assert again.log == log
    assert again.frame("billy")["table"] == frame["table"]
    again.session.store.close()


def test_there_is_nothing_to_go_on_with_on_the_first_evening(table):
    t = table()
    assert not t.frame()["lobby"]["games"][3]["enabled"]
    assert t.key(4).status == "illegal"
    assert t.do("audience", "resume").status == "illegal"


def test_after_the_end_once_more_or_something_else(table):
    t = table().started("jason", "billy")
    random_match(t, ["jason", "billy"])
    assert t.again().session.sitting.kept is None
    assert [g["name"] for g in t.frame()["lobby"]["games"]] == ["rematch", "new"]
    t.key(1)
    assert t.frame()["stage"] == "play"
    t.do("owner", "abandon")
    assert t.frame()["stage"] == "lobby"
    assert t.frame()["lobby"]["last"] is None


def test_a_record_is_given_out_only_once_its_match_is_over(table):
    t = table().started("jason", "billy")
    assert t.do("owner", "record", number=1).status == "illegal"
    random_match(t, ["jason", "billy"])
    text = t.do("owner", "record", number=1).data["text"]
    assert text.startswith('{"format":1,"game":"marbles"')
    assert t.do("jason", "record", number=1).status == "illegal"
    said = t.do("owner", "record", number=1, public=True).data["text"]
    assert "has two marbles" not in said
    assert "begins." in said
    t.key(2)
    assert t.do("owner", "import", text="\n".join(text.split("\n")[:6])).status == "ok"
    assert t.key(4).status == "ok"
    assert len(t.log) >= 5


def test_a_record_is_laid_on_the_table_by_a_form_that_ends_its_lines_with_cr_lf(table):
    t = table(seed=4).started("jason", "billy")
    random_match(t, ["jason", "billy"])
    text = t.do("owner", "record", number=1).data["text"]
    t.key(2)
    assert t.do("owner", "import", text=text.replace("\n", "\r\n")).status == "ok"
    assert t.do("owner", "record", number=2).data["text"] == text


def test_empty_lines_around_what_is_pasted_do_no_harm(table):
    t = table()
    text = to_text(Header("marbles", 1, ("jason", "billy")), [("jason", "red")])
    assert t.do("owner", "import", text=f"\n  \n{text}\n\n").status == "ok"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Good evening.",
        "jason: red",
        "{}",
        '{"format":1,"game":"marbles"}',
        '{"format":1,"game":"marbles","rules":"1","seats":["jason","billy"]}',
        '{"format":1,"game":"marbles","rules":1,"seats":["jason",2]}',
        '{"format":1,"game":"marbles","rules":1,"seats":["jason"],"robots":[[]]}',
        '{"format":1,"game":"marbles","rules":1,"seats":["jason","billy"],"options":{"stands":"x"}}',
        '{"format":1,"game":"marbles","rules":1,"seats":["jason","billy"]}\nGood evening.',
        '{"format":1,"game":"marbles","rules":1,"seats":["jason","billy"]}\njason: green',
    ],
)
def test_a_paste_that_is_no_whole_record_says_what_it_is_and_what_to_do(table, text):
    t = table()
    before = t.frame()
    reply = t.do("owner", "import", text=text)
    assert reply.status == "illegal"
    assert str(reply.words).endswith(
        "Copy the whole file once more, as it was downloaded or exported here."
    )
    for word in ("header", "'rules'", "format", "robots"):
        assert word not in str(reply.words)
    assert t.frame() == before


@pytest.mark.parametrize(
    "text",
    [
        '{"format":2,"game":"marbles","rules":1,"seats":["jason","billy"]}',
        '{"format":1,"game":"marbles","rules":99,"seats":["jason","billy"]}',
        '{"format":1,"game":"chess","rules":1,"seats":["jason","billy"]}',
    ],
)
def test_a_record_of_a_newer_program_says_that_this_one_is_to_be_updated(table, text):
    reply = table().do("owner", "import", text=text)
    assert reply.status == "illegal"
    assert str(reply.words).endswith(", then try again.")


def test_a_rule_that_raises_does_not_stop_the_table(table):
    t = table().started("jason", "billy", dice="real", broken="true")
    t.answer("jason", "red")
    t.answer("billy", "red")
    t.press("jason")
    t.wait(3)
    log = t.log
    assert t.key(6).status == "illegal"
    assert t.log == log
    assert "at fault" in t.frame()["trouble"]["text"]
    assert t.key(4).status == "ok"
    assert t.frame()["trouble"] is None
    again = t.again()
    again.do("owner", "resume")
    assert again.log == t.log
    again.session.store.close()


def test_a_die_of_the_pi_that_breaks_a_rule_is_thrown_once_and_not_for_ever(table):
    t = table()
    t.session.chance = Last()
    t.started("jason", "billy", broken="true")
    t.answer("jason", "red")
    t.answer("billy", "red")
    t.answer("jason", "chips none")
    assert t.log[-1] == ("jason", "chips none")
    assert "at fault" in t.frame()["trouble"]["text"]
    t.session.chance = First()
    t.do("owner", "rewind", n=0)
    t.do("jason", "consent", yes=True)
    t.do("billy", "consent", yes=True)
    assert t.frame()["trouble"] is None


def test_what_cannot_be_saved_does_not_count_and_the_table_says_so(table):
    t = table().begun()
    t.session.store._db.execute("PRAGMA query_only = ON")
    log = t.log
    assert t.answer("jason", "rest", ticket="a").status == "unsaved"
    t.hold("jason")
    assert t.log == log
    assert "could not be saved" in t.frame()["trouble"]["text"]
    t.session.store._db.execute("PRAGMA query_only = OFF")
    assert t.answer("jason", "rest", ticket="a").status == "ok"
    assert t.frame()["trouble"] is None


def test_dice_of_the_pi_wait_until_the_disk_takes_them(table):
    t = table().started("jason", "billy")
    t.answer("jason", "red")
    t.session.store._db.execute("PRAGMA query_only = ON")
    t.answer("billy", "red", ticket="b")
    assert len(t.log) == 1
    t.session.store._db.execute("PRAGMA query_only = OFF")
    t.answer("billy", "red", ticket="b")
    t.wait(5)
    assert t.log[2][0] == "dice/all"


def test_a_record_of_other_rules_opens_at_its_last_good_answer(table):
    t = table().begun()
    t.hold("jason")
    t.hold("billy")
    t.session.store._db.execute("UPDATE rows SET question = 'other' WHERE notation = 'rest'")
    again = t.again()
    assert again.frame()["lobby"]["last"]
    again.do("owner", "resume")
    assert len(again.log) == 3
    assert "no longer replays" in again.frame()["trouble"]["text"]
    assert again.do("jason", "robot", seat="jason", on=True).status == "ok"
    again.session.store.close()


def test_a_seat_goes_to_a_robot_and_back(table):
    t = table().begun()
    assert t.do("billy", "robot", seat="jason", on=True).status == "forbidden"
    t.do("jason", "robot", seat="jason", on=True)
    t.do("owner", "robot", seat="billy", on=True)
    for _ in range(200):
        t.wait(0.01)
        if t.frame()["stage"] == "over":
            break
    assert t.frame()["stage"] == "over"


def test_house_rules_come_from_a_preset_and_wrong_ones_are_named(table):
    t = table()
    t.press("jason")
    t.press("billy")
    reply = t.do("audience", "start", game="tonight", options={"stands": "none"})
    assert reply.status == "illegal"
    assert "stands=none" in str(reply.words)
    assert t.frame()["lobby"]["presets"] == ["children"]
    t.do("audience", "preset", preset="children")
    assert t.key(1).status == "ok"


def test_a_name_is_kept_in_one_line(table):
    t = table()
    t.do("billy", "name", seat="billy", name="Bill\n<b>=")
    name = t.frame()["seats"][1]["name"]
    assert name == "Bill <b>="
    assert t.do("jason", "name", seat="billy", name="No").status == "forbidden"
    assert t.again().frame()["seats"][1]["name"] == name


@pytest.mark.parametrize(
    "name",
    [
        "Jason",
        "  jason ",
        "JASON",
        "\uff2a\uff41\uff53\uff4f\uff4e",
        "Ja\u200dson",
        "Anne\u0301",
        "ANN\u00c9",
    ],
    ids=["alike", "spaces", "capitals", "wide", "joined", "two signs", "one sign"],
)
@pytest.mark.parametrize("viewer", ["billy", "owner"])
def test_no_two_seats_bear_one_name(table, viewer, name):
    t = table()
    t.do("trini", "name", seat="trini", name="Ann\u00e9")
    before = t.frame()
    reply = t.do(viewer, "name", seat="billy", name=name)
    assert reply.status == "illegal"
    assert "Add a letter, or take another name." in str(reply.words)
    assert t.frame() == before
    assert t.again().frame()["seats"] == before["seats"]


def test_a_name_that_was_given_up_is_free_and_the_own_one_may_be_spelt_anew(table):
    t = table()
    assert t.do("jason", "name", seat="jason", name="JASON").status == "ok"
    assert t.do("jason", "name", seat="jason", name="Jo").status == "ok"
    assert t.do("billy", "name", seat="billy", name="Jason").status == "ok"
    assert t.do("jason", "name", seat="jason", name="").status == "illegal", "that is Billy's now"
    assert [seat["name"] for seat in t.frame()["seats"]][:2] == ["Jo", "Jason"]


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("nothing", {}),
        ("sit", {}),
        ("sit", {"seat": "bulk"}),
        ("start", {"game": "chess"}),
        ("start", {"game": "tonight", "options": 3}),
        ("start", {"game": "tonight", "options": {"\udcff is no letter": "on"}}),
        ("propose", {"to": 1}),
        ("consent", {"yes": True}),
        ("tags.enrol", {"level": "x"}),
        ("record", {"number": "x"}),
        ("import", {"text": "x"}),
        ("pause", {}),
        ("undo", {}),
        ("carry_out", {}),
    ],
)
def test_a_command_that_means_nothing_changes_nothing(table, name, args):
    t = table()
    before = t.session.sitting.stage
    assert t.do("owner", name, **args).status in ("illegal", "stale")
    assert t.session.sitting.stage == before


def test_only_what_changed_is_published_and_each_version_counts_its_own(table):
    t = table().begun()
    before = {v: t.board.frame(v).version for v in ("audience", "jason", "billy", "owner")}
    t.press("jason")
    t.hold("jason")
    t.key(1)
    after = {v: t.board.frame(v).version for v in before}
    assert after["jason"] == before["jason"] + 3
    assert after["billy"] == before["billy"]


def test_the_thread_takes_items_until_the_inbox_is_closed(tmp_path):
    board, inbox = Board(), Inbox()
    session = Session(
        tmp_path, House(tonight="marbles", pace_s=0), board, inbox, games={"marbles": TOY}
    )
    heard = threading.Event()
    stop = board.listen(lambda _: heard.set())
    thread = session.start()
    assert inbox.ask(Command("audience", "sit", {"seat": "billy"})).result(5).status == "ok"
    assert inbox.ask(Command("billy", "start", {"game": "alone"})).result(5).status == "ok"
    assert inbox.ask(Answer("billy", "none", "red", "1")).result(5).status == "stale"
    assert heard.wait(5)
    stop()
    inbox.close()
    thread.join(5)
    assert not thread.is_alive()
