"""Closing tables."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from accounts.publishing import AccountEvent, Deleting
from accounts.roles import is_moderator
from accounts.services.measures import note_act
from games.models import Game, Seat
from games.pages.access import refuse_suspended
from games.play.rows import GOING_ON
from lobby.live import hint_on_commit
from lobby.models import Table
from lobby.publishing import ClosedByModerator, StartStopped, emit
from lobby.services.locking import lock_open_table, settle
from lobby.services.wishing import lock_wishes
from transport.refusals import Refused

UNTOUCHED = timedelta(days=1)
"""A table closes after this long without anybody doing anything there."""


def close_table(*, table_id: int, by: User, now: datetime) -> None:
    """The host or a moderator closes a table before its game. A moderator's closing is recorded in
    the table's history. Locks the table's row.

    Raises Refused: ``not-allowed``, ``suspended``.
    """
    with transaction.atomic():
        table = lock_open_table(table_id)
        if table.host_id != by.pk and not is_moderator(by):
            raise Refused("not-allowed", "Only the host or a moderator can close a table.")
        refuse_suspended(by, now)
        close_locked(table, now)
        if table.host_id != by.pk:
            _tell_who_was_there(table, by)
            note_act(by=by, of=table, what=gettext("Closed."))


def _tell_who_was_there(table: Table, by: User) -> None:
    """Tells the host and everybody seated that a moderator closed the table."""
    seated = table.places.filter(number__isnull=False, user__is_bot=False)
    members = {table.host_id, *seated.values_list("user_id", flat=True)} - {None, by.pk}
    for member in sorted(member for member in members if member is not None):
        emit(ClosedByModerator(table, member))


def close_untouched_tables(*, now: datetime) -> int:
    """Closes the open tables at which nothing has happened for a day; returns how many. Tables
    that are going to be filled with bots stay open until then.

    Each is closed in its own transaction, after its row is locked and checked again.
    """
    untouched = Table.objects.filter(
        closed_at__isnull=True, game__isnull=True, fills_at=None, touched_at__lte=now - UNTOUCHED
    )
    return sum(_close_if_untouched(pk, now) for pk in untouched.values_list("pk", flat=True))


def _close_if_untouched(table_id: int, now: datetime) -> bool:
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(pk=table_id).first()
        if table is None or not table.is_open or table.fills_at is not None:
            return False
        if table.touched_at > now - UNTOUCHED:
            return False
        close_locked(table, now)
        return True


def close_lapsed_offer(*, table_id: int, now: datetime) -> bool:
    """Closes the table of an expired offer of a rematch, unless the countdown runs; returns whether
    it did. Locks the table's row."""
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(pk=table_id).first()
        lapsed = table is not None and table.closes_at is not None and table.closes_at <= now
        if table is None or not lapsed or not table.is_open or table.starts_at is not None:
            return False
        close_locked(table, now)
        return True


def close_locked(table: Table, now: datetime) -> None:
    """Closes an open table whose row the caller has locked."""
    started = table.starts_at is not None
    table.closed_at = now
    table.starts_at = None
    table.save(update_fields=["closed_at", "starts_at"])
    if started:
        emit(StartStopped(table))
    hint_on_commit(table)


def leave_what_they_are_in(event: AccountEvent) -> None:
    """Takes members who are about to be deleted away from open tables, and locks the wishes and
    their running games. Whoever starts a game or ends a turn locks these first and refers to
    members later, so a deletion that began with the members could deadlock with them."""
    if not isinstance(event, Deleting):
        return
    theirs = Q(host__in=event.members) | Q(places__user__in=event.members)
    tables = Table.objects.filter(theirs, game=None, closed_at=None).order_by().values("pk")
    for table in Table.objects.select_for_update().filter(pk__in=tables).order_by("pk"):
        if table.is_open:
            _leave(table, event.members)
    lock_wishes()
    seats = Seat.objects.filter(Q(user__in=event.members) | Q(former__in=event.members))
    games = seats.filter(game__status__in=GOING_ON).order_by().values("game")
    list(Game.objects.select_for_update().filter(pk__in=games).order_by("pk"))


def _leave(table: Table, members: Collection[int]) -> None:
    """Frees these members' seats at a locked table. If one of them is the host, the person who took
    a seat before all others becomes the host; if nobody else is seated, the table closes."""
    now = timezone.now()
    table.places.filter(user__in=members).delete()
    if table.host_id in members:
        seated = table.places.filter(number__isnull=False, user__is_bot=False)
        first = seated.select_related("user").order_by("joined_at", "pk").first()
        if first is None:
            close_locked(table, now)
            return
        table.host, table.host_seen_at = first.user, now
        table.save(update_fields=["host", "host_seen_at"])
    settle(table, now)
