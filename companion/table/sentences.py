"""What devices and errors say, as a text that each screen says in its own language."""

from __future__ import annotations

from companion.engines.core import Text
from companion.errors import Sentence


def text_of(said: str) -> Text:
    """The text of a sentence; of words without a template they themselves.

    >>> text_of(Sentence("No tag {tag}.", tag="7")).json()
    {'text': 'No tag {tag}.', 'args': {'tag': '7'}}
    >>> str(text_of("{not} a template"))
    '{not} a template'
    """
    if not isinstance(said, Sentence):
        return Text("{words}", {"words": said})
    return Text(said.template, {name: _arg(value) for name, value in said.filled.items()})


def _arg(value: object) -> int | str | Text:
    if isinstance(value, Sentence):
        return text_of(value)
    return value if isinstance(value, int) else str(value)
