"""What can go wrong, named for the reader's next step.

TablesideError
├─ RuleError
│  ├─ UnknownAction(ValueError)   not an answer at all
│  ├─ IllegalAction(ValueError)   an answer, but not now
│  ├─ StaleAction                 an answer to a question that has closed
│  └─ BrokenRule(RuntimeError)    the rules themselves are at fault
├─ OptionError(ValueError)        a house rule that does not exist, or not with that value
├─ RecordError                    a record that cannot be read or replayed
│  └─ RecordMismatch              an entry that is not legal at its place
├─ PackError(ValueError)          a card pack with faults: all of them at once
├─ TagError(LookupError)          a tag that cannot mean that piece
├─ ConfigError(ValueError)        a configuration that cannot work
├─ AlreadyRunning                 another copy of the program has this table
├─ PortTaken(OSError)             another program has the port
└─ HubError(ConnectionError)      the electronics do not answer
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self


class Sentence(str):
    """An English sentence that knows its template and what was filled in.

    Logs and terminals take it as it is; a screen can say it in another language.

    >>> said = Sentence("GPIO {pin} belongs to {bus}.", pin=9, bus="SPI")
    >>> said
    'GPIO 9 belongs to SPI.'
    >>> said.template, said.filled["pin"]
    ('GPIO {pin} belongs to {bus}.', 9)
    """

    __slots__ = ("filled", "template")
    template: str
    filled: dict[str, object]

    def __new__(cls, template: str, /, **filled: object) -> Self:
        said = super().__new__(cls, template.format(**filled) if filled else template)
        said.template, said.filled = template, filled
        return said

    @classmethod
    def joined(cls, sentences: Iterable[str], between: str = "; ") -> Self:
        """Several sentences in a row.

        >>> Sentence.joined([Sentence("no tag {tag}", tag="7"), Sentence("no pad")])
        'no tag 7; no pad'
        """
        told = {f"n{n}": sentence for n, sentence in enumerate(sentences)}
        return cls(between.join(f"{{{name}}}" for name in told), **told)


class TablesideError(Exception):
    """Root of all errors that a person at the table may cause or mend.

    Its words are a template with what fills it: `TagError("no level {n}", n=9)`.
    """

    def __init__(self, template: str = "", /, **filled: object) -> None:
        said = isinstance(template, Sentence) and not filled
        super().__init__(template if said else Sentence(template, **filled))

    @property
    def words(self) -> Sentence:
        """What is wrong, in words."""
        words: Sentence = self.args[0]
        return words


class RuleError(TablesideError):
    """The rules do not take this answer."""


class UnknownAction(RuleError, ValueError):
    """Not an answer at all: nothing of that form exists here."""


class IllegalAction(RuleError, ValueError):
    """An answer, but not one that the open question offers."""


class StaleAction(RuleError):
    """An answer to a question that is not, or no longer, open."""


class BrokenRule(RuleError, RuntimeError):
    """The rules asked something they may not ask; a fault of the engine."""


class OptionError(TablesideError, ValueError):
    """A house rule that does not exist, or not with that value."""


class RecordError(TablesideError):
    """A record that cannot be read."""


class RecordMismatch(RecordError):
    """An entry that is not legal where it stands.

    `at` is the entry's number, counted from 1; `found` the entry; `where` the open rules;
    `legal` what would have been legal.
    """

    def __init__(self, at: int, found: str, where: str, legal: tuple[str, ...]) -> None:
        super().__init__(
            "entry {at} ({found}) is not legal in {where}",
            at=at,
            found=found,
            where=Sentence.joined(map(Sentence, where.split(" > ")), " > ")
            if where
            else Sentence("the closed match"),
        )
        self.at, self.found, self.where, self.legal = at, found, where, legal


class PackError(TablesideError, ValueError):
    """A card pack that cannot be played with. `faults` names file, card and field of each fault."""

    def __init__(self, faults: tuple[Sentence, ...]) -> None:
        super().__init__(Sentence.joined(faults, "\n"))
        self.faults = faults


class TagError(TablesideError, LookupError):
    """A tag that cannot mean that piece. Say which space the piece stands on."""


class ConfigError(TablesideError, ValueError):
    """A configuration that cannot work; names each setting at fault."""


class AlreadyRunning(TablesideError):
    """Another copy of the program has this table; says its number."""


class PortTaken(TablesideError, OSError):
    """Another program has the port; names another one."""


class HubError(TablesideError, ConnectionError):
    """The electronics do not answer."""
