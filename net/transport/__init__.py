"""Connections over TCP and TLS: the host's server and its door, and a guest's way to them."""
