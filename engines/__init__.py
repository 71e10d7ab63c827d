"""The rules of Miai's games in plain Python: no database, no network, no clock.

:mod:`engines.game` is the surface that every game offers, :mod:`engines.registry` finds a game
by its slug, :mod:`engines.record` reads, replays and writes records. ``python -m engines`` is
the command line.
"""
