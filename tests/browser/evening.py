"""Evenings played at the screens: every answer is a touch of a button that a phone shows."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Page

from tests.browser.room import Room

ANSWERS = (
    "main form:has(input[name=question]) button:visible:enabled:not([type=button], [name=undo])"
)
BOXES = "main form:has(input[name=question]) label:has(input[type=checkbox])"
FIRST = 0.6
"""So often the first button is touched; it is the one that gets on."""
LONGEST = 1500
AGAIN_S = 2.0
"""After so long without a new question the old ones are answered again."""


class Evening:
    """The phones of one table, and whoever holds them."""

    def __init__(self, room: Room, phones: Mapping[str, Page], *, seed: int = 1) -> None:
        self.room, self.phones, self.pick = room, phones, random.Random(seed)
        self.given: set[tuple[str, str]] = set()
        self.gave = 0.0

    def play(self, seen: Callable[[str, dict[str, Any]], None] | None = None) -> dict[str, Any]:
        """Play to the end; `seen` is called with each seat that is asked, before it answers."""
        for _ in range(LONGEST):
            seat, ask = self.room.until(self.asked, "somebody to be asked")
            if not ask:
                return self.room.view()["result"] or {}
            if seen:
                seen(seat, ask)
            self.touch(seat, ask["question"])
        raise AssertionError(f"no end: {self.room.view()['said']}")

    def enough(self) -> bool:
        """Whether the evening may stop before the match is over."""
        return False

    def asked(self) -> tuple[str, dict[str, Any]] | None:
        """The first seat that has something to answer, and its question; none when it is over."""
        if self.room.view()["stage"] == "over" or self.enough():
            return "", {}
        asks = {seat: self.room.view(seat)["ask"] for seat in self.phones}
        for seat, ask in asks.items():
            if ask and (seat, ask["question"]) not in self.given:
                return seat, ask
        if time.monotonic() - self.gave > AGAIN_S:
            self.given.clear()  # what was touched did not say enough
        return None

    def touch(self, seat: str, question: str) -> None:
        """Wait until the phone shows the question, then touch an answer and hear what it does."""
        page = self.phones[seat]
        page.locator(f"main[data-question='{question}']").wait_for()
        for box in page.locator(BOXES).all():
            if self.pick.random() < 0.5:
                box.evaluate("box => box.click()")  # it may lie under a foot that stays in view
        buttons = page.locator(ANSWERS)
        buttons.first.wait_for()
        first = self.pick.random() < FIRST
        button = buttons.nth(0 if first else self.pick.randrange(buttons.count()))
        with page.expect_response("**/act") as told:
            button.click()
        assert told.value.status in (200, 409, 422), told.value.text()
        if told.value.status == 200:
            self.given.add((seat, question))
            self.gave = time.monotonic()
