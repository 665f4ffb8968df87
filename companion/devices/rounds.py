"""The doctor's round at a table that runs: its own user, and root, may ask how it is.

The table listens at a socket without a file, named after its home folder, and answers with one line
a part, as it is right now. It never tells which tag lies where, only that and when one was read.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import socket
import struct
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.devices.doctor import Finding

PATIENCE_S = 10.0
PEER = struct.Struct("3i")


class Rounds(threading.Thread):
    """Answers each who asks, one after the other. `tell`: how every part is now."""

    def __init__(self, home: Path, tell: Callable[[], Iterable[Finding]]) -> None:
        super().__init__(name="doctor's round", daemon=True)
        self.tell = tell
        self._door: socket.socket | None = None
        try:
            self._door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._door.bind(_address(home))
            self._door.listen(2)
        except OSError:  # it is forbidden here, or somebody else has the name: nobody can ask
            self.close()

    def run(self) -> None:
        while self._door is not None:
            try:
                visitor, _ = self._door.accept()
            except OSError:
                return  # closed
            with visitor, contextlib.suppress(OSError):
                visitor.settimeout(PATIENCE_S)
                _, user, _ = PEER.unpack(
                    visitor.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, PEER.size)
                )
                if user in (0, os.geteuid()):
                    visitor.sendall(json.dumps(list(self.tell())).encode())

    def close(self) -> None:
        """Let nobody ask any more."""
        if self._door is not None:
            with contextlib.suppress(OSError):
                self._door.shutdown(socket.SHUT_RDWR)  # wakes who waits in accept
            self._door.close()
        if self.is_alive():
            self.join(5)


def _address(home: Path) -> bytes:
    return b"\0tableside " + hashlib.sha256(bytes(home.resolve())).hexdigest().encode()


def ask(home: Path) -> list[Finding] | None:
    """What the table that runs in `home` tells of its parts; None if it does not answer."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
        door.settimeout(PATIENCE_S)
        said = b""
        try:
            door.connect(_address(home))
            while more := door.recv(65536):
                said += more
            return [Finding(*line) for line in json.loads(said)]
        except (OSError, ValueError, TypeError):
            return None
