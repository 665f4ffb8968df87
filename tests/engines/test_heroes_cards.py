"""What single verbs do, what a pack may say, and whole matches played at random."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from functools import cache

import pytest

from companion.engines.core import RULES, Deal, Draw, Offer, Roll
from companion.engines.game import Game
from companion.engines.heroes import GAME, robot
from companion.engines.heroes.cards import VERBS, WHEN, Combat, Effect, Enemy
from companion.engines.heroes.verbs import DO
from companion.engines.match import Match
from companion.errors import IllegalAction, OptionError, PackError
from companion.table.chance import SeededChance, outcome
from companion.table.packs import library
from tests.engines.heroes_table import DUCK, FILL, NAMES, QUIET, Battle, bite, cards, hero
from tests.tools import ROOT

README = (ROOT / "companion/engines/heroes/README.md").read_text()
PACK = ROOT / "companion/packs/heroes/night-market.toml"
START = "jason: start"
PASS = "jason: pass"


def maneuver(*effects: Effect, cost: int = 0) -> Combat:
    return Combat("trick", "Trick", "maneuver", cost=cost, effects=effects)


def tried(*effects: Effect, seats: int = 1) -> Battle:
    """Jason plays a maneuver that does this, against four quiet enemy cards."""
    decks = {"foot": cards(QUIET, quiet=10), "jason": hero(maneuver(*effects))}
    battle = Battle(seats, decks, {"jason": "trick"}).say(START)
    return battle.say("jason: play jason.trick.1")


def suffered(*effects: Effect, seats: int = 1, **options: str) -> Battle:
    """The first enemy card does this."""
    foe = Enemy("foe", "Foe", health=3, effects=effects)
    return Battle(seats, {"foot": cards(foe, foe=10)}, **options).say(START, PASS)


# -- verbs


def test_hits_may_go_beside_the_target() -> None:
    wave = Combat("wave", "Wave", effects=(Effect("attack", hits=1), Effect("hit", 2, "adjacent")))
    battle = Battle(1, {"foot": cards(QUIET, quiet=10), "jason": hero(wave)}, {"jason": "wave"})

    battle.say(START, "jason: play jason.wave.1", "jason: at foot.quiet.2")

    assert [foe.hits for foe in battle.now.rows[0]] == [2, 1, 2, 0]


def test_hits_may_follow_on_the_target_or_be_rolled_or_divided() -> None:
    more = Combat(
        "more",
        "More",
        effects=(Effect("attack", hits=1), Effect("hit", 1, "target"), Effect("hit", 2, "divided")),
    )
    battle = Battle(1, {"foot": cards(QUIET, quiet=10), "jason": hero(more)}, {"jason": "more"})

    battle.say(START, "jason: play jason.more.1", "jason: at foot.quiet.2")
    battle.say("jason: at foot.quiet.1", "jason: 1", "jason: at foot.quiet.3")

    assert [foe.hits for foe in battle.now.rows[0]] == [1, 2, 1, 0]


def test_an_attack_on_each_spares_the_guarded() -> None:
    guard = Enemy("guard", "Guard", health=3, keywords=("GUARD",))
    surf = Combat("surf", "Surf", effects=(Effect("attack", hits=1, to="each"),))
    decks = {"foot": cards(QUIET, guard), "jason": hero(surf)}
    battle = Battle(1, decks, {"foot": "guard quiet quiet", "jason": "surf"}, foot="3").say(START)

    battle.say("jason: play jason.surf.1")

    assert [foe.hits for foe in battle.now.rows[0]] == [1, 0, 1]


def test_reactions_to_an_attack_come_while_the_target_is_picked() -> None:
    drum = Combat("drum", "Drum", "reaction", effects=(Effect("add_dice", 2),), when=("attack",))
    jab = Combat("jab", "Jab", dice=1)
    decks = {"foot": cards(QUIET, quiet=10), "jason": hero(jab), "billy": hero(drum)}
    battle = Battle(2, decks, {"jason": "jab", "billy": "drum"}).say(START)

    battle.say("jason: play jason.jab.1", "billy: react billy.drum.1", "jason: at foot.quiet.1")

    ask = battle.match.open()[0]
    assert isinstance(ask, Roll)
    assert ask.dice == 3


def test_the_next_attack_may_pass_a_guard() -> None:
    guard = Enemy("guard", "Guard", health=3, keywords=("GUARD",))
    decks = {
        "foot": cards(QUIET, guard),
        "jason": hero(maneuver(Effect("ignore_guard"), Effect("play_again"))),
    }
    battle = Battle(1, decks, {"foot": "guard quiet", "jason": "trick"}, foot="2").say(START)
    fill = next(a for a in battle.legal() if a.startswith("play jason.fill"))

    battle.say("jason: play jason.trick.1", f"jason: {fill}")

    assert [a for a in battle.legal() if a.startswith("at ")] == [
        "at foot.guard.1",
        "at foot.quiet.1",
    ]


@pytest.mark.parametrize(("to", "able"), [("self", {"jason"}), ("other", {"billy"})])
def test_another_card_is_for_whom_the_card_says(to: str, able: set[str]) -> None:
    battle = tried(Effect("play_again", to=to), seats=2)

    plays = {a.split(" ")[1].split(".")[0] for a in battle.legal() if a.startswith("play ")}
    assert plays == able
    battle.say("jason: store jason", PASS)
    assert battle.now.order[0].resolved


def test_draw_search_and_recover_fill_the_hand() -> None:
    battle = tried(Effect("draw", 1), Effect("search", 1), Effect("recover", 1))
    battle.say("jason: take jason.trick.2")

    assert battle.hand().count("trick") == 1
    assert len(battle.now.rangers["jason"].hand) == 6
    assert battle.now.rangers["jason"].discard == ["jason.trick.1"]


def discarding(*effects: Effect) -> Battle:
    """Two cards lie in the discard pile, and then Jason does this."""
    decks = {
        "foot": cards(QUIET, quiet=10),
        "jason": hero(maneuver(Effect("pay_card", 2), *effects)),
    }
    battle = Battle(1, decks, {"jason": "trick"}).say(START, "jason: play jason.trick.1")
    for _ in range(2):
        battle.say(f"jason: {battle.legal()[0]}")
    return battle


def test_a_card_may_cost_cards() -> None:
    assert len(discarding().now.rangers["jason"].discard) == 3


def test_a_discarded_card_goes_on_top_of_the_deck() -> None:
    battle = discarding(Effect("top_of_deck"))
    battle.say(f"jason: {battle.legal()[0]}")

    assert battle.now.rangers["jason"].deck.top == ["jason.fill.1"]


def test_discarded_cards_are_shuffled_back() -> None:
    battle = discarding(Effect("shuffle_back", 2))
    for _ in range(2):
        battle.say(f"jason: {battle.legal()[0]}")

    assert len(battle.now.rangers["jason"].deck) == 11
    assert battle.now.rangers["jason"].discard == ["jason.trick.1"]


def test_everybody_may_draw() -> None:
    battle = tried(Effect("draw", 1, "each"), Effect("draw", 1, "any"), seats=2)
    battle.say("jason: jason", "jason: billy")

    assert [len(ranger.hand) for ranger in battle.now.rangers.values()] == [5, 7]


@pytest.mark.parametrize(("how", "lost"), [("choose", 1), ("random", 1), ("highest_shield", 1)])
def test_cards_are_lost_from_the_hand(how: str, lost: int) -> None:
    battle = suffered(Effect("discard_hand", 1, how=how))
    while (answers := battle.legal()) and answers[0].startswith("discard"):
        battle.say(f"jason: {answers[0]}")

    jason = battle.now.rangers["jason"]
    assert (len(jason.hand), len(jason.discard)) == (4, lost)
    if how == "highest_shield":
        assert battle.now.cards[jason.discard[0]].shields == 3


@pytest.mark.parametrize("how", ["top", "bottom"])
def test_cards_are_lost_from_the_deck(how: str) -> None:
    battle = suffered(Effect("discard_deck", 2, how=how))

    jason = battle.now.rangers["jason"]
    assert (len(jason.deck), len(jason.discard)) == (3, 2)


def test_damage_may_be_rolled_and_grow_with_the_foot_soldiers() -> None:
    battle = suffered(Effect("damage", 1, per="foot", dice=2)).roll("3 6")

    assert "jason takes 7." in battle.said()


def test_figures_are_deployed_and_cards_revived() -> None:
    strong = Combat("strong", "Strong", hits=9)
    foe = Enemy("foe", "Foe", health=3, effects=(Effect("deploy", 2), Effect("revive")))
    battle = Battle(1, {"foot": cards(foe, foe=10), "jason": hero(strong)}, {"jason": "strong"})

    battle.say(START, "jason: play jason.strong.1", "jason: at foot.foe.2")

    assert battle.now.figures["foot"] == 4 - 1 + 2
    assert not battle.now.rows[0][1].defeated


def test_windows_open_when_an_enemy_card_resolves_or_falls() -> None:
    alert = Combat(
        "alert", "Alert", "reaction", effects=(Effect("gain_energy"),), when=("enemy", "defeated")
    )
    strong = Combat("strong", "Strong", hits=9)
    decks = {"foot": cards(QUIET, quiet=10), "jason": hero(alert, strong)}
    battle = Battle(1, decks, {"jason": "alert alert strong"}).say(START)

    battle.say("jason: play jason.strong.1", "jason: at foot.quiet.2")
    assert battle.legal() == ["on", "react jason.alert.1", "react jason.alert.2"]
    battle.say("jason: react jason.alert.1", "jason: on")
    assert battle.legal() == ["on", "react jason.alert.2"]
    assert battle.view()["act"]["kind"] == "enemy"


def test_what_is_not_once_a_battle_is_once_a_turn() -> None:
    knack = Combat(
        "knack",
        "Knack",
        "ability",
        effects=(Effect("gain_energy"),),
        when=("turn",),
        once_per_battle=False,
    )
    decks = {"foot": cards(QUIET, quiet=10), "jason": hero(knack, knack=0)}
    battle = Battle(1, decks).say(START, "jason: use jason.knack")

    assert "use jason.knack" not in battle.legal()
    battle.say(PASS)
    assert "use jason.knack" in battle.legal()


def test_energy_may_be_added_for_a_reaction() -> None:
    decks = {"foot": cards(bite(2), bite=10), "jason": hero(DUCK)}
    battle = Battle(1, decks, {"jason": "duck"}).say(START, PASS)

    assert battle.legal() == ["on", "store jason", "flip jason"]
    battle.say("jason: store jason", "jason: react jason.duck.1")
    assert "jason takes 0." in battle.said()


def test_no_deck_for_the_enemy_is_said_at_once() -> None:
    with pytest.raises(OptionError, match="no deck for nemesis"):
        Battle(1, big="nemesis")


# -- packs


@cache
def shelved() -> Game:
    return library.shelved({"heroes": GAME})["heroes"]


def faults(old: str, new: str) -> str:
    text = PACK.read_text()
    assert old in text
    with pytest.raises(PackError) as found:
        library.load(text.replace(old, new, 1), "night-market.toml")
    return "\n".join(found.value.faults)


def test_the_night_market_is_whole_and_so_is_a_new_pack() -> None:
    assert library.check(PACK) == ()
    assert library.new("heroes", "mine")


def test_a_passive_card_of_its_own_kind_may_be_entered() -> None:
    """R47"""
    text = PACK.read_text()
    old = 'passive = [{ do = "more_damage", n = 1, to = "all" }]'
    assert old in text

    assert library.load(text.replace(old, 'passive = [{ do = "table" }]', 1), "night-market.toml")


def test_the_decks_are_as_the_box_has_them() -> None:
    pack = library.open_pack(PACK)
    shields = {card.id: card.shields for card in pack.tables["card"]}

    for deck in pack.decks:
        counts = sorted(deck.cards.values(), reverse=True)
        if deck.of == "ranger":
            assert counts == [2, 2, 2, 2, 1, 1]
            assert sum(shields[card] * n for card, n in deck.cards.items()) == 20
        else:
            assert sum(counts) == (10 if deck.of == "foot" else 8)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("cost = 1\n", "cost = -1\n", "card ladle-swing (Ladle Swing), cost"),
        ('do = "reroll"', 'do = "explode"', "card bright-side (Bright Side), effects.0.do"),
        ('do = "reroll"', 'do = "drain"', "drain does not belong there"),
        ('do = "reroll"', 'do = "reroll", n = 2', "reroll takes no n"),
        ('to = "self"', 'to = "everyone"', "must be one of self, other, any"),
        ("hot-splash = 2", "hot-splash = 3", "11 cards, and such a deck has 10"),
        ("soggy-slap = 3", "coin-hail = 3", "is no card for a deck of a foot"),
        ("hot-splash = 2", "spare-oil = 2", "is no card for a deck of a ranger"),
        ("hot-splash = 2", "beam = 2", "of several Rangers: Ladle, Wick"),
        ('ability = "spare-oil"', 'ability = "beam"', "no ability of a Ranger"),
        ('id = "beam"', 'id = "flicker"', "2 entries have this id"),
        ("health = 2\n", "", "enemy soggy-slap (Soggy Slap), health: is missing"),
        ('when = ["damage"]\n', "", "card lid-on (Lid On), when: is missing"),
        ('keywords = ["PASSIVE"]', "keywords = []", "PASSIVE is missing"),
        ("dice = 2\nshields = 2\n", "shields = 2\n", "card hot-splash (Hot Splash), effects"),
        ('{ do = "attack", dice = 2, per = "x" }', '{ do = "attack" }', "needs dice or hits"),
        ("dice = 2\nshields = 2\n", 'dice = 2\nwhen = ["roll"]\n', "belongs to reactions"),
    ],
)
def test_faults_of_a_pack_name_card_and_field(old: str, new: str, words: str) -> None:
    assert words in faults(old, new)


def test_all_verbs_are_carried_out_documented_and_on_some_side() -> None:
    standing = {name for name, verb in VERBS.items() if verb.side == "passive"}

    assert set(DO) == set(VERBS) - standing
    assert all(f"| `{name}` |" in README for name in VERBS)
    assert all(f"- `{name}`:" in README for name in WHEN)
    assert all(f"| `{switch.name}` |" in README for switch in GAME.switches)


def test_every_clause_is_carried_out_and_told_in_the_readme() -> None:
    told = re.findall(r"^- \*\*(R\d+)\*\*", README, re.MULTILINE)
    carried_out = {
        clause
        for code, cited in RULES.items()
        if "engines/heroes" in code.co_filename
        for clause in cited.clauses
    }

    assert told == [f"R{n}" for n in range(1, 74)]
    assert carried_out == set(told)


def test_decks_are_chosen_by_seat_and_enemies_by_what_they_are() -> None:
    options = GAME.options({"decks": "night-market/rivet,", "enemies": "night-market/soggies"})
    match = Match(shelved(), ("jason", "billy"), options)

    assert [match.decks[seat].name for seat in ("jason", "billy")] == ["Rivet", "Wick"]
    assert match.decks["foot"].name == "The Soggies"
    with pytest.raises(OptionError, match="no deck of a ranger"):
        Match(shelved(), ("jason",), GAME.options({"decks": "night-market/clonk"}))


def test_real_cards_without_a_deck_named_need_no_card_entered() -> None:
    options = GAME.options({"deck_kinds": "told", "enemy_kind": "told", "big": "boss"})
    match = play(3, options, 5)

    assert match.result
    assert set(match.decks["jason"].counts) == {"any"}


# -- whole matches


EVENINGS: tuple[dict[str, str], ...] = (
    {},
    {"battles": "3", "big": "none,monster,boss"},
    {"hands_visible": "owner_only", "big": "boss"},
    {"deck_kinds": "tagged", "enemy_kind": "tagged", "big": "monster"},
    {"deck_kinds": "told", "enemy_kind": "told", "big": "monster"},
    {
        "two_rangers": "true",
        "megazord": "true",
        "panicked": "true",
        "hands": "3,0,5",
        "foot": "6",
        "foot_choice": "up_to_four",
        "reroll": "any_dice_once",
        "battles": "2",
        "recovery_draw": "five",
        "leftover_energy_to": "all_who_took_part",
    },
)


def play(seats: int, options: dict[str, object], seed: int) -> Match:
    chance = SeededChance(seed)
    match = Match(shelved(), NAMES[:seats], options)  # type: ignore[arg-type]
    while not match.result:
        assert len(match.log) < 20_000
        by = chance.pick(match.answerers())
        ask = match.ask_of(by)
        if isinstance(ask, Roll | Draw | Deal):
            match.apply(by, outcome(ask, chance))
        else:
            match.apply(by, chance.pick(match.legal_actions(by)))
    return match


@pytest.mark.parametrize("told", EVENINGS)
@pytest.mark.parametrize("seats", range(1, 6))
def test_every_battle_ends_and_replays(seats: int, told: dict[str, str]) -> None:
    options = GAME.options(told)

    match = play(seats, dict(options), seats)

    again = Match(match.game, match.seats, match.options, match.log)
    assert again.position == match.position
    assert again.result == match.result


@pytest.mark.parametrize("told", EVENINGS)
def test_no_card_is_ever_lost_or_doubled(told: dict[str, str]) -> None:
    match = play(4, dict(GAME.options(told)), 11)
    table = match.position

    for seat, ranger in table.rangers.items():
        stock = ranger.deck.stock.unseen
        known = [*ranger.deck.top, *ranger.deck.bottom, *ranger.hand.held, *ranger.discard]
        known += [play.piece for play in table.in_play if play.seat == seat]
        assert sorted([*stock, *known]) == sorted(match.decks[seat].pieces(seat))
        assert len(stock) == ranger.deck.middle + ranger.hand.unseen


def test_hidden_hands_leave_no_trace_in_other_views() -> None:
    """Give billy another card than the one he drew: nobody else sees a byte of it."""
    options = GAME.options({"hands_visible": "owner_only"})
    match = Match(shelved(), NAMES[:3], options)
    chance, drawn = SeededChance(3), []
    while not match.result and len(match.log) < 24:
        by = chance.pick(match.answerers())
        ask = match.ask_of(by)
        answer = (
            outcome(ask, chance)
            if isinstance(ask, Roll | Draw | Deal)
            else chance.pick(match.legal_actions(by))
        )
        if isinstance(ask, Draw | Deal) and by == "deck/billy":
            other = next(o for o in ask.notations(by) if kinds(o) != kinds(answer))
            drawn.append((len(match.log), other))
        match.apply(by, answer)
    place, other = drawn[0]
    one = match.rewind(place + 1)
    two = match.rewind(place)
    two.apply("deck/billy", other)

    assert one.position != two.position
    for viewer in ("jason", "kimberly", "audience"):
        assert json.dumps(one.view(viewer)) == json.dumps(two.view(viewer))


def kinds(dealt: str) -> list[str]:
    return sorted(piece.split(".")[1] for piece in dealt.split(" "))


def test_a_team_of_robots_does_better_than_chance() -> None:
    won = sum(robots(seed) for seed in range(12))

    assert won >= 6


def robots(seed: int) -> bool:
    chance = SeededChance(seed)
    match = Match(shelved(), NAMES[:3], GAME.options({"big": "monster"}))
    while not match.result:
        by = chance.pick(match.answerers())
        ask = match.ask_of(by)
        if isinstance(ask, Roll | Draw | Deal):
            match.apply(by, outcome(ask, chance))
            continue
        view = json.loads(json.dumps(match.view(by)))
        match.apply(by, robot.decide(view, lambda n: chance.pick(range(n))))
    return bool(match.result.winners)


def test_the_view_of_five_rangers_is_encoded_in_a_millisecond() -> None:
    match = Match(shelved(), NAMES, GAME.options({"big": "boss"}))
    chance = SeededChance(1)
    while match.position.at < 3:
        by = chance.pick(match.answerers())
        ask = match.ask_of(by)
        if isinstance(ask, Roll | Draw | Deal):
            match.apply(by, outcome(ask, chance))
        elif isinstance(ask, Offer) and "pass" in match.legal_actions(by):
            match.apply(by, "pass")
        else:
            match.apply(by, match.legal_actions(by)[0])

    best = min(timed(match) for _ in range(40))

    assert best < 0.001


def timed(match: Match) -> float:
    begun = time.thread_time()
    json.dumps(match.view("jason"))
    return time.thread_time() - begun


# -- touches, and what hands do wrong


def test_a_ranger_turn_is_three_touches_an_enemy_turn_two_a_defence_one() -> None:
    """R19 R31 R40"""
    jab = Combat("jab", "Jab", dice=1, shields=2)
    calm = Combat("calm", "Calm", "reaction", effects=(Effect("reroll"),), when=("roll",))
    duck = Combat(
        "duck", "Duck", "reaction", effects=(Effect("reduce_damage", 1),), when=("damage",)
    )
    decks = {seat: hero(jab, calm, duck, kind="tagged") for seat in NAMES[:2]}
    battle = Battle(2, {"foot": cards(bite(1), bite=10), **decks}).say(START)

    before = len(battle.match.log)
    battle.say("jason: play jason.jab.1", "jason: at foot.bite.2").roll("3").say("jason: on")
    assert len(battle.match.log) - before == 3 + 1

    before = len(battle.match.log)
    battle.say("billy: billy", "billy: on")
    assert len(battle.match.log) - before == 2
    battle.say("deck/table: billy.jab.1")
    assert len(battle.match.log) - before == 3
    assert battle.now.turns[battle.now.at] == "R2"


def test_a_reaction_nobody_asked_for_changes_nothing() -> None:
    """R23"""
    calm = Combat("calm", "Calm", "reaction", effects=(Effect("reroll"),), when=("roll",))
    battle = Battle(1, {"jason": hero(calm, kind="tagged"), "foot": cards(QUIET, quiet=10)}).say(
        START
    )
    before = repr(battle.match.position)

    for wrong in (
        "react jason.calm.1",
        "play jason.calm.1",
        "play billy.fill.1",
        "play jason.calm.9",
    ):
        with pytest.raises(IllegalAction):
            battle.say(f"jason: {wrong}")

    assert repr(battle.match.position) == before


def test_a_card_from_the_hand_is_not_a_card_off_the_deck() -> None:
    """R40"""
    decks = {
        "foot": cards(bite(1), bite=10),
        "jason": hero(FILL, Combat("back", "Back", "maneuver", effects=(Effect("recover"),))),
    }
    battle = Battle(1, decks, {"jason": "back"})
    tagged = replace(decks["jason"], kind="tagged")
    battle = Battle(1, {**decks, "jason": tagged}).say(START)
    battle.say("jason: play jason.fill.1", "jason: at foot.bite.1").roll("1")
    battle.say("deck/table: jason.fill.2", "jason: play jason.back.1", "jason: take jason.fill.1")

    with pytest.raises(IllegalAction):
        battle.say("deck/table: jason.fill.1")
