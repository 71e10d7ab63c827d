"""Reads the site's own sessions, and checks who is logged in."""

from __future__ import annotations

import os
from typing import Any

from django.contrib.sessions.serializers import JSONSerializer
from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

COOKIE = "sessionid"
SALT = "django.contrib.sessions.SessionStore"
HASH_SALT = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"


def key_in(headers: list[tuple[bytes, bytes]]) -> str:
    """The session key in the Cookie header; empty if there is none."""
    for name, value in headers:
        if name == b"cookie":
            for part in value.decode("latin-1").split(";"):
                cookie, _, key = part.strip().partition("=")
                if cookie == COOKIE:
                    return key
    return ""


class Session:
    """A socket's session as last read. It is decoded again only if its row has changed."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.user_id: int | None = None
        self._data = ""
        self._hash = ""
        self._password = ""

    def read(self, data: str) -> None:
        """Decodes the row's ``session_data``. Without a valid session the user is a visitor."""
        if data == self._data:
            return
        self._data, self._password = data, ""
        try:
            said: dict[str, Any] = signing.loads(
                data,
                key=os.environ["SECRET_KEY"],
                salt=SALT,
                serializer=JSONSerializer,
                fallback_keys=[],
            )
        except signing.BadSignature:
            said = {}
        self.user_id = int(said["_auth_user_id"]) if "_auth_user_id" in said else None
        self._hash = said.get("_auth_user_hash", "")

    def is_members(self, row: Any) -> bool:
        """Whether the session's member is logged in, according to a row with the columns of
        :data:`bench.floor.queries.WHO`."""
        asked_for = self.user_id
        if row is None or row.session_data is None or not row.is_active or row.is_bot:
            return False
        self.read(row.session_data)
        if self.user_id != asked_for:
            return False
        if row.password != self._password:
            secret = os.environ["SECRET_KEY"]
            expected = salted_hmac(HASH_SALT, row.password, secret=secret, algorithm="sha256")
            if not constant_time_compare(self._hash, expected.hexdigest()):
                return False
            self._password = row.password
        return True
