from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.firmware.board import Board

Make = Callable[..., Board]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Boards that are switched off at the end."""
    boards: list[Board] = []

    def made(settings: str = "", chips: dict[int, int] | None = None) -> Board:
        folder = tmp_path / f"board{len(boards)}"
        folder.mkdir()
        boards.append(Board(folder, settings, chips))
        return boards[-1]

    yield made
    for board in boards:
        board.close()


@pytest.fixture
def board(make: Make) -> Board:
    """A board with one reader, on which nothing lies, as it has said."""
    board = make()
    board.until("empty pad")
    return board
