"""Figures about the club for moderators: games begun and finished, turns missed, waiting, members
who come back. Only sums are stored, and nothing about a single person."""
