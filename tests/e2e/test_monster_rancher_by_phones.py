"""Whole games by two phones alone: the real program, HTTP, and only the buttons of a page."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from companion import app
from companion.engines.catalogue import GAMES
from companion.engines.match import Match
from companion.engines.monster_rancher.robot import decide
from companion.table.chance import SeededChance
from companion.table.packs.library import shelved
from tests.e2e.test_by_phones import Phone, phone, server
from tests.e2e.test_heroes_by_phones import BUTTON, page, tap

__all__ = ["phone", "server"]  # fixtures

SEATS = ("jason", "billy")
LONGEST = 1500
"""So many touches no game needs."""


class Game:
    """Two people with phones. Each touches only what the own page offers."""

    def __init__(self, table: app.Table, phones: list[Phone], seed: int, **options: str) -> None:
        Match(shelved(GAMES)["monster_rancher"], SEATS)  # the packs are read while nobody waits
        table.session.chance = SeededChance(seed)
        self.phones, self.pick = phones, random.Random(seed)
        self.touched: set[str] = set()
        for one in phones:
            one.post("/command", name="sit", args={"seat": one.seat})
        args = {"game": "monster_rancher", "options": options}
        started = phones[0].post("/command", name="start", args=args)
        assert started.status_code == 200, started.text

    def touch(self, views: list[dict[str, Any]]) -> None:
        """Whoever is asked touches a button; a real card is told by its owner, jason."""
        awaited = views[0]["awaited"] or SEATS[:1]
        asked, own = next(
            (one, view)
            for one, view in zip(self.phones, views, strict=True)
            if one.seat in awaited and view["ask"]
        )
        shown = page(asked)
        told = self.liked(own, BUTTON.findall(shown))
        tap(asked, shown, told)
        self.touched.add(told.split(" ")[0].rstrip("0123456789"))

    def liked(self, view: dict[str, Any], offered: list[str]) -> str:
        """What a keen player likes, if the page has it; else anything that it has."""
        assert offered, view["ask"]
        keen = "play" if "play" in offered and self.pick.random() < 0.4 else ""
        if not keen and view["ask"]["kind"] == "choose":
            keen = decide(view, self.pick.randrange)
        return keen if keen in offered else self.pick.choice(offered)

    def to_the_end(self) -> dict[str, Any]:
        """Play on; the last view. Now and then the pages are compared."""
        for n in range(LONGEST):
            views = [one.view() for one in self.phones]
            if views[0]["stage"] != "play":
                return views[0]
            self.touch(views)
            if n % 20 == 0:
                self.kept_to_itself()
        raise AssertionError(f"no end: {views[0]['said']}")

    def kept_to_itself(self) -> None:
        """No page names a card of the other's hand that lies nowhere in the open."""
        for mine, other in (self.phones, self.phones[::-1]):
            known, shown = json.dumps(other.view()), page(other)
            shared = mine.http.get("/?part=1").text
            for card in mine.view()["table"]["mine"]["hand"]:
                if f'"{card["name"]}"' not in known:
                    assert f"<b>{card['name']}</b>" not in shown + shared


def test_a_game_is_won_by_the_pages_of_two_phones(
    server: app.Table, phone: Callable[[str], Phone]
) -> None:
    decks = "valley/ember-starter,valley/shallows-starter"
    game = Game(server, [phone(seat) for seat in SEATS], 13, decks=decks, deck_size="30")

    end = game.to_the_end()

    winner = end["result"]["winners"][0]
    for one in game.phones:
        assert ("You win" in page(one)) == (one.seat == winner)
    assert {"take", "on", "play", "pass", "none", "send", "move", "attack"} <= game.touched
    shared = game.phones[0].http.get("/").text
    assert shared.count('class="mr-won"') >= 3
    assert "has three fame counters" in shared


def test_real_cards_that_nobody_entered_are_played_by_touching_what_matters(
    server: app.Table, phone: Callable[[str], Phone]
) -> None:
    kinds = {"decks": "blank,valley/shallows", "deck_kinds": "told,virtual"}
    game = Game(server, [phone(seat) for seat in SEATS], 14, **kinds)

    end = game.to_the_end()

    assert end["result"]["winners"]
    assert {"ready", "pull-", "battle-", "monster-", "play", "done", ""} <= game.touched
    assert game.touched & {"a-monster", "a-training", "an-attachment", "a-player-attachment"}
    assert game.touched & {"move-c", "move-r", "move-h", "move-s"}
