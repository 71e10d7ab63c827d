"""Tables at which only bots sit. Few of their games may run at a time: nobody is playing them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import Group

from accounts.roles import HOSTS
from games.schedule.abandoned import games_of_bots_alone
from lobby.models import Table
from lobby.seating import Seating
from transport.refusals import Refused


def bots_alone(seating: Seating) -> bool:
    """Whether bots have taken all seats."""
    return seating.is_full and all(place.user.is_bot for place in seating.seated)


def refuse_more_bots_alone(table: Table) -> None:
    """Raises Refused ``too-many-bots`` if the club or the table's host already has as many
    bots-only games running as allowed."""
    games = games_of_bots_alone()
    if games.count() >= settings.BOTS_ALONE_IN_CLUB:
        raise Refused(
            "too-many-bots",
            "The club already has as many bots-only games in progress as allowed. Keep a seat "
            "for a person, or wait until one of them ends.",
        )
    hosted = games.filter(table__host__isnull=False, table__host=table.host_id)
    if hosted.count() >= settings.BOTS_ALONE_OF_MEMBER:
        raise Refused(
            "too-many-bots",
            "The host already has as many bots-only games in progress as allowed. Keep a seat "
            "for a person, or wait until one of them ends.",
        )


def lock_starts_of_bots_alone() -> None:
    """Lets only one bots-only game start at a time, until the transaction ends; else two starts
    could miss each other in the count."""
    list(Group.objects.select_for_update().filter(name=HOSTS))
