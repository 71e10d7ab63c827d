"""Every write to a game, one function each, whoever asks for it."""
