"""Ladders and seasons in templates."""

from __future__ import annotations

from django import template
from django.utils.dates import MONTHS
from django.utils.translation import gettext

from ratings.listing import Season

register = template.Library()


@register.filter
def quarter_in_words(season: Season) -> str:
    """A season as its months, such as "January to March 2026"."""
    first = 3 * season.quarter - 2
    values = {"first": MONTHS[first], "last": MONTHS[first + 2], "year": season.year}
    return gettext("%(first)s to %(last)s %(year)s") % values
