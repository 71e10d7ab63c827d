"""Members' names: whether one is free, changing it, and deleting former names in time."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.utils import timezone

from accounts import publishing
from accounts.lookalikes import lookalike_key
from accounts.models import NAME_RESERVED_FOR, FormerName, User
from accounts.names import LOOKS_TAKEN, NAME_TAKEN, name_key
from accounts.publishing import NameGivenUp, Renamed
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
    publishing.emit(NameGivenUp(held, before))
    if by.pk != held.pk:
        publishing.emit(Renamed(held))


def name_is_kept_until(member: User, now: datetime) -> datetime | None:
    """When the member may change the name again; None if they may now."""
    own = member.former_names.filter(by_member=True, given_up_at__gt=now - NAME_KEPT_FOR)
    newest = own.order_by("-given_up_at").first()
    return None if newest is None else newest.given_up_at + NAME_KEPT_FOR


def forget_former_names(*, now: datetime) -> int:
    """Deletes names that are no longer reserved; returns how many."""
    return FormerName.objects.filter(given_up_at__lte=now - NAME_RESERVED_FOR).delete()[0]


if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

NAMES_LOCK = 7_306_001
"""The key of the PostgreSQL advisory lock that covers all names."""


def why_taken(name: str, *, by: User | None = None, people_only: bool = False) -> StrPromise | None:
    """Why nobody may take this name now, in words; None if it is free.

    ``by``: the member who wants it, and who may have a name that is or was their own.
    ``people_only``: names of the server's bots count as free.
    """
    others = User.objects.all()
    former = FormerName.objects.reserved(timezone.now())
    if by is not None:
        others, former = others.exclude(pk=by.pk), former.exclude(user=by.pk)
    if people_only:
        others = others.exclude(is_bot=True, owner=None)
    same, alike = {"name_key": name_key(name)}, {"lookalike_key": lookalike_key(name)}
    if others.filter(**same).exists() or former.filter(**same).exists():
        return NAME_TAKEN
    if others.filter(**alike).exists() or former.filter(**alike).exists():
        return LOOKS_TAKEN
    return None


def was_taken_away(name: str, member: User) -> bool:
    """Whether a moderator replaced this name of the member's, or one that looks like it, within the
    last year."""
    taken = FormerName.objects.reserved(timezone.now()).filter(user=member, by_member=False)
    return taken.filter(lookalike_key=lookalike_key(name)).exists()


def lock_names() -> None:
    """Locks all names until the transaction ends: if two users take names that look alike at the
    same time, the second finds the first one's."""
    with connection.cursor() as database:
        database.execute("SELECT pg_advisory_xact_lock(%s)", [NAMES_LOCK])


def names_that_look_alike() -> list[list[User]]:
    """Groups of members and bots whose names look alike, each in order of joining. These names are
    older than the rule against them, and are kept."""
    groups: dict[str, list[User]] = defaultdict(list)
    users = User.objects.filter(is_guest=False).order_by("pk")
    for user in users.only("username", "lookalike_key", "is_bot"):
        groups[user.lookalike_key].append(user)
    return [group for group in groups.values() if len(group) > 1]
