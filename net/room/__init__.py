"""The people at a table and the game they play, as values: no socket and no clock of its own."""
