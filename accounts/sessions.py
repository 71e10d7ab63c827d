"""Sessions in the database; a cookie that cannot be the key of one is a visitor's."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions


class SessionStore(DatabaseSessions):
    """Looks only keys up that could have been given out: letters and digits.

    Others come from broken or hostile clients, and some of them (NUL) no database takes.
    """

    def _validate_session_key(self, key: Any) -> bool:
        known = super()._validate_session_key(key)  # type: ignore[misc] # not in the stubs
        return bool(known) and key.isascii() and key.isalnum()
