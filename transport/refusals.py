"""What the site refuses, in words for the person who asked."""

from __future__ import annotations

import traceback
from typing import Any


class Refused(Exception):
    """Something that cannot be done, and why.

    ``code`` is stable (docs/protocol.md lists them); ``message`` is for people. Both are made
    from what the asker may know.
    """

    def __init__(self, code: str, message: str, *, at: Any = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.at = at


def failed() -> Refused:
    """What somebody is told whose command met a fault of ours."""
    return Refused("failed", "Something went wrong on our side. Please try again.")


def fault_of(error: BaseException) -> str:
    """Which fault and where, for the log: its type and the lines of code, no message and no
    value, because a sealed action may be among them."""
    return f"{type(error).__name__}\n" + "".join(traceback.format_tb(error.__traceback__))
