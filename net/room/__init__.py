"""The people at a table and the game they play, without sockets or a clock."""
