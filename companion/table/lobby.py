"""The first and the last screen: what may be begun, each by a key, a touch or a phone.

King Sphinx comes first and takes one touch. Key 5 opens the shelf of the card games; there a game
is picked, and begun at once or with other decks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engines.core import Json, Text
from companion.engines.game import Game
from companion.table.decks import card_games
from companion.table.record import told
from companion.table.sitting import Sitting

BACK_KEY = 6


def lobby(sitting: Sitting) -> dict[str, Json]:
    """What the first screen offers, or the last."""
    if sitting.stage == "over":
        games = [
            _entry(1, "rematch", Text("Once more"), Text("The same people, the same rules.")),
            _entry(2, "new", Text("Something else"), Text("Back to the first screen.")),
        ]
        return {"games": games, "last": None, "page": ""}
    tonight = sitting.games.get(sitting.house.tonight)
    chosen, game = sitting.games.get(sitting.page), offered(sitting)
    return {
        "page": sitting.page,
        "games": _setup(sitting, chosen)
        if chosen
        else _shelf(sitting)
        if sitting.page == "shelf"
        else _first(sitting, tonight),
        "setup": {
            "game": chosen.id,
            "title": chosen.title,
            **sitting.decks.shown(chosen, _deciding(sitting), sitting.tags.tagged()),
        }
        if chosen
        else None,
        "last": [text.json() for text in sitting.last] or None,
        "title": game.title if game else "",
        "how": list(game.how) if game else [],
        "preset": sitting.presets.get(game.id) if game else None,
        "presets": list(game.presets) if game else [],
        "dice": sitting.dice if game and _has_dice(game) else None,
        "stands": _stands(sitting),
        "shelf": [{"game": game.id, "title": game.title} for game in card_games(sitting.games)],
        "checking": sitting.wiring.told() if sitting.wiring else None,
    }


def named(game: Game) -> dict[str, Json]:
    """What all may read of the game that is played."""
    return {"id": game.id, "title": game.title, "how": list(game.how)}


def offered(sitting: Sitting) -> Game | None:
    """The game that is begun next: the card game that is set up, else tonight's."""
    return sitting.games.get(sitting.page) or sitting.games.get(sitting.house.tonight)


def house_rules(sitting: Sitting) -> Json:
    """What each house rule of the next game changes, how this table has it, and each preset."""
    game = offered(sitting)
    if game is None:
        return None
    chosen_elsewhere = ("decks", "deck_kinds")
    about = {s.name: s.about for s in game.switches if s.name not in chosen_elsewhere}
    as_here = {s.name: told(s.default) for s in game.switches if s.name in about}
    as_here |= {name: value for name, value in sitting.house.options.items() if name in about}
    as_here |= {"dice": sitting.dice} if "dice" in about else {}

    def shown(values: Mapping[str, str]) -> list[Json]:
        return [
            {"rule": name, "about": about[name], "value": value}
            for name, value in values.items()
            if value
        ]

    return {
        "game": game.id,
        "title": game.title,
        "rules": shown(as_here),
        "presets": [{"preset": name, "changes": shown(new)} for name, new in game.presets.items()],
    }


def _first(sitting: Sitting, tonight: Game | None) -> list[Json]:
    short = sitting.games.get(sitting.house.short)
    first = [
        _entry(1, "tonight", _title(tonight), _who(tonight), enabled=tonight is not None),
        _entry(2, "short", _title(short), _who(short), enabled=short is not None),
        _entry(
            3,
            "alone",
            Text("Try it alone"),
            Text("Robots take the other seats."),
            enabled=tonight is not None,
        ),
        _entry(
            4,
            "resume",
            Text("Go on with last evening"),
            Text("Everything is where it was."),
            enabled=sitting.kept is not None,
        ),
    ]
    if card_games(sitting.games):
        first.append(_entry(5, "shelf", Text("Card games"), Text("real decks, or dealt")))
    return first


def _shelf(sitting: Sitting) -> list[Json]:
    games = card_games(sitting.games)[: BACK_KEY - 1]
    entries = [
        _entry(n, game.id, Text(game.title), Text(game.about), command="shelf")
        for n, game in enumerate(games, 1)
    ]
    return [*entries, _back()]


def _setup(sitting: Sitting, game: Game) -> list[Json]:
    """Begin, or another deck first. The keys mean the deck of whoever sat down last."""
    args = {"game": game.id}
    seat = sitting.last_pressed(sitting.sat) or next(reversed(sitting.sat), None)
    whose = Text("for {seat}", {"seat": seat}) if seat else Text("Sit down first.")
    apart = game.seats[0] > 1  # who may play by themselves plays against the game itself
    least = Text("{n} play at least", {"n": game.alone or 1})
    return [
        _entry(1, "begin", Text("Begin"), _who(game), command="start", args=args),
        _entry(
            2,
            "alone",
            Text("Against robots") if apart else Text("With robots"),
            Text("in the other seats") if apart else least,
            command="start",
            args={**args, "alone": "true"},
        ),
        _entry(
            3,
            "deck",
            Text("Another deck"),
            whose,
            enabled=seat is not None,
            args={"seat": seat or "", "next": "deck"},
        ),
        _entry(
            4,
            "kind",
            Text("Real or dealt"),
            whose,
            enabled=seat is not None,
            command="deck",
            args={"seat": seat or "", "next": "kind"},
        ),
        _back(),
    ]


def _deciding(sitting: Sitting) -> list[str]:
    """Who may choose a deck: whoever sits here."""
    return [seat for seat in sitting.house.seats if seat in sitting.sat]


def _back() -> Json:
    return _entry(BACK_KEY, "back", Text("Back"), Text("To the first screen."))


def _entry(
    key: int,
    name: str,
    title: Text,
    about: Text,
    *,
    enabled: bool = True,
    command: str = "",
    args: Mapping[str, Any] | None = None,
) -> Json:
    """What a key or a touch begins: `command` with its `args`."""
    begins = name in ("tonight", "short", "alone")
    return {
        "key": key,
        "name": name,
        "title": title.json(),
        "about": about.json(),
        "enabled": enabled,
        "command": command or ("start" if begins else name),
        "args": args if args is not None else {"game": name} if begins or command else {},
    }


def _has_dice(game: Game) -> bool:
    """Whether it makes a difference to this game who throws."""
    return any(switch.name in ("dice", "short_dice") for switch in game.switches)


def _stands(sitting: Sitting) -> str:
    """Real stands are proposed once each has its tag and a reader answers."""
    answers = any(
        part.startswith("reader/") and health.state == "fine"
        for part, health in sitting.health.items()
    )
    return "tagged" if answers and sitting.tags.complete else "dealt"


def _title(game: Game | None) -> Text:
    return Text(game.title) if game else Text("Not here")


def _who(game: Game | None) -> Text:
    if game is None:
        return Text("This program does not have it.")
    low, high = game.seats[0], game.seats[-1]
    if low == high:
        return Text("{low} seats", {"low": low})
    return Text("{low} to {high} seats", {"low": low, "high": high})
