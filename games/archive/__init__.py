"""Finished games: the list, records, and records that somebody uploads."""
