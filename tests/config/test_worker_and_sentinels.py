"""A worker takes tasks again, whatever happens to the primary of Redis."""

import os
import subprocess
import time
from collections.abc import Callable

import pytest
from celery import Celery
from django.conf import settings
from django.core.cache.backends.redis import RedisCache
from kombu.exceptions import OperationalError
from redis import RedisError

from config.health import TICK
from running import processes
from running.child import ends_with_parent
from scheduler.jobs import Queue
from scheduler.sweeping import sweep_for
from tests.servers.sentinels import Cluster, until
from transport.redis_clients import CACHE_OPTIONS, broker


@pytest.fixture
def cluster(tmp_path):
    with Cluster(tmp_path) as cluster:
        yield cluster


@pytest.fixture
def worker(cluster, tmp_path, transactional_db):
    """The worker for turns, on the test's database and the sentinels' Redis."""
    command = next(each.command for each in processes.workers() if each.name.endswith("turns"))
    environment = {**os.environ, "REDIS_URL": cluster.url, "WORKER_CONCURRENCY": "1"}
    with (tmp_path / "worker.log").open("wb") as log:
        process = subprocess.Popen(
            ends_with_parent(command),
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    yield process
    process.terminate()
    process.wait()


@pytest.fixture
def ticks(cluster) -> Callable[[], bool]:
    """Sends a tick, and says whether the worker has done one since the last call."""
    url, options = broker(cluster.url)
    app = Celery("test", broker=url, set_as_current=False)
    prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
    app.conf.broker_transport_options = {**options, "global_keyprefix": prefix}
    cache = RedisCache(
        [cluster.url], {"OPTIONS": CACHE_OPTIONS, "KEY_PREFIX": settings.REDIS_PREFIX}
    )
    last = [0.0]

    def ticks() -> bool:
        try:
            app.send_task(sweep_for.name, (Queue.TURNS, 5.0), queue=Queue.TURNS, retry=False)
            time.sleep(0.2)
            before, last[0] = last[0], cache.get(TICK, last[0])
        except (RedisError, OperationalError):
            return False
        return last[0] > before

    return ticks


def test_a_worker_finds_the_next_primary_time_and_again(cluster, worker, ticks):
    until(ticks, "the worker has started")
    for how in ("kill", "freeze"):
        first = cluster.primary
        getattr(cluster, how)(first)
        until(lambda: cluster.primary != first, "there is another primary")  # noqa: B023
        ticks()
        until(ticks, f"a tick is done after {how}")
        if how == "kill":
            cluster.start(first)
            cluster.settle()
    assert worker.poll() is None
