"""Parallel Multiplayer Go: two to twelve players place one stone a turn, all at the same time.

Rules: multiplayer-go.md; its source is the description of a prototype for playing Go in parallel.
Beside the files that every game has: ``heat`` says who wins a collision, ``scoring`` who wins the
game.
"""

from engines.multiplayer_go.game import MultiplayerGo

GAME = MultiplayerGo()
