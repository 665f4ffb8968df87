from pathlib import Path

import pytest

from companion import devices
from companion.config import (
    BUSES,
    Clip,
    Config,
    Http,
    Place,
    Reader,
    buses_in_use,
    parse,
    read,
    write,
)
from companion.errors import ConfigError


def refusal(text: str) -> str:
    """What is said against this text, if anything."""
    try:
        parse(text)
    except ConfigError as refused:
        return str(refused)
    return ""


def fault(text: str) -> str:
    words = refusal(text)
    assert words
    return words


def test_without_a_file_the_starter_map_holds(tmp_path: Path):
    config = read(tmp_path)

    assert config == Config()
    assert list(config.seats) == ["jason", "billy", "kimberly", "zach", "trini"]
    assert [place.button for place in config.seats.values()][:4] == [5, 6, 13, 19]
    assert config.keys == (17, 27, 22, 23, 24, 25)
    assert config.part_pins()["lamp/jason"] == 12
    assert config.part_pins()["key/6"] == 25
    assert config.part_pins()["buzzer"] == 26


def test_the_starter_map_uses_no_pin_twice_and_none_of_a_bus():
    pins = [pin for _, pin in Config().pins()]

    assert len(set(pins)) == len(pins)
    assert not set(pins) & frozenset().union(*BUSES.values())


def test_a_configuration_may_be_written_and_read_again():
    config = Config(
        seats={"red": Place(5, None), "blue": Place(None, 6)},
        keys=(17, None, None, None, None, 25),
        clip=Clip("servo", (18,)),
        readers={"lane1": Reader("lane1", "lane", "rdm6300", "/dev/ttyUSB0", "red")},
        http=Http(allowed_hosts=("table.local",)),
    )

    assert parse(write(config)) == config


def test_seats_keep_their_order():
    assert list(parse("[seats.b]\nbutton=5\n[seats.a]\nbutton=6").seats) == ["b", "a"]


def test_an_unknown_setting_is_named_with_the_nearest():
    words = fault("buzer = 26\n[http]\nprt = 80\n[seats.jason]\nbuton = 5")

    assert "unknown setting buzer: did you mean buzzer?" in words
    assert "http.prt: did you mean port?" in words
    assert "seats.jason.buton: did you mean button?" in words


def test_a_pin_used_twice_names_both():
    assert "pin 17 is used twice, by key 1 and buzzer" in fault("buzzer = 17")


@pytest.mark.parametrize("pin", ["28", "-1", "true", '"5"', "5.0"])
def test_a_pin_that_is_no_gpio_is_refused(pin: str):
    assert "is no GPIO: take one from 0 to 27, or false" in fault(f"buzzer = {pin}")


def test_a_pin_of_a_bus_is_refused_only_while_the_bus_is_in_use():
    text = "buzzer = 14\nkeys = [8, 27, 22, 23, 24, 25]"

    assert parse(text).taken() == {}
    assert parse(text, ["UART"]).taken() == {
        "buzzer": "GPIO 14 belongs to UART, which is in use: "
        "take a free pin, or switch UART off in raspi-config."
    }
    assert set(parse(text, ["SPI", "I2C"]).taken()) == {"key/1"}
    bar = '[clip]\non = "bar"\npins = [2, 3, 7]'
    assert "belongs to I2C" in parse(bar, ["I2C"]).taken()["clip"]


def test_a_reader_on_the_serial_pins_takes_them():
    words = fault('buzzer = 15\n[readers.pad]\nkind = "pn532"\nat = "/dev/serial0"')

    assert "pin 15 of buzzer belongs to UART, where reader pad is" in words


def test_two_readers_on_one_place_are_refused():
    words = fault("[readers.pad]\n[readers.tray]")
    assert "readers pad and tray are both the pad" in words

    lane = '[readers.{}]\nrole = "lane"\nplace = "jason"\n'
    words = fault(lane.format("one") + lane.format("two"))
    assert "readers one and two are both the lane jason" in words


def test_two_readers_on_one_port_are_refused():
    reader = '[readers.{}]\nrole="seat"\nplace="{}"\nkind="rdm6300"\nat="/dev/ttyUSB0"\n'
    words = fault(reader.format("one", "jason") + reader.format("two", "billy"))

    assert "readers one and two are both at /dev/ttyUSB0" in words


def test_a_lane_needs_a_seat_and_a_pad_has_none():
    assert "reader x needs place = one of jason" in fault('[readers.x]\nrole="lane"')
    assert "has no place" in fault('[readers.x]\nplace="jason"')
    assert "needs at = its serial port" in fault('[readers.x]\nkind="pn532"')


def test_every_fault_is_named_at_once():
    words = fault(
        'port = 1\nfactory = "wiring"\nhub = "com3"\nkeys = [1, 2]\ndebounce_ms = "a"\n'
        "readers = 3\n"
        '[http]\nport = 99999\nhost = 5\nallowed_hosts = "a"\n[seats.Jason]\n[seats.dice]\n'
        '[clip]\non = "bar"'
    )

    for part in ("port:", "factory", "hub must", "keys must be 6", "debounce_ms", "readers must"):
        assert part in words
    for part in ("http.port", "http.host", "allowed_hosts", "seats.Jason", "reserved", "clip.pins"):
        assert part in words


VALUES = ("1", "-1.5", "nan", "true", '"x"', "[]", "[1]", '["x"]', "{}", "{x = 1}", "1979-05-27")
SETTINGS = [
    *("buzzer", "clip", "debounce_ms", "factory", "grace_ms", "http", "hub", "in_use", "keys"),
    *(
        "lights",
        "readers",
        "robot_pace_s",
        "seats",
        "http.port",
        "http.host",
        "clip.on",
        "clip.pins",
    ),
    *("http.allowed_hosts", "seats.a", "seats.a.lamp", "readers.a", "readers.a.name"),
    *("readers.a.role", "readers.a.at", "readers.a.place"),
]


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("value", VALUES)
def test_any_value_is_taken_or_refused_by_the_name_of_its_setting(setting: str, value: str):
    words = refusal(f"{setting} = {value}")

    assert not words or setting.rpartition(".")[2] in words


@pytest.mark.parametrize(
    "clip", ['on="servo"\npins=[2,3]', 'on="hub"\npins=[2]', 'on="lamp"', "pins=7"]
)
def test_a_clip_that_cannot_work_is_refused(clip: str):
    assert "clip" in fault(f"[clip]\n{clip}")


def test_no_pin_is_written_false():
    config = parse("buzzer = false\nkeys = [17, false, 22, 23, 24, 25]")

    assert config.buzzer is None
    assert config.keys[1] is None


def test_a_file_that_is_no_toml_is_named_with_its_place(tmp_path: Path):
    (tmp_path / "tableside.toml").write_text("buzzer = = 3")

    with pytest.raises(ConfigError, match=r"tableside\.toml: this is no TOML: .*line 1"):
        read(tmp_path)


def test_a_file_that_cannot_be_read_says_so(tmp_path: Path):
    (tmp_path / "tableside.toml").write_bytes(b"\xff\xfe\x00")

    with pytest.raises(ConfigError, match="cannot be read"):
        read(tmp_path)


def test_buses_are_seen_by_their_devices(tmp_path: Path):
    for name in ("spidev0.0", "i2c-1"):
        (tmp_path / name).touch()

    assert buses_in_use(tmp_path, tmp_path) == {"SPI", "I2C"}


def test_the_readme_shows_the_starter_map():
    readme = Path(devices.__file__).parent / "README.md"
    example = readme.read_text().partition("```toml\n")[2].partition("```")[0]

    assert parse(example) == Config()
