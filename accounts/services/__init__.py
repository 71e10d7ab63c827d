"""Every write of accounts: one function each, with the time handed in."""
