"""The core: rules are coroutines that await the table.

Rules ask   `await choose(...)`, `look(...)`, `roll(...)`, `draw(...)`, `deal(...)`, `Offer(...)`,
            `together()`
Rules say   `self.tell(...)`, `self.reveal(...)`: always to everybody
A match is  a script and the log of its answers; nothing else is ever saved (see match.py)

Who answers is a *seat*, or chance in the name of a seat: `dice/jason`, `deck/jason`.
An answer is written in *notation*: one line of text, the same in the log and in a test.

Games and everybody else take the names from here.
"""

from companion.engines.core.chance import (
    FACES,
    Deal,
    Draw,
    Roll,
    RollEach,
    Thrown,
    deal,
    draw,
    roll,
    roll_each,
)
from companion.engines.core.position import RULES, GameOver, Position, Rule, rule
from companion.engines.core.questions import (
    Ask,
    Choose,
    Form,
    Look,
    Offer,
    OnOffer,
    Option,
    Options,
    Part,
    Script,
    Statement,
    Together,
    choose,
    fill_ins,
    look,
    together,
)
from companion.engines.core.text import (
    AUDIENCE,
    KEY,
    RESERVED,
    TABLE,
    Arg,
    Json,
    Piece,
    Seat,
    Text,
)

__all__ = [
    "AUDIENCE",
    "FACES",
    "KEY",
    "RESERVED",
    "RULES",
    "TABLE",
    "Arg",
    "Ask",
    "Choose",
    "Deal",
    "Draw",
    "Form",
    "GameOver",
    "Json",
    "Look",
    "Offer",
    "OnOffer",
    "Option",
    "Options",
    "Part",
    "Piece",
    "Position",
    "Roll",
    "RollEach",
    "Rule",
    "Script",
    "Seat",
    "Statement",
    "Text",
    "Thrown",
    "Together",
    "choose",
    "deal",
    "draw",
    "fill_ins",
    "look",
    "roll",
    "roll_each",
    "rule",
    "together",
]
