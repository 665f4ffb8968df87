"""An MFRC522 at the level of its registers, and tags by ISO 14443-3 that hear it.

Written from the data sheets and not from the hub's program: numbers stand here a second time.
"""

import time

BIT_US = 9.44
"""106 kbit/s."""
STEADY_US = 5000


def crc(data):
    """Bit by bit, as the standard draws it."""
    total = 0x6363
    for byte in data:
        for bit in range(8):
            odd = (total ^ byte >> bit) & 1
            total = total >> 1 ^ (0x8408 if odd else 0)
    return bytes([total & 0xFF, total >> 8])


class Tag:
    """Idle, ready at one of its levels, active, or halted."""

    def __init__(self, name):
        uid = bytes.fromhex(name)
        parts = {4: [uid], 7: [b"\x88" + uid[:3], uid[3:]]}
        parts[10] = [b"\x88" + uid[:3], b"\x88" + uid[3:6], uid[6:]]
        self.parts = [p + bytes([p[0] ^ p[1] ^ p[2] ^ p[3]]) for p in parts[len(uid)]]
        self.request = bytes([{4: 0x04, 7: 0x44, 10: 0x84}[len(uid)], 0x00])
        self.off()

    def off(self):
        self.state, self.level = "idle", 0

    def hear(self, data, bits):
        """Its answer to a frame, or None."""
        if bits == 7 and data in (b"\x26", b"\x52"):
            return self._asked(wake=data == b"\x52")
        if self.state == "ready" and not bits and data[0] == (0x93, 0x95, 0x97)[self.level]:
            part = self.parts[self.level]
            if data[1:] == b"\x20":
                return part
            if data[1:] == b"\x70" + part + crc(data[:7]):
                self.level += 1
                last = self.level == len(self.parts)
                self.state = "active" if last else "ready"
                said = b"\x08" if last else b"\x04"
                return said + crc(said)
        if self.state == "active" and data == b"\x50\x00" + crc(b"\x50\x00"):
            self.state = "halt"
        elif self.state != "halt":
            self.off()
        return None

    def _asked(self, *, wake):
        """REQA or WUPA."""
        if self.state == "halt" and not wake:
            return None
        if self.state in ("ready", "active"):
            self.off()
            return None
        self.state, self.level = "ready", 0
        return self.request


class Chip:
    """One chip. `late`: it answers nothing any more. `garble`, `parity`, `leave`: in so many
    answers a bit is wrong, the chip sees an error, the tags are taken away."""

    def __init__(self, version):
        self.version = version
        self.tags = []
        self.plan = []
        self.lit = None
        self.bare = 0
        self.turns = self.air_us = 0
        self.held, self.did = False, ""
        self.late = self.garble = self.parity = self.leave = 0
        self.power_on()

    def power_on(self):
        self.registers = bytearray(64)
        self.registers[0x01] = 0x20
        self.registers[0x14] = 0x80
        self.fifo = b""
        self.address = None
        self.polls = 0
        self.next_irq = 0
        self.field(False)

    def lay(self, tags):
        self.tags = [Tag(name) for name in tags]

    def field(self, on):
        if self.lit is not None and not on:
            self.go_on()
        self.lit = time.ticks_us() if on else None
        self.turns += on
        for tag in self.tags:
            tag.off()

    def go_on(self):
        """After a turn: the next step of the plan, if this one has been seen."""
        self.bare = 0 if self.tags else self.bare + 1
        seen = all(tag.state in ("active", "halt") for tag in self.tags)
        if self.plan and seen and self.bare != 1:
            step = self.plan.pop(0)
            self.lay([] if step == "-" else [step])
            self.bare = 0

    def select(self):
        self.address = None

    def shift(self, byte):
        """Section 8.1.2: the first byte is an address; read, each byte answers the one before."""
        if self.held or self.version in (0x00, 0xFF):
            return self.version and 0xFF
        if self.address is None:
            assert not byte & 1
            self.address, self.reading = byte >> 1 & 0x3F, byte & 0x80
            return 0
        if not self.reading:
            self.set(self.address, byte)
            return 0
        value = self.get(self.address)
        assert byte == 0 or byte & 0x81 == 0x80
        self.address = byte >> 1 & 0x3F
        return value

    def get(self, register):
        if register == 0x37:
            return self.version
        if register == 0x0A:
            return len(self.fifo)
        if register == 0x09:
            first, self.fifo = self.fifo[:1] or b"\x00", self.fifo[1:]
            return first[0]
        if register == 0x04 and self.next_irq:
            self.polls += 1
            if self.polls >= 3:
                self.registers[4] |= self.next_irq
                self.next_irq = 0
        return self.registers[register]

    def set(self, register, value):
        if register == 0x09:
            self.fifo += bytes([value])
            assert len(self.fifo) <= 64
        elif register == 0x0A:
            if value & 0x80:
                self.fifo = b""
        elif register == 0x04:
            kept = self.registers[4]
            self.registers[4] = kept | value & 0x7F if value & 0x80 else kept & ~value
        elif register == 0x01 and value & 0x0F == 0x0F:
            self.power_on()
        else:
            was = self.registers[register]
            self.registers[register] = value
            if register == 0x14 and (value ^ was) & 3:
                self.field(value & 3 == 3)
            if register == 0x0D and value & 0x80 and self.registers[1] & 0x0F == 0x0C:
                self.send(value & 7)

    def send(self, bits):
        """Section 9.3.1.14, StartSend: the FIFO goes out, and the answers come in."""
        data, self.fifo = self.fifo, b""
        self.polls = self.next_irq = self.registers[6] = 0
        self.registers[4] &= ~0x71
        self.air_us += int((bits or 9 * len(data)) * BIT_US + 2 * BIT_US)
        answers = [answer for answer in self.hear(data, bits) if answer is not None]
        if self.late or not data:
            return
        if answers:
            self.air_us += int(91 + (9 * len(answers[0]) + 2) * BIT_US)
            self.next_irq = 0x20
            self.fifo = self.damage(answers)
        elif self.registers[0x2A] & 0x80 and self.registers[0x2D]:
            ticks = self.registers[0x2D] + 1 + 256 * self.registers[0x2C]
            self.air_us += int((2 * self.registers[0x2B] + 1) * ticks / 13.56)
            self.next_irq = 0x01

    def hear(self, data, bits):
        if self.lit is None or self.registers[0x15] != 0x40:
            return []
        if time.ticks_diff(time.ticks_us(), self.lit) < STEADY_US:
            return []
        return [tag.hear(data, bits) for tag in self.tags]

    def damage(self, answers):
        """What arrives of what the tags say at once."""
        if self.leave:
            self.leave -= 1
            if not self.leave:
                self.tags = []
                self.did = "gone"
        if any(answer != answers[0] for answer in answers):
            self.registers[6] = 0x08
            return answers[0]
        if self.parity:
            self.parity -= 1
            self.registers[6] = 0x02
        if self.garble and len(answers[0]) > 2:
            self.garble -= 1
            self.did = "garbled"
            return bytes([answers[0][0] ^ 0x10]) + answers[0][1:]
        return answers[0]
