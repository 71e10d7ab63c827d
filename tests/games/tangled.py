"""Games of Continuous Go whose boards are as full as the rules allow."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils import timezone

from accounts.models import User
from engines.continuous_go.state import Lines, Score
from games.models import Game, Step
from games.play.states import whole_state
from tests.games.playing import begin, state_of

UNIT = 1024
CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))
MANY = 64
SCORE = Score(own=(0, 0), shared=324, open=0, komi=7)
"""The score, whatever the number of boxes: each box lies in one of the other colour."""


def nested_lines(count: int) -> Lines:
    """A square of ``count`` by ``count`` black boxes, each inside a white one."""
    cell = 18 * UNIT / count
    lines = Lines()
    for seat, margin in ((0, 0.3), (1, 0.1)):
        side = cell * (1 - 2 * margin)
        for number in range(count**2):
            x, y = (cell * (each + margin) for each in divmod(number, count))
            path = [(round(x + i * side), round(y + j * side)) for i, j in CORNERS]
            lines = lines.with_line(seat, path, 4, 1)
    return lines


def tangled(*players: User, count: int = MANY, finished: bool = True, **changes: Any) -> Game:
    """A game in which everything was drawn before its only step, because playing it
    takes seconds."""
    options = {"size": 19, "lower": 0, "upper": 400}
    game = begin(*players, variant="continuous-go", options=options, **changes)
    state = state_of(game).next(lines=nested_lines(count), passes=2 if finished else 0)
    if finished:
        state = replace(state, final=SCORE)
        game.status = Game.Status.FINISHED
        game.finished_at = timezone.now()
        game.outcome = {"ranks": [2, 1], "scores": [324, 331], "reason": "score"}
    game.save()
    held = whole_state(0, game.engine.dump(state))[1]
    Step.objects.filter(game=game).update(state=held)
    return game
