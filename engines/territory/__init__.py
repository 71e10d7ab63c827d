"""Territory: two to five players place tiles in turn, each next to their own, with three cards
that bend the rule once each.

Rules: territory.md. Beside the files that every game has: ``cells`` has areas of the board as
integers.
"""

from engines.territory.game import Territory

GAME = Territory()
