"""How a running game is read and written: one set of statements, one reading, one writing.

:mod:`games.store.sync` and :mod:`games.store.aio` do the same by Django's connection and by a pool
of the event loop. Nothing in here knows rules.

Every run is written here. A few columns of running games are also written elsewhere, for many games
at once and with their rows locked: clocks that get the time of an outage back
(:mod:`games.schedule.outages`), when bots are asked again if their worker dies
(:mod:`games.schedule.bots`), and that a guest who joins keeps the games
(:mod:`lobby.services.guests`).
"""
