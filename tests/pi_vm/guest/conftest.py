"""In the Pi: every test's outcome goes to the console, one line each."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.devices.hearing import Ears
from tests.pi_vm.guest.lines import all_up


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" or report.outcome != "passed":
        name = report.nodeid.rpartition("/")[2].partition("[")[0]
        words = f"{report.nodeid}: {report.when}\n{report.longreprtext}\n{report.caplog}"
        told = {"test": name, "outcome": report.outcome, "words": words}
        print(f"\n@@ {json.dumps(told)}", flush=True)  # noqa: T201


@pytest.fixture
def ears() -> Ears:
    return Ears()


@pytest.fixture(autouse=True)
def no_finger_stays() -> Iterator[None]:
    yield
    all_up()
