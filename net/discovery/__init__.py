"""Announcing and finding tables on the local network by multicast DNS."""
