"""Texts of the table as HTML: a seat is drawn as its sign and name, everything else escaped."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from flask_babel import gettext, lazy_gettext
from markupsafe import Markup, escape

from companion.table.board import OWNER
from web.named import ENDS, PARTS, SHAPES, SOUNDS, STATES, VALUES

SIGNS = {"jason": "j", "billy": "b", "kimberly": "k", "zach": "z", "trini": "t"}
ALIENS = {"goldar": "alG", "squatt": "alS", "baboo": "alB", "king-sphinx": "alK"}
FIELD = re.compile(r"\{(\w+)\}")
PLACE = re.compile(r"([a-z][a-z0-9_.-]*)/(\w+)")
OF_SEATS = ("button", "lamp")
OF_THE_GAME = {"alien", "dinozord", "element", "game", "kind", "move", "trait"}
"""Arguments that are words of the rules; any other stands as it is: a number, a card, a name."""
NAMELESS = re.compile(r"Card|an? .+")
"""Real cards of which nothing is entered: what they are called is no name, but words of ours."""
NOTHING = {
    "{n} damage for {seat}": lazy_gettext("No damage is left for {seat}"),
    "{n} hits": lazy_gettext("No hit"),
}
"""How it is said if there is none."""
SHORT = 12
"""So many letters of a name stand in a lane."""


class Words:
    """Words about one frame's seats."""

    def __init__(self, frame: Mapping[str, Any]) -> None:
        self.seats = {seat["seat"]: seat for seat in frame.get("seats", ())}
        lanes = (frame.get("table") or {}).get("lanes", ())
        self.characters = {lane["seat"]: lane["character"] for lane in lanes if lane.get("seat")}
        self.order = list(self.seats)

    # -- seats

    def sign(self, key: str) -> str:
        """The letter of a seat's or character's sign: shape and colour hang on it."""
        key = self.characters.get(key) or key
        if key in SIGNS:
            return SIGNS[key]
        return "jbkzt"[self.order.index(key) % 5] if key in self.seats else "j"

    def name(self, seat: str) -> str:
        known = self.seats.get(seat)
        return str(known["name"]) if known else seat.replace("-", " ").title()

    def short(self, seat: str) -> str:
        name = self.name(seat)
        return name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"

    def pair(self, seat: str) -> list[str]:
        """A name in one line or two, each with as many letters as a lane has room for."""
        lines = wrap(self.name(seat), SHORT)
        return [*lines[:1], f"{lines[1][: SHORT - 1]}…"] if len(lines) > 2 else lines

    def robot(self, seat: str) -> bool:
        return bool(self.seats.get(seat, {}).get("robot"))

    def who(self, seat: str) -> Markup:
        """A seat's sign and name, not torn apart; the owner sits nowhere and has no sign."""
        if seat == OWNER:
            return escape(gettext("The owner"))
        first, _, more = self.name(seat).partition(" ")
        beside = ("", "") if len(first) > SHORT else (Markup("<span>"), Markup("</span>"))
        return Markup(
            '<span class="who">{}<svg aria-hidden="true"><use href="#g{}"/></svg>{}{}{}</span>'
        ).format(beside[0], self.sign(seat), first, beside[1], more and f" {more}")

    # -- texts

    def html(self, text: Mapping[str, Any] | None) -> Markup:
        """A text with its arguments; seats and places in it are drawn."""
        if not text:
            return Markup("")
        args = text.get("args", {})
        parts = FIELD.split(self.word(text["text"]))
        shown = [
            self._arg(self._told(args, part)) if n % 2 else escape(part)
            for n, part in enumerate(parts)
        ]
        return Markup("").join(shown)

    def plain(self, text: Mapping[str, Any] | None) -> str:
        """The same without any drawing: for labels and for voices."""
        if not text:
            return ""
        args = text.get("args", {})
        told = self.word(text["text"])
        return FIELD.sub(lambda m: self._plain_arg(self._told(args, m[1])), told)

    @staticmethod
    def open_act(text: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """What is being done, where a question is only about reactions to it."""
        if not text or text["text"] != "{act}. Reactions?":
            return None
        act: Mapping[str, Any] = text["args"]["act"]
        nothing = NOTHING.get(act["text"]) if act.get("args", {}).get("n") == 0 else None
        return {**act, "text": str(nothing)} if nothing else act

    def _told(self, args: Mapping[str, Any], name: str) -> Any:
        arg = args.get(name, "")
        if name == "part" and isinstance(arg, str):
            return self.part(arg)
        return self.word(arg) if name in OF_THE_GAME and isinstance(arg, str) else arg

    def word(self, text: str) -> str:
        """A word or sentence of the rules in the reader's language."""
        return str(gettext(text)) if text else ""

    def lines(self, texts: Sequence[Mapping[str, Any]]) -> list[str]:
        """What was said, for a voice."""
        return [self.plain(text) for text in texts]

    def place(self, place: str) -> str:
        seat, _, rank = place.partition("/")
        template = gettext("{seat}'s alien") if rank == "alien" else gettext("{seat}'s putty {n}")
        return str(template.format(seat=self.name(seat), n=rank))

    def _arg(self, arg: Any) -> Markup:
        if isinstance(arg, Mapping):
            return self.html(arg)
        if isinstance(arg, str) and arg in self.seats:
            return self.who(arg)
        return escape(self._plain_arg(arg))

    def _plain_arg(self, arg: Any) -> str:
        if isinstance(arg, Mapping):
            return self.plain(arg)
        if not isinstance(arg, str):
            return str(arg)
        if NAMELESS.fullmatch(arg):
            return self.word(arg)
        if arg in self.seats:
            return self.name(arg)
        found = PLACE.fullmatch(arg)
        return self.place(arg) if found and found[1] in self.seats else arg

    # -- what a question is made of

    def chips(self, ask: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """The open question or the one after it, whichever is answered by laying chips."""
        asks = (ask, ask.get("next")) if ask else ()
        return next((a for a in asks if a and "parts" in (a.get("options") or [{}])[0]), None)

    def looks(self, ask: Mapping[str, Any]) -> list[str]:
        """The answers that name a place to look under."""
        answers = [option["answer"] for option in ask["options"]]
        return [answer for answer in answers if PLACE.fullmatch(answer.removeprefix("look "))]

    def relabelled(self, ask: Mapping[str, Any], labels: Mapping[str, str]) -> Mapping[str, Any]:
        """The question with some of its answers said in these words."""
        options = [
            {**o, "label": {"text": labels[o["answer"]]}} if o["answer"] in labels else o
            for o in ask["options"]
        ]
        return {**ask, "options": options}

    def chance(self, needed: int | None, laid: int, dice: int) -> Markup:
        """What the dice still have to show."""
        if not needed:
            return Markup("")
        gap = needed - laid
        if gap <= dice:
            return escape(gettext("Any roll will do."))
        if gap > 6 * dice:
            return escape(gettext("Not enough for %(n)s.", n=needed))
        before, _, after = self.gap(dice).partition("{n}")
        return Markup('{}<b class="i">{}</b>{}').format(before, gap, after)

    def gap(self, dice: int) -> str:
        """What one die, or several together, still have to show: `{n}` or more."""
        if dice == 1:
            return str(gettext("A {n} or more will do."))
        return str(gettext("Together {n} or more will do."))

    def thrown(self, laid: int | str, dice: int) -> str:
        """Chips that are laid, and the dice that are thrown after them."""
        if dice == 1:
            return str(gettext("{sum} + die").format(sum=laid) if laid else gettext("One die"))
        told = gettext("{sum} + {n} dice") if laid else gettext("{n} dice")
        return str(told.format(sum=laid, n=dice))

    def listed(self, items: Iterable[Any]) -> str:
        """Numbers or names, one and the other."""
        return self.both().join(map(str, items))

    def both(self) -> str:
        return str(gettext("{one} and {other}").format(one="", other=""))

    def odds(self, coach: Mapping[str, Sequence[int]]) -> dict[str, str]:
        """What the coach says of each sum of chips: so many of so many throws."""
        told = gettext("Coach: {good} of {of} throws will do, {percent} %")
        return {
            laid: told.format(good=good, of=of, percent=round(100 * good / of))
            for laid, (good, of) in coach.items()
        }

    # -- what lies on the table

    def lane(self, frame: Mapping[str, Any], seat: str) -> Mapping[str, Any] | None:
        lanes = (frame.get("table") or {}).get("lanes", ())
        return next((lane for lane in lanes if lane.get("seat") == seat), None)

    def under(self, table: Mapping[str, Any], secret: Mapping[str, Any]) -> Mapping[str, Any]:
        """Under which stand a look is, as one says it; the level is no part of it."""
        thing = (secret.get("args") or {}).get("thing")
        if not isinstance(thing, Mapping):
            return {"text": gettext("What you have fought against.")}
        args, fight = thing.get("args") or {}, table.get("fight") or {}
        if fight.get("place") and fight["place"] == f"{args.get('seat')}/{args.get('n')}":
            told = gettext("The putty in front of {seat}.")
            return {"text": told, "args": {"seat": fight["seat"]}}
        return {"text": "{thing}.", "args": {"thing": thing}}

    def lying(self, shown: Any) -> Markup:
        """Anything a game shows, as nested lists: for games without a drawing."""
        if isinstance(shown, Mapping) and set(shown) <= {"text", "args"} and "text" in shown:
            return self.html(shown)
        if isinstance(shown, Mapping) and "name" in shown and all(map(_flat, shown.values())):
            return self._in_a_line(shown)
        if isinstance(shown, Mapping):
            kept = [(k, v) for k, v in shown.items() if v not in (None, [], {}, "")]
            rows = [
                Markup("<dt>{}</dt><dd>{}</dd>").format(self._key(k), self.lying(v))
                for k, v in kept
            ]
            return Markup("<dl>{}</dl>").format(Markup("").join(rows))
        if isinstance(shown, Sequence) and not isinstance(shown, str):
            if not any(isinstance(item, Mapping | list) for item in shown):
                return Markup(", ").join(self._arg(item) for item in shown)
            rows = [Markup("<li>{}</li>").format(self.lying(item)) for item in shown]
            return Markup("<ul>{}</ul>").format(Markup("").join(rows))
        if isinstance(shown, bool):
            shown = gettext("yes") if shown else gettext("no")
        return self._arg(shown)

    def _in_a_line(self, card: Mapping[str, Any]) -> Markup:
        """A card or a piece: its name, then what is printed on it."""
        silent = ("name", "id", "piece")
        printed = (
            Markup("{} {}").format(self._key(key), self._printed(value))
            for key, value in card.items()
            if key not in silent and value not in (None, "", False, [], {})
        )
        return Markup("<b>{}</b> <small>{}</small>").format(
            card["name"], Markup(" · ").join(printed)
        )

    def _printed(self, value: Any) -> Markup:
        if not isinstance(value, Mapping):
            return self.lying(value)
        pairs = (Markup("{} {}").format(self._key(k), self.lying(v)) for k, v in value.items())
        return Markup(", ").join(pairs)

    def _key(self, key: str) -> Markup:
        return self.who(key) if key in self.seats else escape(key.replace("_", " "))

    # -- for the owner

    def part(self, part: str) -> str:
        """A part of the electronics, as one points at it."""
        kind, _, which = part.partition("/")
        if kind not in PARTS:
            return f"{kind.capitalize()} {which}".strip()
        named = PARTS.get(part) or PARTS[kind]
        return str(named).format(seat=self.name(which) if kind in OF_SEATS else which)

    def state(self, state: str) -> str:
        """How a part or a lamp is."""
        return str(STATES.get(state, state))

    def heard(self, sounds: Sequence[str]) -> str:
        """What was heard, one after the other."""
        return ", ".join(str(SOUNDS.get(sound, sound)) for sound in sounds)

    def gapped(self, text: Mapping[str, Any]) -> str:
        """A sentence that is still to be filled in."""
        return FIELD.sub("…", self.word(text["text"]).rstrip("."))

    def around(self, text: Mapping[str, Any]) -> list[str]:
        """Such a sentence in pieces: every other one is the name of a gap."""
        return FIELD.split(self.word(text["text"]).rstrip("."))

    def value(self, value: str, rule: str = "") -> str:
        """What a house rule is set to; of several things each. Numbers stand as they are."""
        return ", ".join(
            str(VALUES.get(f"{rule}={one}") or VALUES.get(one, one)) for one in value.split(",")
        )

    def ended(self, state: str) -> str:
        """How a match ended."""
        return str(ENDS.get(state, state))

    def stands(self, kind: str) -> str:
        """What the stands of one kind are called."""
        named = {"putty": gettext("Putty stands"), "alien": gettext("Alien stands")}
        return str(named.get(kind, kind))

    def twinned(self, part: str) -> bool:
        """Whether a screen can stand in for it: the hub and the pins have no twin."""
        return part.partition("/")[0] in ("button", "key", "lamp", "reader")

    def clock(self, when: int) -> str:
        """The time of day: it stays true while the page stands still."""
        return time.strftime("%H:%M:%S", time.localtime(when))

    def day(self, when: int) -> str:
        """A day and its time, as one writes it in the reader's language."""
        return time.strftime(gettext("%Y-%m-%d %H:%M"), time.localtime(when))

    def today(self) -> str:
        return time.strftime(gettext("%Y-%m-%d"))

    def signs(self, signs: str) -> str:
        """The two signs of a claim, for a voice."""
        return self.listed(SHAPES.get(sign, sign) for sign in signs)

    def main_pick(self, games: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """What is likeliest to be wanted: a match that waits to be gone on with, else the first."""
        return next((g for g in games if g["name"] == "resume" and g["enabled"]), games[0])

    def last(self, text: Mapping[str, Any]) -> Markup:
        """A line of last evening, without the words that its heading has said."""
        return self.html(text.get("args", {}).get("what") or text)


def read(told: str | bytes) -> Any:
    """A frame from its JSON, with what real cards are called that nobody has entered.

    That is said in the reader's language; names stay as they are.

    >>> read('[{"name": "Roof Runner"}, 7]')
    [{'name': 'Roof Runner'}, 7]
    """
    return json.loads(told, object_hook=_called)


def _called(shown: dict[str, Any]) -> dict[str, Any]:
    for key in ("name", "card"):
        name = shown.get(key)
        if isinstance(name, str) and NAMELESS.fullmatch(name):
            shown[key] = gettext(name)
    return shown


def _flat(value: Any) -> bool:
    """Whether it can be said in one line."""
    inner = (
        value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    )
    return not any(isinstance(item, Mapping | list) for item in inner)
