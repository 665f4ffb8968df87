"""What each viewer may see of a battle: a white list.

Open hands lie before everybody; with `hands_visible=owner_only` a hand is a number to the others.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from companion.engines.core import Json, Piece, Seat
from companion.engines.heroes.cards import Combat, Enemy

if TYPE_CHECKING:
    from companion.engines.heroes.pieces import Foe, Table


def view_of(table: Table, viewer: Seat) -> dict[str, Json]:
    """The table as `viewer` sees it."""
    guarded = table.guarded()
    shown: dict[str, Json] = {
        "battle": table.battle,
        "battles": table.house["battles"],
        "rangers": [ranger_shown(table, seat) for seat in table.seats],
        "lead": table.lead or None,
        "pool": table.pool,
        "command_center": table.command,
        "track": table.track,
        "zords": table.zords,
        "figures": dict(table.figures),
        "big": table.big or None,
        "beaten": {place: len(pieces) for place, pieces in table.beaten.items()},
        "rows": [[foe_shown(table, foe, guarded) for foe in row] for row in table.rows],
        "order": [foe.piece for foe in table.order],
        "sequence": list(table.turns),
        "at": table.at,
        "act": act_shown(table),
        "played": [
            {"seat": play.seat, **combat_shown(table.cards[play.piece])} for play in table.in_play
        ],
        "revealed": list(table.shields),
    }
    if viewer in table.rangers:
        shown["mine"] = {
            "seat": viewer,
            "hand": hand_shown(table, viewer),
            "list": list_shown(table, viewer),
        }
    return shown


def ranger_shown(table: Table, seat: Seat) -> Json:
    """A Ranger as everybody sees it: counts, the open discard pile, an open hand."""
    ranger = table.rangers[seat]
    return {
        "seat": seat,
        "name": table.decks[seat].name,
        "deck": len(ranger.deck),
        "hand": len(ranger.hand),
        "cards": hand_shown(table, seat) if table.open_hands else None,
        "list": list_shown(table, seat) if table.decks[seat].real else None,
        "discard": [table.cards[piece].name for piece in ranger.discard],
        "stored": ranger.stored,
        "actions": ranger.actions,
        "defeated": bool(table.fighting) and seat not in table.fighting,
    }


def hand_shown(table: Table, seat: Seat) -> Json:
    """The cards of a hand that are known; a real hand is only a number."""
    held = table.rangers[seat].hand.held
    return [{"piece": piece, **combat_shown(table.cards[piece])} for piece in held]


def list_shown(table: Table, seat: Seat) -> Json:
    """What a deck is made of, as printed in its list: never where a card is."""
    return [{"id": card.id, **combat_shown(card)} for card in table.decks[seat].cards.values()]


def foe_shown(table: Table, foe: Foe, guarded: set[Piece]) -> Json:
    return {
        "piece": foe.piece,
        "card": enemy_shown(foe.card),
        "keywords": list(foe.keywords),
        "hits": foe.hits,
        "health": table.health(foe),
        "resolved": foe.resolved,
        "defeated": foe.defeated,
        "guarded": foe.piece in guarded,
    }


def act_shown(table: Table) -> Json:
    act = table.act
    if act is None:
        return None
    return {
        "kind": act.kind,
        "name": act.name,
        "by": act.by,
        "piece": act.piece,
        "targets": list(act.targets),
        "faces": list(act.faces) if act.faces else None,
        "hits": act.hits,
        "damage": act.damage,
        "on": act.on,
    }


@lru_cache(maxsize=1024)
def combat_shown(card: Combat) -> dict[str, Json]:
    return {
        "name": card.name,
        "type": card.type,
        "cost": card.cost,
        "dice": card.dice,
        "hits": card.hits,
        "shields": card.shields,
        "text": card.text,
    }


@lru_cache(maxsize=1024)
def enemy_shown(card: Enemy) -> dict[str, Json]:
    return {"name": card.name, "kind": card.kind, "enemy": card.enemy, "text": card.text}
