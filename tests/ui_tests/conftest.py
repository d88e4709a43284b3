"""Screens run without touching this person's own settings."""

from support.homes import own_home


__all__ = ["own_home"]
