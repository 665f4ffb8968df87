"""What a viewer may see of the table: a white list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from companion.engines.core import Json, Piece, Seat
from companion.engines.monster_rancher.cards import (
    START_TOTAL,
    TRAITS,
    UNTOLD,
    Attachment,
    Battle,
    Card,
    Event,
    Monster,
    Training,
)
from companion.engines.monster_rancher.pulls import TIE_BREAKERS

if TYPE_CHECKING:
    from companion.engines.monster_rancher.pieces import (
        Arena,
        Attached,
        InPlay,
        Pulled,
        Ranch,
    )
    from companion.engines.monster_rancher.table import Table


def view(table: Table, viewer: Seat) -> dict[str, Json]:
    """The public table, and the own hand."""
    shown: dict[str, Json] = {
        "week": table.week,
        "phase": table.phase,
        "players": [_player(ranch) for ranch in table.ranches.values()],
        "order": list(table.order),
        "tie": _tie(table),
        "acting": _acting(table),
        "pull": _pull(table),
        "arena": _arena(table, table.arena) if table.arena else None,
    }
    if viewer in table.ranches:
        ranch = table.ranches[viewer]
        shown["mine"] = {
            "hand": [_card(ranch.card(piece)) for piece in ranch.hand.held],
            "unseen": ranch.hand.unseen,
        }
        if table.phase == "setup":
            shown["mine"]["beginners"] = _beginners(ranch)
    return shown


def _beginners(ranch: Ranch) -> Json:
    """The monsters on the own list that one may begin with."""
    cards = [ranch.deck.cards[card] for card in ranch.deck.counts]
    return [
        _card(card)
        for card in cards
        if isinstance(card, Monster) and (card.pull or 1) <= START_TOTAL
    ]


def _player(ranch: Ranch) -> Json:
    return {
        "seat": ranch.seat,
        "fame": ranch.fame,
        "deck": len(ranch.pile),
        "hand": len(ranch.hand),
        "real": ranch.real,
        "discard": [_brief(ranch, piece) for piece in ranch.discard],
        "unnamed": ranch.unnamed,
        "removed": [_brief(ranch, piece) for piece in ranch.removed],
        "monsters": [_monster(ranch, monster) for monster in ranch.monsters],
        "attachments": [_attached(card) for card in ranch.attached],
        "rank": [_pulled(p) for p in ranch.rank if not p.gone],
        "breakers": [_pulled(p) for p in ranch.breakers if not p.gone],
    }


def _monster(ranch: Ranch, monster: InPlay) -> Json:
    return {
        "id": monster.piece,
        "card": _card(monster.card),
        "traits": {trait: ranch.rating(monster, trait) for trait in TRAITS},
        "attached": [_attached(card) for card in monster.attached],
        "damage": monster.damage,
        "active": monster is ranch.active,
        "injured": monster.injured,
        "fought": monster.fought,
        "new": monster.new,
        "spent": monster.spent,
        "face": "up",
    }


def _attached(card: Attached) -> Json:
    return {"id": card.piece, "card": _card(card.card), "told": dict(card.told)}


def _pulled(pulled: Pulled) -> Json:
    return {"card": _card(pulled.card), "pull": pulled.number}


def _brief(ranch: Ranch, piece: Piece) -> Json:
    return _named(ranch.card(piece))


@lru_cache(maxsize=1024)
def _named(card: Card) -> Json:
    return {"id": card.id, "name": card.name, "type": card.kind, "pull": card.pull}


def _tie(table: Table) -> Json:
    """The last tie, which a guess decides: who hides counters, and whether they are hidden.

    How many there are is nobody's to see.
    """
    first, second = (ranch.breaks for ranch in table.ranches.values())
    if table.phase != "speed" or len(first) < TIE_BREAKERS or first != second:
        return None
    hides = table.youngest
    return {"hides": hides, "guesses": table.foe(hides), "hidden": table.fist is not None}


def _acting(table: Table) -> Json:
    acting = table.acting
    return {"seat": acting.seat, **_pulled(acting)} if acting else None


def _pull(table: Table) -> Json:
    pull = table.pull
    if pull is None:
        return None
    return {
        "seat": pull.seat,
        "card": _card(pull.card),
        "monster": pull.monster,
        "target": pull.target,
        "pull": pull.number,
        "loyalty": pull.loyalty,
        "meddling": pull.meddling,
        "lasting": pull.lasting,
        "laid": [
            {"seat": seat, "card": card and _named(card), "by": by} for seat, card, by in pull.laid
        ],
        "result": pull.result,
    }


def _arena(table: Table, arena: Arena) -> Json:
    spaces: list[Seat | None] = [None] * 5
    for seat, space in arena.spaces.items():
        spaces[space - 1] = seat
    active = {seat: ranch.active for seat, ranch in table.ranches.items() if ranch.active}
    return {
        "round": arena.round,
        "shot": arena.shot or None,
        "spaces": spaces,
        "distance": arena.distance(),
        "moves": dict(arena.moves),
        "columns": {
            seat: ["card" if place else "counter" for place in column]
            for seat, column in arena.columns.items()
        },
        "damage": {seat: monster.damage for seat, monster in active.items()},
    }


@lru_cache(maxsize=1024)
def _card(card: Card) -> Json:
    """Everything that stands on a card."""
    shown: dict[str, Json] = {
        "id": card.id,
        "name": card.name,
        "type": card.kind,
        "pull": card.pull,
        "move": card.move,
        "text": card.text,
    }
    match card:
        case Monster():
            shown |= _printed(card)
        case Training():
            shown |= {
                "target": card.target,
                "traits": dict(card.traits or {}),
                "icons": list(card.icons),
                "requires": _plain(card.requires),
            }
        case Attachment():
            shown |= {
                "on": card.on,
                "slot": card.slot,
                "icons": list(card.icons),
                "traits": dict(card.traits or {}),
                "requires": _plain(card.requires),
                "effects": [_plain(effect) for effect in card.effects],
            }
        case Event():
            shown["effects"] = [_plain(effect) for effect in card.effects]
        case Battle():
            shown["arrangement"] = card.arrangement
    return shown


def _printed(card: Monster) -> dict[str, Json]:
    return {
        "side": card.side,
        "breed": card.breed,
        "traits": dict(card.traits),
        "attacks": None if card.attacks is None else [_plain(attack) for attack in card.attacks],
        "special": _plain(card.special) if card.special and card.special is not UNTOLD else None,
    }


def _plain(thing: Any) -> Json:
    """A part of a card with what it says, and nothing that it leaves empty."""
    return _listed(asdict(thing))


def _listed(value: Any) -> Json:
    if isinstance(value, Mapping):
        return {name: _listed(one) for name, one in value.items() if one not in ("", {}, None)}
    return [_listed(one) for one in value] if isinstance(value, tuple | list) else value
