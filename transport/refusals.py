"""What the site refuses, in words for the person who asked."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


class Refused(Exception):
    """Something that cannot be done, and why.

    ``code`` is stable (docs/protocol.md lists them). ``text`` is for people: a literal in English
    with named placeholders, for which ``values`` stand; or a lazy plural. Both are made from what
    the person may know.
    """

    def __init__(
        self,
        code: str,
        text: str | StrPromise,
        *,
        at: Any = None,
        values: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.text = text
        self.values = values
        self.at = at

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    @property
    def message(self) -> str:
        """The text in the language of whoever reads it now: what refuses may work for others."""
        text = gettext(self.text) if isinstance(self.text, str) else self.text
        return str(text % self.values if self.values else text)


def failed() -> Refused:
    """What somebody is told whose command met a fault of ours."""
    return Refused("failed", "Something went wrong on our side. Please try again.")


def fault_of(error: BaseException) -> str:
    """Which fault and where, for the log: its type and the lines of code, no message and no
    value, because a sealed action may be among them."""
    return f"{type(error).__name__}\n" + "".join(traceback.format_tb(error.__traceback__))
