"""Where a whole table is put together: one process, one port.

configuration -> session and record -> electronics -> screens. Nobody imports this; it imports all.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import gc
import io
import logging
import secrets
import signal
import socket
import struct
import sys
import threading
import traceback
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import segno
import uvicorn

import web
from companion import config as configs
from companion import home as homes
from companion.config import Config
from companion.devices import doctor
from companion.devices.electronics import open_electronics
from companion.devices.rounds import Rounds
from companion.devices.wiring import rewire
from companion.engines.catalogue import GAMES
from companion.errors import ConfigError, PortTaken
from companion.table.board import Board
from companion.table.house import House
from companion.table.inbox import Inbox
from companion.table.packs.library import shelved
from companion.table.session import Session
from web.live import Live

log = logging.getLogger("tableside")

SWITCH_S = 0.0005
"""A press is not to wait behind a page that is being made."""
SIOCGIFADDR = 0x8915
GONE_MS = 20_000
"""A phone that acknowledges nothing, or has no room for anything, for so long is gone."""
UNREAD_BYTES = 1 << 18
"""So much is kept for a phone that does not read; a dozen whole views."""
CODE_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
FAREWELL_S = 2


def run(home: Path, *, port: int | None = None, sim: bool = False) -> int:
    """Serve a table until told to stop; the exit status."""
    keep_log()
    with homes.alone(home):
        config = configs.read(home, () if sim else configs.buses_in_use())
        with listen(config.http.host, config.http.port if port is None else port) as door:
            table = Table(home, config, door, sim=sim)
            print(table.greeting(), flush=True)
            gc.freeze()
            gc.enable()
            with told_to_stop(table.server):
                return table.serve()


class Server(uvicorn.Server):
    """Serves until told to stop; then ends the live streams first, for they never end alone."""

    def __init__(self, screens: Live) -> None:
        self.screens = screens
        settings = uvicorn.Config(
            screens,
            access_log=False,
            log_level="warning",
            lifespan="off",
            log_config=None,
            server_header=False,
            timeout_graceful_shutdown=FAREWELL_S,
            ws="none",
        )
        super().__init__(settings)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.screens.close()
        await super().shutdown(sockets)


class Table:
    """Everything of one table, from the pins to the port."""

    def __init__(self, home: Path, config: Config, door: socket.socket, *, sim: bool) -> None:
        self.home, self.door, self.failed = home, door, False
        self.owner_code = owner_code(home)
        self.board, self.inbox = Board(), Inbox()
        self.electronics = open_electronics(config, self.inbox, sim=sim)
        self.session = Session(
            home,
            replace(house(config), rewire=partial(rewire, home, config)),
            self.board,
            self.inbox,
            self.electronics.outputs,
            games=shelved(GAMES, home, keep=True),
        )
        self.hosts = hosts(config)
        self.server = Server(
            web.create_asgi(
                self.board,
                self.inbox,
                owner_code=self.owner_code,
                hands=self.electronics.hands if sim else None,
                twins=None if sim else self.electronics,
                sounds=home / "sounds",
                hosts=(*self.hosts, *config.http.allowed_hosts, *names()),
            )
        )

    def serve(self) -> int:
        """Play until told to stop; the exit status."""
        sys.setswitchinterval(SWITCH_S)
        player = threading.Thread(target=self._play, name="session", daemon=True)
        player.start()
        rounds = Rounds(self.home, lambda: doctor.parts(self.electronics))
        rounds.start()
        self.server.run(sockets=[self.door])
        rounds.close()
        self.electronics.close()
        self.inbox.close()
        player.join()
        return 1 if self.failed else 0

    def greeting(self) -> str:
        """What whoever starts the table needs: the address, its picture, the codes."""
        port = self.door.getsockname()[1]
        addresses = [f"http://{host}:{port}/" for host in self.hosts]
        picture = io.StringIO()
        segno.make(addresses[0], error="l").terminal(picture, compact=True, border=2)
        return "\n".join(
            (
                "",
                picture.getvalue().rstrip("\n"),
                f"  The table:    {'  or  '.join(addresses)}",
                f"  Owner's code: {self.owner_code}",
                f"  Seat code:    {self.session.terminal_code}  (for a table without buttons)",
                "  Ctrl-C ends it; the match is kept.",
                "",
            )
        )

    def _play(self) -> None:
        try:
            self.session.run()
        except Exception:
            log.exception("The session has ended. Start again: the match is kept.")
            self.failed = True
            self.server.should_exit = True


class Discreet(logging.Formatter):
    """Log lines that tell no secret: of an error its kind and its places, never its words."""

    def formatException(self, ei: Any) -> str:  # noqa: N802  (logging's own name)
        kind, _, trace = ei
        places = [f"{Path(f.filename).name}:{f.lineno}" for f in traceback.extract_tb(trace)]
        return f"    {kind.__name__} at {' < '.join(reversed(places))}"


def keep_log() -> None:
    """Log to stderr, discreetly."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.INFO)


def house(config: Config) -> House:
    """What the sitting needs to know of the configuration."""
    return House(
        seats=tuple(config.seats),
        readers={name: reader.role for name, reader in config.readers.items()},
        spaces={
            name: reader.place
            for name, reader in config.readers.items()
            if reader.role == "lane" and "/" in reader.place
        },
        pace_s=config.robot_pace_s,
    )


def owner_code(home: Path) -> str:
    """The code that opens the owner's page; the same after every start."""
    path = home / "owner-code"
    with contextlib.suppress(OSError, UnicodeDecodeError):
        kept = path.read_text().strip()
        if len(kept) == 8 and set(kept) <= set(CODE_SIGNS):
            return kept
    code = "".join(secrets.choice(CODE_SIGNS) for _ in range(8))
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
        path.touch(mode=0o600)
        path.write_text(f"{code}\n")
    return code


def listen(host: str, port: int) -> socket.socket:
    """The port, before anything else is touched.

    Its protocol is named, or asyncio does not know it for TCP and lets small answers wait 40 ms.
    """
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
    try:
        door.bind((host, port))
        door.listen(128)
    except OSError as fault:
        door.close()
        if fault.errno == errno.EADDRINUSE:
            free = 8080 if port != 8080 else 8090
            raise PortTaken(f"port {port} is taken by another program: try --port {free}") from None
        raise ConfigError(f"cannot listen at {host} port {port}: {fault.strerror}") from None
    return door


def hosts(config: Config) -> list[str]:
    """The addresses at which phones find the table, the likeliest first; localhost last."""
    if config.http.host not in ("0.0.0.0", ""):  # noqa: S104  (that is: every address)
        return [config.http.host]
    return [*(address for _, address in sorted(interfaces())), "localhost"]


def names() -> tuple[str, str]:
    """The names of this machine, as a phone may type them."""
    name = socket.gethostname().lower()
    return name, f"{name}.local"


def interfaces() -> Iterator[tuple[int, str]]:
    """The IPv4 addresses of this machine, wireless first, and what containers made left out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            if name.startswith(("lo", "docker", "veth", "br-", "virbr")):
                continue
            with contextlib.suppress(OSError):
                wanted = struct.pack("256s", name.encode()[:15])
                found = fcntl.ioctl(asking.fileno(), SIOCGIFADDR, wanted)
                yield 0 if name.startswith("wl") else 1, socket.inet_ntoa(found[20:24])


@contextlib.contextmanager
def told_to_stop(server: uvicorn.Server) -> Iterator[None]:
    """SIGTERM and SIGINT end the server, which raises them once more when it has ended."""

    def stop(*_: object) -> None:
        server.should_exit = True

    before = {told: signal.signal(told, stop) for told in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for told, handler in before.items():
            signal.signal(told, handler)
