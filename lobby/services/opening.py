"""Opening a table."""

from __future__ import annotations

import dataclasses
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import ngettext_lazy

from accounts.models import User
from accounts.roles import may_host, may_open_tables
from games.access import refuse_suspended
from lobby.live import hint_on_commit
from lobby.models import Table
from lobby.plan import Plan, check_plan
from transport.refusals import Refused


def open_table(*, host: User, plan: Plan, now: datetime, quick: bool = False) -> Table:
    """Opens a table that gathers players for ``plan``. Locks the host's row.

    ``quick``: the plan is one of the usual ways to play, which every member may open.

    Raises Refused: ``not-allowed``, ``suspended``, ``too-many``, and the codes of
    :func:`lobby.plan.check_plan`.
    """
    check_plan(plan)
    planned = {field.name: getattr(plan, field.name) for field in dataclasses.fields(plan)}
    planned["options"] = plan.engine.table_options(plan.options)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=host.pk)
        refuse_opening(host, now, quick=quick)
        table = Table.objects.create(
            host=host, created_at=now, touched_at=now, host_seen_at=now, **planned
        )
        hint_on_commit(table)
    return table


def refuse_opening(host: User, now: datetime, *, quick: bool = False) -> None:
    """Raises Refused where the member may open no table now, or no ``quick`` one: ``not-allowed``,
    ``suspended``, ``too-many``."""
    if not (quick and may_open_tables(host)):
        refuse_others_than_hosts(host)
    refuse_suspended(host, now)
    most = settings.TABLES_PER_HOST if may_host(host) else settings.QUICK_TABLES_PER_MEMBER
    if open_tables_of(host).count() >= most:
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


def open_tables_of(host: User) -> QuerySet[Table]:
    """The tables at which this host gathers players, newest first."""
    return Table.objects.filter(host=host, closed_at=None, game=None).order_by("-created_at")


def refuse_others_than_hosts(user: User) -> None:
    """Raises Refused ``not-allowed``."""
    if not may_host(user):
        raise Refused(
            "not-allowed",
            "Only hosts and moderators can open tables with settings of their own. "
            "Ask a moderator to make you a host.",
        )
