"""The rules of a run: what happens to a game's rows when somebody acts or time is up.

Plain values in, plain values out: no database, no network, and the time is handed in. Whoever
calls has locked the game and stores what comes out (:mod:`games.services.running`).
"""
