"""The host's side of a table: it serves seats, keeps the match, and shows no screen."""
