"""When turns end by the calendar, in templates."""

from __future__ import annotations

from django import template

from games.pages.calendar_words import in_words_of_calendar
from games.play.calendar import Calendar

register = template.Library()


@register.filter
def in_words(calendar: Calendar) -> str:
    """Such as "every day at 20:00 (time in Berlin)"."""
    return in_words_of_calendar(calendar)
