"""The record on disk: whatever happens to it, the table opens and says so."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from dataclasses import replace

import pytest

from companion.errors import RecordError
from companion.table.record import Header
from companion.table.store import Row, Store, Unsaved

HEADER = Header("marbles", 1, ("jason", "billy"))
ROW = Row("jason", "red", "f", 1)


@pytest.fixture
def store(tmp_path):
    made = Store(tmp_path)
    yield made
    made.close()


def kept(store):
    match = store.open_match()
    return [row.notation for row in match.rows] if match else None


def test_answers_lie_on_disk_in_order_and_only_for_their_owner(store):
    number = store.begin(HEADER, ["billy"])
    store.append(number, [ROW, Row("billy", "blue", "f", 1)], 0)
    assert oct(store.path.stat().st_mode & 0o777) == "0o600"
    again = Store(store.home)
    assert kept(again) == ["red", "blue"]
    assert again.open_match().header == replace(HEADER, robots=("billy",))
    again.close()


def test_going_back_keeps_what_was(store):
    number = store.begin(HEADER, [])
    store.append(number, [Row("jason", str(n), "", n) for n in range(5)], 0)
    store.back(number, [Row("jason", "x", "", 9)], 3, "jason proposed it")
    assert kept(store) == ["0", "1", "2", "x"]
    with contextlib.closing(sqlite3.connect(store.path)) as db:
        assert db.execute("SELECT count(*) FROM rows").fetchone()[0] == 7


def test_a_failed_answer_does_not_hold_but_stays(store):
    number = store.begin(HEADER, [])
    store.append(number, [ROW], 0)
    store.append(number, [ROW, ROW], 1)
    store.fail(number, 2)
    assert kept(store) == ["red"]


def test_a_new_match_lays_the_open_one_aside(store):
    store.append(store.begin(HEADER, []), [ROW], 0)
    store.begin(HEADER, [])
    assert kept(store) == []
    assert store.match(1).state == "aside"


@pytest.mark.parametrize("harm", ["zero", "cut", "noise", "tables"])
def test_a_damaged_file_is_set_aside_and_the_good_copy_taken(tmp_path, harm):
    store = Store(tmp_path)
    store.append(store.begin(HEADER, []), [ROW] * 200, 0)
    store.make_copy()
    store.close()
    data = store.path.read_bytes()
    if harm == "tables":
        with contextlib.closing(sqlite3.connect(store.path)) as db:
            db.execute("DROP TABLE rows")
    else:
        damaged = {"zero": b"", "cut": data[: len(data) // 2], "noise": os.urandom(5000)}
        store.path.write_bytes(damaged[harm])
    again = Store(tmp_path)
    assert kept(again) == ["red"] * 200
    assert "damaged" in again.trouble
    assert (tmp_path / "record.damaged-1.db").exists()
    assert oct(again.path.stat().st_mode & 0o777) == "0o600"
    again.close()


def test_without_a_good_copy_the_table_begins_anew_and_says_so(tmp_path):
    (tmp_path / "record.db").write_bytes(b"no record")
    store = Store(tmp_path)
    assert "begins anew" in store.trouble
    assert store.begin(HEADER, []) == 1
    store.close()


def test_a_newer_record_is_refused_and_left_alone(tmp_path):
    store = Store(tmp_path)
    store.close()
    with contextlib.closing(sqlite3.connect(store.path)) as db:
        db.execute("PRAGMA user_version = 99")
    data = store.path.read_bytes()
    with pytest.raises(RecordError, match="newer program"):
        Store(tmp_path)
    assert store.path.read_bytes() == data


def test_what_the_disk_does_not_take_is_unsaved_and_nothing_changes(store):
    number = store.begin(HEADER, [])
    store.append(number, [ROW], 0)
    store._db.execute("PRAGMA query_only = ON")
    with pytest.raises(Unsaved):
        store.append(number, [ROW], 1)
    store._db.execute("PRAGMA query_only = OFF")
    assert kept(store) == ["red"]


def test_a_home_that_cannot_be_written_is_told_and_nothing_counts(tmp_path):
    (tmp_path / "home").write_text("a file where the folder should be")
    store = Store(tmp_path / "home")
    assert "nothing is being saved" in store.trouble
    assert store.open_match() is None
    with pytest.raises(Unsaved):
        store.begin(HEADER, [])


def test_an_answer_is_known_by_its_ticket(store):
    number = store.begin(HEADER, [])
    store.append(number, [ROW], 0, "jason 17")
    assert store.has_ticket("jason 17")
    assert not store.has_ticket("billy 17")
