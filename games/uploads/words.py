"""What the reader of an uploaded record is told."""

from __future__ import annotations

from games.uploads.budget import Budget

COMMAND = "The command line does it: python -m engines replay RECORD.json"

AWAY = "The site cannot take a game file now. Try again in a minute."
BUSY = "Too many game files are waiting now. Try again in a minute."
ENOUGH = "Other game files of yours are still being replayed. Wait until they are shown."
GONE = (
    "This game file is no longer here. It is shown only to the browser that sent it, for a few "
    "minutes, until its page is left. Send it again to see it."
)
INTERRUPTED = "The replay was interrupted. Send the file again."
SENT = "Sent. It will be replayed in a moment …"
PLAYING = "Replaying it …"


def waiting(before: int) -> str:
    """``before``: how many records come first."""
    if before == 0:
        return SENT
    return f"Sent. {before} game {'file comes' if before == 1 else 'files come'} first …"


def not_shown(end: str, why: str, budget: Budget) -> str:
    """Why a record is not shown; ``end`` and ``why`` as in
    :class:`games.uploads.limited.NotShown`."""
    if end == "refused":
        return f"This game file cannot be replayed. {why}."
    if end == "too-long":
        return (
            "This game is too long to be shown here: turns in which nobody acts count too. "
            f"{COMMAND}"
        )
    if end == "time":
        return (
            "This game takes too long to replay here: a replay has "
            f"{budget.processor_seconds:g} seconds, and turns in which nobody acts count too. "
            f"{COMMAND}"
        )
    if end == "memory":
        return (
            "This game takes too much memory to replay here: a replay has "
            f"{budget.megabytes} MB. {COMMAND}"
        )
    if end == "failed":
        return f"Something went wrong on our side. {COMMAND}"
    return f"The site is too busy to replay this game now. Try again later. {COMMAND}"


def no_board(name: str) -> str:
    """``name``: the game's."""
    return f"This game file is valid, but there is no board for {name} here yet. {COMMAND}"
