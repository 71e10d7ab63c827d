"""Words for a game's settings and standing, on every page that shows games."""

from __future__ import annotations

from typing import Any, Protocol

from django.utils.dates import WEEKDAYS
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from accounts.names import address_in
from engines.rules import Rules
from games.play.calendar import EVERY_DAY, Calendar
from games.play.rating import Unrated
from games.play.reliability import Reliability
from games.play.settings import LetsIn

RATED_OR_WHY_NOT: dict[Unrated | None, str | Promise] = {
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


RELIABILITY: dict[Reliability, str | Promise] = {
    Reliability.NEW: pgettext_lazy("a member", "new"),
    Reliability.RELIABLE: pgettext_lazy("a member", "reliable"),
    Reliability.OFTEN_LATE: pgettext_lazy("a member", "often late"),
}

LETS_IN: dict[LetsIn, str | Promise] = {
    LetsIn.ANYONE: gettext_lazy("all members"),
    LetsIn.NOT_LATE: gettext_lazy("all but those who are often late"),
    LetsIn.RELIABLE: gettext_lazy("reliable members only"),
}


def reliability_in_words(word: Reliability | None) -> str:
    """Returns how reliable a member is, in one or two words; empty for bots, and if the club does
    not use it."""
    return "" if word is None else str(RELIABILITY[word])


def rated_in_words(why: Unrated | None) -> str:
    """Returns the reason ``why`` a game is unrated, in words; None: it is rated."""
    return str(RATED_OR_WHY_NOT[why])


def all_rated_words() -> dict[str, str]:
    """Returns the words for every reason why a game is unrated, by reason; under the empty key
    those for a rated game. A page shows them when it hears how a game has ended."""
    return {str(why or ""): str(words) for why, words in RATED_OR_WHY_NOT.items()}


def in_words_of_calendar(calendar: Calendar) -> str:
    """Returns words such as "daily at 20:00 (Berlin time)", for use after "turns end"."""
    *some_days, last_day = (str(WEEKDAYS[day]) for day in calendar.weekdays)
    values = {
        "times": joined_in_words(*calendar.times),
        "zone": _zone_in_words(calendar.zone),
        "first": str(WEEKDAYS[calendar.weekdays[0]]),
        "last": last_day,
        "days": joined_in_words(*some_days, last_day),
    }
    return _text(calendar.weekdays) % values


def _text(days: tuple[int, ...]) -> str:
    if days == EVERY_DAY:
        return gettext("daily at %(times)s (%(zone)s)")
    if len(days) > 2 and days[-1] - days[0] == len(days) - 1:
        return gettext("from %(first)s to %(last)s at %(times)s (%(zone)s)")
    # Translators: the days are names such as Monday and Friday, in a list.
    return gettext("on %(days)s at %(times)s (%(zone)s)")


def _zone_in_words(zone: str) -> str:
    if "/" not in zone:
        return zone
    place = zone.rpartition("/")[2].replace("_", " ")
    # Translators: what clocks show in that place, such as Berlin.
    return gettext("%(place)s time") % {"place": place}


def joined_in_words(*names: str) -> str:
    """Returns a list such as "Ada, Ben and Cy"."""
    *some, last = names
    if not some:
        return last
    return gettext("%(some)s and %(last)s") % {"some": ", ".join(some), "last": last}


class Titled(Protocol):
    """A game or a table."""

    title: str

    @property
    def engine(self) -> Rules[Any]:
        """Its rules."""


def safe_title(of: Titled) -> str:
    """The title for other sites, letters and programs. The name of the rules takes the place of a
    title with a web address, which older games may have; nobody may advertise there in the club's
    name."""
    return gettext(of.engine.name) if address_in(of.title) else of.title
