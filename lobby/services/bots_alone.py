"""Tables at which bots alone sit: few of their games may run, as nobody waits for them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import Group

from accounts.roles import HOSTS
from games.schedule.abandoned import games_of_bots_alone
from lobby.models import Table
from lobby.seating import Seating
from transport.refusals import Refused


def bots_alone(seating: Seating) -> bool:
    """Whether all seats are taken, and by bots."""
    return seating.is_full and all(place.user.is_bot for place in seating.seated)


def refuse_more_bots_alone(table: Table) -> None:
    """Refuses another game of bots alone where as many run as may. Raises Refused
    ``too-many-bots``."""
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
    """Lets such starts follow each other until the transaction ends, so that they are counted."""
    list(Group.objects.select_for_update().filter(name=HOSTS))
