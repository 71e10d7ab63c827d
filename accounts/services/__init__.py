"""Every write of accounts: one function each, which is handed the time where it needs it."""
