"""Finding tables on the local network, and being found, by multicast DNS."""
