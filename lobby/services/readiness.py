"""Getting ready to play, and starting with fewer players than the table has seats."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext, ngettext_lazy

from accounts.models import User
from games.pages.access import refuse_suspended
from games.schedule.giving_back import prolonged
from lobby.access import refuse_unless_may_run
from lobby.live import hint_on_commit
from lobby.models import Table
from lobby.seating import Seating
from lobby.services.bots_alone import refuse_if_bots_alone
from lobby.services.locking import (
    HERE_FOR,
    HERE_WITHIN,
    ask_who_is_here,
    close_gaps,
    lock_open_table,
    settle,
)
from lobby.services.places import place_of
from lobby.services.reliability import refuse_another
from lobby.table_settings import check_table_settings, table_settings_of
from transport.refusals import Refused

LAST_SEAT_TAKEN_AGO = timedelta(minutes=3)
"""How long a table that starts by itself waits for more players after the last one sat down."""


def set_ready(*, table_id: int, user: User, ready: bool, now: datetime) -> None:
    """Sets whether the member is ready. The countdown starts when the last one becomes ready, and
    stops when somebody no longer is. Locks the table's row.

    Raises Refused: ``not-here``, ``not-seated``, ``suspended``, and what
    :func:`lobby.services.reliability.refuse_another` does.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        if ready:
            refuse_suspended(user, now)
        seating = Seating.of(table)
        place = place_of(seating, user)
        if place.number is None:
            raise Refused("not-seated", "The host has not accepted your request yet.")
        if ready:
            refuse_another(seating, user, now)
        place.ready, place.here_at = ready, now
        place.save(update_fields=["ready", "here_at"])
        settle(table, now)


def free_seats_of_those_away(*, table_id: int, now: datetime) -> bool:
    """Frees the seats of those who were asked whether they are here and have said nothing in time.
    After an outage they first have more time. Returns whether the time was up. Locks the table's
    row."""
    with transaction.atomic():
        table = lock_open_table(table_id)
        if table.here_by is None or table.here_by > now:
            return False
        not_ready = table.places.filter(user__is_bot=False, number__isnull=False, ready=False)
        were_here_at = table.here_by - HERE_WITHIN - HERE_FOR
        more = prolonged(table.here_by, HERE_WITHIN) - table.here_by
        if table.here_by + more > now:
            not_ready.filter(here_at__gt=were_here_at).update(here_at=F("here_at") + more)
            table.here_by += more
            table.save(update_fields=["here_by"])
            hint_on_commit(table)
            return True
        not_ready.filter(here_at__lte=were_here_at).delete()
        table.here_by = None
        settle(table, now)
    return True


def bots_are_ready(*, table_id: int, now: datetime) -> None:
    """Makes bots ready that have sat at the table for ``BOTS_READY_AFTER`` seconds, which may start
    the countdown.

    Locks the table's row. Raises Refused ``too-many-bots`` if only bots sit there and as many
    bots-only games are running as allowed.
    """
    sat_since = now - timedelta(seconds=settings.BOTS_READY_AFTER)
    with transaction.atomic():
        table = lock_open_table(table_id)
        refuse_if_bots_alone(table, now)
        table.places.filter(user__is_bot=True, joined_at__lte=sat_since).update(ready=True)
        settle(table, now)


def start_with_fewer(*, table_id: int, by: User, now: datetime) -> None:
    """Starts the countdown with those who are at the table, without the free seats. The host may do
    that, and anyone seated while the host is away.

    Whoever does it becomes ready. A host who is away and not ready loses their seat.

    Locks the table's row. Raises Refused: ``not-allowed``, ``suspended``, ``nobody-missing``,
    ``too-few``, ``not-ready``, ``bad-seats``, ``bad-options``, ``too-many-bots``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        refuse_unless_may_run(table, by, now)
        refuse_suspended(by, now)
        table.places.filter(user=by, number__isnull=False).update(ready=True)
        if table.host_id != by.pk:
            table.places.filter(user=table.host_id, ready=False).delete()
        seating = Seating.of(table)
        refuse_fewer(table, seating)
        if seating.of_user(by) is not None and seating.others_people(by):
            refuse_another(seating, by, now)
        table.seats = len(seating.seated)
        refuse_if_bots_alone(table, now)
        settle(table, now)


def start_by_itself(*, table_id: int, now: datetime) -> bool:
    """Starts the countdown at a table that starts by itself, without the free seats, if nobody has
    sat down for :data:`LAST_SEAT_TAKEN_AGO`, or first asks who is here; returns whether it did.
    People who have picked later seats than there are now move up. Locks the table's row.

    Raises Refused: ``too-few``, ``not-ready``, ``bad-seats``, ``bad-options``,
    ``nobody-missing``, ``too-many-bots``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        seating = Seating.of(table)
        by_itself = table.starts == Table.Starts.FULL and table.starts_at is None
        by_itself &= table.fills_at is None  # bots come first
        since = now - LAST_SEAT_TAKEN_AGO
        if not by_itself or any(place.joined_at > since for place in seating.seated):
            return False
        refuse_fewer(table, seating, in_order=bool(table.engine.fixed_colours))
        if ask_who_is_here(seating, now):
            settle(table, now)
            return True
        table.seats = len(seating.seated)
        close_gaps(seating)
        refuse_if_bots_alone(table, now)
        settle(table, now)
    return True


def refuse_fewer(table: Table, seating: Seating, *, in_order: bool = True) -> None:
    """Raises Refused if the game cannot start with those who are seated: ``nobody-missing``,
    ``too-few``, ``not-ready``, ``bad-seats``, ``bad-options``. ``in_order``: where people pick
    their seats, they must have the first ones."""
    if seating.is_full:
        raise Refused("nobody-missing", "All seats are taken: the game starts when all are ready.")
    allowed = table.engine.seats_allowed()
    count = len(seating.seated)
    if count < min(allowed):
        values = {"game": gettext(table.engine.name), "least": min(allowed)}
        raise Refused("too-few", "%(game)s needs at least %(least)s players.", values=values)
    waiting = [place.name for place in seating.seated if not place.ready]
    if waiting:
        raise Refused(
            "not-ready",
            ngettext_lazy("%(names)s is not ready yet.", "%(names)s are not ready yet.", "count"),
            values={"names": ", ".join(waiting), "count": len(waiting)},
        )
    if in_order and table.picks_seats and seating.free_numbers[0] < count:
        raise Refused(
            "bad-seats",
            ngettext_lazy(
                "Only the first seat may be taken for that.",
                "Only the first %(count)s seats may be taken for that.",
                "count",
            ),
            values={"count": count},
        )
    check_table_settings(dataclasses.replace(table_settings_of(table), seats=count))
