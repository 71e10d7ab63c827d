"""People, invitations and a stopped clock for the tests of accounts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connections
from django.test import Client

from accounts.forgotten import send_link
from accounts.models import Invitation, User
from accounts.services.invitations import invite
from accounts.services.roles import make_moderator, set_host

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
PASSWORD = "pebble-garden-7"

Path(settings.STATIC_ROOT).mkdir(exist_ok=True)  # WhiteNoise warns if the folder is missing


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def _mail_is_sent(settings: Any) -> None:
    """Pretends that there is a mail server; sent mails are in the ``mailoutbox``."""
    settings.EMAIL_HOST = "127.0.0.1"


@pytest.fixture(autouse=True)
def _links_are_sent_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does at once what a worker would do with a forgotten password."""
    monkeypatch.setattr(send_link, "apply_async", lambda arguments, **_: send_link(*arguments))


@pytest.fixture(autouse=True)
def _nothing_cached() -> None:
    cache.clear()


@pytest.fixture(autouse=True, scope="session")
def _threads_keep_no_connection() -> None:
    """Closes the connections of threads, which would otherwise outlive their test."""
    connections.settings["default"]["CONN_MAX_AGE"] = 0


@pytest.fixture
def member(db: None) -> User:
    return User.objects.create_user("Anna", password=PASSWORD)


@pytest.fixture
def moderator(db: None) -> User:
    user = User.objects.create_user("Mira", password=PASSWORD)
    make_moderator(user=user)
    return user


@pytest.fixture
def superuser(db: None) -> User:
    return User.objects.create_superuser("Root", password=PASSWORD)


@pytest.fixture
def invitation(db: None) -> Invitation:
    return invite(creator=None, expires_at=NOW + timedelta(days=30), now=NOW)


@pytest.fixture
def as_role(db: None) -> Callable[[str], Client]:
    """Returns a function that opens a browser of somebody in this role, logged in
    unless a visitor."""

    def client_of(role: str) -> Client:
        client = Client()
        if role != "visitor":
            client.force_login(somebody(role))
        return client

    return client_of


def somebody(role: str) -> User:
    """A new user of a role: member, host, moderator, superuser or bot."""
    if role == "superuser":
        return User.objects.create_superuser("The superuser", password=PASSWORD)
    user = User.objects.create_user(f"The {role}", password=PASSWORD, is_bot=role == "bot")
    if role == "host":
        set_host(user=user, hosts=True)
    if role == "moderator":
        make_moderator(user=user)
    return user


NOBODY = AnonymousUser()
