"""Which phone holds which seat.

A phone asks for a seat and gets two signs; whoever sits there sees the same two and holds the
seat's button for two seconds. So a seat is given by touching the table, never by a link. The phone
keeps a random token; only its hash is kept here.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from companion.engines.core import Seat
from companion.table.store import Store, Unsaved

CLAIM_S = 30.0
NOTE = "seat code"
EVENING_S = 12 * 3600
"""So long a seat code holds, also when the power fails meanwhile."""
WRONG_CODES = 5
"""So many wrong codes, and no more is taken for a minute."""
SIGNS = "▲●■◆★✚"


def hashed(token: str) -> str:
    """A token as it is kept: its SHA-256 in hex."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True)
class Claim:
    """A phone that waits for a seat. `viewer` is its own view until then."""

    id: str
    seat: Seat
    signs: str
    credential: str
    until: float

    @property
    def viewer(self) -> str:
        return f"claim/{self.id}"


class Seats:
    """Who holds which seat, and who waits for one."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.store, self.clock = store, clock
        self.terminal_code = _of_this_evening(store, wall())
        self._held = store.credentials()
        self._pending: dict[Seat, Claim] = {}
        self._wrong: list[float] = []

    def claim(self, seat: Seat, instead: str = "") -> tuple[Claim, str] | None:
        """A new claim `instead` of one, and its token; None while another waits for that seat."""
        self.lapse()
        if seat in self._pending and self._pending[seat].id != instead:
            return None
        self.give_up(instead)
        token = secrets.token_urlsafe(24)
        signs = secrets.choice(SIGNS) + secrets.choice(SIGNS)
        claim = Claim(secrets.token_urlsafe(9), seat, signs, hashed(token), self.clock() + CLAIM_S)
        self._pending[seat] = claim
        return claim, token

    def pending(self, seat: Seat) -> Claim | None:
        """The claim that waits for this seat's button."""
        claim = self._pending.get(seat)
        return claim if claim and self.clock() < claim.until else None

    def confirm(self, seat: Seat) -> bool:
        """The seat's button was held: the waiting phone has it, any other has lost it."""
        claim = self.pending(seat)
        if claim is None:
            return False
        self._keep({**self._without(seat), claim.credential: seat})
        del self._pending[seat]
        return True

    def code_fits(self, code: str) -> bool | None:
        """Whether this is the code from the terminal; None after too many wrong ones."""
        now = self.clock()
        self._wrong = [at for at in self._wrong if now - at < 60]
        if len(self._wrong) >= WRONG_CODES:
            return None
        if hmac.compare_digest(code.strip().upper().encode(), self.terminal_code.encode()):
            return True
        self._wrong.append(now)
        return False

    def release(self, seat: Seat) -> None:
        """No phone holds this seat any more."""
        if self.phone(seat):
            self._keep(self._without(seat))

    def phone(self, seat: Seat) -> bool:
        """Whether a phone holds this seat."""
        return seat in self._held.values()

    def give_up(self, claim_id: str) -> None:
        """The phone that waits with this claim wants another seat, or none."""
        for seat, claim in list(self._pending.items()):
            if claim.id == claim_id:
                del self._pending[seat]

    def lapse(self) -> None:
        """Drop the claims whose time is over."""
        now = self.clock()
        for seat, claim in list(self._pending.items()):
            if now >= claim.until:
                del self._pending[seat]

    def claims(self) -> list[Claim]:
        return list(self._pending.values())

    def credentials(self) -> dict[str, str]:
        """Whose view each credential opens: a seat's, or a waiting claim's."""
        waiting = {claim.credential: claim.viewer for claim in self._pending.values()}
        return {**self._held, **waiting}

    def _without(self, seat: Seat) -> dict[str, Seat]:
        return {held: whose for held, whose in self._held.items() if whose != seat}

    def _keep(self, held: dict[str, Seat]) -> None:
        self.store.keep_credentials(held)
        self._held = held


def _of_this_evening(store: Store, now: float) -> str:
    """The code that was made this evening; a new one after that, or where none can be kept."""
    code, _, made = store.note(NOTE).partition(" ")
    if made.isdecimal() and abs(now - int(made)) < EVENING_S:
        return code
    code = "".join(secrets.choice("23456789ABCDEFGHJKMNPQRSTUVWXYZ") for _ in "123456")
    with suppress(Unsaved):
        store.keep_note(NOTE, f"{code} {int(now)}")
    return code
