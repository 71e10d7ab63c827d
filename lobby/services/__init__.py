"""Every write to a table, one function each, whoever asks for it."""
