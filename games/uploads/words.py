"""What the reader of an uploaded record is told."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_lazy, ngettext

from engines.registry import GAMES
from engines.rules import Json
from games.uploads.budget import Budget
from games.views.rules import seats_in_words

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


def waiting(before: int) -> str:
    """``before``: how many records come first."""
    if before == 0:
        return gettext("Sent. It will be replayed in a moment…")
    words = ngettext(
        "Sent. %(count)s game file comes first…", "Sent. %(count)s game files come first…", before
    )
    return words % {"count": before}


def not_shown(end: str, why: Json | str, budget: Budget) -> str:
    """Why a record is not shown; ``end`` and ``why`` as in
    :class:`games.uploads.limited.NotShown`."""
    if isinstance(why, dict) and end == "refused":
        return _what_is_wrong(why)
    return f"{_what_is_too_much(end, budget)} {COMMAND}"


def not_worked_out(end: str) -> str:
    """Why what is asked for at a step is not there; ``end`` as in
    :class:`games.uploads.limited.NotShown`."""
    if end in ("time", "memory"):
        return gettext("This takes too long to calculate here: there is too much on the board.")
    if end == "failed":
        return gettext("Something went wrong on our side. Try again in a minute.")
    return gettext("The site is too busy to calculate this now. Try again in a minute.")


def named(head: Json) -> Json:
    """A record's head (:meth:`games.uploads.shown.ShownRecord.head`) with a title, and a name for
    each seat that has none."""
    seats = [
        {**seat, "name": seat["name"] or gettext("Seat %(number)s") % {"number": number}}
        for number, seat in enumerate(head["seats"], start=1)
    ]
    game = {**head["game"], "title": gettext("A game from a file")}
    return {**head, "game": game, "seats": seats}


def _what_is_wrong(why: Json) -> str:
    said, parts = why["text"], _in_language(why)
    text = gettext(said)
    values = {**why, "why": text % parts if parts else text}
    if why["step"] is None:
        return gettext("This game file cannot be replayed: %(why)s.") % values
    if why["seat"] is None:
        words = gettext(
            "This game file cannot be replayed. The fault is in step %(step)s: %(why)s."
        )
    else:
        words = gettext(
            "This game file cannot be replayed. The fault is in step %(step)s, at seat "
            "%(seat)s: %(why)s."
        )
    return words % values


def _in_language(why: Json) -> Json:
    """What stands in the sentence: the game's name, and for how many it is, as the site says it."""
    parts: Json = why["values"]
    engine = next((each for each in GAMES if each.name == parts.get("game")), None)
    if engine is None:
        return parts
    counts = {"counts": seats_in_words(engine)} if "counts" in parts else {}
    return {**parts, "game": gettext(engine.name), **counts}


def _what_is_too_much(end: str, budget: Budget) -> str:
    if end == "too-long":
        return gettext(
            "This game is too long to be shown here: turns in which nobody acts count, too."
        )
    if end == "time":
        words = gettext(
            "This game takes too long to replay here: a replay has %(seconds)s seconds, and "
            "turns in which nobody acts count, too."
        )
        return words % {"seconds": f"{budget.processor_seconds:g}"}
    if end == "memory":
        words = gettext(
            "This game takes too much memory to replay here: a replay has %(megabytes)s MB."
        )
        return words % {"megabytes": budget.megabytes}
    if end == "failed":
        return gettext("Something went wrong on our side.")
    return gettext("The site is too busy to replay this game now. Try again later.")


def no_board(name: str) -> str:
    """``name``: the game's."""
    words = gettext("This game file is valid, but there is no board for %(game)s here yet.")
    return f"{words % {'game': name}} {COMMAND}"
