"""From the command to the first page, and what the table weighs in memory while nothing happens."""

from __future__ import annotations

import compileall
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from statistics import median

from tests.tools import ROOT

STARTS = 5
IDLE_S = 2.0
PATIENCE_S = 30.0


def measure() -> dict[str, float]:
    """Seconds to the first page, and megabytes once it is quiet: medians of a few starts.

    Everything is compiled, as `make setup` leaves it.
    """
    for folder in ("companion", "web"):
        compileall.compile_dir(ROOT / folder, quiet=1)
    runs = [once() for _ in range(STARTS)]
    return {
        "first_page_s": round(median(seconds for seconds, _ in runs), 3),
        "idle_mb": round(median(mb for _, mb in runs), 1),
    }


def once() -> tuple[float, float]:
    """Start a table, ask for its page until it comes, leave it alone, weigh it, end it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as home:
        began = time.perf_counter()
        words = ["run", "--sim", "--home", home, "--port", str(port)]
        table = subprocess.Popen(
            [sys.executable, "-m", "companion", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            first_page(f"http://127.0.0.1:{port}/", began + PATIENCE_S)
            seconds = time.perf_counter() - began
            time.sleep(IDLE_S)
            status = Path(f"/proc/{table.pid}/status").read_text()
        finally:
            table.terminate()
            table.wait()
    kilobytes = re.search(r"VmRSS:\s+(\d+)", status)
    assert kilobytes
    return seconds, int(kilobytes[1]) / 1024


def first_page(address: str, until: float) -> None:
    while True:
        try:
            with urllib.request.urlopen(address) as page:
                page.read()
        except urllib.error.HTTPError:
            raise
        except OSError:
            if time.perf_counter() > until:
                raise
            time.sleep(0.01)
        else:
            return
