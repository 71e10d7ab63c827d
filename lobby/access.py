"""Who may see and do what at a table. Views and consumers alike look tables up here."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.models import Suspension, User
from accounts.roles import is_moderator
from lobby.models import Place, Table, TableInvitation
from transport.limits import COMMANDS, count, member_rate_key
from transport.refusals import Refused


def get_table_for_member(
    public_id: str, user: Any, key: str = "", *, by_program: bool = False
) -> Table:
    """The table at this address, for a member who may see it.

    A table that is not public and is joined by link is visible only to members who have the link
    (``key``), sit there or are invited, and to moderators; not to their programs (``by_program``),
    as tokens do not moderate. Other tables that are not public are protected by an address that
    nobody can guess. Raises Refused ``login-needed`` or ``not-found``.
    """
    if not isinstance(user, User) or not user.is_active:
        raise Refused("login-needed", "Please log in: tables are for members.")
    table = Table.objects.select_related("host", "game").filter(public_id=public_id).first()
    if table is None or not may_see(table, user, key, by_program=by_program):
        raise Refused("not-found", "There is no table at this address.")
    return table


def may_see(table: Table, user: User, key: str, *, by_program: bool = False) -> bool:
    """Whether this member may see the table, or a program that acts for them."""
    return (
        table.settings.listed
        or table.joining != Table.Joining.LINK
        or has_key(table, user, key)
        or table.places.filter(user=user).exists()
        or invitation_of(table, user, timezone.now()) is not None
        or (not by_program and is_moderator(user))
    )


def invitation_of(table: Table, user: User, now: datetime) -> TableInvitation | None:
    """The member's invitation to the table, if it can still be accepted."""
    return table.invitations.open(now).filter(member=user).first()


def may_invite(table: Table, user: User) -> bool:
    """Whether this member may invite others by name: the host and, if the table's settings allow
    it, everybody seated."""
    if table.host_id == user.pk:
        return True
    seated = table.places.filter(user=user, number__isnull=False)
    return table.players_invite and seated.exists()


def has_key(table: Table, user: User, key: str) -> bool:
    """Whether this member may join a table by link: its host, and anybody who has the link."""
    given = key.encode(errors="replace")
    return table.host_id == user.pk or secrets.compare_digest(given, table.join_key.encode())


def refuse_others_than_host(table: Table, user: User) -> None:
    """Raises Refused ``not-allowed`` unless the member is the host."""
    if table.host_id != user.pk:
        raise Refused("not-allowed", "Only the host of this table can do that.")


HOST_AWAY = timedelta(minutes=2)
"""A host is away after this long without the table's page open and without doing anything there."""
NOTED_EVERY = timedelta(seconds=20)
"""How often the host's presence is stored."""


def note_host(table: Table, user: User, now: datetime) -> None:
    """Stores that the host is at the table, if ``user`` is the host; at most once in
    :data:`NOTED_EVERY`. Not while they are suspended: as they can do nothing there, the others need
    not wait for them."""
    is_due = table.host_id == user.pk and now - table.host_seen_at >= NOTED_EVERY
    if is_due and Suspension.of(user, now) is None:
        Table.objects.filter(pk=table.pk).update(host_seen_at=now)
        table.host_seen_at = now


def is_host_away(table: Table, now: datetime) -> bool:
    """Whether the host has been away for a while, or the account no longer exists."""
    return table.host_id is None or now - table.host_seen_at >= HOST_AWAY


def may_run(table: Table, user: User, now: datetime) -> bool:
    """Whether this member may seat bots and start with fewer players: the host and, if the table's
    settings allow it, anyone seated while the host is away."""
    if table.host_id == user.pk:
        return True
    seated = table.places.filter(user=user, number__isnull=False)
    return table.players_run and is_host_away(table, now) and seated.exists()


def may_seat_bot(table: Table, user: User, places: Sequence[Place], now: datetime) -> bool:
    """Whether this member may put a bot on a free seat: whoever may run the table (:func:`may_run`)
    and, if its settings allow it, everybody seated, one bot each. ``places``: those at the
    table."""
    if may_run(table, user, now):
        return True
    seated = any(place.user_id == user.pk and place.number is not None for place in places)
    has_one = any(place.seated_by_id == user.pk for place in places)
    return table.players_seat_bots and seated and not has_one


def may_change_bot(table: Table, user: User, place: Place) -> bool:
    """Whether this member may name, colour and remove this bot, if it is the game's own: the host,
    and whoever seated it."""
    return place.engine_plays and user.pk in (table.host_id, place.seated_by_id)


def may_remove_bot(table: Table, user: User, place: Place) -> bool:
    """Whether this member may remove this bot: the host, whoever seated it, or its owner."""
    return place.is_bot and user.pk in (table.host_id, place.seated_by_id, place.user.owner_id)


def refuse_unless_may_seat_bot(
    table: Table, user: User, places: Sequence[Place], now: datetime
) -> None:
    """Raises Refused ``not-allowed`` unless the member may seat a bot (:func:`may_seat_bot`)."""
    if may_seat_bot(table, user, places, now):
        return
    if not table.players_seat_bots:
        refuse_unless_may_run(table, user, now)
    if any(place.seated_by_id == user.pk for place in places):
        words = gettext_noop("You have added a bot already. The host can add more.")
    else:
        words = gettext_noop("Take a seat first, then you can add a bot.")
    raise Refused("not-allowed", words)


def refuse_unless_may_run(table: Table, user: User, now: datetime) -> None:
    """Raises Refused ``not-allowed`` unless the member may run the table (:func:`may_run`)."""
    if not may_run(table, user, now):
        if not table.players_run:
            raise Refused("not-allowed", "Only the host of this table can do that.")
        raise Refused(
            "not-allowed",
            "Only the host of this table can do that. While the host is away, those who sit here "
            "can.",
        )


def refuse_floods(user: User) -> None:
    """Counts one command of the member's. Raises Refused ``too-fast``."""
    count(COMMANDS, member_rate_key(user))
