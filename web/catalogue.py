"""The catalogue of every text: `python -m web.catalogue` gathers and compiles it.

English stands where it is said, in templates and in rules; `translations/tableside.pot` lists all
of it, and each language has a folder beside it. After a text has changed: `make translations`, fill
in what the `.po` leaves empty, and `make translations` once more.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.engines.bandai.cards import BLANK, ELEMENTS
from companion.engines.catalogue import GAMES
from companion.engines.heroes.cards import ANY_CARD, ANY_ENEMY, KEYWORDS
from companion.engines.heroes.pieces import BIGS, FEET
from companion.engines.king_sphinx.pieces import ALIENS, CHARACTERS
from companion.engines.monster_rancher.cards import FACTS, MOVES, TRAITS
from companion.engines.monster_rancher.phases import CARD
from companion.table.tags import KINDS

ROOT = Path(__file__).parent.parent
FOLDER = Path(__file__).parent / "translations"
LIST = FOLDER / "tableside.pot"
WIDTH = 100
HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
NEVER = datetime(2000, 1, 1, tzinfo=UTC)
"""A compiled catalogue has a date, and would be another one every day."""
ERRORS = ("IllegalAction", "UnknownAction", "StaleAction", "OptionError", "RecordError", "TagError")
"""Those that come to a screen in words."""
SAYING = {"Text": 0, "Sentence": 0, "tell": 0, "reveal": 0} | dict.fromkeys(ERRORS, 0)
"""Functions that are given a template, and which of their arguments it is."""
OF_DEVICES = {"Sentence": 0, "TagError": 0, "HubError": 0}


def texts(tree: ast.Module, saying: Mapping[str, int] = SAYING) -> Iterator[str]:
    """The templates that rules and the sitting give away; a variable stands for all it may be."""
    may_be: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for name in node.targets:
                may_be.setdefault(ast.unparse(name), []).append(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            at = saying.get(ast.unparse(node.func).rpartition(".")[2])
            if at is not None and len(node.args) > at:
                yield from written(node.args[at], may_be)
            yield from (
                text
                for keyword in node.keywords
                if keyword.arg == "heading"
                for text in written(keyword.value, may_be)
            )


def written(node: ast.expr, may_be: Mapping[str, list[ast.expr]]) -> Iterator[str]:
    """The texts that an expression may be."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from written(one, may_be)
            yield from written(other, may_be)
        case ast.Tuple(elts=several):
            for one in several:
                yield from written(one, may_be)
        case ast.Dict(values=several):
            for one in several:
                yield from written(one, may_be)
        case ast.Subscript(value=one):
            yield from written(one, may_be)
        case ast.Name(id=name):
            for one in may_be.get(name, ()):
                yield from written(one, {})
        case _:
            pass


def named() -> Iterator[str]:
    """What is said by a name that a piece, a game or a house rule has."""
    for game in GAMES.values():
        yield from (game.title, game.about, *game.how, *game.presets)
        yield from (switch.about for switch in game.switches)
    for character in CHARACTERS.values():
        yield from (character.name, character.dinozord, " and ".join(character.megazord))
    yield from ("Battle", "Morph", "Reclaim")
    yield from ALIENS.values()
    yield from ELEMENTS
    yield from (kind.name for kind in KINDS)
    yield from ("pool", "stored", "command", *FEET, *BIGS, *KEYWORDS)
    yield from MOVES.values()
    yield from (trait.capitalize() for trait in TRAITS)
    yield from (BLANK.name, CARD.name, ANY_CARD.name, ANY_ENEMY.name)
    yield from (fact.name for fact in FACTS.values())


def sources() -> Iterator[tuple[str, Iterable[str]]]:
    """Every file that says something, with what it says."""
    for path in sorted((ROOT / "web/templates").rglob("*.html")):
        found = extract_from_file("jinja2", path, options={"trimmed": "false"})
        yield relative(path), (text for _, text, _, _ in found if isinstance(text, str))
    for path in sorted((ROOT / "web").glob("*.py")):
        found = extract_from_file("python", path, keywords={"gettext": None, "lazy_gettext": None})
        yield relative(path), (text for _, text, _, _ in found if isinstance(text, str))
    for folder, saying in (("engines", SAYING), ("table", SAYING), ("devices", OF_DEVICES)):
        for path in sorted((ROOT / "companion" / folder).rglob("*.py")):
            yield relative(path), texts(ast.parse(path.read_text("utf-8")), saying)
    for name, saying in (("config", OF_DEVICES), ("errors", {"Sentence": 0, "__init__": 0})):
        path = ROOT / "companion" / f"{name}.py"
        yield relative(path), texts(ast.parse(path.read_text("utf-8")), saying)
    yield "companion/engines/catalogue.py", named()


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def gathered() -> Catalog:
    """Everything that is said, as it stands in the sources now."""
    catalogue = Catalog(project="Tableside", charset="utf-8", fuzzy=False)
    for name, found in sources():
        for text in found:
            if text.strip():
                catalogue.add(text, locations=[(name, 0)])
    return catalogue


def languages() -> list[Path]:
    """The `.po` of each language that is spoken beside English."""
    return sorted(FOLDER.glob("*/LC_MESSAGES/messages.po"))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def po(catalogue: Catalog) -> bytes:
    """As text, without a date: it changes only when a text does."""
    out = io.BytesIO()
    write_po(out, catalogue, width=WIDTH, omit_header=True, sort_output=True, include_lineno=False)
    return HEADER.encode() + out.getvalue()


def mo(catalogue: Catalog) -> bytes:
    """As the program reads it."""
    catalogue.creation_date = NEVER
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> None:
    """Gather, bring every language up to date, compile; say what is still missing."""
    found = gathered()
    LIST.write_bytes(po(found))
    for path in languages():
        catalogue = read(path)
        catalogue.update(found, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        path.write_bytes(po(catalogue))
        path.with_suffix(".mo").write_bytes(mo(catalogue))
        missing = [message.id for message in catalogue if message.id and not message.string]
        sys.stdout.write(f"{path.parts[-3]}: {len(catalogue)} texts, {len(missing)} missing\n")
        sys.stdout.writelines(f"  {text}\n" for text in missing)


if __name__ == "__main__":
    main()
