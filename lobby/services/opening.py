"""Opening a table."""

from __future__ import annotations

import dataclasses
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import ngettext_lazy

from accounts.models import User
from accounts.roles import may_host, may_open_tables
from accounts.services.locking import lock_member
from games.pages.access import refuse_suspended
from lobby.fitting_tables import tables_for
from lobby.live import hint_on_commit
from lobby.member_settings import are_member_settings
from lobby.models import Table, Wish
from lobby.publishing import FitsWish, TableOpened, emit
from lobby.seating import Seating
from lobby.services.matching import below_their_limit
from lobby.table_settings import TableSettings, check_table_settings
from transport.refusals import Refused


def open_table(*, host: User, table_settings: TableSettings, now: datetime) -> Table:
    """Opens a table with these settings. Locks the host's row.

    Members who are not hosts open tables with the settings of :mod:`lobby.member_settings`.

    Raises Refused: ``not-allowed``, ``suspended``, ``too-many``, and the codes of
    :func:`lobby.table_settings.check_table_settings`.
    """
    check_table_settings(table_settings)
    columns = {
        field.name: getattr(table_settings, field.name)
        for field in dataclasses.fields(table_settings)
    }
    columns["options"] = table_settings.engine.table_options(table_settings.options)
    with transaction.atomic():
        lock_member(host.pk)
        refuse_opening(host, now)
        if not may_host(host) and not are_member_settings(table_settings, host):
            raise Refused(
                "not-allowed",
                "Members choose the board size, the number of players and the time. Everything "
                "else is for hosts: ask a moderator to make you one.",
            )
        table = Table.objects.create(
            host=host, created_at=now, touched_at=now, host_seen_at=now, **columns
        )
        emit(TableOpened(table))
        hint_on_commit(table)
        _tell_wishers(table, now)
    return table


def _tell_wishers(table: Table, now: datetime) -> None:
    """Tells the members whose wishes the new table fits, unless they have as many games going as
    they wish for."""
    waiting = Wish.objects.looking().filter(Q(until=None) | Q(until__gt=now), match=None)
    wishes = {wish.pk: wish for wish in below_their_limit(waiting)}
    for key in tables_for(wishes.values(), [Seating.of(table)], now):
        emit(FitsWish(table, wishes[key].member_id))


def refuse_opening(host: User, now: datetime) -> None:
    """Raises Refused if the member may not open a table now: ``not-allowed``, ``suspended``,
    ``too-many``."""
    refuse_those_who_never_may(host)
    refuse_suspended(host, now)
    most = settings.TABLES_PER_HOST if may_host(host) else settings.QUICK_TABLES_PER_MEMBER
    if tables_hosted_by(host).count() >= most:
        raise Refused(
            "too-many",
            ngettext_lazy(
                "You have a table open already. Start or close one, and you can open another.",
                "You have %(count)s tables open already. Start or close one, and you can open "
                "another.",
                "count",
            ),
            values={"count": most},
        )


def tables_hosted_by(host: User) -> QuerySet[Table]:
    """The host's open tables, newest first."""
    return Table.objects.filter(host=host, closed_at=None, game=None).order_by("-created_at")


def refuse_those_who_never_may(user: User) -> None:
    """Raises Refused ``not-allowed`` if only hosts may open tables and the member is not one."""
    if not may_open_tables(user):
        raise Refused(
            "not-allowed",
            "Only hosts and moderators can open tables. Ask a moderator to make you a host.",
        )
