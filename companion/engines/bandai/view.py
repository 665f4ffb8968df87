"""Who sees what of the duel. White lists: a held hand is in its owner's view alone."""

from __future__ import annotations

from companion.engines.bandai.pieces import Clash, Duel, Player
from companion.engines.core import Json, Seat


def table(position: Duel, viewer: Seat) -> dict[str, Json]:
    """The table as `viewer` sees it from its place."""
    shown: dict[str, Json] = {
        "turn": position.turn,
        "step": position.step,
        "elements": list(position.elements),
        "element_mode": position.options["element_mode"],
        "top": position.top,
        "players": [player(found) for found in position.players.values()],
        "clash": clash(position, position.clash) if position.clash else None,
    }
    if viewer in position.players:
        shown["mine"] = mine(position.players[viewer])
    return shown


def player(found: Player) -> Json:
    return {
        "seat": found.seat,
        "deck_name": found.deck.name,
        "kind": found.deck.kind,
        "size": sum(found.deck.counts.values()),
        "deck": len(found.pile),
        "hand": len(found.hand),
        "discard": [
            {"id": found.cards[piece].id, "name": found.cards[piece].name}
            for piece in found.discard
        ],
        "untold": found.untold,
    }


def clash(position: Duel, now: Clash) -> Json:
    """The newest count of three: open cards, what fights what, and who was damaged."""
    return {
        "turn": now.turn,
        "sides": [
            {
                "seat": seat,
                "paid": now.paid.get(seat),
                "paid_with": [
                    position.players[seat].cards[piece].name
                    for piece in now.paid_with.get(seat, ())
                ],
                "down": seat in now.played and now.played[seat] is not None,
                "card": position.players[seat].cards[piece].json()
                if (piece := now.played.get(seat))
                else None,
                "element": now.elements.get(seat),
                "value": now.values.get(seat),
            }
            for seat in position.seats
        ],
        "open": bool(now.played),
        "winner": now.winner,
        "damage": now.damage,
    }


def mine(own: Player) -> Json:
    """What this seat alone sees: the hand that the Pi dealt, and what it chose.

    Of a hand of real cards it sees the list of its own deck, by which they are told.
    """
    shown: dict[str, Json] = {
        "hand": [own.cards[piece].json() for piece in own.hand.held],
        "unseen": own.hand.unseen,
        "chosen": own.cards[own.chosen].id if own.chosen else None,
    }
    if own.real:
        shown["list"] = [own.deck.cards[card].json() for card in own.deck.counts]
    return shown
