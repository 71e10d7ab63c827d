"""Real servers for the tests: Redis always, PostgreSQL and Chromium if a test needs them."""
