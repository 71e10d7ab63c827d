"""Whether a name is free, and which members' names look alike."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from django.db import connection
from django.utils import timezone

from accounts.lookalikes import lookalike_key
from accounts.models import FormerName, User
from accounts.names import LOOKS_TAKEN, NAME_TAKEN, name_key

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

NAMES_LOCK = 7_306_001
"""The key of the PostgreSQL advisory lock that covers all names."""


def why_taken(name: str, *, by: User | None = None, people_only: bool = False) -> StrPromise | None:
    """Why nobody may take this name now, in words; None if it is free.

    ``by``: the member who wants it, and who may have a name that is or was their own.
    ``people_only``: names of bots count as free.
    """
    others = User.objects.all()
    former = FormerName.objects.reserved(timezone.now())
    if by is not None:
        others, former = others.exclude(pk=by.pk), former.exclude(user=by.pk)
    if people_only:
        others = others.filter(is_bot=False)
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
    for user in User.objects.order_by("pk").only("username", "lookalike_key", "is_bot"):
        groups[user.lookalike_key].append(user)
    return [group for group in groups.values() if len(group) > 1]
