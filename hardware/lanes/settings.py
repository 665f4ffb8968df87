"""What is wired to the Pico of the lanes: copy this over firmware/settings.py on the board."""

SCK, MOSI, MISO = 2, 3, 4
RST = 6
CLOCK = 500_000
READERS = {
    "pad": 5,
    "l1-1": 7,
    "l1-2": 8,
    "l1-3": 9,
    "l1-a": 10,
    "l2-1": 11,
    "l2-2": 12,
    "l2-3": 13,
    "l2-a": 14,
    "l3-1": 15,
    "l3-2": 16,
    "l3-3": 17,
    "l3-a": 18,
    "l4-1": 19,
    "l4-2": 20,
    "l4-3": 21,
    "l4-a": 22,
}
