"""Changing members' names, and deleting former names when they are no longer reserved."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts import publishing
from accounts.lookalikes import lookalike_key
from accounts.models import NAME_RESERVED_FOR, FormerName, User
from accounts.names import NAME_TAKEN, name_key
from accounts.naming import lock_names, was_taken_away, why_taken
from accounts.publishing import Renamed
from transport.refusals import Refused

NAME_KEPT_FOR = timedelta(days=90)
"""How long members must wait before changing their name again."""


@transaction.atomic
def change_own_name(*, member: User, name: str, now: datetime) -> None:
    """Gives a member a name of their own choice. The caller has tidied and validated ``name``.

    Raises Refused ``too-soon`` or ``name-taken``.
    """
    lock_names()  # before the row, as give_name does: the other order could deadlock
    User.objects.select_for_update().get(pk=member.pk)
    if name_is_kept_until(member, now) is not None:
        raise Refused("too-soon", "You have changed your name within the last 90 days.")
    if was_taken_away(name, member):
        raise Refused("name-taken", NAME_TAKEN)
    give_name(member=member, name=name, by=member, now=now)


@transaction.atomic
def give_name(*, member: User, name: str, by: User, now: datetime) -> None:
    """Changes a member's name and reserves the old one. If somebody else makes the change, the
    member is told, because they need the new name for logging in. Raises Refused ``name-taken``."""
    lock_names()
    held = User.objects.select_for_update().get(pk=member.pk)
    if held.username == name:
        return
    taken = why_taken(name, by=held)
    if taken is not None:
        raise Refused("name-taken", taken)
    before = held.username
    held.former_names.filter(name_key__in={name_key(name), name_key(before)}).delete()
    FormerName.objects.create(
        user=held,
        name=before,
        name_key=name_key(before),
        lookalike_key=lookalike_key(before),
        by_member=by.pk == held.pk,
        given_up_at=now,
    )
    held.username = member.username = name
    held.save(update_fields=["username", "name_key", "lookalike_key"])
    if by.pk != held.pk:
        publishing.tell(Renamed(held))


def name_is_kept_until(member: User, now: datetime) -> datetime | None:
    """When the member may change the name again; None if they may now."""
    own = member.former_names.filter(by_member=True, given_up_at__gt=now - NAME_KEPT_FOR)
    newest = own.order_by("-given_up_at").first()
    return None if newest is None else newest.given_up_at + NAME_KEPT_FOR


def forget_former_names(*, now: datetime) -> int:
    """Deletes names that are no longer reserved; returns how many."""
    return FormerName.objects.filter(given_up_at__lte=now - NAME_RESERVED_FOR).delete()[0]
