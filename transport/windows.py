"""Where rate limits are counted: in moving windows of the library `limits`, in Redis, or in this
process while Redis is unavailable. A window is a list of times, the newest first."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from limits import RateLimitItem
from limits.aio.storage import RedisStorage as RedisStorageInLoop
from limits.aio.strategies import MovingWindowRateLimiter as MovingWindowInLoop
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter

from transport.singletons import process_singleton
from transport.store import LoopStore, client, loop_store


@process_singleton
def limiter() -> MovingWindowRateLimiter:
    """Counts in Redis, for threads."""
    storage = RedisStorage(
        "redis://", connection_pool=client().connection_pool, key_prefix=_prefix()
    )
    return MovingWindowRateLimiter(storage)


@process_singleton
def own_limiter() -> MovingWindowRateLimiter:
    """What this process counted while Redis was unavailable."""
    return MovingWindowRateLimiter(MemoryStorage())


_limiters: WeakKeyDictionary[LoopStore, MovingWindowInLoop] = WeakKeyDictionary()


def loop_limiter() -> tuple[MovingWindowInLoop, LoopStore]:
    """Counts in Redis, for the running event loop, with the connections that it uses."""
    store = loop_store()
    if store not in _limiters:
        storage = RedisStorageInLoop(
            "async+redis://",
            implementation="redispy",
            connection_pool=store.client.connection_pool,  # type: ignore[arg-type]
            key_prefix=_prefix(),
        )
        _limiters[store] = MovingWindowInLoop(storage)
    return _limiters[store], store


def free_at(counted: MovingWindowRateLimiter, rate: RateLimitItem, key: tuple[str, ...]) -> float:
    """When one more request is allowed, in seconds since the epoch."""
    return counted.get_window_stats(rate, *key).reset_time


def uncount(counted: MovingWindowRateLimiter, rate: RateLimitItem, key: tuple[str, ...]) -> None:
    """Takes the newest request for this key out of the count, if there is one. The library
    ``limits`` has no function for that."""
    storage: Any = counted.storage
    name = rate.key_for(*key)
    if hasattr(storage, "events"):  # in this process
        with storage.locks[name]:
            del storage.events.get(name, [])[:1]
    else:  # in Redis
        storage.get_connection().lpop(storage.prefixed_key(name))


def _prefix() -> str:
    return f"{settings.REDIS_PREFIX}:limits"
