"""``/healthz`` says what works."""

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.test import RequestFactory
from django.utils import timezone

from config import health

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


def ask():
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
        "redis": True,
        "tick_age_seconds": pytest.approx(0, abs=5),
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
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "unix:///nowhere.sock",
        }
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


def test_a_health_answer_is_never_kept_by_a_cache():
    assert "no-store" in ask().headers["Cache-Control"]
