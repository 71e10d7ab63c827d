"""A process that dies while resolving a step leaves no half step behind."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from django.conf import settings
from django.db import connection
from psycopg import Cursor

from games.models import Game, SealedAction, Seat, Step
from games.store import sync
from tests.games.playing import begin, fresh, place, seal, steps
from tests.games.sweeps import resolve_due_turns

pytestmark = pytest.mark.django_db(transaction=True)


class KilledError(BaseException):
    """Ends the work, as a signal would; nothing on the site catches it."""


@contextmanager
def dying_at(query_number: int):
    """Ends everything before the query of this number, by whichever driver it is sent."""
    numbers = itertools.count(1)

    def live_on():
        if next(numbers) == query_number:
            raise KilledError

    def wrapper(execute, sql, params, many, context):
        live_on()
        return execute(sql, params, many, context)

    class Dying(Cursor):
        def execute(self, *args, **kwargs):
            live_on()
            return super().execute(*args, **kwargs)

    with connection.execute_wrapper(wrapper), patch.object(sync, "Cursor", Dying):
        yield


def everything() -> list[object]:
    """All rows that a resolution could change."""
    models = (Game, Seat, Step, SealedAction)
    return [list(model.objects.order_by("pk").values()) for model in models]


def test_a_worker_killed_before_any_query_leaves_no_half_step(ada, bo, cy, clock):
    """The next tick resolves the turn with what was sealed, and the absent player leaves."""
    query_number = 0
    died = True
    while died:
        query_number += 1
        game = begin(ada, bo, cy, absences_allowed=1)
        seal(game, ada, place(0, 0))
        seal(game, bo, place(0, 0))
        clock.go(60)
        before = everything()
        try:
            with dying_at(query_number):
                resolve_due_turns(sleep=clock.sleep)
            died = False
        except KilledError:
            if steps(game):  # the step was stored; later queries look for more steps
                died = False
            else:
                assert everything() == before, f"something stayed of query {query_number}"
            resolve_due_turns(sleep=clock.sleep)
        both = {"0": place(0, 0), "1": place(0, 0)}
        assert steps(game) == [("timer", both), ("timer", [2])]
        Game.objects.all().delete()
    assert query_number > 7  # it did die at every query of a resolution


def test_a_last_choice_that_dies_with_its_process_is_kept_whole_or_not_at_all(ada, bo):
    query_number = 0
    died = True
    while died:
        query_number += 1
        game = begin(ada, bo, turn_ends="complete")
        seal(game, ada, place(0, 0))
        before = everything()
        try:
            with dying_at(query_number):
                seal(game, bo, place(1, 1), step=1)
            died = False
        except KilledError:
            assert everything() == before
            seal(game, bo, place(1, 1))
        assert steps(game) == [("complete", {"0": place(0, 0), "1": place(1, 1)})]
        Game.objects.all().delete()
    assert query_number > 4


WORKER = """
import os, signal, sys
import django
django.setup()
from django.db import connection
from psycopg import Cursor
from django.utils import timezone
from games.models import Game
from games.store import sync
from games.play.resolve import resolve
from games.play.rows import Cause

class Killed(Cursor):
    def execute(self, sql, values):
        super().execute(sql, values)
        if b"INSERT INTO games_step" in sql:
            connection.connection.pgconn.flush()
            os.kill(os.getpid(), signal.SIGKILL)
        return self

sync.Cursor = Killed
with sync.run_game(int(sys.argv[1])) as run:
    resolve(run, Cause.MODERATOR)
"""


def test_a_worker_killed_by_the_system_leaves_no_half_step(ada, bo, clock):
    game = begin(ada, bo)
    seal(game, ada, place(0, 0))
    before = everything()
    killed = subprocess.run(
        [sys.executable, "-c", WORKER, str(game.pk)],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert everything() == before
    clock.go(60)
    assert resolve_due_turns(sleep=clock.sleep) == 1
    assert steps(game) == [("timer", {"0": place(0, 0)})]


def test_nothing_of_the_killed_worker_is_locked(ada, bo, clock):
    """The next worker gets the game's row at once."""
    game = begin(ada, bo)
    clock.go(60)
    with pytest.raises(KilledError), dying_at(5):
        resolve_due_turns(sleep=clock.sleep)
    assert fresh(game).step == 0
    assert resolve_due_turns(sleep=clock.sleep) == 1
