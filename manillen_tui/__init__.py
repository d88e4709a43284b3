"""Manillen at a card table in the terminal, with everybody on the local network."""

__version__ = "0.1.0"
