"""What the reader of an uploaded record is told."""

from __future__ import annotations

from games.uploads.budget import Budget

COMMAND = "The command line does it: python -m engines replay RECORD.json"

AWAY = "The site cannot take a record now. Try again in a minute."
BUSY = "Too many records are waiting here now. Try again in a minute."
ENOUGH = "Other records of yours are still being replayed. Wait until they are shown."
GONE = (
    "This record is not here any more. A record is shown to the browser that sent it, for some "
    "minutes, and is given up when its page is left. Send it again to see it."
)
INTERRUPTED = "The replay was interrupted. Send the record again."
SENT = "Sent. It is played through in a moment …"
PLAYING = "Playing it through …"


def waiting(before: int) -> str:
    """``before``: how many records come first."""
    if before == 0:
        return SENT
    return f"Sent. {before} {'record comes' if before == 1 else 'records come'} first …"


def not_shown(end: str, why: str, budget: Budget) -> str:
    """Why a record is not shown; ``end`` and ``why`` as in
    :class:`games.uploads.limited.NotShown`."""
    if end == "refused":
        return f"This record cannot be replayed. {why}."
    if end == "too-long":
        return (
            "This record is too long to be shown here: turns in which nobody acts count as the "
            f"others do. {COMMAND}"
        )
    if end == "time":
        return (
            "This record takes too long to replay here: a replay has "
            f"{budget.processor_seconds:g} seconds, and turns in which nobody acts count as the "
            f"others do. {COMMAND}"
        )
    if end == "memory":
        return (
            "This record takes too much memory to replay here: a replay has "
            f"{budget.megabytes} MB. {COMMAND}"
        )
    if end == "failed":
        return f"Something went wrong on our side. {COMMAND}"
    return f"The site is too busy to replay this record now. Try again later. {COMMAND}"


def no_board(name: str) -> str:
    """``name``: the game's."""
    return f"This record is right, but there is no board for {name} here yet. {COMMAND}"
