"""Statistics about the club for moderators: games begun and finished, turns missed, waiting times,
and members who come back. Only totals are stored, nothing about a single person."""
