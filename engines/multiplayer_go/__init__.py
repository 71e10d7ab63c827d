"""Parallel Multiplayer Go: two to twelve players place one stone a turn, all at the same time.

Rules: multiplayer-go.md, based on the description of a prototype for playing Go in parallel.
Besides the modules that every game has, ``heat`` decides who wins a collision and ``scoring`` who
wins the game. Bots choose by what ``pebble`` knows, and look ahead with ``knowledge`` and
``playouts``.
"""

from .game import MultiplayerGo

GAME = MultiplayerGo()
