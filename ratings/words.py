"""Ladders, seasons and places in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from ratings.ladders import Pace, ladder_of

PACES: dict[Pace, str | Promise] = {
    Pace.LIVE: gettext_lazy("Live"),
    Pace.CORRESPONDENCE: gettext_lazy("By correspondence"),
}


def pace_in_words(pace: Pace) -> str:
    """A pace as a label."""
    return str(PACES[pace])


def ladder_in_words(slug: str) -> str:
    """A ladder as a label: the game and the pace."""
    ladder = ladder_of(slug)
    if ladder is None:
        return slug
    game = gettext(ladder.engine.name)
    if ladder.pace == Pace.LIVE:
        return gettext("%(game)s (live)") % {"game": game}
    return gettext("%(game)s (correspondence)") % {"game": game}
