"""Real servers for the tests: Redis always, PostgreSQL and Chromium where asked for."""
