"""The screens of the game in a terminal."""
