"""Sockets: what comes in, what goes out, what was missed, and who is watching."""
