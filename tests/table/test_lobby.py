"""The first screen: King Sphinx in one touch, the card games by keys, with a deck a seat."""

from __future__ import annotations

import pytest

from companion.engines.catalogue import GAMES
from companion.table.packs.library import FORMATS, Shelf, new, shelved
from companion.table.record import to_text


@pytest.fixture
def lobby(table, tmp_path):
    def make(*seats):
        games = shelved(GAMES, tmp_path / "home", keep=True)
        t = table(games=games, tonight="king_sphinx", short="king_sphinx_short")
        for seat in seats:
            t.press(seat)
        return t

    return make


def offered(t):
    return {game["key"]: game["name"] for game in t.frame()["lobby"]["games"]}


def read(text):
    """A text of a frame in English."""
    args = text.get("args", {}).items()
    return text["text"].format(**{n: read(a) if isinstance(a, dict) else a for n, a in args})


def own(t, seat):
    setup = t.frame()["lobby"]["setup"]
    return next(found for found in setup["seats"] if found["seat"] == seat)


def test_king_sphinx_comes_first_and_the_shelf_is_key_five(lobby):
    t = lobby("jason", "billy")
    assert list(offered(t).values()) == ["tonight", "short", "alone", "resume", "shelf"]

    t.key(5)
    assert list(offered(t).values()) == [*FORMATS, "back"]
    t.key(6)
    assert offered(t)[1] == "tonight"
    t.key(1)
    assert t.frame()["game"]["id"] == "king_sphinx"


@pytest.mark.parametrize("game", FORMATS)
def test_every_card_game_begins_by_three_keys_with_nothing_chosen(lobby, game):
    t = lobby("billy", "jason")
    t.key(5)
    t.key(1 + FORMATS.index(game))
    t.key(1)

    assert t.frame()["stage"] == "play"
    assert t.frame()["game"]["id"] == game
    match = t.session.sitting.play.match
    assert match.seats == ("jason", "billy")
    assert {deck.kind for deck in match.decks.values()} == {"virtual"}


@pytest.mark.parametrize("game", FORMATS)
def test_every_card_game_is_played_alone_against_robots(lobby, game):
    t = lobby("zach")
    t.key(5)
    t.key(1 + FORMATS.index(game))
    assert t.key(1).status == ("ok" if game == "heroes" else "illegal")
    if game != "heroes":
        assert "or key 2 to play against robots" in t.frame()["toast"]["text"].format(
            **t.frame()["toast"]["args"]
        )
        t.key(2)
        assert sum(seat["robot"] for seat in t.frame()["seats"]) == 1

    assert t.frame()["stage"] == "play"
    assert "zach" in t.session.sitting.people()


def test_robots_take_no_seat_of_anybody_who_sits(lobby):
    t = lobby("jason", "billy")
    t.do("billy", "start", game="king_sphinx", alone=True)

    assert t.session.sitting.sat == ["jason", "billy"]
    assert t.session.sitting.robots == {"kimberly", "zach"}


def test_heroes_alone_has_one_robot_beside(lobby):
    t = lobby("zach")
    t.do("zach", "start", game="heroes", alone=True)
    assert [seat["seat"] for seat in t.frame()["seats"] if seat["robot"]] == ["jason"]


def test_the_keys_choose_the_deck_of_whoever_sat_down_last(lobby):
    t = lobby("jason", "billy")
    t.key(5, 1)
    decks = [deck["deck"] for deck in t.frame()["lobby"]["setup"]["decks"]]

    t.key(3)
    assert own(t, "billy")["deck"] == decks[0]
    t.key(3)
    t.key(4)
    assert (own(t, "billy")["deck"], own(t, "billy")["kind"]) == (decks[1], "tagged")
    assert (own(t, "jason")["deck"], own(t, "jason")["kind"]) == ("", "virtual")
    t.key(1)

    match = t.session.sitting.play.match
    assert match.options["decks"] == f",{decks[1]}"
    assert {seat: deck.kind for seat, deck in match.decks.items()} == {
        "jason": "virtual",
        "billy": "tagged",
    }


def test_a_phone_chooses_its_deck_and_the_next_evening_knows_it(lobby):
    t = lobby("jason", "billy")
    t.do("audience", "shelf", game="heroes")
    assert (
        t.do("jason", "deck", seat="jason", deck="night-market/pedal", kind="told").status == "ok"
    )
    assert t.do("jason", "deck", seat="jason", deck="night-market/soggies").status == "illegal"

    t = t.again()
    t.press("jason")
    t.do("audience", "shelf", game="heroes")
    assert (own(t, "jason")["name"], own(t, "jason")["kind"]) == ("Pedal", "told")
    t.do("jason", "start", game="heroes")

    decks = t.session.sitting.play.match.decks
    assert decks["jason"].source == "night-market/pedal"
    assert decks["foot"].kind == "virtual"


def test_a_robots_cards_are_dealt_whatever_that_seat_chose(lobby):
    t = lobby("jason", "billy")
    t.key(5, 1)
    t.do("billy", "deck", seat="billy", kind="tagged")
    t.press("billy")
    t.do("jason", "start", game="bandai", alone=True)

    robot = next(seat["seat"] for seat in t.frame()["seats"] if seat["robot"])
    assert t.session.sitting.play.match.decks[robot].kind == "virtual"


def test_a_deck_that_does_not_fit_is_refused_in_words(lobby):
    t = lobby("jason", "billy")
    t.do("audience", "shelf", game="monster_rancher")
    t.do("jason", "deck", seat="jason", deck="valley/ember-starter")
    t.do("billy", "deck", seat="billy", deck="valley/shallows")
    reply = t.key(1)

    assert reply.status == "illegal"
    assert "30" in str(t.frame()["toast"])
    assert t.frame()["stage"] == "lobby"


def test_a_small_deck_is_answered_by_a_small_one(lobby):
    t = lobby("jason", "billy")
    t.do("audience", "shelf", game="monster_rancher")
    t.do("jason", "deck", seat="jason", deck="valley/ember-starter")
    t.key(1)

    decks = t.session.sitting.play.match.decks
    assert [sum(deck.counts.values()) for deck in decks.values()] == [30, 30]


@pytest.mark.parametrize("name", ["shelf", "back", "deck"])
def test_the_shelf_is_closed_while_a_match_is_played(lobby, name):
    t = lobby("jason", "billy")
    t.key(1)
    assert t.do("jason", name, seat="jason").status == "illegal"


def test_no_packs_are_read_before_somebody_wants_cards(lobby):
    t = lobby("jason", "billy")
    shelves = [t.games[game].decks for game in FORMATS]
    t.key(5)
    assert all(isinstance(shelf, Shelf) and shelf._packs is None for shelf in shelves)


def test_an_enemys_deck_is_no_choice_of_a_seat():
    shelf = Shelf("heroes")
    seats, all_ = dict(shelf.choices()), dict(shelf.lists())

    assert "night-market/ladle" in seats
    assert "night-market/soggies" not in seats
    assert "night-market/soggies" in all_


def test_a_record_whose_pack_is_missing_names_the_pack_and_the_next_step(lobby):
    t = lobby("jason", "billy")
    t.do("jason", "start", game="bandai")
    text = to_text(t.session.sitting.play.header, t.log)
    t.do("owner", "abandon")
    reply = t.do("owner", "import", text=text.replace('"night-shift":"', '"day-shift":"', 1))

    assert reply.status == "illegal"
    assert "pack day-shift. Put that pack's file into the folder packs" in str(reply.words)
    assert "day-shift" in str(t.frame("owner")["toast"])
    assert t.do("owner", "import", text=text).status == "ok"


def test_a_pack_laid_into_the_home_folder_is_there_at_once_and_a_faulty_one_is_named(lobby):
    t = lobby("jason", "billy")
    t.key(5, 1)
    shipped = t.frame()["lobby"]["setup"]["decks"]
    packs = t.home / "packs"
    packs.mkdir(exist_ok=True)
    (packs / "mine.toml").write_text(new("bandai", "mine"))
    (packs / "bad.toml").write_text(new("bandai", "bad").replace("hand_cost = 0", "hand_cost = -1"))
    t.key(6)
    t.key(5, 1)

    setup = t.frame()["lobby"]["setup"]
    assert [deck for deck in setup["decks"] if deck not in shipped] == [
        {"deck": "mine/mine", "name": "My deck"}
    ]
    assert list(map(read, setup["faults"])) == [
        "bad.toml: card first-card (First Card), hand_cost: must be 0 or more, not -1"
    ]


def test_alone_whoever_holds_a_phone_is_the_one_who_plays(table):
    made = table(games=dict(GAMES), tonight="king_sphinx")
    claim = made.do("audience", "claim", seat="billy", code=made.session.terminal_code)
    assert claim.status == "ok"
    made.session.sitting.sat.clear()

    assert made.do("audience", "start", game="alone").status == "ok"

    robots = {seat["seat"] for seat in made.frame()["seats"] if seat["robot"]}
    assert "billy" not in robots
    assert "jason" in robots


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("W" * 25, "up to 24 letters, that one has 25"),
        ("Wil\u202el", "signs that cannot be seen"),
        ("Wil\x1bl", "signs that cannot be seen"),
    ],
)
def test_a_name_is_kept_as_it_was_typed_or_refused_in_words(table, name, words):
    made = table(games=dict(GAMES), tonight="king_sphinx")
    for kept in (
        "Zoë <b>& 🦖",
        "W" * 24,
        "\U0001f469\u200d\U0001f680 Ann",
        "\u0646\u0627\u0645\u0647\u200c\u0627\u06cc",
    ):
        assert made.do("billy", "name", seat="billy", name=f" {kept}\n").status == "ok"
        assert made.frame()["seats"][1]["name"] == kept
    before = made.frame()

    reply = made.do("billy", "name", seat="billy", name=name)

    assert reply.status == "illegal"
    assert words in str(reply.words)
    assert made.frame("billy")["toast"] == reply.words.json()
    assert made.frame() == before
    assert made.again().frame()["seats"][1]["name"] == "\u0646\u0627\u0645\u0647\u200c\u0627\u06cc"


@pytest.mark.parametrize("name", [None, 7, ["x"]])
def test_a_name_that_is_no_text_changes_nothing(table, name):
    made = table(games=dict(GAMES), tonight="king_sphinx")
    made.do("owner", "name", seat="billy", name="Will")

    assert made.do("owner", "name", seat="billy", name=name).status == "illegal"
    assert made.frame()["seats"][1]["name"] == "Will"


def test_why_a_name_was_refused_is_not_said_on_the_next_screen(lobby):
    t = lobby("jason")
    assert t.do("jason", "name", seat="jason", name="W" * 40).status == "illegal"
    assert t.frame("jason")["toast"]

    t.do("billy", "shelf")

    assert t.frame("jason")["toast"] is None


def test_a_deck_without_a_single_tag_says_so_before_the_start_and_may_be_begun(lobby):
    t = lobby("jason", "billy")
    t.key(5, 1)
    deck = t.frame()["lobby"]["setup"]["decks"][0]["deck"]
    for chosen in ("", deck):
        t.do("jason", "deck", seat="jason", deck=chosen, kind="tagged")
        assert "No card of this deck has a tag yet" in read(own(t, "jason")["lacks"])
        assert "owner's page" in read(own(t, "jason")["lacks"])
    assert own(t, "billy")["lacks"] is None

    t.do("owner", "tags.deck", deck=f"{FORMATS[0]}/{deck}")
    t.place("04C20001")
    assert own(t, "jason")["lacks"] is None
    t.do("owner", "tags.undo")
    assert own(t, "jason")["lacks"]
    assert t.do("jason", "start", game=FORMATS[0]).status == "ok"


def test_keys_for_a_deck_say_whose(lobby):
    t = lobby()
    t.key(5, 1)

    def about():
        return [read(game["about"]) for game in t.frame()["lobby"]["games"][2:4]]

    assert about() == ["Sit down first."] * 2
    t.do("jason", "sit", seat="jason")
    assert about() == ["for jason"] * 2
    t.press("billy")
    assert about() == ["for billy"] * 2


@pytest.mark.parametrize("game", FORMATS)
def test_robots_are_opponents_or_comrades(lobby, game):
    t = lobby("jason")
    t.key(5, 1 + FORMATS.index(game))
    told = "With robots" if game == "heroes" else "Against robots"
    assert read(t.frame()["lobby"]["games"][1]["title"]) == told


@pytest.mark.parametrize(
    ("game", "dice"),
    [("", "real"), ("heroes", "real"), ("bandai", None), ("monster_rancher", None)],
)
def test_who_throws_is_told_before_the_games_that_have_dice_and_no_other(lobby, game, dice):
    """What the last match leaves behind is shown where the next one is begun."""
    t = lobby("jason", "billy")
    t.do("owner", "start", game="king_sphinx", options={"dice": "real"})
    t.do("owner", "abandon")
    if game:
        t.do("jason", "shelf", game=game)
    assert t.frame()["lobby"]["dice"] == dice


def test_whoever_sits_here_changes_who_throws_and_the_next_evening_knows_it(lobby):
    t = lobby("jason", "billy")
    assert t.do("jason", "dice", dice="real").status == "ok"
    assert t.do("jason", "dice", dice="borrowed").status == "illegal"
    t = t.again()
    assert t.frame()["lobby"]["dice"] == "real"
    t.started("jason", "billy")
    assert t.session.sitting.play.match.options["dice"] == "real"
    assert t.do("jason", "dice", dice="pi").status == "illegal", "not in the middle of a match"


def test_house_rules_picked_for_one_game_are_no_other_games(lobby):
    """Two games have rules of the same name that mean other things."""
    t = lobby("jason", "billy")
    t.do("jason", "preset", preset="with children")
    assert t.frame()["lobby"]["preset"] == "with children"
    t.do("jason", "shelf", game="bandai")
    assert t.frame()["lobby"]["preset"] is None
    assert "with children" in t.frame()["lobby"]["presets"]
    t.do("jason", "start", game="bandai")
    assert t.session.sitting.play.match.options["starting_hand"] == 0

    t.do("owner", "abandon")
    t.do("jason", "shelf", game="bandai")
    t.do("jason", "preset", preset="with children")
    t.do("jason", "start", game="bandai")
    assert t.session.sitting.play.match.options["starting_hand"] == 3


def test_the_house_rules_that_are_explained_are_those_of_the_game_that_is_begun_next(lobby):
    t = lobby("jason", "billy")
    assert t.frame("owner")["owner"]["rules"]["game"] == "king_sphinx"
    t.do("jason", "shelf", game="heroes")
    rules = t.frame("owner")["owner"]["rules"]
    assert rules["game"] == "heroes"
    assert [preset["preset"] for preset in rules["presets"]] == ["skirmish", "evening"]
    t.do("jason", "dice", dice="real")
    about = next(s.about for s in GAMES["heroes"].switches if s.name == "dice")
    as_here = {rule["about"]: rule["value"] for rule in t.frame("owner")["owner"]["rules"]["rules"]}
    assert as_here[about] == "real"
