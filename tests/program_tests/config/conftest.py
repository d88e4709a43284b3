"""Settings are read and written without touching this person's own."""

from support.homes import own_home


__all__ = ["own_home"]
