"""Continuous Go: two players take turns to draw lines that outline territory, on a board without
points.

Rules: continuous-go.md. Besides the modules that every game has, ``exact``, ``strokes``, ``stops``
and ``drawing`` work out which line is drawn, ``faces``, ``rings`` and ``areas`` what lines enclose,
and ``thinning`` what small pictures show. Only ``shapes`` uses Shapely.
"""

from .game import ContinuousGo

GAME = ContinuousGo()
