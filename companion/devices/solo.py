"""A reader on a serial port of its own: what it sights becomes placed and empty."""

from __future__ import annotations

from collections.abc import Callable

from companion.devices.parts import Parts
from companion.devices.port import Pace, Port
from companion.devices.readers import Laid
from companion.devices.tape import Tape
from companion.errors import Sentence, TagError


class Solo(Port):
    """One reader, one port. A kind of reader says how it is read, in `serve`."""

    def __init__(
        self,
        name: str,
        find: Callable[[], str],
        *,
        laid: Laid,
        parts: Parts,
        clock: Callable[[], float],
        tape: Tape,
        pace: Pace = Pace(),
    ) -> None:
        super().__init__(f"reader/{name}", find, parts, pace)
        self.reader, self.laid, self.clock, self.tape = name, laid, clock, tape
        self._last = ""

    def sight(self, named: Callable[[bytes], str], tag: bytes) -> None:
        """Tell that `tag` lies on the reader now; `named` gives its canonical name."""
        try:
            name = named(tag)
        except TagError as error:
            self.tell("trouble", Sentence("{fault}.", fault=error.words))
            return
        self.tell("fine")
        self._note(name)
        self.laid.placed(self.reader, name, self.clock())

    def sight_nothing(self) -> None:
        """No tag lies on the reader now."""
        self._note("-")
        self.laid.empty(self.reader, self.clock())

    def sight_many(self) -> None:
        """Two tags or more lie on it."""
        self._note("+")
        self.laid.crowded(self.reader, self.clock())

    def _note(self, what: str) -> None:
        if what != self._last:
            self._last = what
            self.tape.write(self.clock(), self.part, what)
