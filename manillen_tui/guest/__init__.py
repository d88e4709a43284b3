"""A guest's side of a table: what it sends, shows, checks, and keeps in order to come back."""
