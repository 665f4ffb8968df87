"""King Sphinx, clause by clause: each test cites what it is about."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.engines.catalogue import GAMES
from companion.engines.core import RULES
from companion.engines.match import Match
from companion.errors import IllegalAction, OptionError, RuleError, StaleAction, UnknownAction

SEATS = ("jason", "billy", "kimberly", "zach")
ALIENS = ("goldar", "squatt", "baboo", "king-sphinx")
PACKAGE = Path(__file__).parents[2] / "companion" / "engines" / "king_sphinx"


class Evening:
    """A match, entered line by line."""

    def __init__(self, players: int = 2, game: str = "king_sphinx", **told: str) -> None:
        self.match = Match(GAMES[game], SEATS[:players], GAMES[game].options(told))

    def do(self, *lines: str) -> Evening:
        for line in lines:
            by, notation = line.split(": ")
            self.match.check(by, notation)
            self.match.apply(by, notation)
        return self

    def set_up(self) -> Evening:
        """Everybody as themselves; aliens level 8, 10, 12, 14 in seat order; jason begins."""
        seats = self.match.seats
        self.do(*(f"{seat}: character {seat}" for seat in seats))
        self.do(*(f"{seat}: lane {n}" for n, seat in enumerate(seats, start=1)))
        for n, seat in enumerate(seats):
            self.do(f"{seat}: alien {ALIENS[n]}", f"deck/{seat}: alien-{n + 1}", f"{seat}: seen")
        return self.do(f"dice/all: {' '.join(['6', *'1' * (len(seats) - 1)])}")

    def rangers(self) -> Evening:
        for seat in self.match.seats:
            self.do(f"{seat}: morph", f"{seat}: chips none", f"dice/{seat}: 6")
        return self

    def beat(self, seat: str, putty: str, die: int = 6, chips: str = "none") -> Evening:
        """Battle a putty that nobody swaps."""
        left = self.match.position.left_of(seat)
        self.do(f"{seat}: battle")
        if self.match.legal_actions(left):
            self.do(f"{left}: leave it")
        if self.match.legal_actions(seat):
            self.do(f"{seat}: chips {chips}")
        return self.do(f"dice/{seat}: {die}", f"deck/{seat}: {putty}")

    def spend(self, seat: str) -> Evening:
        """A turn without effect: reclaim with all chips faceup."""
        return self.do(f"{seat}: reclaim", f"dice/{seat}: 1")

    def player(self, seat: str):
        return self.match.position.players[seat]

    def lane(self, seat: str, viewer: str = "audience"):
        lanes = self.match.view(viewer)["table"]["lanes"]
        return next(lane for lane in lanes if lane["seat"] == seat)

    def text(self, viewer: str) -> str:
        return json.dumps(self.match.view(viewer))


def dinozords() -> Evening:
    """Both have beaten three putties; jason is on turn."""
    evening = Evening().set_up().rangers()
    for n in range(3):
        evening.beat("jason", f"putty-{n + 1}").beat("billy", f"putty-{n + 4}")
    return evening


def finalists() -> Evening:
    """Both have beaten their aliens: the Megazord is built."""
    evening = dinozords()
    evening.do("jason: battle", "billy: keep", "jason: chips none", "dice/jason: 6 6")
    evening.do("billy: battle", "billy: chips none", "dice/billy: 6 6")
    return evening


# -- the index


def index() -> set[str]:
    return set(re.findall(r"^\| (R\d+) \|", (PACKAGE / "README.md").read_text(), re.MULTILINE))


def cited_by_rules() -> set[str]:
    here = str(PACKAGE)
    found = (cited for code, cited in RULES.items() if code.co_filename.startswith(here))
    return {clause for cited in found for clause in cited.clauses}


def cited_by_tests() -> set[str]:
    found = re.findall(r'^    """.*?"""', Path(__file__).read_text(), re.MULTILINE | re.DOTALL)
    spans = re.findall(r"R(\d+)(?: to R(\d+))?", " ".join(found))
    return {f"R{n}" for a, b in spans for n in range(int(a), int(b or a) + 1)}


def test_the_index_holds_every_clause_and_no_other():
    assert index() == {f"R{n}" for n in range(1, 69)}


def test_every_clause_is_cited_by_a_test_and_every_citation_is_in_the_index():
    assert index() - cited_by_tests() == set()
    assert cited_by_tests() - index() == set()
    assert cited_by_rules() - index() == set()


# -- set-up


def test_two_to_four_play_each_with_one_of_five_characters():
    """R1, R2, R62: Billy is blue and has the Triceratops (T1)."""
    from companion.engines.king_sphinx.pieces import CHARACTERS, DICE

    for players in (1, 5):
        with pytest.raises(OptionError, match="2 to 4 seats"):
            Match(GAMES["king_sphinx"], [*SEATS, "trini"][:players])
    assert CHARACTERS["billy"].colour == "blue"
    assert CHARACTERS["billy"].dinozord == "Triceratops"
    assert (len(CHARACTERS), max(DICE.values())) == (5, 4)


def test_a_character_is_taken_once():
    """R1: no two the same."""
    evening = Evening().do("jason: character trini")
    with pytest.raises(IllegalAction):
        evening.do("billy: character trini")


def test_parts_that_nobody_plays_hang_from_the_start():
    """R3: with two players all but theirs."""
    pieces = Evening().set_up().match.view("audience")["table"]["megazord"]["pieces"]
    assert {p["of"] for p in pieces if not p["hung"]} == {"jason", "billy"}


def test_lanes_are_chosen_and_only_used_ones_get_putties():
    """R4, R5, R6, R7, R66: three putties behind the lightning bolt, an alien at the end."""
    evening = Evening().do("jason: character jason", "billy: character billy", "jason: lane 3")
    with pytest.raises(IllegalAction):
        evening.do("billy: lane 3")
    evening = Evening().set_up()
    lanes = evening.match.view("audience")["table"]["lanes"]
    assert [lane["seat"] for lane in lanes] == ["jason", "billy", None, None]
    assert evening.lane("jason")["putties"] == [True, True, True]
    assert evening.lane("jason")["rank"] == 0


def test_each_looks_at_the_own_alien_alone_and_once():
    """R8, R9, R10: the level is on that screen alone, and gone once seen."""
    evening = Evening().do("jason: character jason", "billy: character billy")
    evening.do("jason: lane 1", "billy: lane 2", "jason: alien baboo", "deck/jason: alien-4")
    assert '"level": 14' in evening.text("jason")
    assert '"level"' not in evening.text("billy") + evening.text("audience")
    evening.do("jason: seen")
    assert '"level"' not in evening.text("jason")
    assert evening.match.legal_actions("deck/billy") == ()


def test_chips_start_faceup_and_the_clip_at_28():
    """R11, R12."""
    evening = Evening().set_up()
    assert set(evening.lane("jason")["chips"].values()) == {"up"}
    assert evening.match.view("audience")["table"]["clip"] == 28


def test_the_highest_die_begins_and_tied_ones_roll_again():
    """R13: then it goes to the left."""
    evening = Evening(3)
    evening.do(*(f"{seat}: character {seat}" for seat in SEATS[:3]))
    evening.do(*(f"{seat}: lane {n}" for n, seat in enumerate(SEATS[:3], start=1)))
    for n, seat in enumerate(SEATS[:3]):
        evening.do(f"{seat}: alien {ALIENS[n]}", f"deck/{seat}: alien-{n + 1}", f"{seat}: seen")
    evening.do("dice/all: 3 5 5")
    with pytest.raises(IllegalAction):
        evening.do("dice/all: 1 2 3")
    evening.do("dice/all: 2 4")
    assert evening.match.position.turn == "kimberly"
    evening.spend("kimberly")
    assert evening.match.position.turn == "jason"


# -- turns, morphing, chips


def test_a_turn_is_one_thing_and_nobody_battles_before_morphing():
    """R14, R15, R16, R27: morph or reclaim, then the next one is on turn."""
    evening = Evening().set_up()
    assert evening.match.legal_actions("jason") == ("morph", "reclaim")
    evening.spend("jason")
    with pytest.raises(StaleAction):
        evening.do("jason: morph")
    assert evening.match.position.turn == "billy"


@pytest.mark.parametrize(("die", "stage"), [(5, "ranger"), (4, "morpher")])
def test_five_morphs_and_four_does_not(die, stage):
    """R18, R19, R20 (T2): the turn is over either way."""
    evening = Evening().set_up().do("jason: morph", "jason: chips none", f"dice/jason: {die}")
    assert evening.player("jason").stage == stage
    assert evening.match.position.turn == "billy"


def test_chips_are_laid_before_the_roll_and_lie_down_after_it():
    """R21, R22, R23, R24, R25 (T3): die 2 and chip 3 are 5."""
    evening = Evening().set_up().do("jason: morph", "jason: chips 3")
    assert evening.lane("jason")["chips"]["3"] == "in"
    evening.do("dice/jason: 2")
    assert evening.player("jason").stage == "ranger"
    assert evening.lane("jason")["chips"]["3"] == "down"
    evening.spend("billy").do("jason: battle", "billy: leave it")
    assert "chips 3" not in evening.match.legal_actions("jason")
    assert "chips 1 2 4 5" in evening.match.legal_actions("jason")


def test_no_chip_need_be_laid():
    """R26."""
    evening = Evening().set_up().do("jason: morph")
    assert evening.match.ask_of("jason").implied == "chips none"


def test_a_reclaim_turns_up_the_number_and_a_six_any():
    """R27, R28, R29, R30, R31 (T4): no chips, one roll."""
    evening = Evening().set_up().do("jason: morph", "jason: chips 2 3 4", "dice/jason: 1")
    evening.spend("billy").do("jason: reclaim")
    assert evening.match.legal_actions("jason") == ()
    evening.do("dice/jason: 3")
    assert evening.player("jason").chips[3] == "up"
    evening.spend("billy").do("jason: reclaim", "dice/jason: 5")
    assert evening.player("jason").chips[2] == "down"
    evening.spend("billy").do("jason: reclaim", "dice/jason: 6")
    assert evening.match.legal_actions("jason") == ("chip 2", "chip 4")
    evening.do("jason: chip 4")
    assert evening.player("jason").chips == {1: "up", 2: "down", 3: "up", 4: "up", 5: "up"}


# -- the Putty Patrol


def test_equal_power_wins_and_the_level_is_shown():
    """R33, R38, R39, R41, R17 (T5): 4 against 4."""
    evening = Evening().set_up().rangers().beat("jason", "putty-5", die=4)
    assert evening.lane("jason")["putties"] == [False, True, True]
    assert evening.lane("jason")["rank"] == 2
    assert "4" in str(evening.match.position.said[-1])


def test_lower_power_loses_and_the_level_is_the_fighters_alone():
    """R40, R67 (T5): 3 against 4."""
    evening = Evening().set_up().rangers().beat("jason", "putty-5", die=3)
    assert '"level": 4' in evening.text("jason")
    assert '"level"' not in evening.text("billy") + evening.text("audience")
    evening.do("jason: seen")
    assert '"level"' not in evening.text("jason")
    assert evening.lane("jason")["putties"] == [True, True, True]
    assert evening.match.position.turn == "billy"


def test_putties_are_fought_in_order_and_the_third_makes_a_dinozord():
    """R32, R42 (T6): in the same turn."""
    evening = Evening().set_up().rangers()
    for n in (1, 2, 3):
        evening.beat("jason", f"putty-{n}").spend("billy")
    assert evening.player("jason").stage == "dinozord"
    assert evening.lane("jason")["rank"] == 4


def test_the_neighbour_looks_and_swaps_and_nobody_else_can_tell():
    """R34, R35, R36, R37, R64, R65: from the first look to the last nothing changes for others."""
    evening = Evening(3).set_up().rangers().do("jason: battle")
    before = {viewer: evening.text(viewer) for viewer in ("jason", "kimberly", "audience")}
    assert evening.match.legal_actions("billy") == ("leave it", "look")
    for line in ("billy: look", "deck/billy: putty-12", "billy: seen"):
        evening.do(line)
        assert before == {viewer: evening.text(viewer) for viewer in before}
    assert "look jason/1" not in evening.match.legal_actions("billy")
    assert len(evening.match.legal_actions("billy")) == 8
    for line in ("billy: look kimberly/2", "deck/billy: putty-1", "billy: seen"):
        evening.do(line)
        assert before == {viewer: evening.text(viewer) for viewer in before}
    kept, swapped = (evening.match.rewind(len(evening.match.log)) for _ in range(2))
    kept.apply("billy", "keep")
    swapped.apply("billy", "swap")
    for viewer in ("jason", "audience"):
        assert json.dumps(kept.view(viewer)) == json.dumps(swapped.view(viewer))
    assert kept.view("kimberly") != swapped.view("kimberly")
    swapped.apply("jason", "chips none")
    swapped.apply("dice/jason", "2")
    assert "jason/1" not in swapped.position.putties.under, "a level 2 was swapped in and beaten"


def test_beaten_and_spare_putties_cannot_be_swapped_in():
    """R65: only what stands on the board."""
    evening = Evening().set_up().rangers().beat("jason", "putty-1").spend("billy")
    evening.do("jason: battle", "billy: look", "deck/billy: putty-2", "billy: seen")
    assert "look jason/1" not in evening.match.legal_actions("billy")
    assert "look jason/2" not in evening.match.legal_actions("billy")


# -- aliens, Megazord, the Sphinx


def test_an_alien_may_be_exchanged_by_the_neighbour_and_nobody_looks():
    """R43, R44: figures are seen, levels are not."""
    evening = dinozords().do("jason: battle")
    assert evening.match.legal_actions("billy") == ("keep", "swap billy/alien")
    assert evening.match.ask_of("billy").options[1].key == 1, "the panel can say it too"
    evening.do("billy: swap billy/alien")
    assert evening.match.view("billy")["ask"] is None
    assert evening.player("jason").alien == "squatt"


def test_two_dice_and_chips_against_the_alien():
    """R45, R46, R48, R49, R63, R68: then turns are for King Sphinx or chips."""
    evening = dinozords().do("jason: battle", "billy: keep", "jason: chips none")
    with pytest.raises(IllegalAction, match="2 dice"):
        evening.do("dice/jason: 5")
    evening.do("dice/jason: 4 4")
    assert evening.player("jason").stage == "final"
    assert evening.match.result is None


def test_an_alien_not_beaten_stays_and_its_level_is_not_shown():
    """R47, R49, R67."""
    evening = dinozords().do("jason: battle", "billy: keep", "jason: chips none", "dice/jason: 3 4")
    assert evening.match.view("jason")["ask"]["secret"]["args"]["level"] == 8
    assert evening.match.view("billy")["ask"] is None
    assert '"level": 8' not in evening.text("audience")
    evening.do("jason: seen")
    assert evening.player("jason").stage == "dinozord"


def test_four_dice_once_all_aliens_are_beaten():
    """R54, R55, R51 (T8)."""
    evening = finalists()
    assert evening.match.view("audience")["table"]["megazord"]["built"]
    evening.do("jason: battle", "jason: chips none")
    assert evening.match.ask_of("dice/jason").dice == 4


def test_three_dice_before_that_and_a_game_may_end_without_the_megazord():
    """R50, R51, R53, R56: 28 wins at the first try (T7)."""
    evening = dinozords().do("jason: battle", "billy: keep", "jason: chips none", "dice/jason: 6 6")
    evening.spend("billy")
    evening.do("jason: battle", "jason: chips 1 2 3 4 5", "dice/jason: 6 6 1")
    assert evening.match.result.winners == {"jason"}
    assert not evening.match.position.megazord


def test_a_lost_try_moves_the_clip_down_one_and_20_is_the_end():
    """R50, R52, R67 (T7): 27 loses against 28, and the next needs 27."""
    evening = dinozords().do("jason: battle", "billy: keep", "jason: chips none", "dice/jason: 6 6")
    evening.spend("billy").do("jason: battle", "jason: chips 1 2 3 4 5", "dice/jason: 5 5 2")
    for clip in (27, 26, 25, 24, 23, 22, 21, 20, 20):
        assert evening.match.view("audience")["table"]["clip"] == clip
        evening.spend("billy").do("jason: battle", "dice/jason: 1 1 1")


# -- the short game


def short(**told: str) -> Evening:
    evening = Evening(2, "king_sphinx_short", **told)
    return evening.do("jason: character jason", "billy: character billy")


def test_the_short_game_is_a_race_of_highest_dice():
    """R57, R58, R61 (T9): tied highest both go on."""
    evening = short()
    assert evening.lane("jason")["rank"] == 1
    evening.do("dice/all: 5 5")
    assert evening.lane("jason")["putties"] == evening.lane("billy")["putties"]
    evening.do("dice/all: highest billy")
    assert evening.lane("billy")["putties"] == [False, False, True]
    assert evening.lane("jason")["chips"] == {}


def test_the_first_alien_down_wins_and_hangs_up_the_megazord():
    """R59, R60."""
    evening = short().do(*["dice/all: 6 1"] * 3)
    assert evening.lane("jason")["stage"] == "dinozord"
    evening.do("dice/all: 6 1")
    assert evening.match.result.winners == {"jason"}
    assert all(p["hung"] for p in evening.match.view("audience")["table"]["megazord"]["pieces"])


@pytest.mark.parametrize(
    ("tie", "winners"), [("joint", {"jason", "billy"}), ("roll_off", {"billy"})]
)
def test_aliens_down_in_one_roll(tie, winners):
    """R60 with `short_tie`."""
    evening = short(short_tie=tie).do(*["dice/all: 3 3"] * 4)
    if tie == "roll_off":
        evening.do("dice/all: 1 2")
    assert evening.match.result.winners == winners


# -- house rules


def test_swap_targets_may_leave_out_the_fighters_lane():
    """R34 with `swap_targets=not_fighters_lane`."""
    evening = Evening(swap_targets="not_fighters_lane").set_up().rangers().do("jason: battle")
    evening.do("billy: look", "deck/billy: putty-1", "billy: seen")
    assert evening.match.legal_actions("billy") == ("look billy/1", "look billy/2", "look billy/3")


def test_others_may_be_shown_nothing_of_a_swap():
    """R36 with `swap_seen_by_others=nothing`."""
    evening = Evening(3, swap_seen_by_others="nothing").set_up().rangers()
    evening.do("jason: battle", "billy: leave it")
    assert evening.match.view("kimberly")["table"]["mine"]["swaps_seen"] == []


def test_reclaiming_may_wait_for_the_morph():
    """R27 with `reclaim_before_morph=false`."""
    assert Evening(reclaim_before_morph="false").set_up().match.legal_actions("jason") == ("morph",)


def test_a_six_may_turn_up_all_chips():
    """R30 with `reclaim_six=all`."""
    evening = Evening(reclaim_six="all").set_up()
    evening.do("jason: morph", "jason: chips 2 3 4", "dice/jason: 1").spend("billy")
    evening.do("jason: reclaim", "dice/jason: 6")
    assert set(evening.player("jason").chips.values()) == {"up"}


def test_the_track_may_fall_by_twos():
    """R52 with `sphinx_track`."""
    assert GAMES["king_sphinx"].options({"sphinx_track": "28,26,24,22,20"})
    for wrong in ("28,26", "28,20,22,20", "27,20"):
        with pytest.raises(OptionError, match="sphinx_track"):
            GAMES["king_sphinx"].options({"sphinx_track": wrong})


def test_levels_are_checked_against_the_box():
    """R6, R8 with `putty_levels` and `alien_levels`."""
    for wrong in ({"putty_levels": "2,3"}, {"alien_levels": "8,9,10,15"}):
        with pytest.raises(OptionError, match="levels"):
            GAMES["king_sphinx"].options(wrong)
    evening = Evening(alien_levels="14,8,8,8").set_up()
    assert evening.match.position.aliens.levels["alien-1"] == 14


def test_a_memory_aid_lists_what_the_seat_itself_has_seen():
    """R9 with `memory_aid=on`: as last seen, for nobody else."""
    evening = Evening(memory_aid="on").set_up()
    memory = evening.match.view("jason")["table"]["mine"]["memory"]
    assert memory == [{"place": "jason/alien", "level": 8}]
    assert '"level"' not in evening.text("audience")


def test_with_tagged_stands_the_scan_at_the_check_decides():
    """R39 with `stands=tagged`, `layout=free`: no scan at set-up, one at each check."""
    evening = Evening(stands="tagged")
    evening.do("jason: character jason", "billy: character billy", "jason: lane 1", "billy: lane 2")
    evening.do("jason: alien goldar", "jason: seen", "billy: alien squatt", "billy: seen")
    evening.do("dice/all: 6 1").rangers().do("jason: battle", "billy: leave it")
    evening.do("jason: chips none", "dice/jason: 3")
    assert evening.match.ask_of("deck/jason").real
    evening.do("deck/jason: putty-3")
    assert evening.lane("jason")["putties"] == [False, True, True]


def test_with_a_scanned_layout_each_stand_is_known_from_its_place():
    """R6 with `layout=scanned`: identified, its level shown to nobody."""
    evening = Evening(stands="tagged", layout="scanned")
    evening.do("jason: character jason", "billy: character billy", "jason: lane 1", "billy: lane 2")
    for n in range(1, 7):
        evening.do(f"deck/table: putty-{n}")
    assert "putty-" not in evening.text("jason") + evening.text("audience")
    assert evening.match.position.putties.under["billy/3"] == "putty-6"


# -- bad input, and the table speaks


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("dice/jason: 0", UnknownAction),
        ("dice/jason: 7", UnknownAction),
        ("dice/jason: 3 4", IllegalAction),
        ("dice/billy: 3", StaleAction),
        ("nobody: 3", UnknownAction),
        ("billy: morph", StaleAction),
    ],
)
def test_a_wrong_die_or_seat_is_named_and_changes_nothing(line, error):
    evening = Evening().set_up().do("jason: morph", "jason: chips none")
    before = evening.text("jason")
    with pytest.raises(error):
        evening.do(line)
    assert evening.text("jason") == before


def test_the_table_may_say_what_the_pi_has_missed():
    evening = Evening().set_up()
    evening.do("table: clip 25", "table: chips billy 2 4 down", "table: turn billy")
    assert evening.match.view("audience")["table"]["clip"] == 25
    assert evening.player("billy").chips[4] == "down"
    assert evening.match.legal_actions("billy")
    for wrong in ("clip 29", "chips billy 6 down", "turn rita", "win jason"):
        with pytest.raises(RuleError):
            evening.do(f"table: {wrong}")
