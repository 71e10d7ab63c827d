"""Opening a table."""

from __future__ import annotations

import dataclasses
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from accounts.roles import may_host
from games.access import refuse_suspended
from lobby.live import hint_on_commit
from lobby.models import Table
from lobby.plan import Plan, check_plan
from transport.refusals import Refused


def open_table(*, host: User, plan: Plan, now: datetime) -> Table:
    """Opens a table that gathers players for ``plan``. Locks the host's row.

    Raises Refused: ``not-allowed``, ``suspended``, ``too-many``, and the codes of
    :func:`lobby.plan.check_plan`.
    """
    check_plan(plan)
    planned = {field.name: getattr(plan, field.name) for field in dataclasses.fields(plan)}
    planned["options"] = dict(plan.options)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=host.pk)
        refuse_opening(host, now)
        table = Table.objects.create(
            host=host, created_at=now, touched_at=now, host_seen_at=now, **planned
        )
        hint_on_commit(table)
    return table


def refuse_opening(host: User, now: datetime) -> None:
    """Raises Refused where the member may open no table now: ``not-allowed``, ``suspended``,
    ``too-many``."""
    refuse_others_than_hosts(host)
    refuse_suspended(host, now)
    if open_tables_of(host).count() >= settings.TABLES_PER_HOST:
        most = settings.TABLES_PER_HOST
        tables = "a table" if most == 1 else f"{most} tables"
        raise Refused(
            "too-many",
            f"You have {tables} open already. Start or close one, and you can open another.",
        )


def open_tables_of(host: User) -> QuerySet[Table]:
    """The tables at which this host gathers players, newest first."""
    return Table.objects.filter(host=host, closed_at=None, game=None).order_by("-created_at")


def refuse_others_than_hosts(user: User) -> None:
    """Raises Refused ``not-allowed``."""
    if not may_host(user):
        raise Refused(
            "not-allowed",
            "Only hosts and moderators can open tables. Ask a moderator to make you a host.",
        )
