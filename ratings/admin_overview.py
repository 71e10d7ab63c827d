"""Ratings on the admin's first page: pairs of members whose games end early."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from accounts.admin import work_list
from accounts.admin.work_list import MOST_SHOWN, Section, WorkItem
from accounts.models import User
from ratings.pairs import Pair, pairs_that_end_early


def pairs(_user: User, now: datetime) -> Section:
    """The section with the pairs that have the most such games."""
    found = pairs_that_end_early(now)
    more = reverse("admin:ratings_pairs")
    return Section(
        gettext("Pairs whose games end early"),
        len(found),
        [_row(pair, more) for pair in found[:MOST_SHOWN]],
        gettext("No two members ended several games early lately."),
        more,
    )


def _row(pair: Pair, address: str) -> WorkItem:
    names = gettext("%(one)s and %(other)s") % {"one": pair.one, "other": pair.other}
    values = {"count": len(pair.early), "games": pair.games}
    note = ngettext("%(count)s of %(games)s game", "%(count)s of %(games)s games", pair.games)
    return WorkItem(names, f"{address}#pair-{pair.one.pk}-{pair.other.pk}", note % values)


def register_pairs() -> None:
    """Adds the section to the admin's first page."""
    work_list.register("pairs", 45, pairs)
