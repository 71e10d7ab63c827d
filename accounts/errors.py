"""What the services of accounts refuse, in words for the person who asked."""

from __future__ import annotations


class Refused(Exception):
    """Something that cannot be done, and why: a stable ``code``, a ``message`` for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
