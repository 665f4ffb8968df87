"""What is wired to the Pico: settings.py, looked through before a pin is touched."""

import io
import sys

import wire

PINS = set(range(23)) | {26, 27, 28}
"""GP23 to GP25 belong to the board itself."""
CLOCKS = (100_000, 10_000_000)
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_-"
NAMES = 150
"""So many characters may all names have together: they must fit into one hello."""


class Wiring:
    """What can be used of the settings; `faults` names the rest, each in a sentence."""

    def __init__(self, settings: object) -> None:
        self.faults: list[str] = []
        self._settings = settings
        self._taken: dict[int, str] = {}
        self.clock = self._number("CLOCK", 1_000_000, CLOCKS)
        self.bus = self._bus() if self._said("READERS") else None
        self.readers = self._readers() if self.bus else {}
        self.rst = self._pin("RST", self._said("RST"))
        self.lamps = self._pins("LAMPS")
        self.buzzer = self._pin("BUZZER", self._said("BUZZER"))
        self.buzzer_hz = self._number("BUZZER_HZ", 0, (0, 20_000))
        self.clip = self._pins("CLIP")
        self.servo = self._pin("SERVO", self._said("SERVO"))

    def _said(self, name: str) -> object:
        return getattr(self._settings, name, None)

    def _number(self, name: str, default: int, limits: tuple[int, int]) -> int:
        value = self._said(name)
        if value is None:
            return default
        if isinstance(value, int) and limits[0] <= value <= limits[1]:
            return value
        self.faults.append(f"{name} must be a number from {limits[0]} to {limits[1]}")
        return default

    def _pin(self, name: str, value: object) -> int | None:
        if value is None:
            return None
        if not isinstance(value, int) or value not in PINS:
            self.faults.append(f"{name} is on {value!r}, which is no pin of yours: GP0-22, GP26-28")
        elif value in self._taken:
            self.faults.append(f"{name} and {self._taken[value]} are both on GP{value}")
        else:
            self._taken[value] = name
            return value
        return None

    def _pins(self, name: str) -> list[int]:
        value = self._said(name) or ()
        if not isinstance(value, (tuple, list)):
            self.faults.append(f"{name} must be pins in brackets, as (16, 17)")
            return []
        pins = [self._pin(f"{name} {number}", pin) for number, pin in enumerate(value, 1)]
        return [pin for pin in pins if pin is not None]

    def _bus(self) -> tuple[int, int, int, int] | None:
        """Which SPI the pins make. RP2040 data sheet, section 1.4.3: functions go by fours."""
        sck = self._pin("SCK", self._said("SCK"))
        mosi = self._pin("MOSI", self._said("MOSI"))
        miso = self._pin("MISO", self._said("MISO"))
        if sck is None or mosi is None or miso is None:
            self.faults.append("without SCK, MOSI and MISO no reader works")
            return None
        block = sck >> 3 & 1
        functions = (sck & 3, mosi & 3, miso & 3)
        if functions != (2, 3, 0) or (mosi >> 3 & 1, miso >> 3 & 1) != (block, block):
            self.faults.append(
                f"SCK {sck}, MOSI {mosi}, MISO {miso} are not of one SPI: try 2, 3, 4 or 10, 11, 12"
            )
            return None
        return block, sck, mosi, miso

    def _readers(self) -> dict[str, int]:
        said = self._said("READERS")
        if not isinstance(said, dict):
            self.faults.append('READERS must be names with pins, as {"pad": 5}')
            return {}
        readers: dict[str, int] = {}
        for name, pin in said.items():
            if not isinstance(name, str) or not name or any(c not in LETTERS for c in name):
                self.faults.append(f"{name!r} is no name for a reader: use a-z, 0-9, - and _")
            elif sum(len(other) + 4 for other in readers) + len(name) > NAMES:
                self.faults.append(f"there is no room for reader {name}: use shorter names")
            else:
                chosen = self._pin(f"reader {name}", pin)
                if chosen is not None:
                    readers[name] = chosen
        return readers


def read() -> Wiring:
    """The settings on this Pico. If they cannot be read nothing is wired."""
    try:
        import settings  # noqa: PLC0415 - it may be broken
    except Exception as error:  # noqa: BLE001 - the owner may have written anything there
        told = io.StringIO()
        sys.print_exception(error, told)
        wiring = Wiring(None)
        wiring.faults.append(" ".join(told.getvalue().split("\n")[-3:]).strip())
        return wiring
    return Wiring(settings)


def sentence(fault: str) -> str:
    """A fault as one payload of the wire."""
    plain = "".join(c if " " <= c <= "~" else "?" for c in fault)
    return f"fault settings.py: {plain}"[: wire.LIMIT - 20]
