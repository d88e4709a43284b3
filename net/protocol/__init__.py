"""What travels between a guest and a host: messages, frames, and the order they must come in."""
