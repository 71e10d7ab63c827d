"""Live play: messages, groups, the fan-out to sockets and the consumers."""
