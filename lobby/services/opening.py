"""Opening a table."""

from __future__ import annotations

import dataclasses
from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.roles import may_host
from games.access import refuse_suspended
from lobby.live import hint_on_commit
from lobby.models import Table
from lobby.plan import Plan, check_plan
from transport.refusals import Refused


def open_table(*, host: User, plan: Plan, now: datetime) -> Table:
    """Opens a table that gathers players for ``plan``.

    Raises Refused: ``not-allowed``, ``suspended``, and the codes of
    :func:`lobby.plan.check_plan`.
    """
    refuse_others_than_hosts(host)
    refuse_suspended(host, now)
    check_plan(plan)
    settings = {field.name: getattr(plan, field.name) for field in dataclasses.fields(plan)}
    settings["options"] = dict(plan.options)
    with transaction.atomic():
        table = Table.objects.create(host=host, created_at=now, touched_at=now, **settings)
        hint_on_commit(table)
    return table


def refuse_others_than_hosts(user: User) -> None:
    """Raises Refused ``not-allowed``."""
    if not may_host(user):
        raise Refused(
            "not-allowed", "Hosts and moderators open tables. Ask a moderator to make you a host."
        )
