"""Card packs: the cards of a game as a text file, read, checked, and dealt into decks."""
