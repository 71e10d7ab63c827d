"""Words for the reader of an uploaded record, and for what is wrong with it."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext, gettext_lazy, ngettext

from engines.registry import GAMES
from engines.rules import Json
from games.pages.rules import seats_in_words

COMMAND = gettext_lazy("The command line does it: python -m engines replay RECORD.json")

AWAY = gettext_lazy("The site cannot take a game file now. Try again in a minute.")
BUSY = gettext_lazy("Too many game files are waiting now. Try again in a minute.")
ENOUGH = gettext_lazy(
    "Other game files of yours are still being replayed. Wait until they are shown."
)
GONE = gettext_lazy(
    "This game file is no longer here. It is shown only to the browser that sent it, for a few "
    "minutes, until its page is left. Send it again to see it."
)
INTERRUPTED = gettext_lazy("The replay was interrupted. Send the file again.")
PLAYING = gettext_lazy("Replaying it…")

NOT_SHOWN = {
    "no-board": gettext_lazy(
        "This game file is valid, but there is no board for %(game)s here yet."
    ),
    "too-long": gettext_lazy(
        "This game is too long to be shown here: turns in which nobody acts count, too."
    ),
    "time": gettext_lazy(
        "This game takes too long to replay here: a replay has %(seconds)s seconds, and turns in "
        "which nobody acts count, too."
    ),
    "memory": gettext_lazy(
        "This game takes too much memory to replay here: a replay has %(megabytes)s MB."
    ),
    "failed": gettext_lazy("Something went wrong on our side."),
    "slow": gettext_lazy("The site is too busy to replay this game now. Try again later."),
}

TOO_MUCH = gettext_lazy("This takes too long to calculate here: there is too much on the board.")
NOT_ANSWERED = {
    "time": TOO_MUCH,
    "memory": TOO_MUCH,
    "failed": gettext_lazy("Something went wrong on our side. Try again in a minute."),
}
NOT_ANSWERED_NOW = gettext_lazy(
    "The site is too busy to calculate this now. Try again in a minute."
)


def waiting(ahead: int) -> str:
    """Returns what to say while an upload waits; ``ahead``: how many come before it."""
    if ahead == 0:
        return gettext("Sent. It will be replayed in a moment…")
    words = ngettext(
        "Sent. %(count)s game file comes first…", "Sent. %(count)s game files come first…", ahead
    )
    return words % {"count": ahead}


def not_shown(end: str, why: Json | str) -> str:
    """Returns why a record is not shown. ``end`` and ``why`` are those of
    :class:`games.archive.uploads.process.Failed`; or ``end`` is ``interrupted``, or ``no-board``
    with the name of the game."""
    if isinstance(why, dict):
        return record_error_in_words(why)
    if end == "interrupted":
        return str(INTERRUPTED)
    seconds, megabytes = f"{settings.UPLOAD_PROCESSOR_SECONDS:g}", settings.UPLOAD_MEGABYTES
    values = {"game": why, "seconds": seconds, "megabytes": megabytes}
    return f"{NOT_SHOWN[end] % values} {COMMAND}"


def named(head: Json) -> Json:
    """Returns the head of a record's page with a title, and with names for seats that have none."""
    seats = [
        {**seat, "name": seat["name"] or gettext("Seat %(number)s") % {"number": number}}
        for number, seat in enumerate(head["seats"], start=1)
    ]
    game = {**head["game"], "title": gettext("A game from a file")}
    return {**head, "game": game, "seats": seats}


def record_error_in_words(parts: Json) -> str:
    """Returns a sentence or two about a RecordError, given as ``text``, ``values``, ``step`` and
    ``seat``."""
    said, values = gettext(parts["text"]), _in_language(parts["values"])
    filled = {**parts, "why": said % values if values else said}
    if parts["step"] is None:
        words = gettext("This game file cannot be replayed: %(why)s.")
    elif parts["seat"] is None:
        words = gettext(
            "This game file cannot be replayed. The fault is in step %(step)s: %(why)s."
        )
    else:
        words = gettext(
            "This game file cannot be replayed. The fault is in step %(step)s, at seat "
            "%(seat)s: %(why)s."
        )
    return words % filled


def _in_language(values: Json) -> Json:
    """Returns the values for the sentence, with the game's name and its numbers of seats as the
    site words them."""
    engine = next((each for each in GAMES if each.name == values.get("game")), None)
    if engine is None:
        return values
    counts = {"counts": seats_in_words(engine)} if "counts" in values else {}
    return {**values, "game": gettext(engine.name), **counts}
