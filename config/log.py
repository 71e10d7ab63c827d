"""How log lines look, and what they never hold."""

import logging
import re
import traceback

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


class WithoutConnections(logging.Filter):
    """Leaves out of Daphne's lines whose connection they are about, and to which address.

    The address may be that of a game or table that is on no list. What is left is what happened
    and, of a fault, its type and place.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Changes the line; all are written."""
        if record.name.partition(".")[0] == "daphne":
            record.msg = re.sub("%[rs]", "…", str(record.msg))
            record.args = ()
            if record.exc_info and record.exc_info[1]:
                error = record.exc_info[1]
                record.msg += f" {type(error).__name__}"
                record.msg += "\n" + "".join(traceback.format_tb(error.__traceback__)).rstrip()
            record.exc_info = record.exc_text = None
        return True
