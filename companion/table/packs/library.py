"""The packs on the shelf, and the decks that a match takes from them.

Packs that came with the program lie in `companion/packs/<game>/`, the table's own in
`<home>/packs/`. A match pins the packs it uses by their hash, and keeps a copy of their text in
`<home>/packs/kept/`: it can be played again after a pack has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.resources import files
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.engines.core import Seat
from companion.engines.game import Decks, Game, Value, each
from companion.errors import OptionError, PackError, RecordError, Sentence

if TYPE_CHECKING:
    from companion.table.packs.base import Format, Pack

FORMATS = ("bandai", "heroes", "monster_rancher")
"""Games with packs: each has a module here with its `FORMAT`, read when first needed."""


def format_of(game: str) -> Format:
    """How the packs of that game are written."""
    if game not in FORMATS:
        words = "no game {game} has card packs; these have: {games}"
        raise PackError((Sentence(words, game=repr(game), games=", ".join(FORMATS)),))
    form: Format = import_module(f"companion.table.packs.{game}").FORMAT
    return form


def load(text: str, source: str) -> Pack:
    """The pack of this text, whatever its game."""
    from companion.table.packs.base import parse, read  # noqa: PLC0415  (slow; only card games)

    game = parse(text, source).get("game")
    if game not in FORMATS:
        words = "{source}: game: must be one of {games}, not {told}"
        if not isinstance(game, str):
            words = "{source}: game: is missing; one of {games}"
        said = Sentence(words, source=source, games=", ".join(FORMATS), told=repr(game))
        raise PackError((said,))
    return read(text, source, format_of(game))


def open_pack(path: Path) -> Pack:
    """The pack in that file; every fault is a `PackError`, and names the file as it was given."""
    try:
        return load(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as fault:
        raise PackError((unread(str(path), fault),)) from None


def unread(source: str, fault: OSError | UnicodeDecodeError) -> Sentence:
    """Why a file could not be read; what the system says of it stays as it is."""
    if isinstance(fault, UnicodeDecodeError):
        return Sentence("{source}: is no text in UTF-8", source=source)
    return Sentence("{source}: cannot be read: {error}", source=source, error=fault.strerror)


def check(path: Path) -> tuple[Sentence, ...]:
    """Every fault of a pack file, each naming file, card and field. None: it can be played."""
    try:
        open_pack(path)
    except PackError as fault:
        return fault.faults
    return ()


def new(game: str, pack: str) -> str:
    """The text of a new pack to begin with."""
    text = format_of(game).blank.replace("{id}", pack)
    load(text, f"{pack}.toml")
    return text


@dataclass
class Shelf:
    """Finds the decks for a game's options.

    `keep`: a copy of each pack that is played with. `pinned`: only packs of exactly these hashes.
    """

    game: str
    home: Path | None = None
    keep: bool = False
    pinned: Mapping[str, str] | None = None
    faults: list[Sentence] = field(default_factory=list)
    _packs: dict[str, Pack] | None = None
    _dealt: dict[object, Decks] = field(default_factory=dict)

    def __call__(self, seats: tuple[Seat, ...], options: Mapping[str, Value]) -> Decks:
        """The decks of a match."""
        asked = (seats, tuple(sorted(options.items())))
        if asked not in self._dealt:
            decks = self._find(seats, options)
            self._keep(decks)
            self._dealt[asked] = decks
        return self._dealt[asked]

    def packs(self) -> dict[str, Pack]:
        """The game's packs by id; one with faults is left out, and the faults are noted."""
        if self._packs is None:
            self._packs = self._read()
        return self._packs

    def lists(self) -> list[tuple[str, str]]:
        """Every deck list: `pack/deck` and its name."""
        return self._named(lambda _: True)

    def choices(self) -> list[tuple[str, str]]:
        """Every deck that a seat may play: `pack/deck` and its name. No enemy's is among them."""
        return self._named(format_of(self.game).for_seat)

    def _named(self, wanted: Callable[[Any], bool]) -> list[tuple[str, str]]:
        return [
            (f"{pack.id}/{deck.id}", deck.name)
            for pack in self.packs().values()
            for deck in pack.decks
            if wanted(deck)
        ]

    def as_pinned(self, packs: Mapping[str, str]) -> Shelf:
        """The same shelf with exactly the packs of a record."""
        return Shelf(self.game, self.home, self.keep, dict(packs))

    def forget(self) -> None:
        """Read the files again: somebody has changed one."""
        self._packs = None
        self._dealt.clear()

    # -- finding

    def find(self, asked: str, kind: str) -> Any:
        """The deck of that name, of that kind; `OptionError` says which there are."""
        pack_id, _, deck_id = asked.partition("/")
        pack = self.packs().get(pack_id)
        deck = pack.deck(deck_id) if pack else None
        if pack is None or deck is None:
            there = ", ".join(name for name, _ in self.lists())
            words = "decks: there is no deck {deck}; there are: {decks}"
            raise OptionError(words, deck=repr(asked), decks=there)
        return format_of(self.game).build(pack, deck, kind)

    def _find(self, seats: tuple[Seat, ...], options: Mapping[str, Value]) -> Decks:
        module = import_module(f"companion.table.packs.{self.game}")
        if own := getattr(module, "decks", None):
            found: Decks = own(self, seats, options)
            return found
        built_in: Mapping[str, Any] = getattr(module, "BUILT_IN", {})
        kinds = each(options["deck_kinds"], seats)
        decks = {}
        for seat, name in self.names(seats, options).items():
            if not name and kinds[seat] == "told" and "blank" in built_in:
                name = "blank"  # noqa: PLW2901  (real cards without tags: nothing need be entered)
            if name in built_in:
                decks[seat] = built_in[name](options["deck_size"], kinds[seat])
            else:
                decks[seat] = self.find(name or self.default(seats, seat), kinds[seat])
        return decks

    def names(self, seats: tuple[Seat, ...], options: Mapping[str, Value]) -> dict[Seat, str]:
        """Which deck each seat asks for; empty is any."""
        return each(options["decks"], seats)

    def default(self, seats: tuple[Seat, ...], seat: Seat) -> str:
        """A deck for who asked for none: those of the first pack in turn."""
        pack = next(iter(self.packs().values()), None)
        if pack is None or not pack.decks:
            raise OptionError("decks: no pack of {game} has a deck", game=self.game)
        dealt = islice(cycle(pack.decks), len(seats))
        return f"{pack.id}/{list(dealt)[seats.index(seat)].id}"

    # -- files

    def _read(self) -> dict[str, Pack]:
        self.faults.clear()
        found: dict[str, Pack] = {}
        for source, text in self._texts():
            if self._of_another_game(text):
                continue
            try:
                pack = load(text, source)
            except PackError as fault:
                self.faults += fault.faults
                continue
            if pack.head.game != self.game or not self._wanted(pack):
                continue
            if pack.id in found and found[pack.id].hash != pack.hash:
                words = "{source}: id: {other} has the same id"
                other = found[pack.id].source
                self.faults.append(Sentence(words, source=source, other=other))
                continue
            found[pack.id] = pack
        if self.pinned is not None and (missing := self.pinned.keys() - found.keys()):
            names = ", ".join(sorted(missing))
            raise RecordError(
                "line 1: not here as this record was made with it: pack {names}. Put that pack's"
                " file into the folder packs of the home folder, and try again",
                names=names,
            )
        return found

    def _of_another_game(self, text: str) -> bool:
        """At a glance, for packs are slow to read. One that names no game is everybody's fault."""
        named = [game for game in FORMATS if f'"{game}"' in text or f"'{game}'" in text]
        return bool(named) and self.game not in named

    def _wanted(self, pack: Pack) -> bool:
        return self.pinned is None or self.pinned.get(pack.id) == pack.hash

    def _texts(self) -> Iterable[tuple[str, str]]:
        shipped = files("companion") / "packs" / self.game
        if shipped.is_dir():
            for entry in sorted(shipped.iterdir(), key=lambda entry: entry.name):
                if entry.name.endswith(".toml"):
                    yield entry.name, entry.read_text(encoding="utf-8")
        if self.home is None:
            return
        kept = [] if self.pinned is None else sorted(self.kept.glob("*.toml"))
        for path in [*sorted((self.home / "packs").glob("*.toml")), *kept]:
            try:
                yield path.name, path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as fault:
                self.faults.append(unread(path.name, fault))

    @property
    def kept(self) -> Path:
        """Where the packs of played matches are kept."""
        return (self.home or Path()) / "packs" / "kept"

    def _keep(self, decks: Decks) -> None:
        if self.home is None or not self.keep:
            return
        for key in {deck.pack for deck in decks.values() if deck.pack}:
            pack = self.packs()[key.partition("@")[0]]
            path = self.kept / f"{pack.id}-{pack.hash[:16]}.toml"
            if path.exists():
                continue
            half = path.with_suffix(".half")
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                half.write_text(pack.text, encoding="utf-8")
                half.replace(path)
            except OSError as fault:
                words = "the pack {pack} cannot be kept: {error}"
                raise RecordError(words, pack=pack.id, error=fault.strerror) from None


def shelved(
    games: Mapping[str, Game], home: Path | None = None, *, keep: bool = False
) -> dict[str, Game]:
    """The games of the catalogue; those of cards with the decks that lie here."""
    return {
        name: replace(game, decks=Shelf(name, home, keep)) if name in FORMATS else game
        for name, game in games.items()
    }


def as_recorded(game: Game, packs: Mapping[str, str]) -> Game:
    """The game with exactly the packs that a record pins; `RecordError` if they are not here."""
    if packs and isinstance(game.decks, Shelf):
        return replace(game, decks=game.decks.as_pinned(packs))
    return game
