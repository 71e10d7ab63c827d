"""Measures the site as it runs in production: PostgreSQL, Redis, web, workers, beat."""
