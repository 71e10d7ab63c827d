"""Continuous Go: lines that outline territory, on a board without points.

``rules`` is the game as the site sees it, ``turns`` what actions do, ``state`` the position;
``exact``, ``strokes``, ``stops`` and ``drawing`` say what is drawn, ``faces`` and ``areas`` what it
encloses, ``bot`` plays. Only ``shapes`` speaks to Shapely.
"""

from engines.continuous_go.rules import ContinuousGo

GAME = ContinuousGo()
