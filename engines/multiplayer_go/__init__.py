"""Parallel Multiplayer Go: two to twelve players place one stone a turn, all at the same time.

Rules: multiplayer-go in the rules of the five games; its source is the description of a
prototype for playing Go in parallel.
"""

from engines.multiplayer_go.game import MultiplayerGo

GAME = MultiplayerGo()
