"""How a running game is read and written: one set of statements, one reading, one writing.

:mod:`games.store.sync` and :mod:`games.store.aio` do the same by Django's connection and by a pool
of the event loop. Nothing else writes a row of a running game, and nothing in here knows rules.
"""
