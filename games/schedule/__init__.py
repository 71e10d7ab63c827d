"""What is due in games, and when: one module a kind, listed in :mod:`games.schedule.kinds`."""
