"""``/healthz`` tells monitoring whether the site works."""

import time
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import RedisError

from database.postgresql.commits import can_store
from scheduler.jobs import Late, Queue, all_jobs, periodic, register
from transport.cache import cache

TICK = "health:tick"
OLDEST_TICK = 15.0  # seconds; one is sent every five
LATEST = 10.0
"""The site is unhealthy if a turn has not ended, or a game not started, this many seconds late."""
KEPT_SECONDS = 1.0
"""For how long a process repeats its last answer, so that frequent requests cost little."""


def note_tick() -> None:
    """Notes that beat has sent a tick and a worker has received it."""
    cache.set(TICK, timezone.now().timestamp(), timeout=None)


BOTS = {Queue.BOTS, Queue.LOOKING_AHEAD}
"""The queues on which nobody waits."""

register(periodic("tick", Queue.TURNS, 5.0, lambda now: note_tick()))


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answers 200 if everything works, else 503; the body says what does not work."""
    health = newest.get()
    return JsonResponse(health, status=200 if health["ok"] else 503)


class Newest:
    """The answer that this process worked out within the last second. One thread does so at a time;
    the others wait for it."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.health: dict[str, Any] = {}
        self.until = 0.0

    def get(self) -> dict[str, Any]:
        """Returns what ``/healthz`` says, worked out anew if it is older than a second."""
        with self.lock:
            if time.monotonic() >= self.until:
                self.health = look()
                self.until = time.monotonic() + KEPT_SECONDS
            return self.health

    def forget(self) -> None:
        """Has the next answer worked out anew."""
        self.until = 0.0


newest = Newest()


def look() -> dict[str, Any]:
    """Finds out what works; ``ok`` if everything does."""
    redis, tick_age = ask_redis()
    overdue, stores = ask_database(), ask_whether_it_stores()
    works = redis and stores and tick_age is not None and tick_age <= OLDEST_TICK
    on_time = overdue is not None and overdue.on_time
    return {
        "ok": works and on_time,
        "database": overdue is not None,
        "stores": stores,
        "redis": redis,
        "tick_age_seconds": tick_age,
        "overdue": None if overdue is None else overdue.as_json(),
    }


@dataclass(frozen=True)
class Overdue:
    """Due work that has not been done yet."""

    of_people: dict[str, Late]
    of_bots: dict[str, Late]

    @property
    def on_time(self) -> bool:
        """Whether nobody waits too long. Bots may be late: people do not wait for them."""
        return all(late.seconds <= LATEST for late in self.of_people.values())

    def as_json(self) -> dict[str, Any]:
        """Returns for each kind how many are late, and by how many seconds the oldest is."""
        return {
            name: {"count": late.count, "seconds": round(late.seconds, 1)}
            for name, late in {**self.of_people, **self.of_bots}.items()
        }


def ask_database() -> Overdue | None:
    """Returns what is overdue; None if the database does not answer."""
    now = timezone.now()
    of_people: dict[str, Late] = {}
    of_bots: dict[str, Late] = {}
    try:
        for kind in all_jobs():
            if kind.late is not None:
                found = of_bots if kind.queue in BOTS else of_people
                found[kind.name] = kind.late(now)
    except DatabaseError:
        return None
    return Overdue(of_people, of_bots)


def ask_whether_it_stores() -> bool:
    """Returns whether the database can store anything; False if it does not answer."""
    try:
        return can_store()
    except DatabaseError:
        return False


def ask_redis() -> tuple[bool, float | None]:
    """Returns whether Redis answers, and the last tick's age in seconds, if there was one."""
    try:
        tick = cache.get(TICK)
    except RedisError:
        return False, None
    return True, None if tick is None else round(timezone.now().timestamp() - tick, 1)
