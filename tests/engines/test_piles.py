"""Face-down pieces: what is known of them, and what is not."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest

from companion.engines.piles import Hand, Pile, Stock
from companion.errors import BrokenRule

CARDS = ("c1", "c2", "c3")


def answer(script: Coroutine[Any, Any, Any], *pieces: Any) -> tuple[Any, list[Any]]:
    """What a script comes to if those pieces are drawn or dealt; and what it asked."""
    asked: list[Any] = []
    given = iter(pieces)
    value: Any = None
    while True:
        try:
            asked.append(script.send(value))
        except StopIteration as end:
            return end.value, asked
        value = next(given)


def test_a_piece_settles_when_it_is_drawn_and_not_before() -> None:
    pile = Pile.shuffled("jason", CARDS)
    assert (len(pile), pile.stock.unseen) == (3, list(CARDS))

    piece, asked = answer(pile.reveal("table"), "c2")

    assert piece == "c2"
    assert asked[0].pieces == CARDS
    assert (len(pile), pile.stock.unseen) == (2, ["c1", "c3"])


def test_known_cards_lie_where_they_were_put() -> None:
    pile = Pile.shuffled("jason", CARDS[:1])
    pile.put_on_top("c2")
    pile.put_under("c3")

    assert [pile.take(), pile.take(), pile.take()] == ["c2", None, "c3"]
    with pytest.raises(BrokenRule, match="empty"):
        pile.take()


def test_there_is_no_asking_which_piece_it_is_where_none_is_left() -> None:
    with pytest.raises(BrokenRule, match="no piece is left"):
        answer(Stock("jason", []).settle("table"))
    with pytest.raises(BrokenRule, match="no piece is left"):
        answer(Stock("jason", list(CARDS)).settle("table", among=lambda _: False))


def test_the_pi_draws_a_card_into_the_hand_and_its_owner_knows_it() -> None:
    pile = Pile.shuffled("jason", CARDS)
    hand = Hand(pile.stock)

    _, asked = answer(pile.draw(hand), "c3")

    assert asked[0].to == "jason"
    assert (hand.held, hand.unseen, len(hand)) == (["c3"], 0, 1)


def test_a_real_card_goes_to_the_hand_unasked_and_unknown() -> None:
    pile = Pile.shuffled("jason", CARDS, real=True)
    hand = Hand(pile.stock)

    _, asked = answer(pile.draw(hand))

    assert asked == []
    assert (hand.held, hand.unseen, len(hand), len(pile)) == ([], 1, 1, 2)
    assert pile.stock.unseen == list(CARDS)


def test_a_known_card_is_drawn_without_a_question() -> None:
    pile = Pile.shuffled("jason", CARDS, real=True)
    pile.put_on_top("c9")
    hand = Hand(pile.stock)

    assert answer(pile.draw(hand))[1] == []
    assert hand.held == ["c9"]


def test_after_a_shuffle_nobody_knows_any_place() -> None:
    pile = Pile.shuffled("jason", CARDS[:1])
    pile.put_on_top("c2")
    pile.put_under("c3")

    pile.shuffle(["c4"])

    assert len(pile) == 4
    assert sorted(pile.stock.unseen) == ["c1", "c2", "c3", "c4"]
    assert pile.take() is None


def test_some_pieces_alone_may_be_asked_for() -> None:
    stock = Stock("jason", list(CARDS))

    _, asked = answer(stock.settle("jason", among=lambda piece: piece != "c1"), "c3")

    assert asked[0].pieces == ("c2", "c3")
    assert stock.unseen == ["c1", "c2"]


def test_a_hand_is_dealt_by_one_question_in_the_order_of_the_cards() -> None:
    pile = Pile.shuffled("jason", CARDS)
    pile.put_on_top("c8")
    pile.put_under("c9")
    hand = Hand(pile.stock)

    _, asked = answer(pile.draw(hand, 5), ("c3", "c1", "c2"))

    assert [(ask.to, ask.pieces, ask.count) for ask in asked] == [("jason", CARDS, 3)]
    assert hand.held == ["c8", "c3", "c1", "c2", "c9"]
    assert (len(pile), pile.stock.unseen) == (0, [])


def test_cards_dealt_for_all_to_see_are_known_on_the_pile() -> None:
    pile = Pile.shuffled("jason", CARDS)

    _, asked = answer(pile.deal(2, "table"), ("c3", "c1"))

    assert [(ask.to, ask.count) for ask in asked] == [("table", 2)]
    assert (pile.take(), pile.take(), pile.take()) == ("c3", "c1", None)


def test_real_cards_are_dealt_unasked_whatever_their_number() -> None:
    pile = Pile.shuffled("jason", CARDS, real=True)
    pile.put_on_top("c8")
    hand = Hand(pile.stock)

    assert answer(pile.draw(hand, 3))[1] == []
    assert (hand.held, hand.unseen, pile.middle) == (["c8"], 2, 1)


def test_nobody_is_dealt_more_than_there_is() -> None:
    pile = Pile.shuffled("jason", CARDS, real=True)

    with pytest.raises(BrokenRule, match="empty"):
        answer(pile.draw(Hand(pile.stock), 4))
    with pytest.raises(BrokenRule, match="fewer pieces"):
        answer(Stock("jason", list(CARDS)).deal(4))
