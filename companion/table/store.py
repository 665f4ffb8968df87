"""What must survive a power cut: matches with their answers, tags, and who holds which seat.

One SQLite file that only its owner may read. An answer is on disk before it is applied. Rows are
only ever added: going back is a row too. A damaged file is set aside and the newest good copy
taken; a file of a newer program is left alone.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from companion.engines.core import Seat, Text
from companion.errors import RecordError
from companion.table.record import Header, parse_header

SCHEMA = 1
TABLES = """
CREATE TABLE matches (id INTEGER PRIMARY KEY, header TEXT NOT NULL, state TEXT NOT NULL,
    robots TEXT NOT NULL, began REAL NOT NULL, public TEXT NOT NULL DEFAULT '');
CREATE TABLE rows (id INTEGER PRIMARY KEY, match INTEGER NOT NULL REFERENCES matches,
    kind TEXT NOT NULL, by TEXT NOT NULL, notation TEXT NOT NULL, question TEXT NOT NULL,
    act INTEGER NOT NULL, place INTEGER NOT NULL, words TEXT NOT NULL DEFAULT '');
CREATE INDEX rows_of ON rows (match, id);
CREATE TABLE tickets (ticket TEXT PRIMARY KEY, match INTEGER NOT NULL);
CREATE TABLE tags (tag TEXT PRIMARY KEY, piece TEXT NOT NULL UNIQUE, level INTEGER NOT NULL);
CREATE TABLE seats (credential TEXT PRIMARY KEY, seat TEXT NOT NULL);
CREATE TABLE notes (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


class Unsaved(RecordError):
    """The disk did not take it: nothing has changed."""


@dataclass(frozen=True, slots=True)
class Row:
    """One answer as it lies on disk.

    `question`: the fingerprint of what was asked. Rows of one `act` came by one gesture.
    """

    by: Seat
    notation: str
    question: str
    act: int


@dataclass(frozen=True)
class Kept:
    """A match on disk: its number, header with the robots of now, state, and what holds."""

    number: int
    header: Header
    state: str
    rows: tuple[Row, ...]
    public: str


class Ended(NamedTuple):
    """A match that nobody plays any more: played to its end, or ended before, or laid aside."""

    number: int
    header: Header
    state: str
    began: float


class Store:
    """The file `record.db` in the home folder. For the session thread alone."""

    def __init__(self, home: Path) -> None:
        self.home, self.path, self.copy = home, home / "record.db", home / "record.copy.db"
        self.mended: Text | None = None
        """What had to be mended when the file was opened."""
        self._db: sqlite3.Connection | None = None
        self._ended: list[Ended] | None = None
        """Kept until something is written: the first screen shows them at every press."""
        self._open()

    # -- matches

    def begin(self, header: Header, robots: Iterable[Seat]) -> int:
        """A new match; the one that was open is laid aside."""
        with self._change() as db:
            db.execute("UPDATE matches SET state = 'aside' WHERE state = 'open'")
            made = db.execute(
                "INSERT INTO matches (header, state, robots, began) VALUES (?, 'open', ?, ?)",
                (header.text(), " ".join(robots), time.time()),
            )
            return int(made.lastrowid or 0)

    def append(self, number: int, rows: Sequence[Row], place: int, ticket: str = "") -> None:
        """The answers of one gesture, all or none; `place`: the entries before them."""
        with self._change() as db:
            db.executemany(
                "INSERT INTO rows (match, kind, by, notation, question, act, place)"
                " VALUES (?, 'answer', ?, ?, ?, ?, ?)",
                [
                    (number, row.by, row.notation, row.question, row.act, place + n)
                    for n, row in enumerate(rows)
                ],
            )
            if ticket:
                db.execute("INSERT OR IGNORE INTO tickets VALUES (?, ?)", (ticket, number))

    def fail(self, number: int, count: int) -> None:
        """Mark the newest `count` answers as those at which a rule raised: they do not hold."""
        with self._change() as db:
            db.execute(
                "UPDATE rows SET kind = 'failed' WHERE id IN (SELECT id FROM rows"
                " WHERE match = ? AND kind = 'answer' ORDER BY id DESC LIMIT ?)",
                (number, count),
            )

    def back(self, number: int, rows: Sequence[Row], keep: int, words: str) -> None:
        """From now on the first `keep` answers hold and then `rows`; `words` say why."""
        with self._change() as db:
            db.execute(
                "INSERT INTO rows (match, kind, by, notation, question, act, place, words)"
                " VALUES (?, 'back', '', '', '', 0, ?, ?)",
                (number, keep, words),
            )
            db.executemany(
                "INSERT INTO rows (match, kind, by, notation, question, act, place)"
                " VALUES (?, 'answer', ?, ?, ?, ?, ?)",
                [
                    (number, row.by, row.notation, row.question, row.act, keep + n)
                    for n, row in enumerate(rows)
                ],
            )

    def close_match(self, number: int, state: str, public: str) -> None:
        """The match is `over`, `abandoned` or `aside`; what was said aloud is kept beside it."""
        with self._change() as db:
            db.execute(
                "UPDATE matches SET state = ?, public = ? WHERE id = ?", (state, public, number)
            )

    def set_robots(self, number: int, robots: Iterable[Seat]) -> None:
        with self._change() as db:
            db.execute("UPDATE matches SET robots = ? WHERE id = ?", (" ".join(robots), number))

    def open_match(self) -> Kept | None:
        """The match that was neither ended nor abandoned."""
        found = self._read("SELECT id FROM matches WHERE state = 'open' ORDER BY id DESC LIMIT 1")
        return self.match(found[0][0]) if found else None

    def match(self, number: int) -> Kept | None:
        """The match of that number, with the answers that hold."""
        found = self._read(
            "SELECT header, state, robots, public FROM matches WHERE id = ?", (number,)
        )
        if not found:
            return None
        header, state, robots, public = found[0]
        rows: list[Row] = []
        for kind, by, notation, question, act, place in self._read(
            "SELECT kind, by, notation, question, act, place FROM rows WHERE match = ? ORDER BY id",
            (number,),
        ):
            if kind == "back":
                del rows[place:]
            elif kind == "answer":
                rows.append(Row(by, notation, question, act))
        whole = replace(parse_header(header), robots=tuple(robots.split()))
        return Kept(number, whole, state, tuple(rows), public)

    def take_up(self, number: int) -> None:
        """The match of that number is open again; another that was open is laid aside."""
        with self._change() as db:
            db.execute("UPDATE matches SET state = 'aside' WHERE state = 'open'")
            db.execute("UPDATE matches SET state = 'open' WHERE id = ?", (number,))

    def mark_read(self, number: int) -> None:
        """Somebody has read all of this match, though it may be gone on with."""
        if not self.was_read(number):
            self.keep_note(f"read {number}", "yes")

    def was_read(self, number: int) -> bool:
        return bool(self.note(f"read {number}"))

    def ended(self) -> list[Ended]:
        """The matches that nobody plays any more, the newest first."""
        if self._ended is None:
            found = self._read(
                "SELECT id, header, state, began FROM matches WHERE state != 'open'"
                " ORDER BY id DESC LIMIT 50"
            )
            self._ended = [Ended(n, parse_header(header), *rest) for n, header, *rest in found]
        return self._ended

    def has_ticket(self, ticket: str) -> bool:
        """Whether the answer with this id is on disk: it may have been acknowledged in vain."""
        return bool(self._read("SELECT 1 FROM tickets WHERE ticket = ?", (ticket,)))

    # -- tags, seats, notes

    def tags(self) -> list[tuple[str, str, int]]:
        return self._read("SELECT tag, piece, level FROM tags ORDER BY rowid")

    def keep_tags(self, tags: Iterable[tuple[str, str, int]]) -> None:
        with self._change() as db:
            db.execute("DELETE FROM tags")
            db.executemany("INSERT INTO tags VALUES (?, ?, ?)", list(tags))

    def credentials(self) -> dict[str, Seat]:
        return dict(self._read("SELECT credential, seat FROM seats"))

    def keep_credentials(self, credentials: dict[str, Seat]) -> None:
        with self._change() as db:
            db.execute("DELETE FROM seats")
            db.executemany("INSERT INTO seats VALUES (?, ?)", list(credentials.items()))

    def note(self, name: str) -> str:
        found = self._read("SELECT value FROM notes WHERE name = ?", (name,))
        return str(found[0][0]) if found else ""

    def keep_note(self, name: str, value: str) -> None:
        with self._change() as db:
            db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, value))

    # -- the file

    def make_copy(self) -> None:
        """Put a good copy beside the file; a copy that fails leaves the older one."""
        if self._db is None:
            return
        half = self.copy.with_suffix(".half")
        try:
            half.unlink(missing_ok=True)
            os.close(os.open(half, os.O_CREAT | os.O_WRONLY, 0o600))
            with contextlib.closing(sqlite3.connect(half)) as target:
                self._db.backup(target)
            with half.open("rb") as written:
                os.fsync(written.fileno())
            half.replace(self.copy)
        except (OSError, sqlite3.Error):
            with contextlib.suppress(OSError):
                half.unlink(missing_ok=True)

    def close(self) -> None:
        """Leave the file in order. It may be opened again by a new store."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def _open(self) -> None:
        try:
            self.home.mkdir(parents=True, exist_ok=True, mode=0o700)
            if self.path.exists() and not self._sound(self.path):
                self._set_aside()
            self._connect()
        except (OSError, sqlite3.Error) as fault:
            words = "The record cannot be written ({fault}): nothing is being saved."
            self.mended = Text(words, {"fault": str(fault)})
            return
        self.make_copy()

    def _connect(self) -> sqlite3.Connection:
        if self._db is not None:
            return self._db
        os.close(os.open(self.path, os.O_CREAT | os.O_RDONLY, 0o600))
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        try:
            if db.execute("PRAGMA user_version").fetchone()[0] == 0:
                db.execute("PRAGMA journal_mode = WAL")
                db.executescript(f"BEGIN; {TABLES} PRAGMA user_version = {SCHEMA}; COMMIT")
            db.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error:
            db.close()
            raise
        self._db = db
        return db

    def _sound(self, path: Path) -> bool:
        """Whether that file is a whole record; `RecordError` if a newer program wrote it."""
        if path.stat().st_size == 0:
            return path == self.path and not self.copy.exists()  # killed while it was first made
        try:
            with contextlib.closing(sqlite3.connect(path)) as db:
                version = db.execute("PRAGMA user_version").fetchone()[0]
                if version <= SCHEMA:
                    fine = db.execute("PRAGMA quick_check").fetchone()[0] == "ok"
                    db.execute("SELECT 1 FROM rows, matches, tags, seats, notes LIMIT 1").fetchone()
                    return bool(fine and version == SCHEMA)
        except sqlite3.DatabaseError as fault:
            if isinstance(fault, sqlite3.OperationalError) and "no such table" not in str(fault):
                raise
            return False
        raise RecordError(
            "{file} was written by a newer program (schema {version}, this one knows"
            " {known}): update the program; the file is left as it is",
            file=path.name,
            version=version,
            known=SCHEMA,
        )

    def _set_aside(self) -> None:
        number = 1
        while (aside := self.home / f"record.damaged-{number}.db").exists():
            number += 1
        self.path.rename(aside)
        for tail in ("-wal", "-shm"):
            side = self.path.with_name(self.path.name + tail)
            if side.exists():
                side.rename(aside.with_name(aside.name + tail))
        if self.copy.exists() and self._sound(self.copy):
            self.path.write_bytes(b"")
            self.path.chmod(0o600)
            self.path.write_bytes(self.copy.read_bytes())
            words = "The record was damaged and is kept as {file}. The last good copy was taken."
        else:
            words = "The record was damaged and is kept as {file}. The table begins anew."
        self.mended = Text(words, {"file": aside.name})

    @property
    def trouble(self) -> str:
        """What was mended, in words."""
        return str(self.mended or "")

    @contextlib.contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """A change on disk when it ends, or `Unsaved` and none at all."""
        self._ended = None
        try:
            db = self._connect()
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
        except (OSError, sqlite3.Error) as fault:
            raise Unsaved(str(fault)) from fault

    def _read(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        if self._db is None:
            return []
        return self._db.execute(query, values).fetchall()
