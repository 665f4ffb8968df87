"""Past what somebody has learnt one goes back together, or not at all."""

from __future__ import annotations

from tests.table.conftest import spoken


def test_going_back_needs_everybody_and_is_recorded(table):
    t = table().begun()
    t.key(5)
    n = t.frame()["heard"] - len(t.said()) + t.said().index("jason reaches 5.")
    assert t.do("jason", "propose", to=n).status == "ok"
    shown = t.frame("billy")["proposal"]
    assert shown["yours"]
    assert spoken(shown["words"]) == "Go back to before: jason reaches 5."
    assert t.answer("billy", "rest").status == "illegal"
    log = t.log
    assert t.do("zach", "consent", yes=True).status == "forbidden"
    t.do("billy", "consent", yes=True)
    assert t.log == log[:5]
    assert t.ask("jason")["kind"] == "roll"
    rows = t.session.store._db.execute("SELECT words FROM rows WHERE kind = 'back'").fetchall()
    assert rows == [("jason proposed: Go back to before: jason reaches 5.",)]


def test_buttons_agree_by_a_press_and_refuse_by_a_hold(table):
    t = table().begun()
    t.key(5)
    log = t.log
    t.do("jason", "propose", to=1)
    assert t.outputs.signs[-1].lamps["billy"] == "blink"
    t.hold("billy")
    assert t.frame()["proposal"] is None
    assert t.log == log
    t.do("jason", "propose", to=1)
    t.press("billy")
    assert len(t.log) == 5


def test_one_person_with_robots_agrees_alone(table):
    t = table(dice="real")
    t.press("billy")
    t.key(3)
    t.answer("billy", "red")
    for _ in range(50):
        t.wait(0.01)
    assert t.do("billy", "propose", to=0).status == "ok"
    assert t.frame()["proposal"] is None


def test_the_owner_overrules_an_absent_seat_after_a_minute(table):
    t = table().begun()
    t.key(5)
    t.do("jason", "propose", to=1)
    assert t.do("owner", "consent", yes=True, seat="billy").status == "illegal"
    t.wait(60)
    assert t.do("owner", "consent", yes=True, seat="billy").status == "ok"
    assert len(t.log) == 5
    row = t.session.store._db.execute("SELECT words FROM rows WHERE kind = 'back'").fetchone()
    assert "the owner answers for billy" in row[0]


def test_handing_the_seat_to_a_robot_is_consent(table):
    t = table().begun()
    t.key(5)
    t.do("jason", "propose", to=1)
    t.do("owner", "robot", seat="billy", on=True)
    assert t.frame()["proposal"] is None


def test_a_misread_die_is_mended_and_what_falls_away_is_said(table):
    t = table().begun()
    t.key(6)
    assert t.said()[-1].startswith("jason wins against")
    t.do("billy", "propose", amend={"die": 1, "answer": "1"})
    words = spoken(t.frame("jason")["proposal"]["words"])
    assert words.startswith(
        "jason threw 1, not 6. Falls away: jason reaches 6. Falls away: jason wins"
    )
    t.do("jason", "consent", yes=True)
    assert ("dice/jason", "1") in t.log
    assert t.said()[-1] == "jason reaches 1."
    assert t.ask("jason")["kind"] == "look"


def test_answers_whose_question_is_the_same_stay(table):
    t = table().begun()
    t.key(6)
    t.hold("billy")
    assert t.do("jason", "propose", amend={"die": 1, "answer": "5"}).status == "ok"
    t.do("billy", "consent", yes=True)
    assert t.said()[-1] == "billy rests."


def test_a_die_that_was_told_so_is_no_matter_to_vote_on(table):
    t = table().begun()
    t.key(6)
    same = t.do("jason", "propose", amend={"die": 1, "answer": "6"})
    assert str(same.words) == "That is what was told. Nothing has changed."
    assert t.frame()["proposal"] is None


def test_what_the_owner_is_refused_is_on_no_other_screen(table):
    t = table()
    t.press("jason")
    others = {who: t.frame(who) for who in ("audience", "jason", "billy")}
    refused = t.do("owner", "import", text="deck/jason: sphinx-7")
    assert refused.status == "illegal"
    assert t.frame("owner")["toast"]
    assert {who: t.frame(who) for who in others} == others


def test_a_die_that_cannot_have_been_is_refused(table):
    t = table().begun()
    t.key(6)
    for answer in ("7", "1 2", "x"):
        assert t.do("jason", "propose", amend={"die": 1, "answer": answer}).status == "illegal"
    assert t.do("jason", "propose", amend={"die": 9, "answer": "1"}).status == "illegal"
    assert t.frame()["proposal"] is None


def test_the_table_speaks_between_turns(table):
    t = table().begun()
    assert t.do("owner", "speak", statement="clip 9").status == "illegal"
    assert t.do("owner", "speak", statement="clip 2").status == "ok"
    t.press("jason")
    t.press("billy")
    assert ("table", "clip 2") in t.log
    assert t.frame()["table"]["clip"] == 2
    assert t.outputs.signs[-1].clip == 1
    assert "clip" in t.outputs.sounds


def test_the_table_does_not_speak_within_a_turn(table):
    t = table().begun()
    t.answer("jason", "try")
    assert t.do("jason", "propose", speak="clip 2").status == "illegal"


def test_a_match_may_be_ended_by_all(table):
    t = table().begun()
    t.do("jason", "propose", end=True)
    t.do("billy", "consent", yes=True)
    assert t.frame()["stage"] == "lobby"
    assert t.do("audience", "resume").status == "illegal"


def test_a_second_proposal_waits(table):
    t = table().begun()
    t.do("jason", "propose", end=True)
    assert t.do("billy", "propose", end=True).status == "illegal"
    assert t.do("audience", "propose", end=True).status == "forbidden"
