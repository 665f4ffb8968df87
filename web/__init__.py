"""The screens: what phones, the shared table and the owner see and touch.

They read the board and write into the inbox, and know nothing else of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.table.board import Board
from companion.table.inbox import Inbox
from web.live import Live
from web.pages import create_app


def create_asgi(
    board: Board,
    inbox: Inbox,
    *,
    owner_code: str,
    hands: Any = None,
    twins: Any = None,
    hosts: Sequence[str] = (),
    sounds: Path | None = None,
) -> Live:
    """The whole web side as one ASGI application; `close()` it first when the server stops.

    `hands`: the simulator's hands, None without it; then its routes do not exist. `twins`: the
    real electronics, which the screen may stand in for (`web.hands.Twins`). `hosts`: the
    addresses and names under which the table may be called, the likeliest first; none given: any.
    `sounds`: a folder whose files replace the sounds.
    """
    app = create_app(
        board,
        inbox,
        owner_code=owner_code,
        hands=hands,
        twins=twins,
        hosts=hosts,
        sound_folder=sounds,
    )
    return Live(app, board)
