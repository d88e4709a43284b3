"""The host's side of a table: it serves seats, saves the match, and shows no screen."""
