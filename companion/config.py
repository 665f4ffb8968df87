"""One frozen configuration, read from one TOML file in the home folder.

Without a file the starter map of hardware/ holds. Every fault is named at once, each with its mend.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from companion.errors import ConfigError, Sentence

Factory: TypeAlias = Literal["lgpio", "rpigpio", "rpi-lgpio", "mock"]
Role: TypeAlias = Literal["pad", "lane", "seat"]
Kind: TypeAlias = Literal["pico", "pn532", "rdm6300"]
Lights: TypeAlias = Literal["pins", "hub"]
Indicator: TypeAlias = Literal["hub", "bar", "servo", "none"]

FILE = "tableside.toml"
KEYS = 6
SEATS = 5
BUSES: Mapping[str, frozenset[int]] = MappingProxyType(
    {
        "HAT": frozenset({0, 1}),
        "I2C": frozenset({2, 3}),
        "SPI": frozenset({7, 8, 9, 10, 11}),
        "UART": frozenset({14, 15}),
    }
)
"""Pins (BCM) that a bus takes while it is switched on."""
ON_BOARD_UART = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
RESERVED = frozenset({"dice", "deck", "all", "any", "table", "audience", "owner"})


@dataclass(frozen=True, slots=True)
class Place:
    """A seat's own parts on the panel; None where a pin is not wired."""

    button: int | None = None
    lamp: int | None = None


@dataclass(frozen=True, slots=True)
class Clip:
    """What shows the clip: the hub, a bar of LEDs (pins from the top mark down), a servo."""

    on: Indicator = "hub"
    pins: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of tags. `at`: its name on the hub, or the serial port of a reader of its own.

    `place`: whose lane or seat it is, `jason` or a space of the lane, `jason/2`; empty at the pad.
    """

    name: str
    role: Role = "pad"
    kind: Kind = "pico"
    at: str = ""
    place: str = ""


def _starter() -> Mapping[str, Place]:
    names = ("jason", "billy", "kimberly", "zach", "trini")
    pins = ((5, 12), (6, 16), (13, 20), (19, 21), (4, 18))
    return MappingProxyType({name: Place(*two) for name, two in zip(names, pins, strict=True)})


@dataclass(frozen=True, slots=True)
class Config:
    """How this table is wired and served. Seats go clockwise; pins are BCM numbers."""

    seats: Mapping[str, Place] = field(default_factory=_starter)
    keys: tuple[int | None, ...] = (17, 27, 22, 23, 24, 25)
    buzzer: int | None = 26
    clip: Clip = Clip()
    factory: Factory = "lgpio"
    lights: Lights = "pins"
    hub: str = "usb:"
    readers: Mapping[str, Reader] = field(
        default_factory=lambda: MappingProxyType({"pad": Reader("pad", at="pad")})
    )
    port: int = 8000
    host: str = "0.0.0.0"  # noqa: S104 - phones come from the home network
    allowed_hosts: tuple[str, ...] = ()
    debounce_ms: float = 8
    grace_ms: float = 300
    robot_pace_s: float = 1.2
    in_use: frozenset[str] = field(default=frozenset(), compare=False)
    """The buses that are switched on here (see `buses_in_use`): no setting, but how this Pi is."""

    def pins(self) -> Iterator[tuple[str, int]]:
        """Every pin with the setting that takes it."""
        for seat, place in self.seats.items():
            if place.button is not None:
                yield f"seats.{seat}.button", place.button
            if place.lamp is not None and self.lights == "pins":
                yield f"seats.{seat}.lamp", place.lamp
        for number, pin in enumerate(self.keys, 1):
            if pin is not None:
                yield f"key {number}", pin
        if self.buzzer is not None and self.lights == "pins":
            yield "buzzer", self.buzzer
        for number, pin in enumerate(self.clip.pins, 1):
            yield f"clip pin {number}", pin

    def part_pins(self) -> Mapping[str, int]:
        """Every pin by the part it belongs to, as the owner's page names parts."""
        parts = {}
        for setting, pin in self.pins():
            words = setting.replace("seats.", "").split(".")
            parts["/".join(reversed(words)).replace("key ", "key/")] = pin
        return parts

    def taken(self) -> Mapping[str, str]:
        """The parts whose pins a bus has that is in use, with the mend of each."""
        found = {}
        for part, pin in self.part_pins().items():
            for bus in sorted(self.in_use):
                if pin in BUSES.get(bus, ()):
                    found["clip" if part.startswith("clip") else part] = Sentence(
                        "GPIO {pin} belongs to {bus}, which is in use: "
                        "take a free pin, or switch {bus} off in raspi-config.",
                        pin=pin,
                        bus=bus,
                    )
        return found


def read(home: Path, in_use: Collection[str] = ()) -> Config:
    """The configuration in `home`; the starter map if there is no file.

    `in_use`: the buses that are switched on here. A part on a pin of theirs is refused when it is
    opened (see `Config.taken`); it is no fault of the file, and the rest plays.
    """
    path = home / FILE
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return parse("", in_use)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read ({error}): mend or remove it") from error
    try:
        return parse(text, in_use)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None


def buses_in_use(dev: Path = Path("/dev"), tree: Path = Path("/proc/device-tree")) -> set[str]:
    """The buses that this Pi has switched on."""
    signs = {
        "SPI": any(dev.glob("spidev0.*")),
        "I2C": (dev / "i2c-1").exists(),
        "UART": (dev / "serial0").exists(),
        "HAT": (tree / "hat").exists(),
    }
    return {bus for bus, found in signs.items() if found}


def parse(text: str, in_use: Collection[str] = ()) -> Config:
    """The configuration that a TOML text means.

    >>> parse('debounce_ms = 5').debounce_ms
    5
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"this is no TOML: {error}") from error
    faults: list[str] = []
    config = _Reading(faults).config(data)
    if not faults:
        faults.extend(_pin_faults(config))
        faults.extend(_reader_faults(config))
    if faults:
        raise ConfigError("; ".join(faults))
    return replace(config, in_use=frozenset(in_use))


class _Reading:
    """One pass over the file; what is wrong is noted, and the default stands in for it."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults

    def config(self, data: Mapping[str, Any]) -> Config:
        default = Config()
        known = ("seats", "keys", "buzzer", "clip", "factory", "lights", "hub", "readers", "http")
        self.known("", data, (*known, "debounce_ms", "grace_ms", "robot_pace_s"))
        http = self.table(data, "http")
        self.known("http.", http, ("port", "host", "allowed_hosts"))
        return Config(
            seats=self.seats(data) if "seats" in data else default.seats,
            keys=self.keys(data["keys"]) if "keys" in data else default.keys,
            buzzer=self.pin("buzzer", data["buzzer"]) if "buzzer" in data else default.buzzer,
            clip=self.clip(self.table(data, "clip")),
            factory=self.word(data, "factory", get_args(Factory), default.factory),
            lights=self.word(data, "lights", get_args(Lights), default.lights),
            hub=self.hub(data.get("hub", default.hub)),
            readers=self.readers(data) if "readers" in data else default.readers,
            port=self.number(http, "http.port", 0, 65535, default.port, whole=True),
            host=self.text(http, "http.host", default.host),
            allowed_hosts=self.texts(http, "http.allowed_hosts"),
            debounce_ms=self.number(data, "debounce_ms", 3, 50, default.debounce_ms),
            grace_ms=self.number(data, "grace_ms", 0, 5000, default.grace_ms),
            robot_pace_s=self.number(data, "robot_pace_s", 0, 60, default.robot_pace_s),
        )

    def known(self, where: str, given: Iterable[str], known: Collection[str]) -> None:
        for key in given:
            if key not in known:
                near = get_close_matches(key, known, 1)
                mend = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
                self.faults.append(f"unknown setting {where}{key}: {mend}")

    def table(self, data: Mapping[str, Any], key: str, where: str = "") -> Mapping[str, Any]:
        value = data.get(key, {})
        if isinstance(value, dict):
            return value
        self.faults.append(f"{where}{key} must be a table: write [{where}{key}]")
        return {}

    def take(
        self,
        data: Mapping[str, Any],
        path: str,
        default: Any,
        good: Callable[[Any], bool],
        say: str,
    ) -> Any:
        """The setting at the end of `path`, if it is `good`."""
        value = data.get(path.rpartition(".")[2], default)
        if good(value):
            return value
        self.faults.append(f"{path} must be {say}, not {value!r}")
        return default

    def word(self, data: Mapping[str, Any], path: str, words: tuple[str, ...], default: str) -> Any:
        return self.take(data, path, default, lambda v: v in words, f"one of {', '.join(words)}")

    def text(self, data: Mapping[str, Any], path: str, default: str) -> str:
        good: str = self.take(data, path, default, lambda v: isinstance(v, str), "a text in quotes")
        return good

    def texts(self, data: Mapping[str, Any], path: str) -> tuple[str, ...]:
        def good(value: Any) -> bool:
            return isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)

        return tuple(self.take(data, path, (), good, 'a list of texts, ["like this"]'))

    def number(
        self,
        data: Mapping[str, Any],
        path: str,
        low: float,
        high: float,
        default: float,
        *,
        whole: bool = False,
    ) -> Any:
        def good(value: Any) -> bool:
            kinds = int if whole else int | float
            return isinstance(value, kinds) and value is not True and low <= value <= high

        kind = "a whole number" if whole else "a number"
        return self.take(data, path, default, good, f"{kind} from {low:g} to {high:g}")

    def pin(self, path: str, value: Any) -> int | None:
        if value is False:
            return None
        if isinstance(value, int) and value is not True and 0 <= value <= 27:
            return value
        self.faults.append(f"{path} = {value!r} is no GPIO: take one from 0 to 27, or false")
        return None

    def pins(self, path: str, value: Any) -> tuple[int | None, ...]:
        if isinstance(value, list):
            return tuple(self.pin(f"{path}[{n}]", pin) for n, pin in enumerate(value, 1))
        self.faults.append(f"{path} must be a list of pins, not {value!r}")
        return ()

    def keys(self, value: Any) -> tuple[int | None, ...]:
        pins = self.pins("keys", value)
        if isinstance(value, list) and len(pins) != KEYS:
            self.faults.append(f"keys must be {KEYS} pins, not {len(pins)}: false where none is")
        return pins

    def clip(self, table: Mapping[str, Any]) -> Clip:
        self.known("clip.", table, ("on", "pins"))
        on: Indicator = self.word(table, "clip.on", get_args(Indicator), "hub")
        given = self.pins("clip.pins", table["pins"]) if "pins" in table else ()
        pins = tuple(pin for pin in given if pin is not None)
        if on == "servo" and len(pins) != 1:
            self.faults.append("clip.pins must be the one pin of the servo")
        elif on == "bar" and not pins:
            self.faults.append("clip.pins must list the LEDs from the top mark down")
        elif on in ("hub", "none") and pins:
            self.faults.append(f'clip.pins has no use with clip.on = "{on}": remove it')
        return Clip(on, pins)

    def hub(self, value: Any) -> str:
        starts = ("usb:", "sim:", "replay:", "/dev/", "none:")
        if isinstance(value, str) and value.startswith(starts) and value != "replay:":
            return value
        self.faults.append(
            f'hub must be "usb:", "usb:SERIAL", "sim:", "replay:FILE", a port as "/dev/ttyACM0" or '
            f'"none:", not {value!r}'
        )
        return "usb:"

    def seats(self, data: Mapping[str, Any]) -> Mapping[str, Place]:
        seats = {}
        for seat, wiring in self.table(data, "seats").items():
            table = self.table({seat: wiring}, seat, "seats.")
            where = f"seats.{seat}."
            self.known(where, table, ("button", "lamp"))
            self.named("seat", seat)
            given = {name: table[name] for name in ("button", "lamp") if name in table}
            seats[seat] = Place(**{name: self.pin(where + name, v) for name, v in given.items()})
        if not 1 <= len(seats) <= SEATS:
            self.faults.append(f"seats must be 1 to {SEATS}, not {len(seats)}")
        return MappingProxyType(seats)

    def named(self, what: str, name: str) -> None:
        plain = name[:1].isalpha() and name.isascii() and name == name.lower()
        if not plain or name.strip("_-.") != name or not name.replace("_", "").isalnum():
            self.faults.append(f"{what} {name!r} needs a name of small letters, digits and _")
        elif name in RESERVED:
            self.faults.append(f"{what} {name!r} has a reserved name: choose another")

    def readers(self, data: Mapping[str, Any]) -> Mapping[str, Reader]:
        readers = {}
        for name, value in self.table(data, "readers").items():
            table = self.table({name: value}, name, "readers.")
            where = f"readers.{name}."
            self.known(where, table, ("role", "kind", "at", "place"))
            self.named("reader", name)
            kind: Kind = self.word(table, where + "kind", get_args(Kind), "pico")
            at = self.text(table, where + "at", name if kind == "pico" else "")
            role: Role = self.word(table, where + "role", get_args(Role), "pad")
            readers[name] = Reader(name, role, kind, at, self.text(table, where + "place", ""))
        return MappingProxyType(readers)


def _pin_faults(config: Config) -> Iterator[str]:
    owners: dict[int, str] = {}
    serial = [r.name for r in config.readers.values() if r.at in ON_BOARD_UART]
    for setting, pin in config.pins():
        if pin in owners:
            yield (
                f"pin {pin} is used twice, by {owners[pin]} and {setting}: "
                "give one of them a free pin"
            )
        owners.setdefault(pin, setting)
        if serial and pin in BUSES["UART"]:
            yield (
                f"pin {pin} of {setting} belongs to UART, where reader {serial[0]} is: "
                "take a free pin"
            )


def _reader_faults(config: Config) -> Iterator[str]:
    places: dict[tuple[str, str], str] = {}
    ports: dict[tuple[str, str], str] = {}
    for name, reader in config.readers.items():
        if reader.role == "pad" and reader.place:
            yield f"reader {name} is a pad and has no place: remove place, or make it a lane"
        elif reader.role != "pad" and reader.place.partition("/")[0] not in config.seats:
            seats = ", ".join(config.seats)
            yield f"reader {name} needs place = one of {seats}, not {reader.place!r}"
        other = places.setdefault((reader.role, reader.place), name)
        if other != name:
            where = f"{reader.role} {reader.place}".strip()
            yield f"readers {other} and {name} are both the {where}: give one another role or place"
        if not reader.at:
            yield f'reader {name} needs at = its serial port, as "/dev/serial0"'
            continue
        port = ("hub" if reader.kind == "pico" else "port", reader.at)
        other = ports.setdefault(port, name)
        if other != name:
            yield f"readers {other} and {name} are both at {reader.at}: name each one's own"


def write(config: Config) -> str:
    """The configuration as the text of its file.

    >>> parse(write(Config())) == Config()
    True
    """

    def pin(number: int | None) -> str:
        return "false" if number is None else str(number)

    hosts = ", ".join(f'"{host}"' for host in config.allowed_hosts)
    lines = [
        f'factory = "{config.factory}"',
        f'hub = "{config.hub}"',
        f'lights = "{config.lights}"',
        f"keys = [{', '.join(map(pin, config.keys))}]",
        f"buzzer = {pin(config.buzzer)}",
        f"debounce_ms = {config.debounce_ms}",
        f"grace_ms = {config.grace_ms}",
        f"robot_pace_s = {config.robot_pace_s}",
        "\n[http]",
        f"port = {config.port}",
        f'host = "{config.host}"',
        f"allowed_hosts = [{hosts}]",
        "\n[clip]",
        f'on = "{config.clip.on}"',
    ]
    if config.clip.pins:
        lines.append(f"pins = {list(config.clip.pins)}")
    for seat, place in config.seats.items():
        lines += [f"\n[seats.{seat}]", f"button = {pin(place.button)}", f"lamp = {pin(place.lamp)}"]
    for name, reader in config.readers.items():
        lines += [f"\n[readers.{name}]", f'role = "{reader.role}"', f'kind = "{reader.kind}"']
        lines += [f'at = "{reader.at}"', *([f'place = "{reader.place}"'] if reader.place else [])]
    return "\n".join(lines) + "\n"
