"""Logs users in without the login page, for tests of other things."""

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone

from accounts.models import User
from accounts.sessions import SessionStore, note_login

AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def open_session(user: User) -> str:
    """Opens a session for the user and returns its key, the value of the session cookie."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    note_login(session, agent=AGENT, moderates=False, now=timezone.now())
    session.save()
    assert session.session_key is not None
    return session.session_key
