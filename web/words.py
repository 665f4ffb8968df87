"""Texts of the table as HTML: a seat is drawn as its sign and name, everything else escaped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

SIGNS = {"jason": "j", "billy": "b", "kimberly": "k", "zach": "z", "trini": "t"}
FIELD = re.compile(r"\{(\w+)\}")
PLACE = re.compile(r"([a-z][a-z0-9_.-]*)/(\w+)")
ALIENS = {"goldar": "alG", "squatt": "alS", "baboo": "alB", "king-sphinx": "alK"}


class Words:
    """Words about one frame's seats."""

    def __init__(self, frame: Mapping[str, Any]) -> None:
        self.seats = {seat["seat"]: seat for seat in frame.get("seats", ())}
        self.order = list(self.seats)

    def sign(self, key: str | None) -> str:
        """The letter of a seat's or character's sign: shape and colour hang on it."""
        if key in SIGNS:
            return SIGNS[str(key)]
        return "jbkzt"[self.order.index(key) % 5] if key in self.seats else "j"

    def name(self, seat: str) -> str:
        known = self.seats.get(seat)
        return str(known["name"]) if known else seat.replace("-", " ").title()

    def who(self, seat: str) -> Markup:
        return Markup(
            '<span class="who"><svg aria-hidden="true"><use href="#g{}"/></svg>{}</span>'
        ).format(self.sign(seat), self.name(seat))

    def html(self, text: Mapping[str, Any] | None) -> Markup:
        """A text with its arguments; seats and places in it are drawn."""
        if not text:
            return Markup("")
        args = text.get("args", {})
        parts = FIELD.split(text["text"])
        shown = [
            self._arg(args.get(part, "")) if n % 2 else escape(part) for n, part in enumerate(parts)
        ]
        return Markup("").join(shown)

    def plain(self, text: Mapping[str, Any] | None) -> str:
        """The same without any drawing: for labels and for voices."""
        if not text:
            return ""
        args = text.get("args", {})
        return FIELD.sub(lambda m: self._plain_arg(args.get(m[1], "")), text["text"])

    def place(self, place: str) -> str:
        seat, _, rank = place.partition("/")
        return f"{self.name(seat)}'s alien" if rank == "alien" else f"{self.name(seat)} {rank}"

    def _arg(self, arg: Any) -> Markup:
        if isinstance(arg, Mapping):
            return self.html(arg)
        if isinstance(arg, str) and arg in self.seats:
            return self.who(arg)
        return escape(self._plain_arg(arg))

    def _plain_arg(self, arg: Any) -> str:
        if isinstance(arg, Mapping):
            return self.plain(arg)
        if not isinstance(arg, str):
            return str(arg)
        if arg in self.seats:
            return self.name(arg)
        found = PLACE.fullmatch(arg)
        return self.place(arg) if found and found[1] in self.seats else arg
