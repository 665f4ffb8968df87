"""The guided wiring check on the owner's page: part after part is asked for, used, and noted.

It knows parts by name, as the session hears them. Which pin that is, and the file that is written
in the end, are the business of whoever gave the house its `rewire`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engines.core import Text

Json = object


class Wiring:
    """One walk through the parts."""

    def __init__(self, parts: Sequence[str]) -> None:
        self.parts = tuple(parts)
        self.found: dict[str, str] = {}
        """A part, and the part as which it was heard."""
        self._passed: set[str] = set()

    @property
    def asked(self) -> str | None:
        """Which part is to be used now; None when all have been."""
        left = (p for p in self.parts if p not in self.found and p not in self._passed)
        return next(left, None)

    def heard(self, part: str) -> Text:
        """A part was used: what that means, in words."""
        asked = self.asked
        if asked is None:
            return Text("All parts have been asked for.")
        if part in self.found.values() or _reads(part) != _reads(asked):
            return Text("That was {part}. Still asked for: {asked}.", _said(part, asked))
        self.found[asked] = part
        if part == asked:
            return Text("{part} works.", _said(part, asked))
        return Text("That was set as {part}: noted as {asked}.", _said(part, asked))

    def skip(self) -> None:
        """Pass over the part that is asked for: it stays as it is set."""
        if self.asked:
            self._passed.add(self.asked)

    def changed(self) -> Mapping[str, str]:
        """Parts that are wired where another was set."""
        return {part: heard for part, heard in self.found.items() if part != heard}

    def told(self) -> dict[str, Json]:
        """What everybody may read of it: which part is asked for."""
        done = len(self.found) + len(self._passed)
        return {"asked": self.asked, "done": done, "of": len(self.parts)}

    def shown(self) -> Mapping[str, Json]:
        """What the owner's page shows."""
        return {
            **self.told(),
            "changed": [{"part": part, "was": was} for part, was in self.changed().items()],
        }


def named(part: str) -> Text:
    """A part as one points at it.

    >>> str(named("key/3"))
    'key 3'
    """
    kind, _, which = part.partition("/")
    if kind == "button":
        return Text("the button of {seat}", {"seat": which})
    if part == "reader/pad":
        return Text("reader pad")
    return Text("key {n}", {"n": which}) if kind == "key" else Text("reader {n}", {"n": which})


def _reads(part: str) -> bool:
    return part.startswith("reader/")


def _said(part: str, asked: str) -> dict[str, Text]:
    return {"part": named(part), "asked": named(asked)}
