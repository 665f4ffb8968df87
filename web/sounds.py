"""Short sounds of wood, paper and brass, made when first asked for; own files replace them.

Each is a sum of struck partials and a little noise, as WAV: 16-bit, one channel, 16 kHz, at most
600 ms. A file of the same name in the `sounds` folder of the table's home is played instead.
"""

from __future__ import annotations

import io
import math
import struct
import wave
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

RATE = 16_000
LONGEST_S = 0.6
QUIET = 0.35
"""How loud the loudest moment is, of what could be."""
KINDS = {".wav": "audio/wav", ".mp3": "audio/mpeg", ".ogg": "audio/ogg"}


class Stroke(NamedTuple):
    """Something struck: `at` s after the start, at `hz`, gone after `ring` s.

    `partials`: how many times the pitch, and how loud; `rustle`: how much of it is paper.
    """

    at: float
    hz: float
    ring: float
    partials: tuple[tuple[float, float], ...] = ((1, 1.0),)
    rustle: float = 0.0


WOOD = ((1, 1.0), (2.7, 0.4), (5.1, 0.15))
BAR = ((1, 1.0), (4, 0.3), (10, 0.08))
BRASS = ((1, 1.0), (2.76, 0.6), (5.4, 0.35), (8.9, 0.15))
SKIN = ((1, 1.0), (1.6, 0.5), (2.3, 0.25))
SOUNDS: dict[str, tuple[Stroke, ...]] = {
    "accepted": (Stroke(0, 520, 0.07, WOOD),),
    "refused": (Stroke(0, 170, 0.1, WOOD), Stroke(0.13, 170, 0.1, WOOD)),
    "knock": (Stroke(0, 240, 0.12, WOOD, 0.1), Stroke(0.12, 225, 0.14, WOOD, 0.1)),
    "snap": (Stroke(0, 1900, 0.03, WOOD, 0.9), Stroke(0.05, 900, 0.05, WOOD, 0.5)),
    "clip": (Stroke(0, 1400, 0.04, BRASS, 0.2), Stroke(0.09, 700, 0.12, BRASS)),
    "count": (Stroke(0, 150, 0.18, SKIN, 0.15),),
    "three": (Stroke(0, 150, 0.18, SKIN, 0.15), Stroke(0.02, 1050, 0.5, BRASS)),
    "won": (Stroke(0, 392, 0.25, BAR), Stroke(0.18, 523, 0.4, BAR)),
    "lost": (Stroke(0, 392, 0.25, BAR), Stroke(0.18, 392, 0.4, BAR)),
}
"""Won rises and lost is level: it never falls."""


def sound(name: str, folder: Path | None) -> tuple[bytes, str] | None:
    """The sound of that name and its type; None if there is none."""
    if name not in SOUNDS:
        return None
    for ending, kind in KINDS.items() if folder else ():
        own = folder / f"{name}{ending}" if folder else Path()
        if own.is_file():
            return own.read_bytes(), kind
    return made(name), "audio/wav"


@cache
def made(name: str) -> bytes:
    """The sound of that name as a WAV file."""
    heard = mixed(SOUNDS[name])
    loudest = max(map(abs, heard)) or 1.0
    frames = b"".join(struct.pack("<h", int(32767 * QUIET * x / loudest)) for x in heard)
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(frames)
    return file.getvalue()


def mixed(strokes: tuple[Stroke, ...]) -> list[float]:
    end = min(LONGEST_S, max(stroke.at + 1.6 * stroke.ring for stroke in strokes))
    heard = [0.0] * int(RATE * end)
    for stroke in strokes:
        for n, x in enumerate(struck(stroke), int(RATE * stroke.at)):
            if n < len(heard):
                heard[n] += x
    fade = int(0.01 * RATE)
    for n in range(fade):
        heard[-1 - n] *= n / fade
    return heard


def struck(stroke: Stroke) -> Iterator[float]:
    """One stroke as it rings out; higher partials are gone sooner."""
    grain = 1
    for n in range(int(RATE * 1.6 * stroke.ring)):
        t = n / RATE
        x = sum(
            loud
            * math.exp(-4 * ratio**0.5 * t / stroke.ring)
            * math.sin(math.tau * stroke.hz * ratio * t)
            for ratio, loud in stroke.partials
        )
        grain = grain * 1103515245 + 12345 & 0x7FFFFFFF
        rustle = stroke.rustle * (grain / 0x3FFFFFFF - 1) * math.exp(-9 * t / stroke.ring)
        yield min(1.0, 400 * t) * (x + rustle)
