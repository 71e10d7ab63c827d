"""People and time for the tests of the lobby."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.test import Client

from accounts.models import User
from accounts.services.roles import make_moderator, set_host

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
"""The time at which every test begins."""

Path(settings.STATIC_ROOT).mkdir(exist_ok=True)  # WhiteNoise warns if the folder is missing


class Clock:
    """The time of a test. It stands still until the test, or a sleep, moves it."""

    def __init__(self, traveller: time_machine.Traveller) -> None:
        self.traveller = traveller
        self.slept: list[float] = []

    def go(self, seconds: float) -> None:
        """Moves the time forward."""
        self.traveller.shift(timedelta(seconds=seconds))

    def sleep(self, seconds: float) -> None:
        """Replaces ``time.sleep`` in a worker that waits."""
        self.slept.append(seconds)
        self.go(seconds)


@pytest.fixture(autouse=True)
def clock() -> Iterator[Clock]:
    with time_machine.travel(START, tick=False) as traveller:
        yield Clock(traveller)


@pytest.fixture(autouse=True)
def _nothing_cached() -> None:
    cache.clear()


@pytest.fixture(autouse=True, scope="session")
def _threads_keep_no_connection() -> None:
    """Closes the connections of threads, which would otherwise outlive their test."""
    connections.settings["default"]["CONN_MAX_AGE"] = 0


@pytest.fixture
def member(db: None) -> Callable[..., User]:
    """Returns a function that makes a member."""

    def make(name: str, **fields: object) -> User:
        return User.objects.create(username=name, password="!", **fields)

    return make


@pytest.fixture
def host(member: Callable[..., User]) -> User:
    """A member who may open tables."""
    user = member("Hostess")
    set_host(user=user, hosts=True)
    return user


@pytest.fixture
def ada(member: Callable[..., User]) -> User:
    return member("Ada")


@pytest.fixture
def bo(member: Callable[..., User]) -> User:
    return member("Bo")


@pytest.fixture
def mo(member: Callable[..., User]) -> User:
    """A moderator."""
    user = member("Mo")
    make_moderator(user=user)
    return user


@pytest.fixture
def client_of() -> Callable[..., Client]:
    """Returns a function that opens a browser of a logged-in user, or of a visitor."""

    def open_client(user: User | None = None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return open_client
