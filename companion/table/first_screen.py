"""The first screen: sit down, take a name, begin, or go on with last evening."""

# ruff: noqa: ARG002  (every command takes who asks and with what, needed or not)

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from companion.engines.core import Seat, Text
from companion.engines.game import Game
from companion.table.board import OWNER
from companion.table.decks import Choice, card_games, shelf_of
from companion.table.inbox import Command, Reply
from companion.table.lobby import lobby, offered
from companion.table.orders import FORBIDDEN, Args, Orders, Refused
from companion.table.play import Play
from companion.table.record import header_of
from companion.table.store import Kept

READ = Text("The record of this match was read after it was ended: what is hidden may be known.")
NAME = 24
"""So many letters a name may have."""
JOINING = "\u200c\u200d"
"""Signs that are not seen and yet belong to a word, or to a picture of several."""


class FirstScreen(Orders):
    """What can be done before a match and after it."""

    def toggle(self, seat: Seat) -> Reply:
        """The button of `seat` in the lobby: sit down, or stand up again."""
        if seat in self.sitting.sat:
            self.sitting.sat.remove(seat)
        else:
            self.sit(seat)
        return Reply("ok")

    def sit(self, seat: Seat) -> None:
        sitting = self.sitting
        sitting.robots.discard(seat)
        sitting.toasts.clear()
        if seat not in sitting.sat:
            sitting.sat.append(seat)

    def key(self, number: int) -> Reply:
        """A shared key on the first or the last screen."""
        offered = lobby(self.sitting)["games"]
        found = next((game for game in offered if game["key"] == number and game["enabled"]), None)
        if found is None:
            self.sitting.refuse()
            return Reply("illegal")
        seat = self.sitting.last_pressed(self.sitting.sat) or OWNER
        return self.carry_out(Command(seat, found["command"], found["args"]))

    def on_shelf(self, viewer: str, args: Args) -> None:
        """The shelf of the card games, or what one of them is begun with; packs are read anew."""
        self._in_lobby()
        games = {game.id: game for game in card_games(self.sitting.games)}
        game = args.get("game")
        if game and game not in games:
            raise Refused(Text("This program does not have that game."))
        if game and (shelf := shelf_of(games[game])):
            shelf.forget()
        self._turn_to(str(game or "shelf"))

    def on_back(self, viewer: str, args: Args) -> None:
        """From the shelf back to the first screen."""
        self._in_lobby()
        self._turn_to("")

    def _turn_to(self, page: str) -> None:
        """Another page of the first screen: what was said on the last one is said no more."""
        self.sitting.page = page
        self.sitting.toasts.clear()

    def on_deck(self, viewer: str, args: Args) -> None:
        """A seat's `deck` and `kind` for the game that is set up, or the `next` of either."""
        self._in_lobby()
        sitting, seat = self.sitting, self._seat(args["seat"])
        game = sitting.games.get(sitting.page)
        if game is None:
            raise Refused(Text("Pick the game first."))
        if args.get("next") == "deck":
            sitting.decks.next_deck(game, seat)
        elif args.get("next") == "kind":
            sitting.decks.next_kind(game, seat)
        else:
            now = sitting.decks.chosen(game, seat)
            choice = Choice(str(args.get("deck", now.deck)), str(args.get("kind", now.kind)))
            sitting.decks.choose(game, seat, choice)

    def on_sit(self, viewer: str, args: Args) -> None:
        seat, robot = self._seat(args["seat"]), bool(args.get("robot"))
        play = self.sitting.play
        if play and seat in play.match.seats and (seat in self.sitting.robots) == robot:
            return
        self._in_lobby()
        if robot:
            self.sitting.robots.add(seat)
            self.sitting.sat = [other for other in self.sitting.sat if other != seat]
        else:
            self.sit(seat)

    def on_stand(self, viewer: str, args: Args) -> None:
        seat = self._seat(args["seat"])
        if self.sitting.play and seat not in self.sitting.play.match.seats:
            return
        self._in_lobby()
        self.sitting.robots.discard(seat)
        self.sitting.sat = [other for other in self.sitting.sat if other != seat]

    def on_preset(self, viewer: str, args: Args) -> None:
        """The house rules of the game that is set up; they are that game's alone."""
        preset, presets = str(args["preset"] or ""), self.sitting.presets
        game = offered(self.sitting)
        if game and preset != presets.get(game.id, ""):
            self._in_lobby()
            presets[game.id] = preset

    def on_dice(self, viewer: str, args: Args) -> None:
        """Who throws the dice of every match from now on."""
        if args["dice"] != self.sitting.dice:
            self._in_lobby()
            self._keep_dice(_thrown(args["dice"]))

    def _keep_dice(self, dice: str) -> None:
        if dice != self.sitting.dice:
            self.sitting.store.keep_note("dice", dice)
            self.sitting.dice = dice

    def on_name(self, viewer: str, args: Args) -> Reply | None:
        seat = self._seat(args["seat"])
        if viewer not in (seat, OWNER):
            return FORBIDDEN
        if not isinstance(args["name"], str):
            raise TypeError("a name is text")
        name = " ".join(args["name"].split())
        if fault := _unfit(name) or self._taken(seat, name):
            self.sitting.toasts[viewer] = fault  # nobody else's screen changes
            return Reply("illegal", fault)
        names = {**self.sitting.names, seat: name}
        if not name:
            del names[seat]
        lines = "\n".join(f"{whose}={name}" for whose, name in names.items())
        self.sitting.store.keep_note("names", lines)
        self.sitting.names = names
        return None

    def _taken(self, seat: Seat, name: str) -> Text | None:
        """Why `seat` cannot be called that: another seat is, however either of them is spelt."""
        sitting, wanted = self.sitting, _heard(name or seat)
        for other in sitting.house.seats:
            if other != seat and _heard(sitting.name(other)) == wanted:
                words = "Another seat is called {seat} already. Add a letter, or take another name."
                return Text(words, {"seat": other})
        return None

    def on_start(self, viewer: str, args: Args) -> None:
        """Begin: `tonight`, `short`, `alone` or a game's id, with whoever has sat down."""
        sitting, house = self.sitting, self.sitting.house
        named, alone = str(args["game"]), bool(args.get("alone"))
        asked_for = {"tonight": house.tonight, "alone": house.tonight, "short": house.short}
        game = sitting.games.get(asked_for.get(named, named))
        if game is None:
            raise Refused(Text("This program does not have that game."))
        asked = {str(name): str(value) for name, value in dict(args.get("options") or {}).items()}
        if self._begun(game, asked):
            return
        if sitting.stage == "play":
            raise Refused(Text("A match is being played. End it first."))
        alone = alone or named == "alone"
        seats = self._seats_for(viewer, game, alone=alone)
        robots = {seat for seat in seats if seat in sitting.robots or seat not in sitting.sat}
        preset = game.presets.get(str(args.get("preset") or sitting.presets.get(game.id)), {})
        told = {**preset, **sitting.decks.options(game, seats, robots), **asked}
        rules, dice = self._house_rules(game, told)
        play = Play.begin(sitting.store, game, seats, rules, robots)
        self._keep_dice(dice)
        self._take_up(play, robots)

    def _house_rules(self, game: Game, told: Mapping[str, str]) -> tuple[dict[str, str], str]:
        """The rules of a match that begins, and who throws its dice, this time and from now on.

        How dice are thrown and stands lie may be told of the table, whatever is played.
        """
        sitting, known = self.sitting, {switch.name for switch in game.switches}
        rules = {name: value for name, value in sitting.house.options.items() if name in known}
        rules |= told
        if "stands" not in known:
            rules.pop("stands", None)
        dice = _thrown(rules.pop("dice", sitting.dice))
        if "dice" in known:
            rules["dice"] = dice
        if "short_dice" in known and dice == "pi":
            rules.setdefault("short_dice", "pi")
        if rules.get("stands") == "tagged":
            if not sitting.tags.complete:
                raise Refused(Text("Not every stand has its tag yet. Enrol them, or play dealt."))
            rules |= {k: v for k, v in sitting.tags.options().items() if k in known}
        return rules, dice

    def _begun(self, game: Game | None = None, asked: Mapping[str, str] | None = None) -> bool:
        """Whether such a match has just begun, so that whoever asks for it has it already.

        A second touch on the same button comes before anybody who plays has answered.
        """
        sitting, play = self.sitting, self.sitting.play
        if play is None or sitting.stage != "play" or game not in (None, play.match.game):
            return False
        has = header_of(play.match).options
        as_asked = all(has.get(name) == value for name, value in (asked or {}).items())
        return as_asked and sitting.people().isdisjoint(row.by for row in play.rows)

    def on_resume(self, viewer: str, args: Args) -> None:
        """Go on where the last evening stopped; the owner, with a match that was ended early."""
        sitting, play = self.sitting, self.sitting.play
        if "number" in args:
            self._of_owner(viewer)
        wanted = int(args["number"]) if "number" in args else sitting.kept and sitting.kept.number
        if play and sitting.stage == "play" and play.number == wanted:
            return
        if "number" in args:
            kept = self._ended_early(int(args["number"]))
        else:
            self._in_lobby()
            if sitting.kept is None:
                raise Refused(Text("There is no match to go on with. Start one."))
            kept = sitting.kept
        play = Play.reopen(sitting.store, kept, sitting.games)
        if kept.state != "open":
            sitting.store.take_up(kept.number)
        robots = set(kept.header.robots)
        sitting.sat = [seat for seat in kept.header.seats if seat not in robots]
        self._take_up(play, robots)
        sitting.lanes.check_again()
        sitting.trouble = play.trouble or (READ if sitting.store.was_read(kept.number) else None)

    def _ended_early(self, number: int) -> Kept:
        """The match of that number, if it was not played to its end and no other is on."""
        if self.sitting.stage == "play":
            raise Refused(Text("Another match is on. Play it to its end, or end it first."))
        kept = self.sitting.store.match(number)
        if kept is None:
            raise Refused(Text("There is no match with that number."))
        if kept.state == "over":
            raise Refused(Text("That match was played to its end. Start a new one."))
        return kept

    def on_rematch(self, viewer: str, args: Args) -> None:
        """Once more, with the same people and the same rules."""
        if self._begun():
            return
        old = self._over()
        header = header_of(old.match)
        play = Play.begin(
            self.sitting.store, old.match.game, header.seats, header.options, self.sitting.robots
        )
        self._take_up(play, self.sitting.robots)

    def on_new(self, viewer: str, args: Args) -> None:
        """Back to the first screen."""
        if self.sitting.stage == "lobby":
            return
        self._over()
        self._back_to_lobby()

    def _seats_for(self, viewer: str, game: Game, *, alone: bool) -> list[Seat]:
        """Who plays, clockwise as the buttons lie."""
        sitting, panel, span = self.sitting, self.sitting.house.seats, game.seats
        seats = [seat for seat in panel if seat in sitting.sat or seat in sitting.robots]
        if alone:
            if viewer in panel and viewer not in sitting.sat:
                sitting.sat.append(viewer)
            if not sitting.sat:
                sitting.sat.append(next(filter(sitting.seats.phone, panel), panel[0]))
            free = [seat for seat in panel if seat not in sitting.sat]
            robots = free[: max(0, (game.alone or span[-1]) - len(sitting.sat))]
            seats = [seat for seat in panel if seat in sitting.sat or seat in robots]
        if len(seats) < span[0]:
            raise Refused(
                Text(
                    "{low} seats are needed; {n} taken. Press your button to sit down,"
                    " or key {key} to play against robots.",
                    {"low": span[0], "n": len(seats), "key": 2 if sitting.page == game.id else 3},
                )
            )
        if len(seats) > span[-1]:
            raise Refused(
                Text(
                    "There is room for {high}. {n} sit here: press your button to stand up.",
                    {"high": span[-1], "n": len(seats)},
                )
            )
        return seats


def _heard(name: str) -> str:
    """A name as one hears it: however it is typed, in capitals or not.

    >>> _heard("STRAßE") == _heard(" strasse")
    True
    """
    seen = unicodedata.normalize("NFKC", name).casefold()
    return " ".join("".join(letter for letter in seen if letter not in JOINING).split())


def _thrown(dice: Any) -> str:
    """By whom the dice are thrown: the Pi, or hands."""
    if dice not in ("pi", "real"):
        raise Refused(Text("The dice are thrown by the pi, or are real."))
    return str(dice)


def _unfit(name: str) -> Text | None:
    """Why a name cannot be kept as it was typed, and what to do; None if it can."""
    if len(name) > NAME:
        words = "A name has up to {most} letters, that one has {n}. Type a shorter one."
        return Text(words, {"most": NAME, "n": len(name)})
    if not all(letter.isprintable() or letter in JOINING for letter in name):
        return Text("That name has signs that cannot be seen. Type it once more without them.")
    return None
