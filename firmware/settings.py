"""What is wired to this Pico. Yours to change; `tableside firmware flash` never overwrites it.

Numbers are GP numbers, as printed on the board's map. After a change: `mpremote reset`.
"""

SCK, MOSI, MISO = 2, 3, 4
"""The bus that all readers share (SPI0; SPI1 would be 10, 11, 12)."""
RST = 6
"""The readers' reset, shared by all; None if it is tied to 3V3."""
CLOCK = 1_000_000
"""Of the bus, in Hz: a reader can follow 10 million, long wires cannot."""

READERS = {"pad": 5}
"""A reader's name, as `at` in tableside.toml, and its own SDA (chip select) pin."""

LAMPS = ()
"""The seats' lamps, clockwise, as (16, 17, 18, 19, 20)."""
BUZZER = None
"""A buzzer's pin."""
BUZZER_HZ = 0
"""0 for a buzzer that sounds by itself; a tone, as 2000, for one that does not."""
CLIP = ()
"""A bar of LEDs that shows the clip, from the top mark down."""
SERVO = None
"""A servo that shows the clip instead."""
