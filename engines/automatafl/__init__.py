"""Automatafl: each player secretly names a move like a rook's. After the moves an automaton, the
Agent, takes a step by fixed rules; the owner of the corner that it walks into wins.

Rules: automatafl.md. Besides the modules that every game has, ``agent`` decides the Agent's step,
``moves`` finds conflicts and carries out moves, and ``options`` reads starting boards and goals.
Bots try moves on ``trial``, rate them with ``outlook``, and look ahead with ``knowledge``.
"""

from .game import Automatafl

GAME = Automatafl()
