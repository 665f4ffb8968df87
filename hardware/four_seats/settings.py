"""What is wired to the Pico of the four seats: copy this over firmware/settings.py on the board."""

SCK, MOSI, MISO = 2, 3, 4
RST = 6
CLOCK = 1_000_000
READERS = {"pad": 5, "jason": 7, "billy": 8, "kimberly": 9, "zach": 10}
