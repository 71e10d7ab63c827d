"""The rules of a run: what happens to a game's rows when somebody acts or time is up.

Plain values in, plain values out: no database, no network, and the time is passed in. The caller
locks the game first and stores the result (:mod:`games.store.sync`).
"""
