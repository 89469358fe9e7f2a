"""Who says what to play: the levels and the players."""
