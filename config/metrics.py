"""``/metrics``: numbers about the club for Prometheus, if ``METRICS_TOKEN`` is set. Counters and
measurements of processes are read from Redis, and what is due from the database, each time the page
is read. So any web process can answer for all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import accumulate

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from accounts.middleware import without_session
from config.active_beat import active_beat
from config.health import ask_database, ask_redis
from games.models import Game
from games.play.rows import GOING_ON
from games.store.aio import loop_pool_stats
from games.store.metrics import BOUNDS, LATENESS
from scheduler.jobs import Queue, all_jobs
from transport import metrics
from transport.open_sockets import sockets_of_process
from transport.store import RedisUnavailable
from transport.threads import thread_pool_stats

COUNTERS = {
    "steps": ("miai_steps", "Steps that were resolved", ("game", "cause")),
    "choices": ("miai_choices", "Choices that were sealed", ("game",)),
}
"""The counters by their names in :mod:`transport.metrics`: name, help, labels."""

GAUGES = {
    "sockets": ("miai_sockets", "Sockets that are open", False),
    "pool_size": ("miai_pool_connections", "Connections to PostgreSQL", True),
    "pool_available": ("miai_pool_free", "Connections that nobody uses", True),
    "requests_waiting": ("miai_pool_waiting", "Requests that wait for a connection", True),
}
"""What each web process measures: name, help, and whether each pool of connections has its own."""

POOLS = {"pages": thread_pool_stats, "choices": loop_pool_stats}


def register_gauges() -> None:
    """Registers the gauges of this web process, which :data:`GAUGES` lists."""
    for key, (_, _, of_pools) in GAUGES.items():
        if of_pools:
            for pool, stats in POOLS.items():
                metrics.gauge(f"{key}{metrics.SEPARATOR}{pool}", partial(_stat, stats, key))
    metrics.gauge("sockets", sockets_of_process)


def _stat(stats: Callable[[], Mapping[str, int]], key: str) -> float:
    return float(stats().get(key, 0))


@without_session
@never_cache
@require_safe
def metrics_page(request: HttpRequest) -> HttpResponse:
    """Sends the numbers to whoever sends the token; 404 if the club has set none."""
    token = settings.METRICS_TOKEN
    if not token:
        raise Http404
    kind, _, sent = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not constant_time_compare(sent, token):
        answer = HttpResponse("Send the token: Authorization: Bearer …\n", status=401)
        answer["Content-Type"] = "text/plain; charset=utf-8"
        answer["WWW-Authenticate"] = "Bearer"
        return answer
    registry = CollectorRegistry()
    registry.register(ClubCollector())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class ClubCollector(Collector):
    """Reads all numbers when Prometheus asks for them."""

    def describe(self) -> Iterable[Metric]:
        """Returns nothing: otherwise registering would read all numbers, too."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """The numbers that can be read; ``miai_up`` says what does not answer."""
        up = GaugeMetricFamily("miai_up", "Whether a server answers", labels=["server"])
        for server, read, error in (
            ("database", _from_database, DatabaseError),
            ("redis", _from_redis, RedisUnavailable),
        ):
            try:
                found = list(read())
            except error:
                found = []
            up.add_metric([server], float(bool(found)))
            yield from found
        yield up


def _from_database() -> Iterator[Metric]:
    now = timezone.now()
    due = GaugeMetricFamily("miai_due", "What is due now", labels=["job"])
    for job in all_jobs():
        if job.due is not None:
            due.add_metric([job.name], job.due(now).order_by().count())
    yield due
    late = GaugeMetricFamily("miai_overdue", "What should have been done", labels=["job"])
    seconds = GaugeMetricFamily(
        "miai_overdue_seconds", "By how much the oldest of it is late", labels=["job"]
    )
    overdue = ask_database()
    if overdue is None:
        raise DatabaseError
    for name, each in {**overdue.of_people, **overdue.of_bots}.items():
        late.add_metric([name], each.count)
        seconds.add_metric([name], each.seconds)
    yield from (late, seconds)
    games = GaugeMetricFamily("miai_games", "Games that have not ended", labels=["status"])
    for status in GOING_ON:
        games.add_metric([status.value], Game.objects.filter(status=status).count())
    yield games
    beat = GaugeMetricFamily("miai_beat_active", "The beat that sends ticks", labels=["process"])
    if (process := active_beat()) is not None:
        beat.add_metric([process], 1)
    yield beat


def _from_redis() -> Iterator[Metric]:
    counters = metrics.counters()
    yield from _counter_families(counters)
    yield _lateness_histogram(counters)
    yield from _gauge_families()
    queues = GaugeMetricFamily("miai_queue", "Tasks that wait in a queue", labels=["queue"])
    for queue in Queue:
        queues.add_metric([queue.value], metrics.queue_length(queue))
    yield queues
    _, age = ask_redis()
    if age is not None:
        yield GaugeMetricFamily("miai_tick_age_seconds", "Age of the last tick", value=age)


def _counter_families(counters: dict[str, float]) -> Iterator[Metric]:
    for key, (name, documentation, labels) in COUNTERS.items():
        family = CounterMetricFamily(name, documentation, labels=labels)
        for field, amount in sorted(counters.items()):
            counted, *values = field.split(metrics.SEPARATOR)
            if counted == key and len(values) == len(labels):
                family.add_metric(values, amount)
        yield family


def _lateness_histogram(counters: dict[str, float]) -> Metric:
    bounds = [*map(str, BOUNDS), "+Inf"]
    found = [counters.get(f"{LATENESS}{metrics.SEPARATOR}{bound}", 0.0) for bound in bounds]
    total = counters.get(f"{LATENESS}{metrics.SEPARATOR}sum", 0.0)
    family = HistogramMetricFamily(
        "miai_turn_lateness_seconds", "How late the timer has ended turns"
    )
    family.add_metric([], list(zip(bounds, accumulate(found))), total)
    return family


def _gauge_families() -> Iterator[Metric]:
    reported = sorted(metrics.gauges().items())
    for key, (name, documentation, of_pools) in GAUGES.items():
        labels = ["process", "pool"] if of_pools else ["process"]
        family = GaugeMetricFamily(name, documentation, labels=labels)
        for process, measured in reported:
            for field, value in measured.items():
                gauge, *pool = field.split(metrics.SEPARATOR)
                if gauge == key:
                    family.add_metric([process, *pool], value)
        yield family
