"""Counts and measures what this process does, for monitoring (``/metrics``), and keeps it in Redis.

A club has many processes, and any web process may be asked for the numbers of all of them. So each
process adds up what happens in it, and adds the sums to Redis every second (``flush``), so that no
choice and no turn waits for that. If Redis is restarted, counters begin at 0 again, as Prometheus
expects. Nothing is counted unless ``METRICS_TOKEN`` is set.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any

from django.conf import settings

from transport.store import RedisUnavailable, ask, client

logger = logging.getLogger(__name__)

SEPARATOR = "|"
"""Between the name of a counter and its labels; in none of them."""

REPORT_EVERY = 5.0
"""How often a process reports its gauges, in seconds."""

GONE_AFTER = 20
"""After how many seconds without a report a process's gauges are ignored."""


class _Process:
    """What this process has counted since the last flush, what it measures, and when it last
    reported that."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.sums: defaultdict[str, float] = defaultdict(float)
        self.gauges: dict[str, Callable[[], float]] = {}
        self.reported_at = float("-inf")


_process = _Process()


def add(name: str, *labels: str, amount: float = 1) -> None:
    """Adds to a counter."""
    if settings.METRICS_TOKEN:
        with _process.lock:
            _process.sums[SEPARATOR.join((name, *labels))] += amount


def observe(name: str, value: float, bounds: tuple[float, ...]) -> None:
    """Adds a value to a histogram with these upper bounds of buckets."""
    bound = next((bound for bound in bounds if value <= bound), None)
    add(name, "+Inf" if bound is None else str(bound))
    add(name, "sum", amount=value)


def gauge(name: str, measure: Callable[[], float]) -> None:
    """Registers a number of this process. Another thread measures it again and again."""
    _process.gauges[name] = measure


def flush(*, gauges: bool = False) -> None:
    """Adds this process's sums to those in Redis, or keeps them if Redis does not answer. With
    ``gauges``, also reports what this process measures, unless it has done so lately."""
    if not settings.METRICS_TOKEN:
        return
    with _process.lock:
        sums = dict(_process.sums)
        _process.sums.clear()
    now = time.monotonic()
    is_due = gauges and now - _process.reported_at >= REPORT_EVERY
    if not sums and not is_due:
        return
    pipeline = client().pipeline()
    for field, amount in sums.items():
        pipeline.hincrbyfloat(_counters_key(), field, amount)
    if is_due:
        pipeline.set(_process_key(_this_process()), json.dumps(_measured()), ex=GONE_AFTER)
    try:
        ask(pipeline.execute)
    except RedisUnavailable:
        with _process.lock:
            for field, amount in sums.items():
                _process.sums[field] += amount
        return
    if is_due:
        _process.reported_at = now


def _measured() -> dict[str, float]:
    """What this process measures. A number that cannot be measured is left out: the process's
    heartbeat must go on."""
    found = {}
    for name, measure in _process.gauges.items():
        try:
            found[name] = measure()
        except Exception as error:  # noqa: BLE001 whatever it is, the others count
            logger.warning("%s cannot be measured: %s", name, type(error).__name__)
    return found


def counters() -> dict[str, float]:
    """All sums, by name and labels. Raises RedisUnavailable."""
    found: Mapping[Any, Any] = ask(lambda: client().hgetall(_counters_key()))
    return {field.decode(): float(amount) for field, amount in found.items()}


def gauges() -> dict[str, dict[str, float]]:
    """What each process measures, by the process's name. Raises RedisUnavailable."""
    start = _process_key("")
    keys: list[bytes] = ask(lambda: list(client().scan_iter(f"{start}*", count=1000)))
    found = {key.decode().removeprefix(start): ask(lambda: client().get(key)) for key in keys}  # noqa: B023 asked at once
    return {name: json.loads(text) for name, text in found.items() if isinstance(text, bytes)}


def queue_length(queue: str) -> int:
    """How many tasks wait in a queue of the workers. Raises RedisUnavailable."""
    prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
    length: int = ask(lambda: client().llen(f"{prefix}{queue}"))
    return length


def _counters_key() -> str:
    return f"{settings.REDIS_PREFIX}:metrics"


def _process_key(process: str) -> str:
    return f"{settings.REDIS_PREFIX}:metrics-of:{process}"


def _this_process() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"
