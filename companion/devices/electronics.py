"""Everything with wires, opened at once: what is missing is named and the rest goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Protocol

from gpiozero.pins import Factory
from gpiozero.pins.mock import MockFactory

from companion.config import Config
from companion.devices.capture import Player
from companion.devices.hub import Dialogue, Hub, Patience
from companion.devices.outputs import Lights
from companion.devices.panel import Panel, open_factory
from companion.devices.parts import Parts
from companion.devices.pn532 import PN532
from companion.devices.port import real_port, usb_port
from companion.devices.rdm6300 import RDM6300
from companion.devices.readers import Laid, Reader
from companion.devices.sim import Hands
from companion.devices.sim_hub import SimHub
from companion.devices.tape import Tape, play
from companion.devices.twins import Twins
from companion.errors import HubError, Sentence
from companion.table.inbox import Health, Inbox

SOLO: Mapping[str, type[PN532 | RDM6300]] = {"pn532": PN532, "rdm6300": RDM6300}


class _Closing(Protocol):
    def close(self) -> None: ...


class Electronics:
    """The table's wires: `outputs` shine and sound, `hands` are those on the screen."""

    def __init__(
        self,
        config: Config,
        inbox: Inbox,
        *,
        sim: bool,
        clock: Callable[[], float],
        tape: Path | None,
        patience: Patience,
    ) -> None:
        self.config, self.clock = config, clock
        self.parts = Parts(inbox.put, clock)
        self.tape = Tape(tape)
        self.laid = Laid(inbox.put, config.grace_ms / 1000)
        self._closing: list[_Closing] = [self.tape]
        sim = sim or config.hub == "sim:"
        replay = config.hub.startswith("replay:") and not sim
        self.factory = self._factory(mock=sim or replay)
        panel = self._panel(inbox)
        sim_hub = SimHub(list(config.readers)) if sim else None
        self.hub = self._hub(sim_hub, replay, patience)
        self.outputs = Lights(config, self.factory, self.hub, parts=self.parts, clock=clock)
        self.hands: Hands | Twins
        if sim_hub is not None and isinstance(self.factory, MockFactory):
            self.hands = self._simulated(sim_hub, self.factory)
        else:
            self.hands = Twins(
                config,
                panel=panel,
                laid=self.laid,
                lights=self.outputs,
                parts=self.parts,
                clock=clock,
            )
            if not replay:
                self._solo_readers()
        for thread in (panel, self.outputs, *([self.hub] if self.hub else ())):
            thread.start()
            self._closing.append(thread)

    def _panel(self, inbox: Inbox) -> Panel:
        """The buttons and the shared keys, each on its pin."""
        config = self.config
        switches = {f"button/{seat}": place.button for seat, place in config.seats.items()}
        switches |= {f"key/{number}": pin for number, pin in enumerate(config.keys, 1)}
        return Panel(
            switches,
            self.factory,
            put=inbox.put,
            parts=self.parts,
            clock=self.clock,
            tape=self.tape,
            settle=config.debounce_ms / 1000,
            refused=config.taken(),
        )

    def _simulated(self, hub: SimHub, factory: MockFactory) -> Hands:
        """Hands that move the mock pins and the tags on the simulated hub."""
        hub.start()
        hands = Hands(self.config, factory, hub)
        hands.sounds = lambda: tuple(self.outputs.recent)
        self._closing.append(hands)
        return hands

    def health(self) -> tuple[Health, ...]:
        """How every part is now."""
        return self.parts.all()

    def twin(self, part: str, on: bool) -> None:
        """Let the screen stand in for a part, or no longer; `HubError` says why not."""
        self.parts.twin(part, on)

    def close(self) -> None:
        """Give every pin and port back."""
        while self._closing:
            self._closing.pop().close()
        if self.factory is not None:
            self.factory.close()
            self.factory = None

    def _factory(self, *, mock: bool) -> Factory | None:
        try:
            factory = open_factory("mock" if mock else self.config.factory)
        except HubError as error:
            words = error.words
        else:
            self.parts.tell("gpio", "fine")
            return factory
        self.parts.tell("gpio", "missing", words)
        words = Sentence("It waits for the pins: see gpio.")
        for seat in self.config.seats:
            self.parts.tell(f"button/{seat}", "missing", words, quiet=True)
        for number, _ in enumerate(self.config.keys, 1):
            self.parts.tell(f"key/{number}", "missing", words, quiet=True)
        shown = [f"lamp/{seat}" for seat in self.config.seats] + ["buzzer"]
        shown = shown if self.config.lights == "pins" else []
        for part in shown + (["clip"] if self.config.clip.on in ("bar", "servo") else []):
            self.parts.tell(part, "missing", words, quiet=True)
        return None

    def _hub(self, sim_hub: SimHub | None, replay: bool, patience: Patience) -> Hub | None:
        config = self.config
        readers = {r.at: r.name for r in config.readers.values() if r.kind == "pico"}
        behind = {"clip": "clip"} if config.clip.on == "hub" else {}
        if config.lights == "hub":
            behind |= {f"lamp/{seat}": "lamps" for seat in config.seats} | {"buzzer": "buzz"}
        find: Callable[[], str]
        if sim_hub is not None:
            find = sim_hub.cable.find
            readers = {name: name for name in config.readers}
        elif replay:
            try:
                find = self._player().cable.find
            except (HubError, OSError) as fault:
                error = fault.words if isinstance(fault, HubError) else fault
                words = Sentence("The tape cannot be played: {error}.", error=error)
                self.parts.tell("hub", "missing", words)
                return None
        elif config.hub == "none:" or not (readers or behind):
            for reader in readers.values():
                words = Sentence("No hub is set: set hub.")
                self.parts.tell(f"reader/{reader}", "missing", words)
            return None
        elif config.hub.startswith("usb:"):
            find = partial(usb_port, config.hub.removeprefix("usb:"))
        else:
            find = partial(real_port, config.hub)
        dialogue = Dialogue(readers, self.laid, self.parts, patience)
        return Hub(find, dialogue, self.parts, clock=self.clock, tape=self.tape, behind=behind)

    def _player(self) -> Player:
        assert isinstance(self.factory, MockFactory)  # noqa: S101 - replay opened it
        path = Path(self.config.hub.removeprefix("replay:"))
        with path.open(encoding="ascii") as lines:
            tape = tuple(play(lines))
        player = Player(tape, self.factory, self.config.part_pins(), self.laid, self.clock)
        player.start()
        self._closing.append(player)
        return player

    def _solo_readers(self) -> None:
        for reader in self.config.readers.values():
            if reader.kind in SOLO:
                solo: Reader = SOLO[reader.kind](
                    reader.name,
                    partial(real_port, reader.at),
                    laid=self.laid,
                    parts=self.parts,
                    clock=self.clock,
                    tape=self.tape,
                )
                solo.start()
                self._closing.append(solo)


def open_electronics(
    config: Config,
    inbox: Inbox,
    *,
    sim: bool,
    clock: Callable[[], float] = time.monotonic,
    tape: Path | None = None,
    patience: Patience = Patience(),
) -> Electronics:
    """Open all that is configured. `sim`: simulate everything. `tape`: record raw input there."""
    return Electronics(config, inbox, sim=sim, clock=clock, tape=tape, patience=patience)
