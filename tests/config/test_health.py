"""``/healthz`` reports what works."""

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.test import RequestFactory
from django.utils import timezone

from accounts.models import User
from config import health
from games.models import Game
from games.play.settings import GameSettings
from lobby.models import Table
from tests.games.playing import begin

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()
    yield
    health.newest.forget()


def ask():
    health.newest.forget()
    return health.healthz(RequestFactory().get("/healthz"))


def read(response):
    return json.loads(response.content)


def test_all_is_well_after_a_tick():
    health.note_tick()
    response = ask()
    assert response.status_code == 200
    assert read(response) == {
        "ok": True,
        "database": True,
        "stores": True,
        "redis": True,
        "tick_age_seconds": pytest.approx(0, abs=5),
        "overdue": {
            "turns": {"count": 0, "seconds": 0.0},
            "plans": {"count": 0, "seconds": 0.0},
            "starts": {"count": 0, "seconds": 0.0},
            "matches": {"count": 0, "seconds": 0.0},
            "bots": {"count": 0, "seconds": 0.0},
            "bots that look ahead": {"count": 0, "seconds": 0.0},
        },
    }


def test_no_tick_yet_is_not_well():
    response = ask()
    assert response.status_code == 503
    assert read(response)["tick_age_seconds"] is None


def test_an_old_tick_is_not_well(time_machine):
    health.note_tick()
    time_machine.move_to(timezone.now() + timedelta(seconds=16))
    response = ask()
    assert response.status_code == 503
    assert read(response)["tick_age_seconds"] >= 16


def test_a_redis_that_is_gone_is_not_well(settings):
    settings.CACHES = {
        **settings.CACHES,
        "ours": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "unix:///nowhere.sock",
        },
    }
    response = ask()
    assert response.status_code == 503
    assert read(response)["redis"] is False


def test_a_database_that_is_gone_is_not_well(monkeypatch):
    def no_cursor():
        raise DatabaseError

    health.note_tick()
    monkeypatch.setattr(connection, "cursor", no_cursor)
    response = ask()
    assert response.status_code == 503
    assert read(response)["database"] is False


def game_of(*people, late, bots_late=None):
    """A running game whose deadline passed ``late`` seconds ago, and whose bots were due
    ``bots_late`` seconds ago."""
    now = timezone.now()
    game = begin(*people)
    bots_due = None if bots_late is None else now - timedelta(seconds=bots_late)
    deadline = now - timedelta(seconds=late)
    Game.objects.filter(pk=game.pk).update(deadline=deadline, bots_due=bots_due)


@pytest.fixture
def people(db):
    return [User.objects.create(username=name, password="!") for name in ("Ada", "Bo")]


def test_turns_that_should_have_opened_are_told_and_fail_after_ten_seconds(people):
    health.note_tick()
    game_of(*people, late=8)
    response = ask()
    assert read(response)["overdue"]["turns"] == {"count": 1, "seconds": pytest.approx(8, abs=5)}
    assert response.status_code == 200
    game_of(*people, late=30)
    response = ask()
    assert read(response)["overdue"]["turns"] == {"count": 2, "seconds": pytest.approx(30, abs=5)}
    assert response.status_code == 503


def test_a_turn_whose_deadline_was_just_now_is_not_late(people):
    game_of(*people, late=0)
    assert read(ask())["overdue"]["turns"]["count"] == 0


def test_a_game_that_should_have_begun_long_ago_is_a_failure(people):
    health.note_tick()
    table = {"variant": "territory", "seats": 2, "settings": GameSettings(), "title": "Tuesday"}
    Table.objects.create(**table, starts_at=timezone.now() - timedelta(seconds=30))
    response = ask()
    assert read(response)["overdue"]["starts"] == {"count": 1, "seconds": pytest.approx(30, abs=5)}
    assert response.status_code == 503


def test_bots_that_are_late_are_told_and_do_not_fail(people):
    health.note_tick()
    game_of(*people, late=-60, bots_late=40)
    response = ask()
    assert read(response)["overdue"]["bots"] == {"count": 1, "seconds": pytest.approx(40, abs=5)}
    assert response.status_code == 200


def test_what_is_overdue_takes_one_query_each(people, django_assert_num_queries):
    game_of(*people, late=30)
    with django_assert_num_queries(7):
        ask()


def test_a_health_answer_is_never_kept_by_a_cache():
    assert "no-store" in ask().headers["Cache-Control"]


def test_who_asks_again_within_a_second_gets_the_same_answer_without_a_query(
    monkeypatch, django_assert_num_queries
):
    health.note_tick()
    monkeypatch.setattr(health, "KEPT_SECONDS", 3600)
    before = read(ask())
    with django_assert_num_queries(0):
        assert read(health.healthz(RequestFactory().get("/healthz"))) == before
