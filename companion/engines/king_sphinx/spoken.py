"""What the table may say between turns, because the Pi has missed it.

Each is a public fact and changes nothing else. So turns that were played without the device are
caught up in a minute.
"""

from __future__ import annotations

from functools import cached_property

from companion.engines.core import Form, Statement, Text, fill_ins
from companion.engines.king_sphinx.pieces import ALIENS, CHIPS, RANKS, Player
from companion.engines.king_sphinx.position import Board
from companion.engines.king_sphinx.stands import Stands
from companion.errors import IllegalAction, Sentence, UnknownAction

FORMS = (
    "clip 25, turn trini, chips billy 2 4 down, chips billy 1 up, morphed billy, beaten jason/1,"
    " lies putty-3 jason/1"
)


class Spoken(Board):
    """A board that can be put right by word of mouth."""

    @cached_property
    def statement(self) -> Statement[str]:
        return Statement(self.said_so, self.sayings, self.forms)

    def said_so(self, words: str) -> str:
        """The words, if the table may say them now."""
        self.read(words)
        return words

    def sayings(self) -> tuple[str, ...]:
        """What the table might say now; of the many ways the chips may lie, some."""
        found = [f"clip {number}" for number in self.track]
        for seat, player in self.players.items():
            found += [f"turn {seat}", f"chips {seat} 1 down", f"chips {seat} 2 4 up"]
            found += {
                "morpher": [f"morphed {seat}"],
                "ranger": [f"beaten {self.blocker(seat)}"],
                "dinozord": [f"beaten {seat}/alien"],
            }.get(player.stage, [])
        return tuple(found)

    def forms(self) -> tuple[Form, ...]:
        """What the owner may fill in; chips one by one."""
        at = {seat: player.stage for seat, player in self.players.items()}
        morphing = [seat for seat, stage in at.items() if stage == "morpher"]
        beaten = [self.blocker(seat) for seat, stage in at.items() if stage == "ranger"]
        beaten += [f"{seat}/alien" for seat, stage in at.items() if stage == "dinozord"]
        sides = [("up", Text("face up")), ("down", Text("face down"))]
        seats = fill_ins(self.players)
        found = (
            Form("clip {n}", Text("The clip is at {n}."), {"n": fill_ins(map(str, self.track))}),
            Form("turn {seat}", Text("{seat} is on turn."), {"seat": seats}),
            Form(
                "chips {seat} {n} {side}",
                Text("{seat}'s chip {n} lies {side}."),
                {"seat": seats, "n": range(CHIPS[0], CHIPS[-1] + 1), "side": sides},
            ),
            Form("morphed {seat}", Text("{seat} has morphed."), {"seat": fill_ins(morphing)}),
            Form("beaten {place}", Text("Beaten: {place}."), {"place": fill_ins(beaten)}),
        )
        return tuple(form for form in found if all(form.gaps.values()))

    def read(self, words: str) -> list[str]:
        """The words one by one; a `RuleError` says what is wrong with them. Changes nothing."""
        match words.split(" "):
            case ["clip", number]:
                if number not in map(str, self.track):
                    track = ", ".join(map(str, self.track))
                    raise IllegalAction("the clip may stand at {track}", track=track)
            case ["turn", seat]:
                self.player(seat)
            case ["chips", seat, *numbers, "up" | "down"] if numbers:
                self.player(seat)
                if not set(numbers) <= set(map(str, CHIPS)) or len(set(numbers)) < len(numbers):
                    raise IllegalAction("chips are 1 to 5, each named once")
            case ["morphed", seat]:
                if self.player(seat).stage != "morpher":
                    raise IllegalAction("{seat} has morphed already", seat=seat)
            case ["beaten", place]:
                self.next_in_lane(place)
            case ["lies", stand, place]:
                self.stands_of(stand, place)
            case _:
                raise UnknownAction("the table may say: {forms}", forms=FORMS)
        return words.split(" ")

    def player(self, seat: str) -> Player:
        if seat not in self.players:
            raise UnknownAction("nobody at this table is called {key}", key=repr(seat))
        return self.players[seat]

    def next_in_lane(self, place: str) -> None:
        """Only what stands next in a lane can have been beaten."""
        seat = place.partition("/")[0]
        stage = self.player(seat).stage
        blocker = {"ranger": self.blocker(seat), "dinozord": f"{seat}/alien"}.get(stage)
        if place != blocker:
            why = Sentence("{seat} is no Ranger or Dinozord", seat=seat)
            if blocker:
                why = Sentence("next is {place}", place=blocker)
            raise IllegalAction("{place} cannot have been beaten: {why}", place=place, why=why)

    def hear(self, words: str) -> None:
        """Put right what the Pi has missed."""
        told = self.read(words)
        if told[0] == "clip":
            self.clip = self.track.index(int(told[1]))
            self.tell("The table says: the clip is at {level}.", level=self.sphinx_level)
        elif told[0] == "turn":
            self.turn = told[1]
            self.tell("The table says: {seat} is on turn.", seat=told[1])
        elif told[0] == "chips":
            self.hear_chips(told[1], told[2:-1], told[-1])
        elif told[0] == "morphed":
            self.players[told[1]].stage = "ranger"
            self.tell("The table says: {seat} has morphed.", seat=told[1])
        elif told[0] == "lies":
            self.hear_stand(told[1], told[2])
        else:
            self.hear_beaten(told[1].partition("/")[0])

    def hear_chips(self, seat: str, numbers: list[str], side: str) -> None:
        for number in numbers:
            self.players[seat].chips[int(number)] = side
        words = "The table says: {seat}'s chips {chips} lie faceup."
        if side == "down":
            words = "The table says: {seat}'s chips {chips} lie facedown."
        self.tell(words, seat=seat, chips=", ".join(numbers))

    def hear_beaten(self, seat: str) -> None:
        """The enemy leaves the board as after a battle; its level has not been told."""
        player = self.players[seat]
        if player.stage == "dinozord":
            alien = self.alien_of(seat)
            self.taken_away(self.aliens, alien)
            player.alien, player.stage = None, "final"
            words = "The table says: {seat} has beaten {alien}."
            return self.tell(words, seat=seat, alien=ALIENS[alien])
        self.taken_away(self.putties, self.blocker(seat))
        player.beaten += 1
        if player.beaten == len(RANKS):
            player.stage = "dinozord"
        return self.tell("The table says: {seat} has beaten putty {n}.", seat=seat, n=player.beaten)

    def stands_of(self, stand: str, place: str) -> Stands:
        """The stands among which this one lies; a `RuleError` if it cannot lie there."""
        stands = self.aliens if place.endswith("/alien") else self.putties
        if stands.lie != "scanned":
            raise IllegalAction("only stands that are scanned as they move can be put right")
        there = (*stands.under.values(), *stands.labels.unseen)
        if stand not in there or place not in self.places():
            raise IllegalAction("{stand} cannot lie at {place}", stand=stand, place=place)
        return stands

    def hear_stand(self, stand: str, place: str) -> None:
        """It lies there, and what the Pi thought to lie there lies where this one was."""
        stands = self.stands_of(stand, place)
        seat = place.partition("/")[0]
        thing = self.alien_of(seat) if stands is self.aliens else place
        stands.put_right(thing, stand)
        if self.coach:
            self.coach.moved_unseen()
        self.tell("The table says: another stand stands at {place}.", place=place)
