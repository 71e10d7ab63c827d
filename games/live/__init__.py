"""Sockets: what they receive, what they send, missed events, and who is watching."""
