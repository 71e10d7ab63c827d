"""How Celery connects to Redis: it keeps trying without long pauses, and keeps its clients."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from celery.app.amqp import AMQP
from kombu import Connection

LONGEST_PAUSE = 2.0
"""The most seconds between attempts to reach Redis; Celery's own limit is 30."""


class LastingClient:
    """A channel that keeps its client. Kombu makes a new one whenever a task is sent, taken or
    acknowledged, which takes a quarter of the processor time of a worker that resolves turns."""

    pool: Any
    _create_client: Any
    _lasting: Any = None

    @contextmanager
    def conn_or_acquire(self, client: Any = None) -> Iterator[Any]:
        """Provides ``client``, or the channel's own. After a lost connection kombu makes a new pool
        of connections, and the channel gets a client of that."""
        if client is None:
            if self._lasting is None or self._lasting.connection_pool is not self.pool:
                self._lasting = self._create_client()
            client = self._lasting
        yield client


@cache
def with_lasting_clients(transport: Any) -> Any:
    """Returns the transport class with such channels; it may be the one for sentinels."""
    channel = type("Channel", (LastingClient, transport.Channel), {})
    return type("Transport", (transport,), {"Channel": channel})


class PromptConnection(Connection):
    """A connection that is back within seconds of Redis, however long Redis was unavailable."""

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Any:
        """Connects, with pauses of at most ``LONGEST_PAUSE`` between attempts."""
        pauses = {"interval_start": 0.5, "interval_step": 0.5, "interval_max": LONGEST_PAUSE}
        return super().ensure_connection(*args, **{**pauses, **kwargs})

    def get_transport_cls(self) -> Any:
        """Returns the class that speaks to Redis."""
        transport: Any = super().get_transport_cls()
        return with_lasting_clients(transport)


class Broker(AMQP):
    """Celery's broker with such connections."""

    Connection = BrokerConnection = PromptConnection
