"""What `tableside doctor` looks at: the program, the home folder, then every wire.

If a table runs with this home folder, that table is asked how its parts are.
"""

from __future__ import annotations

import contextlib
import logging
import platform
from collections.abc import Iterator
from pathlib import Path

from companion import config as configs
from companion import home as homes
from companion.devices import doctor, rounds
from companion.devices.machine import Machine
from companion.errors import AlreadyRunning, ConfigError, RecordError
from companion.table.inbox import State
from companion.table.store import Store


def findings(home: Path, *, sim: bool, machine: Machine = Machine()) -> Iterator[doctor.Finding]:
    """How each part is, and the mend."""
    yield doctor.Finding("python", "fine", f"{platform.python_version()} on {platform.machine()}")
    try:
        config = configs.read(home, () if sim else configs.buses_in_use())
    except ConfigError as fault:
        yield doctor.Finding("config", "trouble", str(fault))
        yield from (*doctor.board(machine), *doctor.groups(machine), *doctor.usb(machine))
        return
    named = home / configs.FILE
    yield doctor.Finding("config", "fine", str(named) if named.exists() else "the starter map")
    try:
        with homes.alone(home), contextlib.closing(Store(home)) as store:
            state: State = "trouble" if store.trouble else "fine"
            yield doctor.Finding("record", state, store.trouble or str(store.path))
            with quiet("tableside.devices"):
                wires = doctor.examine(config, sim=sim, machine=machine)
            yield from wires
    except AlreadyRunning as running:
        yield doctor.Finding("table", "fine", str(running))
        yield from (*doctor.board(machine), *doctor.buses(config, machine))
        told = rounds.ask(home)
        if told is None:
            words = "It does not tell how its parts are: see its owner's page."
            yield doctor.Finding("parts", "silent", words)
        yield from (*doctor.groups(machine), *(told or ()), *doctor.usb(machine))
        yield from doctor.wired_ports(config, machine)
    except (ConfigError, RecordError) as fault:
        yield doctor.Finding("record", "trouble", str(fault))


@contextlib.contextmanager
def quiet(name: str) -> Iterator[None]:
    """Log nothing meanwhile: the findings say it all."""
    log = logging.getLogger(name)
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(before)
