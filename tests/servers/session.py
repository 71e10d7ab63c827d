"""Logs users in without the login page, for tests of other things."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sessions import SessionStore, note_login

AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def open_session(user: User) -> str:
    """Opens a session for the user and returns its key, the value of the session cookie."""
    session = _session_of(user)
    note_login(session, agent=AGENT, moderates=False, now=timezone.now())
    session.save()
    assert session.session_key is not None
    return session.session_key


def _session_of(user: User, backend: str | None = None) -> SessionStore:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = backend or settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    return session


@contextmanager
def undone(client: Client) -> Iterator[Client]:
    """Provides a new client with the same cookies, and undoes at the end of the block what was
    stored in the database and in the cache. With it, one test can try many cases on the same rows.
    The test must not commit."""
    again = Client(raise_request_exception=client.raise_request_exception)
    again.cookies.load(client.cookies.output(attrs=[], header="", sep=";"))
    cache.clear()
    with transaction.atomic():
        yield again
        transaction.set_rollback(True)


@contextmanager
def one_session_for_each_login() -> Iterator[None]:
    """Has ``Client.force_login`` store the session of a new browser once. Django stores an empty
    one first, replaces it and stores it again, which takes as long as half a page."""
    usual = Client._login  # type: ignore[attr-defined] # not in the stubs

    def log_in(client: Client, user: User, backend: str | None = None) -> None:
        if settings.SESSION_COOKIE_NAME in client.cookies:
            usual(client, user, backend)
            return
        request = HttpRequest()
        request.session = _session_of(user, backend)
        user_logged_in.send(sender=type(user), request=request, user=user)
        request.session.save()
        client._set_login_cookies(request)  # type: ignore[attr-defined]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "_login", log_in)
        yield
