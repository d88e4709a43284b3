"""Computer players. They receive a view, as a person at their chair would, and never a state."""
