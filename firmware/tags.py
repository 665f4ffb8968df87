"""What lies on a reader: the names of tags, as ISO 14443-3 type A tells them."""

from mfrc522 import COLLIDED, DEAF, SILENT, Chip

NOTHING, CROWDED = "", "2"
"""Instead of a tag's name: none lies there, or two tags or more."""

REQUEST = b"\x26"  # REQA, of seven bits: answered by every tag that does not sleep
LEVELS = (0x93, 0x95, 0x97)  # SEL of the three cascade levels
CASCADE = 0x88  # the first byte of a part: the name goes on at the next level
MORE = 0x04  # in a tag's SAK: the same


def crc(data: bytes) -> bytes:
    """CRC_A as it is sent; ISO 14443-3, annex B, works it by hand."""
    total = 0x6363
    for byte in data:
        mixed = (byte ^ total) & 0xFF
        mixed ^= mixed << 4 & 0xFF
        total = total >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    return bytes((total & 0xFF, total >> 8 & 0xFF))


HALT = b"\x50\x00" + crc(b"\x50\x00")  # HLTA: the tag that was selected sleeps


class Look:
    """Looks for tags with one chip, whose field must be on and steady."""

    def __init__(self, chip: Chip) -> None:
        self.chip = chip
        self._known = NOTHING
        self._selects: list[bytes] = []
        """What selects the tag that was seen last."""

    def look(self, thoroughly: bool) -> str:
        """The tag that lies there, NOTHING or CROWDED. A read that breaks off is NOTHING.

        A tag that lay there last time is asked for by its name. Whether another lies beside it is
        found out when it is new, or `thoroughly`.
        """
        if not self._request():
            return self._nobody()
        if not self._still():
            if self._known and not self._request():
                return self._nobody()
            self._known = self._name()
            if not self._known:
                return self._nobody()
            thoroughly = True
        return CROWDED if thoroughly and self._others() else self._known

    def _nobody(self) -> str:
        self._known = NOTHING
        return CROWDED if self.chip.how == COLLIDED else NOTHING

    def _request(self) -> bool:
        return len(self.chip.exchange(REQUEST, 7)) == 2

    def _still(self) -> bool:
        return bool(self._known) and all(self._select(f) is not None for f in self._selects)

    def _name(self) -> str:
        """Go through the cascade. The tag confirms every part of its name with a CRC."""
        name = b""
        self._selects = []
        for level in LEVELS:
            part = self.chip.exchange(bytes((level, 0x20)))
            if len(part) != 5 or part[0] ^ part[1] ^ part[2] ^ part[3] ^ part[4]:
                return NOTHING
            frame = bytes((level, 0x70)) + part
            frame += crc(frame)
            said = self._select(frame)
            if said is None or bool(said & MORE) != (part[0] == CASCADE):
                return NOTHING
            self._selects.append(frame)
            if not said & MORE:
                return (name + part[:4]).hex().upper()
            name += part[1:4]
        return NOTHING

    def _select(self, frame: bytes) -> int | None:
        """SAK of the tag that has this part of a name."""
        answer = self.chip.exchange(frame)
        if len(answer) != 3 or crc(answer[:1]) != answer[1:]:
            return None
        return answer[0]

    def _others(self) -> bool:
        """Whether anybody answers while the tag that was named sleeps."""
        self.chip.exchange(HALT)
        self.chip.exchange(REQUEST, 7)
        return self.chip.how not in (SILENT, DEAF)
