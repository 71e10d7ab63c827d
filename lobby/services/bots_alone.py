"""Tables at which only bots sit. Few of their games may run at a time: nobody is playing them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import Group
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from accounts.roles import HOSTS
from games.models import Tenure
from games.schedule.abandoned import games_of_bots_alone
from lobby.live import TableChanged, page_of
from lobby.models import Place, Table
from lobby.seating import Seating
from transport.refusals import Refused
from transport.sending import send_on_commit


def bots_alone(seating: Seating) -> bool:
    """Whether bots have taken all seats."""
    return seating.is_full and all(place.is_bot for place in seating.seated)


def refuse_if_bots_alone(table: Table, now: datetime) -> None:
    """If bots have taken all seats, raises what :func:`refuse_more_bots_alone` does. Reads who sits
    at the table anew."""
    if bots_alone(Seating.of(table)):
        refuse_more_bots_alone(table, now)


def refuse_more_bots_alone(table: Table, now: datetime) -> None:
    """Raises Refused ``too-many-bots`` if the club or the table's host already has as many
    bots-only games running as allowed, or if a member's bot there has had as many within a day
    as allowed."""
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
    for place in table.places.filter(user__owner__isnull=False).select_related("user"):
        if _bots_alone_of(place.user, now) >= settings.BOTS_ALONE_A_DAY:
            values = {"name": place.name, "most": settings.BOTS_ALONE_A_DAY}
            raise Refused(
                "too-many-bots",
                "%(name)s has had %(most)s bots-only games within a day, the most there may be. "
                "Keep a seat for a person, or choose another bot.",
                values=values,
            )


def held_back(table: Table, seating: Seating, now: datetime) -> str:
    """Why the bots that have all the seats cannot start their game; empty if they can, or if people
    play too."""
    if not table.is_open or not bots_alone(seating):
        return ""
    try:
        refuse_more_bots_alone(table, now)
    except Refused as refused:
        return refused.message
    return ""


def hint_held_back_on_commit() -> None:
    """Sends hints to the pages of other tables at which only bots wait, when a bots-only game has
    started: theirs may have to wait for its end now."""
    seated = Place.objects.filter(table=OuterRef("pk"), number__isnull=False)
    waiting = Table.objects.filter(closed_at=None, game=None).filter(
        Exists(seated.filter(user__is_bot=True)), ~Exists(seated.filter(user__is_bot=False))
    )
    hint = TableChanged(now=timezone.now())
    send_on_commit(*((page_of(name), hint) for name in waiting.values_list("public_id", flat=True)))


def _bots_alone_of(bot: User, now: datetime) -> int:
    """How many bots-only games the bot has begun within a day."""
    people = Tenure.objects.filter(game=OuterRef("game")).exclude(member__is_bot=True)
    lately = Tenure.objects.filter(member=bot, game__started_at__gt=now - timedelta(days=1))
    return lately.filter(~Exists(people)).values("game").distinct().count()


def lock_starts_of_bots_alone() -> None:
    """Lets only one bots-only game start at a time, until the transaction ends; else two starts
    could miss each other in the count."""
    list(Group.objects.select_for_update().filter(name=HOSTS))
