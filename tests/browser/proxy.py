"""A way between a phone and the table that can be cut, or swallow everything without a word."""

from __future__ import annotations

import contextlib
import select
import socket
import threading

CHUNK = 1 << 16


class Way:
    """A TCP proxy in front of one port; a phone calls the table at `address`."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._wake, self._woken = socket.socketpair()
        self._lock = threading.Lock()
        self._open, self._dead, self._closed = True, set[socket.socket](), False
        self.calls = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """Every connection breaks, and no new one comes about."""
        with self._lock:
            self._open = False
            self._drop()

    def swallow(self) -> None:
        """Connections stay, and take new ones too; nothing comes through, and nobody is told."""
        with self._lock:
            self._dead |= {end for pair in self._pairs for end in pair}
            self._dead.add(self._door)
        self._wake.send(b".")

    def mend(self) -> None:
        """New connections come through again; what was swallowed stays so."""
        with self._lock:
            self._open = True
            self._dead.discard(self._door)
        self._wake.send(b".")

    def close(self) -> None:
        self._closed = True
        self._wake.send(b".")
        self._thread.join()
        for end in (
            self._door,
            self._wake,
            self._woken,
            *(e for pair in self._pairs for e in pair),
        ):
            end.close()

    def _run(self) -> None:
        while not self._closed:
            with self._lock:
                ways = {a: b for pair in self._pairs for a, b in (pair, pair[::-1])}
                alive = [end for end in ways if end not in self._dead]
            ready, _, _ = select.select([self._door, self._woken, *alive], [], [])
            for end in ready:
                if end is self._door:
                    self._take()
                elif end is self._woken:
                    end.recv(CHUNK)
                else:
                    self._pass_on(end, ways[end])

    def _take(self) -> None:
        phone, _ = self._door.accept()
        with self._lock:
            self.calls += 1
            if not self._open:
                phone.close()
                return
            table = socket.socket()
            try:
                table.connect(("127.0.0.1", self.port))
            except OSError:
                phone.close()
                table.close()
                return
            self._pairs.append((phone, table))
            if self._door in self._dead:
                self._dead |= {phone, table}

    def _pass_on(self, near: socket.socket, far: socket.socket) -> None:
        data = b""
        with contextlib.suppress(OSError):
            data = near.recv(CHUNK)
            if data:
                far.sendall(data)
                return
        with self._lock:
            self._pairs = [pair for pair in self._pairs if near not in pair]
            self._dead -= {near, far}
        near.close()
        far.close()

    def _drop(self) -> None:
        for pair in self._pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
