"""Parallel Go: Go for two in which both choose at once, and only moves that would do the same in
either order are played.

Rules: parallel-go.md. Beside the files that every game has: ``moves`` says what stones do and
which choices conflict, ``history`` which positions there have been, ``counting`` whose point each
is, ``preview`` what each mark would come to; ``worth`` and ``judgement`` are what the bot goes by.
"""

from engines.parallel_go.game import ParallelGo

GAME = ParallelGo()
