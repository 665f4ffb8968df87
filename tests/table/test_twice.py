"""A thumb that touches twice: what is wished and is so already is quietly fine."""

from __future__ import annotations

import pytest

from tests.table.test_session import random_match


def quietly(t, viewer, command, **args):
    """This is done, and the second time nobody's screen changes."""
    assert t.do(viewer, command, **args).status == "ok"
    before = {who: t.frame(who) for who in ("audience", "owner", "jason", "billy")}
    assert t.do(viewer, command, **args).status == "ok"
    assert {who: t.frame(who) for who in before} == before


@pytest.mark.parametrize(
    "args",
    [
        {"game": "alone"},
        {"game": "tonight", "alone": True},
        {"game": "marbles", "alone": "true"},
        {"game": "tonight", "alone": True, "options": {"dice": "real"}},
    ],
)
def test_a_match_is_begun_once(table, args):
    t = table(pace_s=100.0)
    t.press("jason")
    quietly(t, "jason", "start", **args)


def test_another_wish_is_refused_in_words(table):
    t = table().started("jason", "billy", dice="real")
    other = t.do("jason", "start", game="tonight", options={"dice": "pi"})
    assert str(other.words) == "A match is being played. End it first."
    t.answer("jason", "red")
    late = t.do("jason", "start", game="tonight")
    assert str(late.words) == "A match is being played. End it first."
    assert t.do("jason", "sit", seat="trini").status == "illegal"
    assert t.do("jason", "stand", seat="jason").status == "illegal"


@pytest.mark.parametrize("command", ["sit", "stand", "preset", "name"])
def test_what_is_chosen_on_the_first_screen_may_be_chosen_twice(table, command):
    args = {"preset": {"preset": "plain"}, "name": {"seat": "jason", "name": "Ann"}}
    quietly(table(), "jason", command, **args.get(command, {"seat": "jason"}))


@pytest.mark.parametrize("robot", [False, True])
def test_who_sits_in_the_match_sits(table, robot):
    t = table(pace_s=100.0)
    t.do("owner", "sit", seat="billy", robot=robot)
    t.started("jason")
    assert t.do("owner", "sit", seat="billy", robot=robot).status == "ok"
    assert t.do("owner", "sit", seat="billy", robot=not robot).status == "illegal"
    assert t.do("owner", "stand", seat="trini").status == "ok", "nobody of this match sits there"


def test_the_last_evening_is_gone_on_with_once(table):
    t = table().begun().again()
    quietly(t, "jason", "resume")
    t.do("owner", "abandon")
    quietly(t, "owner", "resume", number=1)
    assert t.do("jason", "resume", number=1).status == "illegal", "the owner's page does that"
    t.session.store.close()


def test_once_more_or_something_else_after_the_end(table):
    t = table().started("jason", "billy")
    random_match(t, ("jason", "billy"))
    quietly(t, "jason", "rematch")
    assert str(t.do("jason", "new").words) == "The match is not over."
    random_match(t, ("jason", "billy"), seed=2)
    quietly(t, "jason", "new")


def test_a_pause_that_is_touched_twice_is_one(table):
    t = table().begun()
    quietly(t, "jason", "pause", on=False)
    assert t.frame()["paused"]
    quietly(t, "billy", "pause", on=True)
    assert not t.frame()["paused"]
