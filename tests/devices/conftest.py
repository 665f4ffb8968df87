from collections.abc import Iterator

import pytest

from companion.config import Config
from companion.devices.electronics import Electronics, open_electronics
from tests.devices.hearing import QUICK, Ears


@pytest.fixture
def ears() -> Ears:
    return Ears()


@pytest.fixture
def config() -> Config:
    return Config(grace_ms=60)


@pytest.fixture
def sim(ears: Ears, config: Config) -> Iterator[Electronics]:
    """The whole simulated table, with the hub there."""
    electronics = open_electronics(config, ears.inbox, sim=True, patience=QUICK)
    ears.part("hub", "fine")
    yield electronics
    electronics.close()
