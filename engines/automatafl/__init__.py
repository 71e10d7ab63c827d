"""Automatafl: each player names a rook's move in secret; after the moves an automaton, the
Agent, takes a step by fixed rules, and whoever owns the corner that it walks into wins.

Rules: automatafl.md. Beside the files that every game has: ``agent`` decides the Agent's step,
``moves`` says which moves conflict and carries out the others, ``options`` reads starting boards
and goals.
"""

from engines.automatafl.game import Automatafl

GAME = Automatafl()
