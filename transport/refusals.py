"""Refusals: expected errors, in words for the person who asked."""

from __future__ import annotations

import math
import traceback
from collections.abc import Mapping
from datetime import datetime
from logging import Logger
from typing import TYPE_CHECKING, Any

from django.utils.formats import date_format
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_noop, ngettext

from transport.faults import is_database_away

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


class Refused(Exception):
    """An action is refused, and why.

    ``code`` is stable (docs/protocol.md lists them). ``text`` is for people: an English literal
    with named placeholders, filled from ``values``, or a lazy plural. Neither may tell more than
    the person who acts may know.
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
        """The text in the reader's language, which is the active one when this is read."""
        text = gettext(self.text) if isinstance(self.text, str) else self.text
        return str(text % self.values if self.values else text)


def sentence(text: str) -> str:
    """The text with a capital letter at its start and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


class RefusedByRules(Refused):
    """Refused by the rules of a game. Their texts are clauses; the message is a sentence.

    >>> RefusedByRules("occupied", "a tile is there already").message
    'A tile is there already.'
    """

    @property
    def message(self) -> str:
        """The text as a sentence in the reader's language."""
        return sentence(super().message)


class RateLimited(Refused):
    """Refused ``too-fast`` by the limit with this name; allowed again after ``retry_after``
    seconds."""

    def __init__(self, retry_after: int, limit: str = "") -> None:
        super().__init__(
            "too-fast",
            "That was too fast. Wait %(time)s and try again.",
            values={"time": lazily_in_words(retry_after)},
        )
        self.retry_after, self.limit = retry_after, limit


CANNOT_STORE = gettext_noop("The club cannot store anything at the moment. Please try again soon.")


class Unavailable(Refused):
    """Refused ``unavailable``: the database cannot be reached, stores nothing, or has not said
    whether it has. The same may be asked again, after ``retry_after`` seconds."""

    retry_after = 1

    def __init__(self) -> None:
        super().__init__("unavailable", CANNOT_STORE)


def failed(error: BaseException | None = None) -> Refused:
    """The refusal of a command that failed through a fault of ours, ``error``."""
    if error is not None and is_database_away(error):
        return Unavailable()
    return Refused("failed", "Something went wrong on our side. Please try again.")


def log_fault(logger: Logger, what: str, error: BaseException) -> None:
    """Logs that something failed, without any values; in one line while the database is away."""
    if is_database_away(error):
        logger.warning("%s: the database is not available (%s)", what, type(error).__name__)
    else:
        logger.error("%s: %s", what, fault_of(error))


def fault_of(error: BaseException) -> str:
    """The fault's type and traceback for the log, without its message and any values, as these may
    contain a sealed action."""
    return f"{type(error).__name__}\n" + "".join(traceback.format_tb(error.__traceback__))


def in_words(seconds: int) -> str:
    """A time to wait, for people.

    >>> in_words(1), in_words(8), in_words(61), in_words(7300)
    ('a second', '8 seconds', '2 minutes', '3 hours')
    """
    if seconds <= 1:
        return gettext("a second")
    if seconds <= 60:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
    if seconds <= 3600:
        minutes = math.ceil(seconds / 60)
        return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    hours = math.ceil(seconds / 3600)
    return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}


lazily_in_words = lazy(in_words, str)
"""``in_words`` in the language of whoever reads it."""


def moment_in_words(moment: datetime) -> str:
    """A time, as its own time zone has it, with the name of the zone.

    >>> from datetime import UTC
    >>> moment_in_words(datetime(2026, 11, 22, 20, tzinfo=UTC))
    '22 November 2026, 20:00 (UTC)'
    """
    # Translators: how Django writes dates,
    # https://docs.djangoproject.com/en/5.2/ref/templates/builtins/#date
    time = date_format(moment, gettext("j F Y, H:i"))
    # Translators: a time and its zone, such as "22 November 2026, 20:00 (Europe/Berlin)".
    return gettext("%(time)s (%(zone)s)") % {"time": time, "zone": str(moment.tzinfo)}


lazy_moment = lazy(moment_in_words, str)
"""``moment_in_words`` in the language of whoever reads it."""
