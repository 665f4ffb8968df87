"""What each viewer may see, as bytes.

The shared screen's view is made first and is what everybody gets; a seat's own question is added
for that seat alone. A frame's version rises only when that viewer's bytes have changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic_core import PydanticSerializationError, to_json

from companion.engines.core import AUDIENCE, Choose, Json, Offer, Roll, RollEach, Seat, Text
from companion.table.board import OWNER, Frame, Lamp, Signs, Sound
from companion.table.gestures import Hands
from companion.table.inbox import Health
from companion.table.lobby import house_rules, lobby, named
from companion.table.sentences import text_of
from companion.table.sitting import Sitting
from companion.table.three import THREE

SCHEMA = 1


class Frames:
    """Every viewer's newest frame."""

    def __init__(self, sitting: Sitting, hands: Hands) -> None:
        self.sitting, self.hands = sitting, hands
        self.newest: dict[str, Frame] = {}
        self.shared: dict[str, Json] = {}
        """The shared screen's view, from which lamps and sounds are made."""
        self.heard: Sound | None = None
        """What is heard because the shared view has just changed."""
        self._sounds = 0
        self._last_heard: dict[str, Json] | None = None
        self._bytes: dict[str, bytes] = {}
        self._turned_up = self._turned_up_before = 0

    def make(self) -> set[str]:
        """Make the frames anew; whose bytes have changed."""
        match = self.sitting.play.match if self.sitting.play else None
        self._turned_up_before = self._turned_up
        self._turned_up = match.position.revealed if match else 0
        changed = set()
        viewers = set()
        shared = _parts(self._for_all())
        for viewer, own in self._each():
            viewers.add(viewer)
            body = b",".join({**shared, **_parts(own)}.values())
            if body == self._bytes.get(viewer):
                continue
            changed.add(viewer)
            self._bytes[viewer] = body
            version = self.newest[viewer].version + 1 if viewer in self.newest else 1
            self.newest[viewer] = Frame(
                version, b'{"schema":%d,"version":%d,%b}' % (SCHEMA, version, body)
            )
        for gone in set(self.newest) - viewers:
            del self.newest[gone], self._bytes[gone]
            changed.add(gone)
        return changed

    # -- the views

    def _for_all(self) -> dict[str, Json]:
        """What everybody sees, and what is heard because it has just changed."""
        before = self.shared
        self.shared = self._shared()
        self.heard = self._sound(before) if before else None
        if self.heard:
            self._sounds += 1
            self._last_heard = {"n": self._sounds, "name": self.heard}
        self.shared["sound"] = self._last_heard
        return self.shared

    def _each(self) -> Iterator[tuple[str, dict[str, Json]]]:
        """Every viewer, and what it sees otherwise than everybody, or beside that."""
        sitting = self.sitting
        yield AUDIENCE, {}
        for seat in sitting.house.seats:
            yield seat, self._own(seat)
        yield OWNER, self._of_owner()
        for claim in sitting.seats.claims():
            yield claim.viewer, {"claim": {"seat": claim.seat, "signs": claim.signs}}

    def _shared(self) -> dict[str, Json]:
        sitting = self.sitting
        match = sitting.play.match if sitting.play else None
        view = dict(match.view(AUDIENCE)) if match else _nothing()
        highest = self.hands.highest
        if highest:
            view["notice"] = _tie(highest).json()
        if sitting.paused:
            view["awaited"], view["notice"] = [], None
        troubles = [h for h in sitting.health.values() if h.state not in ("fine", "twin")]
        proposal = sitting.proposal
        return {
            "viewer": AUDIENCE,
            "stage": sitting.stage,
            "paused": sitting.paused,
            "game": named(match.game) if match else None,
            "seats": [self._seat(seat, view) for seat in sitting.house.seats],
            "lobby": lobby(sitting) if sitting.stage != "play" else None,
            **view,
            "heard": len(match.position.said) if match else 0,
            "count": sitting.count,
            "highest": highest,
            "verdict": sitting.verdicts,
            "undo": False,
            "toast": _json(sitting.toasts.get(AUDIENCE)),
            "proposal": proposal
            and {
                "words": proposal.words.json(),
                "by": proposal.by,
                "agreed": sorted(proposal.agreed),
                "needed": sorted(proposal.needed),
                "yours": False,
            },
            "trouble": _json(sitting.trouble),
            "differences": [difference.json() for difference in sitting.differences()],
            "rebuild": sitting.rebuilding(),
            "health": {
                "state": "trouble" if troubles else "fine",
                "parts": [{"part": h.part, "state": h.state} for h in troubles],
            },
        }

    def _seat(self, seat: Seat, view: Mapping[str, Json]) -> dict[str, Json]:
        sitting = self.sitting
        claim = sitting.seats.pending(seat)
        sitting_here = (
            seat in sitting.play.match.seats if sitting.play else seat in sitting.sat
        ) or (sitting.stage == "lobby" and seat in sitting.robots)
        shown: dict[str, Json] = {
            "seat": seat,
            "name": sitting.name(seat),
            "robot": seat in sitting.robots,
            "sitting": sitting_here,
            "phone": sitting.seats.phone(seat),
            "button": sitting.has_button(seat),
            "lamp": self._lamp(seat, view, claimed=claim is not None),
        }
        return {**shown, "claim": claim.signs} if claim else shown

    def _lamp(self, seat: Seat, view: Mapping[str, Json], *, claimed: bool) -> Lamp:
        sitting = self.sitting
        if claimed:
            return "blink"
        if sitting.stage == "lobby":
            return "on" if seat in sitting.sat else "off"
        if sitting.stage == "over":
            return "blink" if seat in view["result"]["winners"] else "off"
        if sitting.proposal and seat in sitting.proposal.needed - sitting.proposal.agreed:
            return "blink"
        if sitting.count:
            return "on" if sitting.house.seats.index(seat) < sitting.count else "off"
        return "on" if seat in view["awaited"] else "off"

    def _own(self, seat: Seat) -> dict[str, Json]:
        sitting, play = self.sitting, self.sitting.play
        own: dict[str, Json] = {"viewer": seat, "toast": _json(sitting.toasts.get(seat))}
        if play is None or seat not in play.match.seats:
            return own
        view = play.match.own(seat)
        said = self.hands.said_for_three(seat)
        own["sealed"] = view["sealed"] or said
        proposal = sitting.proposal
        if proposal and seat in proposal.needed - proposal.agreed:
            own["proposal"] = {**self.shared["proposal"], "yours": True}
        if sitting.paused:
            return own
        own["table"] = view["table"]
        if view["ask"] and not said:
            own["ask"] = {"question": sitting.question(seat), **view["ask"], **self._further(seat)}
        own["undo"] = not own["sealed"] and sitting.free(seat) is not None
        return own

    def _further(self, seat: Seat) -> dict[str, Json]:
        steps = self.sitting.steps(seat)
        following = steps[1].ask if len(steps) > 1 else None
        asks = isinstance(following, Choose | Offer | Roll | RollEach)
        shown = following.shown(seat) if following and asks else None
        dice = next((step.ask for step in steps if isinstance(step.ask, Roll | RollEach)), None)
        throws = self.sitting.throws(dice) if dice else None
        return {"next": shown, "throws": throws, **self.hands.laid(seat)}

    def _of_owner(self) -> dict[str, Json]:
        sitting = self.sitting
        own: dict[str, Json] = {
            "viewer": OWNER,
            "toast": _json(sitting.toasts.get(OWNER)),
            "inputs": [
                _input(sitting.health[part], sitting.heard.get(part))
                for part in sorted(sitting.health)
            ],
            "owner": {
                "tags": _tags(sitting),
                "enrollable": sitting.enrollable,
                "unknown_tag": sitting.unknown or None,
                "scanned": _json(sitting.scanned),
                "wiring": sitting.wiring.shown() if sitting.wiring else None,
                "rules": house_rules(sitting) if sitting.stage == "lobby" else None,
                "records": _records(sitting) if sitting.stage != "play" else None,
                "moments": moments(sitting),
                "thrown": sitting.play.thrown if sitting.play else [],
                "sayable": sitting.play.sayable if sitting.play else None,
                "phones": [s for s in sitting.house.seats if sitting.seats.phone(s)],
            },
        }
        return own

    # -- signs made from the shared view alone

    def signs(self) -> Signs:
        """Lamps and clip."""
        lamps: dict[Seat, Lamp] = {s["seat"]: s["lamp"] for s in self.shared["seats"]}
        clip, track = _clip(self.shared)
        return Signs(lamps, track.index(clip) if clip in track else None, len(track) or 9)

    def _sound(self, before: Mapping[str, Json]) -> Sound | None:
        """What is heard because the shared view has changed since `before`."""
        now = self.shared
        happened: dict[Sound, bool] = {
            "won": bool(now["result"] and not before.get("result")),
            "clip": bool(before.get("table") and now["table"])
            and _clip(before)[0] != _clip(now)[0],
            "knock": _standing(now) < _standing(before),
            "count": bool(now["count"]) and now["count"] != before.get("count"),
            "snap": self._turned_up > self._turned_up_before,
            "accepted": bool(now["said"]) and now["said"] != before.get("said"),
        }
        sound = next((name for name, so in happened.items() if so), None)
        if sound == "won" and not now["result"]["winners"]:
            return "lost"
        return "three" if sound == "count" and now["count"] == THREE else sound


def _parts(view: Mapping[str, Json]) -> dict[str, bytes]:
    """Each part of a view in JSON; what all see is put into it once."""
    return {name: b'"%b":%b' % (name.encode(), _json_of(part)) for name, part in view.items()}


def _json_of(part: Json) -> bytes:
    """JSON; what is no letter, as in the name of a file, is said by its number."""
    try:
        return to_json(part)
    except PydanticSerializationError:
        return json.dumps(part).encode()


def moments(sitting: Sitting) -> Json:
    """The last things said, each a place to go back to."""
    if sitting.play is None:
        return []
    said = sitting.play.match.position.said
    first = max(0, len(said) - 8)
    return [{"n": n, "said": said[n].json()} for n in range(first, len(said))]


def _tags(sitting: Sitting) -> Json:
    """What has a tag; during a match only the kinds of stands that its game is played with."""
    shown = sitting.tags.shown()
    if sitting.play is None or sitting.stage != "play":
        return shown
    known = {switch.name for switch in sitting.play.match.game.switches}
    played = {kind.name for kind in sitting.tags.kinds if kind.option in known}
    return {**shown, "kinds": [kind for kind in shown["kinds"] if kind["kind"] in played]}


def _tie(highest: list[Seat]) -> Text:
    """What all read while others may still say that theirs is as high."""
    if len(highest) == 1:
        return Text("{seat} says: the highest. As many? Say so now.", {"seat": highest[0]})
    return Text("{n} say: the highest. As many? Say so now.", {"n": len(highest)})


def _nothing() -> dict[str, Json]:
    return {
        "table": None,
        "said": [],
        "awaited": [],
        "notice": None,
        "where": [],
        "ask": None,
        "sealed": False,
        "result": None,
    }


def _clip(view: Mapping[str, Any]) -> tuple[Json, list[Json]]:
    table = view.get("table") or {}
    return (table["clip"], table["track"]) if "clip" in table else (None, [])


def _standing(view: Mapping[str, Any]) -> int:
    lanes = (view.get("table") or {}).get("lanes", ())
    return sum(sum(lane.get("putties", ())) + bool(lane.get("alien")) for lane in lanes)


def _json(text: Text | None) -> Json:
    return text.json() if text else None


def _input(health: Health, heard: int | None) -> Json:
    words = text_of(health.words).json() if health.words else None
    return {"part": health.part, "state": health.state, "words": words, "heard": heard}


def _records(sitting: Sitting) -> Json:
    games = sitting.games
    return [
        {
            "number": match.number,
            "game": games[match.header.game].title
            if match.header.game in games
            else match.header.game,
            "seats": list(match.header.seats),
            "state": match.state,
            "began": int(match.began),
        }
        for match in sitting.store.ended()
    ]
