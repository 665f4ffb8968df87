"""Who is looking: a seat's phone, the owner, or anybody.

A phone keeps its tokens in one cookie (one device may hold several seats), the owner a token made
from the code in the terminal. Who holds nothing is the audience.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Mapping, Sequence

from companion.engines.core import AUDIENCE
from companion.table.board import OWNER, Board

SEATS_COOKIE = "tableside_seats"
OWNER_COOKIE = "tableside_owner"
TRIES = 5
WAIT_S = 60.0


class NotYours(Exception):
    """A view that this guest does not hold."""


class Guests:
    """Tells from a request's cookies whose views it may have."""

    def __init__(self, board: Board, owner_code: str) -> None:
        self.board = board
        self.owner_code = owner_code
        self.owner_token = hashlib.sha256(f"owner {owner_code}".encode()).hexdigest()
        self._wrong: list[float] = []

    def held(self, cookies: Mapping[str, str]) -> list[str]:
        """The seats (and pending claims) that this device holds, newest first."""
        found = (self.board.viewer(hashed(token)) for token in tokens(cookies))
        return list(dict.fromkeys(viewer for viewer in found if viewer))

    def has_lost_one(self, cookies: Mapping[str, str]) -> bool:
        """Whether this device once held a seat that it holds no more."""
        return any(not self.board.viewer(hashed(token)) for token in tokens(cookies))

    def waits_in_vain(self, cookies: Mapping[str, str]) -> bool:
        """Whether what this device has asked for last was never given, or is held no more."""
        newest = tokens(cookies)[:1]
        return bool(newest) and not self.board.viewer(hashed(newest[0]))

    def is_owner(self, cookies: Mapping[str, str]) -> bool:
        return hmac.compare_digest(
            cookies.get(OWNER_COOKIE, "").encode(), self.owner_token.encode()
        )

    def viewer(self, cookies: Mapping[str, str], wanted: str | None) -> str:
        """Whose view this is; `NotYours` if it asks for one that it does not hold."""
        held = self.held(cookies)
        if wanted is None:
            return held[0] if held else AUDIENCE
        if wanted == AUDIENCE or wanted in held or (wanted == OWNER and self.is_owner(cookies)):
            return wanted
        raise NotYours

    def code_fits(self, code: str) -> bool:
        """Whether it is the owner's code; after some wrong ones nothing fits for a minute."""
        now = time.monotonic()
        self._wrong = [at for at in self._wrong if now - at < WAIT_S]
        fits = hmac.compare_digest(code.strip().upper().encode(), self.owner_code.encode())
        if fits and len(self._wrong) < TRIES:
            return True
        self._wrong.append(now)
        return False


def tokens(cookies: Mapping[str, str]) -> Sequence[str]:
    return [token for token in cookies.get(SEATS_COOKIE, "").split(".") if token][:10]


def hashed(token: str) -> str:
    """A token as the board knows it: SHA-256 in hex."""
    return hashlib.sha256(token.encode()).hexdigest()
