"""An answer of a record in words, as one would say it who saw it given.

The record has `billy: chips 1 2`; people read what the button said.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engines.core import TABLE, Deal, Draw, Look, Piece, Roll, RollEach, Seat, Text
from companion.engines.match import Entry, Match
from companion.table.gestures import options_of

STANDS = {"putty": Text("putty stand {n}").template, "alien": Text("alien stand {n}").template}
GIVEN = Text("answers")
"""An answer that no option names."""


def step(match: Match, entry: Entry) -> list[Text]:
    """Lay the answer `entry`, and what was answered, in words."""
    by, notation = entry
    words, said = given(match, by, notation), len(match.position.said)
    match.apply(by, notation)
    return list(match.position.said[said:]) or words if by == TABLE else words


def given(match: Match, by: Seat, notation: str) -> list[Text]:
    """What `by` is about to answer with `notation`, in words."""
    ask, seat = match.ask_of(by), by.rpartition("/")[2]
    if isinstance(ask, Look):
        return [Text("has seen it")]
    if isinstance(ask, Roll):
        return [Text("rolls {faces}", {"faces": ", ".join(notation.split())})]
    if isinstance(ask, RollEach):
        return _thrown(ask.seats, notation.split())
    if isinstance(ask, Draw | Deal):
        told = ask.told() if isinstance(ask, Draw) and ask.told else ()
        labels = {option.value: option.label for option in told}
        pieces = [labels.get(piece) or _piece(match, piece) for piece in notation.split()]
        what = pieces[0] if len(pieces) == 1 else ", ".join(map(str, pieces))
        return [Text("laid: {what}" if ask.real else "dealt: {what}", {"what": what})]
    option = (
        next((o for o in options_of(ask, seat) if o.notation == notation), None) if ask else None
    )
    return [option.label if option else GIVEN]


def _thrown(seats: Sequence[Seat], told: Sequence[str]) -> list[Text]:
    if told[0] == "highest":
        return [Text("{seat} rolls highest", {"seat": seat}) for seat in told[1:]]
    return [
        Text("{seat} rolls {faces}", {"seat": seat, "faces": face})
        for seat, face in zip(seats, told, strict=True)
    ]


def _piece(match: Match, piece: Piece) -> Text | str:
    """A stand by its number, a card by its name."""
    kind, _, n = piece.rpartition("-")
    if kind in STANDS:
        return Text(STANDS[kind], {"n": int(n)})
    place, card, _ = piece.split(".")
    deck = match.decks.get(place)
    return str(deck.card(piece).name) if deck else card.replace("-", " ").title()
