"""How Celery reaches Redis."""

from __future__ import annotations

from config.celery import app


def test_a_channel_keeps_its_client_until_its_connections_are_lost():
    with app.connection_for_write() as connection:
        channel = connection.default_channel
        with channel.conn_or_acquire() as first, channel.conn_or_acquire() as again:
            assert first is again
        channel._disconnect_pools()
        with channel.conn_or_acquire() as client:
            assert client is not first
            assert client.ping()


def test_a_client_that_is_given_is_used():
    with app.connection_for_write() as connection:
        given = object()
        with connection.default_channel.conn_or_acquire(given) as client:
            assert client is given
