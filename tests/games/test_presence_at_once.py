"""Players leave at the moment at which their open pages report that they are there."""

from __future__ import annotations

import pytest

from games.models import Presence
from games.play.resolve import depart
from games.play.rows import Cause, LeftWhy
from games.store.sync import run_game
from tests.at_once import while_it_waits
from tests.games.playing import begin

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_players_leave_while_a_page_of_each_is_open(ada, bo, cy, mo):
    game = begin(ada, bo, cy, mo, seats_taken_over=True)
    first, second = Presence.objects.filter(game=game).order_by("seat")[:2]

    def leave():
        with run_game(game.pk) as run:
            depart(run, run.seats[:2], LeftWhy.ABSENT, Cause.TIMER)

    def postpone(row):
        # As open pages do, in the order of seats.
        return lambda: list(Presence.objects.select_for_update().filter(pk=row.pk))

    assert while_it_waits(leave, first=postpone(first), then=postpone(second)) == "done"
