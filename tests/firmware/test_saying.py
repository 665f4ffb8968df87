"""What the hub's program says over its cable, and does at the table's word."""

from companion.devices import wire
from tests.firmware.board import Board
from tests.firmware.conftest import Make

TAG = "04A1B2C3"
LIT = "LAMPS = (16, 17)\nBUZZER = 21\nCLIP = (26, 27, 28)\n"


def test_it_says_who_it_is(make: Make) -> None:
    board = make(LIT)
    hello = board.greeted()

    assert hello[:3] == ["hello", str(wire.VERSION), "e6614c311b000001"]
    assert hello[4:] == [wire.FIRMWARE, "pad:92", "lamps,buzz,clip"]


def test_every_start_has_a_name_of_its_own_and_says_so(board: Board) -> None:
    before = board.greeted()[3]
    board.stop()
    board.start()

    while (said := board.asked("probe 1", "hello"))[3] == before:
        pass
    assert said[:3] == ["hello", str(wire.VERSION), "e6614c311b000001"]


def test_it_answers_a_probe_with_the_same_word(board: Board) -> None:
    assert board.asked("probe 4f1a", "pong") == ["pong", "4f1a"]


def test_noise_and_lines_without_an_end_do_no_harm(board: Board) -> None:
    board.write(bytes(range(256)).replace(b"\r", b"") * 10)
    for _ in range(4):
        board.write(b"x" * 2500)
    board.write(b"\n" + wire.encode(0, "probe 1")[:-3] + b"\n")
    for nonsense in (
        " ",
        "ack x",
        "ack",
        "lamp",
        "lamp 9 on",
        "clip 9 3",
        "buzz a",
        "dance",
        "who x",
    ):
        board.say(nonsense)

    assert board.asked("probe 2", "pong") == ["pong", "2"]


def test_a_table_that_asks_and_does_not_listen_fills_nothing(board: Board) -> None:
    for _ in range(1_000):
        board.write(wire.encode(0, "probe " + 200 * "x"))

    while board.asked("probe 3", "pong") != ["pong", "3"]:
        pass
    board.order(f"lay 5 {TAG}")
    assert board.until("placed") == [f"placed pad {TAG}"]


def scan(board: Board, count: int) -> list[str]:
    """So many tags are laid one after the other, and nobody acknowledges."""
    told = [f"placed pad 04A1B2{number:02X}" for number in range(count)]
    for number, words in enumerate(told, board.acknowledged + 1):
        board.order(f"lay 5 {words.split()[-1]}")
        while (number, words.split()) not in board.hear():
            pass
    return told


def test_what_was_kept_within_the_promise_comes_whole(board: Board) -> None:
    told = scan(board, wire.PROMISE)

    for _ in range(3):
        board.greeted()

    assert board.until(told[-1]) == told


def test_more_than_the_promise_loses_the_oldest_and_says_so(board: Board) -> None:
    start = board.acknowledged
    told = scan(board, 80)

    board.say("who")

    assert board.until(told[-1]) == told[-wire.PROMISE - 1 :]
    assert board.acknowledged == start + 80


def test_somebody_new_is_told_what_lies_there(board: Board) -> None:
    board.order(f"lay 5 {TAG}")
    board.until("placed")

    board.say("who")

    assert board.until("placed") == [f"placed pad {TAG}"]


def test_it_starts_anew_with_what_lies_there_then(board: Board) -> None:
    board.order(f"lay 5 {TAG}")
    board.until("placed")

    board.restart("lay 5 DEADBEEF")

    assert board.until("placed") == ["placed pad DEADBEEF"]


def test_lamps_clip_and_buzzer_do_as_they_are_told(make: Make) -> None:
    board = make(LIT)
    board.seen("watchdog")

    board.say("lamp 1 on")
    assert board.seen("pin") == "pin 16 1"
    board.say("clip 4 9")
    assert board.seen("pin") == "pin 27 1"
    board.say("clip off")
    assert board.seen("pin") == "pin 27 0"
    board.say("buzz 40,60,40")
    assert [board.seen("pin") for _ in range(4)] == ["pin 21 1", "pin 21 0"] * 2
    board.say("lamp 1 off")
    assert board.seen("pin") == "pin 16 0"
    board.say("lamp 2 blink")
    assert [board.seen("pin") for _ in range(4)] == ["pin 17 1", "pin 17 0"] * 2


def test_a_watchdog_runs_and_ctrl_c_ends_it_and_the_program(board: Board) -> None:
    assert board.seen("watchdog") == "watchdog 5000"

    board.write(b"\r\x03")

    assert board.seen("memory") == "memory 4005b000 40000000"
    assert board.process is not None
    assert board.process.wait(60) == 0


def test_a_stray_ctrl_c_does_not_end_it(board: Board) -> None:
    board.write(b"\x03\x03\r\n\x03\n")

    assert board.greeted()


def test_a_fault_in_the_settings_is_told_and_the_rest_works(make: Make) -> None:
    board = make("BUZZER = 40\n")
    board.say("who")
    said: list[str] = []
    while not any(line.startswith("fault") for line in said):
        said += [" ".join(words) for _, words in board.hear()]

    assert "fault settings.py: BUZZER is on 40, which is no pin of yours: GP0-22, GP26-28" in said
    board.order(f"lay 5 {TAG}")
    assert board.until("placed")[-1] == f"placed pad {TAG}"
