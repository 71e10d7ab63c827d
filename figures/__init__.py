"""Statistics about the club for moderators: games begun and finished, turns missed, waiting times,
and how many members play again in the next week. Only totals are stored, nothing about a single
person."""
