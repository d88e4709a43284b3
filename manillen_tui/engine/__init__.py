"""Pure rules of the game. No I/O, no clock, no randomness of its own."""
