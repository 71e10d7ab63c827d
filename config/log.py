"""How log lines look, and what they never hold."""

import logging
import re

# What PostgreSQL adds to an error, up to the next exception of a chain.
DETAIL = re.compile(r"(?s)DETAIL: .*?(?=\nThe above exception|\nDuring handling|\Z)")


class WithoutRows(logging.Formatter):
    """Leaves out the row that an error of PostgreSQL shows: a sealed action may stand in it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line and its traceback, without what follows DETAIL."""
        return DETAIL.sub("DETAIL left out", super().format(record))


class NotHealth(logging.Filter):
    """Leaves out that ``/healthz`` answered 503: whoever asked has been told."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        return getattr(record, "status_code", None) != 503
