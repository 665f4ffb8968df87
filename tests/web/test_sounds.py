"""Short sounds of the table's own making, and files that replace them; the poster at the end."""

from __future__ import annotations

import io
import struct
import wave

import pytest

from web import create_asgi
from web.sounds import LONGEST_S, SOUNDS


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_short_and_quiet(table, name):
    reply = table.guest().get(f"/sounds/{name}")

    assert reply.headers["Content-Type"] == "audio/wav"
    with wave.open(io.BytesIO(reply.content)) as heard:
        count = heard.getnframes()
        frames = struct.unpack(f"<{count}h", heard.readframes(count))
        assert 0.02 < count / heard.getframerate() <= LONGEST_S
    assert 0.2 < max(map(abs, frames)) / 32767 < 0.4
    assert abs(frames[-1]) < 200, "it ends without a click"


def test_won_and_lost_are_as_long_as_each_other(table):
    won, lost = (table.guest().get(f"/sounds/{name}").content for name in ("won", "lost"))
    assert len(won) == len(lost)
    assert won != lost


def test_a_file_in_the_home_replaces_a_sound(table, tmp_path):
    folder = tmp_path / "sounds"
    folder.mkdir()
    (folder / "knock.mp3").write_bytes(b"my own knock")
    table.app = create_asgi(table.board, table.inbox, owner_code="OWNERCOD", sounds=folder)

    reply = table.guest().get("/sounds/knock")

    assert (reply.content, reply.headers["Content-Type"]) == (b"my own knock", "audio/mpeg")
    assert table.guest().get("/sounds/snap").headers["Content-Type"] == "audio/wav"


@pytest.mark.parametrize("name", ["gong", "%2e%2e%2fowner-code"])
def test_there_is_no_other_file(table, name):
    assert table.guest().get(f"/sounds/{name}").status_code == 404


def test_what_is_heard_is_counted_in_the_shared_view(table):
    seats = {seat: table.guest(seat) for seat in ("jason", "billy")}
    for seat, guest in seats.items():
        guest.post("/command", {"name": "sit", "args": {"seat": seat}})
    seats["jason"].post("/command", {"name": "start", "args": {"game": "short"}})
    before = table.guest().view()

    ask = seats["jason"].view()["ask"]
    body = {"question": ask["question"], "answer": "press", "id": "1"}
    assert seats["jason"].post("/answer", body).status_code == 200

    after = table.guest().view()
    assert after["sound"]["n"] > (before["sound"] or {"n": 0})["n"]
    assert after["verdict"] > before["verdict"]


def test_before_the_end_there_is_no_poster(table):
    assert table.guest().get("/poster").headers["Location"] == "/"
