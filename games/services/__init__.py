"""Every write to a game: one function each, whoever calls it."""
