"""A Pi that starts in a few seconds: an arm64 machine in software, with real lines and real USB.

Its clock counts instructions, one a nanosecond, and skips whatever time nothing happens in. So a
busy computer makes the tests slower but never changes what they see: 5 ms are 5 ms.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.pi_vm.image import BOARD, compile_for, layers, pack
from tests.tools import ROOT

PATIENCE_S, IDLE_S, LOOK_S = 300, 1800, 5
"""So much work the Pi may do in silence, and so long it may wait its turn on a busy computer."""
CLOCK = ("-accel", "tcg,thread=single", "-icount", "shift=0,sleep=off", "-rtc", "clock=vm")
CHECKOUT = ("companion", "web", "tests/pi_vm/guest", "tests/devices/hearing.py")
MARK = "@@ "


class Silent(Exception):
    """The Pi hangs."""


def told(command: str) -> Iterator[Any]:
    """Start a Pi, carry a command out in the checkout there, and give what it tells as JSON.

    What it tells is each line of its console that begins with a mark; the rest goes to stderr.
    """
    kernel, debian = layers()
    with tempfile.TemporaryDirectory() as folder:
        ram = Path(folder) / "ram.cpio"
        checkout = Path(folder) / "checkout.cpio"
        lay_checkout(Path(folder) / "top", command, (debian / "python").read_text())
        pack(Path(folder) / "top", checkout)
        with ram.open("wb") as whole:
            for part in (kernel / "layer.cpio", debian / "layer.cpio", checkout):
                with part.open("rb") as archive:
                    shutil.copyfileobj(archive, whole)
        words = [
            *("qemu-system-aarch64", *BOARD, *CLOCK, "-dtb", kernel / "pi.dtb"),
            *("-kernel", kernel / "vmlinuz", "-initrd", ram),
            *("-append", "console=ttyAMA0 quiet loglevel=1 panic=-1"),
            *("-display", "none", "-no-reboot", "-serial", "stdio"),
        ]
        for line in lines_of(list(map(str, words))):
            if line.startswith(MARK):
                yield from said(line.removeprefix(MARK))
            else:
                print(line, file=sys.stderr)  # noqa: T201


def said(words: str) -> Iterator[Any]:
    """What a marked line says; `ready` and `ended 0` are of the first program itself."""
    if words.startswith("{"):
        yield json.loads(words)
    elif words.startswith("ended"):
        yield {"ended": int(words.split()[1])}
    else:
        print(words, file=sys.stderr)  # noqa: T201


def lay_checkout(top: Path, command: str, version: str) -> None:
    """The checkout as it lies here, compiled, and the command beside it."""
    for name in CHECKOUT:
        (top / "src" / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_file():
            shutil.copy(ROOT / name, top / "src" / name)
        else:
            left_out = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, top / "src" / name, ignore=left_out)
    compile_for(version, top, "src")
    (top / "init").write_text((Path(__file__).parent / "init").read_text())
    (top / "init").chmod(0o755)
    (top / "command").write_text(command)


def lines_of(words: list[str]) -> Iterator[str]:
    """What a program prints, line by line; it is ended when it is silent for too long."""
    lines: queue.Queue[str | None] = queue.Queue()
    with subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as program:
        reader = threading.Thread(target=_read, args=(program, lines))
        reader.start()
        try:
            while (line := _next(lines, program.pid)) is not None:
                yield line.rstrip()
        finally:
            program.kill()
            reader.join()


def _next(lines: queue.Queue[str | None], pid: int) -> str | None:
    """The next line. Patience is counted in work done and in looks at an idle one."""
    before, idle = _worked(pid), 0
    while True:
        with contextlib.suppress(queue.Empty):
            return lines.get(timeout=LOOK_S)
        idle += 1
        if _worked(pid) - before > PATIENCE_S or idle * LOOK_S > IDLE_S:
            raise Silent(f"the virtual Pi said nothing for {idle * LOOK_S} seconds")


def _worked(pid: int) -> float:
    """How many seconds a program has had of the processor."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def _read(program: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert program.stdout
    for line in program.stdout:
        lines.put(line)
    lines.put(None)


if __name__ == "__main__":
    for one in told(" ".join(sys.argv[1:])):
        print(json.dumps(one))  # noqa: T201
