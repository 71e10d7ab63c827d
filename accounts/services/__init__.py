"""Every write of accounts, one function each; those that need the time take it as ``now``."""
