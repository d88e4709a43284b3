"""The local network: finding, framing, sessions, seats. Knows seats and bytes, never cards."""
