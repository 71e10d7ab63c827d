"""What a member wants to be told."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from accounts.models import User
from notices.live import hint_on_commit
from notices.models import Kind, Wish


def wished(member: User) -> list[tuple[Kind, bool]]:
    """Every kind, and whether the member wants to be told of it in the site."""
    unwanted = set(member.wishes.filter(in_site=False).values_list("kind", flat=True))
    return [(kind, kind.value not in unwanted) for kind in Kind]


def wish(*, member: User, in_site: Collection[str]) -> None:
    """From now on the member is told of these kinds in the site, and of no others."""
    with transaction.atomic():
        for kind in Kind:
            Wish.objects.update_or_create(
                member=member, kind=kind, defaults={"in_site": kind.value in in_site}
            )
        hint_on_commit(member.pk)
