"""When turns end by the calendar, in words."""

from __future__ import annotations

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext

from games.play.calendar import EVERY_DAY, Calendar


def in_words_of_calendar(calendar: Calendar) -> str:
    """Such as "every day at 20:00 (time in Berlin)", to stand behind "turns end"."""
    *some_days, last_day = (str(WEEKDAYS[day]) for day in calendar.weekdays)
    values = {
        "times": _listed(*calendar.times),
        "zone": _zone_in_words(calendar.zone),
        "first": str(WEEKDAYS[calendar.weekdays[0]]),
        "last": last_day,
        "days": _listed(*some_days, last_day),
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


def _listed(*names: str) -> str:
    *some, last = names
    if not some:
        return last
    return gettext("%(some)s and %(last)s") % {"some": ", ".join(some), "last": last}
