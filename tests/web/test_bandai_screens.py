"""The duel on its screens: what each of them draws, and what none of them tells."""

from __future__ import annotations

import re

import pytest

from companion.table.board import Board
from companion.table.chance import SeededChance
from companion.table.inbox import Inbox
from web.pages import create_app

SEATS = ("jason", "billy")


@pytest.fixture
def duel(table, until):
    def begin(**options):
        table.session.chance = SeededChance(2)
        guests = {seat: table.guest(seat) for seat in SEATS}
        for seat, guest in guests.items():
            guest.post("/command", {"name": "sit", "args": {"seat": seat}})
        start = {"name": "start", "args": {"game": "bandai", "options": options}}
        assert guests["jason"].post("/command", start).status_code == 200
        return Duel(table, guests, until)

    return begin


class Duel:
    def __init__(self, table, guests, until):
        self.guests, self.onlooker, self.until, self.n = guests, table.guest(), until, 0

    def view(self, seat):
        return self.guests[seat].view()

    def answers(self, seat):
        ask = self.view(seat)["ask"]
        return [option["answer"] for option in ask["options"]] if ask else []

    def say(self, seat, answer):
        self.n += 1
        question = self.view(seat)["ask"]["question"]
        body = {"question": question, "answer": answer, "id": f"{seat}-{self.n}"}
        assert self.guests[seat].post("/answer", body).status_code == 200

    def tick(self, seat, *cards, then=""):
        form = {"as": seat, "page": f"/seat/{seat}", "id": f"t{self.n}", "pay": list(cards)}
        form |= {"question": self.view(seat)["ask"]["question"], "paying": then}
        self.n += 1
        return self.guests[seat].ask("POST", "/act", data=form)

    def screen(self, seat=""):
        """A page as drawn, without what is new each time."""
        guest = self.guests[seat] if seat else self.onlooker
        page = guest.get(f"/seat/{seat}?part=1" if seat else "/?part=1").text
        return re.sub(r'name="id" value="[^"]*"', "", page)

    def both(self, jason, billy):
        """Both choose these, and on three put down what they chose."""
        self.say("jason", jason)
        self.say("billy", billy)

    def three(self, bluff=""):
        """Whoever says something first begins the count; the other's card goes down on three."""
        seat = bluff or SEATS[0]
        self.say(seat, "none" if bluff or "down" not in self.answers(seat) else "down")
        self.until(lambda: self.view(seat)["table"]["clash"]["open"])

    def ready(self):
        """Both hold real cards: one says so, the table counts, both flip."""
        self.tick("jason", then="ready")
        self.until(lambda: self.view("jason")["table"]["step"] == "flip")

    def cards(self, seat):
        return {card["id"]: card for card in self.view(seat)["table"]["mine"]["hand"]}

    def cards_down(self, seat):
        sides = self.view(seat)["table"]["clash"]["sides"]
        return next(side["card"] for side in sides if side["seat"] == seat)

    def free(self, seat):
        """A card of the hand that costs nothing."""
        return next(name for name, card in self.cards(seat).items() if not card["cost"])


def test_before_three_a_play_and_a_bluff_look_the_same_on_every_other_screen(duel):
    d = duel(starting_hand="12")
    before = d.screen(), d.screen("billy")
    seen = []
    for choice in (f"choose {d.free('jason')}", "nothing"):
        d.say("jason", choice)
        seen.append((d.screen(), d.screen("billy")))
        assert d.guests["jason"].post("/command", {"name": "withdraw"}).status_code == 200

    assert seen[0] == seen[1] == before
    d.both("nothing", f"choose {d.free('billy')}")
    page = d.screen()
    assert page.count('class="bcard back') == 2
    assert "No card down" not in page


def test_a_card_of_a_hand_is_on_its_owners_screen_alone(duel):
    d, foreign = duel(starting_hand="3"), set()

    for seat in SEATS:
        names = {card["name"] for card in d.cards(seat).values()}
        assert all(name in d.screen(seat) for name in names)
        other = next(s for s in SEATS if s != seat)
        own = {card["name"] for card in d.cards(other).values()}
        foreign |= names - own
        for screen in (d.screen(), d.screen(other)):
            assert not [name for name in names - own if f">{name}<" in screen]
    assert foreign


def test_what_is_chosen_lies_sealed_and_may_be_taken_back(duel):
    d = duel(starting_hand="12")
    d.say("jason", f"choose {d.free('jason')}")

    page = d.screen("jason")
    assert "Sealed" in page
    assert 'class="bcard back' in page
    assert not [card["name"] for card in d.cards("jason").values() if f">{card['name']}<" in page]
    form = {"as": "jason", "page": "/seat/jason", "id": "w", "command": "withdraw"}
    d.guests["jason"].ask("POST", "/act", data=form)
    assert "Which card, on three?" in d.screen("jason")


def to_pay(d):
    """Jason, who holds his whole deck, has chosen Wave, which costs two other cards."""
    d.both("choose wave", "nothing")
    return d.answers("jason")


def test_ticked_cards_pay_in_one_act(duel):
    d = duel(starting_hand="19")
    first, second, *_ = to_pay(d)

    assert "of 2" in d.screen("jason")
    assert d.tick("jason", first, second).headers["Location"] == "/seat/jason"

    table = d.view("jason")["table"]
    assert table["clash"]["sides"][0]["paid"] == 2
    names = [card["name"] for card in table["players"][0]["discard"]]
    assert len(names) == 2
    assert all(f"<span>{name}</span>" in d.screen() for name in names), "paid openly"


def test_too_few_ticked_cards_leave_the_question_open_and_too_many_pay_no_more(duel):
    d = duel(starting_hand="19")
    first, second, third, *_ = to_pay(d)

    d.tick("jason", first)
    assert "of 1" in d.screen("jason")
    d.tick("jason", second, third, second)

    assert d.view("jason")["table"]["clash"]["sides"][0]["paid"] == 2
    assert d.view("jason")["table"]["players"][0]["hand"] == 18


def test_nothing_ticked_pays_nothing_and_a_strange_card_is_refused(duel):
    d = duel(starting_hand="19")
    to_pay(d)
    before = d.view("jason")

    assert d.tick("jason").status_code == 303
    assert "/seat/jason?note=illegal" in d.tick("jason", "pay moon").headers["Location"]
    assert d.view("jason")["table"] == before["table"]


def test_before_the_count_both_read_what_begins_it_and_what_silence_means(duel):
    """Only the own screen says that a card would go down; the table says the same to all."""
    d = duel(starting_hand="12")
    d.both(f"choose {d.free('jason')}", "nothing")

    begins, silence = "As soon as one of you answers", "Say nothing, and it goes down."
    assert all(begins in d.screen(seat) for seat in ("", *SEATS))
    assert silence in d.screen("jason")
    assert not [seat for seat in ("", "billy") if silence in d.screen(seat)]


def test_what_is_awaited_comes_before_what_was_said_last(duel):
    d = duel(starting_hand="19")
    shuffled, loses = "Each deck is shuffled", "Whoever must draw from an empty deck loses."

    def foot():
        """The large words at the foot, and the smaller ones."""
        page = d.screen()
        return (
            re.search(rf'<{tag}[^"]*"{name}.*?</{tag}>', page, re.DOTALL)[0]
            for tag, name in (("p", "say"), ("ol", "said earlier"))
        )

    large, small = foot()
    assert loses in large
    assert shuffled in small
    assert loses in d.screen("jason")
    to_pay(d)
    large, small = foot()
    assert "as soon as both have paid" in large
    assert shuffled in small
    assert "pay openly" in d.screen("jason")


def test_elements_that_the_catalogue_knows_are_said_in_the_readers_language(duel):
    d = duel(starting_hand="18")
    d.both("choose breeze", f"choose {d.free('billy')}")
    d.tick("jason", next(answer for answer in d.answers("jason") if answer != "pay breeze"))
    d.three()

    for seat in SEATS:
        german = {"Accept": "text/html", "Accept-Language": "de"}
        page = d.guests[seat].get(f"/seat/{seat}?part=1", headers=german).text
        words = re.findall(r"\b(?:spark|stone|tide|gale|Blitz|Stein|Flut|Wind)\b", bare(page))
        assert {"Blitz", "Stein"} <= {*words} <= {"Blitz", "Stein", "Flut", "Wind"}


def bare(page):
    return re.sub(r"<[^>]*>", " ", page)


def test_while_the_other_side_picks_an_element_the_headline_says_so(duel):
    """Breeze names two elements, a free card but one."""
    d = duel(starting_hand="18")
    free = d.free("billy")
    d.both("choose breeze", f"choose {free}")
    d.tick("jason", next(answer for answer in d.answers("jason") if answer != "pay breeze"))
    d.three()

    card = d.cards_down("billy")["name"]
    page, shared = (re.sub(r"<[^>]*>", "", screen) for screen in (d.screen("billy"), d.screen()))
    assert "Jason chooses an element" in page
    assert "Jason picks an element" in shared
    assert f"Billy has {card} down" in shared
    assert "Jason chooses an element" not in d.screen("jason")


def test_an_open_battle_shows_elements_values_and_who_draws(duel):
    d = duel(starting_hand="12")
    d.both(*(f"choose {d.free(seat)}" for seat in SEATS))
    d.three()

    clash = d.view("jason")["table"]["clash"]
    page = d.screen()
    for side in clash["sides"]:
        assert f">{side['card']['name']}</b>" in page
        assert f'href="#el-{side["element"]}"' in page
        assert f'id="clip-{side["seat"]}"' in page
    assert page.count('class="value on"') == 2
    one, two = (side["value"] for side in clash["sides"])
    assert (f"Equal, {one} to {two}" if one == two else f"wins, {max(one, two)} to") in page
    assert ("Nobody draws" in page) == (one == two)


def test_one_card_alone_meets_none(duel):
    d = duel(starting_hand="12")
    d.both(f"choose {d.free('jason')}", f"choose {d.free('billy')}")
    d.three(bluff="billy")

    page = d.screen()
    assert "No card down" in page
    assert "meets no card" in page
    assert "draws 1" in page
    assert "you draw 1" in d.screen("billy")


def test_real_cards_are_told_by_the_own_list_or_only_counted(duel):
    d = duel(starting_hand="3", deck_kinds="told", decks="plain")

    page = d.screen("jason")
    assert 'value="pay match"' in page
    assert 'name="paying" value="pay 2"' in page
    d.tick("jason", "pay match", "pay drop")
    d.ready()

    page = d.screen("jason")
    assert page.count('value="down wave"') == 1, "paid for with two"
    assert 'value="down match"' not in page, "a card that costs nothing was not paid for"
    assert "I put nothing down" in page
    assert d.view("jason")["table"]["clash"]["sides"][0]["paid"] == 2


def test_a_number_is_read_off_a_card_that_is_not_entered(duel):
    d = duel(deck_kinds="told")
    d.ready()
    d.say("jason", "down card")
    d.say("billy", "none")

    assert "How much damage" in d.screen("jason")
    assert '<button class="alt" name="answer" value="12">12</button>' in d.screen("jason")
    d.say("jason", "3")
    assert "draws 3" in d.screen()


def test_a_card_turned_up_as_damage_is_told_by_the_list(duel):
    d = duel(starting_hand="1", deck_kinds="told", decks="plain", damage_to="discard")
    d.ready()
    d.say("jason", "down match")
    d.say("billy", "none")

    page = d.screen("billy")
    assert "turn up the top card" in page
    assert page.count('value="card drop"') == 1
    d.say("billy", "card drop")
    assert d.view("jason")["table"]["players"][1]["discard"] == [{"id": "drop", "name": "Drop"}]


def test_an_element_of_anothers_making_has_a_shape_and_its_word():
    app = create_app(Board(), Inbox(), owner_code="OWNERCOD")
    made = ["fire", "spark", "ice", "salt", "wood", "glass"]
    with app.test_request_context():
        cards = app.jinja_env.get_template("games/bandai/cards.html").make_module(
            {"frame": {"table": {"elements": made}}}
        )
        shapes = {element: str(cards.shape(element)) for element in made}
        drawn = str(cards.symbols())

    assert shapes["spark"] == "el-spark"
    assert len({*shapes.values()}) >= 5
    assert all(f'id="{shape}"' in drawn for shape in shapes.values())
