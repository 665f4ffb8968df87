"""Monster Rancher: monsters are trained week by week, and fight in an arena of five spaces."""

from companion.engines.game import DECK_KINDS, DECKS, Game, Switch, boolean, integer, one_of
from companion.engines.monster_rancher.phases import MonsterRancher


def _heal_turns(text: str) -> str:
    if text != "never":
        integer(1)(text)
    return text


SWITCHES = (
    DECKS,
    DECK_KINDS,
    Switch("deck_size", "60", one_of("60", "30"), "60 or 30", "R3", "how many cards a deck has"),
    Switch(
        "battle_cards",
        "at_least_3",
        one_of("at_least_3", "exactly_3"),
        "at_least_3 or exactly_3",
        "R5, A11",
        "how many Battle cards a deck must have",
    ),
    Switch(
        "youngest",
        1,
        integer(1, 2),
        "1 or 2",
        "R24, A23",
        "which seat is the youngest, in the order they sit",
    ),
    Switch(
        "send_choice",
        "secret",
        one_of("secret", "rank_order"),
        "secret or rank_order",
        "R48, A25",
        "how it is decided who is sent into a battle",
    ),
    Switch(
        "help_timing",
        "before_pull",
        one_of("before_pull", "after_pull"),
        "before_pull or after_pull",
        "R41, A32",
        "when help and hindrance are laid",
    ),
    Switch(
        "tiebreak_cards_act",
        True,
        boolean,
        "true or false",
        "R31, A14",
        "whether Event and Battle cards among the tie-breakers act",
    ),
    Switch(
        "rank_after_removal",
        "recompute",
        one_of("recompute", "keep"),
        "recompute or keep",
        "R34, A15",
        "whether the Speed Ranks are compared anew when used cards have left them",
    ),
    Switch(
        "time_out",
        "at_once",
        one_of("at_once", "finish_round"),
        "at_once or finish_round",
        "R60, A22",
        "when the last arena card ends the fight",
    ),
    Switch(
        "no_active_monster",
        "loses_usable_battle",
        one_of("loses_usable_battle", "no_battle"),
        "loses_usable_battle or no_battle",
        "R50, HOUSE A7",
        "what becomes of a battle if a player has no active monster",
    ),
    Switch(
        "attack_resolution",
        "one_card_no_roll",
        one_of("one_card_no_roll", "pull_to_hit"),
        "one_card_no_roll or pull_to_hit",
        "HOUSE A1",
        "when an attack hits",
    ),
    Switch(
        "attack_min_damage",
        0,
        integer(0, 1),
        "0 or 1",
        "HOUSE A1",
        "the least damage that an attack does",
    ),
    Switch(
        "need_icons",
        "kept",
        one_of("kept", "consumed"),
        "kept or consumed",
        "HOUSE A2",
        "what becomes of the cards with the icons that an attack needs",
    ),
    Switch(
        "heal_turns",
        "2",
        _heal_turns,
        "a number, 1 or more, or never",
        "HOUSE A4",
        "after how many End Phases an injured monster is well again",
    ),
    Switch(
        "survivor_damage",
        "cleared",
        one_of("cleared", "stays"),
        "cleared or stays",
        "HOUSE A5",
        "whether the damage of a monster that was not knocked out is cleared after the fight",
    ),
    Switch(
        "fame_unreachable",
        "most_fame",
        one_of("most_fame", "play_on"),
        "most_fame or play_on",
        "HOUSE A35",
        "what happens once no Battle card is left",
    ),
)

GAME = Game(
    id="monster_rancher",
    title="Monster Rancher",
    rules=4,
    seats=range(2, 3),
    start=MonsterRancher.start,
    switches=SWITCHES,
    about="Two ranches: monsters are trained, and fight for fame.",
    how=(
        "You train monsters week by week. Whoever has three fame counters first wins.",
        "Each week cards are pulled: they say who is faster, and what happens.",
        "Then each may play a card of the hand, to train a monster or to help it.",
        "A Battle card sends both active monsters into the arena; the winner gets fame.",
    ),
)

__all__ = ["GAME", "MonsterRancher"]
