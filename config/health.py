"""Whether the site works, for those who watch over it: ``/healthz``."""

from celery import shared_task
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import RedisError

TICK = "health:tick"
OLDEST_TICK = 15.0  # seconds; one is sent every two


@shared_task
def note_tick() -> None:
    """Notes that beat sent a tick and a worker took it."""
    cache.set(TICK, timezone.now().timestamp(), timeout=None)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Status 200 when everything works, else 503; the body says what does not."""
    redis, tick_age = ask_redis()
    database = ask_database()
    works = database and redis and tick_age is not None and tick_age <= OLDEST_TICK
    return JsonResponse(
        {"ok": works, "database": database, "redis": redis, "tick_age_seconds": tick_age},
        status=200 if works else 503,
    )


def ask_database() -> bool:
    """Whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def ask_redis() -> tuple[bool, float | None]:
    """Whether Redis answers, and the age of the last tick in seconds, if there was one."""
    try:
        tick = cache.get(TICK)
    except RedisError:
        return False, None
    return True, None if tick is None else round(timezone.now().timestamp() - tick, 1)
