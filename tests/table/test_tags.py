"""Which tag is on which stand: enrolled once, told to nobody."""

from __future__ import annotations

import pytest

from companion.errors import TagError
from companion.table.store import Store
from companion.table.tags import Tags

PUTTIES = (2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7)
ALIENS = (8, 10, 12, 14)


@pytest.fixture
def tags(tmp_path):
    store = Store(tmp_path)
    yield Tags(store)
    store.close()


def enrolled(tags, levels):
    for n, level in enumerate(levels):
        tags.enrol(level)
        tags.placed(f"0A0B0C{n:02X}")
    return tags


def test_sixteen_stands_are_enrolled_in_thirty_two_touches(tags):
    enrolled(tags, (*ALIENS, *reversed(PUTTIES)))
    assert tags.complete
    assert tags.options() == {
        "putty_levels": "7,7,6,6,5,5,4,4,3,3,2,2",
        "alien_levels": "8,10,12,14",
    }
    assert tags.piece("0A0B0C00") == "alien-1"
    assert Tags(tags.store).complete


def test_the_thirteenth_putty_is_refused(tags):
    enrolled(tags, PUTTIES)
    with pytest.raises(TagError, match="all 12 putty stands"):
        tags.enrol(4)
    assert not tags.waiting


@pytest.mark.parametrize("level", [0, 1, 15, -3])
def test_a_level_that_no_stand_has_is_refused(tags, level):
    with pytest.raises(TagError, match="no stand has such a level"):
        tags.enrol(level)


def test_one_tag_is_on_one_stand(tags):
    enrolled(tags, (2,))
    tags.enrol(3)
    with pytest.raises(TagError, match="another stand already"):
        tags.placed("0A0B0C00")
    assert tags.waiting


def test_undo_forgets_the_level_first_and_then_the_stand(tags):
    enrolled(tags, (2, 3))
    tags.enrol(5)
    tags.undo()
    assert tags.piece("0A0B0C01")
    tags.undo()
    assert tags.piece("0A0B0C01") is None
    tags.undo()
    with pytest.raises(TagError):
        tags.undo()


def test_a_stand_gets_another_tag_and_stays_itself(tags):
    enrolled(tags, (2, 3))
    tags.move("putty-2")
    tags.placed("FFEEDDCC")
    assert tags.piece("FFEEDDCC") == "putty-2"
    assert tags.piece("0A0B0C01") is None


def test_the_owner_sees_counts_and_no_level_or_stand(table):
    t = table()
    for level, tag in ((4, "0A0B0C01"), (9, "0A0B0C02")):
        assert t.do("owner", "tags.enrol", level=level).status == "ok"
        t.place(tag)
    shown = t.frame("owner")["owner"]["tags"]
    assert [(k["kind"], k["tagged"], k["of"]) for k in shown["kinds"]] == [
        ("putty", 1, 12),
        ("alien", 1, 4),
    ]
    for name in ("putty-1", "alien-1", "0A0B0C"):
        assert name not in t.board.frame("owner").body.decode()
    assert t.do("owner", "tags.enrol", level=99).status == "illegal"
    assert t.do("billy", "tags.enrol", level=3).status == "illegal"
    assert t.do("owner", "tags.undo").status == "ok"


def test_a_stand_gets_its_new_tag_in_the_middle_of_a_match(table):
    t = table()
    t.do("owner", "tags.enrol", level=4)
    t.place("0A0B0C01")
    t.begun()
    assert t.do("owner", "tags.enrol", level=5).status == "illegal"
    assert t.do("owner", "tags.move", piece="putty-1").status == "ok"
    t.place("0A0B0C09")
    assert t.session.sitting.tags.piece("0A0B0C09") == "putty-1"
    assert len(t.log) == 3


def test_playing_with_tags_needs_all_of_them(table):
    t = table()
    t.press("jason")
    t.press("billy")
    reply = t.do("audience", "start", game="tonight", options={"stands": "tagged"})
    assert reply.status == "illegal"
    assert "Enrol" in str(reply.words)
