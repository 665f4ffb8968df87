"""Cards of real decks: enrolled in the order of their list, scanned when they turn public."""

from __future__ import annotations

import pytest

from companion.engines.catalogue import GAMES
from companion.table.packs.library import shelved
from tests.table.tagged import enrol, first, printed, tag, tag_of

SEATS = ("jason", "billy")
ROOFS, HARBOUR, KITCHEN = (f"bandai/night-shift/{deck}" for deck in ("roofs", "harbour", "kitchen"))


@pytest.fixture
def shelf(table, tmp_path):
    """A table with the card games on its shelf."""

    def make(**settings):
        games = shelved(GAMES, tmp_path / "home", keep=True)
        return table(games=games, **{"tonight": "king_sphinx", **settings})

    return make


def next_words(t):
    shown = t.frame("owner")["owner"]["tags"]["next"]
    words = shown["words"]
    return words["text"].format(**words.get("args", {})), shown["tagged"], shown["of"]


def test_a_deck_is_enrolled_in_the_order_of_its_list_with_undo(shelf):
    t = shelf()
    t.do("owner", "tags.deck", deck=ROOFS)
    seen = [next_words(t)]
    for n in range(3):
        t.place(tag(n))
        seen.append(next_words(t))
    t.do("owner", "tags.undo")

    assert next_words(t) == seen[2]
    assert [tagged for _, tagged, _ in seen] == [0, 1, 2, 3]
    assert seen[0][0].startswith("Next: ")
    assert seen[0][2] == 20
    for _ in "12":
        t.do("owner", "tags.undo")
    assert next_words(t) == seen[0]
    t.do("owner", "tags.undo")
    assert t.frame("owner")["owner"]["tags"]["next"] is None


def test_an_enrolment_goes_on_where_it_stopped(shelf):
    t = shelf()
    t.do("owner", "tags.deck", deck=ROOFS)
    t.place(tag(1))
    words = next_words(t)
    t.do("owner", "tags.stop")
    t.place(tag(2))
    assert tag_of(t, f"{ROOFS}/1.alley-cat.2") is None

    t = t.again()
    t.do("owner", "tags.deck", deck=ROOFS)
    assert next_words(t) == words


def test_one_tag_is_on_one_piece(shelf):
    t = shelf()
    t.do("owner", "tags.deck", deck=ROOFS)
    t.place(tag(1))
    words = next_words(t)
    t.place(tag(1))

    assert next_words(t) == words
    assert "one tag, one card" in str(t.frame("owner")["toast"])
    t.do("owner", "tags.stop")
    t.do("owner", "tags.enrol", level=3)
    t.place(tag(1))
    assert t.frame("owner")["owner"]["tags"]["kinds"][0]["tagged"] == 0


def test_stands_and_decks_are_counted_and_forgotten_apart(shelf):
    t = shelf()
    t.do("owner", "tags.enrol", level=3)
    t.place("0A0B0C0D")
    n = enrol(t, ROOFS)
    enrol(t, HARBOUR, first=n)
    tags = t.frame("owner")["owner"]["tags"]

    assert tags["kinds"][0]["tagged"] == 1
    assert tags["boxes"] == [{"box": f"{name}/1", "tagged": 20} for name in (HARBOUR, ROOFS)]
    assert t.do("owner", "tags.deck", deck=ROOFS).status == "illegal"
    t.do("owner", "tags.forget", piece=f"{ROOFS}/1")
    tags = t.frame("owner")["owner"]["tags"]
    assert [box["box"] for box in tags["boxes"]] == [f"{HARBOUR}/1"]
    assert tags["kinds"][0]["tagged"] == 1


@pytest.mark.parametrize(
    ("viewer", "deck", "status"),
    [
        ("jason", ROOFS, "illegal"),
        ("owner", "bandai/night-shift/attic", "illegal"),
        ("owner", "king_sphinx/a/b", "illegal"),
        ("owner", "bandai/plain", "illegal"),
        ("owner", "heroes/night-market/soggies", "ok"),
    ],
)
def test_only_the_owner_enrols_and_only_decks_of_packs(shelf, viewer, deck, status):
    assert shelf().do(viewer, "tags.deck", deck=deck).status == status


def duel(shelf, **options):
    """Three decks have their tags, and a duel has begun with two of them."""
    t = shelf()
    enrol(t, KITCHEN, first=enrol(t, HARBOUR, first=enrol(t, ROOFS)))
    told = {"decks": "night-shift/roofs,night-shift/harbour", "deck_kinds": "tagged", **options}
    return t.started(*SEATS, game="bandai", **told)


def scan(t, piece):
    return t.place(tag_of(t, piece))


def test_a_card_on_the_pad_is_put_down_by_whoever_has_it(shelf):
    t = duel(shelf)
    t.three("jason")
    scan(t, first(HARBOUR))
    scan(t, first(ROOFS))

    sides = t.frame()["table"]["clash"]["sides"]
    assert all(side["down"] for side in sides)


def wrong_tags(t):
    """Tags that cannot be meant now, each for another reason."""
    played = {"a card that lies there already": first(ROOFS)}
    played["another card of the seat that has answered"] = f"{ROOFS}/1.kite-scout.1"
    played["a card that was not paid for"] = f"{HARBOUR}/1.{dear(HARBOUR)}.1"
    played["a card of a deck that nobody plays"] = f"{KITCHEN}/1.soup-ghost.2"
    tags = {reason: tag_of(t, piece) for reason, piece in played.items()}
    return {**tags, "a tag that is on nothing": "0A0B0C0D"}


def dear(deck):
    found = printed(deck)
    return next(card for card in found.counts if found.cards[card].cost)


def test_a_refused_card_makes_the_same_bytes_whatever_the_reason(shelf):
    t = duel(shelf)
    t.three("jason")
    scan(t, first(ROOFS))
    viewers = (*SEATS, "zach", "audience", "owner")

    seen = {}
    for reason, wrong in wrong_tags(t).items():
        t.outputs.signs.clear()
        t.outputs.sounds.clear()
        t.session.sitting.toasts.clear()
        t.session.publish()
        before = {viewer: t.board.frame(viewer) for viewer in viewers}
        reply = t.place(wrong)
        news = {
            viewer: (after.version - before[viewer].version, {**t.frame(viewer), "version": 0})
            for viewer in viewers
            if (after := t.board.frame(viewer)) != before[viewer]
        }
        seen[reason] = str(reply), news, t.outputs.signs[:], t.outputs.sounds[:]

    assert len({str(what) for what in seen.values()}) == 1
    reply, news, signs, sounds = seen["a tag that is on nothing"]
    assert list(news) == ["billy"]
    assert (signs, sounds) == ([], [])
    assert t.frame("billy")["toast"]["text"].startswith("Not now.")


def test_a_card_from_the_hand_is_no_card_of_the_deck(shelf):
    """What was paid with lies open: it is refused when the deck must turn a card up."""
    t = duel(shelf, starting_hand="2", damage_to="discard")
    paid = f"{ROOFS}/1.kite-scout.1"
    scan(t, paid)
    t.three("billy")
    scan(t, first(HARBOUR))
    t.press("jason")
    assert t.frame()["awaited"] == ["jason"]
    assert t.frame()["seats"][0]["lamp"] == "on"

    assert scan(t, paid).status == "illegal"
    assert scan(t, first(HARBOUR)).status == "illegal"
    assert scan(t, f"{ROOFS}/1.alley-cat.1").status == "ok"
    assert t.said()[-1] == "jason loses Alley Cat."


def test_two_seats_with_the_same_list_have_a_box_each(shelf):
    t = shelf()
    enrol(t, ROOFS, box=2, first=enrol(t, ROOFS, box=1))
    told = {"decks": "night-shift/roofs,night-shift/roofs", "deck_kinds": "tagged"}
    t.started(*SEATS, game="bandai", **told)
    t.three("jason")

    scan(t, f"{ROOFS}/2.paper-plane.1")
    assert not t.frame("jason")["sealed"]
    scan(t, f"{ROOFS}/1.paper-plane.1")
    assert all(side["down"] for side in t.frame()["table"]["clash"]["sides"])


def test_no_tag_and_no_box_is_in_any_frame_of_a_match(shelf):
    t = duel(shelf)
    t.three("jason")
    scan(t, first(ROOFS))
    known = [row.tag.encode() for row in t.session.sitting.tags._all]

    for viewer in (*SEATS, "zach", "audience", "owner"):
        body = t.board.frame(viewer).body
        assert not [tag_ for tag_ in known if tag_ in body]
        assert b"/1." not in body
