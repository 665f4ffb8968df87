"""Every screen in every state that people come across, one after the other.

The table is led from state to state past the screens; whoever walks along looks at them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.engines.catalogue import GAMES
from tests.browser.room import Room

SEATS = ("jason", "billy", "kimberly")
LONG = "Wilhelmine <b>Zoë</b> 🦖🦕"
"""As many letters as a name may have, with markup and pictures."""
ACTS = 400
FULL = {"king_sphinx": {"coach": "on"}}
"""With all that may stand on a screen at once."""


OWNERS = tuple(
    f"/owner/{matter}" for matter in ("inputs", "rules", "tags", "records", "seat/billy", "back")
)


class Scene(NamedTuple):
    """A state of the table and the screens that show it."""

    name: str
    paths: tuple[str, ...]
    holding: str | None = None
    """The tokens that this phone alone holds, if it is not the one that holds every seat."""


def scenes(room: Room, games: tuple[str, ...] = tuple(GAMES)) -> Iterator[Scene]:
    """All of them. The browser at them holds every seat of `SEATS`, and is the owner's."""
    yield from before(room)
    for game in games:
        yield from played(room, game)


def before(room: Room) -> Iterator[Scene]:
    """The first screens, before any game."""
    everywhere = ("/", "/owner", "/hands", "/seat/jason", "/seat?add=1")
    yield Scene("nobody-sits", everywhere)
    room.do("owner", "sit", seat="jason")
    room.do("owner", "sit", seat="billy", robot=True)
    room.do("audience", "claim", seat="trini")
    room.do("owner", "name", seat="kimberly", name=LONG)
    yield Scene("some-sit", everywhere)
    yield from claimed(room)
    yield Scene("the-owners-other-pages", OWNERS)
    room.do("jason", "shelf", game="bandai")
    room.do("jason", "deck", seat="jason", kind="tagged")
    yield Scene("decks", ("/", "/seat/jason", "/owner"))
    room.do("jason", "deck", seat="jason", kind="virtual")
    room.do("jason", "back")
    room.do("owner", "shelf")
    yield Scene("the-card-games", ("/",))
    room.do("owner", "back")
    room.do("owner", "wiring")
    yield Scene("the-wiring-is-checked", ("/", "/seat/jason", "/hands", "/owner/inputs"))
    room.do("owner", "wiring.end")
    yield Scene("curtain", ("/seat/billy?curtain=1",))
    yield Scene("no-such-page", ("/nowhere",))
    assert room.table.electronics.hands
    room.table.electronics.hands.unplug()
    room.until(lambda: room.view()["health"]["state"] != "fine", "the hub to be missed")
    yield Scene("the-hub-is-silent", ("/", "/owner", "/hands"))
    room.table.electronics.hands.replug()
    room.until(lambda: room.view()["health"]["state"] == "fine", "the hub")
    room.do("owner", "stand", seat="billy")


def claimed(room: Room) -> Iterator[Scene]:
    """A phone that has no seat yet: some are taken, one is refused to it, one is asked for."""
    refused = tuple(f"/seat?note={why}" for why in ("code", "waits", "gone"))
    yield Scene("no-seat-yet", ("/seat", *refused), holding="")
    asked = room.do("audience", "claim", seat="zach")
    yield Scene("a-seat-is-asked-for", ("/seat",), holding=asked.data["token"])


def played(room: Room, game: str) -> Iterator[Scene]:
    """One game: each question that it asks once, what is around it, and its end."""
    for seat in SEATS[: GAMES[game].seats[-1]]:
        room.do("owner", "sit", seat=seat)
    for seat in SEATS[GAMES[game].seats[-1] :]:
        room.do("owner", "stand", seat=seat)
    room.do("owner", "start", game=game, options=FULL.get(game, {}))
    yield from interrupted(room, game)
    yield from asked(room, game)
    if room.view()["stage"] == "play":
        room.do("owner", "abandon")
        return
    yield Scene(f"{game}-over", ("/", "/seat/jason", "/seat/billy", "/owner", "/poster"))
    room.do("owner", "new")


def asked(room: Room, game: str) -> Iterator[Scene]:
    """Play on, and stop at every question of a new kind."""
    seen: set[str] = set()
    given: set[str] = set()
    pick = random.Random(f"{game} 3")
    for _ in range(ACTS):
        open_ = room.until(lambda: over(room) or asks(room, given), "somebody to be asked")
        if over(room):
            return
        for seat, ask in open_.items():
            kind = kind_of(ask)
            if kind not in seen:
                other = next((s for s in SEATS if s not in open_), "")
                more = (f"/seat/{other}",) if other and len(seen) in (1, 4, 9) else ()
                seen.add(kind)
                yield Scene(f"{game}-{len(seen):02}-{kind}", ("/", f"/seat/{seat}", *more))
        seat = pick.choice(sorted(open_))
        given.add(open_[seat]["question"])
        room.answer(seat, said(open_[seat], pick), may_be_late=True)


def over(room: Room) -> bool:
    return bool(room.view()["stage"] == "over")


def asks(room: Room, given: set[str]) -> dict[str, dict[str, Any]]:
    """Who is asked what, but for what has been answered and waits for the others."""
    found = {seat: ask for seat in SEATS if (ask := room.view(seat)["ask"])}
    return {seat: ask for seat, ask in found.items() if ask["question"] not in given}


def interrupted(room: Room, game: str) -> Iterator[Scene]:
    """What may come between: a pause, a vote, a robot."""
    room.do("jason", "pause")
    yield Scene(f"{game}-paused", ("/", "/seat/billy"))
    room.do("jason", "pause")
    room.do("jason", "propose", end=True)
    everybody = (
        "/",
        "/seat/jason",
        "/seat/billy",
        "/owner",
        "/owner/back",
        "/owner/end",
        "/owner/tags",
    )
    yield Scene(f"{game}-a-vote", everybody)
    room.do("billy", "consent", yes=False)
    room.do("billy", "robot", on=True)
    yield Scene(f"{game}-a-robot", ("/seat/billy",))
    room.do("billy", "robot", on=False)


def kind_of(ask: dict[str, Any]) -> str:
    """What makes two questions alike: their sort and their words."""
    words = ask.get("prompt", {}).get("text", "")
    return "-".join(re.findall(r"[a-z]+", f"{ask['kind']} {words}".lower()))[:60]


def said(ask: dict[str, Any], pick: random.Random) -> str:
    """An answer that somebody may well give."""
    if ask["kind"] == "look":
        return "seen"
    if ask["kind"] == "roll_each":
        return "press"
    if ask["kind"] == "roll":
        return " ".join(pick.choice("123456") for _ in range(ask["dice"]))
    return str(pick.choice(ask["options"])["answer"])
