"""What was last said to whoever acted: it stands as long as they are asked the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from companion.engines.core import Text

Topic: TypeAlias = tuple[str | int, ...]
"""What a viewer is asked, or the moment if nothing is."""
ALWAYS: Topic = ()


class Toasts:
    """One sentence a viewer, each about what that viewer was asked when it was said.

    Of another question it tells nothing, so it is not shown there; while the same question stands
    it is not taken away unread, whatever happens elsewhere.
    """

    def __init__(self, topic: Callable[[str], Topic]) -> None:
        self._topic = topic
        self._said: dict[str, tuple[Text, Topic]] = {}

    def __setitem__(self, viewer: str, text: Text) -> None:
        self._said[viewer] = text, self._topic(viewer)

    def keep(self, viewer: str, text: Text) -> None:
        """Say it until this viewer does something else: the table may go on meanwhile."""
        self._said[viewer] = text, ALWAYS

    def get(self, viewer: str) -> Text | None:
        """What this viewer reads now."""
        text, about = self._said.get(viewer, (None, ALWAYS))
        return text if about in (ALWAYS, self._topic(viewer)) else None

    def drop(self, *viewers: str) -> None:
        """These have acted: what was said to them before is done with."""
        for viewer in viewers:
            self._said.pop(viewer, None)

    def clear(self) -> None:
        """Nothing that was said is about anything any more."""
        self._said.clear()
