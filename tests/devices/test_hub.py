import ast
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices import wire
from companion.devices.hub import Dialogue, Hub, Patience, fault_of
from companion.devices.parts import Parts
from companion.devices.port import Trouble
from companion.devices.readers import Laid
from companion.devices.sim_hub import SimHub
from companion.devices.tape import Tape
from companion.table.inbox import Crowded, Hand, Health, Lifted, Placed
from tests.devices.hearing import QUICK, Ears, until

TAG, OTHER = "04A1B2C3", "04A1B2C4"
HELLO = "hello 1 e661 b001 0.1 pad:92 lamps,buzz,clip"


class Talk:
    """A dialogue with a hub that the test speaks for."""

    def __init__(self) -> None:
        self.all: list[Hand] = []
        self.now = 100.0
        parts = Parts(self.all.append, lambda: self.now)
        self.parts = parts
        self.dialogue = Dialogue(
            {"pad": "pad"}, Laid(self.all.append, 0.3), parts, Patience(quiet=2, answer=1, probes=3)
        )
        self.dialogue.opened(self.now)

    def hub(self, *payloads: str, seq: int = 0) -> None:
        for payload in payloads:
            self.dialogue.heard(wire.encode(seq, payload), self.now)
            seq += bool(seq)

    def said(self) -> list[str]:
        heard = wire.Decoder().feed(self.dialogue.due(self.now))
        return [" ".join(words) for _, words in heard]

    @property
    def hands(self) -> list[Hand]:
        return [hand for hand in self.all if not isinstance(hand, Health)]

    def words(self, part: str) -> str:
        return next(h.words for h in self.parts.all() if h.part == part)

    def state(self, part: str) -> str:
        return next(h.state for h in self.parts.all() if h.part == part)


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def greeted(talk: Talk) -> Talk:
    talk.hub(HELLO, "from 1")
    talk.said()
    return talk


def test_the_hub_is_asked_who_it_is_until_it_says_so(talk: Talk):
    assert talk.said() == ["who"]
    assert talk.said() == []
    talk.now += 0.6
    assert talk.said() == ["who"]

    talk.hub(HELLO)
    talk.now += 0.6
    assert talk.said() == []
    assert talk.state("reader/pad") == "fine"


def test_without_a_hello_nothing_counts(talk: Talk):
    talk.hub("from 1")
    talk.hub(f"placed pad {TAG}", seq=1)

    assert talk.hands == []


def test_no_hello_at_all_is_no_firmware(talk: Talk):
    talk.now += 3

    with pytest.raises(Trouble, match="tableside firmware flash"):
        talk.said()


def test_an_event_is_acknowledged_and_counts_once(greeted: Talk):
    for _ in range(3):
        greeted.hub(f"placed pad {TAG}", seq=1)

    assert greeted.hands == [Placed("pad", TAG, 100.0)]
    assert set(greeted.said()) == {"ack 1"}


def test_an_event_whose_forerunner_is_missing_waits(greeted: Talk):
    greeted.hub(f"placed pad {OTHER}", seq=2)
    assert greeted.hands == []
    assert greeted.said() == []

    greeted.hub(f"placed pad {TAG}", f"placed pad {OTHER}", seq=1)
    assert [type(hand) for hand in greeted.hands] == [Placed, Lifted, Placed]


def test_the_first_line_may_be_missing(talk: Talk):
    talk.hub(HELLO)
    talk.hub(f"placed pad {TAG}", seq=7)
    assert talk.hands == []

    talk.hub("from 7")
    talk.hub(f"placed pad {TAG}", seq=7)
    assert talk.hands == [Placed("pad", TAG, 100.0)]


def test_what_the_hub_kept_while_the_port_was_closed_comes_once(greeted: Talk):
    greeted.hub(f"placed pad {TAG}", seq=1)
    greeted.dialogue.opened(greeted.now)

    greeted.hub(HELLO, "from 1")
    greeted.hub(f"placed pad {TAG}", f"placed pad {OTHER}", seq=1)

    assert [hand.tag for hand in greeted.hands] == [TAG, TAG, OTHER]  # placed, lifted, placed


def test_more_than_the_promise_is_lost_and_the_hub_is_asked_what_lies_there(greeted: Talk):
    greeted.hub("from 9")
    greeted.hub(f"placed pad {TAG}", seq=9)

    assert greeted.said() == ["who", "ack 9"]
    assert greeted.dialogue.lost == 8
    assert greeted.hands == [Placed("pad", TAG, 100.0)]


def test_a_hub_that_starts_anew_counts_anew_and_invents_nothing(greeted: Talk):
    greeted.hub(f"placed pad {TAG}", seq=1)
    greeted.dialogue.opened(greeted.now)

    greeted.hub(HELLO.replace("b001", "b002"), "from 1")
    greeted.hub(f"placed pad {TAG}", seq=1)

    assert greeted.hands == [Placed("pad", TAG, 100.0)]


def test_what_was_taken_away_meanwhile_is_lifted(greeted: Talk):
    greeted.hub(f"placed pad {TAG}", seq=1)
    greeted.dialogue.opened(greeted.now)

    greeted.hub(HELLO.replace("b001", "b002"), "from 1")
    greeted.hub("empty pad", seq=1)
    greeted.now += 1
    greeted.said()

    assert isinstance(greeted.hands[-1], Lifted)


def test_silence_is_told_from_deafness_by_a_probe(greeted: Talk):
    greeted.now += 2
    (probe,) = greeted.said()
    greeted.hub(probe.replace("probe", "pong"))
    greeted.now += 1.9
    assert greeted.said() == []

    greeted.now += 0.1
    for _ in range(3):
        assert greeted.said()[0].startswith("probe")
        greeted.now += 1
    with pytest.raises(Trouble, match="press its reset"):
        greeted.said()


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("hello 0 e661 b001 0.1 pad:92 -", "too old"),
        ("hello 0", "too old"),
        ("hello 2 something else", "update tableside"),
        ("hello 999999999999 e661 b001 0.1 - -", "update tableside"),
        ("hello -1 e661 b001 0.1 - -", "no sense"),
        ("hello 1 e661 b001 0.1 pad -", "no sense"),
        ("hello 1", "no sense"),
        ("hello", "no sense"),
    ],
)
def test_a_hub_that_cannot_be_believed_is_refused(talk: Talk, said: str, why: str):
    with pytest.raises(Trouble, match=why):
        talk.hub(said)


@pytest.mark.parametrize(
    ("chip", "why"), [("00", "solder joints"), ("ff", "crossed"), ("12", "unknown chip")]
)
def test_a_reader_with_a_dead_or_strange_chip_is_named(talk: Talk, chip: str, why: str):
    talk.hub(HELLO.replace("pad:92", f"pad:{chip}"))
    assert why in talk.words("reader/pad")

    talk.hub("from 1")
    talk.hub("chip pad 92", seq=1)
    assert talk.state("reader/pad") == "fine"


def test_a_reader_that_is_deaf_is_named_until_it_is_well(greeted: Talk):
    greeted.hub("deaf pad", "deaf tray", seq=1)
    assert "its radio does not" in greeted.words("reader/pad")

    greeted.hub("chip pad 92", seq=3)
    assert greeted.state("reader/pad") == "fine"


def test_what_is_wrong_in_the_hubs_settings_is_named_all_at_once(greeted: Talk):
    greeted.hub("fault settings.py: RST is on 40", "fault settings.py: SERVO is on 41")

    assert "RST is on 40; settings.py: SERVO is on 41. Mend it" in greeted.words("hub")
    greeted.hub(HELLO, "fault settings.py: SERVO is on 41")
    assert "RST" not in greeted.words("hub")


def faults_of_the_firmware() -> Iterator[str]:
    """Every fault that the hub's program may find in its settings, filled in."""
    source = Path(__file__).parents[2] / "firmware/wiring.py"
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "self.faults.append":
            match node.args[0]:
                case ast.Constant(value=str(told)):
                    yield told
                case ast.JoinedStr(values=parts):
                    yield "".join(p.value if isinstance(p, ast.Constant) else "7" for p in parts)


@pytest.mark.parametrize("fault", list(faults_of_the_firmware()))
def test_what_the_hubs_program_finds_wrong_can_be_said_in_any_language(fault: str):
    said = fault_of(f"settings.py: {fault}")

    assert said == f"settings.py: {fault}"
    assert said.template == "{file}: {fault}"


def test_what_nobody_foresaw_is_told_as_the_hub_says_it():
    assert fault_of("SyntaxError: invalid syntax") == "SyntaxError: invalid syntax"


def test_a_reader_that_never_shows_up_is_missing(talk: Talk):
    talk.hub(HELLO.replace("pad:92", "tray:92"))

    assert "The hub has no reader pad (it has: tray)" in talk.words("reader/pad")
    assert "add [readers.tray]" in talk.words("reader/tray")


def test_a_reader_without_a_role_credits_nobody(greeted: Talk):
    greeted.hub(f"placed tray {TAG}", "crowded tray", "empty tray", seq=1)

    assert greeted.hands == []


def test_a_tag_of_three_bytes_is_refused_and_the_rest_plays(greeted: Talk):
    greeted.hub("placed pad 04A1B2", seq=1)
    assert "not 3" in greeted.words("reader/pad")

    greeted.hub(f"placed pad {TAG}", seq=2)
    assert greeted.hands == [Placed("pad", TAG, 100.0)]
    assert greeted.state("reader/pad") == "fine"


def test_what_makes_no_sense_changes_nothing(greeted: Talk):
    greeted.hub("placed", "placed pad", "chip pad xx", "dance", "empty pad pad", seq=1)
    greeted.hub("from x", "from")
    greeted.dialogue.heard(b"\xff" * 10_000, 100.0)

    assert greeted.hands == []
    assert greeted.said()[-1] == "ack 5"


def test_lamps_are_told_again_to_a_hub_that_was_away(greeted: Talk):
    greeted.dialogue.light("lamp 1", "on")
    greeted.dialogue.light("lamp 1", "blink")
    greeted.dialogue.buzz("40")
    assert greeted.said() == ["lamp 1 on", "lamp 1 blink", "buzz 40"]

    greeted.dialogue.opened(greeted.now)
    greeted.dialogue.buzz("50")
    greeted.hub(HELLO)
    assert "lamp 1 blink" in greeted.said()
    assert greeted.said() == []


# -- through pyserial and a pty


class Desk:
    def __init__(self, ears: Ears, pace: Patience = QUICK, version: int = wire.VERSION) -> None:
        import time

        self.ears = ears
        self.sim = SimHub(["pad", "lane1"], version)
        self.parts = Parts(ears.inbox.put, time.monotonic)
        self.laid = Laid(ears.inbox.put, 0.05)
        dialogue = Dialogue({"pad": "pad", "lane1": "lane1"}, self.laid, self.parts, pace)
        self.hub = Hub(self.sim.cable.find, dialogue, self.parts, clock=time.monotonic, tape=Tape())
        self.sim.start()
        self.hub.start()

    def close(self) -> None:
        self.hub.close()
        self.sim.close()


@pytest.fixture
def desk(ears: Ears) -> Iterator[Desk]:
    desk = Desk(ears)
    ears.part("hub", "fine")
    yield desk
    desk.close()


def test_a_tag_is_heard_through_the_cable(desk: Desk):
    desk.sim.lay("pad", [TAG])
    assert desk.ears.next() == Placed("pad", TAG, pytest.approx(desk.hub.clock(), abs=5))
    desk.sim.lay("pad", [TAG, OTHER])
    assert isinstance(desk.ears.next(), Crowded)
    desk.sim.lay("pad", [])
    assert isinstance(desk.ears.next(), Lifted)


def test_torn_and_noisy_lines_are_said_again(desk: Desk):
    for number in range(20):
        desk.sim.spoil(lambda data: b"\xfe*" + data[: len(data) // 2])
        desk.sim.lay("pad", [f"04A1B2{number:02X}"])

    placed = [hand.tag for hand in desk.ears.hands(39) if isinstance(hand, Placed)]

    assert placed == [f"04A1B2{number:02X}" for number in range(20)]


def test_unplugged_and_plugged_in_under_another_name(desk: Desk):
    desk.sim.lay("pad", [TAG])
    desk.ears.next()
    name = desk.sim.cable.path

    desk.sim.unplug()
    assert "plug it in" in desk.ears.part("hub", "missing").words
    assert desk.ears.part("reader/pad", "missing")
    desk.sim.lay("lane1", [OTHER])
    holders = [SimHub(["x"])]  # one of them takes the old name, unless somebody else has it
    while holders[-1].cable.path != name and len(holders) < 32:
        holders.append(SimHub(["x"]))
    desk.sim.replug()

    desk.ears.part("hub", "fine")
    assert desk.sim.cable.path != name
    assert desk.ears.next().reader == "lane1"
    for holder in holders:
        holder.close()


def test_a_tag_that_lay_there_all_the_time_is_not_placed_again(desk: Desk):
    desk.sim.lay("pad", [TAG])
    desk.ears.next()

    desk.sim.unplug()
    desk.ears.part("hub", "missing")
    desk.sim.replug()
    desk.ears.part("hub", "fine")
    desk.sim.lay("lane1", [OTHER])

    assert desk.ears.next().tag == OTHER


def test_a_deaf_hub_is_silent_and_comes_back(desk: Desk):
    desk.sim.deafen(0.5)

    assert "although its cable is in" in desk.ears.part("hub", "silent").words
    desk.ears.part("hub", "fine")


def test_the_port_is_ours_alone(desk: Desk):
    import serial

    with pytest.raises(serial.SerialException) as caught:
        serial.Serial(desk.sim.cable.path, exclusive=True)

    assert caught.value.errno == 11


def test_a_port_that_another_program_holds_is_named(ears: Ears):
    import time

    import serial

    sim = SimHub(["pad"])
    with serial.Serial(sim.cable.path, exclusive=True):
        parts = Parts(ears.inbox.put, time.monotonic)
        dialogue = Dialogue({}, Laid(ears.inbox.put, 0.1), parts, QUICK)
        hub = Hub(sim.cable.find, dialogue, parts, clock=time.monotonic, tape=Tape())
        hub.start()
        assert "Another program holds" in ears.part("hub", "trouble").words
    sim.start()
    ears.part("hub", "fine")
    hub.close()
    sim.close()


def test_firmware_that_is_too_old_is_named_and_the_port_is_given_back(ears: Ears):
    desk = Desk(ears, version=0)

    assert "firmware is too old" in ears.part("hub", "trouble").words
    desk.sim.version = wire.VERSION
    ears.part("hub", "fine")
    desk.close()


def test_lamps_and_sounds_reach_the_hub(desk: Desk):
    desk.hub.light("lamp 1", "on")
    desk.hub.light("clip", "3 9")
    desk.hub.buzz("40,60,40")

    assert until(lambda: desk.sim.buzzed) == ["40,60,40"]
    assert desk.sim.lights == {"lamp 1": "on", "clip": "3 9"}

    desk.sim.unplug()
    desk.ears.part("hub", "missing")
    desk.sim.replug()
    assert until(lambda: desk.sim.lights.get("clip")) == "3 9"


def test_one_log_line_a_change(ears: Ears, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    desk = Desk(ears)
    ears.part("hub", "fine")
    desk.sim.unplug()
    ears.part("hub", "missing")
    until(lambda: desk.hub.wait == QUICK.cap)
    desk.sim.replug()
    ears.part("hub", "fine")
    desk.close()

    lines = [r.getMessage() for r in caplog.records if r.getMessage().startswith("hub:")]
    assert len(lines) == 2  # the cable came out, fine again
    assert TAG not in caplog.text
