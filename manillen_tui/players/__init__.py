"""Computer players. Like people, they get their seat's view, never the state of the match."""
