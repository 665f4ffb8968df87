"""Pull the plug at any moment: the last acknowledged answer is there."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from companion.table.store import Store

PROGRAM = Path(__file__).with_name("killed.py")


def test_the_last_acknowledged_answer_is_there_after_a_kill(tmp_path):
    pick = random.Random(7)
    for run in range(10):
        acknowledged = []
        with subprocess.Popen(
            [sys.executable, str(PROGRAM), str(tmp_path), str(run)],
            stdout=subprocess.PIPE,
            text=True,
        ) as table:
            for line in table.stdout:
                acknowledged.append(line)
                if len(acknowledged) >= pick.randint(5, 40):
                    table.kill()
            acknowledged += table.stdout.readlines()
        last = [line.split() for line in acknowledged if line.endswith("\n")][-1]
        store = Store(tmp_path)
        assert not store.trouble
        kept = store.open_match()
        if kept is not None and last[0] != "anew":
            count, *notation = last
            assert len(kept.rows) >= int(count)
            assert kept.rows[int(count) - 1].notation == " ".join(notation)
        store.close()
