"""What is wrong with a record, in words for the person who uploaded it."""

from __future__ import annotations

from django.utils.translation import gettext

from engines.registry import GAMES
from engines.rules import Json
from games.pages.rules import seats_in_words


def in_words(parts: Json) -> str:
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
