"""What things of the table are called that the sitting knows by a word of its own."""

from __future__ import annotations

from flask_babel import lazy_gettext

SHAPES = {
    "▲": lazy_gettext("triangle"),
    "●": lazy_gettext("circle"),
    "■": lazy_gettext("square"),
    "◆": lazy_gettext("diamond"),
    "★": lazy_gettext("star"),
    "✚": lazy_gettext("cross"),
}
STATES = {
    "fine": lazy_gettext("fine"),
    "missing": lazy_gettext("missing"),
    "silent": lazy_gettext("silent"),
    "stuck": lazy_gettext("stuck"),
    "trouble": lazy_gettext("in trouble"),
    "twin": lazy_gettext("on screen"),
    "on": lazy_gettext("on"),
    "off": lazy_gettext("off"),
    "blink": lazy_gettext("blinking"),
}
"""How a part of the electronics is, and how a lamp."""
SOUNDS = {
    "knock": lazy_gettext("a knock"),
    "snap": lazy_gettext("a card"),
    "clip": lazy_gettext("the clip"),
    "won": lazy_gettext("won"),
    "lost": lazy_gettext("lost"),
    "count": lazy_gettext("the count"),
    "three": lazy_gettext("three"),
    "accepted": lazy_gettext("taken"),
    "refused": lazy_gettext("refused"),
}
"""What is heard at the table."""
ENDS = {
    "over": lazy_gettext("played to its end"),
    "abandoned": lazy_gettext("ended early"),
    "aside": lazy_gettext("laid aside"),
}
"""How a match came to lie in the list of those that nobody plays any more."""
VALUES = {
    "on": lazy_gettext("on"),
    "off": lazy_gettext("off"),
    "true": lazy_gettext("yes"),
    "false": lazy_gettext("no"),
    "any": lazy_gettext("any of them"),
    "all": lazy_gettext("all"),
    "one": lazy_gettext("one"),
    "nothing": lazy_gettext("nothing"),
    "places": lazy_gettext("the places"),
    "not_fighters_lane": lazy_gettext("those of other lanes"),
    "dealt": lazy_gettext("the table deals the levels"),
    "tagged": lazy_gettext("real stands with tags"),
    "free": lazy_gettext("they are not"),
    "scanned": lazy_gettext("they are"),
    "pi": lazy_gettext("the table throws them"),
    "real": lazy_gettext("real ones, entered"),
}
"""What a house rule may be set to; numbers stand as they are."""
PARTS = {
    "button": lazy_gettext("{seat}'s button"),
    "lamp": lazy_gettext("{seat}'s lamp"),
    "key": lazy_gettext("Key {seat}"),
    "reader": lazy_gettext("Reader {seat}"),
    "hub": lazy_gettext("Hub"),
    "gpio": lazy_gettext("Pins"),
    "buzzer": lazy_gettext("Buzzer"),
    "clip": lazy_gettext("Clip"),
    "reader/pad": lazy_gettext("Reader pad"),
}
GROUPS = {
    "key": lazy_gettext("keys"),
    "lamp": lazy_gettext("lamps"),
    "clip": lazy_gettext("clip"),
    "buzzer": lazy_gettext("buzzer"),
    "hub": lazy_gettext("hub"),
    "gpio": lazy_gettext("pins"),
    "reader/pad": lazy_gettext("pad"),
}
