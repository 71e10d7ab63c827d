"""Territory: two to five players take turns to place tiles next to their own; each has three cards
that bend the rules once.

Rules: territory.md. Besides the modules that every game has, ``cells`` represents areas of the
board as integers.
"""

from .game import Territory

GAME = Territory()
