"""The home folder: where a table keeps its data, and which program has it."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from companion.errors import AlreadyRunning, ConfigError


def find(told: str | None = None) -> Path:
    """The folder that was told, or `TABLESIDE_HOME`, or the usual place for a user's data."""
    named = told or os.environ.get("TABLESIDE_HOME")
    return Path(named).expanduser() if named else platformdirs.user_data_path("tableside")


@contextlib.contextmanager
def alone(home: Path) -> Iterator[None]:
    """Have the home folder to oneself; `AlreadyRunning` if another program has it.

    The lock goes with the program, however it ends; the file only tells its number.
    """
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(home / "tableside.pid", os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as fault:
        raise ConfigError(
            f"{home} cannot be written ({fault.strerror}); name another with --home"
        ) from fault
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            pid = os.read(handle, 20).decode().strip() or "?"
            raise AlreadyRunning(f"already running (pid {pid}) with {home}") from None
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)
