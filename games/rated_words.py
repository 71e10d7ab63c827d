"""What is said of a game or a table that is rated, or is not and why."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.core.rated import Unrated

SAID: dict[Unrated | None, str | Promise] = {
    None: gettext_lazy("Rated"),
    Unrated.CHOSEN: gettext_lazy("Unrated: the host’s choice"),
    Unrated.BY_LINK: gettext_lazy("Unrated: not public"),
    Unrated.BOTS: gettext_lazy("Unrated: a bot plays"),
    Unrated.ALONE: gettext_lazy("Unrated: fewer than two people play"),
}


def rated_in_words(why: Unrated | None) -> str:
    """``why``: it is unrated; None: it is rated."""
    return str(SAID[why])
