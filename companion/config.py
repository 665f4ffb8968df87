"""One frozen configuration, read from one TOML file in the home folder.

Without a file the starter map of hardware/ holds. Every fault is named at once, each with its mend.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    TypeAdapter,
    ValidationError,
)

from companion.errors import ConfigError, Sentence

T = TypeVar("T")

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


# -- what a value must be, where its type does not say it


def _gpio(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 27:
        return value
    raise ValueError(f"= {value!r} is no GPIO: take one from 0 to 27, or false where none is")


def _pin(value: object) -> int | None:
    return None if value is False else _gpio(value)


def _keys(pins: tuple[int | None, ...]) -> tuple[int | None, ...]:
    if len(pins) != KEYS:
        raise ValueError(f"must be {KEYS} pins, not {len(pins)}: false where none is")
    return pins


def _name(name: str) -> str:
    plain = name[:1].isalpha() and name.isascii() and name == name.lower()
    if not plain or name.strip("_-.") != name or not name.replace("_", "").isalnum():
        raise ValueError("needs a name of small letters, digits and _")
    if name in RESERVED:
        raise ValueError("has a reserved name: choose another")
    return name


def _hub(value: object) -> str:
    starts = ("usb:", "sim:", "replay:", "/dev/", "none:")
    if isinstance(value, str) and value.startswith(starts) and value != "replay:":
        return value
    raise ValueError(
        'must be "usb:", "usb:SERIAL", "sim:", "replay:FILE", a port as "/dev/ttyACM0" or '
        f'"none:", not {value!r}'
    )


def _seats(seats: Mapping[str, Place]) -> Mapping[str, Place]:
    if not 1 <= len(seats) <= SEATS:
        raise ValueError(f"must be 1 to {SEATS}, not {len(seats)}")
    return seats


def _clip(clip: Clip) -> Clip:
    if clip.on == "servo" and len(clip.pins) != 1:
        raise ValueError(".pins must be the one pin of the servo")
    if clip.on == "bar" and not clip.pins:
        raise ValueError(".pins must list the LEDs from the top mark down")
    if clip.on in ("hub", "none") and clip.pins:
        raise ValueError(f'.pins has no use with clip.on = "{clip.on}": remove it')
    return clip


def _with_names(readers: object) -> object:
    """A reader is called as its table is; a Pico calls it so, too, unless it is told otherwise."""
    if not isinstance(readers, dict):
        return readers
    return {
        name: {"name": name, "at": name if reader.get("kind", "pico") == "pico" else "", **reader}
        if isinstance(reader, dict)
        else reader
        for name, reader in readers.items()
    }


def _no_setting(_: object) -> frozenset[str]:
    raise ValueError("is no setting: the table sees by itself which buses are in use")


Text: TypeAlias = Annotated[str, Field(strict=True)]
Gpio: TypeAlias = Annotated[int, PlainValidator(_gpio)]
Pin: TypeAlias = Annotated[int | None, PlainValidator(_pin)]
Named: TypeAlias = Annotated[
    Mapping[Annotated[str, AfterValidator(_name)], T], AfterValidator(MappingProxyType)
]
KNOWN = ConfigDict(extra="forbid")


# -- the configuration


@dataclass(frozen=True, slots=True)
class Place:
    """A seat's own parts on the panel; None where a pin is not wired."""

    __pydantic_config__: ClassVar = KNOWN
    button: Pin = None
    lamp: Pin = None


@dataclass(frozen=True, slots=True)
class Clip:
    """What shows the clip: the hub, a bar of LEDs (pins from the top mark down), a servo."""

    __pydantic_config__: ClassVar = KNOWN
    on: Literal["hub", "bar", "servo", "none"] = "hub"
    pins: tuple[Gpio, ...] = ()


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of tags. `at`: its name on the hub, or the serial port of a reader of its own.

    `place`: whose lane or seat it is, `jason` or a space of the lane, `jason/2`; empty at the pad.
    """

    __pydantic_config__: ClassVar = KNOWN
    name: Text
    role: Literal["pad", "lane", "seat"] = "pad"
    kind: Literal["pico", "pn532", "rdm6300"] = "pico"
    at: Text = ""
    place: Text = ""


@dataclass(frozen=True, slots=True)
class Http:
    """Where the pages are served, and further names that this computer has."""

    __pydantic_config__: ClassVar = KNOWN
    port: Annotated[int, Field(strict=True, ge=0, le=65535)] = 8000
    host: Text = "0.0.0.0"  # noqa: S104 - phones come from the home network
    allowed_hosts: tuple[Text, ...] = ()


def _starter() -> Mapping[str, Place]:
    names = ("jason", "billy", "kimberly", "zach", "trini")
    pins = ((5, 12), (6, 16), (13, 20), (19, 21), (4, 18))
    return MappingProxyType({name: Place(*two) for name, two in zip(names, pins, strict=True)})


def _one_pad() -> Mapping[str, Reader]:
    return MappingProxyType({"pad": Reader("pad", at="pad")})


@dataclass(frozen=True, slots=True)
class Config:
    """How this table is wired and served. Seats go clockwise; pins are BCM numbers."""

    __pydantic_config__: ClassVar = KNOWN
    seats: Annotated[Named[Place], AfterValidator(_seats)] = field(default_factory=_starter)
    keys: Annotated[tuple[Pin, ...], AfterValidator(_keys)] = (17, 27, 22, 23, 24, 25)
    buzzer: Pin = 26
    clip: Annotated[Clip, AfterValidator(_clip)] = Clip()
    factory: Literal["lgpio", "rpigpio", "rpi-lgpio", "mock"] = "lgpio"
    lights: Literal["pins", "hub"] = "pins"
    hub: Annotated[str, PlainValidator(_hub)] = "usb:"
    readers: Annotated[Named[Reader], BeforeValidator(_with_names)] = field(
        default_factory=_one_pad
    )
    http: Http = Http()
    debounce_ms: Annotated[float, Field(strict=True, ge=3, le=50)] = 8
    grace_ms: Annotated[float, Field(strict=True, ge=0, le=5000)] = 300
    robot_pace_s: Annotated[float, Field(strict=True, ge=0, le=60)] = 1.2
    in_use: Annotated[frozenset[str], PlainValidator(_no_setting)] = field(
        default=frozenset(), compare=False
    )
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

    def taken(self) -> Mapping[str, Sentence]:
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


SETTINGS = [f.name for kind in (Config, Http, Clip, Place, Reader) for f in fields(kind)]
CONFIG = TypeAdapter(Config)


# -- the file


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
    5.0
    """
    try:
        config = CONFIG.validate_python(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"this is no TOML: {error}") from error
    except ValidationError as error:
        raise ConfigError("; ".join(map(_in_words, error.errors(include_url=False)))) from None
    if faults := [*_pin_faults(config), *_reader_faults(config)]:
        raise ConfigError("; ".join(faults))
    return replace(config, in_use=frozenset(in_use))


def _in_words(error: Any) -> str:
    """What is wrong with one setting, and what it must be."""
    kind, place = error["type"], [part for part in error["loc"] if part != "[key]"]
    path = ".".join(str(p) for p in place if isinstance(p, str))
    path += "".join(f"[{n + 1}]" for n in place if isinstance(n, int))
    shown, limits = f", not {error['input']!r}", error.get("ctx", {})
    if kind == "value_error":
        words = str(limits["error"])
        return path + words if words.startswith(".") else f"{path} {words}"
    if kind == "unexpected_keyword_argument":
        near = get_close_matches(str(place[-1]), SETTINGS, 1)
        return f"unknown setting {path}: " + (f"did you mean {near[0]}?" if near else "remove it")
    musts = {
        "dataclass_type": f"be a table: write [{path}]",
        "dict_type": f"be a table: write [{path}]",
        "tuple_type": f'be a list, like [1, 2] or ["this"]{shown}',
        "string_type": f"be a text in quotes{shown}",
        "literal_error": f"be {limits.get('expected')}{shown}",
        "int_type": f"be a whole number{shown}",
        "float_type": f"be a number{shown}",
        "greater_than_equal": f"be {limits.get('ge')} or more{shown}",
        "less_than_equal": f"be {limits.get('le')} or less{shown}",
    }
    return f"{path} must {musts[kind]}"


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

    hosts = ", ".join(f'"{host}"' for host in config.http.allowed_hosts)
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
        f"port = {config.http.port}",
        f'host = "{config.http.host}"',
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
