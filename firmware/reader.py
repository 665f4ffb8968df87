"""One reader: turn by turn, what lies on it and whether its chip is well."""

from mfrc522 import DEAF, Chip
from tags import CROWDED, NOTHING, Look

DEAD = (0x00, 0xFF)
THOROUGH = 4
"""In every so manieth turn another tag beside the known one is looked for."""
DEAF_TURNS = 3


class Reader:
    """Only one reader has its field on at a time: `begin` a turn, wait, and `end` it.

    Both say what there is to tell the table: the words of an event, or none.
    """

    def __init__(self, name: str, chip: Chip) -> None:
        self.name, self.chip, self.tags = name, chip, Look(chip)
        chip.set_up()
        self.version = self._version = chip.version()
        self.on: str | None = None
        """What lies there, as it was told; None if that is not known (yet)."""
        self._seen: str | None = None
        self._turn = self._deaf = 0

    def ready(self) -> bool:
        """Whether the chip is there at all."""
        return self.version not in DEAD and self._version == self.version

    def begin(self) -> str:
        """Start a turn: look after the chip, and switch its field on."""
        before, self._version = self._version, self.chip.version()
        changed = before == self._version != self.version
        self.version = before if changed else self.version
        if self.ready():
            if self.chip.forgetful():
                self.chip.set_up()
            self.chip.field(True)
        return self.health() if changed else ""

    def end(self) -> str:
        """Look what lies there, and switch the field off."""
        self._turn += 1
        seen = self.tags.look(self._turn % THOROUGH == 0 or self._seen == CROWDED)
        self.chip.field(False)
        if self.chip.how == DEAF:
            return self._unheard()
        if self._deaf >= DEAF_TURNS:
            self._deaf = 0
            return self.health()
        self._deaf = 0
        # A tag has confirmed its name; all else must be seen twice in a row.
        sure = seen not in (NOTHING, CROWDED) or seen == self._seen
        self._seen = seen
        if seen == self.on or not sure:
            return ""
        self.on = seen
        return self.lying()

    def lying(self) -> str:
        """What lies there; or that nobody can tell."""
        if self._deaf >= DEAF_TURNS:
            return self.health()
        if self.on is None:
            return ""
        if self.on == NOTHING:
            return f"empty {self.name}"
        if self.on == CROWDED:
            return f"crowded {self.name}"
        return f"placed {self.name} {self.on}"

    def health(self) -> str:
        """How the chip is."""
        if self._deaf >= DEAF_TURNS:
            return f"deaf {self.name}"
        return f"chip {self.name} {self.version:02x}"

    def _unheard(self) -> str:
        self._deaf += 1
        self.chip.set_up()
        if self._deaf != DEAF_TURNS:
            return ""
        self.on = self._seen = None
        return self.health()
