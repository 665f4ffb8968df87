"""The record of a match as text: the save file, the test fixture and the bug report.

Line 1 is the header as JSON; from line 2 one `who: answer` a line, nothing else. It holds secrets
while the match lasts; what was said aloud is the *public record*.

>>> print(to_text(Header("tiny", 1, ("jason",), {"laps": "2"}), [("dice/jason", "4")]), end="")
{"format":1,"game":"tiny","rules":1,"seats":["jason"],"options":{"laps":"2"},"packs":{}}
dice/jason: 4
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from companion.engines.core import Ask, Seat
from companion.engines.game import Game, Value
from companion.engines.match import Entry, Match
from companion.errors import OptionError, RecordError, Sentence
from companion.table.packs.library import as_recorded

FORMAT = 1
AGAIN = Sentence("Copy the whole file once more, as it was downloaded or exported here")
DAMAGED = Sentence("line 1: the beginning of this record was changed or cut. {again}", again=AGAIN)
NEWER = Sentence("line 1: a newer program has made this record. Update this one, then try again")
ENTRY = re.compile(r"([a-z][a-z0-9_.-]*(?:/[a-z][a-z0-9_.-]*)?): (\S+(?: \S+)*)")


@dataclass(frozen=True)
class Header:
    """What a match needs to be played again: the game, its rules' version, seats and house rules.

    `options` as text; `packs` by name, each with the hash of its content; `robots`: the seats that
    robots play, told only where there are any.
    """

    game: str
    rules: int
    seats: tuple[Seat, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    packs: Mapping[str, str] = field(default_factory=dict)
    robots: tuple[Seat, ...] = ()

    def text(self) -> str:
        """The header in one line."""
        told_ = {"format": FORMAT, **asdict(self)}
        if not self.robots:
            del told_["robots"]
        return json.dumps(told_, separators=(",", ":"))


def header_of(match: Match) -> Header:
    """The header of a match that is being played."""
    options = {name: told(value) for name, value in match.options.items()}
    return Header(match.game.id, match.game.rules, match.seats, options, packs_of(match))


def packs_of(match: Match) -> dict[str, str]:
    """The packs that the decks come from, each with its hash."""
    packs = (deck.pack.partition("@") for deck in match.decks.values() if deck.pack)
    return {name: hash_ for name, _, hash_ in packs}


def told(value: Value) -> str:
    """An option's value as one types it.

    >>> told(True), told((28, 24, 20)), told("any")
    ('true', '28,24,20', 'any')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value)


def to_text(header: Header, log: Iterable[Entry]) -> str:
    """The whole record, ready for a file."""
    return "".join(f"{line}\n" for line in (header.text(), *(f"{by}: {n}" for by, n in log)))


def parse_text(text: str) -> tuple[Header, list[Entry]]:
    """Header and entries of a record; `RecordError` names the line that is none."""
    lines = text.removesuffix("\n").split("\n")
    header = parse_header(lines[0])
    entries = []
    for number, line in enumerate(lines[1:], start=2):
        found = ENTRY.fullmatch(line)
        if found is None:
            words = "line {n}: this is no answer of a match: {line}. {again}"
            raise RecordError(words, n=number, line=repr(line[:60]), again=AGAIN)
        entries.append((found[1], found[2]))
    return header, entries


def parse_header(line: str) -> Header:
    """The header from its line; every fault is a `RecordError`."""
    try:
        told_ = json.loads(line)
    except ValueError:
        raise RecordError(
            "line 1: this is no record of a match, or its beginning is missing. {again}",
            again=AGAIN,
        ) from None
    if not isinstance(told_, dict) or type(told_.get("format")) is not int:
        raise RecordError(DAMAGED)
    if told_["format"] > FORMAT:
        raise RecordError(NEWER)
    _expect(told_, {"format": int, "game": str, "rules": int, "seats": list})
    for name in ("options", "packs"):
        texts = told_.get(name, {})
        if not isinstance(texts, dict) or not all(isinstance(v, str) for v in texts.values()):
            raise RecordError(DAMAGED)
    robots = told_.get("robots", [])
    if not isinstance(robots, list) or not all(robot in told_["seats"] for robot in robots):
        raise RecordError(DAMAGED)
    if not all(isinstance(seat, str) for seat in told_["seats"]):
        raise RecordError(DAMAGED)
    return Header(
        told_["game"],
        told_["rules"],
        tuple(told_["seats"]),
        told_.get("options", {}),
        told_.get("packs", {}),
        tuple(robots),
    )


def _expect(header: Mapping[str, Any], kinds: Mapping[str, type]) -> None:
    whole = all(isinstance(header.get(name), kind) for name, kind in kinds.items())
    if not whole or set(header) - {*kinds, "options", "packs", "robots"}:
        raise RecordError(DAMAGED)


def begin(header: Header, games: Mapping[str, Game]) -> Match:
    """The match of `header` before its first answer."""
    game = games.get(header.game)
    if game is None:
        words = "line 1: this program has no game {game}. Update it, then try again"
        raise RecordError(words, game=repr(header.game))
    game = as_recorded(game, header.packs)
    if header.rules > game.rules:
        raise RecordError(NEWER)
    try:
        match = Match(game, header.seats, game.options(header.options))
    except OptionError as fault:
        words = "line 1: what this record was begun with does not fit: {fault}. {again}"
        raise RecordError(words, fault=fault.words, again=AGAIN) from None
    for name, hash_ in packs_of(match).items():
        if header.packs.get(name, hash_) != hash_:
            words = "line 1: the pack {pack} has changed since then. Put the file back as it was"
            raise RecordError(words, pack=name)
    return match


def replay(header: Header, entries: Iterable[Entry], games: Mapping[str, Game]) -> Match:
    """The match as recorded. `RecordMismatch.at` is the entry's number: its line is one more."""
    match = begin(header, games)
    return Match(match.game, match.seats, match.options, entries)


def fingerprint(ask: Ask[Any] | None) -> str:
    """A question, short: equal for equal questions, so that a replay notices a changed one."""
    return hashlib.sha256(ask.question().encode()).hexdigest()[:16] if ask else ""


def public_text(match: Match) -> str:
    """The public record: what was told and revealed, a line each."""
    return "".join(f"{saying}\n" for saying in match.position.said)
