"""The three kinds of deck, whole matches, robots, views and packs."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from companion.engines.core import Deal, Draw
from companion.engines.match import Match
from companion.engines.monster_rancher import GAME, SWITCHES, MonsterRancher
from companion.engines.monster_rancher.cards import PLAYS, Attachment, Effect, Event, Monster
from companion.engines.monster_rancher.pieces import Attached
from companion.engines.monster_rancher.robot import decide
from companion.engines.monster_rancher.starter import blank, plain
from companion.errors import IllegalAction, PackError
from companion.table.packs.library import load, new, shelved
from tests.engines.ranch import BLANK, SEATS, Evening, begun, deck, playing
from tests.tools import ROOT

TEXT = (ROOT / "companion/packs/monster_rancher/valley.toml").read_text()
VALLEY = shelved({GAME.id: GAME})[GAME.id]


def real(kind: str = "told") -> Evening:
    """Jason has real cards and has turned up Gazer; billy's come from the Pi."""
    evening = Evening(deck(kind))
    evening.say("jason: ready", "billy: take fluff", "billy: done")
    evening.say("deck/table: jason.gazer.1", "jason: done")
    return evening


def pulled(kind: str = "told") -> Evening:
    """Jason's turn in the Card Play Phase, after pulls of 6 and 6."""
    evening = real(kind)
    evening.pulls["billy"] = ["two", "four", "four", "five"]
    evening.say("deck/table: jason.six.1", "deck/table: pull-6")
    return evening.go("play")


# -- real cards


def test_real_monsters_are_named_when_they_are_turned_up() -> None:
    """R22, T4"""
    evening = Evening(deck("tagged")).say("jason: ready", "billy: take fluff", "billy: done")
    evening.say("deck/table: jason.mite.1")
    assert evening.answers("jason") == ("more", "done")
    evening.say("jason: more")

    assert "jason.giant.1" not in evening.answers("deck/table")


def test_a_real_hand_is_a_number_of_unseen_cards() -> None:
    """R23"""
    evening = real()

    assert len(evening.ranch("jason").hand) == 5
    assert evening.match.view("jason")["table"]["mine"] == {"hand": [], "unseen": 5}
    assert not [entry for entry in evening.match.log if entry[0] == "deck/jason"]


def test_a_pull_is_one_touch() -> None:
    """R10: a number on the screen, or the card on the pad"""
    ask = real().ask("jason")
    numbers = [option["answer"] for option in ask["options"] if option.get("key")]

    assert ask["kind"] == "draw"
    assert numbers == [f"pull-{n}" for n in range(1, 7)]


def test_a_told_deck_names_only_what_may_act() -> None:
    """R18 R19"""
    answers = [option["answer"] for option in real().ask("jason")["options"]]

    assert answers[6:] == ["rain", "hail", "b2", "b4", "b6"]


def refusal(evening: Evening, answer: str) -> str:
    before = list(evening.match.log)
    with pytest.raises(IllegalAction) as refused:
        evening.match.apply("deck/table", answer)
    assert evening.match.log == before
    return str(refused.value).replace(answer, "CARD")


def test_a_card_that_cannot_be_there_is_refused_always_in_the_same_words() -> None:
    """R10: scanned twice, of the other player, in play, no card at all, shown from the hand"""
    evening = real("tagged").say("deck/table: jason.six.1")
    evening.ranch("jason").hand.held.append("jason.two.1")
    evening.ranch("jason").pile.stock.unseen.remove("jason.two.1")
    evening.say("deck/table: jason.four.1").go("play").turn("jason")
    evening.say("jason: play", "deck/table: jason.one.1", "billy: none")

    words = {
        refusal(evening, card)
        for card in ("jason.six.1", "billy.six.1", "jason.gazer.1", "nonsense", "jason.two.1")
    }

    assert words == {"deck/table: it cannot be 'CARD' now"}


def test_an_unnamed_card_may_still_turn_up_by_name() -> None:
    """R10"""
    evening = real().say("deck/table: pull-4", "deck/table: jason.four.1")

    assert [p.number for p in evening.ranch("jason").rank] == [4, 4]


def test_a_real_card_is_played_by_naming_it_at_once() -> None:
    """R35 R36"""
    evening = pulled()
    assert evening.ask("jason")["implied"] == "play"

    evening.say("jason: play", "deck/table: jason.mite.1")

    assert len(evening.ranch("jason").hand) == 4
    assert evening.ranch("jason").monsters[1].card.name == "Mite"


def test_a_real_card_is_played_only_where_it_may_go() -> None:
    """R35 R37"""
    evening = pulled()
    evening.ranch("jason").monsters[0].trained = True
    evening.say("jason: play")

    kinds = {piece.split(".")[1] for piece in evening.answers("deck/table")}
    assert kinds == {"fluff", "mite", "giant", "collar", "torc", "hat"}


def test_of_a_hand_that_is_known_no_other_card_is_played() -> None:
    """R23 R35"""
    evening = pulled("tagged")
    jason = evening.ranch("jason")
    jason.hand.unseen = 0
    jason.hand.held.append("jason.three.1")
    jason.pile.stock.unseen.remove("jason.three.1")
    evening.turn("jason").say("jason: play")

    assert evening.answers("deck/table") == ("jason.three.1",)


def test_help_from_a_real_hand_is_only_counted() -> None:
    """R41 R64"""
    evening = Evening(None, deck("told"))
    evening.hands["jason"] = ["one"]
    evening.pulls["jason"] = ["six", "six", "three"]
    evening.say("jason: take gazer", "jason: done", "billy: ready")
    evening.say("deck/table: billy.fluff.1", "billy: done")
    evening.say(*(f"deck/table: pull-{n}" for n in (2, 4, 4, 5)))
    evening.say("jason: play one", "billy: hinder")

    assert evening.table.pull is not None
    assert evening.table.pull.result == 4
    assert (len(evening.ranch("billy").hand), evening.ranch("billy").unnamed) == (4, 1)


def fighting(kind: str) -> Evening:
    evening = real(kind)
    evening.pulls["billy"] = ["two", "four", "four", "five"]
    evening.say("deck/table: jason.b6.1", "deck/table: pull-6")
    return evening.say("jason: send", "billy: send")


def test_a_real_move_is_told_by_its_icon_and_goes_back_to_the_hand() -> None:
    """R11 R55"""
    evening = fighting("told")
    keys = [o.get("key") for o in evening.say("jason: show").ask("jason")["options"]]

    evening.say("deck/table: move-c")

    assert keys == [1, 2, 3, 4]
    assert evening.table.arena is not None
    assert evening.table.arena.spaces["jason"] == 2
    assert len(evening.ranch("jason").hand) == 5


def test_a_real_move_card_that_was_named_is_known_to_be_in_the_hand() -> None:
    """R11 R63"""
    evening = fighting("tagged")
    jason = evening.ranch("jason")
    jason.hand.unseen = 4

    evening.say("jason: show", "deck/table: jason.one.1")

    assert jason.hand.held == ["jason.one.1"]
    assert len(jason.hand) == 5
    assert "one" not in json.dumps(evening.match.view("billy")["table"]).replace("none", "")


def test_after_an_unnamed_discard_nobody_knows_what_is_left_in_the_hand() -> None:
    """R23"""
    evening = fighting("tagged")
    evening.ranch("jason").hand.unseen = 4
    evening.say("jason: show", "deck/table: jason.one.1")

    evening.table.discard("jason", None)

    jason = evening.ranch("jason")
    assert jason.hand.held == []
    assert "jason.one.1" in jason.pile.stock.unseen


def test_arena_cards_of_a_real_deck_are_only_counted() -> None:
    """R52 R58"""
    evening = fighting("told").say("jason: show", "deck/table: move-h")

    assert evening.table.arena is not None
    assert len(evening.table.arena.columns["jason"]) == 4
    assert len(evening.ranch("jason").hand) == 5
    assert evening.ranch("jason").unnamed == 1


def blanks(power: str = "power-none", **options: str) -> Evening:
    """Jason's deck is nowhere listed; his first monster has Life 7, Power 2 and Speed 2."""
    evening = Evening(BLANK, **options)
    evening.say("jason: ready", "billy: take fluff", "billy: done")
    evening.say("deck/table: monster-3", *(f"jason: {n}" for n in (7, 2, 1, 2, 1)))
    evening.say(f"jason: {power}", "jason: done")
    evening.pulls["billy"] = ["two", "four", "four", "five"]
    return evening


def test_no_card_need_be_entered_at_all() -> None:
    """R12 R15 R21: each tells what matters when it turns up"""
    evening = blanks().say("deck/table: event-6", "deck/table: pull-5")
    evening.say("jason: draw", "jason: jason", "jason: done")

    monster = evening.ranch("jason").monsters[0]
    assert [monster.rating(trait) for trait in ("life", "power", "speed")] == [7, 2, 2]
    evening.turn("jason").say("jason: play", "deck/table: a-training", "jason: 3", "billy: none")
    evening.say("deck/table: pull-3", "jason: power", "jason: done")
    assert monster.rating("power") == 3


@pytest.mark.parametrize(
    ("power", "phases"),
    [
        ("power-any", ["activation", "play"]),
        ("power-play", ["play"]),
        ("power-battle", []),
        ("power-none", []),
    ],
)
def test_the_table_tells_when_an_unknown_power_is_used(power: str, phases: list[str]) -> None:
    """R46"""
    evening, found = blanks(power), []
    if evening.table.phase == "activation":
        found.append("activation")
        evening.say("jason: none")
    evening.say("deck/table: pull-6", "deck/table: pull-5").turn("jason")
    found += [evening.table.phase for a in evening.answers("jason") if a.startswith("power ")]

    assert found == phases


def test_an_unknown_power_does_what_the_table_tells() -> None:
    """R21 R46"""
    evening = blanks("power-any")
    power = f"power {evening.ranch('jason').monsters[0].piece}"

    evening.say(f"jason: {power}", "jason: fame", "jason: jason", "jason: done")

    assert evening.ranch("jason").fame == 1
    assert power not in evening.answers("jason")


def test_an_unknown_attachment_changes_what_the_table_tells() -> None:
    """R20 R21: for the other's monster, or for oneself; up and down"""
    evening = blanks().say("deck/table: pull-6", "deck/table: pull-5").turn("jason")
    evening.say("jason: play", "deck/table: a-foes-monster-attachment")
    evening.say("jason: less-power", "jason: shield", "jason: done")
    billy = evening.ranch("billy")
    fluff = billy.monsters[0]
    assert (billy.rating(fluff, "power"), billy.lasting("shield", fluff)) == (2, 1)

    evening.turn("jason").say("jason: play", "deck/table: a-player-attachment")
    evening.say("jason: hand", "jason: easier", "jason: done")

    assert (evening.ranch("jason").limit(), evening.ranch("jason").lasting("pull")) == (6, -1)


def test_a_listed_attachment_may_do_something_more_that_the_table_tells() -> None:
    """R20 R21"""
    more = (Effect("trait", 1, trait="power"), Effect("table"))
    hat = Attachment("hat", "Hat", 3, "C", "", "player", effects=more)
    evening = playing(["hat", "one"], jason_deck=deck("virtual", hat))

    evening.say("jason: play hat", "jason: defense", "jason: done")

    jason = evening.ranch("jason")
    traits = [jason.rating(jason.monsters[0], trait) for trait in ("power", "defense")]
    assert traits == [2, 2]


def test_an_unknown_battle_card_names_whom_the_table_tells() -> None:
    """R47 R49"""
    evening = blanks().say("deck/table: battle-6", "deck/table: pull-5")

    assert evening.answers("jason") == ("both", "only jason", "only billy")


def test_the_table_tells_which_cards_an_unknown_attack_uses_up() -> None:
    """R57, need_icons"""
    evening = blanks(need_icons="consumed")
    evening.say("deck/table: battle-6", "deck/table: pull-5")
    jason = evening.ranch("jason")
    jason.attach(Attached("jason.an-attachment.told-1", PLAYS["a-player-attachment"]))
    evening.say("jason: both", "jason: send", "billy: send")
    while evening.match.awaited() == ["billy"]:
        evening.quietly()
    evening.say("jason: show", "deck/table: move-c", "jason: attack")

    evening.say("jason: drop jason.an-attachment.told-1", "jason: 2")

    assert jason.attached == []
    assert evening.ranch("billy").monsters[0].damage == 2


# -- whole matches


def rehearse(match: Match, chance: random.Random, most: int = 20_000) -> Match:
    """Uniform random answers to the end."""
    while match.result is None and len(match.log) < most:
        by = chance.choice(match.answerers())
        match.apply(by, chance.choice(match.legal_actions(by)))
    return match


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kinds", ["virtual", "told,virtual", "tagged,told"])
def test_random_play_ends(kinds: str, seed: int) -> None:
    """R1 R7"""
    options = VALLEY.options({"decks": "valley/ember,valley/shallows", "deck_kinds": kinds})

    match = rehearse(Match(VALLEY, SEATS, options), random.Random(seed))

    assert match.result is not None
    for seat in SEATS:
        assert cards_of(match, seat) == 60


def cards_of(match: Match, seat: str) -> int:
    """How many cards of a seat's deck are on the table, wherever they lie."""
    position = match.position
    assert isinstance(position, MonsterRancher)
    ranch, arena = position.ranches[seat], position.arena
    attached = [
        card.piece
        for other in position.ranches.values()
        for bearer in (other, *other.monsters)
        for card in bearer.attached
    ]
    return (
        len(ranch.pile)
        + len(ranch.hand)
        + len(ranch.discard)
        + ranch.unnamed
        + len(ranch.removed)
        + len(ranch.monsters)
        + sum(piece.startswith(f"{seat}.") for piece in attached)
        + sum(not pulled.gone for pulled in (*ranch.rank, *ranch.breakers))
        + (len(arena.columns[seat]) if arena else 0)
    )


@pytest.mark.parametrize("size", ["60", "30"])
def test_the_plain_deck_and_small_decks_play(size: str) -> None:
    """R3"""
    for game in (GAME, VALLEY):
        match = Match(game, SEATS, game.options({"deck_size": size}))
        assert rehearse(match, random.Random(1)).result is not None


def test_unlisted_cards_play_to_the_end() -> None:
    match = Match(VALLEY, SEATS, VALLEY.options({"deck_kinds": "told"}))

    assert match.decks["jason"].name == blank().name
    assert rehearse(match, random.Random(5), 40_000).result is not None


def test_a_replay_gives_an_equal_position() -> None:
    match = rehearse(Match(VALLEY, SEATS), random.Random(2))

    again = Match(VALLEY, SEATS, match.options, match.log)

    assert again.position == match.position
    assert again.view("jason") == match.view("jason")


def test_a_card_drawn_to_a_hand_shows_to_nobody_else() -> None:
    """R23: whatever is drawn, the others' views are the same"""
    chance = random.Random(3)
    match = Match(VALLEY, SEATS)
    compared = 0
    while compared < 24:
        by = chance.choice(match.answerers())
        ask = match.ask_of(by)
        if isinstance(ask, Draw | Deal) and ask.to in SEATS and len(ask.pieces) > 1:
            views = []
            for drawn in chance.sample(ask.notations(by), 2):
                other = Match(VALLEY, SEATS, match.options, [*match.log, (by, drawn)])
                foe = SEATS[1 - SEATS.index(ask.to)]
                views.append(json.dumps([other.view(foe), other.view("audience")]))
            assert views[0] == views[1]
            compared += 1
        match.apply(by, chance.choice(match.legal_actions(by)))


def test_every_view_is_json_and_names_no_hidden_card() -> None:
    match = Match(VALLEY, SEATS)
    chance = random.Random(4)
    for _ in range(300):
        by = chance.choice(match.answerers())
        match.apply(by, chance.choice(match.legal_actions(by)))
        table = match.view("audience")["table"]
        assert json.loads(json.dumps(table)) == table
        assert "mine" not in table


def play(robots: set[str], chance: random.Random) -> Match:
    """Robots at some seats, any answer at the others."""
    match = Match(VALLEY, SEATS)
    while match.result is None:
        by = chance.choice(match.answerers())
        ask = match.ask_of(by)
        assert ask is not None
        if by in SEATS and by not in ask.awaited():
            continue
        if by in robots:
            view = json.loads(json.dumps({"viewer": by, **match.view(by)}))
            match.apply(by, decide(view, chance.randrange))
        else:
            match.apply(by, chance.choice(match.legal_actions(by)))
    return match


def test_a_robot_beats_chance() -> None:
    results = [play({"jason"}, random.Random(seed)).result for seed in range(6)]

    assert sum(r is not None and r.winners == {"jason"} for r in results) >= 5


def test_robots_play_to_the_end() -> None:
    match = play(set(SEATS), random.Random(0))

    assert match.result is not None
    assert len(match.log) < 5_000


def test_a_robot_leaves_to_people_what_the_table_decides() -> None:
    """R21: of the numbers that only the table knows it takes the least"""
    vague = Event("rain", "Rain", 3, "H")
    evening = begun(jason_deck=deck("virtual", vague))
    evening.pulls["jason"] = ["rain", "two"]
    asked = [evening.go("event").ask("jason")]
    wild = Monster("mite", "Mite", 1, "H", speed=1)
    evening = playing(["mite", "one"], jason_deck=deck("virtual", wild)).say("jason: play mite")
    asked.append(evening.ask("jason"))

    view = {"viewer": "jason", **evening.match.view("jason")}
    said = [decide({**view, "ask": ask}, lambda n: n - 1) for ask in asked]

    assert said == ["done", "1"]


def test_every_option_has_a_default_that_it_would_take() -> None:
    for switch in SWITCHES:
        default = switch.default
        text = str(default).lower() if isinstance(default, bool) else str(default)
        assert switch.read(text) == default


def test_a_seat_may_be_called_with_a_dot() -> None:
    """R43: what was attached to the foe's monster goes back to its own player's pile"""
    match = Match(VALLEY, ("mr.x", "billy"))
    position = match.position
    assert isinstance(position, MonsterRancher)
    mine, theirs = position.ranches.values()
    hung = Attached("mr.x.muddy-boots.1", mine.card("mr.x.muddy-boots.1"))
    theirs.attach(hung)

    position.take_off(theirs, theirs, hung)

    assert (mine.discard, theirs.discard) == ([hung.piece], [])
    theirs.attach(hung)
    assert match.view("audience")["table"]["players"][1]["attachments"]


# -- packs


def test_the_shipped_pack_is_without_a_fault() -> None:
    pack = load(TEXT, "valley.toml")

    assert [sum(d.cards.values()) for d in pack.decks] == [60, 60, 30, 30]


def test_a_new_pack_can_be_read() -> None:
    assert load(new("monster_rancher", "mine"), "mine.toml").id == "mine"


@pytest.mark.parametrize(
    ("old", "new_text", "words"),
    [
        ("life = 4\n", "life = 0\n", "monster cinderpup (Cinderpup), life: must be 1 or more"),
        ('do = "heal"', 'do = "explode"', "effects.0.do: must be one of 'draw'"),
        ('id = "skyrake"', 'id = "gruffin"', "card gruffin, id: 2 entries have this id"),
        ("pull = 1\n", "pull = 7\n", "pull: must be 6 or less, not 7"),
        ('move = "C"\n', 'move = "X"\n', "move: must be one of 'C', 'R', 'H', 'S', not 'X'"),
        ("range = 1", "range = 4", "attacks.0.range: must be 3 or less"),
        ('trait = "power"', 'trait = "beauty"', "trait"),
        ('do = "damage", n = 1', 'do = "damage", n = -1', "effects.0.n: must be 1 or more"),
        ('do = "shield", n = 1', 'do = "trait", n = 1', "effects.0.trait: is missing"),
        ("village-fair = 2\nbridge-challenge = 2", "log-lifting = 1", "TOML"),
        ("ember-breath = 3\n", "ember-breath = 4\n", "61 cards, not 60"),
        ("tide-song = 3\nlamp-oil = 3", "tide-song = 4\nlamp-oil = 2", "4 copies of Tide Song"),
        ("village-fair = 2\nbridge-challenge = 2", "village-fair = 2", "2 Battle cards"),
        ("target = 3\n", "aim = 3\n", "aim: is not known here"),
        ("licence =", "license =", "licence: is missing"),
    ],
)
def test_a_fault_of_a_pack_is_named_with_file_card_and_field(
    old: str, new_text: str, words: str
) -> None:
    """R3 R5 R6"""
    assert old in TEXT

    with pytest.raises(PackError) as fault:
        load(TEXT.replace(old, new_text, 1), "valley.toml")

    told = "\n".join(fault.value.faults)
    assert words in told
    assert all(line.startswith("valley.toml: ") for line in fault.value.faults)


def test_decks_that_players_ask_for_are_dealt(tmp_path: Path) -> None:
    game = shelved({GAME.id: GAME}, tmp_path)[GAME.id]
    options = game.options({"decks": "valley/shallows,plain", "deck_kinds": "tagged,virtual"})

    match = Match(game, SEATS, options)

    assert [d.name for d in match.decks.values()] == ["Moonlit Shallows", "Plain"]
    assert [d.kind for d in match.decks.values()] == ["tagged", "virtual"]
    assert match.decks["billy"].counts == plain().counts


def test_a_virtual_deck_needs_cards() -> None:
    game = replace(GAME, decks=lambda *_: dict.fromkeys(SEATS, blank(60, "virtual")))

    with pytest.raises(ValueError, match="only real cards need no list"):
        Match(game, SEATS)
