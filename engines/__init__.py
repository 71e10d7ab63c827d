"""The rules of Miai's games in plain Python: no database, no network, no clock.

:mod:`engines.rules` is the interface that every game implements, :mod:`engines.registry` finds a
game by its slug, :mod:`engines.record` reads and writes records, and :mod:`engines.replay` replays
them. ``python -m engines`` is the command line.
"""
