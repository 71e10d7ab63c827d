"""People, time and clients for the tests of games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings as site_settings
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services.roles import make_moderator
from engines.registry import game as engine_for
from games.live import present, sync_beacon
from games.store.starting import bot_member
from tests.games.playing import START
from tests.games.sweeps import resolve_due_turns

__all__ = [
    "_newest_only_when_asked",
    "_no_grace",
    "_nothing_cached",
    "ada",
    "bo",
    "bot",
    "client_of",
    "clock",
    "cy",
    "member",
    "mo",
    "run_out",
]
"""These fixtures are also used by the tests of other packages."""

Path(site_settings.STATIC_ROOT).mkdir(exist_ok=True)  # WhiteNoise warns if the folder is missing


class Clock:
    """The time of a test. It stands still until the test, or a sleep, moves it."""

    def __init__(self, traveller: time_machine.Traveller) -> None:
        self.traveller = traveller
        self.slept: list[float] = []

    @property
    def now(self) -> datetime:
        """The current time."""
        return timezone.now()

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


@pytest.fixture
def run_out(clock: Clock) -> Callable[..., None]:
    """Returns a function that lets the time of some turns run out."""

    def let(turns: int = 1) -> None:
        for _ in range(turns):
            clock.go(60)
            resolve_due_turns(sleep=clock.sleep)

    return let


@pytest.fixture(autouse=True)
def _no_grace(settings: Any) -> None:
    """Turns end exactly on time, except in tests of the grace period."""
    settings.TURN_GRACE = 0


@pytest.fixture(autouse=True)
def _newest_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the site repeats every few seconds is sent only when a test asks for it."""
    monkeypatch.setattr(sync_beacon, "LOOK_EVERY", 3600)
    monkeypatch.setattr(present, "NOTE_EVERY", 3600)


@pytest.fixture(autouse=True)
def _nothing_cached() -> None:
    cache.clear()


@pytest.fixture
def member(db: None) -> Callable[..., User]:
    """Returns a function that makes a member."""

    def make(name: str, **fields: object) -> User:
        return User.objects.create(username=name, password="!", **fields)

    return make


@pytest.fixture
def ada(member: Callable[..., User]) -> User:
    return member("Ada")


@pytest.fixture
def bo(member: Callable[..., User]) -> User:
    return member("Bo")


@pytest.fixture
def cy(member: Callable[..., User]) -> User:
    return member("Cy")


@pytest.fixture
def mo(member: Callable[..., User]) -> User:
    """A moderator."""
    user = member("Mo")
    make_moderator(user=user)
    return user


@pytest.fixture
def bot(db: None) -> User:
    return bot_member(engine_for("multiplayer-go"), [])


@pytest.fixture
def another_bot(member: Callable[..., User]) -> User:
    return member("Drifter 2", is_bot=True)


@pytest.fixture
def client_of() -> Callable[[User | None], Client]:
    """Returns a function that opens a browser of a logged-in user, or of a visitor."""

    def open_client(user: User | None = None) -> Client:
        client = Client(raise_request_exception=True)
        if user is not None:
            client.force_login(user)
        return client

    return open_client
