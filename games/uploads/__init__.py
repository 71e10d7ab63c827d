"""Showing a record that somebody uploads: replayed outside the web process, and not stored.

``views`` takes it and shows it, ``waiting`` keeps it in Redis for a while, ``work`` is what a
worker does with it, ``limited`` and ``child`` are the process with limits in which it is replayed.
"""
