"""Which jobs have something to do is found out by one statement, and as each job itself finds."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game
from games.schedule import jobs as games
from lobby import schedule as lobby
from scheduler.jobs import Queue, all_jobs, jobs_with_work
from tests.games.playing import begin

pytestmark = pytest.mark.django_db

PACES = sorted({(str(job.queue), job.every) for job in all_jobs()})
DUE = (
    (games.TURNS, "deadline"),
    (games.BOTS, "bots_due"),
    (games.PLANS, "plans_due"),
    (games.VOTES, "vote_ends_at"),
    (games.PAUSES, "resumes_at"),
)


def named(queue, every, until):
    return {job.name for job in jobs_with_work(queue, every, until)}


@pytest.mark.parametrize(("queue", "every"), PACES)
def test_in_a_quiet_club_only_what_is_done_in_every_sweep_has_work(queue, every):
    always = {job.name for job in all_jobs() if (job.queue, job.every) == (queue, every)}
    always -= {job.name for job in all_jobs() if job.due is not None}
    assert named(queue, every, timezone.now()) == always


@pytest.mark.parametrize(("job", "field"), DUE, ids=lambda each: getattr(each, "name", each))
def test_a_job_has_work_when_a_game_is_due_and_not_before(ada, bo, settings, job, field):
    settings.TURN_GRACE = 0
    at = timezone.now() + timedelta(minutes=5)
    game = begin(ada, bo)
    Game.objects.filter(pk=game.pk).update(**{field: at})
    soon = timedelta(milliseconds=1)
    assert job.name not in named(job.queue, job.every, at - soon)
    assert job.name in named(job.queue, job.every, at + soon)


def test_the_timer_has_work_only_after_the_grace(ada, bo, settings):
    settings.TURN_GRACE = 700
    deadline = begin(ada, bo).deadline
    after = [timedelta(milliseconds=each) for each in (690, 710)]
    tick = (Queue.TURNS, games.TURNS.every)
    assert [games.TURNS.name in named(*tick, deadline + each) for each in after] == [False, True]


def test_what_a_job_finds_itself_is_never_left_out(ada, bo):
    """Whatever a club has at the moment, asked at several times."""
    game = begin(ada, bo)
    now = timezone.now()
    Game.objects.filter(pk=game.pk).update(
        bots_due=now, plans_due=now, vote_ends_at=now, resumes_at=now
    )
    ada.is_active = False
    ada.save()
    for until in (now, now + timedelta(minutes=2), now + timedelta(days=3)):
        found = [job for job in all_jobs() if job.first(until, set()) is not None]
        assert {games.PLANS, games.VOTES, games.PAUSES, games.FORMER_MEMBERS} <= {*found}
        for job in found:
            assert job.name in named(job.queue, job.every, until)


def test_the_jobs_of_tables_are_asked_about_too():
    quiet = named(Queue.TURNS, lobby.STARTS.every, timezone.now())
    assert not quiet & {lobby.STARTS.name, lobby.READINESS.name, lobby.HERE.name}
