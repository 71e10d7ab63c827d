"""Parallel Go: Go for two in which both choose at once. Only moves that would have the same effect
in either order are played.

Rules: parallel-go.md. Besides the files that every game has: ``moves`` (what stones do, and which
choices conflict), ``history`` (the positions so far), ``counting`` (whose point each is),
``preview`` (what each mark would change), ``worth`` and ``judgement`` (how the bot judges).
"""

from .game import ParallelGo

GAME = ParallelGo()
