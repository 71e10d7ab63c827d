"""Who may see which table: one guarded look-up, for views and consumers alike."""

from __future__ import annotations

import secrets
from typing import Any

from accounts.models import User
from accounts.roles import is_moderator
from lobby.models import Table
from transport.limits import COMMANDS, count, member_asker
from transport.refusals import Refused


def get_table_for_member(public_id: str, user: Any, key: str = "") -> Table:
    """The table at this address, for a member who may see it.

    A table that is not listed and is joined by link shows itself only to who has the link
    (``key``), sits there, or moderates; any other unlisted one has an address that nobody
    guesses. Raises Refused ``login-needed`` or ``not-found``.
    """
    if not isinstance(user, User) or not user.is_active:
        raise Refused("login-needed", "Please log in: tables are for members.")
    table = Table.objects.select_related("host", "game").filter(public_id=public_id).first()
    if table is None or not may_see(table, user, key):
        raise Refused("not-found", "There is no table at this address.")
    return table


def may_see(table: Table, user: User, key: str) -> bool:
    """Whether the table shows itself to this member."""
    return (
        table.listed
        or table.joining != Table.Joining.LINK
        or has_key(table, user, key)
        or table.places.filter(user=user).exists()
        or is_moderator(user)
    )


def has_key(table: Table, user: User, key: str) -> bool:
    """Whether this member may join a table by link: its host, and who has the link."""
    given = key.encode(errors="replace")
    return table.host_id == user.pk or secrets.compare_digest(given, table.join_key.encode())


def refuse_others_than_host(table: Table, user: User) -> None:
    """Raises Refused ``not-allowed``."""
    if table.host_id != user.pk:
        raise Refused("not-allowed", "Only the host of this table can do that.")


def refuse_floods(user: User) -> None:
    """Counts one command of the member's. Raises Refused ``too-fast``."""
    count(COMMANDS, member_asker(user))
