"""What is said of a game or a table that is rated, or is not and why."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.play.rating import Unrated

SAID: dict[Unrated | None, str | Promise] = {
    None: gettext_lazy("Rated"),
    Unrated.CHOSEN: gettext_lazy("Unrated: the host’s choice"),
    Unrated.BY_LINK: gettext_lazy("Unrated: not public"),
    Unrated.BOTS: gettext_lazy("Unrated: a bot plays"),
    Unrated.ALONE: gettext_lazy("Unrated: fewer than two people play"),
    Unrated.CANCELLED: gettext_lazy("Unrated: cancelled"),
    Unrated.NOBODY: gettext_lazy("Unrated: everybody left"),
    Unrated.REMOVED: gettext_lazy("Unrated: ended by a removal or a deleted account"),
    Unrated.SHORT: gettext_lazy("Unrated: too few turns"),
    Unrated.STRUCK: gettext_lazy("Unrated: struck by a moderator"),
}


def rated_in_words(why: Unrated | None) -> str:
    """``why``: it is unrated; None: it is rated."""
    return str(SAID[why])
