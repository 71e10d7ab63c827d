"""Finished games: the list, records, and records that people upload."""
