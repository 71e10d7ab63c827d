"""Continuous Go: in turn, two players draw lines that outline territory, on a board without
points.

Rules: continuous-go.md. Beside the files that every game has: ``exact``, ``strokes``, ``stops`` and
``drawing`` say what is drawn, ``faces`` and ``areas`` what it encloses, ``picture`` makes small
pictures. Only ``shapes`` speaks to Shapely.
"""

from engines.continuous_go.game import ContinuousGo

GAME = ContinuousGo()
