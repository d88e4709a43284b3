"""The local network: discovery, framing, sessions, seats. Knows seats and bytes, never cards."""
