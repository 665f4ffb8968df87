"""What surrounds the rules: real stands, screens, memory, going back, the table's word."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.engines.core import Offer
from companion.engines.king_sphinx import GAME, SHORT
from companion.engines.king_sphinx.pieces import CHARACTERS
from companion.engines.match import Match
from companion.errors import IllegalAction, OptionError, RuleError, StaleAction, UnknownAction
from companion.table.record import told
from tests.engines.race import Race
from tests.tools import ROOT

README = (ROOT / "companion" / "engines" / "king_sphinx" / "README.md").read_text()


def piece(race: Race, by: str, answer: str) -> str | None:
    """The stand that may be set on the pad instead of this answer."""
    ask: Any = race.match.ask_of(by)
    found = ask.options.find(answer)
    return found.piece if found else None


# -- set-up


def test_a_press_takes_ones_namesake_and_leaves_the_others_theirs() -> None:
    match = Match(GAME, ["red", "jason"])

    assert match.view("red")["ask"]["press"] == "character billy"
    match.apply("red", "character jason")
    assert match.view("jason")["ask"]["press"] == "character billy"


def test_three_putties_in_each_used_lane_and_no_label_settled() -> None:
    """R6 R7 R10"""
    race = Race(2)

    lanes = race.shown()["lanes"]
    assert [lane["putties"] for lane in lanes] == [[True] * 3] * 2 + [[False] * 3] * 2
    assert set(race.now.putties.under.values()) == {None}
    assert len(race.now.putties.labels.unseen) == 12


def test_the_lane_from_front_to_back() -> None:
    """R66"""
    race = Race(2)
    ranks = [race.lane("jason")["rank"]]
    race.table("morphed jason")
    ranks.append(race.lane("jason")["rank"])
    for fact in ("jason/1", "jason/2", "jason/3", "jason/alien"):
        race.table(f"beaten {fact}")
        ranks.append(race.lane("jason")["rank"])

    assert ranks == [0, 1, 2, 3, 4, 5]


def test_each_character_has_its_colour_its_dinozord_and_its_pieces() -> None:
    """R1 R2 R3"""
    assert {key: (c.colour, c.dinozord, c.megazord) for key, c in CHARACTERS.items()} == {
        "jason": ("red", "Tyrannosaurus", ("torso",)),
        "billy": ("blue", "Triceratops", ("left leg",)),
        "kimberly": ("pink", "Pterodactyl", ("head",)),
        "trini": ("yellow", "Sabertooth Tiger", ("right leg",)),
        "zach": ("black", "Mammoth", ("left arm", "right arm")),
    }


# -- what may not be said


def test_nobody_is_asked_for_chips_that_all_lie_facedown() -> None:
    """R25"""
    race = Race(2).table("chips jason 1 2 3 4 5 down").say("jason: morph")

    assert race.asked() == ("dice/jason",)


def test_a_six_with_one_or_no_chip_facedown_asks_nothing() -> None:
    """R30"""
    race = Race(2).table("chips jason 2 down").say("jason: reclaim", "dice/jason: 6")
    assert race.up("jason") == [1, 2, 3, 4, 5]

    race.say("billy: reclaim", "dice/billy: 6")

    assert race.up("billy") == [1, 2, 3, 4, 5]
    assert race.shown()["turn"] == "jason"


def test_without_another_putty_there_is_no_swap_step() -> None:
    """R34"""
    race = Race(2).dinozord("billy").ranger("jason").table("beaten jason/1", "beaten jason/2")

    race.say("jason: battle")

    assert race.asked() == ("jason",)
    assert "chips none" in race.legal("jason")


def test_without_another_alien_there_is_no_swap_step() -> None:
    """R43 R65"""
    race = Race(3).final("billy").dinozord("jason").say("jason: battle")
    assert race.legal("billy") == ("keep", "swap kimberly/alien")

    race = Race(2).final("billy").dinozord("jason").say("jason: battle")

    assert race.asked() == ("jason",)


def test_an_alien_may_come_from_a_lane_whose_player_has_not_reached_it() -> None:
    """R43 R44"""
    race = Race(3).dinozord("jason").say("jason: battle", "billy: swap kimberly/alien")

    assert race.asked() == ("jason",)
    assert race.said == "billy swaps in Baboo."
    assert (race.lane("jason")["alien"], race.lane("kimberly")["alien"]) == ("baboo", "goldar")
    race.say("jason: chips none", "dice/jason: 6 5")
    assert race.secret("jason") == "Baboo has level 12."


def test_the_alien_called_king_sphinx_is_one_of_four() -> None:
    """R68"""
    race = Race(4).dinozord("zach").table("turn zach")
    assert race.lane("zach")["alien"] == "king-sphinx"

    race.say("zach: battle", "jason: keep", "zach: chips 4", "dice/zach: 6 4")

    assert race.said == "zach: 14 against 14. Won!"
    assert race.match.result is None


def test_three_of_four_with_their_aliens_beaten_build_nothing() -> None:
    """R54 R51"""
    race = Race(4).final("jason", "billy", "zach").say("jason: battle", "jason: chips none")

    assert not race.shown()["megazord"]["built"]
    ask: Any = race.match.ask_of("dice/jason")
    assert ask.dice == 3


# -- the swap on the others' screens


def test_the_others_see_which_places_were_exchanged_until_the_next_turn() -> None:
    """R36"""
    race = Race(3).ranger("jason").say("jason: battle", "billy: look", "deck/billy: putty-1")
    race.say("billy: seen", "billy: look billy/2", "deck/billy: putty-12", "billy: seen")

    race.say("billy: swap")

    seen = {"by": "billy", "fighter": "jason", "places": ["jason/1", "billy/2"]}
    assert race.shown("kimberly")["mine"]["swaps_seen"] == [seen]
    assert race.shown("jason")["mine"]["swaps_seen"] == []
    assert "swaps_seen" not in str(race.shown())
    race.say("jason: chips none", "dice/jason: 6", "jason: seen", "billy: reclaim")
    assert race.shown("kimberly")["mine"]["swaps_seen"] == []


def test_the_others_see_that_nothing_was_exchanged() -> None:
    """R36"""
    race = Race(3).ranger("jason").say("jason: battle", "billy: leave it")

    seen = [{"by": "billy", "fighter": "jason", "places": []}]
    assert race.shown("kimberly")["mine"]["swaps_seen"] == seen


@pytest.mark.parametrize(("shown", "others"), [("places", 1), ("nothing", 0)])
def test_whoever_exchanged_two_putties_sees_it_in_any_case(shown: str, others: int) -> None:
    """R36 with `swap_seen_by_others`"""
    race = Race(3, swap_seen_by_others=shown).ranger("jason").say("jason: battle")
    race.say("billy: look", "deck/billy: putty-1", "billy: seen")
    race.say("billy: look billy/2", "deck/billy: putty-12", "billy: seen", "billy: swap")

    seen = {seat: race.shown(seat)["mine"]["swaps_seen"] for seat in race.match.seats}
    assert [swap["places"] for swap in seen["billy"]] == [["jason/1", "billy/2"]]
    assert (len(seen["kimberly"]), seen["jason"]) == (others, [])


def test_of_a_swap_by_hand_the_screens_claim_nothing() -> None:
    """R36"""
    race = Race(3, stands="tagged").ranger("jason").say("jason: battle", "billy: leave it")

    assert [race.shown(seat)["mine"]["swaps_seen"] for seat in race.match.seats] == [[]] * 3


def test_the_screen_says_the_same_during_the_whole_step() -> None:
    """R36"""
    race = Race(2).ranger("jason").say("jason: battle")
    for step in ("billy: look", "deck/billy: putty-1", "billy: seen", "billy: look billy/1"):
        assert race.headings() == ["Your turn", "Battling the Putty Patrol", "Swap!"]
        assert race.view()["notice"] == {"text": "{by} may swap", "args": {"by": "billy"}}
        assert race.view()["awaited"] == ["billy"]
        assert race.shown()["swap"] == {"fighter": "jason", "by": "billy", "kind": "putty"}
        race.say(step)


# -- remembering


def test_a_level_is_in_no_view_once_it_was_seen() -> None:
    """R9 R35"""
    race = Race(2).ranger("jason").say("jason: battle", "billy: look", "deck/billy: putty-11")
    assert race.secret("billy") == "jason's putty 1 has level 7."

    race.say("billy: seen")

    assert all("7" not in str(race.shown(viewer)["mine"]) for viewer in ("jason", "billy"))


def test_the_memory_aid_follows_ones_own_swaps_and_forgets_what_is_beaten() -> None:
    """R9"""
    race = Race(2, memory_aid="on").ranger("jason")
    assert race.shown("jason")["mine"]["memory"] == [{"place": "jason/alien", "level": 8}]

    race.say("jason: battle", "billy: look", "deck/billy: putty-11", "billy: seen")
    race.say("billy: look billy/1", "deck/billy: putty-1", "billy: seen", "billy: swap")

    assert {"place": "billy/1", "level": 7} in race.shown("billy")["mine"]["memory"]
    assert {"place": "jason/1", "level": 2} in race.shown("billy")["mine"]["memory"]
    assert "memory" not in str(race.shown())
    race.say("jason: chips none", "dice/jason: 2")
    assert {"place": "jason/1", "level": 2} not in race.shown("billy")["mine"]["memory"]


def test_the_memory_aid_is_not_corrected_by_a_swap_that_others_made() -> None:
    race = Race(3, memory_aid="on").ranger("jason", "billy")
    race.say("jason: battle", "billy: leave it", "jason: chips none", "dice/jason: 1")
    race.say("deck/jason: putty-11", "jason: seen", "billy: battle", "kimberly: look")
    race.say("deck/kimberly: putty-1", "kimberly: seen", "kimberly: look jason/1")
    race.say("kimberly: seen", "kimberly: swap")

    assert {"place": "jason/1", "level": 7} in race.shown("jason")["mine"]["memory"]
    assert race.now.putties.under["jason/1"] == "putty-1"


def test_what_one_knows_of_an_alien_goes_with_the_figure() -> None:
    race = Race(2, memory_aid="on").dinozord("jason").say("jason: battle")

    race.say("billy: swap billy/alien")

    assert race.shown("jason")["mine"]["memory"] == [{"place": "billy/alien", "level": 8}]


# -- real stands


def test_free_stands_are_scanned_at_the_check_and_nowhere_before() -> None:
    """R39"""
    race = Race(2, stands="tagged").ranger("jason")
    assert not any(by.startswith("deck/") for by, _ in race.match.log)

    race.say("jason: battle", "billy: leave it", "jason: chips none", "dice/jason: 4")

    assert race.asked() == ("deck/jason",)
    shown = [option["answer"] for option in race.view("jason")["ask"]["options"]]
    assert shown == [f"level {n}" for n in range(2, 8)]
    assert race.view("billy")["ask"] is None
    race.say("deck/jason: putty-12")
    assert race.secret("jason") == "jason's putty 1 has level 7."
    assert race.now.putties.under["jason/1"] is None


def test_a_free_stand_that_was_beaten_cannot_be_scanned_again() -> None:
    """R65"""
    race = Race(2, stands="tagged").ranger("jason", "billy")
    race.say("jason: battle", "billy: leave it", "jason: chips none", "dice/jason: 6")
    race.say("deck/jason: putty-1")

    race.say("billy: battle", "jason: leave it", "billy: chips none", "dice/billy: 6")

    assert "putty-1" not in race.legal("deck/billy")
    with pytest.raises(IllegalAction):
        race.say("deck/billy: putty-1")


def test_each_scan_of_a_free_stand_decides_anew() -> None:
    """R39"""
    race = Race(2, stands="tagged").ranger("jason").say("jason: battle", "billy: look")
    race.say("deck/billy: putty-1", "billy: seen", "billy: look billy/1", "deck/billy: putty-12")
    race.say("billy: seen", "billy: swap", "jason: chips none", "dice/jason: 6")

    race.say("deck/jason: putty-5")

    assert race.said == "jason: 6 against 4. Won!"


def test_a_free_stand_is_not_two_putties_of_one_swap() -> None:
    """R35"""
    race = Race(2, stands="tagged").ranger("jason").say("jason: battle", "billy: look")
    race.say("deck/billy: putty-1", "billy: seen", "billy: look billy/1")

    assert "putty-1" not in race.legal("deck/billy")
    assert "putty-2" in race.legal("deck/billy")
    levels: Any = race.match.ask_of("deck/billy")
    assert levels.told().find("level 2").value == "putty-2"


def test_a_free_alien_is_scanned_at_each_check() -> None:
    """R46"""
    race = Race(2, stands="tagged").dinozord("jason").say("jason: battle", "billy: keep")
    race.say("jason: chips none", "dice/jason: 1 1", "deck/jason: alien-4", "jason: seen")
    race.say("billy: reclaim", "dice/billy: 1", "jason: battle", "billy: keep")

    race.say("jason: chips none", "dice/jason: 6 6", "deck/jason: alien-1")

    assert race.said == "jason: 12 against 8. Won!"
    assert race.now.aliens.labels.unseen == ["alien-2", "alien-3", "alien-4"]


def test_scanned_stands_are_known_as_they_are_placed_and_their_levels_told_nobody() -> None:
    """R6 R8"""
    race = Race(2, stands="tagged", layout="scanned")

    assert race.now.putties.under["billy/1"] == "putty-4"
    assert race.now.aliens.under["squatt"] == "alien-2"
    assert "level" not in str(race.view())


@pytest.mark.parametrize(("last", "blocker"), [("keep", "putty-1"), ("swap", "putty-5")])
def test_in_a_scanned_swap_three_stands_are_set_on_the_pad_either_way(
    last: str, blocker: str
) -> None:
    """R35 R36"""
    race = Race(2, stands="tagged", layout="scanned").ranger("jason").say("jason: battle")

    scans = [piece(race, "billy", "look")]
    race.say("billy: look", "billy: seen")
    scans.append(piece(race, "billy", "look billy/2"))
    race.say("billy: look billy/2", "billy: seen")
    scans.append(piece(race, "billy", last))
    race.say(f"billy: {last}")

    assert scans == ["putty-1", "putty-5", blocker]
    assert race.now.putties.under["jason/1"] == blocker


def test_a_scanned_stand_needs_no_scan_at_the_check() -> None:
    """R39"""
    race = Race(2, stands="tagged", layout="scanned").ranger("jason").say("jason: battle")

    race.say("billy: leave it", "jason: chips none", "dice/jason: 1")

    assert race.secret("jason") == "jason's putty 1 has level 2."


# -- screens and panel


def test_phases_follow_the_turn() -> None:
    assert Race(2, started=False).shown()["phase"] == "setup"
    race = Race(2).ranger("jason")
    seen = [race.shown()["phase"]]
    for step in ("jason: battle", "billy: leave it", "jason: chips none", "dice/jason: 1"):
        race.say(step)
        seen.append(race.shown()["phase"])

    assert seen == ["turn", "swap", "chips", "roll", "check"]


def test_chips_lie_down_after_a_morph_that_failed() -> None:
    """R24 R67"""
    race = Race(2).say("jason: morph", "jason: chips 1 2", "dice/jason: 1")

    assert race.said == "jason: 4. No morph yet."
    assert race.up("jason") == [3, 4, 5]


def test_the_number_of_a_chip_that_lies_faceup_turns_up_nothing() -> None:
    """R29"""
    race = Race(2).table("chips jason 2 3 down").say("jason: reclaim", "dice/jason: 1")

    assert race.up("jason") == [1, 4, 5]
    assert race.said == "jason rolls 1 and turns up nothing."


def test_a_level_not_reached_is_never_shown_as_needed() -> None:
    """R40"""
    race = Race(2).ranger("jason").say("jason: battle", "billy: leave it", "jason: chips none")
    race.say("dice/jason: 1", "deck/jason: putty-12")
    needed = [race.shown(viewer)["fight"]["needed"] for viewer in ("jason", "billy")]
    race.say("jason: seen")

    assert [*needed, race.shown()["fight"]["needed"]] == [None, None, None]


def test_the_clip_falls_along_the_houses_own_track_and_stays_where_he_is_beaten() -> None:
    """R50 R52 R53 with `sphinx_track`"""
    race = Race(2, sphinx_track="28,24,20").final("jason")
    race.say("jason: battle", "jason: chips none", "dice/jason: 1 1 1", "billy: reclaim")
    assert race.shown()["clip"] == 24
    race.say("dice/billy: 1", "jason: battle", "jason: chips 1 2 3 4 5", "dice/jason: 3 3 3")

    assert race.match.result
    assert race.shown()["clip"] == 24


def test_a_stand_that_is_put_right_leaves_its_place_to_the_other() -> None:
    race = Race(2, stands="tagged", layout="scanned").table("lies putty-4 jason/1")

    assert race.now.places()["jason/1"] == "putty-4"
    assert race.now.places()["billy/1"] == "putty-1"


def test_the_fight_shows_a_level_only_once_it_is_beaten() -> None:
    """R40 R41"""
    race = Race(2).ranger("jason").say("jason: battle", "billy: leave it", "jason: chips 2")
    assert race.shown()["fight"] == {
        "seat": "jason",
        "against": "putty",
        "place": "jason/1",
        "needed": None,
        "dice": 1,
        "chips": [2],
        "faces": None,
        "power": None,
    }

    race.say("dice/jason: 5")

    assert race.shown()["fight"]["needed"] is None
    assert (race.shown()["fight"]["faces"], race.shown()["fight"]["power"]) == ([5], 7)
    race.say("deck/jason: putty-3")
    assert race.shown()["fight"]["needed"] == 3


def test_keys_and_presses_mean_what_they_say() -> None:
    """R21 R34"""
    race = Race(2, started=False)
    assert race.view("jason")["ask"]["options"][1]["key"] == 2
    race = Race(2)
    ask = race.view("jason")["ask"]
    assert (ask["press"], ask["hold"], ask["implied"]) == ("morph", "reclaim", "morph")

    race.say("jason: morph")

    ask = race.view("jason")["ask"]
    assert (ask["press"], ask["hold"], ask["implied"]) == ("chips none", None, "chips none")
    assert {option["answer"]: option["parts"] for option in ask["options"]}["chips 2 3"] == [2, 3]
    race.say("jason: chips none", "dice/jason: 5", "billy: morph", "billy: chips none")
    race.say("dice/billy: 1", "jason: battle")
    ask = race.view("billy")["ask"]
    assert (ask["press"], ask["hold"]) == ("leave it", "look")


# -- answers that are none, and going back


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ("dice/jason: 0", UnknownAction),
        ("dice/jason: 7", UnknownAction),
        ("dice/jason: 3 4", IllegalAction),
        ("dice/billy: 3", StaleAction),
        ("jason: seen", StaleAction),
        ("trini: seen", UnknownAction),
        ("deck/jason: putty-1", StaleAction),
    ],
)
def test_a_wrong_die_or_seat_changes_nothing(entry: str, error: type[RuleError]) -> None:
    race = Race(2).say("jason: morph", "jason: chips none")
    before = race.view("jason")

    with pytest.raises(error):
        race.say(entry)

    assert race.view("jason") == before
    assert race.match.log[-1] == ("jason", "chips none")


def test_a_turn_announced_may_be_taken_back_and_a_die_may_not() -> None:
    race = Race(2).say("jason: morph", "jason: chips 1")

    back = race.match.undo().undo()

    assert back.position == Race(2).now
    race.say("dice/jason: 1")
    with pytest.raises(IllegalAction, match="learnt"):
        race.match.undo()


def test_nobody_takes_back_a_look() -> None:
    race = Race(2, stands="tagged", layout="scanned").ranger("jason").say("jason: battle")

    race.say("billy: look")

    with pytest.raises(IllegalAction, match="learnt"):
        race.match.undo()


# -- the table speaks


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ("clip 25", "The table says: the clip is at 25."),
        ("chips billy 2 4 down", "The table says: billy's chips 2, 4 lie facedown."),
        ("turn billy", "The table says: billy is on turn."),
        ("morphed billy", "The table says: billy has morphed."),
    ],
)
def test_the_table_may_put_right_what_the_pi_has_missed(fact: str, words: str) -> None:
    race = Race(2).table(fact)

    assert race.said == words
    assert isinstance(race.match.open()[0], Offer)


def test_turns_played_without_the_device_are_caught_up() -> None:
    """R54"""
    race = Race(2).table("morphed billy", "beaten billy/1", "chips billy 1 5 down", "turn billy")

    assert (race.lane("billy")["stage"], race.lane("billy")["rank"]) == ("ranger", 2)
    assert race.lane("billy")["putties"] == [False, True, True]
    assert race.up("billy") == [2, 3, 4]
    assert race.asked() == ("billy",)
    race.table("beaten billy/2", "beaten billy/3", "beaten billy/alien")
    assert race.lane("billy")["stage"] == "final"
    race.final("jason")
    assert race.shown()["megazord"]["built"]


@pytest.mark.parametrize(
    ("fact", "error"),
    [
        ("clip 19", IllegalAction),
        ("clip \uff12\uff15", IllegalAction),
        ("clip", UnknownAction),
        ("turn trini", UnknownAction),
        ("chips billy 6 down", IllegalAction),
        ("chips billy 2 2 up", IllegalAction),
        ("chips billy down", UnknownAction),
        ("chips zach 1 up", UnknownAction),
        ("morphed trini", UnknownAction),
        ("beaten jason/1", IllegalAction),
        ("beaten nobody/1", UnknownAction),
        ("beaten", UnknownAction),
        ("level jason/1 5", UnknownAction),
        ("", UnknownAction),
    ],
)
def test_what_the_table_may_not_say_changes_nothing(fact: str, error: type[RuleError]) -> None:
    race = Race(2)
    before = race.view()

    with pytest.raises(error):
        race.table(fact)

    assert race.view() == before
    assert race.match.log[-1] == ("dice/all", "6 1")


def test_the_table_cannot_skip_an_enemy_or_morph_twice() -> None:
    """R32"""
    race = Race(2).ranger("jason")

    for fact in ("beaten jason/2", "beaten jason/alien", "morphed jason"):
        with pytest.raises(IllegalAction):
            race.table(fact)


def test_the_table_speaks_only_between_turns() -> None:
    race = Race(2).say("jason: morph")

    with pytest.raises(StaleAction):
        race.table("clip 25")


def test_every_saying_that_is_proposed_may_be_said() -> None:
    race = Race(3).ranger("jason").dinozord("billy")

    for saying in race.legal("table"):
        race.match.check("table", saying)


# -- house rules


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("putty_levels", "2,3", "takes 12 levels, not 2"),
        ("putty_levels", ",".join(["8"] * 12), "from 2 to 7"),
        ("putty_levels", ",".join(["2"] * 13), "takes 12 levels, not 13"),
        ("alien_levels", "7,8,9,10", "from 8 to 14"),
        ("sphinx_track", "27,20", "starts at 28 and ends at 20"),
        ("sphinx_track", "28,28,20", "falls at every step"),
        ("sphinx_track", "28,x,20", "numbers with commas"),
        ("swap_targets", "all", "takes any, not_fighters_lane"),
        ("reclaim_before_morph", "yes", "takes true or false"),
        ("lanes", "5", "no such option"),
    ],
)
def test_house_rules_that_are_none(name: str, value: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        GAME.options({name: value})


def test_levels_on_the_labels_are_the_houses_own() -> None:
    """R6"""
    race = Race(2, putty_levels="7,2,2,2,2,2,2,2,2,2,2,3").ranger("jason")
    race.say("jason: battle", "billy: leave it", "jason: chips none", "dice/jason: 6")

    race.say("deck/jason: putty-1")

    assert race.secret("jason") == "jason's putty 1 has level 7."


@pytest.mark.parametrize("preset", GAME.presets)
def test_presets_are_house_rules(preset: str) -> None:
    assert GAME.options(GAME.presets[preset])


def test_the_readme_has_every_switch_with_its_values_and_its_default() -> None:
    rows = {
        name: (values, default, clause, about)
        for name, values, default, clause, about in re.findall(
            r"^\| `(\w+)` \| (.+) \| (.+) \| (R\d+) \| (.+) \|$", README, re.MULTILINE
        )
    }

    for switch in (*GAME.switches, *SHORT.switches):
        row = (switch.values, told(switch.default), switch.clause, switch.about)
        assert rows.pop(switch.name) == row
    assert not rows
