"""The USB cable to the table, as bytes; nothing here waits for long."""

import sys
from select import POLLIN, POLLOUT, poll

import micropython

PIECE = 64
ROOM = 6_000
"""For what waits to go out: all that a hub promises to keep, and more."""


class Stopped(Exception):
    """Somebody at the other end typed Ctrl-C: a person, or `tableside firmware flash`."""


class Cable:
    """What comes in and what goes out.

    A stray byte must not stop the hub, so Ctrl-C counts only after a return, as mpremote types it.
    """

    def __init__(self) -> None:
        micropython.kbd_intr(-1)
        self._in, self._out = poll(), poll()
        self._in.register(sys.stdin, POLLIN)
        self._out.register(sys.stdout, POLLOUT)
        self._last = b""
        self._due = b""

    def hear(self, wait_ms: int) -> bytes:
        """What has come, waiting for it so long at most."""
        data = b""
        while len(data) < PIECE and self._in.poll(0 if data else wait_ms):
            byte = sys.stdin.buffer.read(1)
            if not byte or (byte == b"\x03" and self._last == b"\r"):
                raise Stopped
            self._last = byte
            data += byte
        return data

    def free(self) -> bool:
        """Whether all that was to be said has gone out."""
        return not self._due

    def say(self, data: bytes) -> None:
        """Let this go out when the cable takes it; if too much waits already it is lost."""
        if len(self._due) + len(data) <= ROOM:
            self._due += data

    def step(self) -> None:
        """Let a piece go out."""
        if self._due and self._out.poll(0):
            sent = sys.stdout.buffer.write(self._due[:PIECE])
            self._due = self._due[PIECE if sent is None else sent :]

    def close(self) -> None:
        """Give the keyboard back to MicroPython."""
        micropython.kbd_intr(3)
