"""Keeps out of the log what must not be there: database rows, and addresses that few may know."""

import logging
import re
import traceback

from django.http import HttpRequest

# What PostgreSQL adds to an error, up to the next exception of a chain.
DETAIL = re.compile(r"(?s)DETAIL: .*?(?=\nThe above exception|\nDuring handling|\Z)")

SHORTEST_SECRET = 8
"""Characters; shorter parts of an address are step numbers and the like."""


class WithoutRows(logging.Formatter):
    """Leaves out the row in a PostgreSQL error: it may contain a sealed choice."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the line and its traceback without the text after DETAIL."""
        return DETAIL.sub("DETAIL left out", super().format(record))


class WithoutHealthChecks(logging.Filter):
    """Leaves out lines about a 503 from ``/healthz``: whoever asked knows about it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Returns whether the line is written."""
        return getattr(record, "status_code", None) != 503


class WithoutAddresses(logging.Filter):
    """Leaves addresses out of lines about requests and connections. An address can belong to an
    unlisted game or table, or contain an invitation.

    Daphne's lines keep what happened, and the type and place of an error. Django's lines name the
    URL pattern instead of the address; in tracebacks the address is removed.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Changes the line; every line is written."""
        if record.name.partition(".")[0] == "daphne":
            _without_values(record)
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            _without_address(record, request)
        return True


def _without_values(record: logging.LogRecord) -> None:
    record.msg = re.sub("%[rs]", "…", str(record.msg))
    record.args = ()
    if record.exc_info and record.exc_info[1]:
        error = record.exc_info[1]
        record.msg += f" {type(error).__name__}"
        record.msg += "\n" + "".join(traceback.format_tb(error.__traceback__)).rstrip()
    record.exc_info = record.exc_text = None


def _without_address(record: logging.LogRecord, request: HttpRequest) -> None:
    match = request.resolver_match
    pattern = f"/{match.route}" if match else "an address"
    text = record.getMessage().replace(request.path, pattern)
    if record.exc_info and record.exc_info[0]:
        values = [str(value) for value in match.kwargs.values()] if match else []
        text += "\n" + logging.Formatter().formatException(record.exc_info)
        for value in (request.path, *values):
            if len(value) >= SHORTEST_SECRET:
                text = text.replace(value, "…")
    record.msg, record.args = text, ()
    record.exc_info = record.exc_text = None
