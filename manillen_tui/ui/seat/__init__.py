"""A person's time at a table, as far as screens have to remember it."""
